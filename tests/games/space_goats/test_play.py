"""Space Goats as it is played: no card is lost, no hand shows, bots play fair, and the report counts right."""

import re
from collections import Counter
from pathlib import Path
from statistics import correlation
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import feint
from feint.bots import bots_of, choose
from feint.core.match import Match
from feint.games.space_goats.cards import SHUTTLE
from feint.lab import simulate
from kit.games import random_match, redealt, rulings
from kit.space_goats import all_cards, card_numbers, play, table, zone

POD = "Fuel Pod"
SECRET_DRAWS = ("draw", "see")


def first_cards(match: Match) -> list[str]:
    """All the cards that a match began with."""
    return all_cards(match.at(0))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@settings(max_examples=6)
@given(data=st.data())
def test_cards_are_conserved(players: int, data: st.DataObject) -> None:
    """SG-R28: after every step they are the 43 + 9 a player, less the shuttles bought; and every size is right."""
    game = feint.load("space-goats", **(data.draw(rulings("space-goats")) | {"players": players}))
    match = random_match(game, data.draw(st.integers(0, 2**64 - 1)), most=600)
    assert len(first_cards(match)) == 43 + 9 * players
    for step in range(len(match.steps) + 1):
        now = match.at(step)
        s = now._states[-1]
        shuttles = sum(row[card] for row in s.bought for card in range(41) if s.effect[card] == SHUTTLE)
        assert Counter(all_cards(now)) + Counter({"Reinforcement Shuttle": shuttles}) == Counter(first_cards(match))
        for seat in range(players):
            assert s.hand_size[seat] == sum(s.hand[seat])
            assert s.draw_size[seat] == sum(s.unseen[seat]) - s.hand_size[seat]
            assert s.discard_size[seat] == sum(s.discard[seat])
            assert s.bank_size[seat] == sum(s.bank[seat])
            assert all(held <= there for held, there in zip(s.hand[seat], s.unseen[seat], strict=True))
            assert all(known <= held for known, held in zip(s.known[seat], s.hand[seat], strict=True))
        assert s.pile_size == sum(s.pile)
        assert min(s.pile[card] - s.top.count(card) for card in range(1, 41)) >= 0
        assert s.told < 64, "the log has room"


def opens_a_full_hand(match: Match, step: int) -> bool:
    """Whether the step ended in a turn that drew nothing and banked or discarded at once what had been in hand."""
    lines = match.story(step + 1, None)
    return any(re.search(r" banks | discards (a|an|\d+) ", line) for line in lines)


@settings(max_examples=40)
@given(data=st.data())
def test_nobody_sees_more_by_a_choice(data: st.DataObject) -> None:
    """SG-R11, SG-Q18: the same choice by someone whose hand was another looks the same to everyone else.

    Under `choices=players` nothing else may come out: not by who is asked, not by what follows.
    """
    players = data.draw(st.integers(2, 5))
    game = feint.load("space-goats", players=players)
    seed = data.draw(st.integers(0, 2**64 - 1))
    whole = random_match(game, seed, most=data.draw(st.integers(20, 250)))
    for step in range(0, len(whole.steps), 5):
        match = whole.at(step)
        if match.over or match.pending == ("chance",):
            continue
        [chooser] = match.pending
        for viewer in (seat for seat in game.seats if seat != chooser):
            twin = redealt(match, game.seats.index(viewer), seed + step)
            for choice in set(match.legal(chooser)) & set(twin.legal(chooser)):
                one, other = match.at(step), twin.at(step)
                one.seed = other.seed = None  # outcomes are left open: they are drawn from different hands
                one.play(chooser, choice)
                other.play(chooser, choice)
                if one.over or opens_a_full_hand(one, step) or opens_a_full_hand(other, step):
                    continue
                assert one.pending == other.pending
                assert one.view(viewer) == other.view(viewer)
                assert one.story(step + 1, viewer) == other.story(step + 1, viewer)
                assert one.story(step + 1, None) == other.story(step + 1, None)
                if viewer in one.pending:
                    assert one.legal(viewer) == other.legal(viewer)


