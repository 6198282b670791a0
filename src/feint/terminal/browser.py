"""Playing in the browser: a server on this machine, and its page where there is a desktop."""

import json
import os
import sys
import urllib.request
import webbrowser

from feint.terminal.commands.serve import serve

HOST, PORT = "127.0.0.1", 8765


def play() -> None:
    """Serve the page until Ctrl-C, or open the page of a server that is already running."""
    address = f"http://{HOST}:{PORT}"
    if _is_running(address):
        print(f"Feint is already running at {address}", flush=True)
        _open_page(address)
        return
    serve(HOST, PORT, on_listening=_open_page)


def _open_page(address: str) -> None:
    """Open the page, if there is a desktop to open it on. Text browsers would take the terminal."""
    desktop = sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if not desktop or not webbrowser.open(address):
        print("Open this address in a browser.", flush=True)


def _is_running(address: str) -> bool:
    """Whether a server of Feint is there already: two of them must not share one database file."""
    try:
        with urllib.request.urlopen(f"{address}/health", timeout=2) as answer:
            return bool(json.load(answer)["status"] == "ok")
    except (OSError, ValueError, TypeError, KeyError):
        return False  # nobody, or someone else; which of them is said when listening fails
