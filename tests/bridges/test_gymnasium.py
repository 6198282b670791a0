"""The games in Gymnasium: its own checks, the same games as in a match, and nothing seen that a seat may not see."""

import gc
import io
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from copy import copy, deepcopy
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import TimeLimit
from gymnasium.wrappers import vector as vector_wrappers

import feint
from feint.bots import bots_of, choose
from feint.bridges import utilities
from feint.bridges.batch_cpu import CpuGames
from feint.bridges.batch_loop import NOTHING
from feint.bridges.gymnasium import SeatEnv, SeatVectorEnv, register
from feint.bridges.gymnasium import _solvers as solvers
from feint.core.chance import drawn_seat, game_seed
from feint.core.game import Game
from feint.kernel.features import Features
from kit.games import redealt
from kit.paths import EXAMPLE_GAMES, ROOT

LEDUC = EXAMPLE_GAMES / "leduc_poker"
DOCS = ROOT / "docs" / "researchers" / "gymnasium.md"

SMALL_SIEGE = {"length": 4, "cards": 3, "stride": 2}
KINDS: list[tuple[str | Path, dict[str, Any]]] = [
    ("tower-siege", {"seat": "P2", "render_mode": "rgb_array"} | SMALL_SIEGE),
    ("tower-siege", {"opponent": None, "observation": "features"} | SMALL_SIEGE),
    (LEDUC, {"seat": "random"}),
    (LEDUC, {"opponent": None}),
]


def ids(kind: Any) -> str | None:
    return kind.name if isinstance(kind, Path) else None


def legal_choices(infos: dict[str, Any], rng: np.random.Generator) -> Any:
    """An open choice in each game, drawn evenly; 0 where none is open."""
    mask = infos["action_mask"]
    return (rng.random(mask.shape) * mask).argmax(axis=1)


# What Gymnasium checks.


@pytest.mark.parametrize("name", [*feint.game_names(), LEDUC], ids=str)
def test_gymnasiums_own_check(name: str | Path) -> None:
    env = gymnasium.make(register(name))
    check_env(env.unwrapped)
    for seat in env.unwrapped.game.seats:  # type: ignore[attr-defined]
        check_env(gymnasium.make(register(name), seat=seat).unwrapped, skip_render_check=True)
    check_env(gymnasium.make(register(name), opponent=None).unwrapped, skip_render_check=True)


def test_every_game_has_an_id() -> None:
    for name in feint.game_names():
        title = "".join(word.capitalize() for word in name.split("-"))
        assert gymnasium.spec(f"feint/{title}-v{feint.load(name).version}").kwargs == {"game": name}


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
@pytest.mark.parametrize(("name", "more"), KINDS, ids=ids)
def test_many_are_what_gymnasium_makes_of_single_ones(name: str | Path, more: dict[str, Any], mode: str) -> None:
    """Spaces, observations, rewards, ends, infos and pictures are those of SyncVectorEnv.

    With a few illegal choices among them, games that are cut off, and resets of all and of some, with seeds and without.
    """
    games, rng, most = 3, np.random.default_rng(1), 3
    single = dict(more)
    single["render_mode"] = more.get("render_mode", "ansi")
    singles = SyncVectorEnv([lambda: TimeLimit(SeatEnv(name, **single), most)] * games, autoreset_mode=mode)
    many = SeatVectorEnv(name, games, autoreset_mode=mode, max_episode_steps=most, **single)
    for space in ("observation_space", "action_space", "single_observation_space", "single_action_space"):
        assert getattr(singles, space) == getattr(many, space)
    assert many.metadata == singles.metadata
    found: Any = many.reset(seed=5)
    assert data_equivalence(singles.reset(seed=5), found, exact=True)
    counts = dict.fromkeys(("ended", "illegal", "cut", "both"), 0)
    done = np.zeros(games, bool)
    for step in range(120):
        choices = legal_choices(found[-1], rng)
        if step % 9 == 0:
            choices[rng.integers(games)] = rng.integers(many.single_action_space.n)
        reset: dict[str, Any] | None = None
        if step in (40, 80):
            reset = {"seed": [None, 7, 2**64 - 1]} if step == 80 else {}
        elif step % 25 == 0 or (mode == "Disabled" and done.any()):
            mask = done if mode == "Disabled" and done.any() else np.array([False, True, False])
            reset = {"options": {"reset_mask": mask}} | ({"seed": [3, 4, None]} if step % 2 else {})
        if reset is not None:
            found = many.reset(**deepcopy(reset))
            assert data_equivalence(singles.reset(**deepcopy(reset)), found, exact=True)
            done = done & ~reset.get("options", {}).get("reset_mask", np.ones(games, bool))
            continue
        found = many.step(choices)
        assert data_equivalence(singles.step(choices), found, exact=True)
        assert found[0] in many.observation_space
        assert (many.action_masks() == np.stack(singles.call("action_masks"))).all()
        if step % 10 == 0:
            assert data_equivalence(singles.render(), many.render(), exact=True)
        done = found[2] | found[3]
        infos = found[-1].get("final_info", found[-1])
        counts["ended"] += found[2].sum()
        counts["illegal"] += infos.get("illegal", np.zeros(1)).sum()
        counts["cut"] += (found[3] & ~found[2]).sum()
        counts["both"] += (found[3] & found[2]).sum()
    assert counts["ended"] > counts["illegal"] > 0
    assert counts["cut"] + counts["both"]


