"""The protocol's types as Pydantic models: requests are checked by them, and `/openapi.json` describes answers."""

from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints, is_typeddict

from pydantic import BaseModel, ConfigDict, Field, create_model

from feint.core.fairness import COMMITMENT, STRING
from feint.core.game import game_names
from feint.protocol import CHOICE_LENGTH, LESSON_CHOICES, NAME, SEATS, TOKEN

MOST_STEPS = 1_000_000  # of any match


class Strict(BaseModel):
    """What the protocol says, and nothing else."""

    model_config = ConfigDict(strict=True, extra="forbid")


class NewTable(Strict):
    """`protocol.NewTable`, with limits."""

    game: Annotated[str, Field(max_length=64, json_schema_extra=lambda schema: schema.update(enum=[*game_names()]))]
    rulings: Annotated[dict[str, str | int | None], Field(max_length=64)] = {}
    bots: Annotated[dict[str, Annotated[str, Field(pattern=f"^{NAME}$")]], Field(max_length=SEATS)] = {}
    public: bool = True
    clock: Annotated[dict[str, int | float], Field(max_length=4)] | None = None


class TakeSeat(Strict):
    """`protocol.TakeSeat`, with limits."""

    string: Annotated[str, Field(pattern=f"^{STRING}$")] | None = None
    commitment: Annotated[str, Field(pattern=f"^{COMMITMENT}$")] | None = None
    token: Annotated[str, Field(pattern=f"^{TOKEN}$")] | None = None


class CancelTable(Strict):
    """`protocol.CancelTable`, with limits."""

    tokens: Annotated[list[Annotated[str, Field(pattern=f"^{TOKEN}$")]], Field(min_length=1, max_length=SEATS)]


class TakeLesson(Strict):
    """`protocol.TakeLesson`, with limits."""

    choices: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=CHOICE_LENGTH)]], Field(max_length=LESSON_CHOICES)
    ] = []


class SentRecord(Strict):
    """`protocol.SentRecord`. How large it may be is the server's limit on requests."""

    record: str


class SentRecordSteps(SentRecord):
    """`protocol.SentRecordSteps`, with limits."""

    seat: Annotated[str, Field(pattern=f"^{NAME}$")] | None = None


class NewBranch(Strict):
    """`protocol.NewBranch`, with limits."""

    step: Annotated[int, Field(ge=0, le=MOST_STEPS)]
    bots: Annotated[dict[str, Annotated[str, Field(pattern=f"^{NAME}$")]], Field(max_length=16)]
    open: bool = False


class SentRecordBranch(NewBranch, SentRecord):
    """`protocol.SentRecordBranch`, with limits."""


class SolvePuzzle(Strict):
    """`protocol.SolvePuzzle`, with limits."""

    choice: Annotated[str, Field(min_length=1, max_length=CHOICE_LENGTH)]


def model_of(hint: Any) -> Any:
    """A type with models in place of all TypedDicts in it. (Pydantic takes those of `typing` from Python 3.12 on.)"""
    if is_typeddict(hint):
        return _model(hint)
    parts = tuple(model_of(part) for part in get_args(hint))
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return Union[parts]  # noqa: UP007  # the parts are known only now
    return origin[parts] if origin in (list, dict) else hint


@cache
def _model(shape: Any) -> type[BaseModel]:
    fields: dict[str, Any] = {
        name: (model_of(hint), ... if name in shape.__required_keys__ else None)
        for name, hint in get_type_hints(shape).items()
    }
    return create_model(shape.__name__, __base__=Strict, __doc__=shape.__doc__, **fields)
