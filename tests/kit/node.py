"""For tests: node, which runs TypeScript and those parts of the page that need no browser."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from kit.paths import ROOT

WEB = ROOT / "src" / "feint" / "web"


def node(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run node: the machine's own, or the one that was set up beside Python."""
    path = os.pathsep.join([os.environ["PATH"], str(Path(sys.executable).parent)])
    found = shutil.which("node", path=path)
    assert found, "there is no node on this machine: make test sets one up"
    return subprocess.run([found, *arguments], cwd=ROOT, input=stdin, capture_output=True, text=True, timeout=600)


def run_script(body: str, given: Any = None, modules: tuple[str, ...] = ()) -> Any:
    """What a body of JavaScript returns, with what some modules of the page export and what the test hands over."""
    imported = "\n".join(f"import * as {name} from {json.dumps((WEB / f'{name}.js').as_uri())};" for name in modules)
    script = f"{imported}\nconst given = {json.dumps(given)};\nconst made = await (async () => {{ {body} }})();\n"
    done = node("--input-type=module", "-", stdin=script + "console.log(JSON.stringify(made ?? null));")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
