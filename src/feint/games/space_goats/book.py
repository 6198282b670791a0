"""Space Goats' rule book: cards by kind with what they do, what becomes of a hit, and the table in pictures."""

from collections.abc import Callable, Mapping
from typing import Any

from feint.core.picture import Picture, arrow, drawing, element, label
from feint.core.prompter import View

from .cards import EFFECTS, NO_CARD, TYPES
from .deck import MARKET, STARTER
from .state import SEATS
from .words import card_name, effect_text, listed, several

Rows = list[list[Any]]
COLOURS = {"rocket": "bad", "shield": "seat-0", "special": "accent", "currency": "warm", "debris": "soft"}


def values(game: Any) -> Mapping[str, str]:
    """The sizes of hand, market, decks and fleets."""
    deck, numbers = game.shown_data["deck"], game.data["deck"].numbers
    copies = {name: sum(card["copies"] for card in deck if card["deck"] == name) for name in (STARTER, MARKET)}
    starter = [several(card["name"], card["copies"]) for card in deck if card["deck"] == STARTER]
    return {
        "hand": str(numbers["hand_limit"]),
        "market": str(numbers["market_limit"]),
        "starter_size": str(copies[STARTER]),
        "pile_size": str(copies[MARKET]),
        "starter": listed(starter),
    }


def fleets(game: Any) -> Rows:
    """How many ships a fleet has, by the number of players."""
    fleet = game.data["deck"].numbers["fleet"]
    return [["players", *range(2, SEATS + 1)], ["ships each", *fleet[2 : SEATS + 1]]]


def _cards(kind: str, deck: str) -> Callable[[Any], Rows]:
    """The cards of a kind, the cheapest first."""

    def rows(game: Any) -> Rows:
        cards = [card for card in game.shown_data["deck"] if card["deck"] == deck and kind in ("", card["type"])]
        cards.sort(key=lambda card: card["cost"])
        if deck == STARTER:
            return [["card", "copies", "kind", "what it does"]] + [
                [card["name"], card["copies"], card["type"], effect_text(card["effect"], game.rulings)]
                for card in cards
            ]
        return [["card", "cost", "copies", "what it does"]] + [
            [card["name"], card["cost"], card["copies"], effect_text(card["effect"], game.rulings)] for card in cards
        ]

    return rows


def effects(game: Any) -> Rows:
    """Every effect that a card of a designer's own deck can have."""
    kinds = {number: name for name, number in TYPES.items()}
    rows = [[kinds[kind], effect_text(name, game.rulings), f"`{name}`"] for name, (kind, _, _) in EFFECTS.items()]
    return [["kind", "what it does", "effect"], *sorted(rows, key=lambda row: list(TYPES).index(row[0]))]


TABLES: dict[str, Callable[[Any], Rows]] = {
    "fleets": fleets,
    "starter": _cards("", STARTER),
    "rockets": _cards("rocket", MARKET),
    "shields": _cards("shield", MARKET),
    "specials": _cards("special", MARKET),
    "effects": effects,
}

# What is asked of a hit, in this order, and what a yes means.
QUESTIONS = (
    ("Does its target answer with a reactive card from hand?", "The hit is blocked, and the card trashed."),
    ("Is a shield assigned to the ship, and can it stop this rocket?", "{wear} At 0 it is trashed."),
    ("Is the ship on its shielded side?", "It flips to its unshielded side."),
    ("Is it the player's last ship, with a Last Stand on?", "The ship survives; the Last Stand is used up."),
)
OTHERWISE = "The ship is destroyed."
WEAR = {"yes": "The shield loses a point.", "no": "The shield loses a point, but not to a Weak Rocket."}  # SG-Q2


def hit(game: Any) -> Picture:
    """What becomes of a hit."""
    parts, text, y = [], [], 12.0
    asked = [(question, answer.format(wear=WEAR[game.rulings["wear"]])) for question, answer in QUESTIONS]
    for number, (question, answer) in enumerate(asked, 1):
        parts.append(_box(12, y, 330, question, "var(--tint)"))
        parts.append(arrow(342, y + 26, 400, y + 26, "var(--good)"))
        parts.append(label(369, y + 13, "yes", 13, fill="var(--good)"))
        parts.append(_box(404, y, 300, answer, "none"))
        parts.append(arrow(177, y + 52, 177, y + 86, "var(--soft)"))
        parts.append(label(192, y + 67, "no", 13, "start", fill="var(--soft)"))
        text.append(f"{number}. {question}\n   Yes: {answer[0].lower()}{answer[1:]} No: go on.")
        y += 90
    parts.append(_box(12, y, 330, OTHERWISE, "var(--sunk)"))
    said = " ".join(f"{question} If so: {answer}" for question, answer in asked)
    alt = f"What becomes of a hit. {said} Otherwise: {OTHERWISE}"
    return Picture(alt, drawing(718, y + 64, alt, *parts), "\n".join([*text, f"{len(asked) + 1}. {OTHERWISE}"]))


