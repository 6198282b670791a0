"""The games in Gymnasium: one seat against a bot, one game at a time or thousands in one compiled call.

>>> import gymnasium
>>> import feint.bridges.gymnasium
>>> env = gymnasium.make("feint/TowerSiege-v1", opponent="random", stride=2)
>>> observation, info = env.reset(seed=7)
>>> info["action_mask"].nonzero()[0].tolist()
[0, 1, 2]
>>> envs = gymnasium.make_vec("feint/TowerSiege-v1", num_envs=1024, observation="features")

Every game on the shelf has an id, with the version of its rules; `register` gives one to a game of your own. With
`opponent=None` there is no opponent: whoever owes a choice is asked, and the observation says which seat that is.
docs/researchers/gymnasium.md says what is observed, what is paid, and how games are seeded.
"""

import secrets
from collections.abc import Sequence
from fractions import Fraction
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import numpy as np

import feint
from feint.bots.players import Player, Who, any_player, is_own, plays_solution
from feint.bridges import utility
from feint.bridges.batch import (
    BY_RESET,
    CPU,
    NEXT_STEP,
    SAME_STEP,
    BatchStep,
    games_on,
    never_asked,
    seated,
)
from feint.bridges.batch_loop import MOST_UNASKED
from feint.core import state_queries
from feint.core.chance import drawn_seat, game_seed, seed_number
from feint.core.errors import FeintError
from feint.core.extras import require_extra
from feint.core.game import Game
from feint.core.match import Match
from feint.core.prompter import View
from feint.kernel.learner_input import ROW

if TYPE_CHECKING:
    import gymnasium
else:
    gymnasium = require_extra("gymnasium", "gymnasium")

from feint.bridges import rendering
from feint.bridges.spaces import Observation

AutoresetMode = gymnasium.vector.AutoresetMode
BEGINS = {
    AutoresetMode.NEXT_STEP: NEXT_STEP,
    AutoresetMode.SAME_STEP: SAME_STEP,
    AutoresetMode.DISABLED: BY_RESET,
}

NO_GAME = "there is no game to make a choice in: call reset() first"
ANSI, RGB_ARRAY = "ansi", "rgb_array"
RENDER_MODES = [ANSI, RGB_ARRAY]

Observed = dict[str, Any]
"""`observation`: which seat it is, and what it may see; `action_mask`: 1 for open choices."""

_solvers: "WeakValueDictionary[tuple[str, ...], Player]" = WeakValueDictionary()
"""Opponents that have solved a game: all environments share them."""


def register(game: str | Path) -> str:
    """Give a game an id that `gymnasium.make` and `make_vec` know: `feint/TowerSiege-v1`. The shelf's have theirs."""
    loaded = feint.load(game)
    title = "".join(word.capitalize() for word in loaded.name.split("-"))
    id = f"feint/{title}-v{loaded.version}"
    source = loaded.name if loaded.is_builtin else str(loaded.folder)
    known = gymnasium.registry.get(id)
    if known is None:
        here = "feint.bridges.gymnasium"
        gymnasium.register(
            id, entry_point=f"{here}:SeatEnv", vector_entry_point=f"{here}:SeatVectorEnv", kwargs={"game": source}
        )
    elif known.kwargs["game"] != source:
        raise FeintError(f"{id} is {known.kwargs['game']} already; another game needs another folder's name or version")
    return id


