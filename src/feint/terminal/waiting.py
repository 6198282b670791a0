"""A progress bar for what takes a while and can't say beforehand how long."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def waiting(title: str) -> Iterator[Callable[[str, float | None], None]]:
    """Gives a function to be told what is being done, and how much of it: a share of 1, or None where nobody knows."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, transient=True, disable=not sys.stderr.isatty(), console=Console(stderr=True)) as progress:
        task = progress.add_task(title, total=None)

        def tell(what: str, share: float | None) -> None:
            total = None if share is None else 1.0
            progress.update(task, description=f"{title}: {what}", completed=share or 0.0, total=total)

        yield tell
