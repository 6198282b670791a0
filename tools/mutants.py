"""Plants faults in the code, one at a time, and looks whether the tests notice (`make mutants`).

    python tools/mutants.py                     a sample of each area, and docs/developers/mutants.md
    python tools/mutants.py core server --all   every fault that it can think of, in these; the page stays as it is
    python tools/mutants.py core --only match   in modules whose names have that in them

A fault is a small change of a function: a comparison that is off by one, a condition turned round, a statement left
out. It is planted in memory, in a copy of the tree. The tests of an area are read once; then each fault gets a process
of its own, forked from there, which runs the tests that reach the function until one of them fails. What survives is
listed, each with the reason that docs/developers/mutants.json has for it.
"""

import argparse
import ast
import copy
import functools
import gc
import json
import os
import pickle
import random
import re
import resource
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
FIGURES = ROOT / "docs" / "developers" / "mutants.json"
PAGE = ROOT / "docs" / "developers" / "mutants.md"
SAMPLE = 60  # faults in each area
GOAL = 0.85
CPU_SECONDS = 60  # for one fault: what takes longer has been noticed
SECONDS, TIMES = 60, 10  # of waiting, and so many times as long as without a fault: some wait forever
BUDGET = 20.0  # seconds of tests for one fault, as they take without any; the fastest come first
COPIED = ("src", "tests", "docs", "tools", "bench", "pyproject.toml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md")
COPIED += ("Makefile", "package.json", "tsconfig.json")

AREAS: dict[str, tuple[str, str]] = {  # modules of feint, and the tests that ought to notice
    "core": (
        "chain chance disclosure fairness files match outcome plain_text puzzles record rulings schema seal tutor",
        "core/test_* testing/test_* kernel/test_observation kernel/test_features server/test_fairness "
        "server/test_draws server/test_undo games/test_only_choices bots/test_seat_match",
    ),
    "solve": (
        "advice backward_induction bounds infoset matrix order positions solution solution_cache strategy",
        "solve/test_* terminal/test_solve",
    ),
    "bots": (
        "coach evaluation levels perfect players review search seat_match seeding thinking_time values",
        "bots/test_* server/test_review server/test_hints server/test_http",
    ),
    "server": (
        "allowance clock fair_queue garbage looks loop_turns loop_watch metrics network opening session settings "
        "table viewer",
        "server/test_allowance server/test_attacks server/test_cancel server/test_clocks server/test_draws "
        "server/test_fair* server/test_garbage server/test_long_matches server/test_loop_turns "
        "server/test_opening server/test_reading_queue server/test_rematch server/test_table server/test_undo "
        "server/test_viewer",
    ),
    "lab": (
        "compare dials findings game_rows grid proposals race run_folder setting shards statistics targets tournament",
        "lab/test_*",
    ),
    "terminal": (
        "arguments console dialogue lesson_progress local_play markdown saves seat_tokens",
        "terminal/test_commands terminal/test_dialogues terminal/test_foreign_files terminal/test_learn "
        "terminal/test_local_play terminal/test_markdown terminal/test_saves terminal/test_seat_tokens core/test_files "
        "bots/test_own_player",
    ),
    "bridges": ("gambit gymnasium history mcp open_spiel pettingzoo", "bridges/test_*"),
    "clients": (  # which are modules by themselves
        "client shapes witness",
        "server/test_dishonest server/test_fairness server/test_protocol server/test_rematch server/test_clocks "
        "terminal/test_network_fairness core/test_fuzz",
    ),
}
LEFT_OUT = "not postgresql and not test_fuzz"  # a database server for each process; and what only looks for crashes


# The faults.


class Mutant(NamedTuple):
    """One fault."""

    module: str  # path from the root
    function: str
    line: int
    number: int  # among all faults of the module
    before: str
    after: str

    @property
    def key(self) -> str:
        """What names it as long as the function has this line."""
        return f"{self.module}: {self.function}: `{self.before}` -> `{self.after}`"


COMPARED: dict[type, type] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
COMPUTED: dict[type, type] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.Pow: ast.Mult,
}  # fmt: skip


