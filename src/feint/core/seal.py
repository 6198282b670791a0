"""Sealed records: a match that isn't over, saved so that the file shows no more than a spectator saw.

What is needed to go on (the seed, all choices) is encrypted with a key that stays on this machine. Opening the file on
another machine, or without the key, gives nothing; nor does its length, which depends on the number of steps alone.
"""

import base64
import hashlib
import hmac
import secrets
from itertools import takewhile
from typing import TYPE_CHECKING

from feint.core.errors import BadRecord, FeintError
from feint.core.game import Game
from feint.core.match import Match
from feint.core.record import NONE, UNFINISHED, ParsedRecord, opening, replay_parsed, seed_text, tagged, untagged

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

SEALED = "sealed: "
COACHED = "coach: on"  # a line after those that say who plays, if the one person who plays has a coach
WIDTH = 96  # each line that is sealed is filled up to this, and no choice or outcome is longer
KEY_BYTES = 32
NONCE_BYTES = 12
VERSION_2 = "2 "


def write_sealed(match: Match, key: bytes, coached: bool = False) -> str:
    """The record of a match that isn't over: who plays what, the spectator's log, and the rest sealed."""
    log = [f"| {line}".rstrip() for line in match.log(None)]
    head = [*opening(match), *([COACHED] if coached else [])]
    shown = [*head, f"{UNFINISHED}: {len(match.steps)} steps so far; this is what everybody saw", *log]
    hidden = [f"seed: {seed_text(match)}", *(f"given: {outcome}" for outcome in match.given)]
    hidden += [f"{step.round} {match.who(step)} {step.text}" for step in match.steps]
    lines = [line.encode() for line in hidden]  # in bytes, which is what the length of the file is made of
    if max(map(len, lines[1 + len(match.given) :]), default=0) > WIDTH:
        raise FeintError(f"a choice of {WIDTH} bytes or more can't be sealed: the file would tell it by its length")
    return tagged([*shown, SEALED + _seal(b"\n".join(line.ljust(WIDTH) for line in lines), shown, key)])


def is_sealed(text: str) -> bool:
    """Whether a record's text is a sealed one."""
    return any(line.startswith(SEALED.strip()) for line in text.splitlines())


def is_coached(text: str) -> bool:
    """Whether a sealed record is of a match that is played with a coach."""
    lines = takewhile(lambda line: not line.startswith(UNFINISHED), untagged(text))
    return is_sealed(text) and COACHED in lines


def open_sealed(text: str, key: bytes | None, game: Game | None = None) -> Match:
    """The match in a sealed record; `game` as for `replay`. None is a key that doesn't exist, and opens nothing."""
    lines = untagged(text)
    number = next(n for n, line in enumerate(lines, 1) if line.startswith(SEALED.strip()))
    hidden = _unseal(lines[number - 1].removeprefix(SEALED), lines[: number - 1], key)
    if hidden is None or number != len(lines):
        raise BadRecord(number, "it was sealed on another machine or was changed, and can't be opened here")
    script = ParsedRecord(result=(number, NONE))
    for line, shown in enumerate(lines[1:], 2):
        name, _, rest = shown.partition(": ")
        if name == UNFINISHED:
            break
        script.head[name] = (line, rest)
    given = []
    for line_text in hidden.split("\n"):
        name, _, rest = line_text.rstrip().partition(" ")
        if name == "seed:":
            script.head["seed"] = (number, rest)
        elif name == "given:":
            given.append(rest)
            script.head["given"] = (number, "; ".join(given))
        else:
            who, _, what = rest.partition(" ")
            script.steps.append((number, int(name), who, what))
    try:
        return replay_parsed(script, game)
    except BadRecord as error:  # about what is sealed it says what was chosen, and what could have been
        if error.line < number:
            raise
        raise BadRecord(number, "what was sealed doesn't fit the rules as they are now") from None


def _seal(data: bytes, shown: list[str], key: bytes) -> str:
    _check_key(key)
    nonce = secrets.token_bytes(NONCE_BYTES)
    return VERSION_2 + base64.b64encode(nonce + _cipher(key).encrypt(nonce, data, _bound(shown))).decode()


def _check_key(key: bytes) -> None:
    """Refuse a key that someone could guess, both to seal with and to open with."""
    if len(key) != KEY_BYTES:
        raise FeintError(f"a key for sealing has {KEY_BYTES} bytes, not {len(key)}")


def _unseal(text: str, shown: list[str], key: bytes | None) -> str | None:
    """What was sealed; None if the key is another one, or anything in the file was changed."""
    from cryptography.exceptions import InvalidTag

    if key is None:
        return None
    _check_key(key)
    try:
        data = base64.b64decode(text.removeprefix(VERSION_2), validate=True)
        if not text.startswith(VERSION_2):
            return _unseal_version_1(data, shown, key)
        hidden: bytes = _cipher(key).decrypt(data[:NONCE_BYTES], data[NONCE_BYTES:], _bound(shown))
        return hidden.decode()
    except (ValueError, InvalidTag):
        return None


def _cipher(key: bytes) -> "ChaCha20Poly1305":
    """An AEAD, under a key derived for it: the machine's own may have sealed by version 1."""
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return ChaCha20Poly1305(HKDF(SHA256(), length=KEY_BYTES, salt=None, info=b"feint seal 2").derive(key))


def _bound(shown: list[str]) -> bytes:
    """What everybody can read, as associated data: if it was changed, the seal doesn't open."""
    return "\n".join(shown).encode()


def _unseal_version_1(data: bytes, shown: list[str], key: bytes) -> str | None:
    """Seals without a version mark: XOR with SHAKE-256, then HMAC-SHA-256. They are only read."""
    nonce, mac, locked = data[:16], data[16:48], data[48:]
    if not hmac.compare_digest(mac, hmac.digest(key, _bound(shown) + b"\0" + nonce + locked, "sha256")):
        return None
    stream = hashlib.shake_256(b"feint seal" + key + nonce).digest(len(locked))
    return bytes(one ^ other for one, other in zip(locked, stream, strict=True)).decode()