def _box(x: float, y: float, width: float, text: str, fill: str) -> str:
    """A box with a text in it, in two lines if it is long."""
    frame = {"fill": fill, "stroke": "var(--line)", "stroke_width": 1.2}
    words = text.split()
    lines = [text]
    if len(text) * 7 > width - 12:
        at = min(range(1, len(words)), key=lambda at: abs(len(" ".join(words[:at])) - len(text) / 2))
        lines = [" ".join(words[:at]), " ".join(words[at:])]
    middle = y + 26 - 9 * (len(lines) - 1)
    shown = [label(x + width / 2, middle + 18 * at, line, 14) for at, line in enumerate(lines)]
    return element("rect", x=x, y=y, width=width, height=52, rx=8, **frame) + "".join(shown)


PICTURES: dict[str, Callable[[Any], Picture]] = {"hit": hit}


def board(view: View) -> tuple[str, str]:
    """The market, the fleets with their piles, and the hand of whoever looks."""
    offers = [card for card in view["market"] if card != NO_CARD]
    parts = [label(16, 50, "market", 14, "start", fill="var(--soft)")]
    parts += [_card(view, card, 100 + 130 * at, 14) for at, card in enumerate(offers)]
    y, said = 118.0, [f"market: {listed([card_name(view, card) for card in offers])}"]
    for seat in range(view["rulings"]["players"]):
        sides = view["side"][seat][: view["ships"][seat]]
        colour = f"var(--seat-{seat})"
        parts.append(label(16, y, f"P{seat + 1}", 16, "start", fill=colour, font_weight=600))
        parts += [_ship(112 + 34 * at, y, side, colour) for at, side in enumerate(sides)]
        piles = ", ".join(f"{name} {view[f'{name}_size'][seat]}" for name in ("bank", "hand", "draw", "discard"))
        parts.append(label(112 + 34 * max(view["ships"]) + 6, y, piles, 14, "start", fill="var(--soft)"))
        said.append(f"P{seat + 1}: {sum(sides)} of {len(sides)} ships on their shielded side, {piles}")
        y += 46
    for seat, held in enumerate(view["hand"]):
        if f"P{seat + 1}" == view["seat"] and any(held):
            cards = [card for card, count in enumerate(held) for _ in range(count)]
            parts.append(label(16, y + 26, f"P{seat + 1}'s hand", 14, "start", fill="var(--soft)"))
            parts += [_card(view, card, 100 + 130 * at, y - 10) for at, card in enumerate(cards)]
            said.append(f"P{seat + 1} holds {listed([card_name(view, card) for card in cards])}")
            y += 88
    alt = f"The table. {'; '.join(said)}."
    return alt, drawing(640, y - 8, alt, *parts)


def _card(view: View, card: int, x: float, y: float) -> str:
    """A card with its name, its kind's colour, and what it costs."""
    facts = view["deck"][card - 1]
    colour = f"var(--{COLOURS[facts['type']]})"
    frame = element("rect", x=x, y=y, width=120, height=72, rx=8, fill="var(--paper)", stroke=colour, stroke_width=2)
    first, _, second = facts["name"].partition(" ")
    names = [label(x + 60, y + 20 + 17 * at, name, 13.5) for at, name in enumerate(filter(None, (first, second)))]
    cost = f"{facts['type']}, {facts['cost']}" if facts["deck"] == MARKET else facts["type"]
    return frame + "".join(names) + label(x + 60, y + 58, cost, 12.5, fill=colour)


def _ship(x: float, y: float, side: int, colour: str) -> str:
    """A ship; on its shielded side there is a ring around it."""
    hull = element("path", d=f"M{x} {y - 9}l7 16l-7-4l-7 4z", fill=colour)
    ring = element("circle", cx=x, cy=y, r=14, fill="none", stroke=colour, stroke_width=2)
    return hull + ring if side else hull


def quote(view: View, what: str) -> str:
    """`bank_size P1`: one of a view's numbers for a seat; `shielded P1`: its ships on that side."""
    field, seat = what.split()
    number = int(seat.removeprefix("P")) - 1
    return str(sum(view["side"][number]) if field == "shielded" else view[field][number])
