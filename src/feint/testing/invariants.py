"""What must hold in each state of a match: whose turn it is, the legal choices, the outcomes of chance, the scores."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from feint.core.choice_text import folded
from feint.core.errors import IllegalChoice
from feint.core.game import Game
from feint.core.match import Match
from feint.core.record import replay
from feint.core.rule import CHANCE, OVER, State
from feint.core.seal import WIDTH
from feint.core.state_queries import CHANCE_SEAT, MOST_WEIGHT, outcomes
from feint.core.steps import Step
from feint.testing.folder import has_limit, seats_in
from feint.testing.violations import Violations

NONSENSE = "no such choice"
STALE = -7  # what a buffer holds that a rule has to fill: compiled loops reuse one buffer
MOST_TEXTS = 200  # outcomes of one state whose texts are compared


@dataclass
class Check:
    """A game that is being checked: what was found, how much was looked at, and where choices come from."""

    game: Game
    violations: Violations
    rng: Random
    counts: Counter[str] = field(default_factory=Counter)
    drifts: dict[str, list[Any]] = field(default_factory=dict)  # for each seat: how redeals differ, match by match

    def wrong(self, promise: str, kind: str, message: str, match: Match, also: str = "") -> None:
        """Add a violation that a match shows."""
        self.violations.add(promise, kind, message, match, also)

    def under(self, game: Game) -> "Check":
        """The same check, continued under other rulings."""
        return Check(game, self.violations, self.rng, self.counts, self.drifts)


def state_of(match: Match) -> State:
    """The state that a match is in: a check of secrecy must look at it."""
    return match._states[-1]


def play_and_check(check: Check, max_steps: int) -> Match | None:
    """Play a random match to its end or `max_steps`, and check every state; None if it can't go on."""
    with check.violations.attempt("setup", check.game) as attempt:
        match = check.game.start(chance=[])
    if attempt.failed:
        return None
    check.counts["matches"] += 1
    check.counts["large"] = 0
    if match.round < 1:
        check.wrong("rounds", "first", f"the first round is {match.round}; rounds count from 1", match)
    while check_state(check, match):
        if match.over:
            check.counts["ends"] += 1
            break
        if len(match.steps) >= max_steps:
            break
        if not random_step(check, match):
            return None
    else:
        return None
    _check_replay(check, match)
    return match


def check_state(check: Check, match: Match) -> bool:
    """Check everything in the state that a match is in; whether it makes sense to go on from it."""
    check.counts["states"] += 1
    state, rules = state_of(match), check.game.rules
    before = check.game.schema.copy(state)
    fine = _fields_fit(check, match)
    with check.violations.attempt("pending", match) as attempt:
        who = rules.pending(state)
    if attempt.failed or not fine:
        return False
    if who not in (OVER, CHANCE) and not 0 < who < 1 << len(check.game.seats):
        seats = f"the {len(check.game.seats)} seats that are taken"
        check.wrong(
            "pending", "mask", f"pending returned {who}; it must be CHANCE, OVER or a bit mask of {seats}", match
        )
        return False
    _check_unchanged(check, match, before, "pending")
    if who == OVER:
        fine = _check_scores(check, match)
    elif who == CHANCE:
        fine = _check_chance(check, match)
    else:
        fine = all(_check_choices(check, match, seat) for seat in seats_in(check.game, who))
    with check.violations.attempt("the log", match) as attempt:
        for viewer in (*check.game.seats, None):
            lines = match.story(len(match.steps), viewer)
            if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
                check.wrong("words", "story", f"story gave {lines!r}; it must be a list of lines", match)
    if check.game.screen is not None:
        with check.violations.attempt("the board", match):
            check.game.screen.board(match.view(check.rng.choice((*check.game.seats, None))))
    _check_unchanged(check, match, before, "looking at it")
    return fine and not attempt.failed


def _check_unchanged(check: Check, match: Match, before: State, what: str) -> None:
    if state_of(match) != before:
        changed = ", ".join(differing_fields(check.game, before, state_of(match)))
        check.wrong("no side effects", what, f"{what} changed the state ({changed}); only apply and settle may", match)
        match._states[-1] = before


def differing_fields(game: Game, one: State, other: State) -> list[str]:
    """The fields in which two states differ."""
    return [field.name for field in game.schema.fields if getattr(one, field.name) != getattr(other, field.name)]


def _fields_fit(check: Check, match: Match) -> bool:
    """Every number is whole and fits its field, so that a compiled state holds the same."""
    schema, state = check.game.schema, state_of(match)
    try:
        twin = schema.unpack(schema.pack(state)[0])
    except (OverflowError, ValueError, TypeError) as error:
        what = f"a number doesn't fit its field: {str(error).lower()}"
    else:
        if twin == state:
            return True
        what = "a field holds something other than whole numbers"
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


