"""Whether a choice may have let a secret out: found by watching what the rules read while they apply it."""

from typing import TYPE_CHECKING, Any

from feint.core.rule import State

if TYPE_CHECKING:
    from feint.core.game import Game


def reads_a_secret(game: "Game", state: State, seat: int, action: int) -> bool:
    """Whether applying a choice looks at a field that not everyone may see. Writing one reveals nothing."""
    watched = WatchedState(state, game.schema.secret)
    game.rules.apply(watched, seat, action)
    open_fields = (getattr(state, field.name) for field in game.schema.fields if field.name not in game.schema.secret)
    return bool(object.__getattribute__(watched, "_read")) or any(map(_holds_secret_rows, open_fields))


def _holds_secret_rows(value: Any) -> bool:
    """Whether a secret row was put among the rows of a field."""
    return isinstance(value, WatchedRows) or (isinstance(value, list) and any(map(_holds_secret_rows, value)))


class WatchedState:
    """A state that notes when one of its secret fields is read."""

    def __init__(self, state: State, secret: frozenset[str]) -> None:
        object.__setattr__(self, "_state", state)
        object.__setattr__(self, "_secret", secret)
        object.__setattr__(self, "_read", [])

    def __getattr__(self, name: str) -> Any:
        value = getattr(object.__getattribute__(self, "_state"), name)
        if name not in object.__getattribute__(self, "_secret"):
            return value
        read = object.__getattribute__(self, "_read")
        if isinstance(value, list):
            return WatchedRows(value, read)
        read.append(name)
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(value, WatchedRows):  # a whole secret row copied to another field
            object.__getattribute__(self, "_read").append(name)
            value = value._rows
        setattr(object.__getattribute__(self, "_state"), name, value)


class WatchedRows:
    """Rows of a secret field: taking a number out is noted, putting one in is not."""

    def __init__(self, rows: list[Any], read: list[str]) -> None:
        self._rows = rows
        self._read = read

    def __getitem__(self, index: int) -> Any:
        row = self._rows[index]
        if isinstance(row, list):
            return WatchedRows(row, self._read)
        self._read.append("a secret")
        return row

    def __setitem__(self, index: int, value: Any) -> None:
        self._rows[index] = value
