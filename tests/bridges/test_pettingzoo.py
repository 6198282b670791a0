"""The games as PettingZoo environments: its own tests pass, matches are Feint's own, and no agent learns a secret."""

import doctest
import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
from gymnasium import spaces

import feint
from feint.bridges import pettingzoo as bridge
from feint.core.game import Game
from feint.core.match import Match
from feint.core.schema import Schema
from kit.docs import blocks
from kit.games import URN
from kit.paths import ROOT

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # PettingZoo's tests import a game of its own in a way that it calls old itself
    from pettingzoo.test import (
        api_test,
        max_cycles_test,
        parallel_api_test,
        parallel_seed_test,
        render_test,
        seed_test,
    )

GAMES = [*feint.game_names(), URN, URN.with_name("kuhn_poker"), URN.with_name("goofspiel")]
SECRETIVE: list[tuple[str | Path, dict[str, Any], int]] = [  # games that can be dealt anew, and how many matches to try
    ("dark-frontier", {}, 3),
    ("minefield-navigator", {}, 5),
    ("space-goats", {}, 3),
    ("space-goats", {"players": 4}, 2),
    ("terminal-maneuver", {}, 5),
    ("tower-siege", {"length": 5, "stride": 1}, 12),  # where they meet often
    (URN.with_name("kuhn_poker"), {}, 5),
    (URN.with_name("leduc_poker"), {}, 5),
]


def called(game: str | Path) -> str:
    return Path(game).name


every_game = pytest.mark.parametrize("name", GAMES, ids=called)

# What PettingZoo's tests say of environments that aren't on their lists, its own games with masks among them.
expected = [
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be gymnasium.spaces.box",
    "ignore:We recommend agents to be named in the format",  # a seat has the name that the rule book gives it
    "ignore:Action mask is a single number",
]


def quiet(test: Callable[..., None]) -> Callable[..., None]:
    for warning in expected:
        test = pytest.mark.filterwarnings(warning)(test)
    return test


# PettingZoo's own tests.


@quiet
@every_game
def test_pettingzoos_own_tests(name: str | Path) -> None:
    api_test(bridge.env(name), num_cycles=60)
    seed_test(lambda: bridge.env(name), num_cycles=60)
    parallel_api_test(bridge.parallel_env(name), num_cycles=60)
    parallel_seed_test(lambda: bridge.parallel_env(name), num_cycles=60)


@every_game
def test_pettingzoos_render_test(name: str | Path, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: bridge.env(name, render_mode))
    assert capsys.readouterr().out, "the mode for people prints"


class LegalOnly(spaces.Discrete):
    """An action space that is sampled as the mask says: PettingZoo's test of cycles samples without it."""

    def __init__(self, size: int, mask: Callable[[], Any]) -> None:
        super().__init__(size, seed=7)
        self.legal = mask

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        return super().sample(self.legal())


def with_legal_samples(env: Any) -> Any:
    env.reset(seed=7)  # a match that isn't over before it is cut off
    inner = env.unwrapped
    for agent in inner.possible_agents:

        def mask(agent: str = agent) -> Any:
            return seen_by(inner, agent)["action_mask"]

        inner.action_spaces[agent] = LegalOnly(inner.action_spaces[agent].n, mask)
    return env


def seen_by(env: Any, agent: str) -> dict[str, Any]:
    """What an agent sees now, in either kind of environment."""
    if isinstance(env, bridge.OneByOne):
        return env.observe(agent)
    return env._seen(agent, env._legal[agent])


@pytest.mark.parametrize(
    ("name", "rulings"), [("terminal-maneuver", {"fuel": 20}), (URN.with_name("goofspiel"), {"cards": 6})]
)
def test_pettingzoos_test_of_cycles(name: str | Path, rulings: dict[str, Any]) -> None:
    """It is meant for games in which all act in every cycle."""
    max_cycles_test(
        SimpleNamespace(
            env=lambda max_cycles: with_legal_samples(bridge.env(name, max_cycles=max_cycles, **rulings)),
            parallel_env=lambda max_cycles: with_legal_samples(
                bridge.parallel_env(name, max_cycles=max_cycles, **rulings)
            ),
        )
    )