def _check_choices(check: Check, match: Match, seat: int) -> bool:
    """A seat that owes a choice has some, each with a number in range and a text of its own."""
    rules, state, name = check.game.rules, state_of(match), check.game.seats[seat]
    before = check.game.schema.copy(state)
    with check.violations.attempt("legal", match, f"for {name}") as attempt:
        buffer, again = [0] * rules.ACTIONS, [STALE] * rules.ACTIONS
        count, recount = rules.legal(state, seat, buffer), rules.legal(state, seat, again)
    if attempt.failed:
        return False
    _check_unchanged(check, match, before, "legal")
    numbers = buffer[:count]
    if not 0 < count <= rules.ACTIONS:
        what = f"{name} is to choose, and legal gives {count} choices; there must be 1 to ACTIONS ({rules.ACTIONS})"
        check.wrong("legal", "count", what, match)
        return False
    if recount != count or again[:count] != numbers:
        check.wrong(
            "legal", "stale", f"legal leaves some numbers of {name} unset: it must set all that it counts", match
        )
        return False
    if any(not 0 <= number < rules.ACTIONS for number in numbers) or len(set(numbers)) < count:
        what = f"the choices of {name} are {numbers}: they must be different numbers from 0 to ACTIONS - 1"
        check.wrong("legal", "numbers", what, match)
        return False
    with check.violations.attempt("choice", match, f"for {name}") as attempt:
        texts = match.legal(name)
    return not attempt.failed and _check_texts(check, match, texts, name)


def _check_texts(check: Check, match: Match, texts: list[str], who: str) -> bool:
    """Texts can be told from each other however they are typed, and a record can hold them."""
    whose = "outcomes" if who == CHANCE_SEAT else f"choices of {who}"
    for text in texts:
        if not isinstance(text, str) or not text.strip() or not text.isprintable() or ";" in text:
            message = f"{text!r} can't be one of the {whose}: each is a line of text without ;"
            check.wrong("notation", "form", message, match)
            return False
        if len(f"{match.round} {who} {text}") > WIDTH:
            message = f"{text!r} is too long: with the round and {who} a saved match has room for {WIDTH} characters"
            check.wrong("notation", "length", message, match)
            return False
    seen: dict[str, str] = {}
    for text in texts:
        if folded(text) in seen:
            message = f'two of the {whose} are written alike, "{seen[folded(text)]}" and "{text}"'
            check.wrong("notation", "twice", message, match)
            return False
        seen[folded(text)] = text
    return True


def _check_chance(check: Check, match: Match) -> bool:
    """Weights are whole numbers, not negative, and their total is more than 0 and less than 2 ** 32."""
    rules, state = check.game.rules, state_of(match)
    before = check.game.schema.copy(state)
    if not check.game.has_chance:
        check.wrong("chance", "none", "pending says CHANCE, but rules.py has no chance", match)
        return False
    with check.violations.attempt("chance", match) as attempt:
        size = rules.OUTCOMES
        buffer, again = [0] * size, [STALE] * size
        count, recount = rules.chance(state, buffer), rules.chance(state, again)
        purpose = rules.purpose(state)
    if attempt.failed:
        return False
    if not 0 <= purpose < rules.PURPOSES:
        message = f"purpose returned {purpose}; it must be a number from 0 to {rules.PURPOSES - 1}, below PURPOSES"
        check.wrong("chance", "purpose", message, match)
        return False
    _check_unchanged(check, match, before, "chance")
    weights: list[Any] = buffer[:count] if count > 0 else []
    if count > size:
        check.wrong("chance", "count", f"chance returned {count} outcomes, but OUTCOMES is {size}", match)
        return False
    if recount != count or again[: len(weights)] != weights:
        check.wrong("chance", "stale", "chance leaves some weights unset: it must set all that it counts", match)
        return False
    for outcome, weight in enumerate(weights):
        if not isinstance(weight, int) or weight < 0:
            message = f"the weight of outcome {outcome} is {weight}; it must be a whole number, 0 or more"
            check.wrong("chance", "weight", message, match)
            return False
    total = -count if count <= 0 else sum(weights)
    if not 0 < total < MOST_WEIGHT:
        message = f"the weights add up to {total}; the sum must be more than 0 and less than 2 ** 32"
        check.wrong("chance", "total", message, match)
        return False
    open_ = range(total) if count < 0 else [outcome for outcome in range(count) if weights[outcome]]
    with check.violations.attempt("outcome", match) as attempt:
        view = match.view(None)
        texts = [check.game.words.outcome(view, outcome) for outcome in open_[:MOST_TEXTS]]
    return not attempt.failed and _check_texts(check, match, texts, CHANCE_SEAT)