def test_a_random_seat() -> None:
    """Each game gives the caller a seat by its own seed, all of them as often."""
    envs = SeatVectorEnv("space-goats", 300, seat="random", players=3)
    seen, _ = envs.reset(seed=2)
    seats = seen["observation"][:, :3].argmax(axis=1)
    assert seats.tolist() == [drawn_seat(game_seed(2 + place, 0), 3) for place in range(300)]
    assert min(np.bincount(seats)) > 75
    for _ in range(20):
        seen, *_ = envs.step(legal_choices({"action_mask": seen["action_mask"]}, np.random.default_rng(1)))
    assert (seen["observation"][:, :3].argmax(axis=1) == seats).mean() > 0.9, "a game keeps its seat"


def test_perfect_is_made_once() -> None:
    """However many environments play against it, and it is given up with the last of them."""
    small: dict[str, Any] = {"length": 3, "cards": 2, "stride": 1}
    envs = gymnasium.make_vec(
        "feint/TowerSiege-v1", num_envs=3, vectorization_mode="sync", opponent="perfect", turn_limit=30, **small
    )
    bots = {id(env.unwrapped._bot) for env in envs.envs}  # type: ignore[attr-defined]
    assert len(bots) == 1
    assert id(SeatEnv("tower-siege", "perfect", turn_limit=31, **small)._bot) not in bots
    assert id(SeatEnv("tower-siege", "perfect", turn_limit=30, **small)._bot) in bots
    envs.close()
    del envs
    gc.collect()
    assert not solvers


def test_make_vec() -> None:
    envs = gymnasium.make_vec(
        "feint/TowerSiege-v1", num_envs=3, opponent="random", autoreset_mode=AutoresetMode.SAME_STEP, **SMALL_SIEGE
    )
    assert isinstance(envs, SeatVectorEnv)
    assert envs.game.rulings["length"] == 4
    envs.close()
    sync = gymnasium.make_vec("feint/TowerSiege-v1", num_envs=2, vectorization_mode="sync", **SMALL_SIEGE)
    assert isinstance(sync, SyncVectorEnv)


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_gymnasiums_wrappers(mode: str) -> None:
    """Those that look into infos find what they look for."""
    envs: Any = vector_wrappers.RecordEpisodeStatistics(SeatVectorEnv(LEDUC, 4, autoreset_mode=mode))
    if mode == "NextStep":  # the only one that it can handle
        envs = vector_wrappers.FlattenObservation(envs)
    rng, ended, (_, infos) = np.random.default_rng(1), 0, envs.reset(seed=1)
    for _ in range(20):
        seen, rewards, over, _, infos = envs.step(legal_choices(infos, rng))
        assert seen in envs.observation_space
        assert ("episode" in infos) == over.any()
        if over.any():
            assert (infos["episode"]["r"][over] == rewards[over]).all()
        ended += over.sum()
    assert ended


