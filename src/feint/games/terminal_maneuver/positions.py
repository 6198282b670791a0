"""What makes a position of Terminal Maneuver: the round and the fuel, and a burn that waits for the die."""

from feint.core import State, rule

from .rules import NOT_YET


@rule
def forget(s: State) -> None:
    """Past burns, guesses and rolls make no difference to what is to come."""
    for column in range(5):
        if not (s.to_roll and column == s.round - 1):
            s.burned[column] = NOT_YET
        s.guessed[column] = NOT_YET
        s.rolled[column] = 0