# The same matches as Feint's own.


def play(env: Any, seed: int, most: int = 150) -> Iterator[tuple[str, int]]:
    """Random legal choices, one by one; what each was, after it was made."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    while not (env.terminations[env.agent_selection] or env.truncations[env.agent_selection]) and most:
        agent, most = env.agent_selection, most - 1
        action = int(rng.choice(np.flatnonzero(env.observe(agent)["action_mask"])))
        env.step(action)
        yield agent, action


def follow(match: Match, agent: str, action: int) -> None:
    """The same choice in Feint's own match."""
    match.play(agent, match.legal(agent)[match.legal_numbers(agent).index(action)])


@every_game
def test_a_match_is_the_match_of_that_seed(name: str | Path) -> None:
    env = bridge.raw_env(name)
    for seed in range(3):
        match = env.game.start(seed=seed)
        for agent, action in play(env, seed):
            follow(match, agent, action)
            assert match._states[-1] == env._state
            assert len(match.steps) == env._steps
            if not match.over:
                asked = env.agent_selection
                assert asked in match.pending
                seen = env.observe(asked)
                assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(match.legal_numbers(asked))
        assert match.over == all(env.terminations.values())
        if match.over:
            seats = len(match.game.seats)
            worth = {seat: float((seats * share - 1) / (seats - 1)) for seat, share in match.exact_scores.items()}
            assert env.rewards == worth
            assert abs(sum(env.rewards.values())) < 1e-12
            assert any(env.rewards.values()) or match.unfinished or len(set(match.scores.values())) == 1


@every_game
def test_at_once_it_is_the_same_match(name: str | Path) -> None:
    """Those who owe a choice act at once, the others wait, and the match is again Feint's own."""
    env = bridge.parallel_env(name)
    for seed in range(3):
        rng = np.random.default_rng(seed)
        match = env.game.start(seed=seed)
        seen, _ = env.reset(seed=seed)
        rewards: dict[str, float] = {}
        for _ in range(100):
            if not env.agents:
                break
            owing = [seat for seat in match.game.asked if seat in match.pending]
            for agent in env.agents:
                legal = match.legal_numbers(agent) or [env.wait]
                assert np.flatnonzero(seen[agent]["action_mask"]).tolist() == sorted(legal)
            actions = {
                agent: env.action_space(agent).sample(seen[agent]["action_mask"])
                if rng.random() < 0.5
                else int(rng.choice(np.flatnonzero(seen[agent]["action_mask"])))
                for agent in env.agents
            }
            seen, rewards, terminated, truncated, _ = env.step(actions)
            for seat in owing:
                follow(match, seat, int(actions[seat]))
            assert match._states[-1] == env._state
            assert set(terminated.values()) == {match.over}
            assert not any(truncated.values())
        if match.over:
            assert [reward > 0 for reward in rewards.values()] == [
                share * len(rewards) > 1 for share in match.scores.values()
            ]


def test_asked_in_the_games_order() -> None:
    """Terminal Maneuver asks the laser first, though the missile is its first seat."""
    env = bridge.raw_env("terminal-maneuver")
    asked = [agent for agent, _ in play(env, seed=1)]
    assert asked[:4] == ["laser", "missile", "laser", "missile"]
    assert env.possible_agents == ["missile", "laser"]


def test_a_given_seed_begins_a_run_of_matches() -> None:
    """reset(seed=5) is match 5, and every reset() after it a new match, the same in every run."""

    def mines(env: Any, *seeds: int | None) -> list[int]:
        found = []
        for seed in seeds:
            env.reset(seed=seed)
            found.append(env._state.mined)
        return found

    first, second = bridge.raw_env("minefield-navigator"), bridge.raw_env("minefield-navigator")
    run = mines(first, 5, *[None] * 5)
    assert run == mines(second, None, 5, *[None] * 5)[1:]
    assert len(set(run)) > 3
    assert run[0] == feint.load("minefield-navigator").start(seed=5)._states[-1].mined
    assert len({tuple(mines(bridge.raw_env("minefield-navigator"), *[None] * 4)) for _ in range(3)}) > 1
    with pytest.raises(feint.FeintError, match="out of range"):
        first.reset(seed=-1)