# The same games as in a match.


class Replay:
    """One place of a vector environment, played again in matches."""

    def __init__(self, game: Game, own: tuple[str, ...], opponent: str | None, run_seed: int) -> None:
        self.game, self.own, self.run_seed = game, own, run_seed
        self.bot = bots_of(game)[opponent] if opponent else None
        self.number = -1
        self.begin()

    def begin(self) -> None:
        self.number += 1
        self.match = self.game.start(seed=game_seed(self.run_seed, self.number))
        self.others_choose()
        if self.match.over:  # before there was a choice to make
            self.begin()

    def others_choose(self) -> None:
        match = self.match
        while not match.over and match.pending[0] not in self.own:
            assert self.bot is not None
            assert match.seed is not None
            match.play(match.pending[0], choose(match, match.pending[0], self.bot, match.seed))

    def row(self, seat: int) -> list[int]:
        there = [int(seat == other) for other in range(len(self.game.seats))]
        return there + self.game.schema.seen_row(self.match._states[-1], seat)


def play_again(name: str | Path, places: int, steps: int, opponent: str | None, **rulings: Any) -> int:
    """Check every row, mask and reward of random play against matches; how many games were over."""
    envs = SeatVectorEnv(name, places, opponent, **rulings)
    game, rng, over = envs.game, np.random.default_rng(3), np.zeros(places, bool)
    own = game.seats[:1] if opponent else game.seats
    replays = [Replay(game, own, opponent, 11 + place) for place in range(places)]
    seen, infos = envs.reset(seed=11)
    ended = 0
    for _ in range(steps):
        choices, new = legal_choices(infos, rng), over
        actors = seen["observation"][:, : len(game.seats)].argmax(axis=1)
        for place, replay in enumerate(replays):
            if new[place]:
                replay.begin()
                continue
            match = replay.match
            assert match.pending[0] == game.seats[actors[place]]
            assert seen["observation"][place].tolist() == replay.row(actors[place])
            legal = match.legal_numbers(match.pending[0])
            assert seen["action_mask"][place].nonzero()[0].tolist() == sorted(legal)
            match.play(match.pending[0], match.legal(match.pending[0])[legal.index(choices[place])])
            replay.others_choose()
        seen, rewards, over, _, infos = envs.step(choices)
        for place, replay in enumerate(replays):
            assert over[place] == replay.match.over
            if not over[place]:
                assert rewards[place] == 0
                continue
            ended += 1
            worth = utilities(game, replay.match._states[-1])
            assert infos["utilities"][place].tolist() == worth
            assert rewards[place] == worth[actors[place]]
            assert seen["observation"][place].tolist() == replay.row(actors[place])
            assert not seen["action_mask"][place].any()
    return ended


@pytest.mark.parametrize(
    ("name", "opponent", "rulings"),
    [
        ("tower-siege", "random", {}),
        ("tower-siege", None, SMALL_SIEGE),
        (LEDUC, "random", {}),
        (LEDUC, None, {"deck": "suits"}),
    ],
    ids=ids,
)
def test_games_are_those_of_a_match(name: str | Path, opponent: str | None, rulings: dict[str, Any]) -> None:
    assert play_again(name, 4, 60, opponent, **rulings) > 10


def test_games_are_those_of_a_match_space_goats() -> None:
    assert play_again("space-goats", 2, 300, None, players=3)


def test_games_are_those_of_a_match_dark_frontier() -> None:
    assert play_again("dark-frontier", 2, 300, None, radius=8)


def test_threads_make_no_difference() -> None:
    """Five parts of an uneven number of games, and one, have the same rows, ends and rewards."""
    games, rng = 207, np.random.default_rng(1)
    one, five = (SeatVectorEnv(LEDUC, games, threads=threads) for threads in (1, 5))
    assert (len(one._games._parts), len(five._games._parts)) == (1, 5)
    found: Any = one.reset(seed=3)
    assert data_equivalence(found, five.reset(seed=3), exact=True)
    for _ in range(20):
        choices = legal_choices(found[-1], rng)
        found = one.step(choices)
        assert data_equivalence(found, five.step(choices), exact=True)
    five.close()


