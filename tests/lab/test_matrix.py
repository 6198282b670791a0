"""Match-ups: the mixture, what is dominated, and who comes in where all are alike."""

import numpy as np
import pytest

import feint
from feint.core.errors import FeintError
from feint.lab.findings import Findings
from feint.lab.game_rows import Simulator
from feint.lab.laboratory import Laboratory
from feint.lab.matrix import Axis, Matrix, camps_matrix, judged, read_axis, settings_matrix
from kit.lab import CountingWorkers, small_game


@pytest.fixture(scope="module")
def urn() -> feint.Game:
    return feint.load(small_game())


def made_up(means: list[list[float]], names: str, camps: bool = True, deals: int = 4000) -> Findings:
    """What is said of a matrix with these means, from coins that fall so often."""
    random = np.random.default_rng(5)
    cells = tuple(tuple((random.random(deals) < mean).astype(float) for mean in row) for row in means)
    rows = Axis("bots" if camps else "row", tuple(names[: len(means)]))
    columns = rows if camps else Axis("column", tuple(names[: len(means[0])].lower()))
    return judged(Matrix(feint.load("tower-siege"), rows, columns, cells, "Title", "what it gets", 0.5, camps))


def mixture(found: Findings) -> dict[str, tuple[float, float, float]]:
    return {row[0]: row[1:] for row in found.sections[1].table.rows}


def test_rock_paper_scissors() -> None:
    found = made_up([[0.5, 0.2, 0.8], [0.8, 0.5, 0.2], [0.2, 0.8, 0.5]], "RPS")
    for share, low, high in mixture(found).values():
        assert share == pytest.approx(1 / 3, abs=0.05)
        assert low < 1 / 3 < high
        assert high - low < 0.2
    assert "Nothing is proven to be dominated by another." in found.verdicts
    assert "Among R players, one seat does better with P." in found.verdicts


def test_what_is_dominated() -> None:
    """C is worse than A against everyone; B is worse than A only against A."""
    found = made_up([[0.5, 0.6, 0.7], [0.4, 0.5, 0.72], [0.3, 0.28, 0.5]], "ABC")
    assert "C is dominated by A." in found.verdicts
    assert not any(verdict.startswith("B is dominated") for verdict in found.verdicts)
    assert mixture(found)["A"][0] == 1.0
    assert "Among A players, nobody does better with another of these: all A is stable." in found.verdicts
    assert not any(verdict.startswith("Among B players, nobody") for verdict in found.verdicts)


def test_two_sides_have_a_mixture_each() -> None:
    """Known: value 0.5, rows 1/2 and 1/2, columns 1/3 and 2/3."""
    found = made_up([[0.9, 0.3], [0.1, 0.7]], "AB", camps=False)
    mixed = mixture(found)
    assert mixed["row=A"][0] == pytest.approx(0.5, abs=0.03)
    assert mixed["column=a"][0] == pytest.approx(1 / 3, abs=0.03)
    assert found.verdicts[0].startswith("If both sides choose well, it comes to 0.")
    dominated = made_up([[0.9, 0.3], [0.7, 0.1]], "AB", camps=False)
    assert "row=B is dominated by row=A." in dominated.verdicts
    assert "column=a is dominated by column=b." in dominated.verdicts


def test_little_is_proven_by_few_games() -> None:
    found = made_up([[0.5, 0.55], [0.45, 0.5]], "AB", deals=20)
    assert "Nothing is proven to be dominated by another." in found.verdicts
    _, low, high = mixture(found)["A"]
    assert (low, high) == (0.0, 1.0)


def test_settings_against_settings(urn: feint.Game) -> None:
    """Cell by cell what a simulation of that setting says, for the seat that was asked for."""
    found = settings_matrix(
        Laboratory(CountingWorkers().play), urn, read_axis("left=fool|keeper"), read_axis("blue=1|4"), 500, 3, "left"
    )
    for cell in found.data["cells"]:
        game = feint.load(urn.folder, blue=int(cell["column"]))
        rows = Simulator(game, [cell["row"], "keeper"]).rows(3, 0, 500)
        assert cell["mean"] == pytest.approx(rows.points[:, 0].mean())
    assert "left=fool is dominated by left=keeper." in found.verdicts
    turned = settings_matrix(
        Laboratory(CountingWorkers().play), urn, read_axis("left=fool|keeper"), read_axis("blue=1|4"), 500, 3, "right"
    )
    assert "left=keeper is dominated by left=fool." in turned.verdicts


def test_bots_in_two_camps(urn: feint.Game) -> None:
    """One seat of the row's bot, in each seat; only left chooses, so each bot counts in half of the games."""
    found = camps_matrix(Laboratory(CountingWorkers().play), urn, ["fool", "keeper"], 1000, 3)
    cells = {(cell["row"], cell["column"]): cell["mean"] for cell in found.data["cells"]}
    assert cells["fool", "fool"] == cells["keeper", "keeper"] == 0.5
    assert cells["fool", "keeper"] + cells["keeper", "fool"] == pytest.approx(1.0)
    # On the same luck one holds what the other swaps: left's share with keeper is right's with fool.
    left = Simulator(urn, ["keeper", "fool"]).rows(3, 0, 500).points[:, 0].mean()
    assert cells["keeper", "fool"] == pytest.approx(left)
    assert "fool is dominated by keeper." in found.verdicts


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("blue", "blue is not a row of choices: write NAME=A|B|C"),
        ("blue=1|", "blue=1| is not a row of choices"),
        ("=1|2", "=1|2 is not a row of choices"),
        ("blue=1|1", "blue=1 is given twice; once is enough"),
    ],
)
def test_wrong_axes_get_a_sentence(text: str, says: str) -> None:
    with pytest.raises(FeintError) as refused:
        read_axis(text)
    assert says in str(refused.value)


def test_a_seat_that_is_not_there(urn: feint.Game) -> None:
    with pytest.raises(FeintError, match="has no seat called up"):
        settings_matrix(
            Laboratory(CountingWorkers().play), urn, read_axis("left=fool"), read_axis("blue=1"), 500, 3, "up"
        )
    with pytest.raises(FeintError, match="blue can't be both the rows and the columns"):
        settings_matrix(
            Laboratory(CountingWorkers().play), urn, read_axis("blue=2"), read_axis("blue=1"), 500, 3, "left"
        )
