"""Space Goats in words: choices and outcomes as people write them, and the story of what happened."""

from collections.abc import Mapping

from feint.core.events import events_in
from feint.core.prompter import View

from . import rules as r
from . import state as st
from .cards import (
    AEGIS,
    BARRAGE,
    CLEAN,
    COIN,
    DEALER,
    DECOY,
    EMP,
    LAST_STAND,
    NO_CARD,
    NO_EFFECT,
    OVERLOAD,
    PHASE,
    PIERCING,
    PLATE,
    PURGE,
    REACTIVE,
    RECON,
    SALVAGE,
    SALVO,
    SCOUT,
    SEEKING,
    SHATTER,
    SHUTTLE,
    STANDARD,
    TWIN,
    WARP,
    WEAK,
)
from .cards import EFFECTS as DECK_EFFECTS

SIDES = ("unshielded", "shielded")


# What a card does, in a few words, by its effect; and where a ruling makes it something else, by the ruling.
EFFECTS = {
    NO_EFFECT: "nothing",
    COIN: "one currency",
    SCOUT: "one currency, and draw a card",
    WEAK: "one hit",
    STANDARD: "one hit",
    SEEKING: "one hit",
    PIERCING: "one hit; of assigned shields, only a Phase Shield stops it",
    EMP: "trashes all assigned shields of one opponent",
    SHATTER: "one hit; costs you a random card from hand",
    SALVO: "two hits; costs you one from the bank",
    TWIN: "two hits",
    BARRAGE: "one hit on every opponent",
    OVERLOAD: "two hits on every opponent; you skip a turn",
    PLATE: "a shield for one ship",
    DECOY: "a shield for one ship, 1 point; draw one, discard one",
    PHASE: "a shield for one ship, 1 point, also against piercing",
    REACTIVE: "blocks one hit, from hand",
    AEGIS: "blocks one hit, from hand, and you trash a card",
    RECON: "draw three, discard one of them",
    SALVAGE: "a card back from your discard pile",
    DEALER: "see and order the next three market cards",
    LAST_STAND: "saves your last ship once",
    SHUTTLE: "one more ship, unshielded",
    WARP: "another whole turn after this action; then it is trashed",
    PURGE: "trash a card from hand or discard pile",
    CLEAN: "trash a card from your discard pile, draw one",
}
READINGS = {
    "seeking": {"weakest": {SEEKING: "one hit on the weakest ship"}},
    "wear": {"no": {WEAK: "one hit, which takes no points from a shield"}},
}


def what_it_does(view: View, card: int) -> str:
    """A card in a few words, for someone who doesn't know it."""
    return effect_text(view["deck"][card - 1]["effect"], view["rulings"])


def effect_text(name: str, rulings: Mapping[str, object]) -> str:
    """An effect in a few words, by its name in a deck's file."""
    _, effect, points = DECK_EFFECTS[name]
    for ruling, readings in READINGS.items():
        for value, texts in readings.items():
            if rulings[ruling] == value and effect in texts:
                return texts[effect]
    return f"{EFFECTS[effect]}, {points_text(points)}" if effect == PLATE else EFFECTS[effect]


def card_name(view: View, card: int) -> str:
    name: str = view["deck"][card - 1]["name"]
    return name


def effect_of(view: View, card: int) -> int:
    return DECK_EFFECTS[view["deck"][card - 1]["effect"]][1]


def shields_of(view: View, seat: int, ship: int) -> list[tuple[int, int]]:
    """The shields on a ship with the points that each has left, in the order in which they take hits."""
    first = (view["shield"][seat][ship], view["points"][seat][ship])
    whole = [(card, DECK_EFFECTS[view["deck"][card - 1]["effect"]][2]) for card in view["beneath"][seat][ship] if card]
    return [first, *whole] if first[0] != NO_CARD else []


def shield_texts(view: View, seat: int, ship: int) -> list[str]:
    """The shields on a ship: `Reinforced Hull 2`."""
    return [f"{card_name(view, card)} {points}" for card, points in shields_of(view, seat, ship)]


def ship_text(view: View, seat: int, ship: int) -> str:
    """A ship: `shielded`, `unshielded with Reinforced Hull 2`."""
    side, shields = SIDES[view["side"][seat][ship]], shield_texts(view, seat, ship)
    return f"{side} with {listed(shields)}" if shields else side


