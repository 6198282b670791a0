"""For what takes long: telling how far it is, and finishing what must be finished, though Ctrl-C is pressed twice."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

Progress: TypeAlias = Callable[[str, float | None], None]
"""Is told what is being done, and how much of it is: a share of 1, or None where nobody knows."""


@contextmanager
def ignore_interrupts() -> Iterator[None]:
    """Let no Ctrl-C through for as long as it lasts. Keep it short."""
    if threading.current_thread() is not threading.main_thread():  # only there do they come through at all
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
