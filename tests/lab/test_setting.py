"""Settings, as people write them."""

import pytest

import feint
from feint.core.errors import FeintError
from feint.lab.setting import read_setting


def test_the_base_changes_nothing() -> None:
    game = feint.load("space-goats", players=3)
    base = read_setting(game, " base ")
    assert base.text == "base"
    assert base.game.rulings == game.rulings
    assert base.players == ("trader",) * 3


def test_all_that_can_be_set() -> None:
    game = feint.load("space-goats")
    found = read_setting(game, "players=3, wear=no, cost.Twin Salvo=1, bots=miser, P2=random")
    assert found.text == "players=3, wear=no, cost.Twin Salvo=1, bots=miser, P2=random"
    assert found.game.rulings["wear"] == "no"
    assert found.players == ("miser", "random", "miser")
    costs = {card["name"]: card["cost"] for card in found.game.data["deck"].shown}
    before = {card["name"]: card["cost"] for card in game.data["deck"].shown}
    assert costs == before | {"Twin Salvo": 1}
    assert before["Twin Salvo"] != 1


def test_what_is_given_besides_stays() -> None:
    game = feint.load("tower-siege", length=6)
    found = read_setting(game, "track=facing", {"P1": "random"})
    assert (found.game.rulings["length"], found.game.rulings["track"]) == (6, "facing")
    assert read_setting(game, "length=8").game.rulings["length"] == 8


def test_keys_are_those_of_what_is_played() -> None:
    game = feint.load("space-goats")
    base = read_setting(game, "base")
    for same in (
        "players=2",
        "P1=trader",
        "bots=trader",
        f"turn_limit={base.game.for_simulation().rulings['turn_limit']}",
    ):
        assert read_setting(game, same).key == base.key, same
    other = ["players=3", "P1=miser", "wear=no", "cost.Twin Salvo=1", "cost.Twin Salvo=2"]
    assert len({base.key, *(read_setting(game, text).key for text in other)}) == 6
    assert base.with_players("miser").key == read_setting(game, "bots=miser").key


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "'' is not a setting: write base, or name=value, name=value"),
        ("wear", "wear is not a setting"),
        ("wear=", "wear= is not a setting"),
        ("wear=no, wear=yes", "wear is given twice in wear=no, wear=yes; once is enough"),
        ("colour=red", "space-goats has nothing called colour to set; it has "),
        ("wear=perhaps", "wear=perhaps is not a choice"),
        ("P3=trader", "P3 doesn't sit at this table: space-goats is played by P1, P2 here"),
        ("P2=wizard", "there is no player called wizard here"),
        ("bots=wizard", "there is no player called wizard here"),
        ("cost.Twin Salvos=3", "cost.Twin Salvos can't be changed: there is no row called Twin Salvos"),
        ("price.Twin Salvo=3", "price.Twin Salvo can't be changed: there is no column called price"),
        ("cost.Twin Salvo=many", "cost.Twin Salvo=many is not possible: row 15: cost is many; it can be"),
    ],
)
def test_wrong_settings_get_a_sentence(text: str, says: str) -> None:
    with pytest.raises(FeintError) as refused:
        read_setting(feint.load("space-goats"), text)
    assert says in str(refused.value)


def test_a_game_without_data_files_has_no_cells() -> None:
    with pytest.raises(FeintError, match=r"^cost.x can't be changed: terminal-maneuver has no data files$"):
        read_setting(feint.load("terminal-maneuver"), "cost.x=1")
