"""Drawn: a game that a table describes, phase by phase."""

from typing import Any

from feint.core import (
    CHANCE,
    OVER,
    Limits,
    Numbers,
    State,
    amount,
    below,
    bits,
    data,
    each_seat,
    hidden,
    i1,
    i2,
    i4,
    i8,  # noqa: F401 - for copies with wider fields
    label,
    next_word,
    private,
    public,
    rule,
    ruling,
    schema,
    seat_bits,
)

PHASES, WAYS = 5, 3  # at the most; and ways that a choice or an outcome can go
BY_CHANCE, BY_BOTH = 2, 3  # who moves in a phase, where it isn't seat 0 or 1
ALL = 0b11
PRIZES = 32  # ways to share the point
ACTIONS = OUTCOMES = WAYS

STATE = schema(
    ruling("longest"),
    data("mover", i1, PHASES),
    data("ways", i1, PHASES),
    data("weights", i2, PHASES, WAYS),
    data("told", i1, PHASES),  # a bit mask of the seats that are told what happens in a phase
    data("then", i1, PHASES, WAYS),  # the phase that follows, by the first mover's choice
    data("prizes", i2, PRIZES, 2),
    public("round", i4, holds=amount(1, PHASES + 1)),
    public("phase", i1, holds=label(0, PHASES)),
    public("laid", i1, holds=seat_bits()),  # the seats that have chosen already, where both do
    public("passed", i2, holds=bits(PHASES)),  # the phases that there were
    public("shown", i1, PHASES, 2, holds=label(0, WAYS)),  # what happened, by mover: a way and 1; 0 if not all know it
    private("knows", i1, 2, PHASES, 2, holds=label(0, WAYS)),  # what a seat knows of the rest
    public("made", i2, each_seat(2), holds=amount(0, PHASES)),  # choices
    hidden("happened", i1, PHASES, 2),
)


@rule
def setup(s: State) -> None:
    s.round = 1


@rule
def pending(s: State) -> int:
    if s.phase >= PHASES or s.round > s.longest:
        return OVER
    if s.mover[s.phase] == BY_CHANCE:
        return CHANCE
    return ALL & ~s.laid if s.mover[s.phase] == BY_BOTH else 1 << s.mover[s.phase]


@rule
def chance(s: State, weights: Numbers) -> int:
    for way in range(s.ways[s.phase]):
        weights[way] = s.weights[s.phase][way]
    return s.ways[s.phase]


@rule
def settle(s: State, outcome: int) -> None:
    s.happened[s.phase][0] = outcome + 1
    go_on(s)


@rule
def legal(s: State, seat: int, out: Numbers) -> int:
    for way in range(s.ways[s.phase]):
        out[way] = way
    return s.ways[s.phase]


@rule
def apply(s: State, seat: int, action: int) -> None:
    by_both = s.mover[s.phase] == BY_BOTH
    part = seat if by_both else 0
    s.happened[s.phase][part] = action + 1
    s.knows[seat][s.phase][part] = action + 1
    s.made[seat] += 1
    s.laid |= 1 << seat
    if not by_both or s.laid == ALL:
        go_on(s)


@rule
def go_on(s: State) -> None:
    """Tell what happened, and go to the next phase."""
    phase = s.phase
    for part in range(2):
        tell(s, phase, part)
    s.laid = 0
    s.passed |= 1 << phase
    s.round += 1
    s.phase = s.then[phase][s.happened[phase][0] - 1]


@rule
def tell(s: State, phase: int, part: int) -> None:
    for seat in range(2):
        if s.told[phase] == ALL:
            s.shown[phase][part] = s.happened[phase][part]
            s.knows[seat][phase][part] = 0
        elif s.told[phase] >> seat & 1:
            s.knows[seat][phase][part] = s.happened[phase][part]


@rule
def score(s: State, out: Numbers) -> None:
    number = 0
    for phase in range(PHASES):
        for part in range(2):
            number = (number * 5 + s.happened[phase][part]) % 97
    out[0] = s.prizes[number % PRIZES][0]
    out[1] = s.prizes[number % PRIZES][1]


@rule
def redeal(s: State, seat: int, word: int) -> None:
    """Whatever a seat doesn't know may have gone in any way that led where the game went."""
    for phase in range(PHASES):
        by_both, there = s.mover[phase] == BY_BOTH, s.passed >> phase & 1
        for part in range(2 if by_both else 1):
            if not there and not (by_both and phase == s.phase and s.laid >> part & 1):
                continue
            mover = part if by_both else s.mover[phase]
            known = s.shown[phase][part]
            if known == 0:
                known = s.knows[seat][phase][part]
            if known == 0:
                known = drawn_way(s, phase, part, there, word) + 1
                word = next_word(word)
            s.happened[phase][part] = known
            if s.shown[phase][part] == 0:
                for other in range(2):
                    if other == mover or (there and s.told[phase] >> other & 1):
                        s.knows[other][phase][part] = known


@rule
def drawn_way(s: State, phase: int, part: int, there: int, word: int) -> int:
    """A way that fits: those of chance by their weights, choices as if all were as likely."""
    total = 0
    for way in range(s.ways[phase]):
        total += likely(s, phase, part, there, way)
    left = below(word, total)
    for way in range(s.ways[phase]):
        left -= likely(s, phase, part, there, way)
        if left < 0:
            return way
    return 0


@rule
def likely(s: State, phase: int, part: int, there: int, way: int) -> int:
    if there and part == 0 and s.then[phase][way] != next_phase(s, phase):
        return 0
    return s.weights[phase][way] if s.mover[phase] == BY_CHANCE else 1


@rule
def next_phase(s: State, phase: int) -> int:
    """The phase that came after one that is past."""
    after = phase + 1
    while after < PHASES and not s.passed >> after & 1 and after != s.phase:
        after += 1
    return after


def limits(s: Any) -> Limits:
    return Limits(int(s.longest), draws=int(s.longest), outcomes=WAYS)