@settings(max_examples=30)
@given(data=st.data())
def test_nobody_else_sees_what_is_drawn(data: st.DataObject) -> None:
    """SG-R3, SG-R24: whatever is drawn or looked at, it looks the same to all others, unless it is banked at once.

    Under `choices=engine` a card may be discarded at once, too, so that is left out.
    """
    game = feint.load("space-goats", **(data.draw(rulings("space-goats")) | {"choices": "players"}))
    whole = random_match(game, data.draw(st.integers(0, 2**64 - 1)), most=200)
    for step in range(0, len(whole.steps), 3):
        match = whole.at(step)
        if match.pending != ("chance",):
            continue
        match.seed = None
        outcomes = [text for text in match.legal("chance") if text.startswith(SECRET_DRAWS)]
        twins = []
        for outcome in outcomes:
            twin = match.at(step)
            twin.play("chance", outcome)
            if not opens_a_full_hand(twin, step) and not twin.over:
                twins.append(twin)
        drawer = game.seats[match._states[-1].turn]
        for viewer in (None, *(seat for seat in game.seats if seat != drawer)):
            seen = [(twin.view(viewer), twin.story(step + 1, viewer), twin.pending) for twin in twins]
            assert all(other == seen[0] for other in seen)


def test_the_redealt_hand_is_one_that_it_could_be() -> None:
    """No currency among cards held since the banking; cards seen to go into the hand stay; all others vary."""
    match = table(
        hands={"P1": ["Weak Rocket", "Hull Plating", "Salvage Operation"]},
        draws={"P1": [POD] * 6 + ["Twin Salvo", "Deep Clean"]},
        discards={"P1": ["Phase Shield"]},
        fleets={"P1": ["shielded"] * 2, "P2": ["shielded"] * 2},
    )
    play(match, "P1 play Salvage Operation", "P1 retrieve Phase Shield")
    hands = {tuple(zone(redealt(match, 1, word), "hand", "P1")) for word in range(300)}
    assert all("Phase Shield" in hand and POD not in hand and len(hand) == 3 for hand in hands)
    assert len(hands) == 6, "two of the four others"
    own = {tuple(zone(redealt(match, 0, word), "hand", "P1")) for word in range(50)}
    assert own == {("Hull Plating", "Phase Shield", "Weak Rocket")}


def test_cards_drawn_in_an_action_may_be_currency() -> None:
    """SG-Q13: others must reckon with it until the next banking."""
    match = table(hands={"P1": ["Deep Clean"]}, draws={"P1": [POD, "Twin Salvo"]}, fleets={"P1": ["shielded"] * 2})
    play(match, "P1 play Deep Clean", "chance draw Twin Salvo")
    assert {tuple(zone(redealt(match, 1, word), "hand", "P1")) for word in range(50)} == {(POD,), ("Twin Salvo",)}


def test_after_a_banking_no_currency_is_left() -> None:
    """SG-R4: also when the cards were drawn before it."""
    match = table(draws={"P2": [POD] * 2 + ["Weak Rocket", "Hull Plating", "Twin Salvo"]})
    play(match, "P1 pass", "chance draw Fuel Pod", *(f"chance draw {card}" for card in ("Weak Rocket", "Hull Plating")))
    play(match, "chance draw Fuel Pod")
    hands = {tuple(zone(redealt(match, 0, word), "hand", "P2")) for word in range(100)}
    assert len(hands) == 3
    assert not any(POD in hand for hand in hands)


def test_a_recon_redealt_has_cards_to_discard() -> None:
    """SG-R23: while another looks at the cards it drew."""
    match = table(
        hands={"P1": ["Deep Space Recon", "Hull Plating"]},
        draws={"P1": [POD, POD, "Twin Salvo", "Hull Plating", "Weak Rocket"]},
    )
    play(match, "P1 play Deep Space Recon", *(f"chance draw {card}" for card in (POD, "Twin Salvo", "Hull Plating")))
    for word in range(40):
        twin = redealt(match, 1, word)
        drew, hand = Counter(zone(twin, "drew", "P1")), Counter(zone(twin, "hand", "P1"))
        assert drew.total() == 3
        assert drew <= hand
        assert twin.legal("P1")