def changes(node: ast.AST) -> Iterator[Callable[[ast.AST], ast.AST]]:
    """How a node can be changed: functions that are given a copy of it, and give what stands there then."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARED:
        yield lambda found: _with(found, ops=[COMPARED[type(found.ops[0])]()])  # type: ignore[attr-defined]
    elif isinstance(node, ast.BoolOp):
        yield lambda found: _with(found, op=ast.Or() if isinstance(found.op, ast.And) else ast.And())  # type: ignore[attr-defined]
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield lambda found: found.operand  # type: ignore[attr-defined,no-any-return]
    elif isinstance(node, ast.BinOp) and type(node.op) in COMPUTED and not _is_text(node):
        yield lambda found: _with(found, op=COMPUTED[type(found.op)]())  # type: ignore[attr-defined]
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield lambda found: _with(found, value=not found.value)  # type: ignore[attr-defined]
    elif isinstance(node, ast.Constant) and type(node.value) in (int, float):
        yield lambda found: _with(found, value=found.value + 1)  # type: ignore[attr-defined]
    elif isinstance(node, ast.If | ast.While | ast.IfExp) and not isinstance(node.test, ast.Compare | ast.UnaryOp):
        yield lambda found: _with(found, test=ast.UnaryOp(ast.Not(), found.test))  # type: ignore[attr-defined]
    elif isinstance(node, ast.Return) and node.value is not None and not _is_none(node.value):
        yield lambda found: _with(found, value=ast.Constant(None))
    elif _can_be_left_out(node):
        yield lambda found: ast.Pass()


def _with(node: ast.AST, **fields: Any) -> ast.AST:
    for name, value in fields.items():
        setattr(node, name, value)
    return node


def _can_be_left_out(node: ast.AST) -> bool:
    """Whether it is a statement that does something, and without which the rest would still run."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call | ast.Await)
    if isinstance(node, ast.Assign):
        return isinstance(node.targets[0], ast.Attribute | ast.Subscript)
    return isinstance(node, ast.Raise | ast.Delete | ast.AugAssign | ast.Continue | ast.Break)


def _is_text(node: ast.BinOp) -> bool:
    return any(
        isinstance(side, ast.JoinedStr) or (isinstance(side, ast.Constant) and isinstance(side.value, str | bytes))
        for side in (node.left, node.right)
    )


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def planted(module: str) -> Iterator[tuple[Mutant, Callable[[], ast.Module]]]:
    """All faults of a module, and what makes the module with each."""
    tree, number = ast.parse((ROOT / module).read_text()), 0
    for name, function in functions(tree):
        for parent, field, index, node in places(function):
            for change in changes(node):
                before, after = _shown(node), _shown(change(copy.deepcopy(node)))

                def made(place: tuple[int, str, int | None] = (id(parent), field, index), change: Any = change) -> Any:
                    return _changed(tree, place, change)

                yield Mutant(module, name, node.lineno, number, before, after), made  # type: ignore[attr-defined]
                number += 1


def functions(
    tree: ast.AST, within: str = "", compiled: Collection[str] | None = None
) -> Iterator[tuple[str, ast.AST]]:
    """The functions of a module and the methods of its classes, but for rules and others that are compiled."""
    compiled = re.findall(r"compiled\((\w+)\)", ast.unparse(tree)) if compiled is None else compiled
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from functions(node, f"{within}{node.name}.", compiled)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            marks = " ".join(map(ast.unparse, node.decorator_list))
            if node.name not in compiled and "rule" not in marks:
                yield within + node.name, node


def places(function: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, ast.AST]]:
    """Everything in a function that could be changed; not its annotations, defaults, and what it is said to be."""
    queue: list[tuple[ast.AST, str, int | None, ast.AST]] = []

    def add(parent: ast.AST) -> None:
        for field, value in ast.iter_fields(parent):
            if field in ("annotation", "returns", "args", "decorator_list") and not isinstance(parent, ast.Call):
                continue
            if (
                isinstance(parent, ast.keyword) and parent.arg == "strict"
            ):  # a guard, without which all goes on as before
                continue
            for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if isinstance(child, ast.AST):
                    queue.append((parent, field, index, child))

    add(function)
    while queue:
        place = queue.pop(0)
        if not isinstance(place[3], ast.Assert | ast.FormattedValue | ast.AnnAssign):
            if hasattr(place[3], "lineno"):
                yield place
            add(place[3])


