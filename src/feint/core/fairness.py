"""Provable fairness: chance that neither the one who runs a match nor a seat could choose, and the proof of it.

Before anyone sits down a secret is drawn, and its SHA-256, the commitment, is told to all, together with the strings
that bots bring. Everyone else who sits down draws a random string, and commits to it in the same way; a string is
revealed when all others are bound, by a commitment or by a string that everyone can see. The match's seed is made from
the secret and all the strings. So whoever kept their string to themselves until all others were bound knows that nobody
chose the seed, even if all others, the server among them, work together. After the end the secret is told, and anyone
can make the seed and every outcome again.

A record says in which order seats were bound and strings were revealed (`order`). Those of older versions don't: there
a seat's string could be seen as soon as it sat down, and whoever knew the secret and sat down last could choose.

The seed is the first eight bytes of a SHA-256, as the generator takes 64 bits. That is no way round the commitment,
which binds the whole secret. It bounds something else: someone could try all 2 ** 64 seeds until one gives the outcomes
that are on the table, and so foretell the rest. At 10 ** 9 a second that takes six hundred years of one machine: enough
for games among friends that last hours, not for stakes that would pay ten thousand machines for weeks.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from feint.core.errors import FeintError

SECRET_BYTES = 32
STRING = r"[A-Za-z0-9_-]{1,64}"
COMMITMENT = r"[0-9a-f]{64}"
COMMITS, REVEALS = "commits", "reveals"  # what a seat does; one that reveals without having committed is bound by that


def new_secret() -> str:
    """A secret that nobody can guess: 32 random bytes, in hexadecimal."""
    return secrets.token_hex(SECRET_BYTES)


def new_string() -> str:
    """A random string for a seat to bring."""
    return secrets.token_urlsafe(24)


def commitment(secret: str) -> str:
    """What is told of a secret beforehand: the SHA-256 of its bytes.

    >>> commitment("00" * 32)
    '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925'
    """
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def string_commitment(seat: str, string: str) -> str:
    """What a seat tells of its string beforehand: a SHA-256 that nobody else's string can have.

    >>> string_commitment("P1", "wooden-spoons")[:16]
    '51cfc7ab3ee2e323'
    """
    return hashlib.sha256(f"feint string 1\n{seat}={string}\n".encode()).hexdigest()


def check_string(seat: str, string: str) -> None:
    """Refuse what can't be a seat's string; what is left can stand between spaces and = without doubt."""
    if not re.fullmatch(STRING, string):
        raise FeintError(f"the string of {seat} is 1 to 64 letters, digits, - and _, not {string[:64]!r}")


@dataclass(frozen=True)
class Fairness:
    """What a match's chance was made from: the commitment, each seat's string, and the secret."""

    commitment: str
    strings: Mapping[str, str]  # by seat, in the order of the seats
    secret: str
    order: tuple[tuple[str, str], ...] | None = None  # who was bound and revealed when; None in older versions

    def check(self, seats: tuple[str, ...]) -> None:
        """Refuse a secret that isn't the one that was committed to, and strings that aren't the seats'."""
        if tuple(self.strings) != seats:
            raise FeintError(
                f"each of {', '.join(seats)} brings one string, in this order, not {', '.join(self.strings)}"
            )
        for seat, string in self.strings.items():
            check_string(seat, string)
        self._check_order()
        if not re.fullmatch(f"[0-9a-f]{{{2 * SECRET_BYTES}}}", self.secret):
            raise FeintError(f"the secret is {2 * SECRET_BYTES} hexadecimal digits")
        if not re.fullmatch(COMMITMENT, self.commitment):
            raise FeintError("the commitment is 64 hexadecimal digits")
        if not hmac.compare_digest(commitment(self.secret), self.commitment):
            raise FeintError("the secret is not the one that the commitment was made for")

    def _check_order(self) -> None:
        """Refuse an order in which a seat doesn't reveal its string once, or commits to it after that."""
        if self.order is None:
            return
        for seat in self.strings:
            done = [does for who, does in self.order if who == seat]
            if done not in ([REVEALS], [COMMITS, REVEALS]):
                raise FeintError(f"{seat} reveals its string once, and may commit to it once before that")
        if strange := [who for who, _ in self.order if who not in self.strings]:
            raise FeintError(f"{strange[0]} reveals a string, but there is no such seat")

    @property
    def exposed(self) -> dict[str, list[str]]:
        """The seats whose strings could be seen before all were bound, and who was bound only after that.

        Those who were bound later could have chosen their strings to suit, if they knew the secret. None else could.
        """
        found: dict[str, list[str]] = {}
        bound: set[str] = set()
        for seat, does in self.order or ():
            bound.add(seat)
            if does == REVEALS and (later := [other for other in self.strings if other not in bound]):
                found[seat] = later
        return found

    @property
    def seed(self) -> int:
        """The seed that follows: the SHA-256 of a line for the secret and a line a seat, its first eight bytes."""
        lines = ["feint seed 1", self.secret, *(f"{seat}={string}" for seat, string in self.strings.items())]
        return int.from_bytes(hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).digest()[:8])
