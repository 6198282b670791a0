"""For tests of Space Goats: a table in any situation, built from the names of cards and ships."""

import re
from typing import Any

import feint
from feint.core.match import Match

ACT, DONE = 5, 14  # phases
SEATS = ("P1", "P2", "P3", "P4", "P5")

Cards = list[str]


def card_numbers(game: feint.Game) -> dict[str, int]:
    return {card["name"]: number for number, card in enumerate(game.data["deck"].shown, 1)}


def counts(game: feint.Game, cards: Cards) -> list[int]:
    numbers = [card_numbers(game)[card] for card in cards]
    return [numbers.count(card) for card in range(41)]


def table(
    hands: dict[str, Cards] | None = None,
    fleets: dict[str, Cards] | None = None,
    banks: dict[str, Cards] | None = None,
    discards: dict[str, Cards] | None = None,
    draws: dict[str, Cards] | None = None,
    market: Cards | None = None,
    pile: Cards | None = None,
    turn: str = "P1",
    deck: Any = None,
    fields: dict[str, Any] | None = None,
    **rulings: object,
) -> Match:
    """A match in which it is `turn`'s action. Zones that aren't named are empty; a fleet that isn't is one bare ship.

    Cards come out of nowhere: `fields` can set anything else. Outcomes are to be given by hand.
    """
    game = feint.load("space-goats", **(rulings | ({"deck": deck} if deck else {})))
    match = game.start(chance=[])
    s = game.first_state()
    numbers = card_numbers(game)
    for seat, name in enumerate(game.seats):
        ships = (fleets or {}).get(name, ["unshielded"])
        s.ships[seat] = len(ships)
        for ship in range(12):
            side, shields = _ship(ships[ship]) if ship < len(ships) else ("unshielded", [])
            s.side[seat][ship] = int(side == "shielded")
            first, *beneath = [*shields, ("", 0), ("", 0), ("", 0)][:3]
            s.shield[seat][ship], s.points[seat][ship] = numbers.get(first[0], 0), first[1]
            s.beneath[seat][ship] = [numbers.get(shield, 0) for shield, _ in beneath]
        hand, draw = (hands or {}).get(name, []), (draws or {}).get(name, [])
        s.hand[seat], s.hand_size[seat] = counts(game, hand), len(hand)
        s.unseen[seat], s.draw_size[seat] = counts(game, hand + draw), len(draw)
        for field, zone in (("bank", banks), ("discard", discards)):
            cards = (zone or {}).get(name, [])
            getattr(s, field)[seat] = counts(game, cards)
            getattr(s, f"{field}_size")[seat] = len(cards)
    s.market = [numbers[card] for card in market or []] + [0] * (8 - len(market or []))
    s.pile, s.pile_size = counts(game, pile or []), len(pile or [])
    s.phase, s.turn, s.asked = ACT, game.seats.index(turn), game.seats.index(turn)
    for field, value in (fields or {}).items():
        setattr(s, field, value)
    match._states = [s]
    match.steps = []
    return match


def _ship(text: str) -> tuple[str, list[tuple[str, int]]]:
    """A ship's side, and its shields with their points; of those behind the first, the points are the deck's."""
    side, _, shields = text.partition(" with ")
    assert side in ("shielded", "unshielded"), text
    found = [re.fullmatch(r"(.*) (\d)", shield) for shield in re.split(", | and ", shields)] if shields else []
    assert all(found), text
    return side, [(one[1], int(one[2])) for one in found if one]


def play(match: Match, *steps: str) -> Match:
    """Play steps as a record writes them: `P1 fire Weak Rocket at P2`, `chance draw Fuel Pod`."""
    for step in steps:
        who, what = step.split(" ", 1)
        match.play(who, what)
    return match


def fleet(match: Match, seat: str) -> Cards:
    """A fleet's ships as texts, in the order of the alphabet."""
    view, number = match.view(None), SEATS.index(seat)
    return sorted(match.game.words.ship_text(view, number, ship) for ship in range(view["ships"][number]))


def zone(match: Match, name: str, seat: str | None = None) -> Cards:
    """The names of the cards in a zone, in the order of the alphabet; looks at the true state."""
    row = getattr(match._states[-1], name)
    if seat is not None:
        row = row[SEATS.index(seat)]
    deck = match.game.data["deck"].shown
    return sorted(deck[card - 1]["name"] for card in range(1, len(row)) for _ in range(row[card]))


def market(match: Match) -> Cards:
    view = match.view(None)
    return [view["deck"][card - 1]["name"] for card in view["market"] if card]


def all_cards(match: Match) -> Cards:
    """Every card in every zone."""
    view, found = match.view(None), []
    for seat in match.game.seats:
        found += [card for name in ("unseen", "discard", "bank") for card in zone(match, name, seat)]
    deck = match.game.data["deck"].shown
    loose = [card for row in view["shield"] for card in row] + view["market"] + [view["in_play"]]
    loose += [card for row in view["beneath"] for ship in row for card in ship]
    found += [deck[card - 1]["name"] for card in loose if card]
    return sorted(found + zone(match, "trash") + zone(match, "pile"))