def _changed(tree: ast.Module, place: tuple[int, str, int | None], change: Callable[[ast.AST], ast.AST]) -> ast.Module:
    """The module with one change; the tree itself stays as it is."""
    parent = next(node for node in ast.walk(tree) if id(node) == place[0])
    known: dict[int, Any] = {}
    made = copy.deepcopy(tree, known)
    parent, field, index = known[id(parent)], place[1], place[2]
    old = getattr(parent, field) if index is None else getattr(parent, field)[index]
    new = ast.copy_location(change(old), old)
    if index is None:
        setattr(parent, field, new)
    else:
        getattr(parent, field)[index] = new
    return ast.fix_missing_locations(made)


def _shown(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    if isinstance(node, ast.If | ast.While):
        text = f"{type(node).__name__.lower()} {ast.unparse(node.test)}"
    return text if len(text) <= 90 else f"{text[:87]}..."


# In the process that has read the tests.


class Planter:
    """A plugin for pytest, which runs the tests once for each fault."""

    def __init__(self, mutants: list[tuple[Mutant, Callable[[], ast.Module]]], answers: Path) -> None:
        self.mutants = mutants
        self.answers = answers

    def pytest_runtestloop(self, session: Any) -> bool:
        """Instead of running the tests once."""
        reached, times, failed = self._baseline(session)
        right = [item for item in session.items if item.nodeid not in failed]
        items = sorted(right, key=lambda item: times[item.nodeid])
        answers: dict[str, Any] = {"failed": sorted(failed), "found": []}
        for count, (mutant, make) in enumerate(self.mutants, 1):
            of_function, left = list[Any](), BUDGET
            for item in items:
                if (mutant.module, mutant.function) in reached[item.nodeid] and left > 0:
                    of_function.append(item)
                    left -= times[item.nodeid]
            how = self._try(of_function, BUDGET - left, mutant, make()) if of_function else "reached by no test"
            answers["found"].append((mutant, how))
            if not how.startswith("killed"):
                print(f"{mutant.line} {mutant.key}: {how}", file=sys.stderr)
            print(f"{count} of {len(self.mutants)}", end="\r", file=sys.stderr, flush=True)
        self.answers.write_bytes(pickle.dumps(answers))
        return True

    def _baseline(self, session: Any) -> tuple[dict[str, set[tuple[str, str]]], dict[str, float], set[str]]:
        """Which functions each test reaches, how long it takes, and those that fail without any fault."""
        where = _where({mutant.module for mutant, _ in self.mutants})

        def work() -> Any:
            reached: dict[str, set[tuple[str, str]]] = {}
            times, failed = {}, set()
            now: set[tuple[str, str]] = set()

            def look(frame: FrameType, event: str, _: Any) -> None:
                if (function := where.get((frame.f_code.co_filename, frame.f_code.co_firstlineno))) is not None:
                    now.add(function)

            for item, following in zip(session.items, [*session.items[1:], None], strict=True):
                now = reached[item.nodeid] = set()
                threading.settrace(look)
                sys.settrace(look)
                begun = time.monotonic()
                if not _passes(item, following):
                    failed.add(item.nodeid)
                sys.settrace(None)
                times[item.nodeid] = time.monotonic() - begun
            return reached, times, failed

        found, _ = _forked(work, 3600, 7200)
        assert found is not None, "the tests can't be run at all"
        return found  # type: ignore[no-any-return]

    def _try(self, items: list[Any], seconds: float, mutant: Mutant, tree: ast.Module) -> str:
        """What becomes of a fault, by tests that take so long without it."""

        def work() -> str:
            try:
                plant(tree, mutant)
            except ValueError:
                return "can't be planted"
            for item, following in zip(items, [*items[1:], None], strict=True):
                if not _passes(item, following):
                    return f"killed by {item.nodeid}"
            return "survived"

        found, why = _forked(work, CPU_SECONDS, SECONDS + TIMES * seconds)
        return str(found) if found is not None else f"killed: {why}"


def _passes(item: Any, following: Any) -> bool:
    from _pytest.runner import runtestprotocol

    return not any(report.failed for report in runtestprotocol(item, nextitem=following, log=False))


def _forked(work: Callable[[], Any], cpu: float, seconds: float) -> tuple[Any, str]:
    """What work comes to in a process of its own; nothing, and why, if it comes to no end."""
    sys.stdout.flush()
    sys.stderr.flush()
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.setsid()
        os.close(reader)
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        resource.setrlimit(resource.RLIMIT_CPU, (int(cpu), int(cpu) + 5))
        try:
            with os.fdopen(writer, "wb") as out:
                out.write(pickle.dumps(work()))
        finally:
            os._exit(0)
    os.close(writer)
    data, ends = b"", time.monotonic() + seconds
    with os.fdopen(reader, "rb", buffering=0) as answer:
        while select.select([answer], [], [], max(0.0, ends - time.monotonic()))[0]:
            part = answer.read(1 << 16)
            if not part:
                break
            data += part
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # with all that it started
    os.waitpid(child, 0)
    try:
        return pickle.loads(data), ""
    except (EOFError, pickle.UnpicklingError):
        return None, "it came to no end" if time.monotonic() >= ends else "its process ended"


def _where(modules: set[str]) -> dict[tuple[str, int], tuple[str, str]]:
    """The function that code which begins at a line of a file belongs to."""
    found = {}
    for module in modules:
        for name, node in functions(ast.parse((ROOT / module).read_text())):
            begin = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])  # type: ignore[attr-defined]
            for line in range(begin, node.end_lineno + 1):  # type: ignore[attr-defined]
                found[str(ROOT / module), line] = module, name
    return found


