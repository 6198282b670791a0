"""`/metrics`: how the server is, in Prometheus's text format.

Anyone may read it, so it counts connections and refusals and never what happens at tables: that something was chosen in
secret is nobody's business. What grows by a little with each choice is told in steps that no single one makes.
"""

from collections.abc import Iterator

from feint.server.http_limits import KINDS, ConnectionLimits
from feint.server.loop_watch import HELD, LoopWatch

SECONDS = 10.0  # steps in which lateness is told, added up
BYTES = 1_000_000  # and answers that wait


def metrics_text(watch: LoopWatch, limits: ConnectionLimits) -> str:
    """All numbers, with a line on what each of them is."""
    return "\n".join(_lines(watch, limits)) + "\n"


def _lines(watch: LoopWatch, limits: ConnectionLimits) -> Iterator[str]:
    more = f"How often the event loop was held for more than {HELD * 1000:g} ms."
    yield from _metric("feint_loop_held_total", "counter", more, watch.held)
    late, worst = _floor(watch.total, SECONDS), _floor(watch.longest, HELD)
    yield from _metric("feint_loop_late_seconds_total", "counter", f"How late, in steps of {SECONDS:g} s.", late)
    yield from _metric("feint_loop_late_seconds_max", "gauge", f"How late at worst, in steps of {HELD:g} s.", worst)
    yield from _metric("feint_connections", "gauge", "Open connections of any kind.", limits.open)
    yield from _metric("feint_connections_most", "gauge", "How many there can be.", limits.most)
    unsent = _floor(limits.unsent, BYTES)
    yield from _metric("feint_unsent_bytes", "gauge", f"Answers that wait, in steps of {BYTES:,}.", unsent)
    yield "# HELP feint_refused_total What was refused before anyone looked at it, by reason."
    yield "# TYPE feint_refused_total counter"
    for kind in KINDS:
        yield f'feint_refused_total{{reason="{kind}"}} {limits.refused[kind]}'


def _floor(value: float, step: float) -> float:
    """A number, rounded down to a multiple of a step."""
    return value // step * step


def _metric(name: str, kind: str, what: str, value: float) -> Iterator[str]:
    yield f"# HELP {name} {what}"
    yield f"# TYPE {name} {kind}"
    yield f"{name} {value:g}"
