"""What must hold of each state of a match: who is asked, what can be chosen, what chance may bring, what it gives."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from feint.core.errors import IllegalChoice
from feint.core.game import Game
from feint.core.match import Match, Step, folded
from feint.core.position import CHANCE_SEAT, MOST_WEIGHT, outcomes
from feint.core.record import replay
from feint.core.rule import CHANCE, OVER, State
from feint.core.seal import WIDTH
from feint.testing.folder import has_limit, seats_in
from feint.testing.report import CheckReport

NONSENSE = "no such choice"
STALE = -7  # what stands in a room that a rule has to fill: compiled loops use one room again and again
MOST_TEXTS = 200  # outcomes of one state whose texts are compared


@dataclass
class Check:
    """A game that is being checked: what was found, how much was looked at, and where choices come from."""

    game: Game
    findings: CheckReport
    luck: Random
    counts: Counter[str] = field(default_factory=Counter)

    def wrong(self, promise: str, kind: str, says: str, match: Match, also: str = "") -> None:
        """Note a fault that shows in a match."""
        self.findings.add(promise, kind, says, match, also)

    def under(self, game: Game) -> "Check":
        """The same check, going on under other rulings."""
        return Check(game, self.findings, self.luck, self.counts)


def state_of(match: Match) -> State:
    """The state that a match is in: this looks behind the curtain, as whoever checks the curtain must."""
    return match._states[-1]


def play(check: Check, most: int) -> Match | None:
    """Play a match by chance, to its end or so many steps far, and look at every state; None if it can't go on."""
    with check.findings.watching("setup", check.game) as watch:
        match = check.game.start(chance=[])
    if watch.failed:
        return None
    check.counts["matches"] += 1
    check.counts["large"] = 0
    if match.round < 1:
        check.wrong("rounds", "first", f"the first round is {match.round}; rounds count from 1", match)
    while look(check, match):
        if match.over:
            check.counts["ends"] += 1
            break
        if len(match.steps) >= most:
            break
        if not step(check, match):
            return None
    else:
        return None
    _replayed(check, match)
    return match


def look(check: Check, match: Match) -> bool:
    """Check all that can be asked of the state that a match is in; whether it makes sense to go on from it."""
    check.counts["states"] += 1
    state, rules = state_of(match), check.game.rules
    before = check.game.schema.copy(state)
    fine = _fits(check, match)
    with check.findings.watching("pending", match) as watch:
        who = rules.pending(state)
    if watch.failed or not fine:
        return False
    if who not in (OVER, CHANCE) and not 0 < who < 1 << len(check.game.seats):
        seats = f"the {len(check.game.seats)} seats that are taken"
        check.wrong("pending", "mask", f"pending returned {who}: it is CHANCE, OVER or a bit mask of {seats}", match)
        return False
    _same_state(check, match, before, "pending")
    if who == OVER:
        fine = _scores(check, match)
    elif who == CHANCE:
        fine = _chance(check, match)
    else:
        fine = all(_choices(check, match, seat) for seat in seats_in(check.game, who))
    with check.findings.watching("the log", match) as watch:
        for viewer in (*check.game.seats, None):
            lines = match.story(len(match.steps), viewer)
            if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
                check.wrong("words", "story", f"story gave {lines!r}; it is a list of lines", match)
    if check.game.screen is not None:
        with check.findings.watching("the board", match):
            check.game.screen.board(match.view(check.luck.choice((*check.game.seats, None))))
    _same_state(check, match, before, "looking at it")
    return fine and not watch.failed


def _same_state(check: Check, match: Match, before: State, what: str) -> None:
    if state_of(match) != before:
        changed = ", ".join(names_of_difference(check.game, before, state_of(match)))
        check.wrong("no side effects", what, f"{what} changed the state ({changed}); only apply and settle may", match)
        match._states[-1] = before


def names_of_difference(game: Game, one: State, other: State) -> list[str]:
    """The fields in which two states differ."""
    return [field.name for field in game.schema.fields if getattr(one, field.name) != getattr(other, field.name)]


def _fits(check: Check, match: Match) -> bool:
    """Every number is whole and fits its field, so that a compiled state holds the same."""
    schema, state = check.game.schema, state_of(match)
    try:
        twin = schema.unpack(schema.pack(state)[0])
    except (OverflowError, ValueError, TypeError) as error:
        what = f"a number doesn't fit its field: {str(error).lower()}"
    else:
        if twin == state:
            return True
        what = "a field holds what isn't a row of whole numbers"
    for one in schema.fields:
        alone, values = schema.new(), getattr(state, one.name)
        setattr(alone, one.name, values)
        try:
            whole = schema.unpack(schema.pack(alone)[0]) == alone
        except (OverflowError, ValueError, TypeError):
            whole = False
        if not whole:
            check.wrong("fields", one.name, f"{what} ({one.name}, {one.type}, is {values})", match)
    return False