def choice(view: View, action: int) -> str:
    """A choice: `buy Piercing Rocket`, `fire Salvo Rocket at P3`, `answer with Aegis Countermeasure`, `pass`."""
    if action == r.PASS:
        return "pass"
    if action <= r.PLAY:
        return f"buy {card_name(view, action - r.BUY)}"
    if action < r.FIRE:
        card = action - r.PLAY
        verb = "fire" if view["deck"][card - 1]["type"] == "rocket" else "play"
        return f"{verb} {card_name(view, card)}"
    if action < r.ASSIGN:
        card, seat = divmod(action - r.FIRE, st.SEATS)
        return f"fire {card_name(view, card + 1)} at P{seat + 1}"
    if action < r.AIM_AT:
        card, ship = divmod(action - r.ASSIGN, st.MOST_SHIPS)
        return f"assign {card_name(view, card + 1)} to {ship_text(view, view['asked'], ship)}"
    if action < r.STOP:
        return f"aim at P{action - r.AIM_AT + 1}"
    if action <= r.NO_ANSWER:
        return "stop" if action == r.STOP else "no answer"
    if action < r.HIT_SHIP:
        return f"answer with {card_name(view, action - r.NO_ANSWER)}"
    if action <= r.DISCARD_CARD:
        return f"hit {ship_text(view, view['asked'], action - r.HIT_SHIP)}"
    if action <= r.RETRIEVE_CARD:
        return f"discard {card_name(view, action - r.DISCARD_CARD)}"
    if action < r.TRASH_CARD:
        return f"retrieve {card_name(view, action - r.RETRIEVE_CARD)}"
    if action < r.PUT_BACK:
        card, from_hand = divmod(action - r.TRASH_CARD, 2)
        return f"trash {card_name(view, card + 1)} from {'hand' if from_hand else 'discard'}"
    order = action - r.PUT_BACK
    seen = [view["knows"][view["asked"]][place] for place in r.ORDERS[3 * order : 3 * order + 3]]
    return f"order {', '.join(card_name(view, card) for card in seen if card != NO_CARD)}"


def detail(view: View, action: int) -> str:
    """What a hit does to a ship, and that no answer is to take it. What cards do stands on them."""
    if action == r.NO_ANSWER:
        return "let it through" if effect_of(view, view["in_play"]) == EMP else "take the hit"
    return damage(view, action - r.HIT_SHIP) if r.HIT_SHIP <= action < r.HIT_SHIP + st.MOST_SHIPS else ""


def damage(view: View, ship: int) -> str:
    """What a hit does to one of the ships of the seat that is asked."""
    seat = view["asked"]
    rocket = effect_of(view, view["in_play"]) if view["phase"] == st.HIT else STANDARD
    for shield, points in shields_of(view, seat, ship):
        if rocket == PIERCING and effect_of(view, shield) != PHASE:
            continue
        left = points if rocket == WEAK and view["rulings"]["wear"] == "no" else points - 1
        return f"its shield holds, {points_text(left)} left" if left else "its shield is shot away"
    if view["side"][seat][ship]:
        return "loses its shielded side"
    return "saved by the Last Stand" if view["ships"][seat] == 1 and view["last_stand"][seat] else "destroyed"


def outcome(view: View, number: int) -> str:
    """An outcome: `toss P2`, `market Twin Salvo`, `draw Fuel Pod`, `see Deep Clean`, `lose Hull Plating`."""
    if view["phase"] == st.TOSS:
        return f"toss P{number + 1}"
    verbs = {st.FILL: "market", st.DRAW: "draw", st.LOOK: "see", st.LOSE: "lose"}
    return f"{verbs[view['phase']]} {card_name(view, number)}"


def story(before: View | None, after: View) -> list[str]:
    """What happened in one step, from the events that the rules noted; of hands, only what this view shows."""
    if before is None:
        players, ships = after["rulings"]["players"], after["ships"][0]
        return ["Welcome to Space Goats!", f"{players} fleets of {ships} ships, all on their shielded side."]
    if before["phase"] == st.FILL and before["then"] == st.BEGIN_TURN:
        return market_opens(after) if after["phase"] != st.FILL else []
    lines: list[str] = []
    for what, seat, card, number in events_in(after):
        if what in (st.BANKED, st.CLEARED):
            opening = f"P{seat + 1} {'banks' if what == st.BANKED else 'discards'} "
            lines = _gathered(lines, opening, after, card, number)
        else:
            lines += told(after, what, seat, card, number)
    return lines + (["", ending(after)] if after["over"] else [])


def market_opens(view: View) -> list[str]:
    cards = [card_name(view, card) for card in view["market"] if card != NO_CARD]
    return [f"The market opens with {listed(cards)}.", *turn_begins(view, view["turn"])]


def turn_begins(view: View, seat: int) -> list[str]:
    return ["", f"Round {view['round']}, P{seat + 1}'s turn:"]