# What an agent gets.


def test_the_observation() -> None:
    env = bridge.raw_env("tower-siege", track="facing", cards=3)
    env.reset(seed=1)
    env.step(3)
    seen = env.observe("P2")
    schema = env.game.schema
    assert seen["observation"].dtype == np.int32, "the smallest that holds a round"
    named = dict(zip(["P1", "P2", *schema.row_names], seen["observation"].tolist(), strict=True))
    assert (named["P1"], named["P2"]) == (0, 1)
    assert (named["position[0]"], named["position[1]"], named["turn"], named["hand[1]"]) == (3, 0, 1, 0b111)
    assert np.flatnonzero(seen["action_mask"]).tolist() == [0, 1, 2, 3]
    assert not env.observe("P1")["action_mask"].any(), "it isn't asked"
    box = env.observation_space("P2")["observation"]
    limits = dict(zip(["P1", "P2", *schema.row_names], zip(box.low, box.high, strict=True), strict=True))
    assert (limits["P1"], limits["turn"], limits["hand[0]"]) == ((0, 1), (0, 1), (0, 0b111))
    assert env.infos == {"P1": {}, "P2": {}}


def test_features() -> None:
    """Agents can be shown bounded floats instead, with names."""
    env = bridge.env("tower-siege", observation="features", cards=3)
    env.reset(seed=1)
    seen, space = env.observe("P2")["observation"], env.observation_space("P2")["observation"]
    assert seen in space
    assert seen.dtype == np.float32
    named = dict(zip(env.unwrapped.observation_names, seen.tolist(), strict=True))
    assert (named["seat=P2"], named["turn=own"], named["turn=+1"], named["hand[own].2"]) == (1, 0, 1, 1)
    parallel_api_test(bridge.parallel_env("tower-siege", observation="features"), num_cycles=50)


def test_rewards_come_at_the_end() -> None:
    env = bridge.env("tower-siege", length=3, stride=2)
    env.reset(seed=1)
    for action in (1, 2):
        env.step(action)
        assert env.last()[1:4] == (0.0, False, False)
    env.step(2)
    told = {}
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        assert not seen["action_mask"].any()
        told[agent] = (reward, terminated, truncated)
        env.step(None)
    assert told == {"P1": (1.0, True, False), "P2": (-1.0, True, False)}
    assert env.agents == []
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.possible_agents)


def test_a_match_without_a_winner_is_worth_nothing() -> None:
    env = bridge.raw_env("tower-siege", turn_limit=1)
    env.reset()
    env.step(0)
    assert env.rewards == {"P1": 0.0, "P2": 0.0}
    assert env.terminations == {"P1": True, "P2": True}
    assert bridge.raw_env("tower-siege").game.rulings["turn_limit"] == 10000, "as programs play it"


def test_waiting() -> None:
    env = bridge.parallel_env("tower-siege")
    seen, _ = env.reset(seed=1)
    assert env.wait == 40
    assert env.action_space("P2").n == 41
    assert np.flatnonzero(seen["P2"]["action_mask"]).tolist() == [40]
    seen, *_ = env.step({"P1": 1, "P2": 40})
    seen, *_ = env.step({"P1": 40, "P2": 1})  # they meet: now both choose
    assert [np.flatnonzero(seen[agent]["action_mask"]).tolist() for agent in ("P1", "P2")] == [[31, 32, 33, 34, 35]] * 2
    env.step({"P1": 34, "P2": 33})
    assert env._state.shown == [4, 3]


