"""Players of one's own: wherever bots can sit, with what their seat may see, and with errors that cost nobody a match."""

import random
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import feint
import feint.bridges.gymnasium
from feint.bots.own_player import Asked, OwnPlayer, PlayerFailed
from feint.bots.players import any_player, check_player
from feint.bridges.gymnasium import SeatEnv
from feint.core.errors import FeintError
from feint.kernel.learner_input import LearnerInput
from feint.lab import simulate
from feint.lab.shards import LocalWorkers, Played, Shard, play_shard
from feint.lab.tournament import run_tournament
from feint.terminal.local_play import LocalMatch
from kit.games import random_match, redealt
from kit.terminal import Person, run

AGENTS = '''
"""Agents for tests."""

import os, sys

class First:
    def choose(self, view, legal, rng):
        return legal[0]

class Fails:
    def choose(self, view, legal, rng):
        if view["round"] > 1:
            raise ZeroDivisionError("no\\n\\x1b[2Jmore")
        return legal[-1]

class Leaves:
    def choose(self, view, legal, rng):
        raise SystemExit

class Talks:
    def choose(self, view, legal, rng):
        print("I hold", legal)
        print("I hold", legal, file=sys.stderr)
        for stream in (sys.stdout, sys.stderr):
            os.write(stream.fileno(), b"I hold them")
        return legal[0]

def last(view, legal, rng):
    return legal[-1]

NOBODY = 5
'''


@pytest.fixture
def agents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module of agents in the folder one stands in."""
    (tmp_path / "my_agents.py").write_text(AGENTS)
    (tmp_path / "broken.py").write_text("import nothing_of_that_name\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    for name in ("my_agents", "broken"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return "my_agents"


class Uniform:
    """Plays as `random` does, by the same random words."""

    def __init__(self) -> None:
        self.views: list[dict[str, Any]] = []

    def choose(self, view: dict[str, Any], legal: list[str], rng: random.Random) -> str:
        self.views.append(view)
        return legal[rng.randrange(len(legal))]


class Batched:
    """Takes many positions in one call."""

    def __init__(self) -> None:
        self.calls: list[int] = []

    def choose_many(self, views: list[Any], legal: list[list[str]], rngs: list[random.Random]) -> list[str]:
        self.calls.append(len(views))
        return [choices[0] for choices in legal]


class Mixed:
    """Says its chances by text."""

    def policy(self, view: dict[str, Any], legal: list[str]) -> dict[str, float]:
        return {legal[0]: 0.75, legal[-1]: 0.25} if len(legal) > 1 else {legal[0]: 1.0}


@pytest.mark.parametrize("name", feint.game_names())
def test_it_is_given_what_its_seat_sees_and_nothing_else(name: str) -> None:
    """The same views, choices and random numbers in two matches that its seat can't tell apart."""
    game, given = feint.load(name), []

    class Watcher:
        def choose(self, *all_given: Any) -> str:
            given.append(all_given)
            return str(all_given[1][0])

    looked = 0
    for seed in range(24):
        match = random_match(game, seed, most=1 + seed % 12)
        if match.over or not game.can_redeal:
            continue
        seat, given[:] = match.pending[0], []
        number = game.seat_number(seat)
        for one in (match, redealt(match, number, seed)):
            OwnPlayer(Watcher()).choose(one, seat, 3)
        (view, legal, rng), (other_view, other_legal, other_rng) = given
        assert view == other_view == match.view(seat)
        assert legal == other_legal == match.legal(seat)
        assert rng.getstate() == other_rng.getstate()
        assert type(view) is dict
        view.clear()
        legal.clear()  # what it does with them is its own matter
        assert match.view(seat) == other_view
        looked += 1
    assert looked > 2


