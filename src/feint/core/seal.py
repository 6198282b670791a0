"""Sealed records: a match that isn't over, saved so that the file shows no more than a spectator saw.

What is needed to go on (the seed, all choices) is encrypted with a key that stays on this machine. Opening the file on
another machine, or without the key, gives nothing.
"""

import base64
import hashlib
import hmac
import secrets
from itertools import zip_longest

from feint.core.errors import BadRecord
from feint.core.game import Game
from feint.core.match import Match
from feint.core.record import opening, replay, tagged, untagged, write

SEALED = "sealed: "
BLOCK = 512  # what is sealed is filled up to whole blocks: its length must not tell a secret either


def write_sealed(match: Match, key: bytes) -> str:
    """The record of a match that isn't over: who plays what, the spectator's log, and the rest sealed."""
    return tagged([*_open_part(match), SEALED + _seal(write(match), key)])


def _open_part(match: Match) -> list[str]:
    log = [f"| {line}".rstrip() for line in match.log(None)]
    return [*opening(match), f"unfinished: {len(match.steps)} steps so far; this is what everybody saw", *log]


def is_sealed(text: str) -> bool:
    """Whether a record's text is a sealed one."""
    return any(line.startswith(SEALED.strip()) for line in text.splitlines())


def open_sealed(text: str, key: bytes, game: Game | None = None) -> Match:
    """The match in a sealed record; `game` as for `replay`. What its open part says must be true as well."""
    lines = untagged(text)
    number = next(n for n, line in enumerate(lines, 1) if line.startswith(SEALED.strip()))
    record = _unseal(lines[number - 1].removeprefix(SEALED), key)
    if record is None:
        raise BadRecord(number, "it was sealed on another machine or was changed, and can't be opened here")
    match = replay(record, game)
    for number, (said, true) in enumerate(zip_longest(lines[:-1], _open_part(match)), 1):
        if said != true:
            raise BadRecord(number, "this is not what the sealed match says: the line was changed")
    return match


def _seal(text: str, key: bytes) -> str:
    data = text.encode()
    data += b"\n" * (-len(data) % BLOCK)
    nonce = secrets.token_bytes(16)
    locked = _xor(data, key, nonce)
    return base64.b64encode(nonce + _mac(nonce + locked, key) + locked).decode()


def _unseal(text: str, key: bytes) -> str | None:
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        return None
    nonce, mac, locked = data[:16], data[16:48], data[48:]
    if not hmac.compare_digest(mac, _mac(nonce + locked, key)):
        return None
    return _xor(locked, key, nonce).decode().rstrip("\n") + "\n"


def _xor(data: bytes, key: bytes, nonce: bytes) -> bytes:
    stream = hashlib.shake_256(b"feint seal" + key + nonce).digest(len(data))
    return (int.from_bytes(data) ^ int.from_bytes(stream)).to_bytes(len(data))


def _mac(data: bytes, key: bytes) -> bytes:
    return hmac.digest(key, data, "sha256")