def _check_scores(check: Check, match: Match) -> bool:
    """Whole numbers, not negative; all 0 means that a limit ended it."""
    state = state_of(match)
    before = check.game.schema.copy(state)
    points = [0] * len(check.game.seats)
    with check.violations.attempt("score", match) as attempt:
        check.game.rules.score(state, points)
    if attempt.failed:
        return False
    _check_unchanged(check, match, before, "score")
    if any(not isinstance(share, int) or share < 0 for share in points):
        check.wrong("scores", "numbers", f"the scores are {points}; they must be whole numbers, 0 or more", match)
        return False
    if not any(points):
        if not has_limit(check.game):
            message = "all scores are 0, which means that a limit ended the match, but no dial of the game is a limit"
            check.wrong("scores", "none", message, match)
    elif sum(match.exact_scores.values()) != 1:
        check.wrong("scores", "sum", f"the scores {match.exact_scores} don't add up to 1", match)
    return True


def random_step(check: Check, match: Match) -> bool:
    """Take a random step, and check it; whether it could be taken."""
    seat = check.rng.choice(match.pending)
    if seat != CHANCE_SEAT:
        _check_refusal(check, match, seat)
        if len(match.pending) > 1:
            _check_at_once(check, match)
    twin, round = match.at(len(match.steps)), match.round
    with check.violations.attempt("settle" if seat == CHANCE_SEAT else "apply", match) as attempt:
        if seat == CHANCE_SEAT and len(outcomes(check.game, state_of(match))) > MOST_TEXTS:
            _settle(check, match)
            return True
        text = check.rng.choice(match.legal(seat))
        match.play(seat, text)
    if attempt.failed:
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
            changed = ", ".join(differing_fields(check.game, state_of(other), state_of(match)))
            message = f'"{text}" of {seat} did not lead to the same state twice ({changed})'
            check.wrong("no side effects", "twice", message, twin)
    if match.round < round:
        check.wrong("rounds", "back", f"the round went from {round} back to {match.round}", match)
    return True


def _settle(check: Check, match: Match) -> None:
    """A random outcome, where there are too many to look one up by its text."""
    check.counts["large"] += 1
    outcome = check.rng.choice(outcomes(check.game, state_of(match)))
    text = check.game.words.outcome(match.view(None), outcome)
    after = check.game.schema.copy(state_of(match))
    check.game.rules.settle(after, outcome)
    match._advance([Step(CHANCE, outcome, text, match.round)], [after])


def _check_refusal(check: Check, match: Match, seat: str) -> None:
    """A wrong choice is refused, and nothing has changed."""
    before = check.game.schema.copy(state_of(match))
    try:
        match.at(len(match.steps)).play(seat, NONSENSE)
    except IllegalChoice:
        _check_unchanged(check, match, before, "refusing a choice")
    else:
        check.wrong("notation", "nonsense", f'{seat} could choose "{NONSENSE}"', match)


def _check_at_once(check: Check, match: Match) -> None:
    """Where several owe a choice, each may answer first, and the result is the same."""
    game, first = check.game, state_of(match)
    seats = seats_in(game, game.rules.pending(first))
    wanted = {seat: check.rng.choice(match.legal_numbers(game.seats[seat])) for seat in seats}
    names = {seat: match.legal(game.seats[seat]) for seat in seats}
    ends = []
    orders = [seats, seats[::-1]]
    if len(seats) > 2:
        orders.append(check.rng.sample(seats, len(seats)))
    for order in orders:
        twin = match.at(len(match.steps))
        for at, seat in enumerate(order):
            name = game.seats[seat]
            if name not in twin.pending or twin.legal(name) != names[seat]:
                earlier = ", ".join(game.seats[other] for other in order[:at])
                message = f"{name} has other choices, or none, when {earlier} has chosen first"
                check.wrong("choices made at once", "asked", message, twin)
                return
            with check.violations.attempt("apply", twin, f"{name} chooses at the same time as others") as attempt:
                twin.play(name, names[seat][match.legal_numbers(name).index(wanted[seat])])
            if attempt.failed:
                return
        ends.append(twin)
    check.counts["choices made at once"] += 1
    for twin in ends[1:]:
        if state_of(twin) != state_of(ends[0]):
            changed = ", ".join(differing_fields(game, state_of(twin), state_of(ends[0])))
            message = f"it makes a difference ({changed}) who answers first, though all choose at once"
            check.wrong("choices made at once", "result", message, twin)
            return


def _check_replay(check: Check, match: Match) -> None:
    """The record gives the identical match back; so does that of a match whose outcomes come from a seed."""
    with check.violations.attempt("a seeded match", check.game) as attempt:
        seeded = check.game.start(seed=check.rng.getrandbits(64))
        while not seeded.over and len(seeded.steps) < len(match.steps):
            seat = check.rng.choice(seeded.pending)
            seeded.play(seat, check.rng.choice(seeded.legal(seat)))
    wanted = [] if check.counts["large"] else [match]
    if not attempt.failed and check_state(check, seeded):
        wanted.append(seeded)
    for played in wanted:
        with check.violations.attempt("replaying the record", played) as attempt:
            again = replay(played.record(), check.game)
            if again.record() != played.record() or again._states != played._states:
                check.wrong("replay", "states", "replaying the record gives another match", played)
