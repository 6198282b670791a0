"""Sealed records: a match that isn't over, saved so that the file shows no more than a spectator saw.

What is needed to go on (the seed, all choices) is encrypted with a key that stays on this machine. Opening the file on
another machine, or without the key, gives nothing; nor does its length, which depends on the number of steps alone.
"""

import base64
import hashlib
import hmac
import secrets

from feint.core.errors import BadRecord
from feint.core.game import Game
from feint.core.match import Match
from feint.core.record import NONE, UNFINISHED, ParsedRecord, opening, replay_parsed, seed_text, tagged, untagged

SEALED = "sealed: "
WIDTH = 96  # each line that is sealed is filled up to this, and no choice or outcome is longer
KEY_BYTES = 32


def write_sealed(match: Match, key: bytes) -> str:
    """The record of a match that isn't over: who plays what, the spectator's log, and the rest sealed."""
    log = [f"| {line}".rstrip() for line in match.log(None)]
    shown = [*opening(match), f"{UNFINISHED}: {len(match.steps)} steps so far; this is what everybody saw", *log]
    hidden = [f"seed: {seed_text(match)}", *(f"given: {outcome}" for outcome in match.given)]
    hidden += [f"{step.round} {match.who(step)} {step.text}" for step in match.steps]
    lines = [line.encode() for line in hidden]  # in bytes, which is what the length of the file is made of
    assert max(map(len, lines[1 + len(match.given) :]), default=0) <= WIDTH, "a longer line would tell by its length"
    return tagged([*shown, SEALED + _seal(b"\n".join(line.ljust(WIDTH) for line in lines), shown, key)])


def is_sealed(text: str) -> bool:
    """Whether a record's text is a sealed one."""
    return any(line.startswith(SEALED.strip()) for line in text.splitlines())


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
    assert len(key) == KEY_BYTES, "a match is never sealed with a key that anyone could guess"
    nonce = secrets.token_bytes(16)
    locked = _xor(data, key, nonce)
    return base64.b64encode(nonce + _mac(nonce + locked, shown, key) + locked).decode()


def _unseal(text: str, shown: list[str], key: bytes | None) -> str | None:
    """What was sealed; None if the key is another one, or anything in the file was changed."""
    if key is None:
        return None
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        return None
    nonce, mac, locked = data[:16], data[16:48], data[48:]
    if not hmac.compare_digest(mac, _mac(nonce + locked, shown, key)):
        return None
    return _xor(locked, key, nonce).decode()


def _xor(data: bytes, key: bytes, nonce: bytes) -> bytes:
    stream = hashlib.shake_256(b"feint seal" + key + nonce).digest(len(data))
    return (int.from_bytes(data) ^ int.from_bytes(stream)).to_bytes(len(data))


def _mac(data: bytes, shown: list[str], key: bytes) -> bytes:
    return hmac.digest(key, "\n".join(shown).encode() + b"\0" + data, "sha256")
