"""Decks of a designer's own (SG-Q5): read, played, recorded; and refused with the row named when they make no sense."""

from pathlib import Path

import pytest

import feint
from feint.core.chance import game_seed
from feint.core.errors import FeintError
from feint.lab import simulate
from kit.games import random_match

OWN = Path(feint.__file__).parent / "games" / "space_goats" / "cards.csv"
LINES = OWN.read_text().splitlines()
HEADING, POD, WEAK, ROCKET = LINES[0], LINES[1], LINES[3], LINES[6]


def deck_file(folder: Path, *rows: str) -> Path:
    path = folder / "deck.csv"
    path.write_text("\n".join(rows) + "\n")
    return path


def test_the_cards_of_the_book() -> None:
    """SG-R2, SG-R13: 9 cards in a starter deck; 19 rockets, 14 shields and 10 specials for sale."""
    cards = feint.load("space-goats").data["deck"].shown
    copies: dict[tuple[str, str], int] = {}
    for card in cards:
        key = card["deck"], card["type"] if card["deck"] == "market" else ""
        copies[key] = copies.get(key, 0) + card["copies"]
    assert copies == {("starter", ""): 9, ("market", "rocket"): 19, ("market", "shield"): 14, ("market", "special"): 10}


def test_another_deck(tmp_path: Path) -> None:
    """SG-Q5: other cards, a larger hand, a smaller market and fleet; and the book's other names for effects."""
    path = deck_file(
        tmp_path,
        HEADING,
        "A1,starter,Gold,currency,,4,gain_1_currency",
        "A2,starter,Dodge,shield,,2,cancel_1_rocket_targeting_you",
        "",
        "B1,market,Twins,rocket,1,5,destory_up_to_2_ships",
        "B2,market,Tin,shield,1,5,assign_to_ship_block_1",
        "B3,market,Boot,special,1,5,trash_1_card_from_discard",
        "T1,table,Hand,,,6,hand_size",
        "T2,table,Market,,,2,market_size",
        "T3,table,Fleet,,,2,ships_2_players",
    )
    game = feint.load("space-goats", deck=path, players=2)
    match = game.start(seed=1)
    view = match.view("P1")
    assert [card["name"] for card in view["deck"]] == ["Gold", "Dodge", "Twins", "Tin", "Boot"]
    assert (view["ships"][:2], view["hand_size"][0] + view["bank_size"][0]) == ([2, 2], 6)
    assert len([card for card in view["market"] if card]) == 2
    assert view["pile_size"] == 13
    assert len(match.legal("P1")) <= 3, "two cards, and to pass"
    assert random_match(game, 3).over
    assert feint.load("space-goats", deck=path, players=5).first_state().ships == [3] * 5, "the book's, if not said"


def test_several_scouts_and_a_wide_market(tmp_path: Path) -> None:
    """SG-R4, SG-Q5: each Scout banked draws a card; a market of eight is filled with eight."""
    scouts = ["A1,starter,Pod,currency,,4,gain_1_currency", "A2,starter,Scout,currency,,4,gain_1_currency_draw_1"]
    wide = ["B1,market,Foil,shield,1,20,assign_to_ship_block_1", "T,table,Market,,,8,market_size"]
    game = feint.load("space-goats", deck=deck_file(tmp_path, HEADING, *scouts, *wide))
    match = game.start(chance=["market Foil"] * 8 + ["draw Scout"] * 2 + ["draw Pod"] * 2)
    assert match.view(None)["bank_size"][0] == 4
    assert match.view(None)["market"] == [game.data["deck"].shown.index(match.view(None)["deck"][2]) + 1] * 8
    match.play("chance", "draw Pod")
    match.play("chance", "draw Scout")
    assert match.pending == ("chance",), "two for two Scouts, and one for the third"
    match.play("chance", "draw Scout")
    match.play("chance", "draw Pod")
    assert match.pending == ("P1",)
    assert match.view(None)["bank_size"][0] == 8


