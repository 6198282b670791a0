"""Promise 2: chance is exact. The generator is the one it says it is, and no outcome is favoured."""

import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import feint
from feint.core.chance import GOLDEN, below, bot_word, chance_word, draw, mix, next_word, sip
from kit.games import all_matches

WORDS = st.integers(0, 2**64 - 1)


@pytest.mark.skipif(sys.hash_info.algorithm != "siphash13", reason="Python hashes bytes by another function here")
def test_sip_is_siphash_1_3() -> None:
    """Python's own hash of eight bytes, with a key of zeros, is the same function."""
    numbers = [1, 255, 0x0123456789ABCDEF, 2**63, 2**64 - 1]
    code = f"print(*[hash(n.to_bytes(8, 'little')) for n in {numbers}])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={"PYTHONHASHSEED": "0"}, check=True
    )
    assert [sip(0, 0, n) for n in numbers] == [int(value) % 2**64 for value in done.stdout.split()]


def test_mix_is_splitmix64() -> None:
    """The published first values of SplitMix64 for the seed 1234567."""
    published = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert [bot_word(1234567, step) for step in range(5)] == published
    assert mix((1234567 + GOLDEN) % 2**64) == published[0]


@given(WORDS, st.integers(1, 2**32 - 1))
def test_below_stays_below(word: int, n: int) -> None:
    assert 0 <= below(word, n) < n


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 120])
def test_below_favours_no_number(n: int) -> None:
    """Of the words that aren't drawn again, exactly as many lead to each number."""
    size = 2**32  # only the upper half of a word counts
    unfair = size % n
    for number in range(n):
        # The upper halves h with h * n // 2**32 == number and a remainder that isn't refused.
        first = -(-(number * size + unfair) // n)
        last = -(-((number + 1) * size) // n) - 1
        while last * n % size < unfair:
            last -= 1
        assert last - first + 1 == size // n
        for lower_half in (0, 1, 2**32 - 1):
            assert below((first << 32) + lower_half, n) == below((last << 32) + lower_half, n) == number


@pytest.mark.parametrize("n", [3, 6, 7, 120, 2**31 + 1])
def test_words_that_would_favour_a_number_are_drawn_again(n: int) -> None:
    """There are as many of them as are left over; each counts for nothing, and the next word decides."""
    size = 2**32
    unfair = size % n
    numbers = range(n) if n < 1000 else range(5)
    refused = [half for half in (-(-(number * size) // n) for number in numbers) if half * n % size < unfair]
    if n < 1000:
        assert len(refused) == unfair
    words = [(half << 32) + lower for half in refused for lower in range(40)]
    for word in words:
        assert below(word, n) == below(next_word(word), n)
    assert any(below(word, n) != (word >> 32) * n >> 32 for word in words), "or it might not have been drawn again"


def test_draw_follows_whole_number_weights() -> None:
    counts = Counter(draw(chance_word(5, step), [1, 0, 3, 2], 4) for step in range(60_000))
    assert counts[1] == 0
    for outcome, share in {0: 1 / 6, 2: 1 / 2, 3: 1 / 3}.items():
        assert abs(counts[outcome] / 60_000 - share) < 0.01


def test_dice_and_mines_come_out_evenly() -> None:
    game = feint.load("minefield-navigator", steps=5, mines=2)
    counts = Counter(game.start(seed=seed).steps[0].text for seed in range(10_000))
    assert len(counts) == 10
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 28, "chi-square, 9 degrees, 1 in 1,000"


def test_outcomes_depend_on_seed_and_step_alone() -> None:
    """Whoever commits first, and whatever it is that is chosen, the die at a step is the same."""
    rolls = set()
    for first, second in (("missile", "laser"), ("laser", "missile")):
        match = feint.load("terminal-maneuver").start(seed=77)
        for seat in (first, second):
            match.play(seat, {"missile": "burn 1", "laser": "guess 1"}[seat])
        rolls.add(match.steps[2].text)
    assert len(rolls) == 1


@pytest.mark.parametrize(
    ("name", "rulings"),
    [
        ("tower-siege", {"length": 3, "cards": 2, "stride": 2, "turn_limit": 4}),
        ("terminal-maneuver", {"fuel": 2, "rounds": 2}),
        ("minefield-navigator", {"steps": 3, "mines": 1, "detectors": 1, "first": "toss"}),
    ],
)
def test_scores_add_up_to_one(name: str, rulings: dict[str, object]) -> None:
    """Exactly, in every match that is over; before, all are 0."""
    for match in all_matches(feint.load(name, **rulings).start(chance=[])):
        assert sum(match.exact_scores.values()) == (1 if match.over else 0)
        assert match.scores == {seat: float(share) for seat, share in match.exact_scores.items()}
