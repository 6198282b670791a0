"""Space Goats at a terminal: the market, the fleets, your hand, and a numbered list of what you can do."""

from collections.abc import Callable

from feint.core.prompter import Prompter, View, numbered, read_choice

from . import state as st
from .cards import AEGIS, EFFECTS, NO_CARD, REACTIVE
from .deck import MARKET
from .words import (
    READINGS,
    SIDES,
    card_name,
    damage,
    effect_of,
    effect_text,
    listed,
    several,
    shield_texts,
    ship_text,
    what_it_does,
)

COLOURS = ("bright_cyan", "bright_magenta", "bright_yellow", "bright_green", "bright_blue")
TYPE_COLOURS = {"rocket": "red", "shield": "cyan", "special": "magenta", "currency": "yellow", "debris": "dim"}
SHIPS = ("o", "#")  # by side
SHIP_COLOURS = ("yellow", "bold green")
LABEL = 9  # columns for what a line is about
WIDTH = 66  # columns for the rest, so that 80 are enough
NAME = 25  # columns for a card's name and price

# What to ask, by phase. {who} is asked; {rocket} is what was fired, by {attacker}.
QUESTIONS = {
    st.ACT: "{who}, your action",
    st.AIM: "{who}, where does the second hit of the {rocket} go?",
    st.ANSWER: "{attacker} fires {one_rocket} at you, {who}. Your answer",
    st.HIT: "{who}, which of your ships does the {rocket} hit?",
    st.WRECK: "{who}, which of your ships is hit by wreckage?",
    st.TRASH: "{who}, which card do you trash?",
    st.DISCARD: "{who}, which card do you discard?",
    st.RETRIEVE: "{who}, which card do you take back?",
    st.ORDER: "{who}, in which order do you put them back, the top one first?",
}
# What a page needs and no view holds: the phases by name; what cards do, by default and by rulings, and the points of
# those that are shields, by the names of their effects; and a ship's sides.
FACTS = {
    "phases": {
        name: getattr(st, name.upper())
        for name in ("act", "aim", "answer", "hit", "trash", "discard", "retrieve", "order", "wreck")
    },
    "effects": {name: effect_text(name, dict.fromkeys(READINGS)) for name in EFFECTS},
    "readings": {
        ruling: {
            value: {name: texts[effect] for name, (_, effect, _) in EFFECTS.items() if effect in texts}
            for value, texts in readings.items()
        }
        for ruling, readings in READINGS.items()
    },
    "points": {name: points for name, (_, _, points) in EFFECTS.items() if points},
    "sides": SIDES,
}
OPEN = (st.AIM, st.HIT, st.WRECK, st.RETRIEVE)  # what there is to choose from, all can see
ANSWERS = (REACTIVE, AEGIS)


def need_not_ask(view: View, alone: bool) -> bool:
    """Whether nobody learns anything if a seat with one choice isn't asked: all can see that it has only one, or nobody
    else is there. The view is a spectator's."""
    if alone or view["phase"] in OPEN:
        return True
    seat = view["asked"]
    cards = _may_hold(view, seat)
    held = view["hand_size"][seat]
    if view["phase"] == st.ANSWER:
        return not any(effect_of(view, card) in ANSWERS for card in cards)
    if view["phase"] == st.TRASH:
        discards = view["discard_size"][seat]
        return not view["from_hand"] or held == 0 or (discards == 0 and (held == 1 or len(cards) == 1))
    if view["phase"] == st.DISCARD:
        return len(cards) == 1 or (view["drawn"] if view["of_drawn"] else held) == 1
    return view["phase"] == st.ACT and held == 0  # what the bank can buy, all can count


def _may_hold(view: View, seat: int) -> list[int]:
    """The cards that may be in a hand, as far as all can tell: those that were seen to go into it, and if there are
    more, any others of hand and draw pile; but currency and debris only if they came after the last banking."""
    known, others = view["known"][seat], view["hand_size"][seat] - sum(view["known"][seat])
    found = []
    for card in range(1, len(view["deck"]) + 1):
        idle = view["deck"][card - 1]["type"] in ("currency", "debris")
        hidden = others > 0 and view["unseen"][seat][card] > known[card] and (not idle or view["fresh"][seat] > 0)
        if known[card] or hidden:
            found.append(card)
    return found


