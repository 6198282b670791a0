"""How a bot with opinions chooses: the choice that looks best, or any of those that look equally good."""

from collections.abc import Callable
from typing import Any

from feint.core.chance import below, next_word
from feint.core.rule import Numbers, State, rule

LOWEST = -(1 << 40)


def greedy_by(worth: Callable[..., int]) -> Callable[..., int]:
    """A rule that takes the choice with the highest `worth(s, seat, action, known)`; one of them, if there are several.

    `known` is whatever a bot works out once for all its choices. A rule can't be handed to another, so this makes one.
    """

    @rule
    def best(s: State, seat: int, legal: Numbers, count: int, word: int, known: Any) -> int:
        found, highest, equals = legal[0], LOWEST, 0
        for number in range(count):
            score = worth(s, seat, legal[number], known)
            if score > highest:
                found, highest, equals = legal[number], score, 1
            elif score == highest:
                equals += 1
                word = next_word(word)
                if below(word, equals) == 0:
                    found = legal[number]
        return found  # type: ignore[no-any-return]

    return best
