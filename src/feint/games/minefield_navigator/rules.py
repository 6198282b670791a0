"""Minefield Navigator: two players race along one mined path, each with a few detectors."""

from feint.core import (
    CHANCE,
    OVER,
    Limits,
    Numbers,
    State,
    amount,
    below,
    each_seat,
    equally,
    hidden,
    i1,
    i4,
    label,
    next_word,
    public,
    rule,
    ruling,
    schema,
    seat_label,
    whole,
)

PLAYER1, PLAYER2 = 0, 1
NOBODY = -1

EXCLUSIVE, SHARED, BLOCKED = 0, 1, 2  # occupancy
TOSS = 2  # first; 0 and 1 are the seats

# Choices: 0 is move, 1 to 20 scan that step, and then there is pass.
MOVE = 0
PASS = 21
ACTIONS = 22

UNKNOWN, SAFE, DIFFUSED = 0, 1, 2  # what is known about a step


def most_turns(s: State) -> int:
    """Whoever wins has moved at most once a step and used its detectors, and turns alternate.

    A pass is for who is closed in (MN-Q4) behind the one that leads and wins.
    """
    return int(2 * (s.steps + s.detectors) - (0 if s.occupancy == BLOCKED else 1))


KNOWN = label(UNKNOWN, lambda s, step: DIFFUSED if step < s.steps else UNKNOWN)

STATE = schema(
    ruling("occupancy"),
    ruling("first"),
    ruling("steps"),
    ruling("mines"),
    ruling("detectors"),
    public("round", i4, holds=amount(1, lambda s: most_turns(s) // 2 + 1)),
    public("turns", i4, holds=amount(0, most_turns)),  # single turns taken so far
    public("turn", i1, holds=seat_label(NOBODY)),  # the seat whose turn it is; NOBODY before the toss
    public("laid", i1, holds=amount(0, 1)),  # 1 once the mines are in the ground
    hidden("mined", i4),  # bit n - 1 is set: a mine was laid on step n
    public("known", i1, 20, holds=KNOWN),  # by step, from step 1: UNKNOWN, SAFE or DIFFUSED
    public("position", i1, each_seat(2), holds=amount(0, lambda s: s.steps)),
    public("detectors_left", i1, each_seat(2), holds=amount(0, lambda s: s.detectors)),
    public("scanned", i1, holds=label(0, lambda s: s.steps)),  # the step scanned in the last turn; 0: none was
    public("winner", i1, holds=seat_label(NOBODY)),
)


@rule
def setup(s: State) -> None:
    s.round = 1
    s.winner = NOBODY
    s.turn = NOBODY if s.first == TOSS else s.first
    for seat in range(2):
        s.detectors_left[seat] = s.detectors


@rule
def pending(s: State) -> int:
    if s.winner != NOBODY:
        return OVER
    if not s.laid or s.turn == NOBODY:
        return CHANCE
    return 1 << s.turn


@rule
def chance(s: State, weights: Numbers) -> int:
    return equally(2) if s.laid else equally(placements(s))


@rule
def placements(s: State) -> int:
    """How many ways there are to lay `mines` mines on `steps` steps."""
    ways = 1
    for mine in range(s.mines):
        ways = ways * (s.steps - mine) // (mine + 1)
    return ways


@rule
def settle(s: State, outcome: int) -> None:
    if s.laid:
        s.turn = outcome
    else:
        lay_mines(s, outcome)


@rule
def lay_mines(s: State, outcome: int) -> None:
    """Placements are numbered in the order of a dictionary: 1,2,3 then 1,2,4 and so on."""
    ways = placements(s)
    mines = whole(s.mines)
    for step in range(1, s.steps + 1):
        steps_left = s.steps - step + 1
        with_mine_here = ways * mines // steps_left
        if outcome < with_mine_here:
            s.mined |= 1 << (step - 1)
            ways = with_mine_here
            mines -= 1
        else:
            outcome -= with_mine_here
            ways -= with_mine_here
    s.laid = 1


@rule
def landing(s: State, seat: int) -> int:
    """The step that a move leads to; 0 where the way is blocked."""
    step = s.position[seat] + 1
    if step == s.position[1 - seat]:
        if s.occupancy == EXCLUSIVE:
            return step + 1
        if s.occupancy == BLOCKED:
            return 0
    return whole(step)


@rule
def legal(s: State, seat: int, out: Numbers) -> int:
    count = 0
    if landing(s, seat) > 0:
        out[count] = MOVE
        count += 1
    if s.detectors_left[seat] > 0:
        for step in range(s.position[seat] + 1, s.steps + 1):
            out[count] = step
            count += 1
    if count == 0:
        out[count] = PASS
        count += 1
    return count


@rule
def apply(s: State, seat: int, action: int) -> None:
    s.scanned = 0
    if action == MOVE:
        move(s, seat)
    elif action != PASS:
        scan(s, seat, action)
    s.turns += 1
    s.turn = 1 - s.turn
    if s.winner == NOBODY:
        s.round = s.turns // 2 + 1


@rule
def move(s: State, seat: int) -> None:
    step = landing(s, seat)
    s.position[seat] = step
    if s.known[step - 1] == UNKNOWN:
        if s.mined >> (step - 1) & 1:
            s.winner = 1 - seat
            return
        s.known[step - 1] = SAFE
    if step == s.steps:
        s.winner = seat


@rule
def scan(s: State, seat: int, step: int) -> None:
    s.scanned = step
    s.detectors_left[seat] -= 1
    if s.known[step - 1] == UNKNOWN:
        s.known[step - 1] = DIFFUSED if s.mined >> (step - 1) & 1 else SAFE


@rule
def redeal(s: State, seat: int, word: int) -> None:
    """Make of this a state that the seat can't tell from it: the live mines may be on any of the unknown steps."""
    unknown, live = 0, whole(s.mines)
    for step in range(1, s.steps + 1):
        if s.known[step - 1] == UNKNOWN:
            unknown += 1
        elif s.known[step - 1] == DIFFUSED:
            live -= 1
            s.mined |= 1 << (step - 1)
    for step in range(1, s.steps + 1):
        if s.known[step - 1] == UNKNOWN and s.laid:
            word = next_word(word)
            if below(word, unknown) < live:
                s.mined |= 1 << (step - 1)
                live -= 1
            else:
                s.mined &= ~(1 << (step - 1))
            unknown -= 1


def limits(s: State) -> Limits:
    """By the turns there can be."""
    toss = s.first == TOSS
    return Limits(most_turns(s), draws=1 + toss, outcomes=max(placements(s), 1 + toss))


@rule
def score(s: State, out: Numbers) -> None:
    out[s.winner] = 1
