"""How well a network plays against a bot: its share of the point, seat by seat, in games that it never learned from."""

from dataclasses import dataclass
from math import sqrt
from typing import Any

import torch

from feint.bridges.batch import batch
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.learn.network import PolicyNetwork, drawn, log_policy
from feint.learn.rollout import Arena

MOST_STEPS = 20_000  # choices of the network in one game


@dataclass(frozen=True)
class Strength:
    """Shares of the point that a network gets against a bot in all other seats."""

    by_seat: tuple[float, ...]
    deviation: float  # of a game's share
    games: int

    @property
    def share(self) -> float:
        """On average over seats."""
        return sum(self.by_seat) / len(self.by_seat)

    @property
    def interval(self) -> tuple[float, float]:
        """Its 95% interval."""
        half = 1.96 * self.deviation / sqrt(self.games)
        return self.share - half, self.share + half


@torch.no_grad()
def strength(
    network: PolicyNetwork, game: Game, opponent: str, games: int, device: torch.device, seed: int, generator: Any
) -> Strength:
    """Play the first game in every place, the network in each seat as often as chance gives it."""
    places = batch(game, games, opponent, "random", device=device.type, seed=seed)
    arena, seats = Arena(places, device), len(game.seats)
    share = torch.full((games,), float("nan"), device=device)
    own = arena.observed()[2].clone()
    for _ in range(MOST_STEPS):
        features, _, _ = arena.observed()
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            logits, _ = network(features)
        is_open = arena.tensor(arena.step.open).bool()
        arena.step = places.play(drawn(log_policy(logits, is_open), generator))
        first = arena.tensor(arena.step.ended.view("u1")).bool() & share.isnan()
        reward = arena.tensor(arena.step.rewards).float()
        share = torch.where(first, (reward * (seats - 1) + 1) / seats, share)
        if not share.isnan().any():
            break
    else:
        raise FeintError(f"a game against {opponent} had not ended after {MOST_STEPS} choices")
    by_seat = [float(share[own == seat].mean()) for seat in range(seats)]
    return Strength(tuple(by_seat), float(share.std()), games)