def test_what_was_known_stays_after_a_recon() -> None:
    """A card that was seen to go into the hand is not the one that was just drawn and discarded."""
    match = table(
        hands={"P1": ["Salvage Operation", "Warp Drive", "Deep Space Recon"]},
        discards={"P1": ["Hull Plating"]},
        fleets={"P1": ["shielded"] * 2},
    )
    match._states[-1].extra[0] = 1  # another turn at once
    play(match, "P1 play Salvage Operation", "P1 retrieve Hull Plating", "chance draw Salvage Operation")
    assert zone(match, "known", "P1") == ["Hull Plating"]
    s, plating = match._states[-1], card_numbers(match.game)["Hull Plating"]
    s.unseen[0][plating] += 3
    s.draw_size[0] += 3
    play(match, "P1 play Deep Space Recon", *["chance draw Hull Plating"] * 3, "P1 discard Hull Plating")
    assert zone(match, "known", "P1") == ["Hull Plating"]
    assert match.view(None)["fresh"][0] == 2


def test_flipped_cards_leave_what_was_known() -> None:
    """SG-R24: of two who have looked, the one knows the order and the other only the cards."""
    pile = ["Twin Salvo", "Hull Plating", "Deep Clean"]
    match = table(
        hands={"P1": ["Arms Dealer"], "P2": ["Arms Dealer"]},
        fleets={"P1": ["shielded"] * 3},
        banks={"P3": [POD] * 9},
        market=["Deck Purge"],
        pile=pile,
        players=3,
    )
    play(match, "P1 play Arms Dealer", *(f"chance see {card}" for card in pile), f"P1 order {', '.join(pile)}")
    play(match, "P2 play Arms Dealer", "P2 order Deep Clean, Twin Salvo, Hull Plating")
    play(match, "P3 buy Deck Purge", "chance market Deep Clean")

    def known(seat: int) -> list[str]:
        deck = match.game.data["deck"].shown
        return [deck[card - 1]["name"] for card in match._states[-1].knows[seat] if card]

    assert known(0) == ["Twin Salvo", "Hull Plating"]
    assert known(1) == ["Twin Salvo", "Hull Plating"]
    assert match.view(None)["knows_order"][:2] == [0, 1]
    for word in range(20):
        twin = redealt(match, 2, word)._states[-1]
        assert sorted(card for card in twin.knows[0] if card) == sorted(card for card in twin.top if card)
        assert [card for card in twin.knows[1] if card] == [card for card in twin.top if card]


def test_the_redealt_pile_keeps_what_was_seen() -> None:
    """SG-R24: for who looked, the order stays; for who looked before another did, the cards; for the rest, nothing."""
    pile = ["Twin Salvo", "Hull Plating", "Deep Clean", "Deck Purge", "Warp Drive"]
    match = table(
        hands={"P1": ["Arms Dealer"], "P2": ["Arms Dealer"]}, pile=pile, players=3, fleets={"P1": ["shielded"] * 3}
    )
    play(match, "P1 play Arms Dealer", *(f"chance see {card}" for card in pile[:3]), f"P1 order {', '.join(pile[:3])}")

    def tops(seat: int) -> set[tuple[str, ...]]:
        deck = match.game.data["deck"].shown
        states = [redealt(match, seat, word)._states[-1] for word in range(600)]
        return {tuple(deck[card - 1]["name"] for card in state.top) for state in states}

    assert tops(0) == {tuple(pile[:3])}
    assert len(tops(1)) == len(tops(2)) == 5 * 4 * 3
    play(match, "P2 play Arms Dealer", "P2 order Deep Clean, Twin Salvo, Hull Plating")
    assert {tuple(sorted(top)) for top in tops(0)} == {tuple(sorted(pile[:3]))}
    assert len(tops(0)) == 6
    assert tops(1) == {("Deep Clean", "Twin Salvo", "Hull Plating")}


