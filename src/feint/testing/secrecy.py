"""Secrecy: states that a seat can't tell apart look the same to it: random pairs, and all pairs of a small tree.

A seat sees what the schema shows it. Everything else that it gets must follow from that: its choices, whose turn it is,
the log, the board, the sentence that refuses a choice.
"""

from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import dataclass
from math import prod, sqrt
from random import Random
from typing import Any

import numpy as np

from feint.core import state_queries
from feint.core.contract import no_redeal
from feint.core.errors import IllegalChoice
from feint.core.game import Game
from feint.core.match import Match
from feint.core.rule import State
from feint.core.state_queries import CHANCE_SEAT, legal_numbers
from feint.solve.infoset import Memorizer, Memory
from feint.testing.invariants import NONSENSE, Check, differing_fields, state_of
from feint.testing.limits import check_limits

SECRECY = "secrecy"
REDEALS = 20  # steps of one match at which it is redealt
FEW_WORDS = 3  # how often an information set is redealt to see whether the result is possible
MANY_WORDS = 8  # how often it is redealt to see whether that changes anything
MOST_TRIES, FEWEST_TRIES = 20_000, 100  # redeals to see how often each state is made: in all, and at an information set
TOO_FAR_ON_AVERAGE = 5.2  # times the root of the summed squares: with 30 matches, nearly all of them on one side
TOO_FAR, FEW = 6.0, 4  # standard deviations by which a state may be made too seldom or too often, and then some


def observation(match: Match, viewer: str | None) -> dict[str, Any]:
    """All that a viewer gets of a match now."""
    view = match.view(viewer)
    facts: dict[str, Any] = {
        "pending": match.pending,
        "its view": view,
        "the round": match.round,
        "the log": match.story(len(match.steps), viewer),
        "what can be taken back": [match.can_undo(steps) for steps in range(1, 3)],
    }
    if match.game.screen is not None:
        facts["the board"] = match.game.screen.board(view)
    if viewer is not None:
        facts["its choices"] = match.legal(viewer)
        try:
            match.at(len(match.steps)).play(viewer, NONSENSE)
        except IllegalChoice as error:
            facts["the refusal"] = str(error)
    return facts


def check_redeals(check: Check, match: Match) -> None:
    """Redeal what each seat can't see, at some steps of a match: the seat must not be able to tell."""
    steps = range(len(match.steps) + 1)
    dice = Random(len(next(iter(check.drifts.values()), [])))  # of its own: the matches are those of the check's seed
    drift = {seat: np.zeros(len(_numbers(state_of(match)))) for seat in check.game.seats}
    for step in sorted(check.rng.sample(steps, min(REDEALS, len(steps)))):
        earlier = match.at(step)
        if earlier.over or CHANCE_SEAT in earlier.pending:
            continue
        for seat in check.game.seats:
            with check.violations.attempt("redeal", earlier, f"for {seat}"):
                _check_redeal(check, earlier, seat)
                if seat in earlier.pending:
                    other = _numbers(state_of(redealt(check, earlier, seat, dice.getrandbits(64))))
                    drift[seat] += np.array(other) - np.array(_numbers(state_of(earlier)))
    for seat, difference in drift.items():
        check.drifts.setdefault(seat, []).append(difference)


def check_balance(check: Check) -> None:
    """Over all matches, what redeal makes is on average what is true: neither too high nor too low, field by field.

    In a match between players who choose at random the true state is as good as another that the seat can't tell from
    it. So the sum of differences in a match is as likely above 0 as below; always on one side, redeal is biased.
    """
    for seat, drifts in check.drifts.items():
        if len({len(drift) for drift in drifts}) != 1:
            continue
        values = np.array(drifts)
        spread = np.sqrt((values**2).sum(axis=0))
        far = np.abs(values.sum(axis=0)) > TOO_FAR_ON_AVERAGE * np.maximum(spread, 1e-9)
        if far.any():
            name = _number_names(check.game)[int(np.flatnonzero(far)[0])]
            more = "more" if values.sum(axis=0)[far][0] > 0 else "less"
            message = (
                f"redeal is biased: in nearly all of {len(values)} matches {name} is {more} than in truth, for {seat}"
            )
            check.violations.add(SECRECY, "redeal biased", message, check.game)


def _numbers(state: State) -> list[int]:
    """All numbers of a state in a row."""
    row: list[int] = []

    def flatten(value: Any) -> None:
        if isinstance(value, list):
            for part in value:
                flatten(part)
        else:
            row.append(value)

    for name in state.__slots__:
        flatten(getattr(state, name))
    return row


def _number_names(game: Game) -> list[str]:
    return [field.name for field in game.schema.fields for _ in range(prod(field.shape))]


