"""Tower Siege in words: choices as people write them, and the story of what happened."""

from feint.core.prompter import View

from .rules import CARD, REST

NAMES = ("P1", "P2")


def choice(view: View, action: int) -> str:
    """A choice: `3`, `rest`, `card 4`, `no card`."""
    if action == REST:
        return "rest"
    if action < CARD:
        return str(action)
    return f"card {action - CARD}" if action > CARD else "no card"


def detail(view: View, action: int) -> str:
    """Where a move leads, and what else a choice comes to: `to 4`, `to 4 and fight P2`."""
    if action == REST:
        return "take back all your cards"
    if action >= CARD:
        return "fight with strength 0" if action == CARD else ""
    seat, length = NAMES.index(view["seat"]), view["rulings"]["length"]
    goal, there = view["position"][seat] + action, view["position"][1 - seat]
    if goal == length:
        return f"to {goal}, the tower, and win"
    met = there == (length - goal if view["rulings"]["track"] == "facing" else goal)
    return f"to {goal} and fight {NAMES[1 - seat]}" if met else f"to {goal}"


def hand(view: View, seat: int) -> list[int]:
    """The cards that a seat can still play."""
    return [card for card in range(1, 10) if view["hand"][seat] >> (card - 1) & 1]


def said(choice: str) -> str:
    """A choice in a sentence, where a bare number might be taken for an entry of the menu: `move 3`."""
    return f"move {choice}" if choice.isdecimal() else choice


def story(before: View | None, after: View) -> list[str]:
    """What happened between two views, in the words of the rule book's sample dialogue."""
    if before is None:
        return [
            "Welcome to Tower Siege!",
            "Player 1 (P1) and Player 2 (P2) start at their bases (position 0).",
            f"Both players have battle cards {hand(after, 0)}.",
            "",
            *turn_begins(after),
        ]
    if before["battle"]:
        lines = battle_ends(after) if not after["battle"] else []
    else:
        lines = turn_taken(before, after)
    if after["over"]:
        lines += ["", *ending(after)]
    elif after["turns"] > before["turns"]:
        lines += ["", *turn_begins(after)]
    return lines


def turn_begins(view: View) -> list[str]:
    return [f"Player {view['turn'] + 1}'s Turn:"]


def turn_taken(before: View, after: View) -> list[str]:
    mover = before["turn"]
    name = NAMES[mover]
    place = after["met_at"] or after["position"][mover]
    if place == before["position"][mover]:
        return [f"{name} rests and recovers all battle cards."]
    lines = [f"{name} moves to position {place}."]
    if after["met_at"]:
        lines.append(f"Battle initiated at position {place}!")
        lines += [f"{NAMES[seat]}'s available battle cards: {hand(before, seat)}" for seat in range(2)]
    if after["met_at"] and not after["battle"]:
        home = [NAMES[seat] for seat in range(2) if not before["hand"][seat]]
        lines += [f"{name} has no card to fight with and is sent back to base." for name in home]
    return lines


def battle_ends(after: View) -> list[str]:
    cards = after["shown"]
    lines = [" ".join(f"{NAMES[seat]} plays {cards[seat] or 'no card'}." for seat in range(2))]
    if cards[0] == cards[1]:
        lines += ["The battle is a tie!", "Both heroes are sent back to base."]
    else:
        winner = int(cards[1] > cards[0])
        lines += [f"{NAMES[winner]} wins the battle!", f"{NAMES[1 - winner]} is sent back to base."]
    if any(cards):
        lines.append("Used cards are discarded.")
    return lines


def ending(view: View) -> list[str]:
    times = view["rulings"]["repetition"]
    if times is not None and view["idle"] == 2 * (times - 1):
        return [f"The same position has come up {times} times: the match is a draw."]
    if view["winner"] < 0:
        return [f"The turn limit of {view['rulings']['turn_limit']} is reached: nobody has won."]
    return [f"Player {view['winner'] + 1} wins the game!"]
