"""Dark Frontier's rule book: what its tables and pictures say is what the rules do."""

from itertools import product

import pytest

import feint
from feint.games.dark_frontier import book
from feint.games.dark_frontier.collisions import dodge, strike
from feint.games.dark_frontier.hexes import DIRECTIONS, added, burned_in_turn
from feint.games.dark_frontier.state import COLLIDE, DAMAGE, DEFEND
from feint.games.dark_frontier.words import counter_text, split_text

GAME = feint.load("dark-frontier")


def test_spread() -> None:
    """DF-R18, DF-Q17: how often each spread is dodged, counted over all pairs of dice."""
    rows = book.spread(GAME)[1:]
    assert [row[0] for row in rows] == [6, 5, 4, 3, 2, 1]
    for spread, _, _, shown in rows:
        dodged = 0
        for one, other in product(range(1, 7), repeat=2):
            s = GAME.first_state()
            s.against = spread
            dodge(s, one, other)
            dodged += s.phase != DEFEND
        assert shown == f"{round(100 * dodged / 36)}%"


def test_burns() -> None:
    """DF-R7, DF-Q6: the shares add up to the burn, and to the velocity that the rules give."""
    _, *rows = book.burns(GAME)
    for thrust, *cells in rows:
        for turn, cell in enumerate(cells):
            q = r = total = 0
            for name, number in (share.split() for share in cell.split(", ")):
                q, r = added(q, r, DIRECTIONS.index(name), int(number), 0, 0)
                total += int(number)
            assert (q, r, total) == (*burned_in_turn(0, 0, 0, turn, thrust), thrust)


@pytest.mark.parametrize("warhead", GAME.all_rulings["warhead"].choices)
def test_point_defence(warhead: str) -> None:
    """DF-R19, DF-Q14: what the table says of a missile, for a die above, at and below the rating."""
    game = feint.load("dark-frontier", warhead=warhead)
    rating = 3
    for (_, _, shown), die in zip(book.defence(game)[1:], (4, 3, 2), strict=True):
        s = game.first_state()
        s.defence[0] = rating
        s.other = 2
        strike(s, die)
        happened = "warhead" if s.lost[0] else "debris" if s.phase == DAMAGE else "shot down"
        assert happened in shown
        assert s.phase in (DAMAGE, COLLIDE)


def test_the_counter() -> None:
    """DF-R3: the sums in the picture are those of the rules, and at most two neighbours are left."""
    text = book.counter(GAME).text
    for rule, ((first, one), (second, other)) in book.SUMS:
        after = counter_text(*added(0, 0, first, one, second, other))
        assert f"{split_text(first, one, second, other)}" in text
        assert after in text
        assert rule in text
        assert after.count(",") <= 1


def test_stat_sheets() -> None:
    """DF-Q2: every number of every sheet is there, and every row of damage."""
    ships, damage = book.ships(GAME), book.damage(GAME)
    for column, sheet in enumerate(GAME.shown_data["ships"], 1):
        shown = {row[0]: row[column] for row in ships[1:]}
        for field, name in book.SHEET.items():
            if isinstance(sheet[field], int) and not isinstance(sheet[field], bool):
                assert shown[name] == str(sheet[field])
        assert [row[column] for row in damage[1:]] == sheet["damage"]
    fields = {field for field in GAME.shown_data["ships"][0] if field not in ("name", "what", "damage")}
    assert fields == set(book.SHEET)