def test_views_never_tell_the_top_of_the_pile() -> None:
    """The pile is shown with what was looked at: without it, the difference would tell."""
    pile = ["Twin Salvo", "Hull Plating", "Deep Clean", "Deck Purge"]
    seen = []
    for order in (pile[:3], pile[1:]):
        match = table(hands={"P1": ["Arms Dealer"]}, pile=pile)
        play(match, "P1 play Arms Dealer", *(f"chance see {card}" for card in order), f"P1 order {', '.join(order)}")
        seen.append((match.view("P2"), match.log("P2"), match.view(None), match.log(None)))
    assert seen[0] == seen[1]


def all_seats(bot: str, other: str, players: int, games: int, **rulings: object) -> float:
    """How often a bot wins against another in all other seats, its own seat being each in turn."""
    game = feint.load("space-goats", players=players, **rulings)
    wins = 0
    for seat in game.seats:
        others = dict.fromkeys(game.seats, other) | {seat: bot}
        wins += simulate(game, games // players, seats=others, seed=3, threads=2).wins[seat]
    return wins / games


@pytest.mark.parametrize("choices", ["players", "engine"])
def test_trader_beats_random(choices: str) -> None:
    """Above 95% with two players, above 45% with four: the games are the same in every run."""
    assert all_seats("trader", "random", 2, 10_000, choices=choices) > 0.95
    assert all_seats("trader", "random", 4, 10_000, choices=choices) > 0.45


@pytest.mark.parametrize("choices", ["players", "engine"])
@pytest.mark.parametrize(("players", "share"), [(2, 0.66), (3, 0.45), (4, 0.4), (5, 0.35)])
def test_miser_beats_trader(players: int, share: float, choices: str) -> None:
    """With all numbers of players, by much more than its share."""
    assert all_seats("miser", "trader", players, 10_020, choices=choices) > share


@pytest.mark.parametrize(("players", "wear"), [(2, "yes"), (2, "no"), (3, "no"), (4, "no"), (5, "no")])
def test_miser_wastes_no_weak_rockets(players: int, wear: str) -> None:
    """SG-Q2: each does some harm, or makes someone spend an answer. None is fired at shields that it can't wear down."""
    game = feint.load("space-goats", players=players, wear=wear)
    bot, fired = bots_of(game)["miser"], 0
    for seed in range(20):
        match = game.start(seed=seed)
        while not match.over:
            seat, before = match.pending[0], match.view(None)
            choice = choose(match, seat, bot, seed)
            match.play(seat, choice)
            if not choice.startswith("fire Weak Rocket at "):
                continue
            target = choice.removeprefix("fire Weak Rocket at ")
            answered = False
            while not match.over and match.pending == (target,) and match.view(None)["in_play"]:
                reply = choose(match, target, bot, seed)
                answered = answered or reply.startswith("answer ")
                match.play(target, reply)
            fleets = ("ships", "side", "shield", "points", "last_stand")
            after, fired = match.view(None), fired + 1
            assert answered or any(after[part] != before[part] for part in fleets)
    assert fired > 100


def test_misers_do_not_wait_for_ever_behind_their_shields() -> None:
    """SG-Q2: where shields don't wear down, they buy what gets through them."""
    game = feint.load("space-goats", players=4, wear="no")
    stuck = simulate(game, 10_000, seats=dict.fromkeys(game.seats, "miser"), seed=7).counts["by turn limit"]
    assert stuck < 50, "it is 530 if they don't"


@pytest.mark.parametrize("name", ["miser", "trader"])
@settings(max_examples=15)
@given(data=st.data())
def test_bots_look_at_nothing_secret(name: str, data: st.DataObject) -> None:
    """What it chooses is the same for every state that its seat can't tell from the true one."""
    game = feint.load("space-goats", **data.draw(rulings("space-goats")))
    bot, seed = bots_of(game)[name], data.draw(st.integers(0, 2**64 - 1))
    match = game.start(seed=seed)
    while not match.over and len(match.steps) < 120:
        [seat] = match.pending
        choice = choose(match, seat, bot, seed)
        assert choice in match.legal(seat)
        twin = redealt(match, game.seats.index(seat), seed)
        assert choose(twin, seat, bot, seed) == choice
        assert twin.seen(seat) == match.seen(seat)
        match.play(seat, choice)


def test_a_simulated_trader_chooses_as_at_the_table() -> None:
    """Compiled and plain, masked by the same schema."""
    from feint.core.chance import game_seed

    game, games = feint.load("space-goats", players=3), 40
    trader, wins = bots_of(game)["trader"], Counter[str]()
    bought = 0
    for number in range(games):
        seed = game_seed(9, number)
        match = game.start(seed=seed)
        while not match.over:
            [seat] = match.pending
            match.play(seat, choose(match, seat, trader, seed))
        wins.update(seat for seat, score in match.scores.items() if score == 1)
        bought += sum(map(sum, match.view(None)["bought"]))
    report = simulate(game, games, seed=9)
    assert dict(wins) == {seat: count for seat, count in report.wins.items() if count}
    assert report.bots == dict.fromkeys(game.seats, "trader"), "who plays if not told"
    assert report.listing is not None
    assert sum(row["per_game"] for row in report.listing.to_json()) * games == pytest.approx(bought)


def test_the_report() -> None:
    """How games ended, and for each card how those did who bought it, sorted."""
    report = simulate(feint.load("space-goats", players=4), 3000, seed=1)
    assert list(report.counts) == ["by battle", "by wreckage", "by turn limit", "first player won"]
    assert sum(report.counts.values()) - report.counts["first player won"] == 3000
    assert report.counts["first player won"] == report.wins["P1"]
    assert report.listing is not None
    rows: list[dict[str, Any]] = report.listing.to_json()
    assert len(rows) == 24, "every card of the market"
    found = [row["correlation"] for row in rows if row["correlation"] is not None]
    assert found == sorted(found, reverse=True)
    seats, wins = 4 * 3000, sum(report.wins.values())
    for row in rows:
        buyers = round(row["bought"] * seats)
        assert row["warning"] == ("few bought" if buyers < 1000 else "")
        if buyers > 0:
            won = [1] * round(row["wins"] * buyers) + [0] * round((1 - row["wins"]) * buyers)
            won += [1] * (wins - sum(won)) + [0] * (seats - buyers - wins + sum(won))
            bought = [1] * buyers + [0] * (seats - buyers)
            assert row["correlation"] == pytest.approx(correlation(bought, won)), "by the definition, seat by seat"
            assert row["low"] <= row["wins"] <= row["high"]
            total = row["wins"] * buyers + row["rest_wins"] * (seats - buyers)
            assert total == pytest.approx(wins), "buyers and the rest are everyone"


def test_decided_by_the_limit() -> None:
    """SG-R32."""
    report = simulate(feint.load("space-goats", turn_limit=2), 500, seed=1)
    assert report.counts["by turn limit"] == 500
    assert report.counts["by battle"] == report.counts["by wreckage"] == 0
    assert report.rounds_max == 2


def test_a_deck_is_simulated(tmp_path: Path) -> None:
    """SG-Q5: the same compiled code, other cards."""
    cards = Path(feint.__file__).parent / "games" / "space_goats" / "cards.csv"
    file = tmp_path / "deck.csv"
    file.write_text(cards.read_text().replace("Overload Barrage,rocket,5,1", "Overload Barrage,rocket,2,9"))
    report = simulate(feint.load("space-goats", deck=file, players=4), 500, seed=1)
    assert report.listing is not None
    [row] = [row for row in report.listing.to_json() if row["card"] == "Overload Barrage"]
    assert (row["cost"], row["per_game"] > 1) == (2, True)
