"""Processes that play and solve: spawned, and gone when the one that started them is."""

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from threading import Thread


def process_pool(count: int) -> ProcessPoolExecutor:
    """A pool of processes. They aren't forked, which compiled code and threads don't survive well."""
    return ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_end_with_parent)


def _end_with_parent() -> None:
    """A pool's processes would go on with what they have begun if theirs is killed, and then wait forever."""
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    Thread(target=watch, daemon=True).start()