@pytest.mark.parametrize("name", ["tower-siege", "minefield-navigator", "space-goats", "dark-frontier"])
def test_a_simulation_with_any_players_counts_as_the_compiled_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same games, once choice by choice through the door for any player, once compiled."""
    game, games = feint.load(name), 30 if name != "dark-frontier" else 6
    compiled = simulate(game, games, dict.fromkeys(game.seats, "random"), seed=5)

    class Here(LocalWorkers):
        """Plays in this process, where everyone has been made to think."""

        def play(self, shards: Iterable[Shard]) -> Played:
            return ((shard, play_shard(shard)) for shard in shards)

    monkeypatch.setattr("feint.lab.simulation.LocalWorkers", Here)
    monkeypatch.setattr("feint.lab.seating.is_rule_bot", lambda game, who: False)
    slow = simulate(game, games, dict.fromkeys(game.seats, "random"), seed=5)
    assert replace(slow, seconds=1) == replace(compiled, seconds=1)


def test_one_match(agents: str) -> None:
    match = feint.play("tower-siege", {"P1": "my_agents:First", "P2": Uniform()}, seed=4)
    assert match.over
    assert match.seats == {"P1": "my_agents:First", "P2": "Uniform"}
    assert all(step.text in ("1", "card 1") for step in match.steps if step.seat == 0 and step.round == 1)
    assert feint.replay(match.record()).record() == match.record()
    assert feint.play("tower-siege", {"P1": "my_agents:First", "P2": Uniform()}, seed=4).steps == match.steps


def test_it_plays_a_tournament(agents: str) -> None:
    game = feint.load("terminal-maneuver")
    report = run_tournament(game, ["random", "my_agents:First", Batched(), Mixed()], 16, seed=1)
    assert {standing.bot for standing in report.standings} == {"random", "my_agents:First", "Batched", "Mixed"}
    by_path = run_tournament(game, ["random", "my_agents:First"], 16, seed=1, processes=2)
    assert by_path.pairings[0] == report.pairings[0]


def test_one_that_takes_many_gets_many() -> None:
    agent = Batched()
    report = simulate(feint.load("tower-siege", turn_limit=30), 128, {"P1": agent, "P2": "random"}, seed=2)
    assert report.games == 128
    assert report.bots == {"P1": "Batched", "P2": "random"}
    assert max(agent.calls) >= 64
    alone = OwnPlayer(agent)
    matches = [feint.load("tower-siege").start(seed=n) for n in range(5)]
    asked = [Asked(match, "P1", 0) for match in matches]
    assert alone.choose_many(asked) == [alone.choose(*one) for one in asked]


def test_a_policy_is_what_it_plays() -> None:
    """Its chances, within four standard errors."""
    match, player = feint.load("tower-siege").start(seed=1), OwnPlayer(Mixed())
    assert player.chances(match, "P1") == [0.75, 0, 0, 0.25]
    chosen = [player.choose(match, "P1", seed) for seed in range(2000)]
    assert set(chosen) == {"1", "rest"}
    assert abs(chosen.count("1") / 2000 - 0.75) < 4 * (0.75 * 0.25 / 2000) ** 0.5


def test_it_is_an_opponent_in_gymnasium(agents: str) -> None:
    for opponent in ("my_agents:First", Uniform(), Mixed()):
        env = gymnasium.make("feint/TowerSiege-v1", opponent=opponent, seat="P2")
        _, info = env.reset(seed=3)
        for _ in range(400):
            _, _, over, _, info = env.step(int(info["action_mask"].nonzero()[0][0]))
            if over:
                break
        assert over
    with pytest.raises(FeintError, match="use SyncVectorEnv for it"):
        gymnasium.make_vec("feint/TowerSiege-v1", num_envs=2, opponent=Uniform())


class Wrong:
    """Chooses as it is told."""

    def __init__(self, choice: Any) -> None:
        self.choice = choice

    def choose(self, view: Any, legal: Any, rng: Any) -> Any:
        return self.choice


class WrongPolicy:
    def __init__(self, given: Any) -> None:
        self.given = given

    def policy(self, view: Any, legal: Any) -> Any:
        return self.given


class WrongMany:
    def choose_many(self, views: Any, legal: Any, rngs: Any) -> Any:
        return 5


SOME = "1, 2, 3, rest"


@pytest.mark.parametrize(
    ("agent", "why"),
    [
        (Wrong("4"), f"Wrong couldn't play P1 in round 1: it chose '4', which is none of {SOME}"),
        (Wrong(None), f"Wrong couldn't play P1 in round 1: it chose None, which is none of {SOME}"),
        (Wrong("\x1b[2J"), "it chose '\\\\x1b\\[2J', which is none of"),
        (WrongPolicy([0.5, 0.5]), f"its policy isn't a chance for each of {SOME} that add up to 1"),
        (WrongPolicy([1, 1, -1, 0]), "its policy isn't a chance for each"),
        (WrongPolicy([float("nan"), 1, 0, 0]), "its policy isn't a chance for each"),
        (WrongPolicy([0.2, 0.2, 0.2, 0.2]), "its policy isn't a chance for each"),
        (WrongPolicy({"1": 0.5, "4": 0.5}), f"its policy names '4', which is none of {SOME}"),
        (WrongPolicy(None), "its policy isn't a chance for each"),
        (WrongMany(), "asked for 1 positions at once, it didn't answer with a list of so many"),
    ],
)  # fmt: skip
def test_what_it_does_wrong_is_one_sentence(agent: Any, why: str) -> None:
    with pytest.raises(PlayerFailed, match=why) as failed:
        feint.play("tower-siege", {"P1": agent})
    assert "\n" not in str(failed.value)
    assert failed.value.match is not None
    assert not failed.value.match.over
    assert failed.value.match.legal("P1") == SOME.split(", ")


def test_what_it_raises_is_one_sentence(agents: str) -> None:
    with pytest.raises(
        PlayerFailed, match=r"Fails couldn't play P2 in round 2: .*ZeroDivisionError: no \?\[2Jmore$"
    ) as f:
        feint.play("tower-siege", {"P1": "random", "P2": "my_agents:Fails"}, seed=1)
    assert isinstance(f.value.__cause__, ZeroDivisionError)
    with pytest.raises(PlayerFailed, match="it raised SystemExit$"):
        feint.play("tower-siege", {"P2": "my_agents:Leaves"})


def test_games_that_were_played_before_it_failed_count() -> None:
    class Later:
        games = 0

        def choose(self, view: Any, legal: list[str], rng: Any) -> str:
            Later.games += view["round"] == 1
            if Later.games > 60:
                raise OSError("the network is down")
            return legal[0]

    report = run_tournament(feint.load("terminal-maneuver"), ["random", Later()], 200, seed=1)
    assert report.interrupted
    assert "Later couldn't play" in report.note
    assert 0 < report.pairings[0].games < 200
    assert report.to_json()["note"] == report.note


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("nowhere:Agent", "there is no module nowhere here or on Python's path"),
        ("my_agents:Agent", "my_agents has no Agent"),
        ("my_agents:NOBODY", "my_agents:NOBODY can't play: a player has a method choose"),
        ("broken:Agent", "broken:Agent can't be loaded: ModuleNotFoundError: No module named 'nothing_of_that_name'"),
        ("my_agents:Agent:x", "there is no player called my_agents:Agent:x here; .* or one of your own as my_agent:Agent"),
        ("nobody", "there is no player called nobody here; .* or one of your own as my_agent:Agent"),
        ("missing.onnx", "there is no file missing.onnx"),
    ],
)  # fmt: skip
def test_what_cannot_be_loaded_is_refused(agents: str, path: str, why: str) -> None:
    with pytest.raises(FeintError, match=why):
        simulate(feint.load("tower-siege"), 1, {"P1": path})


def test_a_function_can_play(agents: str) -> None:
    assert any_player(feint.load("tower-siege"), "my_agents:last").choose(
        feint.load("tower-siege").start(seed=1), "P1", 1
    ) == ("rest")


def test_names_that_others_give_load_nothing(agents: str, tmp_path: Path) -> None:
    """A client's bot is looked for among the game's, and a record's player isn't run unless it is asked for."""
    (tmp_path / "trap.py").write_text("raise SystemExit('this was run')")
    with pytest.raises(FeintError, match="there is no player called trap:Agent here"):
        check_player(feint.load("tower-siege"), "trap:Agent")
    record = tmp_path / "trap.feint"
    match = feint.load("tower-siege").start(seed=1, seats={"P2": "trap:Agent"})
    record.write_text(match.record())
    done = run("play", "--resume", str(record))
    assert done.returncode == 2
    assert done.stderr == "feint: trap:Agent plays P2 of this match; add --seat P2=trap:Agent if you want that\n"
    assert "trap" not in sys.modules


def test_at_the_terminal(agents: str, tmp_path: Path) -> None:
    """It sits opposite a person; when it fails, the match is saved, and goes on when it has been mended."""
    person = Person("play", "tower-siege", "--seat", "P2=my_agents:Fails", "--seed", "1", "--record", "x", cwd=tmp_path)
    person.moves("1")
    person.moves("1")
    person.child.expect("Continue with: (.*?)\r\n")
    assert "--seat P2=my_agents:Fails" in person.child.match[1]
    person.child.expect("feint: my_agents:Fails couldn't play P2 in round 2: it raised ZeroDivisionError")
    (tmp_path / "my_agents.py").write_text(AGENTS.replace('view["round"] > 1', "False"))
    again = Person("play", "--resume", "x", "--seat", "P2=my_agents:Fails", cwd=tmp_path)
    assert again.quits() == 0


@pytest.mark.parametrize("opposite", ["human", "random"])
def test_what_a_player_prints_is_not_for_people_opposite(agents: str, opposite: str, tmp_path: Path) -> None:
    """It may be about the player's cards, and both look at one screen; where only programs play, it is shown."""
    seats = ["--seat", "P1=my_agents:Talks", "--seat", f"P2={opposite}"]
    done = run("play", "tower-siege", "--rule", "turn_limit=2", "--record", "x", *seats, typed="rest\nquit\n")
    assert "Saved to x" in done.stdout
    assert "Player 2's Turn:" in done.stdout, "what comes after it is shown"
    for shown in (done.stdout, done.stderr):
        assert ("I hold" in shown) == (opposite == "random")