def _gathered(lines: list[str], opening: str, view: View, card: int, number: int) -> list[str]:
    """Several cards of one kind of event in one line: `P1 banks 2 Fuel Pods and a Scout Ship.`"""
    cards = several(card_name(view, card), number)
    if lines and lines[-1].startswith(opening):
        return [*lines[:-1], f"{lines[-1].removesuffix('.')} and {cards}."]
    return [*lines, f"{opening}{cards}."]


def told(view: View, what: int, seat: int, card: int, number: int) -> list[str]:
    """One event, in a line or a few."""
    who, name = f"P{seat + 1}", card_name(view, card) if card != NO_CARD else ""
    if what == st.BEGAN:
        return turn_begins(view, seat)
    if what == st.DREW:
        drew = view["drew"][seat]
        cards = [card_name(view, n) for n in range(1, len(drew)) for _ in range(drew[n])] if drew else []
        return [f"{who} draws {listed(cards) if cards else several('card', number)}."]
    if what == st.FIRED:
        return [f"{who} fires {name}{f' at P{number + 1}' if number != seat else ' at everyone'}."]
    if what == st.HELD:
        return [f"{who}'s {name} holds, with {points_text(number)} left."]
    if what == st.DESTROYED:
        left = f"{number} {'is' if number == 1 else 'are'} left" if number else "it was the last"
        return [f"A ship of {who} is destroyed; {left}."]
    if what == st.STRIPPED:
        return [f"{who} loses {several('assigned shield', number)}." if number else f"{who} has no shield to lose."]
    if what == st.LOST:
        return [f"{who} loses {several(name, 1)} from {'the bank' if number else 'hand'}."]
    if what == st.TRASHED:
        return [f"{who} trashes {name} from {'hand' if number else 'the discard pile'}."]
    if what in (st.LOOKED, st.ORDERED):
        shown = what == st.ORDERED or view["phase"] == st.ORDER  # else they have been put in order meanwhile
        seen = [card_name(view, card) for card in view["knows"][seat] or [] if card != NO_CARD and shown]
        which = f": {', '.join(seen)}" if seen else ""
        if what == st.ORDERED:
            return [f"{who} puts them back{which}."]
        return [f"{who} looks at {several('card', number)} on top of the AbilitiesPile{which}."]
    simple = {
        st.SHUFFLED: f"{who} shuffles its discard pile.",
        st.BOUGHT: f"{who} buys {name} for {number}.",
        st.JOINED: f"An unshielded ship joins the fleet of {who}.",
        st.REVEALED: f"{name} comes to the market.",
        st.AIMED: f"{who} aims the second hit at P{number + 1}.",
        st.STOPPED: f"{who} fires no second hit.",
        st.ANSWERED: f"{who} answers with {name}: blocked.",
        st.UNANSWERED: f"{who} does not answer.",
        st.BROKE: f"{who}'s {name} is shot away.",
        st.FLIPPED: f"A ship of {who} loses its shielded side.",
        st.SAVED: f"The last ship of {who} would be lost, but its Last Stand saves it.",
        st.SKIPS: f"{who} will skip its next turn.",
        st.SKIPPED: f"{who} skips its turn.",
        st.ASSIGNED: f"{who} assigns {name} to {'a shielded' if number else 'an unshielded'} ship.",
        st.PLAYED: f"{who} plays {name}.",
        st.DISCARDED: f"{who} discards {name}.",
        st.RETRIEVED: f"{who} takes {name} back from the discard pile.",
        st.EXTRA_LOST: f"{who} loses its extra turn.",
        st.PASSED: f"{who} passes.",
        st.OUT: f"{who} is out.",
        st.WRECKED: "No ship was destroyed in this round: unavoidable wreckage.",
        st.TOSSED: f"The toss: {who} goes first.",
    }
    return [simple[what]]


def ending(view: View) -> str:
    winners = [seat for seat in range(st.SEATS) if view["winners"] >> seat & 1]
    who = listed([f"P{seat + 1}" for seat in winners])
    if view["decided_by"] == st.LIMIT:
        return f"The turn limit is reached. {who} wins with {several('ship', view['ships'][winners[0]])}."
    if len(winners) > 1:
        return f"Nobody has a ship left, and the banks of {who} are equal: a draw."
    if view["ships"][winners[0]] == 0:
        return f"Nobody has a ship left. {who} wins with {view['bank_size'][winners[0]]} in the bank."
    return f"{who} wins with the last fleet."


def several(name: str, number: int) -> str:
    """`a Fuel Pod`, `an EMP Rocket`, `2 Fuel Pods`."""
    if number != 1:
        return f"{number} {name}s"
    return f"{'an' if name[0] in 'AEIOUaeiou' else 'a'} {name}"


def points_text(number: int) -> str:
    return f"{number} point{'' if number == 1 else 's'}"


def listed(names: list[str]) -> str:
    """`A, B and C`."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