def test_a_record_holds_the_deck(tmp_path: Path) -> None:
    """SG-Q5: replayed without the file; the game's own deck is not written down."""
    path = deck_file(tmp_path, HEADING, POD, WEAK, ROCKET.replace(",3,destroy", ",9,destroy"))
    match = random_match(feint.load("space-goats", deck=path), 5)
    path.unlink()
    again = feint.replay(match.record())
    assert again.record() == match.record()
    assert again.log("P1") == match.log("P1")
    assert "data deck: card_id,deck,name,type,cost,copies,effect; ST01,starter,Fuel Pod" in match.record()
    assert "data deck" not in feint.load("space-goats").start(seed=1).record()
    changed = "\n".join(
        line.split("  #")[0] for line in match.record().replace(",9,destroy", ",8,destroy").splitlines()
    )
    with pytest.raises(feint.BadRecord):
        feint.replay(changed)
    with pytest.raises(feint.BadRecord, match="line 5: row 3: effect x is unknown"):
        feint.replay(changed.replace("destroy_1_unshielded_ship", "x"))
    with pytest.raises(feint.BadRecord, match="line 5: space-goats has no data called ship"):
        feint.replay(changed.replace("data deck:", "data ship:"))


def test_the_book_s_own_list_is_a_deck(tmp_path: Path) -> None:
    """SG-Q5: without the rows for the table it is the same game."""
    path = deck_file(tmp_path, *[line for line in LINES if ",table," not in line])
    assert feint.load("space-goats", deck=path).first_state() == feint.load("space-goats").first_state()


BAD = [
    ("row 1: a deck's first row names its columns: card_id,", ["id,name", POD]),
    ("row 1: a deck's first row names its columns: card_id,", []),
    ("row 2: it has 3 columns, not 7: card_id,", [HEADING, "a,b,c"]),
    ("row 3: card_id ST01 is there twice", [HEADING, POD, POD.replace("Fuel Pod", "Pod")]),
    ("row 3: name fuel pod is there twice", [HEADING, POD, POD.replace("ST01", "ST9").replace("Fuel Pod", "fuel pod")]),
    ("row 2: deck is box; it can be starter, market or table", [HEADING, POD.replace("starter", "box")]),
    (
        "row 2: type is goat; it can be rocket, shield, special, currency, debris",
        [HEADING, POD.replace("currency,", "goat,", 1)],
    ),
    ("row 2: effect explode is unknown", [HEADING, POD.replace("gain_1_currency", "explode")]),
    (
        "row 2: a currency can't have the effect no_effect; a debris can",
        [HEADING, POD.replace("gain_1_currency", "no_effect")],
    ),
    ("row 3: cost is -2; it can be a whole number from 0 to 20", [HEADING, POD, ROCKET.replace(",2,", ",-2,")]),
    ("row 3: cost is empty; it can be a whole number from 0 to 20", [HEADING, POD, ROCKET.replace(",2,", ",,")]),
    ("row 2: copies is 0; it can be a whole number from 1 to 20", [HEADING, POD.replace(",5,", ",0,")]),
    ("row 2: copies is many; it can be a whole number from 1 to 20", [HEADING, POD.replace(",5,", ",many,")]),
    ("row 2: name is a;b; it can be 1 to 24 letters", [HEADING, POD.replace("Fuel Pod", "a;b")]),
    (
        "row 2: name is " + "long" * 10 + "; it can be 1 to 24 letters",
        [HEADING, POD.replace("Fuel Pod", "long" * 11)],
    ),
    ("row 2: name is empty", [HEADING, POD.replace("Fuel Pod", "")]),
    (
        "row 2: name is Zap at P2; a choice couldn't be read with the word at in it",
        [HEADING, POD.replace("Fuel Pod", "Zap at P2")],
    ),
    ("row 2: name is Fuel  Pod; it can be 1 to 24 letters", [HEADING, POD.replace("Fuel Pod", "Fuel  Pod")]),
    ("row 2: field larger than field limit", [HEADING, "x" * 140000]),
    (
        "row 4: type is x,y; a row of the table leaves it empty",
        [HEADING, POD, ROCKET, 'T,table,Hand,"x,y",,4,hand_size'],
    ),
    ("row 4: cost is 1; a row of the table leaves it empty", [HEADING, POD, ROCKET, "T,table,Hand,,1,4,hand_size"]),
    ("row 4: the table has no goats; it has hand_size, market_size", [HEADING, POD, ROCKET, "T,table,Goats,,,3,goats"]),
    ("row 4: copies is 0; it can be a whole number from 1 to 10", [HEADING, POD, ROCKET, "T,table,Hand,,,0,hand_size"]),
    (
        "row 4: copies is 99; it can be a whole number from 1 to 8",
        [HEADING, POD, ROCKET, "T,table,Market,,,99,market_size"],
    ),
    (
        "row 4: copies is 99; it can be a whole number from 1 to 12",
        [HEADING, POD, ROCKET, "T,table,Ships,,,99,ships_3_players"],
    ),
    ("row 5: hand_size is set twice", [HEADING, POD, ROCKET, *["T,table,Hand,,,3,hand_size"] * 2]),
    ("the starter deck has 0 cards; it can have 1 to 100", [HEADING, ROCKET]),
    ("the market deck has 0 cards; it can have 1 to 100", [HEADING, POD]),
    (
        "a fleet of 6 could grow to 13 ships by its shuttles; it can have 12",
        [HEADING, POD, ROCKET, "S,market,Ship,special,1,7,add_1_ship_to_fleet"],
    ),
    (
        "the deck has 41 different cards; it can have 40",
        [HEADING, POD, *(ROCKET.replace("RK01", f"R{n}").replace("Standard", f"No {n}") for n in range(40))],
    ),
]


