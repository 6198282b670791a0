"""The games as PettingZoo environments, for agents that learn.

    env = feint.bridges.pettingzoo.env("tower-siege", track="facing")      # agents choose one after the other
    env = feint.bridges.pettingzoo.parallel_env("terminal-maneuver")       # all who owe a choice choose at once

The agents are the seats. What one gets is a row of numbers (which seat it is, and then what `Schema.seen_row` lets it
see) as `observation`, and its `action_mask`. The seed of `reset` is that of `game.start(seed=...)`: the same choices
make the same match, bit for bit. Rewards come at the end and add up to 0 (`feint.bridges.utilities`).
"""

import re
import secrets
from collections.abc import Mapping
from operator import index
from pathlib import Path
from typing import Any

import numpy as np

from feint.bridges import utilities
from feint.bridges.rendering import as_image, as_text
from feint.core import state_queries
from feint.core.chance import chance_word, draw, game_seed, seed_number
from feint.core.errors import FeintError, IllegalChoice, UnknownGame
from feint.core.extras import require_extra
from feint.core.game import Game, game_names, load
from feint.core.rule import CHANCE, OVER
from feint.kernel.learner_input import ROW

pettingzoo = require_extra("pettingzoo", "pettingzoo")

from gymnasium import logger, spaces  # noqa: E402 - PettingZoo brings it, and without that has been said what to install
from gymnasium.utils import EzPickle  # noqa: E402
from pettingzoo.utils import AECEnv, ParallelEnv, wrappers  # noqa: E402

from feint.bridges.spaces import Observation  # noqa: E402

RENDER_MODES = ("human", "ansi", "rgb_array")
ILLEGAL = -1.0  # the reward of an illegal choice, which ends the match; the others get 0

Observed = dict[str, np.ndarray[Any, Any]]
Info = dict[str, Any]


def env(
    game: str | Path,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    observation: str = ROW,
    **rulings: object,
) -> AECEnv:
    """A game in which agents choose one after the other; an illegal choice ends the match, at a reward of -1.

    `game` is a name or a folder, and `rulings` are as for `feint.load`. After `max_cycles` cycles, in each of which all
    who owe a choice have made one, the match is cut off. `observation` is `row` or `features`.
    """
    ending = wrappers.TerminateIllegalWrapper(raw_env(game, render_mode, max_cycles, observation, **rulings), ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(ending))


def raw_env(
    game: str | Path,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    observation: str = ROW,
    **rulings: object,
) -> "OneByOne":
    """The same without PettingZoo's wrappers: an illegal choice is refused, and nothing has changed."""
    return OneByOne(game, render_mode, max_cycles, observation, **rulings)


def parallel_env(
    game: str | Path,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    observation: str = ROW,
    **rulings: object,
) -> "AllAtOnce":
    """A game in which a step is one choice of each who owes one, made at once; the others wait.

    The last number of the action space is waiting, and it is all that an agent can do that owes no choice. So games in
    which agents take turns work too. An illegal choice ends the match, at a reward of -1.
    """
    return AllAtOnce(game, render_mode, max_cycles, observation, **rulings)


def ids() -> dict[str, str]:
    """The games on the shelf, by the ids of their environments: `feint/tower_siege_v1` is `tower-siege`."""
    return {f"feint/{_versioned(load(name))}": name for name in game_names()}


def make(
    id: str, /, render_mode: str | None = None, max_cycles: int | None = None, observation: str = ROW, **rulings: object
) -> AECEnv:
    """The environment with that id: `make("feint/tower_siege_v1", track="facing")` is `env("tower-siege", ...)`."""
    known = ids()
    if id not in known:
        raise UnknownGame(f"there is no environment called {id}; there are {', '.join(known)}")
    return env(known[id], render_mode, max_cycles, observation, **rulings)


def _versioned(game: Game) -> str:
    """What PettingZoo calls a game: its name, and the version of its rules."""
    name = re.sub(r"\W+", "_", game.name.lower())
    return f"{name}_v{game.version}"