@pytest.mark.parametrize("name", feint.game_names())
def test_cut_off_after_so_many_cycles(name: str) -> None:
    """Nobody has won or lost, both kinds of environment stop at the same state, and secrets stay secret."""
    one, all_at_once = bridge.raw_env(name, max_cycles=3), bridge.parallel_env(name, max_cycles=3)
    choices = list(play(one, seed=4))
    assert one.truncations == dict.fromkeys(one.possible_agents, True)
    assert not any(one.terminations.values())
    assert not any(one.rewards.values())
    assert not any(one.observe(agent)["action_mask"].any() for agent in one.agents)
    all_at_once.reset(seed=4)
    truncated: dict[str, bool] = {}
    for _ in range(3):
        assert not any(truncated.values())
        owing = all_at_once._in_order()
        actions = dict.fromkeys(all_at_once.agents, all_at_once.wait)
        for _ in owing:
            agent, action = choices.pop(0)
            actions[agent] = action
        seen, _, terminated, truncated, _ = all_at_once.step(actions)
    assert all(truncated.values())
    assert not any(terminated.values())
    assert not any(row["action_mask"].any() for row in seen.values())
    assert all_at_once.agents == []
    assert choices == []
    assert all_at_once._state == one._state


# Wrong choices.


def test_an_illegal_choice_ends_the_match(caplog: pytest.LogCaptureFixture) -> None:
    env = bridge.env("tower-siege")
    env.reset(seed=1)
    env.step(7)
    told = {}
    for agent in env.agent_iter():
        _, reward, terminated, _, _ = env.last()
        told[agent] = (reward, terminated)
        env.step(None)
    assert told == {"P1": (-1.0, True), "P2": (0.0, True)}
    assert "Illegal move" in caplog.text
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(40)


def test_the_raw_environment_refuses_an_illegal_choice() -> None:
    env = bridge.raw_env("tower-siege")
    env.reset(seed=1)
    before = env.game.schema.copy(env._state)
    for wrong in (7, None, -1):
        with pytest.raises(feint.IllegalChoice, match=f"^P1 can't choose {wrong} now; it can choose 1, 2, 3, 0$"):
            env.step(wrong)
    assert (env._state, env.agent_selection, env._steps) == (before, "P1", 0)


def test_illegal_choices_at_once() -> None:
    env = bridge.parallel_env("terminal-maneuver")
    env.reset(seed=1)
    _, rewards, terminated, truncated, _ = env.step({"missile": env.wait, "laser": env.wait})
    assert rewards == {"missile": -1.0, "laser": -1.0}
    assert all(terminated.values())
    assert all(truncated.values())
    with pytest.raises(feint.IllegalChoice, match=r"^no match is being played: reset\(\) begins one$"):
        env.step({})
    seen, _ = env.reset(seed=1)
    [shot] = np.flatnonzero(seen["laser"]["action_mask"])[:1]
    before = env.game.schema.copy(env._state)
    for wrong in ({"laser": shot}, {"laser": shot, "missile": 99}):
        with pytest.raises(feint.IllegalChoice, match="every agent makes one from 0 to 14, and 14 is to wait$"):
            env.step(wrong)
    assert env._state == before
    _, rewards, *_ = env.step({"laser": shot, "missile": env.wait})
    assert rewards == {"missile": -1.0, "laser": 0.0}


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(feint.FeintError, match="^render_mode can't be 'text': it can be None, human, ansi, rgb_array$"):
        bridge.env("tower-siege", render_mode="text")
    with pytest.raises(feint.FeintError, match="^max_cycles can't be 0: it can be None, or 1 and more$"):
        bridge.parallel_env("tower-siege", max_cycles=0)
    with pytest.raises(feint.BadRuling, match="track can be parallel or facing"):
        bridge.env("tower-siege", track="round")
    with pytest.raises(feint.UnknownGame):
        bridge.env("chess")


# Names.


def test_ids_have_versions() -> None:
    assert bridge.ids()["feint/tower_siege_v1"] == "tower-siege"
    assert list(bridge.ids().values()) == feint.game_names()
    env = bridge.make("feint/tower_siege_v1", track="facing", max_cycles=9)
    assert str(env) == "tower_siege_v1"
    assert env.unwrapped.game.rulings["track"] == "facing"
    assert env.unwrapped.max_cycles == 9
    with pytest.raises(
        feint.UnknownGame, match=r"^there is no environment called feint/tower_siege_v2; there are feint/"
    ):
        bridge.make("feint/tower_siege_v2")


