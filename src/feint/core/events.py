"""Events: what a game notes in its state so that the log can tell of it. All may see them, so they say no secret.

A game with much to tell takes the fields of `events()` into its schema, has its rules `tell`, sets `s.told = 0` when a
new step begins, and in its `words.py` makes lines of what `events_in` a view.
"""

from collections.abc import Iterator

from feint.core.holding import Bound, amount
from feint.core.prompter import View
from feint.core.rule import State, rule
from feint.core.schema import Field, i1, i2, public

MOST_EVENTS = 64  # that one step can bring
TOLD, EVENTS = "told", "events"  # the fields that they are in


def events(low: Bound, high: Bound) -> tuple[Field, Field]:
    """The fields: how many events the last step brought, and four numbers for each, all of them within these bounds."""

    def within(bound: Bound) -> Bound:
        return (lambda first, _place: bound(first)) if callable(bound) else bound

    return (
        public(TOLD, i1, holds=amount(0, MOST_EVENTS), for_log=True),
        public(EVENTS, i2, 4 * MOST_EVENTS, holds=amount(within(low), within(high)), for_log=True),
    )


@rule
def tell(s: State, what: int, seat: int, one: int, two: int) -> None:
    """Note that something happened: what, to whom, and two numbers that go with it."""
    if s.told < MOST_EVENTS:
        at = 4 * s.told
        s.events[at] = what
        s.events[at + 1] = seat
        s.events[at + 2] = one
        s.events[at + 3] = two
        s.told += 1


def events_in(view: View) -> Iterator[tuple[int, int, int, int]]:
    """The events of the step that led to a view, in order."""
    for number in range(view["told"]):
        what, seat, one, two = view["events"][4 * number : 4 * number + 4]
        yield what, seat, one, two