def board(view: View) -> str:
    """The market, every fleet with its bank and piles, and the hands that may be seen."""
    players = range(view["rulings"]["players"])
    offers = [f"{_card(view, card)} {view['deck'][card - 1]['cost']}" for card in view["market"] if card != NO_CARD]
    lines = _folded("market", offers or ["[dim]empty[/]"])
    widest = max(view["ships"])
    for seat in players:
        lines += _fleet(view, seat, widest)
    for seat in players:
        if view["hand"][seat] is not None:
            held = [_card(view, card) for card in _cards(view["hand"][seat])]
            lines += _folded(f"P{seat + 1} held" if view["over"] else "hand", held or ["[dim]empty[/]"])
    return "\n".join([*lines, _key(view)])


def _key(view: View) -> str:
    """What the signs on the board stand for, those that are there."""
    signs = [*([] if view["over"] else ["> chooses"]), "# shielded", "o unshielded"]
    signs += ["named: shield, points"] if any(map(any, view["shield"])) else []
    return f"[dim]{'  '.join(signs)}  market pile: {view['pile_size']}[/]"


def cards(view: View) -> str:
    """what every card does"""
    lines = []
    for number, card in enumerate(view["deck"], 1):
        price = f" {card['cost']}" if card["deck"] == MARKET else ""
        lines.append(
            f"{_card(view, number)}{price}{' ' * (NAME - len(card['name'] + price))}{what_it_does(view, number)}"
        )
    return "\n".join(
        [*lines, "[dim]a number is a price; the cards without one are those that everybody starts with[/]"]
    )


def piles(view: View) -> str:
    """the cards in every pile"""
    lines = []
    for seat in range(view["rulings"]["players"]):
        for name, field in (("bank", "bank"), ("discard", "discard"), ("deck", "unseen")):
            text = _counted(view, view[field][seat])
            lines += _folded(f"P{seat + 1} {name}", text or ["[dim]empty[/]"], LABEL + 3)
    lines += _folded("trash", _counted(view, view["trash"]) or ["[dim]empty[/]"], LABEL + 3)
    lines += _folded("to come", _counted(view, view["pile"]) or ["[dim]empty[/]"], LABEL + 3)
    known = [row for row in view["knows"] if row is not None and any(row)]
    for row in known if not view["over"] else []:
        seat = view["knows"].index(row)
        order = "in this order" if view["knows_order"][seat] else "in some order"
        names = [card_name(view, card) for card in row if card != NO_CARD]
        lines += [f"On top of the market's pile you have seen {listed(names)}, {order}."]
    return "\n".join([*lines, "[dim]deck: hand and draw pile together   to come: the pile that fills the market[/]"])


PANELS: dict[str, Callable[[View], str]] = {"cards": cards, "piles": piles}


def _folded(label: str, items: list[str], margin: int = LABEL) -> list[str]:
    """Items in as many lines as they need, behind what they are; marks of colour take no room."""
    lines, room = [""], WIDTH
    for item in items:
        length = _length(item)
        if length > room and lines[-1]:
            lines.append("")
            room = WIDTH
        lines[-1] += f"{item}   "
        room -= length + 3
    lines[0] = f"{label}{' ' * (margin - _length(label))}{lines[0]}"
    return [line.rstrip() for line in [lines[0], *(" " * margin + line for line in lines[1:])]]


def _length(markup: str) -> int:
    from rich.markup import render

    return len(render(markup).plain)


def _card(view: View, card: int) -> str:
    return f"[{TYPE_COLOURS[view['deck'][card - 1]['type']]}]{card_name(view, card)}[/]"


def _cards(row: list[int]) -> list[int]:
    return [card for card, count in enumerate(row) for _ in range(count)]


def _counted(view: View, row: list[int]) -> list[str]:
    names = ((count, _card(view, card)) for card, count in enumerate(row) if count)
    return [f"{count} {name}" if count > 1 else name for count, name in names]


