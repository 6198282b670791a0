"""A match: one game being played, from the first state to the scores.

The match is the only one who holds the state. What anyone else gets is a view, the choices open to a seat, or a log,
and all three are made from what the schema lets that seat see.
"""

import random
import re
import secrets
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from feint.core import state_queries
from feint.core.chance import chance_word, draw, seed_number
from feint.core.choice_text import folded
from feint.core.disclosure import reads_a_secret
from feint.core.errors import FeintError, IllegalChoice, WrongOutcome
from feint.core.fairness import Fairness
from feint.core.game import Game
from feint.core.outcome import FORFEITS, EndReason, Outcome
from feint.core.rule import CHANCE, State
from feint.core.state_queries import CHANCE_SEAT
from feint.core.steps import Step, Tail

HUMAN = "human"  # who plays a seat, unless it is a bot's
LOOKED_BACK = 200  # steps in which a position is looked for again


class Match:
    """One match of a game; made by `game.start()` or `feint.replay()`.

    Whoever holds a match holds everything in it: `seed`, `steps` and `record()` are the authority's own. To others go
    only `view`, `legal`, `log` and `pending`.
    """

    def __init__(
        self,
        game: Game,
        seed: int | None,
        chance: Sequence[str] | None,
        seats: Mapping[str, str] | None,
        fairness: Fairness | None = None,
    ) -> None:
        if fairness is not None:
            fairness.check(game.seats)
            if chance:
                raise FeintError("outcomes can't be given when chance comes from the secret and the strings")
            if seed not in (None, fairness.seed):
                raise FeintError(f"the seed {seed} doesn't follow from the secret and the strings")
            seed = fairness.seed
        if seed is None and chance is None:
            seed = secrets.randbits(64)
        if isinstance(chance, str):
            raise FeintError(f"chance must be a list of outcomes: [{chance!r}]")
        given = tuple(str(outcome) for outcome in chance or ())
        for outcome in given:
            if not outcome.isprintable() or ";" in outcome:  # a record has to hold it on one line among others
                raise FeintError(f"{outcome!r} is not an outcome: an outcome is one line of text, without ;")
        if chance and not game.has_chance:
            raise FeintError(f"{game.name} leaves nothing to chance, so it takes no outcomes")
        for seat, who in (seats or {}).items():
            game.seat_number(seat)
            if not re.fullmatch(r"[^\s=]+", str(who)) or not str(who).isprintable():
                raise FeintError(f"{who!r} can't play {seat}: a player's name is one word, without =")
        self.game = game
        self.seed = None if seed is None else seed_number(seed)
        self.given = given
        self.fairness = fairness
        self._ended: tuple[EndReason, str | None] | None = None  # before the rules did; and the seat that lost by it
        self.seats: dict[str, str] = dict.fromkeys(game.seats, HUMAN) | dict(seats or {})
        self.branched_at: int | None = None  # the step of another match after which this one began
        self.steps: list[Step] = []
        self.undone: tuple[int, ...] = ()  # after how many choices something was taken back, if these still stand
        self._states: list[State] = [game.first_state()]
        self._cache = _StateCache(None, (), {}, {}, {})
        self._positions: dict[int, tuple[State, int]] = {}  # what a spectator can tell of the last ones, by step
        self._advance([], [])

    # What people ask of a match.

    @property
    def pending(self) -> tuple[str, ...]:
        """The seats that owe a choice; `()` when it is over."""
        if self._ended is not None:
            return ()
        return self._cached().pending

    @property
    def over(self) -> bool:
        """Whether nobody owes a choice any more."""
        return not self.pending

    @property
    def round(self) -> int:
        """The round that is being played, from 1."""
        return int(self._states[-1].round)

    @property
    def unfinished(self) -> bool:
        """Whether it is over without a result, because the game's turn limit was reached."""
        return self.over and self._ended is None and not any(state_queries.points(self.game, self._states[-1]))

    @property
    def exact_scores(self) -> dict[str, Fraction]:
        """The scores as exact fractions; they add up to 1 when the match is over, and are all 0 before."""
        if not self.over:
            return {seat: Fraction(0) for seat in self.game.seats}
        if self._ended is not None:
            loser = self._ended[1]
            sharing = len(self.game.seats) - (loser is not None)
            return {seat: Fraction(seat != loser, sharing) for seat in self.game.seats}
        return dict(zip(self.game.seats, state_queries.shares(self.game, self._states[-1]), strict=True))

    @property
    def scores(self) -> dict[str, float]:
        """The scores: 1 for winning alone, a share of it for a draw."""
        return {seat: float(share) for seat, share in self.exact_scores.items()}

    def legal(self, seat: str) -> list[str]:
        """The choices that a seat has now; none when it owes no choice. For "chance": the outcomes that can come."""
        if seat == CHANCE_SEAT:
            return self._outcomes() if CHANCE_SEAT in self.pending else []
        number = self.game.seat_number(seat)
        return list(self._choices(number)[1]) if seat in self.pending else []

    def index(self, seat: str, choice: str) -> int | None:
        """Where a choice stands in `legal` of a seat that owes one, however it is written; None if it isn't there."""
        number = self.game.seat_number(seat)
        texts, known = self._choices(number)[1], self._cached().folded
        if choice in texts:
            return texts.index(choice)
        if number not in known:  # there can be thousands, and anyone can ask for what isn't there again and again
            known[number] = {folded(text): at for at, text in reversed([*enumerate(texts)])}
        return known[number].get(folded(choice))

    def details(self, seat: str) -> dict[str, str]:
        """What the choices that a seat has now come to, in a few words for people; without those that say it all."""
        if seat not in self.pending:
            return {}
        actions, texts = self._choices(self.game.seat_number(seat))
        view = self._view(len(self.steps), seat)
        words = (self.game.words.detail(view, action) for action in actions)
        return {text: detail for text, detail in zip(texts, words, strict=True) if detail}

    def play(self, seat: str, choice: str) -> None:
        """Make a seat's choice. One that isn't legal is refused, and nothing has changed."""
        choice = str(choice)
        if seat == CHANCE_SEAT:
            self._play_chance(choice)
            return
        number = self.game.seat_number(seat)
        if seat not in self.pending:
            why = f"waiting for {' and '.join(self.pending)}" if self.pending else "the match is over"
            raise IllegalChoice(f"it is not {seat}'s turn: {why}")
        actions, texts = self._choices(number)
        at = self.index(seat, choice)
        if at is not None:
            state = self.game.schema.copy(self._states[-1])
            self.game.rules.apply(state, number, actions[at])
            self._advance([Step(number, actions[at], texts[at], self.round)], [state])
            return
        raise IllegalChoice(f"{seat} can't choose {choice.strip() or 'nothing'} now; it can choose {', '.join(texts)}")

    def resign(self, seat: str, reason: EndReason = EndReason.RESIGNED) -> None:
        """End the match by giving up: the other seats share the point, and all is open.

        At a table with a clock, or where someone has left, a seat can also lose like this for another `reason`.
        """
        self.game.seat_number(seat)
        if reason not in FORFEITS:
            raise FeintError(f"nobody loses by {reason}; it can be {', '.join(FORFEITS)}")
        if self.over:
            raise IllegalChoice(f"{seat} can't resign: the match is over")
        self._ended = EndReason(reason), seat

    def agree_to_draw(self) -> None:
        """End the match because all players want that: each has an equal share of the point, and all is open."""
        if self.over:
            raise IllegalChoice("nobody can agree to a draw any more: the match is over")
        self._ended = EndReason.AGREED, None

    def end_at_limit(self) -> None:
        """End the match because it goes on for too long: each has an equal share of the point, and all is open."""
        if self.over:
            raise IllegalChoice("the match can't end at a limit any more: it is over")
        self._ended = EndReason.LIMIT, None

    def times_here(self) -> int:
        """How often the match was at its present position in the last steps, as far as a spectator can tell.

        It is 0 where the game doesn't say what makes a position.
        """
        positions = self.game.positions
        if positions is None:
            return 0

        def seen(step: int) -> int:
            """What a spectator can tell of a position; it is worked out once."""
            state, known = self._states[step], self._positions.get(step)
            if known is None or known[0] is not state:
                position = self.game.schema.copy(state)
                positions.forget(position)
                known = self._positions[step] = state, hash(repr(self._view_of(position, None)))
            return known[1]

        last = len(self._states) - 1
        first = max(0, last + 1 - LOOKED_BACK)
        for step in [step for step in self._positions if not first <= step <= last]:
            del self._positions[step]
        return sum(seen(step) == seen(last) for step in range(first, last + 1))

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None while it is played."""
        if not self.over:
            return None
        reason, loser = self._ended or (EndReason.RULES, None)
        return Outcome(reason, loser, self.exact_scores)

    def view(self, seat: str | None) -> dict[str, Any]:
        """All that a seat may know now, as a plain dict; None is a spectator."""
        return state_queries.view(self.game, self._states[-1], seat, self.pending)

    def open_view(self, step: int) -> dict[str, Any]:
        """All that there was to know after a step of a match that is over, for those who look back."""
        if not self.over:
            raise FeintError("nothing is open before the match is over")
        owing = state_queries.pending(self.game, self._states[step])
        opened = state_queries.view(self.game, self._states[step], None, owing=())
        return opened | {"pending": list(owing), "over": not owing}

    def seen(self, seat: str) -> State:
        """All that a seat may know, as a state with 0 for the rest: what a bot is given."""
        return self.game.schema.seen(self._states[-1], self.game.seat_number(seat))

    def seen_in_turn(self, seat: str) -> list[State]:
        """What a seat will see while those before it choose that owe a choice now, too, as if they were asked in order.

        Choices made at once are secret, so that is the same whatever they choose.
        """
        found, match = [], self
        while match.pending and seat in match.pending[1:]:
            first = match.pending[0]
            match = match.after(self.game.seat_number(first), match.legal_numbers(first)[0])
            found.append(match.seen(seat))
        return found

    def legal_numbers(self, seat: str) -> list[int]:
        """The choices that a seat has now, as the rules number them, in the order of `legal`."""
        return self._legal(self.game.seat_number(seat)) if seat in self.pending else []

    def final_state(self) -> State:
        """The state at the end, with everything in it, for reports; a match that is being played shows it to nobody."""
        if not self.over:
            raise FeintError("the match is being played, so its state is nobody's to see")
        return self.game.schema.copy(self._states[-1])

    def log(self, seat: str | None) -> list[str]:
        """What happened so far, as lines, as that seat may know it; None is a spectator."""
        return self.log_since(0, None, seat)[0]

    def hides(self, seat: str) -> bool:
        """Whether the choice that a seat owes will be kept from others: some of its choices look the same to them."""
        number, outcomes = self.game.seat_number(seat), set()
        actions = self._legal(number) if seat in self.pending else []
        for action in actions:
            after = self.game.schema.copy(self._states[-1])
            self.game.rules.apply(after, number, action)
            outcomes.add(repr(self._view_of(after, None)))
        return len(outcomes) < len(actions)

    def need_not_ask(self, seat: str, alone: bool = False) -> bool:
        """Whether a seat's only choice can be made for it: nobody learns anything from that, and the match goes on.

        What ends a match, a player wants to do. Whether it does is looked up only if it depends on no secret.
        """
        number = self.game.seat_number(seat)
        actions = self._legal(number) if seat in self.pending else []
        if len(actions) != 1 or not self.game.need_not_ask(self.view(None), alone):
            return False
        after = self.game.schema.copy(self._states[-1])
        told = reads_a_secret(self.game, after, number, actions[0])
        return told or bool(state_queries.pending(self.game, after))

    def story(self, step: int, seat: str | None) -> list[str]:
        """The lines of the log that came with one step; step 0 is the beginning.

        They are made from the seat's views before and after the step, and so can't say more than it saw at the time.
        """
        before = self._view(step - 1, seat) if step else None
        lines: list[str] = self.game.words.story(before, self._view(step, seat))
        return lines

    def log_since(self, step: int, before: dict[str, Any] | None, seat: str | None) -> tuple[list[str], dict[str, Any]]:
        """The lines of the log since a step whose view is at hand (None: from the beginning), and the view now.

        The same as `story` of each step and `view`, for those who follow a match: each view is made once. It shares
        parts with others, and is for reading only.
        """
        lines: list[str] = []
        for number in range(0 if before is None else step + 1, len(self.steps) + 1):
            after = self._view(number, seat)
            lines += self.game.words.story(before, after)
            before = after
        if self._ended is not None:
            return lines, state_queries.shared_view(self.game, self._states[-1], seat, owing=())
        return lines, self._view(len(self.steps), seat) if before is None else before

    def who(self, step: Step) -> str:
        """Whose choice a step was, by name; "chance" for an outcome."""
        return CHANCE_SEAT if step.seat == CHANCE else self.game.seats[step.seat]

    def record(self) -> str:
        """The match as a short text, with everything in it: `feint.replay` gives the match back."""
        from feint.core.record import write

        return write(self)

    def at(self, step: int, forfeit: bool = True, since: int = 0) -> "Match":
        """The match as it was after that many steps, for looking at; after the last one, if a seat then resigned, over.

        Without `forfeit` that has not happened yet. With `since` it remembers nothing from before that step, which is
        quick also where the match is long.
        """
        if not 0 <= since <= step <= len(self.steps):
            raise IndexError(f"there is no step {step}: the match has {len(self.steps)}")
        earlier = object.__new__(Match)
        earlier.__dict__ |= self.__dict__
        if since:
            earlier.steps = Tail(since, self.steps[since:step])
            earlier._states = Tail(since, self._states[since : step + 1])
        else:
            earlier.steps = self.steps[:step]
            earlier._states = self._states[: step + 1]
        if step < len(self.steps) or not forfeit:
            earlier._ended = None
        return earlier

    def after(self, who: int, number: int) -> "Match":
        """The match after one more step by number: a seat's choice, or an outcome (CHANCE). This one stays as it is.

        For whoever walks through a game's tree, from `game.start(chance=[])`, in which nothing comes by itself.
        """
        later, state = self.at(len(self.steps)), self._states[-1]
        twin = self.game.schema.copy(state)
        if who == CHANCE:
            self.game.rules.settle(twin, number)
            text = self.game.words.outcome(self._view_of(state, None), number)
        else:
            self.game.rules.apply(twin, who, number)
            text = self.game.words.choice(self._view(len(self.steps), self.game.seats[who]), number)
        later._cache = _StateCache(None, (), {}, {}, {})
        later._advance([Step(who, number, text, self.round)], [twin])
        return later

    def branch(self, step: int, seat: str | None, seats: Mapping[str, str], fairness: Fairness) -> "Match":
        """Another match, which goes on after a step of this one as if nothing had happened since, with other chance.

        What `seat` couldn't see there is dealt again, so that nobody knows it from having seen how this match went; for
        None it stays as it is. This one has to be over.
        """
        if not self.over:
            raise FeintError("only a match that is over can be played again from the middle")
        earlier = self.at(step, forfeit=False)
        if earlier.over:
            raise FeintError("nothing is left to be played from there: it is the end")
        started = Match(self.game, None, None, seats, fairness)
        assert started.seed is not None
        started.branched_at = step
        started.steps, started._states = earlier.steps, earlier._states
        if seat is not None:
            dealt = earlier.redealt_state(seat, chance_word(started.seed, step))
            started._states = [*earlier._states[:-1], dealt]
        started._advance([], [])
        return started

    def redeal(self, seat: str, rng: random.Random) -> "Match":
        """A match that a seat can't tell from this one as it stands: all that it can't see is dealt again, at random.

        It begins here: it has no past, and nothing of what the others hold or chose. `rng` gives its chance, too.
        """
        dealt = self.redealt_state(seat, rng.getrandbits(64))
        return self.standing_at(dealt, seed=rng.getrandbits(64))

    def redealt_state(self, seat: str, word: int) -> State:
        """What `redeal` makes with a random word of what a seat sees."""
        if not self.game.can_redeal:
            raise FeintError(f"{self.game.name} has no redeal, so hidden things can't be dealt again")
        dealt = self.seen(seat)
        self.game.rules.redeal(dealt, self.game.seat_number(seat), word)
        return dealt

    def standing_at(self, state: State, seed: int | None = None) -> "Match":
        """A match without a past that stands at a state; without a seed, outcomes are played by whoever holds it."""
        started = Match(self.game, seed, () if seed is None else None, self.seats)
        started.branched_at = 0  # wherever it was: how many steps there have been may be a secret
        started.steps, started._states, started.given = [], [state], ()
        started._advance([], [])
        return started

    # Sending it to another process, with all that it holds.

    def __getstate__(self) -> dict[str, Any]:
        numbers = [self.game.schema.numbers(state) for state in self._states]
        return self.__dict__ | {"_states": numbers, "_cache": None}

    def __setstate__(self, sent: dict[str, Any]) -> None:
        self.__dict__ |= sent
        self._states = [self.game.schema.from_numbers(numbers) for numbers in sent["_states"]]
        self._cache = _StateCache(None, (), {}, {}, {})

    # Taking back.

    def can_undo(self, steps: int = 1) -> bool:
        """Whether the last steps can be taken back: not if an outcome was drawn or a secret may have come out."""
        if self.over or not 0 < steps <= len(self.steps):
            return False  # in the end everything is open
        return not any(self._revealed(-n) for n in range(1, steps + 1))

    def undo(self, steps: int = 1) -> None:
        """Take back the last steps."""
        if not self.can_undo(steps):
            raise IllegalChoice("that can't be taken back: there is no such choice, or it revealed something secret")
        del self.steps[-steps:], self._states[-steps:]
        choices = sum(step.seat != CHANCE for step in self.steps)
        self.undone = (*(earlier for earlier in self.undone if earlier <= choices), choices)

    def _revealed(self, back: int) -> bool:
        step = self.steps[back]
        if step.seat == CHANCE:
            return True
        before = self.game.schema.copy(self._states[back - 1])
        return reads_a_secret(self.game, before, step.seat, step.number)

    # How it goes on.

    def _advance(self, steps: list[Step], states: list[State]) -> None:
        """Add what happened and the outcomes that follow by themselves; or nothing at all, if one can't be had."""
        rules = self.game.rules
        steps, states = list(steps), list(states)
        while True:
            state = states[-1] if states else self._states[-1]
            if rules.pending(state) != CHANCE:
                break
            step = len(self.steps) + len(steps)
            drawn = _outcomes_in(self.steps) + _outcomes_in(steps) if self.given else 0
            if drawn < len(self.given):
                outcome = self._outcome_number(state, self.given[drawn])
            elif self.seed is not None:
                outcome = draw(self._word(state, step), *state_queries.weights(self.game, state))
            else:
                break
            text = self.game.words.outcome(self._view_of(state, None), outcome)
            after = self.game.schema.copy(state)
            rules.settle(after, outcome)
            steps.append(Step(CHANCE, outcome, text, int(state.round)))
            states.append(after)
        for before, state in zip([self._states[-1], *states], states, strict=False):
            self.game.schema.share(state, before)
        self.steps += steps
        self._states += states

    def _word(self, state: State, step: int) -> int:
        """The word that decides the outcome that is due."""
        assert self.seed is not None
        return chance_word(self.seed, step)

    def drop_given(self) -> None:
        """Forget the given outcomes that have not come yet; the seed decides in their place."""
        self.given = self.given[: _outcomes_in(self.steps)]

    def _play_chance(self, text: str) -> None:
        if CHANCE_SEAT not in self.pending:
            raise IllegalChoice("no outcome is due now")
        state = self._states[-1]
        outcome = self._outcome_number(state, text)
        after = self.game.schema.copy(state)
        self.game.rules.settle(after, outcome)
        name = self.game.words.outcome(self._view_of(state, None), outcome)
        self._advance([Step(CHANCE, outcome, name, self.round)], [after])

    def _outcome_number(self, state: State, text: str) -> int:
        view, wanted = self._view_of(state, None), folded(text)
        outcomes = state_queries.outcomes(self.game, state)
        for outcome in outcomes:
            if folded(self.game.words.outcome(view, outcome)) == wanted:
                return outcome
        shown = [self.game.words.outcome(view, outcome) for outcome in outcomes[:6]]
        more = f", ... ({len(outcomes)} in all)" if len(outcomes) > 6 else ""
        raise WrongOutcome(text.strip() or "nothing", f"is not an outcome here; it can be {', '.join(shown)}{more}")

    def _outcomes(self) -> list[str]:
        state = self._states[-1]
        view = self._view_of(state, None)
        return [self.game.words.outcome(view, outcome) for outcome in state_queries.outcomes(self.game, state)]

    # Looking at states.

    def _view(self, step: int, seat: str | None) -> dict[str, Any]:
        """What a seat could know right after a step, for reading; of the present it is made once."""
        if step < len(self.steps):
            return self._view_of(self._states[step], seat)
        state, owing, *_, known = self._cached()
        if seat not in known:
            known[seat] = state_queries.shared_view(self.game, state, seat, owing)
        return known[seat]

    def _view_of(self, state: State, seat: str | None) -> dict[str, Any]:
        return state_queries.shared_view(self.game, state, seat)

    def _legal(self, seat: int) -> list[int]:
        return list(self._choices(seat)[0])

    def _choices(self, seat: int) -> tuple[list[int], list[str]]:
        """The choices of a seat that owes one, as numbers and as texts."""
        known = self._cached().choices
        if seat not in known:
            state = self._states[-1]
            numbers = state_queries.legal_numbers(self.game, state, seat)
            view = self._view(len(self.steps), self.game.seats[seat])
            known[seat] = numbers, [self.game.words.choice(view, action) for action in numbers]
        return known[seat]

    def _cached(self) -> "_StateCache":
        """What was worked out for the present state. A state in a match never changes, so it stays true."""
        state = self._states[-1]
        if self._cache.state is not state:
            self._cache = _StateCache(state, state_queries.pending(self.game, state), {}, {}, {})
        return self._cache


class _StateCache(NamedTuple):
    """What was worked out for a state, for all who ask."""

    state: State
    pending: tuple[str, ...]
    choices: dict[int, tuple[list[int], list[str]]]
    folded: dict[int, dict[str, int]]
    views: dict[str | None, dict[str, Any]]


def _outcomes_in(steps: list[Step]) -> int:
    return sum(step.seat == CHANCE for step in steps)
