"""What was learned, as the small file that plays without PyTorch."""

from typing import Any

from torch import nn

from feint.bots.known_weights import made_for
from feint.bots.weights import Layer, Weights, features_print
from feint.core.game import Game
from feint.learn.network import PolicyNetwork


def weights_of(game: Game, network: PolicyNetwork, about: dict[str, Any]) -> Weights:
    """A network's weights in whole numbers, with what they are for; `about` says how they were learned."""
    layers = [_layer(layer) for layer in (*network.layers, network.policy, network.value)]
    mean, spread = network.mean.cpu().numpy(), network.spread.cpu().numpy()
    return Weights(
        made_for(game) | {"features": features_print(game)} | about, mean, spread, layers[:-2], layers[-2], layers[-1]
    )


def _layer(layer: nn.Linear) -> Layer:
    return Layer.of(layer.weight.detach().float().cpu().numpy(), layer.bias.detach().float().cpu().numpy())