class SeatEnv(gymnasium.Env[Observed, int]):
    """One seat of a game, against a player: `random`, a bot of the game, `perfect`, `search:500`, or one of your own.

    A choice that isn't open loses the game at once, with `info["illegal"]`. When a game is over, `info["utilities"]`
    has what it was worth to each seat; the reward is that of the seat that chose.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012 - as in the class that it comes from

    def __init__(
        self,
        game: str | Path,
        opponent: Who = "random",
        seat: str | None = None,
        render_mode: str | None = None,
        observation: str = ROW,
        **rulings: object,
    ) -> None:
        as_asked = feint.load(game, **rulings)
        self.game = as_asked.for_simulation()
        self.render_mode = checked_render_mode(render_mode)
        self._observation = Observation(self.game, observation)
        self.observation_space, self.action_space = spaces_of(self._observation)
        self._others, self._any_seat = seated(self.game, opponent, seat)
        self._bot = None if opponent is None else opponent_of(as_asked, self.game, opponent)
        self._match: Match | None = None
        self._own = 0  # with a random seat, the one in this game
        self._seat = 0  # the one that is asked; when it is over, the one that chose last
        self._over = True
        self._run_seed = secrets.randbits(64)
        self._episode = -1

    @property
    def observation_names(self) -> list[str]:
        """What each number of `observation` is."""
        return self._observation.names

    def action_masks(self) -> "np.ndarray[Any, np.dtype[np.bool_]]":
        """Which choices are open, as learners with masks ask for it (sb3-contrib)."""
        if self._match is None:
            raise gymnasium.error.ResetNeeded(NO_GAME)
        return self._mask(self._match).astype(np.bool_)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observed, Any]:
        """Begin the next game. Game k after `reset(seed=s)` has the seed `game_seed(s, k)`; `options` are not used."""
        if seed is not None:
            seed = seed_number(seed)
            super().reset(seed=seed)
            self._run_seed, self._episode = seed, -1
        for _ in range(MOST_UNASKED):
            self._episode += 1
            number = game_seed(self._run_seed, self._episode)
            self._match = self.game.start(seed=number)
            self._own = drawn_seat(number, len(self.game.seats))
            self._over = not self._play_on(self._match)
            if not self._over:
                return self._seen(self._match)
        raise never_asked(self.game)

    def step(self, action: int) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        """Make the choice of that number. Nothing is cut short here: a limit of turns is a rule of the game."""
        match, number, seats = self._match, index(action), len(self.game.seats)
        if match is None or self._over:
            raise gymnasium.error.ResetNeeded(NO_GAME)
        if not 0 <= number < self.game.rules.ACTIONS:
            raise FeintError(f"{number} is out of range: choices are numbered from 0 to {self.game.rules.ACTIONS - 1}")
        actor, chose = self._seat, self.game.seats[self._seat]
        legal = match.legal_numbers(chose)
        if number in legal:
            match.play(chose, match.legal(chose)[legal.index(number)])
            self._over = not self._play_on(match)
            shares = list(match.exact_scores.values())
        else:
            self._over = True
            shares = [Fraction(other != actor, seats - 1) for other in range(seats)]
        if self._over:
            self._seat = actor
        observation, info = self._seen(match)
        if not self._over:
            return observation, 0.0, False, False, info
        info["utilities"] = np.array([float(utility(share, seats)) for share in shares])
        if number not in legal:
            info["illegal"] = True
        return observation, float(info["utilities"][actor]), True, False, info

    def render(self) -> Any:
        """What the seat that is asked may see, as text or as a picture."""
        if self.render_mode is None or self._match is None:
            return None
        return drawn(self.game, self._match.view(self.game.seats[self._seat]), self.render_mode)

    def _play_on(self, match: Match) -> bool:
        """Let the others choose until the caller is asked; False when it is over. Of several, the first is asked."""
        assert match.seed is not None
        while match.pending:
            seat = match.pending[0]
            self._seat = self.game.seat_number(seat)
            asked = self._seat == self._own if self._any_seat else self._others[self._seat] is None
            if asked or self._bot is None:
                return True
            match.play(seat, self._bot.choose(match, seat, match.seed))
        return False

    def _mask(self, match: Match) -> "np.ndarray[Any, np.dtype[np.int8]]":
        """A 1 for each open choice; when it is over none is open."""
        mask = np.zeros(self.game.rules.ACTIONS, np.int8)
        if not self._over:
            mask[match.legal_numbers(self.game.seats[self._seat])] = 1
        return mask

    def _seen(self, match: Match) -> tuple[Observed, dict[str, Any]]:
        """What the seat that is asked may see, and an info."""
        mask = self._mask(match)
        row = self._observation.of(match.seen(self.game.seats[self._seat]), self._seat)
        return {"observation": row, "action_mask": mask}, {"action_mask": mask.copy()}


class SeatVectorEnv(gymnasium.vector.VectorEnv[Observed, Any, Any]):
    """The same, many games at once in compiled code, against `random` or a bot of the game.

    It gives what `gymnasium.vector.SyncVectorEnv` makes of so many `SeatEnv`, with the same seeds, options and
    `autoreset_mode`, each in a `TimeLimit` if there is `max_episode_steps`.
    """

    def __init__(
        self,
        game: str | Path,
        num_envs: int = 1,
        opponent: str | None = "random",
        seat: str | None = None,
        render_mode: str | None = None,
        observation: str = ROW,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        threads: int | None = None,
        device: str = CPU,
        **rulings: object,
    ) -> None:
        self.game = feint.load(game, **rulings).for_simulation()
        self.render_mode = checked_render_mode(render_mode)
        if max_episode_steps is not None and index(max_episode_steps) < 1:
            raise FeintError(f"max_episode_steps={max_episode_steps} is too small: it can be None, or 1 and more")
        mode = autoreset_mode_of(autoreset_mode)
        self.metadata = SeatEnv.metadata | {"autoreset_mode": mode}
        self.num_envs = num_envs
        if opponent is not None and is_own(self.game, opponent):
            raise FeintError("a player of your own can't be compiled with the rules; use SyncVectorEnv for it")
        self._observation = Observation(self.game, observation)
        players, any_seat = seated(self.game, opponent, seat)
        self._games = games_on(
            device,
            self.game,
            num_envs,
            players,
            BEGINS[mode],
            any_seat,
            self._observation.features,
            max_episode_steps or 0,
            threads,
        )
        self._open: Any = None
        self._games.seed([secrets.randbits(64) for _ in range(num_envs)])
        self.single_observation_space, self.single_action_space = spaces_of(self._observation)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)

    @property
    def observation_names(self) -> list[str]:
        """What each number of `observation` is."""
        return self._observation.names

    def action_masks(self) -> "np.ndarray[Any, np.dtype[np.bool_]]":
        """Which choices are open in each game."""
        if not self._games.begun:
            raise gymnasium.error.ResetNeeded(NO_GAME)
        masks: np.ndarray[Any, np.dtype[np.bool_]] = self._open.astype(np.bool_)
        return masks

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, Any]:
        """Begin the next game in every place, or where `options["reset_mask"]` says.

        After `reset(seed=s)`, game k in place i has `game_seed(s + i, k)`; of a list, each place has a seed of its own,
        or goes on with the one it has.
        """
        where = None if options is None else options.get("reset_mask")
        self._check_reset(seed, where)
        if isinstance(seed, int | np.integer):
            super().reset(seed=int(seed))
            first = seed_number(int(seed))
            seed = [(first + place) % 2**64 for place in range(self.num_envs)]
        if seed is not None:
            given = np.array([one is not None for one in seed]) & (True if where is None else where)
            self._games.seed([0 if one is None else seed_number(one) for one in seed], given)
        found = self._games.on_host(self._games.start(where))
        chosen = np.ones(self.num_envs, np.bool_) if where is None else where.copy()
        return self._observed(found), {"action_mask": found.open * chosen[:, None], "_action_mask": chosen}

    def _check_reset(self, seed: Any, where: Any) -> None:
        if where is not None:
            right = isinstance(where, np.ndarray) and where.shape == (self.num_envs,) and where.dtype == np.bool_
            if not right or not where.any():
                raise FeintError(
                    f"options['reset_mask'] is an array of {self.num_envs} truth values, one a game, not all False"
                )
            if not self._games.begun and not where.all():
                raise gymnasium.error.ResetNeeded("some games have never begun: call reset() without a mask first")
        if isinstance(seed, Sequence) and len(seed) != self.num_envs:
            raise FeintError(f"there are {len(seed)} seeds for {self.num_envs} games; it takes one for each")

    def step(self, actions: Any) -> tuple[Observed, Any, Any, Any, dict[str, Any]]:
        """Make one choice in each game."""
        if not self._games.begun:
            raise gymnasium.error.ResetNeeded(NO_GAME)
        if self._games.waiting:
            raise gymnasium.error.ResetNeeded("some games are over: call reset(options={'reset_mask': ...}) for these")
        found = self._games.on_host(self._games.play(actions))
        return self._observed(found), found.rewards, found.ended, found.cut, self._infos(found)

    def render(self) -> tuple[Any, ...] | None:
        """What the seat that is asked may see in each game, as text or as a picture."""
        if self.render_mode is None or not self._games.begun:
            return None
        frames = []
        for place in range(self.num_envs):
            state, seat = self._games.asked(place)
            view = state_queries.view(self.game, state, self.game.seats[seat])
            frames.append(drawn(self.game, view, self.render_mode))
        return tuple(frames)

    def close_extras(self, **kwargs: Any) -> None:
        """End its threads."""
        self._games.close()

    def _observed(self, found: BatchStep) -> Observed:
        self._open = found.open.copy()  # the caller may write into what it is given
        return {"observation": found.rows, "action_mask": found.open}

    def _infos(self, found: BatchStep) -> dict[str, Any]:
        """What Gymnasium makes of the games' own infos: for each name an array, and whose numbers in it count."""
        infos = {"action_mask": found.open.copy(), "_action_mask": np.ones(self.num_envs, np.bool_)}
        at_end: dict[str, Any] = {}
        if found.ended.any():
            at_end = {"utilities": found.utilities, "_utilities": found.ended.copy()}
        if found.illegal.any():
            at_end |= {"illegal": found.illegal, "_illegal": found.illegal.copy()}
        return infos | (self._final(found, at_end) if self._games.begins == SAME_STEP else at_end)

    def _final(self, found: BatchStep, at_end: dict[str, Any]) -> dict[str, Any]:
        """The last observations and infos of games that have made room already."""
        done = found.ended | found.cut
        if not done.any():
            return {}
        open = np.where(done[:, None], found.final_open, np.int8(0))
        last = np.full(self.num_envs, None)
        last[done] = [
            {"observation": row, "action_mask": mask}
            for row, mask in zip(found.final_rows[done], open[done], strict=True)
        ]
        final_info = {"action_mask": open, "_action_mask": done} | at_end
        return {"final_obs": last, "_final_obs": done.copy(), "final_info": final_info, "_final_info": done.copy()}


