"""A deck of Space Goats, as a file: reads it, and refuses a row that makes no sense, by its number (SG-Q5).

The columns are those of `cards.csv`. Rows of the deck `table` set the size of a hand, of the market and of the fleets;
without them it is the book's.
"""

import csv
import re

from feint.core.datafile import DataFile
from feint.core.errors import FeintError

from .cards import CURRENCY, DEBRIS, EFFECTS, KINDS, MOST_CARDS, SHUTTLE, TYPES
from .state import MOST_MARKET, MOST_SHIPS, SEATS

COLUMNS = ["card_id", "deck", "name", "type", "cost", "copies", "effect"]
STARTER, MARKET, TABLE = "starter", "market", "table"
MOST_COST, MOST_COPIES = 20, 20
MOST_IN_A_PILE = 100  # so that all counts are small numbers
# Sizes that a row of the deck `table` can set: what the book has, and from where to where they go.
SIZES = {"hand_size": (4, 1, 10), "market_size": (4, 1, MOST_MARKET)} | {
    f"ships_{players}_players": (8 - players, 1, MOST_SHIPS) for players in range(2, SEATS + 1)
}

Row = dict[str, str]


def read(lines: list[str]) -> DataFile:
    """The deck that a file's lines hold."""
    rows, sizes = _rows(lines), {name: size for name, (size, _, _) in SIZES.items()}
    cards: list[Row] = []
    sizes_set: set[str] = set()
    for number, row in rows:
        try:
            if row["deck"] == TABLE:
                sizes[row["effect"]] = _size(row, sizes_set)
            else:
                _check_card(row, cards)
                cards.append(row)
        except FeintError as error:
            raise FeintError(f"row {number}: {error}") from None
    _check_deck(cards, sizes)
    cards.sort(key=lambda card: card["card_id"])
    shown = tuple(
        {
            "id": card["card_id"],
            "deck": card["deck"],
            "name": card["name"],
            "type": card["type"],
            "cost": int(card["cost"] or 0),
            "copies": int(card["copies"]),
            "effect": card["effect"],
        }
        for card in cards
    )
    written = [",".join(COLUMNS), *(",".join(row[column] for column in COLUMNS) for _, row in rows)]
    return DataFile(_numbers(cards, sizes), shown, tuple(written))


def _rows(lines: list[str]) -> list[tuple[int, Row]]:
    """The rows with their numbers in the file; each has a text for each column."""
    numbered = [(number, _cells(number, line)) for number, line in enumerate(lines, 1) if line.strip()]
    if not numbered or numbered[0][1] != COLUMNS:
        raise FeintError(f"row 1: a deck's first row names its columns: {','.join(COLUMNS)}")
    rows = []
    for number, values in numbered[1:]:
        if len(values) != len(COLUMNS):
            raise FeintError(f"row {number}: it has {len(values)} columns, not {len(COLUMNS)}: {','.join(COLUMNS)}")
        rows.append((number, dict(zip(COLUMNS, values, strict=True))))
    return rows


def _cells(number: int, line: str) -> list[str]:
    try:
        return [cell.strip() for row in csv.reader([line]) for cell in row]
    except csv.Error as error:
        raise FeintError(f"row {number}: {error}") from None


def _shown(text: str) -> str:
    """What a file says, for a complaint about it: on one line, and not too long."""
    return "".join(letter if letter.isprintable() else "?" for letter in text[:40]) or "empty"


def _number(row: Row, column: str, low: int, high: int) -> int:
    text = row[column]
    if not re.fullmatch(r"-?[0-9]{1,6}", text) or not low <= int(text) <= high:
        raise FeintError(f"{column} is {_shown(text)}; it can be a whole number from {low} to {high}")
    return int(text)


def _size(row: Row, sizes_set: set[str]) -> int:
    name = row["effect"]
    if name not in SIZES:
        raise FeintError(f"the table has no {_shown(name)}; it has {', '.join(SIZES)}")
    if name in sizes_set:
        raise FeintError(f"{name} is set twice; once is enough")
    for column in ("card_id", "name"):
        _check_text(row, column)
    for column in ("type", "cost"):
        if row[column]:
            raise FeintError(f"{column} is {_shown(row[column])}; a row of the table leaves it empty")
    sizes_set.add(name)
    _, low, high = SIZES[name]
    return _number(row, "copies", low, high)