def test_the_version_is_that_of_the_rules(tmp_path: Path) -> None:
    folder = tmp_path / "urn"
    folder.mkdir()
    for file in URN.iterdir():
        if file.is_file():
            (folder / file.name).write_text(file.read_text().replace("version = 1", "version = 3"))
    assert bridge.env(folder).metadata["name"] == "urn_v3"


@pytest.mark.skipif(not hasattr(pettingzoo, "register"), reason="this PettingZoo keeps no list of environments")
def test_pettingzoo_makes_them() -> None:
    env = pettingzoo.make("aec", "feint/tower_siege_v1", track="facing", max_cycles=9)
    assert env.unwrapped.game.rulings["track"] == "facing"
    assert isinstance(pettingzoo.make("parallel", "feint/terminal_maneuver_v1"), bridge.AllAtOnce)


def test_environments_can_be_pickled() -> None:
    """A new one is made in the same way, as PettingZoo's own do it."""
    for env in (bridge.raw_env("tower-siege", max_cycles=5, track="facing"), bridge.parallel_env(URN, "ansi")):
        twin = pickle.loads(pickle.dumps(env))
        assert (twin.game.rulings, twin.max_cycles, twin.render_mode) == (
            env.game.rulings,
            env.max_cycles,
            env.render_mode,
        )
        twin.reset(seed=1)


def test_without_pettingzoo() -> None:
    """Feint works without it; who asks for the bridge is told what to install."""
    code = "import sys; sys.modules['pettingzoo'] = None; import feint, feint.bridges; import feint.bridges.pettingzoo"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert last.endswith("this needs pettingzoo, which isn't installed: pip install 'feint[pettingzoo]'")


# Pictures.


def test_the_board_as_text() -> None:
    env = bridge.env("minefield-navigator", "ansi")
    env.reset(seed=7)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[1]))  # scan step 1
    board = env.render()
    assert "live mines: " in board
    assert "\x1b[" in board, "it has colours, though this is no terminal"


def test_a_board_without_a_screen_is_a_list() -> None:
    env = bridge.env(URN.with_name("kuhn_poker"), "ansi")
    env.reset(seed=7)
    lines = env.render().split("\n")
    assert "round  1" in lines
    assert "card   first: hidden; second: hidden" in lines, "nobody sees a card"


def test_the_board_as_an_image() -> None:
    env = bridge.env("terminal-maneuver", "rgb_array")
    env.reset(seed=7)
    first = env.render()
    assert first.shape == (11 * 20 + 20, 55 * 10 + 20, 3)
    assert first.dtype == np.uint8
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 10, "letters in several colours"
    assert (first == env.render()).all()
    for _ in range(2):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert (first != env.render()).any()


def test_rendering_without_a_mode() -> None:
    env = bridge.raw_env("tower-siege")
    env.reset()
    with pytest.warns(UserWarning, match="needs a render_mode"):
        assert env.render() is None


# Secrets.


def gets(env: Any, agent: str, image: bool = False) -> dict[str, Any]:
    """Everything that an agent gets, as bytes where it can be."""
    facts: dict[str, Any] = {name: row.tobytes() for name, row in seen_by(env, agent).items()}
    env.render_mode = "rgb_array" if image else "ansi"
    facts["picture"] = bytes(env.render()) if image else env.render()
    if isinstance(env, bridge.OneByOne):
        facts |= {"infos": env.infos, "rewards": env.rewards, "asked": env.agent_selection, "agents": env.agents}
        facts |= {"terminations": env.terminations, "truncations": env.truncations}
        if agent == env.agent_selection:
            with pytest.raises(feint.IllegalChoice) as error:
                env.step(-1)
            facts["error"] = str(error.value)
    return facts


def with_state(env: Any, state: Any) -> Any:
    """Another environment in the same place, but for what the state has in it."""
    twin = object.__new__(type(env))
    twin.__dict__ |= env.__dict__
    twin._state = state
    twin._settle()
    if isinstance(env, bridge.OneByOne):
        twin._waiting = [env._numbers[env.agent_selection], *env._waiting]
        twin._ask_next()
    else:
        twin._look()
    return twin