def test_a_seed_is_enough() -> None:
    """The same seed gives the same games again, another seed others, and none others each time."""

    def first_cards(seed: int | None) -> list[int]:
        envs = SeatVectorEnv(LEDUC, 64)
        seen, _ = envs.reset(seed=seed)
        return seen["observation"][:, 2 + envs.game.schema.row_names.index("card")].tolist()  # type: ignore[no-any-return]

    assert first_cards(7) == first_cards(7) != first_cards(1000)
    assert first_cards(None) != first_cards(None)
    assert first_cards(2**64 - 3)[3:] == first_cards(0)[:61], "seeds go round"


def test_against_perfect() -> None:
    """An opponent that thinks plays as it does in a match with the same seed."""
    env: Any = gymnasium.make("feint/TowerSiege-v1", opponent="perfect", length=3, cards=2, stride=1).unwrapped
    observed, info = env.reset(seed=4)
    assert env.game.rulings["turn_limit"] == 10_000
    match, over, worst = env.game.start(seed=game_seed(4, 0)), False, 1.0
    from feint.bots.players import player

    bot = player(feint.load("tower-siege", length=3, cards=2, stride=1), "perfect")
    while not over:
        action = int(info["action_mask"].argmax())
        match.play("P1", match.legal("P1")[match.legal_numbers("P1").index(action)])
        while match.pending and match.pending[0] == "P2":
            match.play("P2", bot.choose(match, "P2", match.seed))
        observed, worst, over, _, info = env.step(action)
        assert observed["observation"].tolist()[2:] == env.game.schema.seen_row(match._states[-1], 0)
    assert match.over
    assert worst == utilities(env.game, match._states[-1])[0]


# What may be seen.

INFOS = {"action_mask", "utilities", "illegal"}


def positions(name: str | Path, opponent: str | None, **rulings: Any) -> list[SeatEnv]:
    """Single environments that ask for a choice, at several points of several games, with all that led there."""
    env, found, rng = SeatEnv(name, opponent, render_mode="ansi", **rulings), [], np.random.default_rng(5)
    _, info = env.reset(seed=1)
    for _ in range(60):
        assert env._match is not None
        twin = copy(env)
        twin._match = env._match.at(len(env._match.steps))
        found.append(twin)
        _, _, over, _, info = env.step(rng.choice(info["action_mask"].nonzero()[0]))
        if over:
            _, info = env.reset()
    return found


def tellable(envs: list[SeatEnv], shown: Callable[[SeatEnv], Any]) -> int:
    """How many of these can be told, by what is shown, from others that the seat should not tell from them."""
    told = 0
    for env in envs:
        assert env._match is not None
        for word in range(4):
            twin = copy(env)
            twin._match = redealt(env._match, env._seat, word)
            told += not data_equivalence(shown(twin), shown(env), exact=True)
    return told


def looked_at(env: SeatEnv) -> Any:
    """All that a caller gets: the observation, info and drawing now, and those after an illegal choice."""
    assert env._match is not None
    observed, info = env._seen(env._match)
    assert set(info) == {"action_mask"}
    now = observed, info, env.render()
    if info["action_mask"].all():
        return now
    lost = copy(env)
    end = lost.step(int(info["action_mask"].argmin()))
    assert set(end[-1]) == INFOS
    return *now, end, lost.render()


SECRETS: list[tuple[str | Path, str | None, dict[str, Any]]] = [
    ("tower-siege", "random", {"seat": "P2"} | SMALL_SIEGE),
    ("tower-siege", None, SMALL_SIEGE),
    (LEDUC, "random", {"seat": "second"}),
    (LEDUC, None, {}),
    ("minefield-navigator", "random", {}),
    ("terminal-maneuver", "random", {"seat": "laser"}),
    ("space-goats", "trader", {"players": 3, "seat": "P2"}),
    ("dark-frontier", "random", {"seat": "attacker", "radius": 8}),
]


