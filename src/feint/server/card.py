"""A finished match on a card, for those who come across a link to it: a title, a description, and a picture.

All of it is made from the spectator's view, which shows everything once a match has ended.
"""

import re
from typing import NamedTuple

from feint.core.match import HUMAN, Match
from feint.core.outcome import FORFEITS, EndReason, Outcome
from feint.core.picture import drawing, element, fitted, in_light, label
from feint.core.rule import CHANCE

WIDTH, HEIGHT = 1200, 630  # what chat programs ask for
MARGIN = 56
HEADLINE = 54  # pixels, if it fits
BOLD, LETTER = 0.68, 0.61  # how wide a letter is on average in a wide font, as a part of its height
SEATS = 5  # colours that the page has for them
PLAYERS = 30  # pixels


class Card(NamedTuple):
    """What is told of a match where its link is shown."""

    title: str
    description: str
    picture: str  # as SVG


def match_card(match: Match) -> Card:
    """The card of a match that has ended; of any other there is none."""
    if match.outcome is None:
        raise ValueError("a match has no card before it has ended")
    headline = _headline(match, match.outcome)
    description = (
        f"{' · '.join(_players(match))}. {_why(match.outcome)}Step through the whole match, with everything revealed."
    )
    return Card(f"{match.game.title}: {headline}", description, _picture(match, _capitalised(headline)))


def _why(outcome: Outcome) -> str:
    """What ended it, if it wasn't the rules, as a sentence with a space after it."""
    if outcome.reason in (EndReason.AGREED, EndReason.LIMIT):
        return f"{_capitalised(outcome.text)}. "
    return f"{_capitalised(_named(str(outcome.loser)))} {FORFEITS[outcome.reason]}. " if outcome.loser else ""


def _headline(match: Match, outcome: Outcome) -> str:
    """How it ended, as half a sentence: `P1 beat P2 in 14 moves`."""
    count = sum(step.seat != CHANCE for step in match.steps)
    moves = f"{count} move{'' if count == 1 else 's'}"
    if match.unfinished:
        return f"no result after {moves}"
    scores = outcome.scores or {}
    best = max(scores.values())
    winners = [_named(seat) for seat, score in scores.items() if score == best]
    others = [_named(seat) for seat, score in scores.items() if score != best]
    if not others:
        return f"a draw after {moves}"
    return f"{_listed(winners)} beat {_listed(others)} {'in' if outcome.reason == EndReason.RULES else 'after'} {moves}"


def _named(seat: str) -> str:
    """A seat within a sentence: `P1`, but `the laser` and `player 1`."""
    return f"the {seat}" if seat.isalpha() and seat.islower() else _spaced(seat)


def _spaced(seat: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[0-9])", " ", seat)


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _players(match: Match) -> list[str]:
    """The seats, and the bots in some of them."""
    return [
        _capitalised(_spaced(seat)) + ("" if who == HUMAN else f" (bot {who.replace(':', ' ')})")
        for seat, who in match.seats.items()
    ]


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def _picture(match: Match, headline: str) -> str:
    """The last position as the game's book draws it, below how it ended and above who has played."""
    inner = WIDTH - 2 * MARGIN
    size = min(float(HEADLINE), inner / (BOLD * len(headline)))
    parts = [
        element("rect", width=WIDTH, height=HEIGHT, fill="var(--tint)"),
        label(MARGIN, 62, match.game.title, 32, "start", fill="var(--accent)", font_weight=600),
        label(MARGIN, 122, headline, size, "start", font_weight=700),
    ]
    said = ""
    board = match.game.book.board if match.game.book is not None else None
    if board is not None:
        said, svg = board(match.view(None))
        parts.append(element("rect", x=MARGIN, y=172, width=inner, height=374, rx=16, fill="var(--paper)"))
        parts.append(fitted(svg, MARGIN + 14, 186, inner - 28, 346))
    parts.append(label(WIDTH - MARGIN, 588, "Feint", 36, "end", font_weight=700))
    parts.append(_row(_players(match), inner - 140))
    return in_light(drawing(WIDTH, HEIGHT, f"{match.game.title}: {headline}. {said}".strip(), *parts))


def _row(names: list[str], width: float) -> str:
    """The seats in a row, each with its colour."""
    size = min(float(PLAYERS), width / sum(LETTER * len(name) + 1.9 for name in names))
    parts, x = [], float(MARGIN)
    for number, name in enumerate(names):
        parts.append(element("circle", cx=x + 0.4 * size, cy=588, r=0.4 * size, fill=f"var(--seat-{number % SEATS})"))
        parts.append(label(x + 1.1 * size, 588, name, size, "start"))
        x += (LETTER * len(name) + 1.9) * size
    return "".join(parts)
