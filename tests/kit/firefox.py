"""Firefox for tests: the machine's own, spoken to in WebDriver BiDi, which it understands without anything in between.

Playwright drives only a Firefox that it has built itself, and that can't be had everywhere.
"""

import base64
import json
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

NAMES = ("firefox-esr", "firefox")
PATIENCE = 120.0  # seconds after which something hangs; nothing is measured by it
KEYS = {"ArrowLeft": "\ue012", "ArrowRight": "\ue014", "Escape": "\ue00c", "Enter": "\ue007"}
PREFERENCES = {
    "ui.prefersReducedMotion": 1,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "browser.newtabpage.enabled": False,
    "browser.startup.page": 0,
}


class FirefoxPage:
    """One tab. What the page's scripts complain about is collected."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self._number = 0
        self.wrong: list[str] = []
        self._send("session.new", {"capabilities": {}})
        self._send("session.subscribe", {"events": ["log.entryAdded"]})
        self._tab = self._send("browsingContext.getTree", {})["contexts"][0]["context"]

    def _send(self, method: str, params: dict[str, Any]) -> Any:
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            said = json.loads(self._socket.recv(timeout=PATIENCE))
            if said.get("method") == "log.entryAdded" and said["params"]["level"] == "error":
                self.wrong.append(said["params"]["text"])
            if said.get("id") == self._number:
                assert said["type"] == "success", said
                return said["result"]

    def goto(self, url: str) -> None:
        self._send("browsingContext.navigate", {"context": self._tab, "url": url, "wait": "complete"})

    def resize(self, width: int, height: int) -> None:
        self._send(
            "browsingContext.setViewport", {"context": self._tab, "viewport": {"width": width, "height": height}}
        )

    def evaluate(self, function: str, argument: Any = None) -> Any:
        """What a JavaScript function gives for an argument; promises are waited for."""
        wrapped = (
            f"(text) => Promise.resolve(({function})(JSON.parse(text))).then((given) => JSON.stringify(given ?? null))"
        )
        done = self._send(
            "script.callFunction",
            {
                "functionDeclaration": wrapped,
                "arguments": [{"type": "string", "value": json.dumps(argument)}],
                "awaitPromise": True,
                "target": {"context": self._tab},
            },
        )
        assert done["type"] == "success", done.get("exceptionDetails")
        return json.loads(done["result"]["value"])

    def wait_for(self, function: str, argument: Any = None) -> None:
        """Wait until a JavaScript function gives something that is true."""
        late = time.monotonic() + PATIENCE
        while not self.evaluate(f"(given) => Boolean(({function})(given))", argument):
            assert time.monotonic() < late, f"{function} never came true"
            time.sleep(0.02)

    def click_at(self, x: float, y: float) -> None:
        """Press the mouse's button there, as a person does."""
        at = {"x": round(x), "y": round(y)}
        actions = [
            {"type": "pointerMove", **at},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        source = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}
        self._send("input.performActions", {"context": self._tab, "actions": [source]})

    def click(self, selector: str) -> None:
        """Click in the middle of an element, once it is there."""
        self.wait_for("(selector) => document.querySelector(selector)?.checkVisibility()", selector)
        middle = """(selector) => {
            const found = document.querySelector(selector);
            found.scrollIntoView({ block: "center", behavior: "instant" });
            const { x, y, width, height } = found.getBoundingClientRect();
            return [x + width / 2, y + height / 2];
        }"""
        self.click_at(*self.evaluate(middle, selector))

    def press(self, key: str) -> None:
        """Press a key, as a person does."""
        actions = [{"type": "keyDown", "value": KEYS.get(key, key)}, {"type": "keyUp", "value": KEYS.get(key, key)}]
        self._send(
            "input.performActions",
            {"context": self._tab, "actions": [{"type": "key", "id": "keys", "actions": actions}]},
        )

    def reload(self) -> None:
        self._send("browsingContext.reload", {"context": self._tab, "wait": "complete"})

    def shows(self, selector: str, words: str) -> None:
        """Wait until an element says that, among other things."""
        self.wait_for(
            "([where, words]) => document.querySelector(where)?.textContent.includes(words)", [selector, words]
        )

    def screenshot(self, file: Path) -> None:
        file.write_bytes(
            base64.b64decode(self._send("browsingContext.captureScreenshot", {"context": self._tab})["data"])
        )


def firefox_found() -> str | None:
    """Where Firefox is on this machine."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def firefox() -> Iterator[FirefoxPage]:
    """A Firefox with nothing in it but one tab."""
    found = firefox_found()
    assert found is not None
    with tempfile.TemporaryDirectory(prefix="feint-firefox-", ignore_cleanup_errors=True) as profile:
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()]
        Path(profile, "user.js").write_text("".join(lines))
        command = [
            found,
            "--headless",
            "--no-remote",
            "--profile",
            profile,
            "--remote-debugging-port",
            "0",
            "about:blank",
        ]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        try:
            assert process.stderr is not None
            address = next(filter(None, (re.search(r"BiDi listening on (ws://\S+)", line) for line in process.stderr)))
            with connect(f"{address[1]}/session", max_size=None, proxy=None) as socket:
                yield FirefoxPage(socket)
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate()
