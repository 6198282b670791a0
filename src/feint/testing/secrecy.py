"""Secrecy: what a seat can't tell apart looks the same to it. Pairs of states by chance, and all of a small tree.

What a seat has seen is what the schema shows it. Everything else that it gets must follow from that: what it can
choose, who is asked, the log, the board, the sentence that refuses a choice.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from feint.core.contract import no_redeal
from feint.core.errors import IllegalChoice
from feint.core.game import Game
from feint.core.match import Match
from feint.core.position import CHANCE_SEAT, legal_numbers
from feint.core.rule import State
from feint.solve.infoset import Memorizer, Memory
from feint.testing.invariants import NONSENSE, Check, names_of_difference, state_of

SECRECY = "secrecy"
MOMENTS = 20  # of one match, at which it is dealt anew
FEW_WORDS = 3  # how often it is dealt anew to see whether what comes out can be
HIDDEN_WORDS = 8  # how often an information set is dealt anew to see whether that changes anything


def shown(match: Match, viewer: str | None) -> dict[str, Any]:
    """What a viewer gets of a match now, beside what the schema shows it."""
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


def redeals(check: Check, match: Match) -> None:
    """Deal anew what each seat can't see, at some moments of a match: it must not be able to tell."""
    moments = range(len(match.steps) + 1)
    for step in sorted(check.luck.sample(moments, min(MOMENTS, len(moments)))):
        earlier = match.at(step)
        if earlier.over or CHANCE_SEAT in earlier.pending:
            continue
        for seat in check.game.seats:
            with check.findings.watching("redeal", earlier, f"for {seat}"):
                _redeal(check, earlier, seat)


def redealt(check: Check, match: Match, seat: str, word: int) -> Match:
    """A match as it is, with its state dealt anew for a seat."""
    twin = match.at(len(match.steps))
    state = check.game.schema.copy(state_of(match))
    check.game.rules.redeal(state, check.game.seat_number(seat), word)
    twin._states[-1] = state
    return twin


def _redeal(check: Check, match: Match, seat: str) -> None:
    game, word = check.game, check.luck.getrandbits(64)
    schema, number = game.schema, game.seat_number(seat)
    twin = redealt(check, match, seat, word)
    also = f"dealt anew for {seat} with the word {word}"
    check.counts["pairs"] += 1
    if redealt(check, match, seat, word)._states[-1] != state_of(twin):
        check.wrong(SECRECY, "redeal twice", "redeal gave two states for one word", match, also)
    if (seen := schema.seen(state_of(twin), number)) != match.seen(seat):
        fields = ", ".join(names_of_difference(game, seen, match.seen(seat)))
        check.wrong(SECRECY, "redeal seen", f"redeal changed what {seat} sees ({fields})", match, also)
        return
    same = compare(check, match, seat, shown(match, seat), shown(twin, seat), also)
    if same and seat in match.pending:  # search has no more than what the seat sees to deal from
        state = match.seen(seat)
        game.rules.redeal(state, number, word)
        schema.pack(state)
        choices = legal_numbers(game, state, number)
        if schema.seen(state, number) != match.seen(seat) or choices != match.legal_numbers(seat):
            says = f"redeal needs more than {seat} sees: with 0 for the rest it deals something else than {seat} sees"
            check.wrong(SECRECY, "redeal from what is seen", says, match, also)


def compare(
    check: Check, match: Match, viewer: str | None, one: dict[str, Any], other: dict[str, Any], also: str
) -> bool:
    """Whether a viewer gets the same of two matches that it can't tell apart; the first difference is a fault."""
    for what, fact in one.items():
        if other.get(what) != fact:
            who = viewer or "a spectator"
            says = f"{who} can tell by {what} what it hasn't seen: {_short(fact)} or {_short(other.get(what))}"
            check.wrong(SECRECY, what, says, match, also)
            return False
    return True


def _short(fact: Any) -> str:
    text = repr(fact)
    return text if len(text) <= 200 else f"{text[:197]}..."


@dataclass
class _Seen:
    """A history on the walk: the match, and what each viewer remembers and has been told."""

    match: Match
    memory: dict[str | None, Memory]
    told: dict[str | None, tuple[str, ...]]


