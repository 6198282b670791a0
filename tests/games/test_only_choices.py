"""Sparing a seat the question when it has only one choice: it tells nobody anything, and few such questions are left."""

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import feint
from feint.bots import choose
from feint.core.chance import next_word
from feint.core.match import Match
from feint.games.space_goats import state
from kit.games import random_match, redealt, rulings

WORDS = st.integers(0, 2**64 - 1)


def telling(whole: Match, word: int) -> Iterator[Match]:
    """The moments of a match at which another seat would learn something if a question with one answer were spared: it
    can't rule out a twin of the match in which there is more to choose from, or less."""
    game = whole.game
    for step in range(len(whole.steps)):
        match = whole.at(step)
        if match.pending == ("chance",) or not game.need_not_ask(match.view(None), alone=False):
            continue
        for seat in match.pending:
            for other in (other for other in range(len(game.seats)) if game.seats[other] != seat):
                word = next_word(word)
                twin = redealt(match, other, word)
                assert twin.view(None) == match.view(None)
                if twin.need_not_ask(seat) != match.need_not_ask(seat):
                    yield match


@pytest.mark.parametrize("name", feint.game_names())
@settings(max_examples=60)
@given(data=st.data())
def test_a_question_that_is_spared_tells_nothing(name: str, data: st.DataObject) -> None:
    """Under any rulings and at any moment."""
    game = feint.load(name, **data.draw(rulings(name)))
    whole = random_match(game, data.draw(WORDS), most=60)
    assert [match.record() for match in telling(whole, data.draw(WORDS))] == []


def test_also_when_cards_come_up_that_are_rarely_played() -> None:
    """SG-R21 to SG-R23: whole matches of Space Goats, in which cards are discarded and trashed."""
    game = feint.load("space-goats").for_simulation()
    phases: Counter[int] = Counter()
    for seed in range(25):
        whole = random_match(game, seed)
        assert [match.record() for match in telling(whole, seed)] == []
        moments = [whole.at(step) for step in range(len(whole.steps))]
        phases.update(match.view(None)["phase"] for match in moments if len(match.legal(match.pending[0])) == 1)
    assert {state.DISCARD, state.TRASH} <= set(phases)


def test_one_that_tells_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison above can fail: it does when hands are taken to be open."""
    game = feint.load("space-goats").for_simulation()
    monkeypatch.setattr(game.screen, "need_not_ask", lambda view, alone: True)
    assert any(list(telling(random_match(game, seed), seed)) for seed in range(5))


@pytest.mark.parametrize("players", [2, 4])
def test_nearly_all_questions_with_one_answer_are_spared(players: int) -> None:
    """In Space Goats about half of all questions have one answer, and all can see it of nearly every one of them."""
    game = feint.load("space-goats", players=players).for_simulation()
    assert game.bots is not None
    bot = list(game.bots.BOTS.values())[-1]
    asked = only = spared = 0
    for seed in range(10):
        match = game.start(seed=seed)
        while not match.over:
            [seat] = match.pending
            legal = match.legal(seat)
            asked += 1
            only += len(legal) == 1
            spared += match.need_not_ask(seat)
            assert game.need_not_ask(match.view(None), alone=True), "against bots there is nobody to be told anything"
            match.play(seat, choose(match, seat, bot, seed))
    assert only > asked / 3
    assert spared > 0.95 * only


def test_the_last_choice_is_the_winners_own() -> None:
    """TS-R9: from 9 there is one way to go, and it wins. Nobody has that done for them, also not where they are alone."""
    match = feint.load("tower-siege").start(seed=1)
    for choice in ("3", "rest", "3", "rest", "3", "rest"):
        match.play(match.pending[0], choice)
    assert match.legal("P1") == ["1"]
    assert not match.need_not_ask("P1")
    assert not match.need_not_ask("P1", alone=True)
    assert not match.need_not_ask("P2"), "it owes nothing"


def test_what_ends_a_match_by_a_secret_is_not_looked_up() -> None:
    """TM-R4: the last burn ends the match or not, by what the laser has laid. That it is asked for must not tell."""
    match = feint.load("terminal-maneuver", fuel=2, rounds=2).start(seed=1)
    match.play("missile", "burn 2")
    match.play("laser", "guess 0")
    while not match.over and match.legal("missile") != ["burn 0"]:
        match.play("chance", "d6 6")
    match.play("laser", "guess 1")
    assert match.legal("missile") == ["burn 0"]
    assert match.need_not_ask("missile")
