"""Reviews of finished matches, with an adviser that says what a test wants: whom it asks, and what follows for whom."""

from types import SimpleNamespace
from typing import Any

import pytest

import feint
from feint.bots import levels, players, review
from feint.bots.coach import choices_of
from feint.bots.values import ActionValue
from feint.core.errors import FeintError
from feint.core.match import Match
from kit.games import random_match
from kit.paths import EXAMPLE_GAMES


class Sage:
    """Says of every position that its first choice is right, and worth between these two."""

    warning = "only a test"

    def __init__(self, low: float = 0.5, high: float = 0.75) -> None:
        self.low, self.high = low, high
        self.asked: list[tuple[int, str, str | None]] = []

    def action_values(self, match: Match, seat: str, seed: int, asked: str | None = None) -> list[ActionValue]:
        self.asked.append((len(match.steps), seat, asked))
        first, *rest = match.legal(seat)
        return [ActionValue(first, 1.0, self.low, self.high), *(ActionValue(text, 0.0, 0.0, 0.25) for text in rest)]


def siege() -> Match:
    match = feint.load("tower-siege").start(seed=1)
    for seat, choice in (("P1", "3"), ("P2", "1"), ("P1", "2"), ("P2", "2")):
        match.play(seat, choice)
    match.resign("P1")
    return match


def test_choices_are_those_that_were_choices() -> None:
    match = random_match(feint.load("tower-siege"), 5, 200)
    found = [(len(before.steps), seat, choice) for before, seat, choice in choices_of(match, match.game.seats)]
    expected = []
    for number, step in enumerate(match.steps):
        seat = match.game.seats[step.seat] if step.seat >= 0 else ""
        if seat and len(match.at(number).legal(seat)) > 1:
            expected.append((number, seat, step.text))
    assert found == expected
    assert any(len(match.at(number).legal(seat)) == 2 for number, seat, _ in found), "two are a choice, too"
    assert [one[1] for one in choices_of(match, ["P2"])] == [seat for _, seat, _ in found if seat == "P2"]


def test_chances_of_both_where_nobody_keeps_a_secret() -> None:
    """What one can expect at least is what the other can't have."""
    match, done = siege(), []
    found = review.review("sage", Sage(), match, progress=done.append)
    assert [(one.step, one.seat, one.choice) for one in found.judged] == [
        (1, "P1", "3"), (2, "P2", "1"), (3, "P1", "2"), (4, "P2", "2"),
    ]  # fmt: skip
    assert done == [1, 2, 3, 4]
    own, others = (0.5, 0.75), (0.25, 0.5)
    assert [(point.step, point.chance) for point in found.chances["P1"]] == [
        (0, own),
        (1, others),
        (2, own),
        (3, others),
    ]
    assert [(point.step, point.chance) for point in found.chances["P2"]] == [
        (0, others),
        (1, own),
        (2, others),
        (3, own),
    ]
    assert (found.by, found.warning, found.seats) == ("sage", "only a test", ("P1", "P2"))
    assert found.to_json()["chances"]["P2"][1] == {"step": 1, "low": 0.5, "high": 0.75}
    assert review.review("sage", Sage(), match, ["P2"]).chances.keys() == {"P2"}


def test_where_secrets_are_kept_each_seat_speaks_for_itself() -> None:
    match = random_match(feint.load(EXAMPLE_GAMES / "leduc_poker"), 2, 100)
    assert match.over
    found = review.review("sage", Sage(), match)
    for seat in match.game.seats:
        steps = [point.step for point in found.chances[seat]]
        assert steps == [one.step - 1 for one in found.judged if one.seat == seat]
        assert all(point.chance == (0.5, 0.75) for point in found.chances[seat])


def test_a_match_that_goes_on_is_not_reviewed() -> None:
    match = feint.load("tower-siege").start(seed=1)
    with pytest.raises(FeintError, match="the match is not over yet"):
        review.review("sage", Sage(), match)