@pytest.mark.parametrize(("name", "opponent", "rulings"), SECRETS, ids=ids)
def test_secrets_are_kept(name: str | Path, opponent: str | None, rulings: dict[str, Any]) -> None:
    envs = positions(name, opponent, **rulings)
    assert tellable(envs, lambda env: env._match._states[-1].__reduce_ex__(2)[2][1]), "some are not the same"  # type: ignore[union-attr]
    assert tellable(envs, looked_at) == 0


def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """An observation made from the other seat's row is noticed by the same test."""
    envs = positions(LEDUC, "random", seat="second")
    schema = envs[0].game.schema
    seen_row = type(schema).seen_row
    monkeypatch.setattr(type(schema), "seen", lambda schema, state, seat: state)
    assert tellable(envs, looked_at) == 0, "a row has no more than it should, whatever it is made of"
    monkeypatch.setattr(type(schema), "seen_row", lambda schema, state, seat: seen_row(schema, state, 1 - seat))
    assert tellable(envs, looked_at) > 0


def many_redealt(games: CpuGames, word: int) -> Any:
    """The packed states with what the seat that is asked can't see dealt anew."""
    schema, states = games.game.schema, games._memory.states.copy()
    for place, seat in enumerate(games._slots.asked.tolist()):
        state = schema.unpack(states[place])
        games.game.rules.redeal(state, seat, word + place)
        states[place] = schema.pack(state)[0]
    return states


def look_again(games: CpuGames, states: Any) -> tuple[Any, ...]:
    """All that compiled code writes for such states: as they are asked about now, and after an illegal choice."""
    slots = [*games._slots, games._memory.states]
    before = [array.copy() for array in slots]
    games._memory.states[:] = states
    now = games._run(np.full(games.number, NOTHING))
    games._slots.allowed[:] = 0  # now nothing is allowed
    lost = games.play(np.zeros(games.number, np.int64))
    assert lost.illegal.all()
    for array, there in zip(slots, before, strict=True):
        array[...] = there
    return now.rows, now.open, lost.final_rows, lost.utilities, lost.rows, lost.open


@pytest.mark.parametrize(
    ("name", "opponent", "rulings"),
    [
        ("tower-siege", "random", {"seat": "P2"} | SMALL_SIEGE),
        (LEDUC, "random", {}),
        (LEDUC, None, {}),
        ("space-goats", None, {"players": 3}),
        ("dark-frontier", None, {"radius": 8}),
    ],
    ids=ids,
)
def test_secrets_are_kept_in_many_games(name: str | Path, opponent: str | None, rulings: dict[str, Any]) -> None:
    envs = SeatVectorEnv(name, 32, opponent, autoreset_mode="SameStep", **rulings)
    games, rng, differ = envs._games, np.random.default_rng(1), 0
    _, infos = envs.reset(seed=1)
    for word in range(12):
        *_, infos = envs.step(legal_choices(infos, rng))
        assert {name.removeprefix("_") for name in infos} <= {"action_mask", "final_obs", "final_info"}
        assert {name.removeprefix("_") for name in infos.get("final_info", {})} <= INFOS
        others = many_redealt(games, 1000 * word)
        differ += (others != games._memory.states).sum()
        assert data_equivalence(look_again(games, others), look_again(games, games._memory.states.copy()), exact=True)
    assert differ


def test_a_leak_in_many_games_would_be_found() -> None:
    """With the runs of the other seat, its card is in the row, and the same comparison says so."""
    envs = SeatVectorEnv(LEDUC, 32, seat="second", autoreset_mode="SameStep")
    envs.reset(seed=1)
    games = envs._games
    others = many_redealt(games, 7)
    assert data_equivalence(look_again(games, others), look_again(games, games._memory.states.copy()), exact=True)
    games._columns.runs[:] = games._columns.runs[::-1].copy()
    assert not data_equivalence(look_again(games, others), look_again(games, games._memory.states.copy()), exact=True)