def compare_redealt(game: Game, matches: int, most: int) -> int:
    """Compare what an agent gets in states that it can't tell apart; how many of them were really different."""
    env, different = bridge.raw_env(game.folder, **game.given_options), 0
    at_once = bridge.parallel_env(game.folder, **game.given_options)
    at_once.reset(seed=0)
    for seed in range(matches):
        for turn, _ in enumerate(play(env, seed, most)):
            if all(env.terminations.values()):
                break
            for seat, agent in enumerate(game.seats):
                state = game.schema.copy(env._state)
                game.rules.redeal(state, seat, seed * 1000 + turn * 10 + seat)
                different += state != env._state
                twin = with_state(env, state)
                image = turn == 3
                assert gets(twin, agent, image) == gets(env, agent, image), f"{agent} can tell at turn {turn}"
                pair = with_state(at_once, env._state), with_state(at_once, state)
                assert gets(pair[0], agent) == gets(pair[1], agent), f"{agent} can tell at turn {turn}, at once"
    return different


@pytest.mark.parametrize(("name", "rulings", "matches"), SECRETIVE, ids=[called(name) for name, *_ in SECRETIVE])
def test_what_an_agent_cannot_tell_apart(name: str | Path, rulings: dict[str, Any], matches: int) -> None:
    """TS-R10, TM-R7, MN-R7: observation, mask, infos, picture and error text are the same, byte for byte."""
    game = feint.load(name, **rulings).for_simulation()
    assert compare_redealt(game, matches, most=20) > 3, "there is something to hide"


def test_every_game_with_secrets_is_compared() -> None:
    assert {name for name, *_ in SECRETIVE} >= set(feint.game_names())


def leaking_row(honest: Any) -> Any:
    """Observations in which the last number tells something about what nobody should see."""

    def seen_row(self: Schema, state: Any, seat: int) -> list[int]:
        row = honest(self, state, seat)
        row[-1] = hash(repr([getattr(state, name) for name in sorted(self.secret)])) % 100
        return row

    return seen_row


def leaking_view(honest: Any) -> Any:
    return lambda self, state, seat, over: honest(self, state, seat, over=True)


@pytest.mark.parametrize(
    ("name", "method", "leaking"),
    [
        ("minefield-navigator", "seen_row", leaking_row),
        ("tower-siege", "seen_row", leaking_row),
        ("tower-siege", "see", leaking_view),  # its board draws a card that lies face down for those who may know it
    ],
)
def test_a_leak_would_be_found(name: str, method: str, leaking: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Schema, method, leaking(getattr(Schema, method)))
    with pytest.raises(AssertionError, match="can tell at turn"):
        compare_redealt(feint.load(name).for_simulation(), matches=8, most=20)


@pytest.mark.parametrize(
    "name", ["tower-siege", "terminal-maneuver", "dark-frontier", URN.with_name("goofspiel")], ids=called
)
def test_the_second_does_not_see_what_the_first_chose(name: str | Path) -> None:
    """Of those who owe a choice at the same time: whatever the first chooses, the second gets the same."""
    env, compared = bridge.raw_env(name), 0
    for seed in range(6):
        made: list[int] = []
        for _, action in play(env, seed, 60):
            made.append(action)
            if not env._waiting or len(env._legal) < 2:
                continue
            second, got = env.possible_agents[env._waiting[0]], []
            for choice in env._legal[:4]:
                twin = bridge.raw_env(name)
                twin.reset(seed=seed)
                for earlier in [*made, choice]:
                    twin.step(earlier)
                assert twin.agent_selection == second
                got.append(gets(twin, second))
            assert all(other == got[0] for other in got)
            compared += len(got)
    assert compared > 10


# The document.


def test_the_documents_examples() -> None:
    text = (ROOT / "docs" / "researchers" / "pettingzoo.md").read_text()
    code = "".join(code for _, code in blocks(text, "python"))
    runner = doctest.DocTestRunner()
    runner.run(doctest.DocTestParser().get_doctest(code, {}, "pettingzoo.md", "pettingzoo.md", 0))
    assert runner.failures == 0
    assert runner.tries > 10
    assert "docs/researchers/pettingzoo.md" in (ROOT / "README.md").read_text()
