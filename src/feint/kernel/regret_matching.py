"""Regret matching, and drawing from a mixed strategy: for regret minimisation and for search."""

from feint.core.rule import Numbers, rule, u64, whole


@rule
def fraction(word: int) -> float:
    """A number from 0 to below 1 out of a random word."""
    return whole(word >> u64(11)) / 9007199254740992.0  # 2 ** 53


@rule
def sample(strategy: Numbers, count: int, at: float) -> int:
    """The choice at which a strategy's probabilities add up to more than a number from 0 to 1."""
    for n in range(count - 1):
        at -= strategy[n]
        if at < 0.0:
            return n
    return count - 1


@rule
def regret_matching(regrets: Numbers, base: int, count: int, strategy: Numbers) -> None:
    """The strategy in proportion to what is regretted."""
    total = 0.0
    for n in range(count):
        strategy[n] = max(regrets[base + n], 0.0)
        total += strategy[n]
    for n in range(count):
        strategy[n] = strategy[n] / total if total > 0.0 else 1.0 / count