def test_who_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is named; else perfect, where it can; else search, as long as there is time for."""
    made: list[str] = []
    too_large: list[str] = []

    def adviser(game: Any, name: str, *_: Any) -> Sage:
        if name in too_large:
            raise FeintError("too large")
        made.append(name)
        return Sage()

    monkeypatch.setattr(review, "adviser", adviser)
    match = siege()
    assert review.reviewer(match)[0] == "perfect"
    assert isinstance(review.reviewer(match)[1], Sage)
    assert review.reviewer(match, "search:5")[0] == made[-1] == "search:5"
    goats = SimpleNamespace(game=feint.load("space-goats"))
    assert review.reviewer(goats)[0] == f"search:{review.LEVELS[0]}"  # type: ignore[arg-type]
    too_large.append("perfect")
    assert review.reviewer(match)[0] == f"search:{review.LEVELS[0]}"
    monkeypatch.setattr(review, "adviser_names", lambda game: ["perfect"])
    with pytest.raises(FeintError, match="too large"):
        review.reviewer(match)
    monkeypatch.setattr(review, "adviser_names", lambda game: [])
    with pytest.raises(FeintError, match="nobody can review tower-siege"):
        review.reviewer(match)


def test_how_long_search_may_think(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measured at some of the choices: the highest level that fits, and a refusal if none does."""
    match, sages = siege(), []
    clock = iter(range(0, 10_000, 4))  # seconds that each look at the clock takes
    monkeypatch.setattr(review, "adviser", lambda *given: sages.append(Sage()) or sages[-1])
    monkeypatch.setattr(review, "adviser_names", lambda game: ["search"])
    monkeypatch.setattr(review.time, "perf_counter", lambda: float(next(clock)))
    for level in review.LEVELS:
        # Three choices of four took 4 s, with PROBE iterations each: so many seconds are just enough for the level.
        seconds = 4 * 4 * level / (3 * review.PROBE)
        assert review.reviewer(match, seconds=seconds * 1.01)[0] == f"search:{level}"
    assert [asked for _, _, asked in sages[0].asked] == ["3", "1", "2"], "as they were made"
    with pytest.raises(FeintError, match="too long to be reviewed here"):
        review.reviewer(match, seconds=seconds * 0.99)


def test_whom_an_adviser_may_be_called() -> None:
    game = feint.load("tower-siege")
    for name, says in (
        ("search:soon", "can't be read"),
        ("random", "random can't judge choices"),
        ("perfect:x", "no player"),
    ):
        with pytest.raises(FeintError, match=says):
            players.adviser(game, name)


def test_what_players_do_is_said_of_levels_too() -> None:
    game = feint.load("tower-siege")
    found = players.what_they_do(game)
    assert {*levels.levels(game)} <= found.keys()
    assert {*players.player_names(game)} <= found.keys()
    assert all(found.values())


def test_the_strongest_rule_is_the_one_that_search_plays_on_with() -> None:
    for name in feint.game_names():
        game = feint.load(name)
        if game.bots is not None:
            rule = next((n for n, bot in game.bots.BOTS.items() if bot is game.bots.ROLLOUT), [*game.bots.BOTS][-1])
            assert levels.levels(game)["club"] == rule or "levels" in game.about


def test_without_one_to_play_on_with_the_last_rule_is_the_strongest() -> None:
    first, last = object(), object()

    def strongest(rollout: object) -> str | None:
        game: Any = SimpleNamespace(bots=SimpleNamespace(BOTS={"first": first, "last": last}, ROLLOUT=rollout))
        return levels.strongest_rule(game)

    assert (strongest(first), strongest(last), strongest(None)) == ("first", "last", "last")
    no_bots: Any = SimpleNamespace(bots=None)
    assert levels.strongest_rule(no_bots) is None


def test_a_chance_is_that_of_the_moment_before_the_choice() -> None:
    """Where nobody keeps a secret it is also known from what the other has."""
    judged: Any = [
        SimpleNamespace(seat=seat, step=step, chance=chance)
        for seat, step, chance in (("P1", 1, (0.25, 0.5)), ("P2", 2, (0.125, 0.25)), ("P1", 3, None))
    ]
    match = feint.load("tower-siege").start(seed=1)
    found = review._chances(match, "P1", judged)
    assert found == (review.ChancePoint(0, (0.25, 0.5)), review.ChancePoint(1, (0.75, 0.875)))
    secrets = feint.load("space-goats").start(seed=1)
    assert review._chances(secrets, "P1", judged) == (review.ChancePoint(0, (0.25, 0.5)),)
