"""Randomness by counter: the word for a step of a match is a function of the seed and the step's number alone.

Chance is drawn with SipHash-1-3, a keyed function made so that nobody who sees some of its values can tell others: dice
on the table say nothing about mines in the ground. Bots get streams of their own behind it (SplitMix64, which is
faster), so what a bot does says nothing about chance either. All of it is rules: the same in plain and compiled mode.
"""

from operator import index

from feint.core.errors import FeintError
from feint.core.rule import WORD, Numbers, rule, u64, whole

DRAWS, BOTS, GAMES, PURPOSES, SEATS = range(5)  # what a seed is used for: functions that have nothing in common
GOLDEN = 0x9E3779B97F4A7C15


def seed_number(seed: int) -> int:
    """A seed that someone gave, checked."""
    number = index(seed)
    if not 0 <= number <= WORD:
        raise FeintError(f"the seed {seed} is out of range: it can be 0 to {WORD}")
    return number


@rule
def rotate(word: int, bits: int) -> int:
    """A word with its bits moved round to the left."""
    return u64(word << u64(bits)) | (word >> u64(64 - bits))


@rule
def sip_round(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """One of SipHash's rounds of mixing."""
    a = u64(a + b)
    c = u64(c + d)
    b = rotate(b, 13) ^ a
    d = rotate(d, 16) ^ c
    a = u64(rotate(a, 32) + d)
    c = u64(c + b)
    b = rotate(b, 17) ^ c
    d = rotate(d, 21) ^ a
    return a, b, rotate(c, 32), d


@rule
def sip(key: int, use: int, count: int) -> int:
    """SipHash-1-3 of the eight bytes of `count`, under the key (`key`, `use`)."""
    key, use, count = u64(key), u64(use), u64(count)
    a = key ^ u64(0x736F6D6570736575)
    b = use ^ u64(0x646F72616E646F6D)
    c = key ^ u64(0x6C7967656E657261)
    d = use ^ u64(0x7465646279746573)
    a, b, c, d = sip_round(a, b, c, d ^ count)
    a, b, c, d = sip_round(a ^ count, b, c, d ^ u64(8 << 56))
    a, b, c, d = sip_round(a ^ u64(8 << 56), b, c ^ u64(0xFF), d)
    a, b, c, d = sip_round(a, b, c, d)
    a, b, c, d = sip_round(a, b, c, d)
    return a ^ b ^ c ^ d


@rule
def mix(word: int) -> int:
    """SplitMix64's scrambling of one word."""
    word = u64((word ^ (word >> u64(30))) * u64(0xBF58476D1CE4E5B9))
    word = u64((word ^ (word >> u64(27))) * u64(0x94D049BB133111EB))
    return word ^ (word >> u64(31))


@rule
def next_word(word: int) -> int:
    """The word that follows a word, for whoever needs several."""
    return mix(u64(word + u64(GOLDEN)))


@rule
def chance_word(seed: int, step: int) -> int:
    """The word that decides the outcome at this step of the match."""
    return sip(seed, DRAWS, step)


@rule
def purpose_word(seed: int, purpose: int, count: int) -> int:
    """The word for a match's nth outcome of one purpose, from 0, where games are compared on equal luck."""
    return sip(seed, PURPOSES, u64(u64(purpose) << u64(32)) | u64(count))


@rule
def bot_key(seed: int, seat: int) -> int:
    """The key of the stream that the bot in this seat draws from."""
    return sip(seed, BOTS, seat)


@rule
def bot_word(key: int, choice: int) -> int:
    """The word that a bot with this key has for its choice of that number, from 0."""
    return mix(u64(key + u64(u64(choice + 1) * u64(GOLDEN))))


@rule
def game_seed(seed: int, game: int) -> int:
    """The seed of one game in a run of many."""
    return sip(seed, GAMES, game)


@rule
def drawn_seat(seed: int, seats: int) -> int:
    """The seat that someone is given who takes any of them in the game with this seed."""
    return below(sip(seed, SEATS, 0), seats)


@rule
def below(word: int, n: int) -> int:
    """A number from 0 to n - 1, each exactly as likely as the others; n is below 2 ** 32."""
    n = u64(n)
    product = u64((word >> u64(32)) * n)
    if (product & u64(0xFFFFFFFF)) < n:
        # Lemire's method: the few words that would favour some numbers are drawn again.
        unfair = u64(u64(0x100000000) - n) % n
        while (product & u64(0xFFFFFFFF)) < unfair:
            word = next_word(word)
            product = u64((word >> u64(32)) * n)
    return whole(product >> u64(32))


@rule
def draw(word: int, weights: Numbers, outcomes: int) -> int:
    """The outcome that a word decides on, given what a game's `chance` filled in and returned."""
    if outcomes < 0:
        return below(word, -outcomes)
    total = 0
    for outcome in range(outcomes):
        total += weights[outcome]
    left = below(word, total)
    for outcome in range(outcomes):
        if left < weights[outcome]:
            return outcome
        left -= weights[outcome]
    return outcomes  # never reached: the weights add up to the total