def test_a_person_is_not_told_what_the_failing_player_holds(tmp_path: Path) -> None:
    """Its choices, and what its error says, may name its cards; the match goes on another time."""
    text = "class Wrong:\n    def choose(self, view, legal, rng):\n        {}\n"
    for number, fails in enumerate(("return 'card 77'", "raise KeyError(f'I hold {legal}')")):
        (tmp_path / "wrong_agents.py").write_text(text.format(fails))
        person = Person(
            "play", "space-goats", "--seed", "1", "--seat", "P1=wrong_agents:Wrong", "--record", f"x{number}",
            cwd=tmp_path,
        )  # fmt: skip
        person.child.expect(r"feint: wrong_agents:Wrong couldn't play P1 in round 1: (.*)\r\n")
        said = person.child.match[1]
        assert said.startswith(("it chose what it can't", "it raised KeyError;"))
        assert "none of" not in said
        assert "hold [" not in said


def test_on_the_command_line(agents: str) -> None:
    done = run("sim", "tower-siege", "--games", "20", "--seat", "P1=my_agents:First", "--seed", "1")
    assert done.returncode == 0, done.stderr
    assert "20 games with P1=my_agents:First, P2=random" in done.stdout
    done = run("tournament", "tower-siege", "--bots", "random,my_agents:First", "--games", "8", "--processes", "1")
    assert done.returncode == 0, done.stderr
    assert "my_agents:First" in done.stdout


