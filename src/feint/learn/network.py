"""The network that is trained: from what a seat sees to how good each choice looks, and how well it stands."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import torch
from torch import nn

LEAST_SPREAD = 0.05  # of a feature: what hardly ever changes isn't made larger than that
NOT_OPEN = -1e9  # in place of how good a choice looks that isn't open


class PolicyNetwork(nn.Module):  # type: ignore[misc]  # PyTorch is an extra
    """Layers that all share, with a layer for the choices and one for the value on top."""

    def __init__(self, features: int, choices: int, hidden: Sequence[int]) -> None:
        super().__init__()
        sizes = [features, *hidden]
        self.register_buffer("mean", torch.zeros(features))
        self.register_buffer("spread", torch.ones(features))
        self.layers = nn.ModuleList(nn.Linear(below, above) for below, above in pairwise(sizes))
        self.policy = nn.Linear(sizes[-1], choices)
        self.value = nn.Linear(sizes[-1], 1)
        for layer in self.layers:
            nn.init.orthogonal_(layer.weight, 2**0.5)
            nn.init.zeros_(layer.bias)
        for head, gain in ((self.policy, 0.01), (self.value, 0.1)):
            nn.init.orthogonal_(head.weight, gain)
            nn.init.zeros_(head.bias)

    @torch.no_grad()
    def measure(self, features: torch.Tensor) -> None:
        """See where features usually are, so that those that change little count as much as others."""
        seen = features.flatten(0, -2).float()
        self.mean.copy_(seen.mean(dim=0))
        self.spread.copy_(seen.std(dim=0).clamp(min=LEAST_SPREAD))

    def forward(self, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """How good each choice looks, open or not, and what the seat may expect: from -1 to 1."""
        hidden = (features - self.mean) / self.spread
        for layer in self.layers:
            hidden = torch.relu(layer(hidden))
        return self.policy(hidden), torch.tanh(self.value(hidden)).squeeze(-1)


def open_choices(bits: torch.Tensor, choices: int) -> torch.Tensor:
    """Which choices are open, from words of 64 bits."""
    shifts = torch.arange(64, device=bits.device)
    return ((bits.unsqueeze(-1) >> shifts) & 1).bool().flatten(1)[:, :choices]


def log_policy(logits: torch.Tensor, is_open: torch.Tensor) -> torch.Tensor:
    """The logarithms of the chances of all choices."""
    return torch.log_softmax(torch.where(is_open, logits.float(), NOT_OPEN), dim=-1)


def drawn(log_chances: torch.Tensor, generator: Any) -> torch.Tensor:
    """A choice for each row, with these chances."""
    noise = torch.empty_like(log_chances).exponential_(generator=generator)
    return (log_chances - noise.log()).argmax(dim=-1)
