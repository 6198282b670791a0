"""Comparing in turns: machines are noisy, so what is compared is measured alternately, and the ratio taken by pairs."""

from collections.abc import Callable, Sequence
from statistics import median

Measure = Callable[[], float]
Row = dict[str, float]


def in_turns(ours: Measure, theirs: Measure, turns: int) -> Row:
    """Two measures taken in turns."""
    return compared([(ours(), theirs()) for _ in range(turns)])


def compared(pairs: Sequence[tuple[float, float]]) -> Row:
    """Medians of both, and the ratio of each turn's pair: its median, the lowest and the highest."""
    ratios = sorted(a / b for a, b in pairs)
    return {
        "value": median(a for a, _ in pairs),
        "beside": median(b for _, b in pairs),
        "ratio": median(ratios),
        "lowest": ratios[0],
        "highest": ratios[-1],
    }