def redealt(check: Check, match: Match, seat: str, word: int) -> Match:
    """The same match, with its state redealt for a seat."""
    twin = match.at(len(match.steps))
    state = check.game.schema.copy(state_of(match))
    check.game.rules.redeal(state, check.game.seat_number(seat), word)
    twin._states[-1] = state
    return twin


def _check_redeal(check: Check, match: Match, seat: str) -> None:
    game, word = check.game, check.rng.getrandbits(64)
    schema, number = game.schema, game.seat_number(seat)
    twin = redealt(check, match, seat, word)
    also = f"redealt for {seat} with the word {word}"
    check.counts["pairs"] += 1
    if redealt(check, match, seat, word)._states[-1] != state_of(twin):
        check.wrong(SECRECY, "redeal twice", "redeal gave two states for one word", match, also)
    if (seen := schema.seen(state_of(twin), number)) != match.seen(seat):
        fields = ", ".join(differing_fields(game, seen, match.seen(seat)))
        check.wrong(SECRECY, "redeal seen", f"redeal changed what {seat} sees ({fields})", match, also)
        return
    same = compare(check, match, seat, observation(match, seat), observation(twin, seat), also)
    if same and seat in match.pending:  # search has no more than what the seat sees to deal from
        state = match.seen(seat)
        game.rules.redeal(state, number, word)
        schema.pack(state)
        choices = legal_numbers(game, state, number)
        if schema.seen(state, number) != match.seen(seat) or choices != match.legal_numbers(seat):
            message = f"redeal uses more than {seat} sees: given 0 for the rest, it changes what {seat} sees"
            check.wrong(SECRECY, "redeal from what is seen", message, match, also)


def compare(
    check: Check, match: Match, viewer: str | None, one: dict[str, Any], other: dict[str, Any], also: str
) -> bool:
    """Whether a viewer gets the same of two matches that it can't tell apart; the first difference is a fault."""
    for what, fact in one.items():
        if other.get(what) != fact:
            who = viewer or "a spectator"
            message = f"{who} can tell by {what} what it hasn't seen: {_short(fact)} or {_short(other.get(what))}"
            check.wrong(SECRECY, what, message, match, also)
            return False
    return True


def _short(fact: Any) -> str:
    text = repr(fact)
    return text if len(text) <= 200 else f"{text[:197]}..."


@dataclass
class _History:
    """A history of the tree: the match, and what each viewer remembers and has read in the log."""

    match: Match
    memory: dict[str | None, Memory]
    likely: dict[str, float]  # for each seat: how likely chance makes it, if the others choose at random
    logs: dict[str | None, tuple[str, ...]]