# ONNX.


def model(path: Path, width: int, actions: int, masked: bool, scores: float = 0.0) -> Path:
    """A network of one layer: each choice's score is its number, or `scores` times that."""
    from onnx import TensorProto, helper, numpy_helper, save

    weights = numpy_helper.from_array(np.zeros((width, actions), np.float32), "weights")
    bias = numpy_helper.from_array((scores * np.arange(actions)).astype(np.float32), "bias")
    inputs = [helper.make_tensor_value_info("observation", TensorProto.FLOAT, ["n", width])]
    nodes = [
        helper.make_node("MatMul", ["observation", "weights"], ["product"]),
        helper.make_node("Add", ["product", "bias"], ["logits" if not masked else "sum"]),
    ]
    if masked:
        inputs.append(helper.make_tensor_value_info("action_mask", TensorProto.FLOAT, ["n", actions]))
        nodes.append(helper.make_node("Mul", ["sum", "action_mask"], ["logits"]))
    output = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["n", actions])
    graph = helper.make_graph(nodes, "policy", inputs, [output], [weights, bias])
    opset = helper.make_operatorsetid("", 17)
    save(helper.make_model(graph, opset_imports=[opset], ir_version=9), path)
    return path


@pytest.mark.parametrize("masked", [False, True])
def test_a_network_plays(tmp_path: Path, masked: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    game = feint.load("tower-siege")
    width = len(game.seats) + len(game.schema.row_types)
    model(tmp_path / "policy.onnx", width, game.rules.ACTIONS, masked, scores=50.0)
    player = any_player(game, "policy.onnx")
    match = game.start(seed=1)
    assert player.choose(match, "P1", 1) == "3"  # the highest number of those that are open
    model(tmp_path / "policy.onnx", width, game.rules.ACTIONS, masked)
    assert any_player(game, "policy.onnx").chances(match, "P1") == [0.25] * 4
    report = simulate(game, 64, {"P1": "policy.onnx", "P2": "random"}, seed=1)
    assert report.games == 64


@pytest.mark.parametrize(("name", "width"), [("features", "n_features"), ("features", 30), ("obs", 30), ("obs", 17)])
def test_a_network_is_given_what_it_learned_from(tmp_path: Path, name: str, width: Any) -> None:
    """By its input's name, or else its width. Tower Siege's features reckon with the end that Gymnasium's games have."""
    game, numbers = feint.load("tower-siege", length=8), 17 if width == 17 else 30
    env = SeatEnv("tower-siege", length=8, observation="row" if width == 17 else "features", opponent=None)
    player = any_player(game, str(taps(tmp_path / "a.onnx", name, width, numbers, game.rules.ACTIONS)))
    given = LearnerInput(game, "row" if width == 17 else "features")
    seen, info = env.reset(seed=1)
    match = game.start(seed=1)
    for action in (1, 0, 1, 0):
        assert given.names == env.unwrapped.observation_names
        view = match.view(match.pending[0])
        assert given.of_view(view) == pytest.approx(seen["observation"], abs=0)
        assert sorted(given.actions(view)) == np.flatnonzero(info["action_mask"]).tolist()
        likely = np.exp(np.resize(seen["observation"], game.rules.ACTIONS)[given.actions(view)].astype(float))
        assert player.chances(match, match.pending[0]) == pytest.approx(likely / likely.sum())
        match.play(match.pending[0], match.legal(match.pending[0])[action])
        seen, *_, info = env.step(given.actions(view)[action])


def taps(path: Path, name: str, width: Any, numbers: int, actions: int) -> Path:
    """A network that hands its input on, over and over, as scores."""
    from onnx import TensorProto, helper, numpy_helper, save

    weights = np.zeros((numbers, actions), np.float32)
    weights[np.arange(actions) % numbers, np.arange(actions)] = 1
    nodes = [helper.make_node("MatMul", [name, "weights"], ["logits"])]
    inputs = [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", width])]
    output = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["n", actions])
    graph = helper.make_graph(nodes, "policy", inputs, [output], [numpy_helper.from_array(weights, "weights")])
    save(helper.make_model(graph, opset_imports=[helper.make_operatorsetid("", 17)], ir_version=9), path)
    return path


def test_a_network_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    game = feint.load("tower-siege")
    width = len(game.seats) + len(game.schema.row_types)
    with pytest.raises(
        FeintError, match=rf"has 3 numbers a position; for .*tower-siege.* it needs {width}, or 30 features"
    ):
        any_player(game, str(model(tmp_path / "a.onnx", 3, game.rules.ACTIONS, False)))
    with pytest.raises(FeintError, match="has 2 scores"):
        any_player(game, str(model(tmp_path / "b.onnx", width, 2, False)))
    (tmp_path / "c.onnx").write_text("this is no model")
    with pytest.raises(FeintError, match="is not a model that onnxruntime can read"):
        any_player(game, str(tmp_path / "c.onnx"))


def test_without_onnxruntime_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.onnx").write_text("")
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(FeintError, match=r"this needs onnxruntime, which isn't installed: pip install 'feint\[onnx\]'"):
        any_player(feint.load("tower-siege"), str(tmp_path / "a.onnx"))


def test_the_record_of_a_match_against_it_can_be_reviewed_later(agents: str) -> None:
    """A name in a record is only a name: nothing is loaded to look at it."""
    match = feint.play("terminal-maneuver", {"missile": "my_agents:First", "laser": "random"}, seed=3)
    sys.modules.pop("my_agents", None)
    again = feint.replay(match.record())
    assert again.seats["missile"] == "my_agents:First"
    assert "my_agents" not in sys.modules
    with pytest.raises(FeintError, match="add --seat"):
        LocalMatch(feint.load("terminal-maneuver").start(seed=1, seats={"missile": "my_agents:First"}), None)  # type: ignore[arg-type]