def opponent_of(as_asked: Game, game: Game, who: Who) -> Player:
    """The opponent, by name or one's own. One that has solved the game is made once."""
    if not isinstance(who, str) or not plays_solution(game, who):
        return any_player(game, who)
    # A solution of the game as it was asked for holds with a limit, too, which would make it larger.
    data = [line for sheet in as_asked.own_data for line in as_asked.data[sheet].lines]
    key = (who, str(game.folder), *as_asked.rulings_text.values(), *data)
    found = _solvers.get(key)
    if found is None:
        found = _solvers[key] = any_player(as_asked, who)
    return found


def autoreset_mode_of(mode: str | AutoresetMode) -> AutoresetMode:
    """One of Gymnasium's modes, by itself or by its name."""
    try:
        return AutoresetMode(mode)
    except ValueError:
        known = ", ".join(known.value for known in BEGINS)
        raise FeintError(f"there is no autoreset_mode {mode}; there are {known}") from None


def checked_render_mode(mode: str | None) -> str | None:
    """A mode that there is."""
    if mode not in (None, *RENDER_MODES):
        raise FeintError(f"there is no render_mode {mode}; there are {' and '.join(RENDER_MODES)}")
    return mode


def drawn(game: Game, view: View, mode: str) -> Any:
    """A view as text or as a picture."""
    return rendering.as_plain_text(game, view) if mode == ANSI else rendering.as_image(game, view)


def spaces_of(observation: Observation) -> tuple[gymnasium.spaces.Dict, Any]:
    """What can be observed, and what can be chosen."""
    choices = observation.game.rules.ACTIONS
    mask = gymnasium.spaces.MultiBinary(choices)
    return (
        gymnasium.spaces.Dict({"observation": observation.space, "action_mask": mask}),
        gymnasium.spaces.Discrete(choices),
    )


for _name in feint.game_names():
    register(_name)
