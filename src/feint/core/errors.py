"""What can go wrong: each error is one sentence that says what was wrong and what would be right."""


class FeintError(ValueError):
    """Something that a person asked for can't be done; nothing was changed."""


class UnknownGame(FeintError):
    """No game has that name."""


class BadRuling(FeintError):
    """A ruling that the game doesn't have, or a value that it can't take."""


class IllegalChoice(FeintError):
    """A choice that isn't the seat's to make now."""


class WrongOutcome(IllegalChoice):
    """An outcome that can't come where it is due. The sentence names some that can, so it is not for every eye."""

    def __init__(self, given: str, reason: str) -> None:
        super().__init__(f"{given} {reason}")
        self.given = given


class BadRecord(FeintError):
    """A record that can't be read or doesn't replay; `line` is where, counted from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason
