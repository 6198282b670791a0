"""A progress bar for what takes a while and can't say beforehand how long."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from feint.core.progress import Progress


@contextmanager
def progress_bar(title: str) -> Iterator[Progress]:
    """Show a progress bar, from its first update on; gives the function that updates it."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    bar = Progress(*columns, transient=True, disable=not sys.stderr.isatty(), console=Console(stderr=True))
    task = bar.add_task(title, total=None)

    def update(what: str, share: float | None) -> None:
        total = None if share is None else 1.0
        bar.update(task, description=f"{title}: {what}", completed=share or 0.0, total=total)
        bar.start()  # again is nothing

    try:
        yield update
    finally:
        if bar.live.is_started:
            bar.stop()