def plant(tree: ast.Module, mutant: Mutant) -> None:
    """Change the functions that there are, wherever they are known; and forget what was worked out with them."""
    file = str(ROOT / mutant.module)
    made = {(code.co_qualname, code.co_firstlineno): code for code in _codes(compile(tree, file, "exec"))}
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename == file:
            code = made.get((thing.__code__.co_qualname, thing.__code__.co_firstlineno))
            if code is not None and code != thing.__code__:
                thing.__code__ = code
        elif isinstance(thing, functools._lru_cache_wrapper) and str(thing.__wrapped__.__module__).startswith("feint"):
            thing.cache_clear()


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


# In the process that was started.


def run_area(area: str, all_of_them: bool, seed: int, only: str, folder: Path) -> dict[str, Any]:
    """Try the faults of an area, in a copy of the tree."""
    answers = folder / "answers"
    command = [sys.executable, str(folder / "tools" / "mutants.py"), area, "--inside", str(answers)]
    command += ["--seed", str(seed)] + ["--all"] * all_of_them + (["--only", only] if only else [])
    paths = os.pathsep.join(str(folder / part) for part in ("src", "tests"))
    environment = os.environ | {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": ""}
    subprocess.run(command, cwd=folder, env=environment, check=True)
    found: dict[str, Any] = pickle.loads(answers.read_bytes())
    return found


def inside(area: str, all_of_them: bool, seed: int, only: str, answers: Path) -> None:
    """What that process does."""
    import pytest

    modules, tests = AREAS[area]
    mutants = [
        mutant for name in modules.split() if only in name for mutant in planted(path_of(area, name))
    ]  # fmt: skip
    if not all_of_them and not only and len(mutants) > SAMPLE:
        mutants = sorted(random.Random(seed).sample(mutants, SAMPLE), key=lambda found: found[0][:4:3])
    files = [
        str(file.relative_to(ROOT)) for pattern in tests.split() for file in sorted(ROOT.glob(f"tests/{pattern}.py"))
    ]
    options = ["-q", "-n", "0", "-p", "no:cacheprovider", "-p", "no:faulthandler", "--no-header", "-k", LEFT_OUT]
    code = pytest.main([*options, *files], plugins=[Planter(mutants, answers)])
    if not answers.exists():
        raise SystemExit(f"pytest ended with {code}")


def path_of(area: str, name: str) -> str:
    """Where a module of an area is."""
    folder = f"src/feint/{area}"
    return f"{folder if (ROOT / folder).is_dir() else 'src/feint'}/{name}.py"


def page(figures: dict[str, Any]) -> str:
    """The page."""
    lines = [
        "# Would the tests notice?",
        "",
        "This page is written by `make mutants`, which plants small faults in the code, one at a time, and runs the",
        "tests that reach the function: a comparison off by one, a condition turned round, a statement left out. It",
        "takes a sample of the modules that `tools/mutants.py` names. Tests that need PostgreSQL aren't run; what runs",
        "in another process, or is compiled, isn't changed.",
        "",
        "The seed decides on the sample. Tests have been written for what this very sample showed, so more of it is",
        "noticed than of others: `--seed` takes another one, of which no test knows.",
        "",
        "| area | faults that are possible | tried | noticed | share | seed | measured on |",
        "|---|---|---|---|---|---|---|",
    ]
    for area, found in figures["areas"].items():
        share = found["killed"] / max(1, found["tried"])
        how = f"{found['tried']} | {found['killed']} | {share:.0%} | {found['seed']} | {found['on']}"
        lines.append(f"| {area} | {found['possible']:,} | {how} |")
    lines += ["", *(f"- {area}: {found['note']}" for area, found in figures["areas"].items() if found.get("note")), ""]
    for area, found in figures["areas"].items():
        lines += [f"## Not noticed in {area}", ""]
        for key in found["survived"]:
            lines.append(f"- {key}. {figures['reasons'].get(key, 'No reason was given yet.')}")
        lines += [""] if found["survived"] else ["None.", ""]
    return "\n".join(lines).rstrip() + "\n"


def main() -> int:
    """Try the faults, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("areas", nargs="*", help=f"of {', '.join(AREAS)} (all)")
    parser.add_argument("--all", action="store_true", help=f"every fault, not {SAMPLE} in each area")
    parser.add_argument("--only", default="", metavar="NAME", help="all faults of modules with that in their names")
    parser.add_argument("--seed", type=int, default=8, help="of the sample (8)")
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside is not None:
        inside(options.areas[0], options.all, options.seed, options.only, options.inside)
        return 0
    missed = False
    for area in options.areas or AREAS:
        with tempfile.TemporaryDirectory(prefix="feint-mutants-") as folder:
            for name in COPIED:
                copy_of = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
                copy_of(ROOT / name, Path(folder) / name)
            if (compiled := ROOT / ".pytest_cache" / "feint").exists():  # or the tests would compile all of it anew
                shutil.copytree(compiled, Path(folder) / ".pytest_cache" / "feint")
            answers = run_area(area, options.all, options.seed, options.only, Path(folder))
        tried = [(mutant, how) for mutant, how in answers["found"] if how != "can't be planted"]
        survived = [(mutant, how) for mutant, how in tried if not how.startswith("killed")]
        ended = sum(how.startswith("killed: ") for _, how in tried)  # by the clock, or with their process
        print(f"{area}: {len(tried)} tried, {len(survived)} survived; {ended} came to no end")
        for mutant, how in survived:
            print(f"  {mutant.module}:{mutant.line} {mutant.key.partition(': ')[2]}  ({how})")
        for test in answers["failed"]:
            print(f"  fails without any fault: {test}")
        share = 1 - len(survived) / max(1, len(tried))
        missed = missed or share < GOAL
        if not options.all and not options.only:
            possible = sum(1 for name in AREAS[area][0].split() for _ in planted(path_of(area, name)))
            keys = [mutant.key for mutant, _ in survived]
            found = {"possible": possible, "tried": len(tried), "killed": len(tried) - len(survived), "survived": keys}
            found |= {"seed": options.seed, "on": time.strftime("%Y-%m-%d")}
            figures = json.loads(FIGURES.read_text()) if FIGURES.exists() else {"areas": {}, "reasons": {}}
            figures["areas"] = {name: of for name, of in {**figures["areas"], area: found}.items() if name in AREAS}
            FIGURES.write_text(json.dumps(figures, indent=2) + "\n")
            PAGE.write_text(page(figures))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