def compare_all_pairs(check: Check, max_histories: int) -> bool:
    """Compare all states of a small tree that a viewer can't tell apart; whether it was small enough for all of it."""
    first: dict[tuple[str | None, int], tuple[Match, dict[str, Any]]] = {}
    own: dict[tuple[str, int], Match] = {}  # the first match of each information set
    uncertain: dict[tuple[str, int], Match] = {}  # of those in which several states are possible
    possible: dict[tuple[str, int], dict[str, float]] = {}  # and all of these states, with how likely they are
    count = 0
    for history in _histories(check.game):
        match = history.match
        count += 1
        if count > max_histories:
            return False
        check_limits(check, match)
        if match.over or CHANCE_SEAT in match.pending:
            continue
        for viewer, memory in history.memory.items():
            facts = observation(match, viewer) | {"the log": history.logs[viewer]}
            key = viewer, memory[0]
            earlier, known = first.setdefault(key, (match, facts))
            check.counts["states compared"] += 1
            if known is not facts:
                also = f"and {_steps_text(earlier)} look the same to {viewer or 'a spectator'}"
                compare(check, match, viewer, facts, known, also)
            if viewer in match.pending and viewer is not None:
                other = own.setdefault((viewer, memory[0]), match)
                states, text = possible.setdefault((viewer, memory[0]), {}), _state_text(state_of(match))
                states[text] = states.get(text, 0.0) + history.likely[viewer]
                if state_of(other) != state_of(match):
                    uncertain[viewer, memory[0]] = other
    if check.game.rules.redeal is not no_redeal and not check.violations.by_kind:
        for key, match in own.items():
            _check_possible(check, key[0], match, possible[key])
        if uncertain:
            _check_redealt(check, [(seat, match) for (seat, _), match in uncertain.items()])
            words = max(FEWEST_TRIES, MOST_TRIES // len(uncertain))
            for key, match in uncertain.items():
                _check_all_dealt(check, key[0], match, possible[key], words)
    return True


def _check_all_dealt(check: Check, seat: str, match: Match, possible: dict[str, float], words: int) -> None:
    """Redeal makes every state that is possible, each as likely as chance makes it if the others choose at random."""
    total, number = sum(possible.values()), check.game.seat_number(seat)
    made: Counter[str] = Counter()
    for _ in range(words):
        state = match.seen(seat)
        check.game.rules.redeal(state, number, check.rng.getrandbits(64))
        made[_state_text(state)] += 1
    for text, likely in possible.items():
        share = likely / total
        expected, spread = share * words, sqrt(share * (1 - share) * words)
        if abs(made[text] - expected) <= TOO_FAR * spread + FEW:
            continue
        how = f"of {words} redeals {made[text]} made one that should come {expected:.0f} times"
        if made[text]:
            message = f"redeal is biased: where {seat} has to choose, {how}, if the others choose at random"
            check.wrong(SECRECY, "redeal biased", message, match)
        else:
            message = f"redeal leaves a state out that {seat} can't rule out: {how}"
            check.wrong(SECRECY, "redeal leaves out", message, match)
        return


def _check_possible(check: Check, seat: str, match: Match, possible: Container[str]) -> None:
    """What redeal makes of what a seat sees is a state that is possible, as far as the seat knows."""
    for _ in range(FEW_WORDS):
        word, state = check.rng.getrandbits(64), match.seen(seat)
        check.game.rules.redeal(state, check.game.seat_number(seat), word)
        if _state_text(state) not in possible:
            [name, *_] = differing_fields(check.game, state, state_of(match))
            message = (
                f"given what {seat} sees, and 0 for the rest, redeal makes an impossible state ({name} is "
                f"{getattr(state, name)}): it has to fill in everything that {seat} can't see, even what {seat} knows"
            )
            check.wrong(SECRECY, "redeal impossible", message, match, f"redealt for {seat} with the word {word}")
            return


def _state_text(state: State) -> str:
    return repr([getattr(state, name) for name in state.__slots__])


def _check_redealt(check: Check, sets: list[tuple[str, Match]]) -> None:
    """Where a seat can't tell several states apart, redeal gives more than the true one."""
    for seat, match in sets:
        for _ in range(MANY_WORDS):
            if state_of(redealt(check, match, seat, check.rng.getrandbits(64))) != state_of(match):
                return
    seat, match = sets[0]
    message = f"redeal changes nothing, though {seat} can't know everything: search would see hidden cards"
    check.wrong(SECRECY, "redeal nothing", message, match)


def _histories(game: Game) -> Iterator[_History]:
    """All ways that a match can go, with choices made at once in every order."""
    memories = Memorizer()
    viewers = (*game.seats, None)

    def seen(match: Match, viewer: str | None) -> str:
        number = None if viewer is None else game.seat_number(viewer)
        return repr(game.schema.see(state_of(match), number, over=False))

    def log(match: Match, viewer: str | None) -> tuple[str, ...]:
        return tuple(match.story(len(match.steps), viewer))

    match = game.start(chance=[])
    start = {viewer: memories.look(Memorizer.NOTHING, seen(match, viewer)) for viewer in viewers}
    even = dict.fromkeys(game.seats, 1.0)
    open_ = [_History(match, start, even, {viewer: log(match, viewer) for viewer in viewers})]
    while open_:
        history = open_.pop()
        yield history
        for seat in history.match.pending:
            for text, chance in _branches(history.match, seat):
                match = history.match.at(len(history.match.steps))
                match.play(seat, text)
                memory = dict(history.memory)
                if seat != CHANCE_SEAT:
                    memory[seat] = memories.remember_choice(memory[seat], match.steps[-1].number)
                for viewer in viewers:
                    memory[viewer] = memories.look(memory[viewer], seen(match, viewer))
                lines = {viewer: history.logs[viewer] + log(match, viewer) for viewer in viewers}
                likely = {own: p * (1.0 if own == seat else chance) for own, p in history.likely.items()}
                open_.append(_History(match, memory, likely, lines))


def _branches(match: Match, seat: str) -> list[tuple[str, float]]:
    """What can come next, and how likely it is if choices are made at random."""
    texts = match.legal(seat)
    if seat != CHANCE_SEAT:
        return [(text, 1 / len(texts)) for text in texts]
    weights, count = state_queries.weights(match.game, state_of(match))
    odds = [1] * -count if count < 0 else [weight for weight in weights[:count] if weight]
    return [(text, weight / sum(odds)) for text, weight in zip(texts, odds, strict=True)]


def _steps_text(match: Match) -> str:
    """How a match went, on one line."""
    return "; ".join(f"{match.who(step)} {step.text}" for step in match.steps) or "the beginning"