@pytest.mark.parametrize(("reason", "rows"), BAD, ids=[reason for reason, _ in BAD])
def test_a_bad_deck_is_refused(reason: str, rows: list[str], tmp_path: Path) -> None:
    """SG-Q5: one sentence, with the file and the row."""
    path = deck_file(tmp_path, *rows)
    with pytest.raises(FeintError) as error:
        feint.load("space-goats", deck=path)
    assert str(error.value).startswith(f"{path}, {reason}")
    assert "\n" not in str(error.value)


def test_a_deck_with_control_characters_is_refused(tmp_path: Path) -> None:
    """SG-Q5: what would act on a terminal is never read, and so never shown."""
    path = deck_file(tmp_path, HEADING, POD.replace("gain_1_currency", "e\x1bl"))
    with pytest.raises(FeintError) as error:
        feint.load("space-goats", deck=path)
    assert str(error.value) == f"{path} can't be read: line 2 holds the control character U+001B"


def test_other_forms_of_a_file(tmp_path: Path) -> None:
    """With quotes, as spreadsheets write them; read once, so that it may be a pipe; lines in place of a file."""
    quoted = [",".join(f'"{cell}"' for cell in line.split(",")) for line in LINES]
    assert (
        feint.load("space-goats", deck=deck_file(tmp_path, *quoted)).first_state()
        == feint.load("space-goats").first_state()
    )
    game = feint.load("space-goats", deck=LINES)
    assert game.for_simulation().data == game.data
    path = deck_file(tmp_path, *LINES)
    game = feint.load("space-goats", deck=path)
    path.unlink()
    assert game.for_simulation().start(seed=1).record() == feint.load("space-goats", deck=LINES).start(seed=1).record()
    for wrong in (b"deck.csv", [1], 3):
        with pytest.raises(FeintError, match="a data file is given by its path or as a list of lines"):
            feint.load("space-goats", deck=wrong)


def test_large_decks_are_counted_right(tmp_path: Path) -> None:
    """Compiled and plain: one seat can own more cards than a small number holds."""
    rows = [f"A{n},starter,Coin {n},currency,,20,gain_1_currency" for n in range(5)]
    rows += [f"B{n},market,Free {n},currency,0,20,gain_1_currency" for n in range(5)]
    game = feint.load("space-goats", deck=deck_file(tmp_path, HEADING, *rows), players=3, turn_limit=40)
    match = random_match(game, game_seed(1, 0), most=10_000)
    game.schema.pack(match._states[-1])
    assert sum(match.view(None)["bank_size"]) > 200
    report = simulate(game, 1, seats=dict.fromkeys(game.seats, "random"), seed=1)
    assert report.listing is not None
    assert sum(row["per_game"] for row in report.listing.to_json()) == sum(map(sum, match.view(None)["bought"]))


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(FeintError, match=f"^{tmp_path}/none.csv can't be read: no such file or directory$"):
        feint.load("space-goats", deck=tmp_path / "none.csv")
    binary = tmp_path / "deck.bin"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FeintError, match="can't be read: it is not text"):
        feint.load("space-goats", deck=binary)
    with pytest.raises(feint.BadRuling, match="tower-siege has no ruling called deck"):
        feint.load("tower-siege", deck=OWN)