@pytest.fixture
def peeking(tmp_path: Path) -> Path:
    """Leduc poker with two bots of its own: one would fold if it saw that the other's card is higher, one never folds."""
    folder = tmp_path / "peeking_poker"
    shutil.copytree(LEDUC, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "bots.py").write_text(
        '''
from feint.core import Numbers, State, rule


@rule
def peeker(s: State, seat: int, legal: Numbers, count: int, word: int) -> int:
    """Call; but fold to a card that it sees, and raise if it doesn't see its own."""
    if s.card[1 - seat] > 0 and legal[0] == 0:
        return 0
    return 1 if s.card[seat] > 0 else legal[count - 1]


@rule
def raiser(s: State, seat: int, legal: Numbers, count: int, word: int) -> int:
    """Raise while one can."""
    return legal[count - 1]


BOTS = {"peeker": peeker, "raiser": raiser}
'''
    )
    return folder


def test_a_game_of_ones_own_and_its_bots(peeking: Path) -> None:
    """Bots are given what their seat may see, in one game and in many; each name is its own bot."""
    id = register(peeking)
    assert id == "feint/PeekingPoker-v1" == register(peeking)
    paid = slice(2 + feint.load(peeking).schema.row_names.index("paid[0]"), None)
    for opponent, most in (("peeker", 3), ("raiser", 5)):
        env = gymnasium.make(id, opponent=opponent)
        envs = gymnasium.make_vec(id, num_envs=20, opponent=opponent)
        observed, _ = env.reset(seed=1)
        seen, _ = envs.reset(seed=1)
        assert (observed["observation"] == seen["observation"][0]).all()
        observed, _, over, _, _ = env.step(2)
        seen, _, overs, _, _ = envs.step(np.full(20, 2))
        assert not over
        assert not overs.any()
        assert observed["observation"][paid][1] == most
        assert (seen["observation"][:, paid][:, 1] == most).all()
    assert play_again(peeking, 4, 30, "peeker") > 10
    leaking = SeatVectorEnv(peeking, 20, opponent="peeker")
    leaking._games._setting.masks[:] = -1  # all bits may be seen
    leaking.reset(seed=1)
    assert leaking.step(np.full(20, 2))[2].all(), "with a leak, it folds"


# What is refused.


def test_what_is_refused(tmp_path: Path) -> None:
    def refusal(make: Callable[[], Any]) -> str:
        with pytest.raises(feint.FeintError) as error:
            make()
        return str(error.value)

    siege = "tower-siege"
    assert refusal(lambda: SeatVectorEnv(siege, 2, opponent="perfect")) == (
        "perfect can't play many games at once, as only bots can that are compiled with the rules: random"
    )
    assert refusal(lambda: SeatVectorEnv("space-goats", 2, opponent="search:100")).endswith(": random, miser, trader")
    assert "there is no player called nobody here" in refusal(lambda: SeatEnv(siege, opponent="nobody"))
    assert refusal(lambda: SeatEnv(siege, seat="P3")) == "tower-siege has no seat called P3; it has P1, P2"
    assert "chooses for every seat" in refusal(lambda: SeatEnv(siege, opponent=None, seat="P1"))
    assert "render_mode human" in refusal(lambda: SeatEnv(siege, render_mode="human"))
    assert "NextStep, SameStep, Disabled" in refusal(lambda: SeatVectorEnv(siege, 2, autoreset_mode="Never"))
    assert "row or features" in refusal(lambda: SeatEnv(siege, observation="picture"))
    assert "max_episode_steps=0" in refusal(lambda: SeatVectorEnv(siege, 2, max_episode_steps=0))
    assert "at least 1" in refusal(lambda: SeatVectorEnv(siege, 0))
    assert "at least 1" in refusal(lambda: SeatVectorEnv(siege, 2, threads=0))
    assert "no ruling called lenght" in refusal(lambda: gymnasium.make("feint/TowerSiege-v1", lenght=3))
    env, envs = SeatEnv(siege), SeatVectorEnv(siege, 2)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step([0, 0])
    assert "out of range" in refusal(lambda: env.reset(seed=2**64))
    env.reset(seed=1)
    assert "from 0 to 39" in refusal(lambda: env.step(40))
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.reset(options={"reset_mask": np.array([True, False])})
    assert "one for each" in refusal(lambda: envs.reset(seed=[1, 2, 3]))
    for mask in (np.zeros(2, bool), np.ones(3, bool), np.ones(2), [True, False]):
        assert "2 truth values" in refusal(lambda mask=mask: envs.reset(options={"reset_mask": mask}))
    envs.reset(seed=1)
    assert "from 0 to 39" in refusal(lambda: envs.step(np.array([0, 40])))
    assert "one whole number a game, 2 in all" in refusal(lambda: envs.step(np.array([0.0, 1.0])))
    assert "one whole number a game, 2 in all" in refusal(lambda: envs.step([1]))
    twin = tmp_path / "tower_siege"
    shutil.copytree(feint.load(siege).folder, twin)
    assert "feint/TowerSiege-v1 is tower-siege already" in refusal(lambda: register(twin))


