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


def run_script(body: str, given: Any, *modules: Path) -> Any:
    """What a body of JavaScript returns. It has `given`, and the exports of each module under the name of its file."""
    imports = "\n".join(f"import * as {path.stem} from {json.dumps(path.as_uri())};" for path in modules)
    script = f"""{imports}
        import {{ readFileSync }} from "node:fs";
        const given = JSON.parse(readFileSync(0, "utf-8"));
        const made = await (async () => {{ {body} }})();
        process.stdout.write(JSON.stringify(made ?? null));"""
    done = node("--input-type=module", "--eval", script, stdin=json.dumps(given))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
