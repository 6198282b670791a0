"""One update of a network from a rollout: PPO, with a pull towards even choices that keeps it from being exploited."""

from dataclasses import dataclass
from typing import Any

import torch
from torch import nn

from feint.learn.network import PolicyNetwork, log_policy, open_choices
from feint.learn.rollout import Rollout


@dataclass(frozen=True)
class Learning:
    """How a network learns; what changes while it does goes from the first number to the second."""

    rate: tuple[float, float] = (5e-4, 5e-5)
    evenness: tuple[float, float] = (0.02, 0.003)  # how much an even choice is worth (entropy)
    clip: float = 0.2
    value_weight: float = 0.5
    smoothing: float = 0.95  # lambda of GAE
    passes: int = 2  # over each rollout
    samples: int = 8192  # choices for one step of the optimiser
    most_gradient: float = 0.5

    def at(self, ends: tuple[float, float], done: float) -> float:
        """A number that changes, when this share of the time is over."""
        return ends[0] + (ends[1] - ends[0]) * done


def update(
    network: PolicyNetwork,
    optimiser: Any,
    rollout: Rollout,
    advantage: torch.Tensor,
    counts: torch.Tensor,
    learning: Learning,
    done: float,
    generator: Any,
) -> dict[str, float]:
    """Change the network so that what turned out better than expected becomes likelier; returns how that went."""
    where = counts.flatten().nonzero().squeeze(1)
    flat = {
        name: getattr(rollout, name).flatten(0, 1) for name in ("features", "bits", "choices", "log_chances", "values")
    }
    gains = advantage.flatten()
    targets = (gains + flat["values"]).clamp(-1, 1)
    spread, mean = gains[where].std(), gains[where].mean()
    for group in optimiser.param_groups:
        group["lr"] = learning.at(learning.rate, done)
    evenness = learning.at(learning.evenness, done)
    choices, sums, steps = network.policy.out_features, torch.zeros(4, device=gains.device), 0
    for _ in range(learning.passes):
        order = where[torch.randperm(len(where), device=where.device, generator=generator)]
        for part in order.split(learning.samples):
            if len(part) < learning.samples // 2 and steps:
                continue  # too few to say much
            features, is_open = flat["features"][part], open_choices(flat["bits"][part], choices)
            with torch.autocast(features.device.type, torch.bfloat16, enabled=features.is_cuda):
                logits, values = network(features)
            log_chances = log_policy(logits, is_open)
            chosen = log_chances.gather(1, flat["choices"][part][:, None]).squeeze(1)
            ratio = (chosen - flat["log_chances"][part]).exp()
            gain = (gains[part] - mean) / (spread + 1e-8)
            bounded = ratio.clamp(1 - learning.clip, 1 + learning.clip)
            policy_loss = -torch.min(ratio * gain, bounded * gain).mean()
            entropy = -(log_chances.exp() * log_chances).sum(dim=-1).mean()
            value_loss = (values.float() - targets[part]).square().mean()
            loss = policy_loss + learning.value_weight * value_loss - evenness * entropy
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), learning.most_gradient)
            optimiser.step()
            moved = (ratio.detach() - 1 - (chosen - flat["log_chances"][part]).detach()).mean()
            sums += torch.stack([policy_loss.detach(), value_loss.detach(), entropy.detach(), moved])
            steps += 1
    policy_loss_, value_loss_, entropy_, moved_ = (sums / max(1, steps)).tolist()
    return {"policy_loss": policy_loss_, "value_loss": value_loss_, "entropy": entropy_, "divergence": moved_}
