"""MaskablePPO of sb3-contrib learns Space Goats until it beats `trader`, a bot of the game.

    python examples/masked_ppo.py 12          # rounds of learning, of 12,288 choices each

It needs `pip install 'feint[examples]'`. Who nearly never wins learns nothing, and against `trader` a beginner wins one
game in fifty. So the first rounds are against `random`, and the others against `trader`. The opponents and the features
are compiled; what takes time is learning: twelve rounds take about 90 seconds of one core.
"""

import sys
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

import feint.bridges.gymnasium  # noqa: F401 - it makes the games known to Gymnasium

GAMES, STEPS, EVALUATED = 128, 32, 1000
AGAINST_RANDOM = 6  # rounds


def make(games: int, opponent: str) -> Any:
    """So many games at once against a bot, in a random seat; matches that go on for too long are cut off."""
    return gymnasium.make_vec(
        "feint/SpaceGoats-v1",
        num_envs=games,
        opponent=opponent,
        seat="random",
        observation="features",
        autoreset_mode="SameStep",
        max_episode_steps=300,
    ).unwrapped


class ManyGames(VecEnv):
    """Feint's vector environment as stable-baselines3 wants it."""

    def __init__(self, envs: Any) -> None:
        self.envs = envs
        super().__init__(envs.num_envs, envs.single_observation_space["observation"], envs.single_action_space)

    def seed(self, seed: int | None = None) -> list[int | None]:
        """Say where the games come from."""
        self.first_seed = seed
        return [seed] * self.num_envs

    def reset(self) -> np.ndarray:
        """Begin the first games."""
        return self.envs.reset(seed=getattr(self, "first_seed", None))[0]["observation"]

    def step_async(self, actions: np.ndarray) -> None:
        """Say what is chosen in each game."""
        self.actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Make the choices."""
        seen, rewards, over, cut, found = self.envs.step(self.actions)
        done, infos = over | cut, [{} for _ in range(self.num_envs)]
        for place in np.flatnonzero(done):
            last = found["final_obs"][place]["observation"]
            infos[place] = {"terminal_observation": last, "TimeLimit.truncated": bool(cut[place] and not over[place])}
        return seen["observation"], rewards.astype(np.float32), done, infos

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Masks, one a game."""
        return list(getattr(self.envs, method_name)(*args, **kwargs))

    def has_attr(self, attr_name: str) -> bool:
        """Whether it has masks."""
        return hasattr(self.envs, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The same for all games."""
        return [getattr(self.envs, attr_name, None)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Nothing of a game can be set."""
        raise NotImplementedError

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """None is."""
        return [False] * self.num_envs

    def close(self) -> None:
        """End its threads."""
        self.envs.close()


def share_of_wins(model: MaskablePPO) -> float:
    """Its share of the point against `trader`, in games that it hasn't learned from; in each place the first counts."""
    envs, games = make(EVALUATED, "trader"), EVALUATED
    seen, _ = envs.reset(seed=2**40)
    worth, playing = np.zeros(games), np.ones(games, bool)
    while playing.any():
        choices, _ = model.predict(seen["observation"], action_masks=envs.action_masks())
        seen, rewards, over, cut, _ = envs.step(choices)
        worth[playing & over] = rewards[playing & over]
        playing &= ~(over | cut)
    return (worth.mean() + 1) / 2


def learn(rounds: int) -> list[float]:
    """Learn, and say after each round how much of the point it gets against `trader`."""
    torch.set_num_threads(1)
    model = MaskablePPO(
        "MlpPolicy",
        ManyGames(make(GAMES, "random")),
        n_steps=STEPS,
        batch_size=512,
        n_epochs=4,
        gamma=1.0,
        learning_rate=1e-3,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 128]},
        seed=1,
    )
    found = [share_of_wins(model)]
    print(f"at random: {found[0]:.1%}")
    for number in range(1, rounds + 1):
        if number == AGAINST_RANDOM + 1:
            model.set_env(ManyGames(make(GAMES, "trader")))
        model.learn(3 * GAMES * STEPS, reset_num_timesteps=False)
        found.append(share_of_wins(model))
        print(f"after {number} rounds: {found[-1]:.1%}", flush=True)
    return found


if __name__ == "__main__":
    learn(int(sys.argv[1]))
