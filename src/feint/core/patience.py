"""Not being disturbed: what must be finished is finished, also when someone presses Ctrl-C twice."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let no Ctrl-C through for as long as it lasts. Keep it short."""
    if threading.current_thread() is not threading.main_thread():  # only there do they come through at all
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
