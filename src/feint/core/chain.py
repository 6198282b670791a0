"""The chain of a match: a hash over all that happened, in order, so that nothing can be taken out or changed later.

Each link is a line of text: what is played and the commitment, who was bound and which string was revealed, every
choice, and how the match ended, if the rules didn't end it. (Outcomes of chance follow from the seed.) Each head is an
HMAC of the head before and the next link, under the match's secret:

    head = HMAC-SHA-256(secret, head before + newline + link), its first 32 hexadecimal digits

The secret is bound by its commitment, so whoever runs the match is bound to the chain by each head that was told. But
until the secret is told nobody else can make a head, so nobody can try out which hidden choice one fits.

A viewer isn't told the heads themselves: whether one has changed would tell whether somebody has chosen in secret.
What is told with a viewer's change is another HMAC, of the head, the viewer and the number of the change, which is
always new. After the end everyone can make all of it again from the record.
"""

import hmac
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from feint.core.fairness import COMMITS, Fairness, string_commitment
from feint.core.outcome import EndReason
from feint.core.rule import CHANCE

if TYPE_CHECKING:
    from feint.core.match import Match

DIGITS = 32  # of a head
HEAD = f"[0-9a-f]{{{DIGITS}}}"
TAKEN_BACK = "taken back"


def _mac(secret: str, text: str) -> str:
    return hmac.digest(bytes.fromhex(secret), text.encode(), "sha256").hex()[:DIGITS]


def first_head(secret: str, game: str, version: int, commitment: str) -> str:
    """The head of a match that nobody has sat down to yet."""
    return next_head(secret, "feint chain 1", f"game {game} {version} {commitment}")


def next_head(secret: str, head: str, link: str) -> str:
    """The head after one more link."""
    return _mac(secret, f"{head}\n{link}")


def blinded_head(secret: str, head: str, viewer: str | None, number: int) -> str:
    """What a viewer is told of a head, with its change of that number."""
    return _mac(secret, f"told {viewer or ''} {number}\n{head}")


def seat_link(seat: str, who: str, does: str, what: str) -> str:
    """A seat is bound by a commitment, or reveals its string."""
    return f"{seat} {who} {does} {what}"


def choice_link(seat: str, choice: str) -> str:
    """A seat has chosen."""
    return f"{seat} chose {choice}"


def end_link(reason: EndReason, loser: str | None) -> str:
    """The match has ended before its rules ended it."""
    return f"{reason.value} {loser or ''}"


def heads(match: "Match", fairness: Fairness) -> Iterator[str]:
    """All heads of a match, in order."""
    secret = fairness.secret
    head = first_head(secret, match.game.name, match.game.version, fairness.commitment)
    yield head
    for link in _links(match, fairness):
        head = next_head(secret, head, link)
        yield head


def _links(match: "Match", fairness: Fairness) -> Iterator[str]:
    for seat, does in fairness.order or ():
        string = fairness.strings[seat]
        what = string_commitment(seat, string) if does == COMMITS else string
        yield seat_link(seat, match.seats[seat], does, what)
    undone, choices = Counter(match.undone), 0
    yield from [TAKEN_BACK] * undone[0]
    for step in match.steps:
        if step.seat != CHANCE:
            choices += 1
            yield choice_link(match.who(step), step.text)
            yield from [TAKEN_BACK] * undone[choices]
    end = match.outcome
    if end is not None and end.reason != EndReason.RULES:
        yield end_link(end.reason, end.loser)