def _fleet(view: View, seat: int, widest: int) -> list[str]:
    """A fleet's ships and its owner's piles; behind them the ships that have a shield, by its name."""
    asked = view["asked"] if st.ACT <= view["phase"] < st.DONE else view["turn"]
    label = f"[bold {COLOURS[seat]}]{'>' if seat == asked and not view['over'] else ' '}P{seat + 1}[/]"
    ships = sorted(range(view["ships"][seat]), key=lambda ship: -view["side"][seat][ship])
    signs = "".join(_sign(view, seat, ship) for ship in ships) if ships else "[dim]out[/]"
    gap = " " * (max(widest, 3) - _length(signs) + 3)
    lines = [f"{label}{' ' * (LABEL - 3)}{signs}{gap}{_piles(view, seat)}"]
    shields = [
        f"{_sign(view, seat, ship)} [cyan]{listed(texts)}[/]"
        for ship in ships
        if (texts := shield_texts(view, seat, ship))
    ]
    return lines + (_folded("", shields) if shields else [])


def _sign(view: View, seat: int, ship: int) -> str:
    side = view["side"][seat][ship]
    return f"[{SHIP_COLOURS[side]}]{SHIPS[side]}[/]"


def _piles(view: View, seat: int) -> str:
    marks = {"last_stand": "last stand", "skip": "skips a turn"}
    notes = [f"[bold]{text}[/]" for name, text in marks.items() if view[name][seat]]
    sizes = f"bank {view['bank_size'][seat]}  [dim]hand {view['hand_size'][seat]}  draw {view['draw_size'][seat]}"
    return "  ".join([f"{sizes}  discard {view['discard_size'][seat]}[/]", *notes])


def ask(view: View, legal: list[str], prompter: Prompter) -> str:
    """The choice of the seat whose view this is, by its number or in words."""
    rocket = card_name(view, view["in_play"]) if view["in_play"] != NO_CARD else ""
    words = {"rocket": rocket, "one_rocket": several(rocket, 1) if rocket else "", "attacker": f"P{view['turn'] + 1}"}
    question = QUESTIONS[view["phase"]].format(who=view["seat"], **words)
    if view["phase"] in (st.HIT, st.WRECK):  # as the board draws them, whichever was hit before
        legal = sorted(legal, key=lambda choice: (choice.startswith("hit unshielded"), choice))
    lines = [f"{number}. {choice}{_details(view, choice)}" for number, choice in enumerate(legal, 1)]
    lines += _out_of_reach(view, legal)
    numbers = numbered(legal)
    choices = {str(number): choice for number, choice in enumerate(legal, 1)}
    choices |= {choice.lower(): choice for choice in legal}
    refusal = f"Enter a number ({numbers}), or the choice in words."
    return read_choice(prompter, f"{question} ({numbers}): ", choices, refusal, above=lines)


def _out_of_reach(view: View, legal: list[str]) -> list[str]:
    """The cards that lie face up and can't be bought now, with what they do."""
    if view["phase"] != st.ACT:
        return []
    offers = {f"buy {card_name(view, card)}": card for card in view["market"] if card != NO_CARD}
    return [f"   not now: {choice}{_details(view, choice)}" for choice in offers if choice not in legal]


def _details(view: View, choice: str) -> str:
    """What a card costs and does, where it can be bought or played; what a hit does to a ship."""
    if view["phase"] in (st.HIT, st.WRECK):
        return f"  ({_damage(view, choice)})"
    if view["phase"] != st.ACT or choice == "pass":
        return ""
    named = [card for card in range(1, len(view["deck"]) + 1) if f" {card_name(view, card)} " in f"{choice} "]
    card = max(named, key=lambda card: len(card_name(view, card)))
    price = f" for {view['deck'][card - 1]['cost']}" if choice.startswith("buy ") else ""
    return f"{price}  ({what_it_does(view, card)})"


def _damage(view: View, choice: str) -> str:
    ships = range(view["ships"][view["asked"]])
    return damage(view, next(ship for ship in ships if f"hit {ship_text(view, view['asked'], ship)}" == choice))
