"""The page's JavaScript: TypeScript finds nothing wrong in it, and what the games bring keeps to itself."""

import json
import re
import runpy
import subprocess
from pathlib import Path

import pytest

import feint
from kit.node import WEB, node
from kit.paths import ROOT

TSC = ROOT / "node_modules" / "typescript" / "bin" / "tsc"
TOOL = runpy.run_path(str(ROOT / "tools" / "page_types.py"))
GENERATED: dict[Path, str] = TOOL["generated"]()


def checked(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run TypeScript."""
    assert TSC.exists(), "TypeScript isn't set up: make test does that, or npm install --no-package-lock"
    return node(str(TSC), *arguments)


@pytest.mark.parametrize("path", GENERATED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_generated_files_are_up_to_date(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == GENERATED[path], "write it again: make types"


def test_a_view_that_has_changed_changes_its_file(monkeypatch: pytest.MonkeyPatch) -> None:
    game = feint.load("tower-siege")
    text = GENERATED[game.folder / "schema.js"]
    assert "@property {(number | null)[]} chosen the card laid face down; 0: none; each seat sees its own" in text
    assert '@property {"parallel" | "facing"} track' in text
    monkeypatch.setattr(game.screen, "FACTS", {"sun": 1, "names": ["a"]})
    assert TOOL["game_file"](game) == f'{text}\nexport const SUN = 1;\nexport const NAMES = ["a"];\n'


def test_types() -> None:
    done = checked("--project", "tsconfig.json", "--listFilesOnly")
    seen = {Path(line) for line in done.stdout.splitlines()}
    ours = {*WEB.glob("*.js"), *(ROOT / "src" / "feint" / "games").glob("*/*.js")}
    assert len(ours) > 20
    assert ours <= seen, "every file is looked at"
    done = checked("--project", "tsconfig.json")
    assert done.returncode == 0, done.stdout


def checked_alone(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    """Check a file that isn't one of ours, as if it were."""
    (folder / "alone.js").write_text(text)
    paths = {"/web/*": [f"{WEB}/*"]}
    settings = {"extends": f"{ROOT}/tsconfig.json", "include": ["alone.js"], "compilerOptions": {"paths": paths}}
    (folder / "tsconfig.json").write_text(json.dumps(settings))
    return checked("--project", str(folder / "tsconfig.json"))


def test_the_board_that_is_shown_has_the_right_types(tmp_path: Path) -> None:
    [code] = re.findall(r"```js\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(), re.DOTALL)
    done = checked_alone(tmp_path, code)
    assert done.returncode == 0, done.stdout
    assert checked_alone(tmp_path, code.replace("host.textContent", "host.textContents")).returncode != 0


def test_a_wrong_type_is_found(tmp_path: Path) -> None:
    done = checked_alone(tmp_path, 'import { tween } from "/web/dom.js";\ntween("long", () => {});\n')
    assert done.returncode != 0
    assert "'string' is not assignable to parameter of type 'number'" in done.stdout


def test_files_import_only_what_is_theirs() -> None:
    """The page knows no game; a game knows the page's helpers and its own files. Nothing comes from elsewhere."""
    names = [*feint.game_names(), *(feint.load(name).title for name in feint.game_names())]
    for file in WEB.glob("*.js"):
        text = file.read_text()
        assert set(re.findall(r'from "([^"]+)"', text)) <= {f"./{path.name}" for path in WEB.glob("*.js")}, file.name
        assert not [name for name in names if name in text], f"{file.name} names a game"
    for name in feint.game_names():
        folder = feint.load(name).folder
        allowed = {f"/web/{path.name}" for path in WEB.glob("*.js")} | {
            f"./{path.name}" for path in folder.glob("*.js")
        }
        for file in folder.glob("*.js"):
            assert set(re.findall(r'from "([^"]+)"', file.read_text())) <= allowed, file


def test_files_are_short_and_say_what_they_are() -> None:
    for file in [*WEB.glob("*.js"), *(ROOT / "src" / "feint" / "games").glob("*/*.js")]:
        lines = file.read_text().splitlines()
        assert lines[0].startswith("/**"), file
        assert len(lines) <= 420 or file.name == "protocol.js", file  # that is written by `make types`
        assert "innerHTML" not in file.read_text(), f"{file}: what comes from elsewhere is put in as text"