def test_an_illegal_choice_loses() -> None:
    """To the others, who share what was lost; and nothing comes after it."""
    env = SeatEnv("space-goats", players=3, seat="P2")
    _, info = env.reset(seed=1)
    before = env._match.view("P2") if env._match else None
    observed, reward, over, cut, info = env.step(int(info["action_mask"].argmin()))
    assert (reward, over, cut, info["illegal"]) == (-0.5, True, False, True)
    assert info["utilities"].tolist() == [0.25, -0.5, 0.25]
    assert not observed["action_mask"].any()
    assert env._match is not None
    assert env._match.view("P2") == before, "the match is as it was, and not open"
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


def test_a_seat_that_is_never_asked() -> None:
    """In the urn only the left seat chooses: that is said, and not waited for for ever. Nor are games that begin over."""
    urn, wanted = EXAMPLE_GAMES / "urn", "1000 games of {} on end were over before there was a choice"
    with pytest.raises(feint.FeintError, match=wanted.format("urn")):
        SeatEnv(urn, seat="right").reset(seed=1)
    envs = SeatVectorEnv(LEDUC, 2)
    envs._games._setting.start["done"] = 1
    with pytest.raises(feint.FeintError, match=wanted.format("leduc-poker")):
        envs.reset(seed=1)


def test_what_is_imported_meanwhile_compiles_nothing_anew() -> None:
    """Compiled code depends on what a module needs, not on what else was imported from a package that it needs."""
    code = (
        "from feint.kernel.fingerprint import sources_of; from feint.bridges.batch_cpu import CpuGames; before = sources_of(CpuGames.__module__); "
        "import feint.bots.search, feint.bots.perfect; assert sources_of(CpuGames.__module__) == before; "
        "names = {file.stem for file in before}; assert {'batch', 'simulation_loop', 'chance'} <= names; assert 'search' not in names"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_without_gymnasium() -> None:
    code = "import sys; sys.modules['gymnasium'] = None; import feint.bridges.gymnasium"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith(
        "MissingExtra: this needs gymnasium, which isn't installed: pip install 'feint[gymnasium]'"
    )


def test_what_the_document_shows() -> None:
    """The examples run, and what the last of them prints is what stands there."""
    found = re.findall(r"```(\w*)\n(.*?)```", DOCS.read_text(), re.DOTALL)
    first, features, many, learning = (code for language, code in found if language == "python")
    shown, said = io.StringIO(), io.StringIO()
    names: dict[str, Any] = {}
    with redirect_stdout(shown):
        exec(first + features + many, names)
    assert shown.getvalue() == next(code for language, code in found if not language)
    with redirect_stdout(said):
        exec(learning, {})
    assert said.getvalue() == found[-1][1]
    goats = Features(feint.load("space-goats"))
    assert (
        f"{len(goats.game.schema.row):,} numbers of Space Goats for two, {len(goats.numbers)} are" in DOCS.read_text()
    )
    assert f"which make {len(goats.names)} features" in DOCS.read_text()
    before, after = (float(line.split()[-1]) for line in said.getvalue().splitlines())
    assert after > before + 0.5