def all_pairs(check: Check, most: int) -> bool:
    """Compare all states of a small tree that a viewer can't tell apart; whether it was small enough for all of it."""
    first: dict[tuple[str | None, int], tuple[Match, dict[str, Any]]] = {}
    own: dict[tuple[str, int], Match] = {}  # the first match of each information set
    uncertain: dict[tuple[str, int], Match] = {}  # of those in which several states are possible
    possible: dict[tuple[str, int], set[str]] = {}  # and all of these states
    count = 0
    for history in _histories(check.game):
        match = history.match
        count += 1
        if count > most:
            return False
        if match.over or CHANCE_SEAT in match.pending:
            continue
        for viewer, memory in history.memory.items():
            facts = shown(match, viewer) | {"the log": history.told[viewer]}
            key = viewer, memory[0]
            earlier, known = first.setdefault(key, (match, facts))
            check.counts["states compared"] += 1
            if known is not facts:
                also = f"and {_way(earlier)} look the same to {viewer or 'a spectator'}"
                compare(check, match, viewer, facts, known, also)
            if viewer in match.pending and viewer is not None:
                other = own.setdefault((viewer, memory[0]), match)
                possible.setdefault((viewer, memory[0]), set()).add(_written(state_of(match)))
                if state_of(other) != state_of(match):
                    uncertain[viewer, memory[0]] = other
    if check.game.rules.redeal is not no_redeal and not check.findings.kept:
        for key, match in own.items():
            _deals_what_can_be(check, key[0], match, possible[key])
        if uncertain:
            _deals_anew(check, [(seat, match) for (seat, _), match in uncertain.items()])
    return True


def _deals_what_can_be(check: Check, seat: str, match: Match, possible: set[str]) -> None:
    """What redeal makes of what a seat sees is a state that can be true, as far as the seat knows."""
    for _ in range(FEW_WORDS):
        word, state = check.luck.getrandbits(64), match.seen(seat)
        check.game.rules.redeal(state, check.game.seat_number(seat), word)
        if _written(state) not in possible:
            [name, *_] = names_of_difference(check.game, state, state_of(match))
            says = (
                f"redeal made of what {seat} sees, with 0 for the rest, a state that can't be ({name} is "
                f"{getattr(state, name)}): it has to fill in everything that {seat} can't see, also what {seat} knows"
            )
            check.wrong(SECRECY, "redeal what can't be", says, match, f"dealt anew for {seat} with the word {word}")
            return


def _written(state: State) -> str:
    return repr([getattr(state, name) for name in state.__slots__])


def _deals_anew(check: Check, sets: list[tuple[str, Match]]) -> None:
    """Where a seat can't tell several states apart, redeal gives more than the one that is true."""
    for seat, match in sets:
        for _ in range(HIDDEN_WORDS):
            if state_of(redealt(check, match, seat, check.luck.getrandbits(64))) != state_of(match):
                return
    seat, match = sets[0]
    says = f"redeal leaves everything as it is, though {seat} can't know it: search would play with open cards"
    check.wrong(SECRECY, "redeal nothing", says, match)


def _histories(game: Game) -> Iterator[_Seen]:
    """All ways that a match can go, in whatever order those answer who choose at once."""
    memories = Memorizer()
    viewers = (*game.seats, None)

    def seen(match: Match, viewer: str | None) -> str:
        number = None if viewer is None else game.seat_number(viewer)
        return repr(game.schema.see(state_of(match), number, over=False))

    def told(match: Match, viewer: str | None) -> tuple[str, ...]:
        return tuple(match.story(len(match.steps), viewer))

    match = game.start(chance=[])
    start = {viewer: memories.look(Memorizer.NOTHING, seen(match, viewer)) for viewer in viewers}
    open_ = [_Seen(match, start, {viewer: told(match, viewer) for viewer in viewers})]
    while open_:
        history = open_.pop()
        yield history
        for seat in history.match.pending:
            for text in history.match.legal(seat):
                match = history.match.at(len(history.match.steps))
                match.play(seat, text)
                memory = dict(history.memory)
                if seat != CHANCE_SEAT:
                    memory[seat] = memories.remember_choice(memory[seat], match.steps[-1].number)
                for viewer in viewers:
                    memory[viewer] = memories.look(memory[viewer], seen(match, viewer))
                lines = {viewer: history.told[viewer] + told(match, viewer) for viewer in viewers}
                open_.append(_Seen(match, memory, lines))


def _way(match: Match) -> str:
    """How a match went, on one line."""
    return "; ".join(f"{match.who(step)} {step.text}" for step in match.steps) or "the beginning"
