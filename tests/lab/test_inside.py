"""Looking into games: the games stay what they are, and what is found in small ones is what it must be."""

from pathlib import Path

import numpy as np
import pytest

import feint
from feint.core.errors import FeintError
from feint.lab import feel as feel_module
from feint.lab import shards
from feint.lab.feel import Fact, Inside, feel
from feint.lab.game_rows import Simulator
from feint.lab.inside_loop import EXAMINED, FORCED, HEAD, LEGAL, MOST, OPTIONS, OWN, REAL, Probe
from feint.lab.laboratory import Laboratory
from feint.lab.setting import Setting, read_setting
from feint.lab.shards import LocalWorkers, Series
from kit.lab import CountingWorkers, small_game, small_game_in


@pytest.fixture(scope="module")
def urn() -> feint.Game:
    return feint.load(small_game())


def looked_into(setting: Setting, games: int) -> Inside:
    lab = Laboratory(CountingWorkers().play)
    [rows] = lab.rows([(Series(setting, 5, paired=False, probe=feel_module.PROBE), games)])
    return Inside(setting, rows)


@pytest.mark.parametrize("name", ["terminal-maneuver", "urn"])
def test_looking_changes_nothing(name: str, urn: feint.Game) -> None:
    game = urn if name == "urn" else feint.load(name)
    names = ["random:80%", "random"]
    plain = Simulator(game, names).rows(5, 20, 12, paired=False)
    looked = Simulator(game, names, probe=Probe(4, 2, 16)).rows(5, 20, 12, paired=False)
    width = plain.numbers.shape[1]
    assert (looked.numbers[:, :width] == plain.numbers).all()
    assert (looked.totals == plain.totals).all()
    inside = looked.numbers[:, width:]
    assert (inside[:, OPTIONS] >= plain.choices).all()
    assert (inside[:, FORCED] + inside[:, REAL] == plain.choices).all()
    assert (inside[:, MOST] <= game.rules.ACTIONS).all()
    assert (inside[:, OWN : OWN + 2].max(axis=1) <= plain.rounds).all()


def test_options_are_worth_what_they_bring(urn: feint.Game) -> None:
    """After the one choice the urn's game is over, so games played on from an option all end alike."""
    inside = looked_into(read_setting(urn, "base"), 40)
    assert len(inside.choices) == 40, "one a game"
    for choice, points in zip(inside.choices, inside.rows.points, strict=True):
        assert choice.seat == 0
        assert sorted(inside.texts(choice)) == ["hold", "swap"]
        assert (choice.batches == choice.batches[:, :1]).all()
        made, other = choice.batches[:, 0]
        assert made == points[0], "the first option is the one that was made"
        assert made + other == 1
        assert (choice.halves.sum(axis=2) == 1).all()
        assert choice.blind[0] == abs(made - 0.5)
        assert choice.cost(choice.only(0))[0] == max(made, other) - made
        assert choice.cost(choice.only(0))[1] == 0.0


def test_chances_are_those_of_winning(urn: feint.Game) -> None:
    """Round 1 begins before the balls are drawn, so all games have the same chance there: the share that left wins."""
    setting = read_setting(urn, "base")
    inside = looked_into(setting, 60)
    chances = inside.chances
    assert np.isnan(chances[:, 1:]).all(), "there is one round"
    assert chances[:, 0].sum(axis=2) == pytest.approx(1)
    truth = Simulator(urn, setting.players).rows(8, 0, 20_000).points[:, 0].mean()
    spread = 0.5 / (60 * feel_module.PROBE.playouts) ** 0.5
    assert abs(chances[:, 0, :, 0].mean() - truth) < 4 * spread


def test_chances_come_true() -> None:
    """Round by round, who has a chance of so much wins so often, on average."""
    inside = looked_into(read_setting(feint.load("terminal-maneuver"), "base"), 200)
    won = inside.rows.points[:, 0]
    for round in range(4):
        chances = inside.chances[:, round, :, 0].mean(axis=1)
        there = ~np.isnan(chances)
        missed = chances[there] - won[there]
        assert abs(missed.mean()) < 4 * missed.std() / there.sum() ** 0.5


