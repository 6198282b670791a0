"""Playing in the browser, from the menu: a server on this machine, and its page where there is a desktop."""

import json
import os
import sys
import urllib.request
import webbrowser

from feint.terminal.commands import serve as serving

HOST, PORT = "127.0.0.1", 8765


def play() -> None:
    """Serve the page until Ctrl-C, or show the one that is served already."""
    address = f"http://{HOST}:{PORT}"
    if _served(address):
        print(f"Feint is served already at {address}", flush=True)
        _show(address)
        return
    serving.run(HOST, PORT, None, 1, {}, opened=_show)


def _show(address: str) -> None:
    """Open the page, if there is a desktop to open it on. Text browsers would take the terminal."""
    desktop = sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if not desktop or not webbrowser.open(address):
        print("Open this address in a browser.", flush=True)


def _served(address: str) -> bool:
    """Whether a Feint of one's own is there already: two of them must not share one file."""
    try:
        with urllib.request.urlopen(f"{address}/health", timeout=2) as answer:
            return bool(json.load(answer)["status"] == "ok")
    except (OSError, ValueError, TypeError, KeyError):
        return False  # nobody, or someone else; which of them is said when listening fails