def _check_text(row: Row, column: str) -> None:
    """A name is short, because an order of three cards has to fit into a line of a sealed record."""
    text = row[column]
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9 '.!-]{0,23}", text) or "  " in text:
        raise FeintError(f"{column} is {_shown(text)}; it can be 1 to 24 letters, digits, single spaces, ', ., ! and -")
    if words := {"at", "to", "from"} & set(text.lower().split()):
        raise FeintError(f"{column} is {text}; a choice couldn't be read with the word {words.pop()} in it")


def _check_card(row: Row, earlier: list[Row]) -> None:
    for column in ("card_id", "name"):
        _check_text(row, column)
        if row[column].lower() in [card[column].lower() for card in earlier]:
            raise FeintError(f"{column} {row[column]} is there twice; each card has one row")
    if row["deck"] not in (STARTER, MARKET):
        raise FeintError(f"deck is {_shown(row['deck'])}; it can be {STARTER}, {MARKET} or {TABLE}")
    if row["type"] not in TYPES:
        raise FeintError(f"type is {_shown(row['type'])}; it can be {', '.join(TYPES)}")
    if row["effect"] not in EFFECTS:
        raise FeintError(f"effect {_shown(row['effect'])} is unknown; see feint rules space-goats")
    kind = EFFECTS[row["effect"]][0]
    if kind != TYPES[row["type"]]:
        right = next(name for name, number in TYPES.items() if number == kind)
        raise FeintError(f"a {row['type']} can't have the effect {row['effect']}; a {right} can")
    if row["deck"] == MARKET or row["cost"]:
        _number(row, "cost", 0, MOST_COST)
    _number(row, "copies", 1, MOST_COPIES)


def _check_deck(cards: list[Row], sizes: dict[str, int]) -> None:
    if len(cards) > MOST_CARDS:
        raise FeintError(f"the deck has {len(cards)} different cards; it can have {MOST_CARDS}")
    for deck in (STARTER, MARKET):
        copies = sum(int(card["copies"]) for card in cards if card["deck"] == deck)
        if not 1 <= copies <= MOST_IN_A_PILE:
            raise FeintError(f"the {deck} deck has {copies} cards; it can have 1 to {MOST_IN_A_PILE}")
    shuttles = sum(int(card["copies"]) for card in cards if EFFECTS[card["effect"]][1] == SHUTTLE)
    most = max(sizes[f"ships_{players}_players"] for players in range(2, SEATS + 1))
    if most + shuttles > MOST_SHIPS:
        grown = f"a fleet of {most} could grow to {most + shuttles} ships by its shuttles"
        raise FeintError(f"{grown}; it can have {MOST_SHIPS}")


def _numbers(cards: list[Row], sizes: dict[str, int]) -> dict[str, int | list[int]]:
    """The deck as the rules see it: facts by the number of a card."""
    effects = [EFFECTS[card["effect"]] for card in cards]
    costs = [int(card["cost"] or 0) if card["deck"] == MARKET else 0 for card in cards]
    # Debris is worth least, then currency, then the rest by cost; equal ones in the order of their ids.
    worth = [({DEBRIS: 0, CURRENCY: 1}.get(kind, 2), cost) for (kind, _, _), cost in zip(effects, costs, strict=True)]
    values = [(rank, cost if rank == 2 else 0, number) for number, (rank, cost) in enumerate(worth)]
    wishes = [(kind, card["name"]) for (kind, _, _), card in zip(effects, cards, strict=True)]

    def by_card(numbers: list[int]) -> list[int]:
        return [0, *numbers, *[0] * (KINDS - 1 - len(numbers))]

    return {
        "cards": len(cards),
        "type": by_card([kind for kind, _, _ in effects]),
        "effect": by_card([effect for _, effect, _ in effects]),
        "block": by_card([points for _, _, points in effects]),
        "cost": by_card(costs),
        "starter": by_card([int(card["copies"]) * (card["deck"] == STARTER) for card in cards]),
        "for_sale": by_card([int(card["copies"]) * (card["deck"] == MARKET) for card in cards]),
        "value": by_card([1 + sorted(values).index(value) for value in values]),
        "wanted": by_card([1 + sorted(wishes).index(wish) for wish in wishes]),
        "hand_limit": sizes["hand_size"],
        "market_limit": sizes["market_size"],
        "fleet": [0, 0, *(sizes[f"ships_{players}_players"] for players in range(2, SEATS + 1))],
    }
