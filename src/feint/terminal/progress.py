"""A progress bar for what takes a while and can't say beforehand how long."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from feint.core.progress import Progress


@contextmanager
def waiting(title: str) -> Iterator[Progress]:
    """Gives a function to be told what is being done."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, transient=True, disable=not sys.stderr.isatty(), console=Console(stderr=True)) as progress:
        task = progress.add_task(title, total=None)

        def tell(what: str, share: float | None) -> None:
            total = None if share is None else 1.0
            progress.update(task, description=f"{title}: {what}", completed=share or 0.0, total=total)

        yield tell