def _choices(check: Check, match: Match, seat: int) -> bool:
    """A seat that owes a choice has some, each with a number in range and a text of its own."""
    rules, state, name = check.game.rules, state_of(match), check.game.seats[seat]
    before = check.game.schema.copy(state)
    with check.findings.watching("legal", match, f"for {name}") as watch:
        room, again = [0] * rules.ACTIONS, [STALE] * rules.ACTIONS
        count, recount = rules.legal(state, seat, room), rules.legal(state, seat, again)
    if watch.failed:
        return False
    _same_state(check, match, before, "legal")
    numbers = room[:count]
    if not 0 < count <= rules.ACTIONS:
        what = f"{name} owes a choice, and legal gives it {count}; it has 1 to ACTIONS ({rules.ACTIONS})"
        check.wrong("legal", "count", what, match)
        return False
    if recount != count or again[:count] != numbers:
        check.wrong("legal", "stale", f"legal leaves numbers of {name} as it finds them: it must fill all", match)
        return False
    if any(not 0 <= number < rules.ACTIONS for number in numbers) or len(set(numbers)) < count:
        what = f"the choices of {name} are {numbers}: each must be another number from 0 to ACTIONS - 1"
        check.wrong("legal", "numbers", what, match)
        return False
    with check.findings.watching("choice", match, f"for {name}") as watch:
        texts = match.legal(name)
    return not watch.failed and _texts(check, match, texts, name)


def _texts(check: Check, match: Match, texts: list[str], who: str) -> bool:
    """Texts can be told from each other however they are typed, and a record can hold them."""
    whose = "outcomes" if who == CHANCE_SEAT else f"choices of {who}"
    for text in texts:
        if not isinstance(text, str) or not text.strip() or not text.isprintable() or ";" in text:
            says = f"{text!r} can't be one of the {whose}: it is a line of text without ;"
            check.wrong("notation", "form", says, match)
            return False
        if len(f"{match.round} {who} {text}") > WIDTH:
            says = f"{text!r} is too long: with the round and {who} a saved match has room for {WIDTH} signs"
            check.wrong("notation", "length", says, match)
            return False
    seen: dict[str, str] = {}
    for text in texts:
        if folded(text) in seen:
            says = f'two of the {whose} are written alike, "{seen[folded(text)]}" and "{text}"'
            check.wrong("notation", "twice", says, match)
            return False
        seen[folded(text)] = text
    return True


def _chance(check: Check, match: Match) -> bool:
    """Weights are whole numbers, not negative, and their total is more than 0 and less than 2 ** 32."""
    rules, state = check.game.rules, state_of(match)
    before = check.game.schema.copy(state)
    if not check.game.has_chance:
        check.wrong("chance", "none", "pending says CHANCE, but rules.py has no chance", match)
        return False
    with check.findings.watching("chance", match) as watch:
        size = rules.OUTCOMES
        room, again = [0] * size, [STALE] * size
        count, recount = rules.chance(state, room), rules.chance(state, again)
    if watch.failed:
        return False
    _same_state(check, match, before, "chance")
    weights: list[Any] = room[:count] if count > 0 else []
    if count > size:
        check.wrong("chance", "count", f"chance returned {count} outcomes, and OUTCOMES is {size}", match)
        return False
    if recount != count or again[: len(weights)] != weights:
        check.wrong("chance", "stale", "chance leaves weights as it finds them: it must fill all that it counts", match)
        return False
    for outcome, weight in enumerate(weights):
        if not isinstance(weight, int) or weight < 0:
            says = f"the weight of outcome {outcome} is {weight}; it is a whole number, 0 or more"
            check.wrong("chance", "weight", says, match)
            return False
    total = -count if count <= 0 else sum(weights)
    if not 0 < total < MOST_WEIGHT:
        says = f"the weights add up to {total}; their sum is more than 0 and less than 2 ** 32"
        check.wrong("chance", "total", says, match)
        return False
    open_ = range(total) if count < 0 else [outcome for outcome in range(count) if weights[outcome]]
    with check.findings.watching("outcome", match) as watch:
        view = match.view(None)
        texts = [check.game.words.outcome(view, outcome) for outcome in open_[:MOST_TEXTS]]
    return not watch.failed and _texts(check, match, texts, CHANCE_SEAT)


def _scores(check: Check, match: Match) -> bool:
    """Whole numbers, not negative; all 0 means that a limit ended it."""
    state = state_of(match)
    before = check.game.schema.copy(state)
    points = [0] * len(check.game.seats)
    with check.findings.watching("score", match) as watch:
        check.game.rules.score(state, points)
    if watch.failed:
        return False
    _same_state(check, match, before, "score")
    if any(not isinstance(share, int) or share < 0 for share in points):
        check.wrong("scores", "numbers", f"the scores are {points}; they are whole numbers, 0 or more", match)
        return False
    if not any(points):
        check.counts["without a result"] += 1
        if not has_limit(check.game):
            says = "all scores are 0, which says that a limit ended the match; but no dial of the game is a limit"
            check.wrong("scores", "none", says, match)
    elif sum(match.exact_scores.values()) != 1:
        check.wrong("scores", "sum", f"the scores {match.exact_scores} don't add up to 1", match)
    return True


