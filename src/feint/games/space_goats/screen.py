"""Space Goats at a terminal: the market, the fleets, your hand, and a numbered list of what you can do."""

from feint.core.table import Table, View, read_choice, span

from . import state as st
from .cards import NO_CARD
from .words import card_name, listed, what_it_does

COLOURS = ("bright_cyan", "bright_magenta", "bright_yellow", "bright_green", "bright_blue")
TYPE_COLOURS = {"rocket": "red", "shield": "cyan", "special": "magenta", "currency": "yellow", "debris": "dim"}
SHIPS = ("[yellow]o[/]", "[bold green]#[/]")  # by side
KEY = "[dim]# shielded side up   o unshielded   +: the shield assigned to it, and its points[/]"
LABEL = 8  # columns for what a line is about

# What to ask, by phase. {who} is asked; {rocket} is what was fired, by {attacker}.
QUESTIONS = {
    st.ACT: "{who}, your action",
    st.AIM: "{who}, where does the second hit of {rocket} go?",
    st.ANSWER: "{who}, {attacker} fires {rocket} at you. Your answer",
    st.HIT: "{who}, which of your ships does {rocket} hit?",
    st.WRECK: "{who}, which of your ships is hit by wreckage?",
    st.TRASH: "{who}, which card do you trash?",
    st.DISCARD: "{who}, which card do you discard?",
    st.RETRIEVE: "{who}, which card do you take back?",
    st.ORDER: "{who}, in which order do you put them back, the top one first?",
}
OPEN = (st.AIM, st.HIT, st.WRECK, st.RETRIEVE)  # what there is to choose from, all can see


def need_not_ask(view: View, alone: bool) -> bool:
    """Whether nobody learns anything if a seat with one choice isn't asked: all can see that it has only one, or nobody
    else is there. The view is a spectator's."""
    in_the_open = view["phase"] in OPEN or (view["phase"] == st.TRASH and not view["from_hand"])
    return in_the_open or (alone and view["phase"] == st.ANSWER)


def board(view: View) -> str:
    """The market, every fleet with its bank and piles, and the hands that may be seen."""
    players = range(view["rulings"]["players"])
    lines = [_line("market", "   ".join(_offer(view, card) for card in view["market"] if card != NO_CARD) or "empty")]
    lines[0] += f"   [dim]{view['pile_size']} more[/]"
    fleets = [_fleet(view, seat) for seat in players]
    width = max(length for _, length in fleets)
    for seat in players:
        drawing, length = fleets[seat]
        lines += [_line(_seat(view, seat), drawing + " " * (width - length + 3) + _piles(view, seat))]
    for seat in players:
        if view["hand"][seat] is not None:
            owner = f"P{seat + 1} held" if view["over"] else "hand"
            lines += [_line(owner, _hand(view, seat))]
    return "\n".join([*lines, KEY])


def _line(label: str, text: str) -> str:
    plain = label.split("]")[-2].split("[")[0] if "]" in label else label
    return f"{label}{' ' * (LABEL - len(plain))} {text}"


def _seat(view: View, seat: int) -> str:
    sign = ">" if seat == view["turn"] and not view["over"] else " "
    return f"[bold {COLOURS[seat]}]{sign}P{seat + 1}[/]"


def _card(view: View, card: int) -> str:
    return f"[{TYPE_COLOURS[view['deck'][card - 1]['type']]}]{card_name(view, card)}[/]"


def _offer(view: View, card: int) -> str:
    return f"{_card(view, card)} {view['deck'][card - 1]['cost']}"


def _fleet(view: View, seat: int) -> tuple[str, int]:
    """A fleet and how wide it is drawn: first the ships with a shield, then the others."""
    ships = range(view["ships"][seat])
    if not ships:
        return "[dim]out[/]", 3
    drawing, width = [], 0
    for ship in sorted(ships, key=lambda ship: (-view["points"][seat][ship], -view["side"][seat][ship])):
        shield = view["shield"][seat][ship]
        text = f"+{card_name(view, shield)} {view['points'][seat][ship]}" if shield != NO_CARD else ""
        drawing += [f"{SHIPS[view['side'][seat][ship]]}[cyan]{text}[/]" if text else SHIPS[view["side"][seat][ship]]]
        width += 2 + len(text)
    return " ".join(drawing), width - 1


def _piles(view: View, seat: int) -> str:
    marks = {"last_stand": "last stand", "skip": "skips a turn"}
    notes = [f"[bold]{text}[/]" for name, text in marks.items() if view[name][seat]]
    sizes = f"bank {view['bank_size'][seat]}  [dim]hand {view['hand_size'][seat]}  draw {view['draw_size'][seat]}"
    return "  ".join([f"{sizes}  discard {view['discard_size'][seat]}[/]", *notes])


def _hand(view: View, seat: int) -> str:
    cards = [card for card, count in enumerate(view["hand"][seat]) for _ in range(count)]
    return listed([_card(view, card) for card in cards]) if cards else "[dim]empty[/]"


def ask(view: View, legal: list[str], table: Table) -> str:
    """The choice of the seat whose view this is, by its number or in words."""
    rocket = card_name(view, view["in_play"]) if view["in_play"] != NO_CARD else ""
    question = QUESTIONS[view["phase"]].format(who=view["seat"], rocket=rocket, attacker=f"P{view['turn'] + 1}")
    for number, choice in enumerate(legal, 1):
        table.say(f"{number}. {choice}{_details(view, choice)}")
    numbers = span(list(range(1, len(legal) + 1)))
    choices = {str(number): choice for number, choice in enumerate(legal, 1)}
    choices |= {choice.lower(): choice for choice in legal}
    refusal = f"Enter a number ({numbers}), or the choice in words."
    return read_choice(table, f"{question} ({numbers}): ", choices, refusal)


def _details(view: View, choice: str) -> str:
    """What a card costs and does, where it can be bought or played."""
    if view["phase"] != st.ACT or choice == "pass":
        return ""
    named = [card for card in range(1, len(view["deck"]) + 1) if f" {card_name(view, card)} " in f"{choice} "]
    card = max(named, key=lambda card: len(card_name(view, card)))
    price = f" for {view['deck'][card - 1]['cost']}" if choice.startswith("buy ") else ""
    return f"{price}  ({what_it_does(view, card)})"
