"""The games in Gymnasium: one seat against a bot, one game at a time or thousands in one compiled call.

>>> import gymnasium
>>> import feint.bridges.gymnasium
>>> env = gymnasium.make("feint/TowerSiege-v1", opponent="random", stride=2)
>>> observation, info = env.reset(seed=7)
>>> info["action_mask"].nonzero()[0].tolist()
[0, 1, 2]
>>> envs = gymnasium.make_vec("feint/TowerSiege-v1", num_envs=1024)

Every game on the shelf has an id, with the version of its rules; `register` gives one to a game of your own. With
`opponent=None` there is no opponent: whoever owes a choice is asked, and the observation says which seat that is.
docs/researchers/gymnasium.md says what is observed, what is paid, and how games are seeded.
"""

import secrets
from fractions import Fraction
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.text import Text

import feint
from feint.bots.levels import PERFECT
from feint.bots.players import Player, Who, any_player, is_own
from feint.bridges import utility
from feint.bridges.batch import MOST_UNASKED, BatchedGames, BatchStep, never_asked
from feint.core.chance import game_seed, seed_number
from feint.core.errors import FeintError
from feint.core.extras import require_extra
from feint.core.game import Game
from feint.core.match import Match

if TYPE_CHECKING:
    import gymnasium
else:
    gymnasium = require_extra("gymnasium", "gymnasium")

from feint.bridges.spaces import observed, row_space

AutoresetMode = gymnasium.vector.AutoresetMode

NO_GAME = "there is no game to make a choice in: call reset() first"

Observation = dict[str, Any]
"""`observation`: a 1 in the place of the seat's number, and what it may see; `action_mask`: 1 for open choices."""


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


class SeatEnv(gymnasium.Env[Observation, int]):
    """One seat of a game, against a player: `random`, a bot of the game, `perfect`, `search:500`, or one of your own.

    A choice that isn't open loses the game at once, with `info["illegal"]`. When a game is over, `info["utilities"]`
    has what it was worth to each seat; the reward is that of the seat that chose.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - as in the class that it comes from

    def __init__(
        self,
        game: str | Path,
        opponent: Who = "random",
        seat: str | None = None,
        render_mode: str | None = None,
        **rulings: object,
    ) -> None:
        as_asked = feint.load(game, **rulings)
        self.game = as_asked.for_simulation()
        if render_mode not in (None, "ansi"):
            raise FeintError(f"there is no render_mode {render_mode}; there is ansi")
        self.render_mode = render_mode
        self.observation_space, self.action_space = spaces_of(self.game)
        names = seated(self.game, opponent, seat)
        bot: Player | None = None
        if opponent is not None:
            # A solution of the game as it was asked for holds with a limit, too, which would make it larger.
            bot = any_player(as_asked if opponent == PERFECT else self.game, opponent)
        self._players = [None if name is None else bot for name in names]  # None for the caller
        self._match: Match | None = None
        self._seat = 0  # the one that is asked; when it is over, the one that chose last
        self._over = True
        self._run_seed = secrets.randbits(64)
        self._episode = -1

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Any]:
        """Begin the next game. Game k after `reset(seed=s)` has the seed `game_seed(s, k)`; `options` are not used."""
        if seed is not None:
            seed = seed_number(seed)
            super().reset(seed=seed)
            self._run_seed, self._episode = seed, -1
        for _ in range(MOST_UNASKED):
            self._episode += 1
            self._match = self.game.start(seed=game_seed(self._run_seed, self._episode))
            self._over = not self._play_on(self._match)
            if not self._over:
                return self._seen(self._match)
        raise never_asked(self.game)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make the choice of that number. Nothing is ever cut short: a limit of turns is a rule of the game."""
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

    def render(self) -> str | None:
        """What the seat that is asked may see, as the game draws it; a game that doesn't draw tells what happened."""
        if self.render_mode is None or self._match is None:
            return None
        seat = self.game.seats[self._seat]
        if self.game.screen is None:
            return "\n".join(self._match.log(seat))
        return Text.from_markup(self.game.screen.board(self._match.view(seat))).plain

    def _play_on(self, match: Match) -> bool:
        """Let the others choose until the caller is asked; False when it is over. Of several, the first is asked."""
        assert match.seed is not None
        while match.pending:
            seat = match.pending[0]
            self._seat = self.game.seat_number(seat)
            bot = self._players[self._seat]
            if bot is None:
                return True
            match.play(seat, bot.choose(match, seat, match.seed))
        return False

    def _seen(self, match: Match) -> tuple[Observation, dict[str, Any]]:
        """What the seat that is asked may see, and an info; when it is over no choice is open."""
        game, seat = self.game, self.game.seats[self._seat]
        mask = np.zeros(game.rules.ACTIONS, np.int8)
        if not self._over:
            mask[match.legal_numbers(seat)] = 1
        row = observed(game, match.seen(seat), self._seat)
        return {"observation": row, "action_mask": mask}, {"action_mask": mask.copy()}


