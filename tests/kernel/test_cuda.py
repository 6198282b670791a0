"""Rules on a GPU, as far as that can be seen without one: what is compiled, how it is kept, and where states lie."""

import re
from typing import Any

import numpy as np
import pytest

import feint
from feint.bots import simulation_bot
from feint.core.chance import game_seed
from feint.core.rule import MARKED
from feint.kernel.cuda.kernels import PTX_VERSION, Kernel, entry_name, flattened, kind_of
from feint.kernel.cuda.layout import Layout
from feint.lab.cuda_simulation import DeviceSimulation
from kit.games import random_match

NEEDS_COMPILER = "what compiles for GPUs isn't installed: pip install 'feint[gpu]'"


def simulation(name: str, bot: str, **rulings: object) -> DeviceSimulation:
    game = feint.load(name, **rulings).for_simulation()
    return DeviceSimulation(game, [bot] * len(game.seats), 1)


def ptx(of: DeviceSimulation) -> str:
    return of.kernel.ptx(of.arguments(np, 1, 0, 1, 1))


@pytest.mark.parametrize("name", feint.game_names())
def test_rules_and_bots_compile_without_a_gpu(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba_cuda", reason=NEEDS_COMPILER)
    made = simulation(name, simulation_bot(feint.load(name)))
    text = ptx(made)
    assert text.count(".entry") == 1
    assert "play_games" in entry_name(text)
    assert re.search(rf"^\.version {PTX_VERSION}$", text, re.MULTILINE), "what older drivers know"
    assert re.search(r"^\.target sm_75$", text, re.MULTILINE)
    assert ".f64" not in text, "all is done in whole numbers, as on the CPU"
    monkeypatch.setattr(Kernel, "_compile", lambda *_: pytest.fail("it is on the disk"))
    assert ptx(simulation(name, simulation_bot(feint.load(name)))) == text


def test_games_side_by_side_compile_without_a_gpu() -> None:
    pytest.importorskip("numba_cuda", reason=NEEDS_COMPILER)
    from feint.bridges.batch import SAME_STEP
    from feint.bridges.batch_cuda import CudaGames
    from feint.kernel.features import Features

    game = feint.load("minefield-navigator").for_simulation()
    games = CudaGames(game, 1, ["random", None], SAME_STEP, features=Features(game), arrays=np)
    games.compile()
    for kernel, entry in ((games._step_kernel, "make_choices"), (games._row_kernel, "write_rows")):
        [path] = kernel._folder.glob("*.ptx")
        assert entry in entry_name(path.read_text())


def test_what_is_damaged_on_the_disk_is_compiled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba_cuda", reason=NEEDS_COMPILER)
    made = simulation("tower-siege", "random")
    text = ptx(made)
    [path] = made.kernel._folder.glob("*.ptx")
    whole = path.read_text()
    compiled = []
    monkeypatch.setattr(Kernel, "_compile", lambda self, kinds, path: compiled.append(path) or text)
    for damage in (
        "",
        whole[:-1],
        whole.replace("add.s64", "sub.s64", 1),
        whole.replace("feint ptx", "feint  ptx"),
        "\0",
    ):
        path.write_text(damage)
        assert ptx(made) == text
    path.write_bytes(b"\xff" + whole.encode())
    assert ptx(made) == text
    assert compiled == [path] * 6
    path.write_text(whole)
    assert ptx(made) == text
    assert len(compiled) == 6


def test_code_is_kept_for_what_it_was_made_from() -> None:
    """Other players need no other code, since who plays is data; another number of seats does, and so does a new rule."""
    folder = simulation("space-goats", "trader", players=2).kernel._folder
    assert simulation("space-goats", "miser", players=2, shields=3).kernel._folder == folder
    assert simulation("space-goats", "random", players=2).kernel._folder != folder
    assert simulation("space-goats", "trader", players=3).kernel._folder != folder
    game = feint.load("space-goats", players=2)
    assert Kernel(game, lambda: lambda: None, "one")._folder != Kernel(game, lambda: lambda: None, "two")._folder
    assert (
        Kernel(game, lambda: lambda: None, "one")._folder != Kernel(game, lambda: lambda: None, "one", (64, 2))._folder
    )


def test_rules_are_the_same_functions() -> None:
    """A GPU is given the code that stands in a game's folder; only tuples of numbers become arrays of the same numbers."""
    pytest.importorskip("numba_cuda", reason=NEEDS_COMPILER)
    from feint.kernel.cuda.rules import _with_tables

    for name in feint.game_names():
        feint.load(name)
    tables = 0
    for function in MARKED:
        twin: Any = _with_tables(function)
        assert twin.__code__ is function.__code__
        changed = {key for key, value in twin.__globals__.items() if value is not function.__globals__.get(key)}
        tables += len(changed)
        for key in changed:
            assert twin.__globals__[key].tolist() == list(function.__globals__[key])
    assert tables > 0


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize(
    ("name", "rulings"),
    [("tower-siege", {}), ("minefield-navigator", {}), ("space-goats", {"players": 3}), ("dark-frontier", {})],
)
def test_a_state_in_a_gpus_memory(name: str, rulings: dict[str, Any], whole: bool) -> None:
    """What was packed is unpacked again; where rows are read from is where the numbers are; masks hide what is hidden."""
    game = feint.load(name, **rulings)
    layout, schema, seats = Layout(game, whole), game.schema, len(game.seats)
    state = random_match(game, game_seed(3, 1), most=60)._states[-1]
    words = layout.pack(state)
    assert words.dtype == np.uint64
    assert len(words) == layout.words
    kept = {field.name for field in layout.own.fields}
    gone = {field.name for field in schema.fields if field.seen_by not in ("ruling", "data")} - kept
    assert gone == (set() if whole else layout.dropped)
    back = layout.unpack(words)
    for field in layout.own.fields:
        assert getattr(back, field.name) == getattr(state, field.name), field.name
    raw = words.view(np.uint8)
    for seat in range(seats):
        row = schema.seen_row(schema.seen(state, seat), seat)
        for value, place, kind, (field, at) in zip(row, layout.places(seat), schema.row_types, schema.row, strict=True):
            if place is None:
                assert not whole
                assert field.name in gone or (field.by_seat and at[0] >= seats)
                continue
            width = int(kind[1:])
            assert raw[place : place + width].view(kind)[0] == value
        seen = layout.unpack(words & layout.seen_masks()[seat])
        for field in layout.own.fields:
            assert getattr(seen, field.name) == getattr(schema.seen(state, seat), field.name), field.name


def test_how_arguments_are_handed_over() -> None:
    array = type("OnDevice", (), {"ndim": 2, "shape": (3, 4), "strides": (32, 8), "size": 12, "itemsize": 8})()
    array.data, array.dtype = type("Memory", (), {"ptr": 4096})(), np.dtype("i8")
    assert flattened((array, np.int64(7), (np.uint64(8),))) == [0, 0, 12, 8, 4096, 3, 4, 32, 8, 7, 8]
    assert kind_of((array, np.int64(7))) == (tuple, (("int64", 2), "int64"))