def test_more_options_than_are_examined(tmp_path: Path) -> None:
    """Of twenty, the one that was made and others, none twice."""
    folder = small_game_in(tmp_path)
    rules = (folder / "rules.py").read_text()
    for old, new in (
        ("ACTIONS = 2", "ACTIONS = 20"),
        ("    out[1] = SWAP\n    return 2", "    for n in range(20):\n        out[n] = n\n    return 20"),
    ):
        assert old in rules
        rules = rules.replace(old, new)
    (folder / "rules.py").write_text(rules)
    simulator = Simulator(feint.load(folder), ["random", "random"], probe=Probe(2, 1, 16))
    rows = simulator.rows(3, 0, 200, paired=False)
    places, inside = simulator.places, rows.numbers[:, -simulator.places.width :]
    seen = set()
    for row in inside:
        assert (row[places.choices + EXAMINED], row[places.choices + LEGAL]) == (16, 20)
        options = row[places.choices + HEAD :][: 16 * places.option].reshape(16, places.option)[:, 0].tolist()
        assert len(set(options)) == 16
        seen |= set(options[1:])
    assert seen == set(range(20))


def facts(found: object) -> dict[str, tuple[object, ...]]:
    return {row[0]: row for section in found.sections[:-1] for row in section.table.rows}  # type: ignore[attr-defined]


def test_how_the_urn_feels(urn: feint.Game) -> None:
    """A choice matters where the balls differ, and costs half of the point if made blindly."""
    found = feel(Laboratory(CountingWorkers().play), [read_setting(urn, "left=random")], 3000, 400, 5)
    inside = looked_into(read_setting(urn, "left=random"), 400)
    differ = np.mean([choice.blind[0] > 0 for choice in inside.choices])
    known = facts(found)
    assert known["rounds"][1:] == (1.0, 1.0, 1.0)
    assert known["options for a choice"][1] == 2.0
    assert known["choices with one option"][1] == 0.0
    assert known["choices that matter"][1] == pytest.approx(differ, abs=0.01)
    assert known["choices that matter"][2] < differ < known["choices that matter"][3]
    assert known["cost of choosing blindly"][1] == pytest.approx(differ / 2)
    assert known["cost of what was chosen"][2] < differ / 2 < known["cost of what was chosen"][3]
    assert known["lead changes a game"][1] == 0.0
    assert known["choices without hope"][1] == "not examined"
    options = {row[0]: row for row in found.sections[-1].table.rows}
    assert set(options) == {"hold", "swap"}
    assert options["hold"][1] == 400


def test_good_players_give_less_away(urn: feint.Game) -> None:
    settings = [read_setting(urn, f"bots={bot}") for bot in ("keeper", "fool")]
    found = feel(Laboratory(CountingWorkers().play), settings, 100, 100, 5)
    costs = [row[1] for section in found.sections for row in section.table.rows if row[0] == "cost of what was chosen"]
    assert costs[0] < costs[1] - 0.1
    assert any(verdict.startswith("Between keeper players: a game takes ") for verdict in found.verdicts)
    assert any("(fool)" in section.heading for section in found.sections)


def test_noise_is_not_taken_for_choices_that_matter() -> None:
    """800 choices measured with an error of 5%: a quarter of them costs 10%, the others nothing."""
    random = np.random.default_rng(3)
    truth = np.where(np.arange(800) < 200, 0.1, 0.0)
    errors = np.full(800, 0.05)
    measured = truth + errors * random.standard_normal(800)
    assert (measured > 0.02).mean() > 0.45, "what one would say without taking the noise out"
    found: Fact = feel_module._that_matter(measured, errors)
    assert found.value is not None
    assert abs(found.value - 0.25) < 0.08


def test_thinkers_are_not_looked_into(urn: feint.Game) -> None:
    setting = read_setting(feint.load("terminal-maneuver"), "bots=search:5")
    with pytest.raises(FeintError, match="takes bots that are rules"):
        feel(Laboratory(CountingWorkers().play), [setting], 10, 10, 1)


def test_the_same_whatever_the_workers(urn: feint.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "PROBED_GAMES", 3)
    found = []
    for count in (1, 3):
        with LocalWorkers(count) as workers:
            found.append(feel(Laboratory(workers.play), [read_setting(urn, "base")], 200, 20, 5))
    assert found[0] == found[1]
    assert Path(urn.folder).is_dir()