class SeatVectorEnv(gymnasium.vector.VectorEnv[Observation, Any, Any]):
    """The same, many games at once in compiled code, against `random` or a bot of the game.

    It gives what `gymnasium.vector.SyncVectorEnv` makes of so many `SeatEnv`, with the same seed and the same
    `autoreset_mode`: a game that is over makes room for another in the next step, or in the same.
    """

    def __init__(
        self,
        game: str | Path,
        num_envs: int = 1,
        opponent: str | None = "random",
        seat: str | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
        **rulings: object,
    ) -> None:
        self.game = feint.load(game, **rulings).for_simulation()
        modes = {mode.value: mode for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)}
        mode = modes.get(autoreset_mode.value if isinstance(autoreset_mode, AutoresetMode) else autoreset_mode)
        if mode is None:
            raise FeintError(f"there is no autoreset_mode {autoreset_mode} here; there are {' and '.join(modes)}")
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        self.num_envs = num_envs
        if opponent is not None and is_own(self.game, opponent):
            raise FeintError("a player of your own can't be compiled with the rules; use SyncVectorEnv for it")
        players = seated(self.game, opponent, seat)
        self._games = BatchedGames(self.game, num_envs, players, mode is AutoresetMode.SAME_STEP, threads)
        self._games.seed(secrets.randbits(64))
        self.single_observation_space, self.single_action_space = spaces_of(self.game)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Any]:
        """Begin the next game in every place. After `reset(seed=s)`, game k in place i has `game_seed(s + i, k)`."""
        if seed is not None:
            self._games.seed(seed)
            super().reset(seed=seed)
        found = self._games.start()
        return _observed(found), self._infos(found)

    def step(self, actions: Any) -> tuple[Observation, Any, Any, Any, dict[str, Any]]:
        """Make one choice in each game."""
        if not self._games.begun:
            raise gymnasium.error.ResetNeeded(NO_GAME)
        found = self._games.play(actions)
        return _observed(found), found.rewards, found.ended, np.zeros(self.num_envs, np.bool_), self._infos(found)

    def close_extras(self, **kwargs: Any) -> None:
        """End its threads."""
        self._games.close()

    def _infos(self, found: BatchStep) -> dict[str, Any]:
        """What Gymnasium makes of the games' own infos: for each name an array, and whose numbers in it count."""
        infos = {"action_mask": found.open.copy(), "_action_mask": np.ones(self.num_envs, np.bool_)}
        if not found.ended.any():
            return infos
        at_end: dict[str, Any] = {"utilities": found.utilities, "_utilities": found.ended.copy()}
        if found.illegal.any():
            at_end |= {"illegal": found.illegal, "_illegal": found.illegal.copy()}
        return infos | (self._final(found, at_end) if self._games.same_step else at_end)

    def _final(self, found: BatchStep, at_end: dict[str, Any]) -> dict[str, Any]:
        """The last observations and infos of games that have made room already. No choice is open in them."""
        ended, closed = found.ended, np.zeros_like(found.open)
        last = np.full(self.num_envs, None)
        last[ended] = [
            {"observation": row, "action_mask": mask}
            for row, mask in zip(found.final_rows[ended], closed[ended], strict=True)
        ]
        final_info = {"action_mask": closed, "_action_mask": ended.copy()} | at_end
        return {"final_obs": last, "_final_obs": ended.copy(), "final_info": final_info, "_final_info": ended.copy()}


def seated(game: Game, opponent: Who, seat: str | None) -> list[Who]:
    """Who plays each seat; None for the caller."""
    if opponent is None:
        if seat is not None:
            raise FeintError(f"with opponent=None the caller chooses for every seat, so seat={seat} can't be asked for")
        return [None] * len(game.seats)
    own = game.seat_number(game.seats[0] if seat is None else seat)
    return [None if number == own else opponent for number in range(len(game.seats))]


def spaces_of(game: Game) -> tuple[gymnasium.spaces.Dict, Any]:
    """What can be observed, within the bounds of the fields' types, and what can be chosen."""
    mask = gymnasium.spaces.MultiBinary(game.rules.ACTIONS)
    return (
        gymnasium.spaces.Dict({"observation": row_space(game), "action_mask": mask}),
        gymnasium.spaces.Discrete(game.rules.ACTIONS),
    )


def _observed(found: BatchStep) -> Observation:
    return {"observation": found.rows, "action_mask": found.open}


for _name in feint.game_names():
    register(_name)
