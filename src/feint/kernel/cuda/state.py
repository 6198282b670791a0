"""A state as Numba's CUDA target knows it: one name for each field of the schema, whichever memory it lies in."""

from collections.abc import Callable
from math import prod
from operator import getitem, setitem
from typing import Any

from numba.cuda import types
from numba.cuda.cgutils import create_struct_proxy, get_record_member
from numba.cuda.cudadecl import registry as typing_registry
from numba.cuda.cudaimpl import registry as lowering_registry
from numba.cuda.datamodel.models import OpaqueModel, PointerModel
from numba.cuda.extending import intrinsic, models, register_model
from numba.cuda.np.arrayobj import record_getattr, record_setattr
from numba.cuda.np.numpy_support import from_dtype
from numba.cuda.typing.templates import AbstractTemplate, AttributeTemplate, signature

from feint.core.events import TOLD
from feint.kernel.cuda.layout import Records


class StateType(types.Type):  # type: ignore[misc]  # Numba has no types
    """A game's state: what can change is the game's own, what can't is shared by all games."""

    def __init__(self, layout: Records) -> None:
        self.own = from_dtype(layout.own.dtype)
        self.fixed = from_dtype(layout.fixed.dtype)
        self.dropped = layout.dropped
        super().__init__(name=f"State{layout.key}")  # short: it is in the name of every compiled rule

    def record_of(self, name: str) -> str | None:
        """Which of the two records a field is in."""
        return next((record for record in ("own", "fixed") if name in getattr(self, record).fields), None)


class RowType(types.Type):  # type: ignore[misc]
    """A row of numbers in a state, or rows of them: an address, since how long it is never changes.

    Unlike an array it can't be counted from its end, which no rule does: a check that is made for every number costs
    more than reading it.
    """

    def __init__(self, dtype: Any, shape: tuple[int, ...]) -> None:
        self.dtype = dtype
        self.shape = shape
        super().__init__(name=f"Row({dtype}, {shape})")

    @property
    def item(self) -> Any:
        """What it is a row of."""
        return self.dtype if len(self.shape) == 1 else RowType(self.dtype, self.shape[1:])


class Nowhere(types.Type):  # type: ignore[misc]
    """Where the numbers go that only a log would be made from."""

    def __init__(self) -> None:
        super().__init__(name="Nowhere")


NOWHERE = Nowhere()


@register_model(StateType)
class StateModel(models.StructModel):  # type: ignore[misc]
    """Two pointers."""

    def __init__(self, manager: Any, type: StateType) -> None:
        super().__init__(manager, type, [("own", type.own), ("fixed", type.fixed)])


register_model(RowType)(PointerModel)
register_model(Nowhere)(OpaqueModel)


def state_over(layout: Records) -> Callable[[Any, Any], Any]:
    """A function for kernels: makes a state of two arrays of words, the game's own and what never changes."""
    state_type = StateType(layout)

    @intrinsic
    def state(typing_context: Any, own: Any, fixed: Any) -> Any:
        def make(context: Any, builder: Any, sig: Any, values: Any) -> Any:
            made = create_struct_proxy(state_type)(context, builder)
            for part, array_type, value in zip(("own", "fixed"), sig.args, values, strict=True):
                data = context.make_array(array_type)(context, builder, value).data
                setattr(made, part, builder.bitcast(data, context.get_value_type(getattr(state_type, part))))
            return made._getvalue()

        return state_type(own, fixed), make

    return state  # type: ignore[no-any-return]


@typing_registry.register_attr
class StateFields(AttributeTemplate):  # type: ignore[misc]
    """What the fields of a state are."""

    key = StateType

    def generic_resolve(self, state: StateType, name: str) -> Any:
        """The type of a field."""
        if name in state.dropped:
            return types.int64 if name == TOLD else NOWHERE
        record = state.record_of(name)
        kind = None if record is None else getattr(state, record).typeof(name)
        return RowType(kind.dtype, kind.shape) if isinstance(kind, types.NestedArray) else kind


@lowering_registry.lower_getattr_generic(StateType)
def read_field(context: Any, builder: Any, state: StateType, value: Any, name: str) -> Any:
    """Read a field, as a record's."""
    if name in state.dropped:
        return context.get_constant(types.int64, 0) if name == TOLD else context.get_dummy_value()
    record = str(state.record_of(name))
    pointer, kind = getattr(create_struct_proxy(state)(context, builder, value), record), getattr(state, record)
    if not isinstance(kind.typeof(name), types.NestedArray):
        return record_getattr(context, builder, kind, pointer, name)
    return get_record_member(builder, pointer, kind.offset(name), context.get_data_type(kind.typeof(name).dtype))


@lowering_registry.lower_setattr_generic(StateType)
def write_field(context: Any, builder: Any, sig: Any, values: Any, name: str) -> None:
    """Write a field, as a record's."""
    state, kind = sig.args
    if name in state.dropped:
        return
    record = str(state.record_of(name))
    pointer = getattr(create_struct_proxy(state)(context, builder, values[0]), record)
    record_setattr(context, builder, signature(types.none, getattr(state, record), kind), (pointer, values[1]), name)


@typing_registry.register_global(getitem)
class ReadRow(AbstractTemplate):  # type: ignore[misc]
    """A number of a row, or a row of several."""

    def generic(self, args: Any, kws: Any) -> Any:
        """The row, and which."""
        there = isinstance(args[0], RowType) and isinstance(args[1], types.Integer)
        return signature(args[0].item, args[0], types.unliteral(args[1])) if there else None


@typing_registry.register_global(setitem)
class WriteRow(AbstractTemplate):  # type: ignore[misc]
    """A number of a row, written."""

    def generic(self, args: Any, kws: Any) -> Any:
        """The row, which of it, and what."""
        row, at, value = args
        there = isinstance(row, RowType) and len(row.shape) == 1
        if there and isinstance(at, types.Integer) and isinstance(value, types.Integer | types.Boolean):
            return signature(types.none, row, types.unliteral(at), types.unliteral(value))
        return None


def _item(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    """The address of what is in a place."""
    row, at = sig.args[:2]
    place = context.cast(builder, values[1], at, types.intp)
    return builder.gep(values[0], [builder.mul(place, context.get_constant(types.intp, prod(row.shape[1:])))])


@lowering_registry.lower(getitem, RowType, types.Integer)
def read_item(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    """Read a number, or find a row."""
    item = _item(context, builder, sig, values)
    return item if isinstance(sig.return_type, RowType) else context.unpack_value(builder, sig.return_type, item)


@lowering_registry.lower(setitem, RowType, types.Integer, types.Any)
def write_item(context: Any, builder: Any, sig: Any, values: Any) -> None:
    """Write a number."""
    value = context.cast(builder, values[2], sig.args[2], sig.args[0].dtype)
    context.pack_value(builder, sig.args[0].dtype, value, _item(context, builder, sig, values))


@typing_registry.register_global(setitem)
class WriteNowhere(AbstractTemplate):  # type: ignore[misc]
    """A number that goes nowhere."""

    def generic(self, args: Any, kws: Any) -> Any:
        """What it is written to, where, and what."""
        return signature(types.none, *args) if args[0] == NOWHERE else None


@lowering_registry.lower(setitem, Nowhere, types.Any, types.Any)
def write_nowhere(context: Any, builder: Any, sig: Any, values: Any) -> None:
    """Nothing happens."""