def step(check: Check, match: Match) -> bool:
    """Take one step by chance, and check what taking it must be like; whether it could be taken."""
    seat = check.luck.choice(match.pending)
    if seat != CHANCE_SEAT:
        _refuses_nonsense(check, match, seat)
        if len(match.pending) > 1:
            _at_once(check, match)
    twin, round = match.at(len(match.steps)), match.round
    with check.findings.watching("settle" if seat == CHANCE_SEAT else "apply", match) as watch:
        if seat == CHANCE_SEAT and len(outcomes(check.game, state_of(match))) > MOST_TEXTS:
            _settle(check, match)
            return True
        text = check.luck.choice(match.legal(seat))
        match.play(seat, text)
    if watch.failed:
        return False
    check.counts["choices"] += seat != CHANCE_SEAT
    for typed in (f" {text.upper()} ", text.lower()):
        other = twin.at(len(twin.steps))
        try:
            other.play(seat, typed)
        except IllegalChoice:
            check.wrong("notation", "typed", f'{seat} can choose "{text}", but not typed as "{typed.strip()}"', twin)
            continue
        if state_of(other) != state_of(match):
            changed = ", ".join(names_of_difference(check.game, state_of(other), state_of(match)))
            says = f'"{text}" of {seat} did not lead to the same state twice ({changed})'
            check.wrong("no side effects", "twice", says, twin)
    if match.round < round:
        check.wrong("rounds", "back", f"the round went from {round} back to {match.round}", match)
    return True


def _settle(check: Check, match: Match) -> None:
    """An outcome by chance where there are so many that nobody would look for one by its text."""
    check.counts["large"] += 1
    outcome = check.luck.choice(outcomes(check.game, state_of(match)))
    text = check.game.words.outcome(match.view(None), outcome)
    after = check.game.schema.copy(state_of(match))
    check.game.rules.settle(after, outcome)
    match._advance([Step(CHANCE, outcome, text, match.round)], [after])


def _refuses_nonsense(check: Check, match: Match, seat: str) -> None:
    """A wrong choice is refused, and nothing has changed."""
    before = check.game.schema.copy(state_of(match))
    try:
        match.at(len(match.steps)).play(seat, NONSENSE)
    except IllegalChoice:
        _same_state(check, match, before, "refusing a choice")
    else:
        check.wrong("notation", "nonsense", f'{seat} could choose "{NONSENSE}"', match)


def _at_once(check: Check, match: Match) -> None:
    """Where several owe a choice, each may answer first, and the result is the same."""
    game, first = check.game, state_of(match)
    seats = seats_in(game, game.rules.pending(first))
    wanted = {seat: check.luck.choice(match.legal_numbers(game.seats[seat])) for seat in seats}
    names = {seat: match.legal(game.seats[seat]) for seat in seats}
    ends = []
    orders = [seats, seats[::-1]]
    if len(seats) > 2:
        orders.append(check.luck.sample(seats, len(seats)))
    for order in orders:
        twin = match.at(len(match.steps))
        for at, seat in enumerate(order):
            name = game.seats[seat]
            if name not in twin.pending or twin.legal(name) != names[seat]:
                earlier = ", ".join(game.seats[other] for other in order[:at])
                says = f"{name} can choose otherwise, or not at all, when {earlier} has chosen first"
                check.wrong("choices made at once", "asked", says, twin)
                return
            with check.findings.watching("apply", twin, f"{name} chooses at the same time as others") as watch:
                twin.play(name, names[seat][match.legal_numbers(name).index(wanted[seat])])
            if watch.failed:
                return
        ends.append(twin)
    check.counts["choices made at once"] += 1
    for twin in ends[1:]:
        if state_of(twin) != state_of(ends[0]):
            changed = ", ".join(names_of_difference(game, state_of(twin), state_of(ends[0])))
            says = f"who answers first makes a difference ({changed}), though all owe a choice"
            check.wrong("choices made at once", "result", says, twin)
            return


def _replayed(check: Check, match: Match) -> None:
    """The record gives the identical match back; so does that of a match whose outcomes come from a seed."""
    with check.findings.watching("a seeded match", check.game) as watch:
        seeded = check.game.start(seed=check.luck.getrandbits(64))
        while not seeded.over and len(seeded.steps) < len(match.steps):
            seat = check.luck.choice(seeded.pending)
            seeded.play(seat, check.luck.choice(seeded.legal(seat)))
    wanted = [] if check.counts["large"] else [match]
    if not watch.failed and look(check, seeded):
        wanted.append(seeded)
    for played in wanted:
        with check.findings.watching("replaying the record", played) as watch:
            again = replay(played.record(), check.game)
            check.counts["replays"] += 1
            if again.record() != played.record() or again._states != played._states:
                check.wrong("replay", "states", "the record doesn't give the same match back", played)
