"""Games that a network plays, many at once: what it saw, what it chose, and what came of it for each seat."""

from dataclasses import dataclass
from typing import Any

import torch

from feint.bridges.batch import BatchedGames, BatchStep
from feint.learn.network import PolicyNetwork, drawn, log_policy, open_choices


@dataclass
class Rollout:
    """Steps of games side by side: the first length of every tensor is steps, the second games."""

    features: torch.Tensor
    bits: torch.Tensor  # the open choices
    seats: torch.Tensor  # whose choice it was
    choices: torch.Tensor
    log_chances: torch.Tensor  # of what was chosen
    values: torch.Tensor
    ended: torch.Tensor  # whether the game was over after the choice
    utilities: torch.Tensor  # and what it then was worth to each seat
    own: torch.Tensor  # whether it was the network's choice, and not that of an opponent


class Arena:
    """Games side by side between a network and itself, or an older one, or a bot.

    In the first `against_older` games, one seat is the network's, and an older one has the others.
    """

    def __init__(self, games: BatchedGames, device: torch.device, against_older: int = 0) -> None:
        self.games, self.device, self.against_older = games, device, against_older
        self.step: BatchStep = games.start()
        seats = len(games.game.seats)
        self._own_seat = torch.arange(against_older, device=device) % seats

    def tensor(self, array: Any) -> torch.Tensor:
        """An array of the games, shared and not copied."""
        return torch.from_dlpack(array)

    def observed(self) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """What the seats that are asked see, which choices they have, and which seats they are."""
        # PyTorch shifts no unsigned words, so these are taken as signed ones.
        bits = self.tensor(self.games.bits.view("i8"))
        return self.tensor(self.step.rows), bits, self.tensor(self.games.seats)

    @torch.no_grad()
    def play(self, network: PolicyNetwork, older: PolicyNetwork | None, steps: int, generator: Any) -> Rollout:
        """Make so many choices in each game."""
        kept: dict[str, list[torch.Tensor]] = {name: [] for name in Rollout.__dataclass_fields__}
        choices_there = self.games.game.rules.ACTIONS
        for _ in range(steps):
            features, bits, seats = self.observed()
            features = features.to(torch.bfloat16) if features.is_cuda else features.clone()
            is_open = open_choices(bits, choices_there)
            own = torch.ones_like(seats, dtype=torch.bool)
            with torch.autocast(features.device.type, torch.bfloat16, enabled=features.is_cuda):
                logits, values = network(features)
                if older is not None and self.against_older:
                    own[: self.against_older] = seats[: self.against_older] == self._own_seat
                    theirs, _ = older(features[: self.against_older])
                    logits[: self.against_older] = torch.where(
                        own[: self.against_older, None], logits[: self.against_older], theirs
                    )
            log_chances = log_policy(logits, is_open)
            chosen = drawn(log_chances, generator)
            taken = log_chances.gather(1, chosen[:, None]).squeeze(1)
            for name, value in (("features", features), ("bits", bits), ("seats", seats), ("choices", chosen)):
                kept[name].append(value.clone() if name in ("bits", "seats") else value)
            for name, value in (("log_chances", taken), ("values", values.float()), ("own", own)):
                kept[name].append(value)
            self.step = self.games.play(chosen)
            kept["ended"].append(self.tensor(self.step.ended.view("u1")).bool())
            kept["utilities"].append(self.tensor(self.step.utilities).float())
        return Rollout(**{name: torch.stack(values) for name, values in kept.items()})

    @torch.no_grad()
    def last_values(self, network: PolicyNetwork) -> tuple[torch.Tensor, torch.Tensor]:
        """What the seats that are asked now may expect, and which seats they are."""
        features, _, seats = self.observed()
        with torch.autocast(features.device.type, torch.bfloat16, enabled=features.is_cuda):
            _, values = network(features.to(torch.bfloat16) if features.is_cuda else features)
        return values.float(), seats


def advantages(
    rollout: Rollout, last_values: torch.Tensor, last_seats: torch.Tensor, seats: int, smoothing: float
) -> tuple[torch.Tensor, torch.Tensor]:
    """How much better than expected each choice turned out (GAE, for each seat by itself), and which ones count.

    A seat that isn't asked again before the rollout ends, in a game that goes on, doesn't know yet what its last choice
    was good for: that doesn't count.
    """
    steps, games = rollout.values.shape
    device = rollout.values.device
    ahead = torch.zeros(games, seats, device=device)  # what each seat's next choice, or the end, is worth to it
    gained = torch.zeros(games, seats, device=device)  # and by how much more than expected
    known = torch.zeros(games, seats, dtype=torch.bool, device=device)
    ahead.scatter_(1, last_seats[:, None], last_values[:, None])
    known.scatter_(1, last_seats[:, None], True)
    found, counts = torch.zeros_like(rollout.values), torch.zeros_like(rollout.own)
    for step in reversed(range(steps)):
        over = rollout.ended[step][:, None]
        ahead = torch.where(over, rollout.utilities[step], ahead)
        gained = torch.where(over, torch.zeros_like(gained), gained)
        known = known | over
        seat = rollout.seats[step][:, None]
        value = rollout.values[step][:, None]
        gain = ahead.gather(1, seat) - value + smoothing * gained.gather(1, seat)
        found[step] = gain.squeeze(1)
        counts[step] = known.gather(1, seat).squeeze(1) & rollout.own[step]
        ahead.scatter_(1, seat, value)
        gained.scatter_(1, seat, gain)
        known.scatter_(1, seat, True)
    return found, counts