class _Environment:
    """What both kinds of environment are: a match in plain states, and what each seat may see of it."""

    metadata: Mapping[str, Any]
    waits = 0  # how many numbers of the action space aren't choices of the game

    def _set_up(
        self,
        game: str | Path,
        render_mode: str | None,
        max_cycles: int | None,
        observation: str,
        rulings: dict[str, object],
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise FeintError(f"render_mode can't be {render_mode!r}: it can be None, {', '.join(RENDER_MODES)}")
        if max_cycles is not None and max_cycles < 1:
            raise FeintError(f"max_cycles can't be {max_cycles}: it can be None, or 1 and more")
        self.game = load(game, **rulings).for_simulation()
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.metadata = {
            "name": _versioned(self.game),
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": False,  # by PettingZoo's wrapper, which wants every agent to act in every cycle
        }
        self.possible_agents = list(self.game.seats)
        self.agents: list[str] = []
        self._numbers = {seat: number for number, seat in enumerate(self.game.seats)}
        self._asked = [self._numbers[seat] for seat in self.game.asked if seat in self._numbers]
        self._state = self._first = self.game.first_state()
        self._seed, self._matches = secrets.randbits(64), 0
        self._observation = Observation(self.game, observation)
        self._make_spaces()

    def _make_spaces(self) -> None:
        self._actions: int = self.game.rules.ACTIONS + self.waits
        self.action_spaces = {agent: spaces.Discrete(self._actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": self._observation.space,
                    "action_mask": spaces.Box(0, 1, (self._actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    @property
    def observation_names(self) -> list[str]:
        """What each number of an observation is."""
        return self._observation.names

    def observation_space(self, agent: str) -> "spaces.Dict":
        """What an agent's observations can be."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> "spaces.Discrete[Any]":
        """What an agent's actions can be: the numbers of the game's rules."""
        return self.action_spaces[agent]

    def render(self) -> "str | np.ndarray[Any, Any] | None":
        """The board as a spectator may see it: a text, an image, or printed, as `render_mode` says."""
        if self.render_mode == "rgb_array":
            return as_image(self.game, self._view())
        if self.render_mode == "ansi":
            return as_text(self.game, self._view())
        if self.render_mode == "human":
            print(as_text(self.game, self._view()))
        else:
            logger.warn("render() needs a render_mode, which is chosen when the environment is made.")
        return None

    def _view(self) -> dict[str, Any]:
        """What a spectator may see, and nothing more while the match runs."""
        return state_queries.view(self.game, self._state, None)

    def close(self) -> None:
        """Nothing is held open."""

    # The match.

    def _start(self, seed: int | None) -> None:
        """A new match: with this seed; without one, the next in the run that the last given seed began."""
        if seed is None:
            self._matches += 1
            self._match_seed = game_seed(self._seed, self._matches)
        else:
            self._seed = self._match_seed = seed_number(seed)
            self._matches = 0
        self.agents = self.possible_agents[:]
        self._state = self.game.schema.copy(self._first)
        self._steps = self._cycles = 0
        self._settle()

    def _play(self, seat: int, action: int) -> None:
        self.game.rules.apply(self._state, seat, action)
        self._steps += 1
        self._settle()

    def _settle(self) -> None:
        """Draw what is left to chance, as `Match` draws it; after that `_owing` is who owes a choice, as a bit mask."""
        rules, state = self.game.rules, self._state
        while (owing := rules.pending(state)) == CHANCE:
            word = chance_word(self._match_seed, self._steps)
            rules.settle(state, draw(word, *state_queries.weights(self.game, state)))
            self._steps += 1
        self._owing = owing

    def _in_order(self) -> list[int]:
        """The seats that owe a choice, in the order in which the game asks them."""
        return [seat for seat in self._asked if self._owing >> seat & 1]

    def _cut_off(self) -> bool:
        return self.max_cycles is not None and self._cycles >= self.max_cycles and self._owing != OVER

    def _seen(self, agent: str, legal: list[int]) -> Observed:
        """What an agent gets to see, and to choose from."""
        seat = self._numbers[agent]
        mask = np.zeros(self._actions, np.int8)
        mask[legal] = 1
        return {"observation": self._observation.of(self._state, seat), "action_mask": mask}


class OneByOne(_Environment, AECEnv, EzPickle):  # type: ignore[misc]  # PettingZoo has no types
    """A game in which agents choose one after the other. Of several who owe a choice, none sees what another chose."""

    def __init__(
        self,
        game: str | Path,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        observation: str = ROW,
        **rulings: object,
    ) -> None:
        EzPickle.__init__(self, game, render_mode, max_cycles, observation, **rulings)
        AECEnv.__init__(self)
        self._set_up(game, render_mode, max_cycles, observation, rulings)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match; the seed is that of `game.start(seed=...)`, and options there are none."""
        self._start(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Info] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._skip_agent_selection = None
        self._waiting: list[int] = []  # who has yet to choose in this cycle
        self._ask_next()

    def step(self, action: int | None) -> None:
        """The choice of the agent that is asked; None of one that is done."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or index(action) not in self._legal:
            raise IllegalChoice(f"{agent} can't choose {action} now; it can choose {', '.join(map(str, self._legal))}")
        self._play(self._numbers[agent], index(action))
        self._ask_next()

    def observe(self, agent: str) -> Observed:
        """What an agent sees. Only the one that is asked has something in its mask."""
        asked = agent == self.agent_selection and not (self.terminations.get(agent, True) or self.truncations[agent])
        return self._seen(agent, self._legal if asked else [])

    def _ask_next(self) -> None:
        if self.render_mode == "human":
            self.render()
        waiting = [seat for seat in self._waiting if self._owing >> seat & 1]
        if not waiting:  # all who owed a choice in this cycle have made it
            if self._owing == OVER:
                self.rewards = dict(zip(self.agents, utilities(self.game, self._state), strict=True))
                self._accumulate_rewards()
                self.terminations = dict.fromkeys(self.agents, True)
            elif self._cut_off():
                self.truncations = dict.fromkeys(self.agents, True)
            else:
                self._cycles += 1
                waiting = self._in_order()
        if not waiting:
            self.agent_selection = self.agents[0]  # from here on each is told that it is done
            return
        seat, *self._waiting = waiting
        self.agent_selection = self.possible_agents[seat]
        self._legal = state_queries.legal_numbers(self.game, self._state, seat)


class AllAtOnce(_Environment, ParallelEnv, EzPickle):  # type: ignore[misc]  # PettingZoo has no types
    """A game in which all who owe a choice choose at once, and the others wait."""

    waits = 1

    def __init__(
        self,
        game: str | Path,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        observation: str = ROW,
        **rulings: object,
    ) -> None:
        EzPickle.__init__(self, game, render_mode, max_cycles, observation, **rulings)
        self._set_up(game, render_mode, max_cycles, observation, rulings)
        self.wait: int = self.game.rules.ACTIONS

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observed], dict[str, Info]]:
        """Begin a match; the seed is that of `game.start(seed=...)`, and options there are none."""
        self._start(seed)
        return self._look(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Observed], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]]:
        """One action of every agent: a choice of those who owe one, `wait` of the others."""
        if not self.agents:
            raise IllegalChoice("no match is being played: reset() begins one")
        agents, wrong = self.agents, self._wrong(actions)
        rewards = dict.fromkeys(agents, 0.0)
        if not wrong:
            for seat in self._in_order():
                if self._owing >> seat & 1:  # else a choice made before it has ended what it was asked for
                    self._play(seat, index(actions[self.possible_agents[seat]]))
            self._cycles += 1
            if self._owing == OVER:
                rewards = dict(zip(agents, utilities(self.game, self._state), strict=True))
        rewards |= dict.fromkeys(wrong, ILLEGAL)
        terminated, truncated = bool(wrong) or self._owing == OVER, bool(wrong) or self._cut_off()
        observations = self._look(done=terminated or truncated)
        if terminated or truncated:
            self.agents = []
        return (
            observations,
            rewards,
            dict.fromkeys(agents, terminated),
            dict.fromkeys(agents, truncated),
            {agent: {} for agent in agents},
        )

    def _wrong(self, actions: Mapping[str, int]) -> list[str]:
        """The agents whose action isn't legal."""
        for agent in self.agents:
            if agent not in actions or not self.action_space(agent).contains(actions[agent]):
                wrong = f"{actions[agent]} is no action" if agent in actions else "there is no action"
                raise IllegalChoice(
                    f"{wrong} for {agent}: every agent makes one from 0 to {self.wait}, and {self.wait} is to wait"
                )
        return [agent for agent in self.agents if index(actions[agent]) not in self._legal[agent]]

    def _look(self, done: bool = False) -> dict[str, Observed]:
        """What all agents see; those that are done have nothing to choose from."""
        if self.render_mode == "human":
            self.render()
        self._legal = {
            agent: state_queries.legal_numbers(self.game, self._state, seat) if self._owing >> seat & 1 else [self.wait]
            for agent, seat in self._numbers.items()
        }
        return {agent: self._seen(agent, [] if done else self._legal[agent]) for agent in self.agents}


def _register() -> None:
    """Let `pettingzoo.make("aec", "feint/tower_siege_v1")` find the games, where PettingZoo has such a list."""
    if hasattr(pettingzoo, "register"):
        for id, game in ids().items():
            pettingzoo.register("aec", id, f"{__name__}:env", kwargs={"game": game})
            pettingzoo.register("parallel", id, f"{__name__}:parallel_env", kwargs={"game": game})


_register()
