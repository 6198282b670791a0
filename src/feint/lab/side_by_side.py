"""Matches between any players, side by side: one that takes many positions in one call gets all that wait for it."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from feint.bots.own_player import Asked
from feint.bots.players import Player, Who, called
from feint.core.errors import FeintError
from feint.core.game import Game, load
from feint.core.match import Match
from feint.lab.seating import prepared, seated

MOST_STEPS = 100_000  # of one match: more, and it may never end
SIDE_BY_SIDE = 64  # matches, where a player takes many positions in one call


def play(game: Game | str | Path, seats: Mapping[str, Who] | None = None, seed: int | None = None) -> Match:
    """A match between players, played to its end; in seats that aren't named plays the best of the game's own bots.

    >>> import feint
    >>> class First:
    ...     def choose(self, view, legal, rng):
    ...         return legal[0]
    >>> feint.play("minefield-navigator", {"player1": First(), "player2": "random"}, seed=7).over
    True
    """
    asked = game if isinstance(game, Game) else load(game)
    who = seated(asked, seats or {})
    match = asked.for_simulation().start(seed=seed, seats={seat: called(one) for seat, one in who.items()})
    assert match.seed is not None
    play_on([match], [prepared(asked, list(who.values()))], [match.seed])
    return match


def takes_many(player: Player) -> bool:
    """Whether a player is quicker with many positions in one call."""
    return bool(getattr(player, "takes_many", False))


def play_on(matches: Sequence[Match], players: Sequence[Sequence[Player]], seeds: Sequence[int]) -> None:
    """Play matches to their ends, each with its own players, one a seat; `seeds` are of the players' random numbers."""
    going = [number for number, match in enumerate(matches) if not match.over]
    while going:
        waiting: dict[int, tuple[Player, list[int]]] = {}
        for number in going:
            match = matches[number]
            if len(match.steps) > MOST_STEPS:
                raise FeintError(f"a match of {match.game.name} ran for {MOST_STEPS:,} steps: it may never end")
            player = players[number][match.game.seat_number(match.pending[0])]
            waiting.setdefault(id(player), (player, []))[1].append(number)
        for player, numbers in waiting.values():
            asked = [Asked(matches[number], matches[number].pending[0], seeds[number]) for number in numbers]
            if takes_many(player):
                chosen = player.choose_many(asked)  # type: ignore[attr-defined]
            else:
                chosen = [player.choose(*one) for one in asked]
            for one, choice in zip(asked, chosen, strict=True):
                one.match.play(one.seat, choice)
        going = [number for number in going if not matches[number].over]
