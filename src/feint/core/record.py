"""Records: a match as a short text that people can read, and the check that it is what it says it is.

    feint record 1  #9c1f
    game: tower-siege  #20aa
    rules: 1  #...
    rulings: track=parallel empty_hand=zero length=10 cards=5 stride=3 turn_limit=none
    seats: P1=human P2=random
    seed: 7
    round 1: P1 3; P2 3; P1 card 4; P2 card 5
    result: P1=0 P2=1

One round a line. All rulings are listed, but a record that is older than one of them can't name it, and is replayed as
was played then (`before` in game.toml). A match with another deck of cards than the game's own has a line `data deck:
...` after the rulings, with all of it. The tag at a line's end is a checksum of everything up to there, so a line that
was changed is found; a record written by hand may leave all of them out. A match that isn't over ends in `result:
none`; one that a seat gave up has a line `resigned: P1` before the result, or `out of time: P1` or `gone: P1`, if that
is how it lost; one that the players agreed to end has `agreed: draw`, and one that went on for too long `limit: draw`.

A match that was played at a network table says after the seed what the seed was made from (see `feint.core.fairness`):

    commitment: 66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925
    strings: P1=cGxhc3RpYyBzcG9vbnM P2=d29vZGVuIGZvcmtz
    secret: 0000000000000000000000000000000000000000000000000000000000000000
    order: P2 reveals; P1 reveals

The last line says who was bound when; records of older versions don't have it. Where it is, a line `chain: ...` before
the result has the last head of the match's chain (see `feint.core.chain`), and if something was taken back, a line
before that says after how many choices: `taken back: 3 8`.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from feint.core.chain import HEAD, TAKEN_BACK, heads
from feint.core.errors import BadRecord, FeintError
from feint.core.fairness import COMMITS, REVEALS, Fairness
from feint.core.game import Game, game_names, load, load_stored
from feint.core.match import Match
from feint.core.outcome import EndReason
from feint.core.plain_text import control_character
from feint.core.rule import CHANCE
from feint.core.rulings import read_pairs
from feint.core.state_queries import CHANCE_SEAT

HEADING = "feint record 1"
DATA = "data "
NONE = "none"
UNFINISHED = "unfinished"
BRANCHED = "branched"
FORFEIT_LINES = {"resigned": EndReason.RESIGNED, "out of time": EndReason.TIME, "gone": EndReason.GONE}
DRAW_LINES = {"agreed": EndReason.AGREED, "limit": EndReason.LIMIT}
DRAW = "draw"
FAIR = ("commitment", "strings", "secret")  # the lines that prove that chance was fair: all of them, or none
ORDER = "order"  # the line after these, unless they were written by an older version
CHAIN = "chain"


def write(match: Match) -> str:
    """The record of a match; of one that began in the middle of another it only tells, since that can't be replayed."""
    if match.branched_at is not None:
        why = f"it began after step {match.branched_at} of another match, so this can't be replayed"
        log = [f"| {line}".rstrip() for line in match.log(None)]
        return tagged([*opening(match), f"{BRANCHED}: {why}", *log, f"result: {result_text(match)}"])
    end = match.outcome
    early = [f"{name}: {end.loser}" for name, reason in FORFEIT_LINES.items() if end and end.reason == reason]
    early += [f"{name}: {DRAW}" for name, reason in DRAW_LINES.items() if end and end.reason == reason]
    end_lines = [*early, *chain_lines(match), f"result: {result_text(match)}"]
    return tagged([*opening(match), *chance_lines(match), *rounds(match), *end_lines])


def write_seen(match: Match, seat: str | None, fair: list[str]) -> str:
    """What a seat, or a spectator, may know of a match that isn't over. `fair`: what is known of its chance."""
    who = "everybody" if seat is None else seat
    log = [f"| {line}".rstrip() for line in match.log(seat)]
    return tagged([*opening(match), f"{UNFINISHED}: this is what {who} saw so far", *fair, *log])


def opening(match: Match) -> list[str]:
    """The lines that say what is played, and by whom."""
    game = match.game
    return [
        HEADING,
        f"game: {game.name}",
        f"rules: {game.version}",
        f"rulings: {' '.join(f'{n}={v}' for n, v in game.rulings_text.items()) or NONE}",
        *(f"{DATA}{name}: {'; '.join(game.data[name].lines)}" for name in game.own_data),
        f"seats: {' '.join(f'{seat}={who}' for seat, who in match.seats.items())}",
    ]


def chance_lines(match: Match) -> list[str]:
    """The lines that say where outcomes come from."""
    given = [f"given: {'; '.join(match.given)}"] if match.given else []
    fair = match.fairness
    proof = [*commitment_lines(fair.commitment, fair.strings), f"secret: {fair.secret}"] if fair is not None else []
    if fair is not None and fair.order is not None:
        proof.append(f"{ORDER}: {'; '.join(f'{seat} {does}' for seat, does in fair.order)}")
    return [f"seed: {seed_text(match)}", *given, *proof]


def chain_lines(match: Match) -> list[str]:
    """The lines that say which chain the match has, if it has one."""
    if match.fairness is None or match.fairness.order is None:
        return []
    undone = [f"{TAKEN_BACK}: {' '.join(map(str, match.undone))}"] if match.undone else []
    *_, last = heads(match, match.fairness)
    return [*undone, f"{CHAIN}: {last}"]


def commitment_lines(commitment: str, strings: Mapping[str, str]) -> list[str]:
    """The lines that say what chance is made from, without the secret."""
    return [f"commitment: {commitment}", f"strings: {' '.join(f'{seat}={text}' for seat, text in strings.items())}"]


def seed_text(match: Match) -> str:
    """The seed as a record writes it."""
    return NONE if match.seed is None else str(match.seed)


def rounds(match: Match) -> Iterator[str]:
    """A line a round: who chose what, and what chance did, in order."""
    by_round: dict[int, list[str]] = {}
    for step in match.steps:
        by_round.setdefault(step.round, []).append(f"{match.who(step)} {step.text}")
    return (f"round {number}: {'; '.join(steps)}" for number, steps in by_round.items())


def result_text(match: Match) -> str:
    """The scores as a record writes them."""
    if not match.over:
        return NONE
    return " ".join(f"{seat}={share}" for seat, share in match.exact_scores.items())


def tagged(lines: list[str]) -> str:
    """The lines, each with its tag."""
    text, so_far = "", hashlib.sha256()
    for line in lines:
        so_far.update(line.encode() + b"\n")
        text += f"{line}  #{so_far.hexdigest()[:4]}\n"
    return text


def _line_and_tag(raw: str) -> tuple[str, str]:
    """A line without its tag, and the tag; "" where there is none."""
    line, _, tag = raw.rstrip().rpartition("  #")
    return (line, tag) if re.fullmatch("[0-9a-f]{4}", tag) else (raw.rstrip(), "")


def is_tagged(text: str) -> bool:
    """Whether a record's lines have tags."""
    return any(_line_and_tag(raw)[1] for raw in text.splitlines())


def untagged(text: str) -> list[str]:
    """The lines of a text without their tags; a line that doesn't fit its tag is refused."""
    if found := control_character(text):  # before all else: what is said of a line may quote it
        raise BadRecord(found[0], f"it holds the control character {found[1]}, which is no part of any record")
    parts = [_line_and_tag(raw) for raw in text.splitlines()]
    lines: list[str] = []
    if not any(tag for _, tag in parts):
        return [line for line, _ in parts]
    so_far = hashlib.sha256()
    for number, (line, tag) in enumerate(parts, 1):
        if not tag:
            raise BadRecord(number, "the tag at its end is missing: the line was changed or cut off")
        so_far.update(line.encode() + b"\n")
        if tag != so_far.hexdigest()[:4]:
            raise BadRecord(
                number, "it doesn't match the tag at its end: it was changed, or a line before it is missing"
            )
        lines.append(line)
    return lines


@dataclass
class ParsedRecord:
    """What a record's text says, before it is replayed. Line numbers are kept for complaints."""

    head: dict[str, tuple[int, str]] = field(default_factory=dict)
    steps: list[tuple[int, int, str, str]] = field(default_factory=list)  # line, round, who, what
    early: tuple[int, str] | None = None  # the line that ends it before the rules do, and the seat that lost, or `draw`
    reason: EndReason = EndReason.RESIGNED
    undone: tuple[int, str] | None = None
    chain: tuple[int, str] | None = None
    result: tuple[int, str] = (0, NONE)


def read(lines: list[str]) -> ParsedRecord:
    """The parts of a record. A text that ends too early is refused where it ends."""
    if not lines or lines[0] != HEADING:
        raise BadRecord(1, f'this is not a record: the first line of one is "{HEADING}"')
    script = ParsedRecord()
    wanted = ["game", "rules", "rulings", "seats", "seed"]
    for number, line in enumerate(lines[1:], 2):
        if script.result[0]:
            raise BadRecord(number, "there is more after the result, which should end the record")
        name, colon, rest = line.partition(": ")
        if not colon:
            raise BadRecord(number, f'"{line}" is cut off or not part of a record; expected a line like "round 1: ..."')
        if name == UNFINISHED:
            raise BadRecord(number, "this is only what was seen of an unfinished match, which can't be checked yet")
        if name == BRANCHED:
            raise BadRecord(number, "this match began in the middle of another, so its record can't be replayed")
        if wanted and wanted[0] == "seats" and name.startswith(DATA) and name not in script.head:
            script.head[name] = (number, rest)
        elif wanted:
            if name != wanted[0]:
                raise BadRecord(number, f'expected "{wanted[0]}: ...", not "{line}"')
            script.head[wanted.pop(0)] = (number, rest)
        elif name == "given" and not script.steps and "given" not in script.head:
            script.head["given"] = (number, rest)
        elif name in (*FAIR, ORDER) and not script.steps and name not in script.head:
            script.head[name] = (number, rest)
        elif script.chain is not None and name != "result":
            raise BadRecord(number, "expected the result after the chain")
        elif name == TAKEN_BACK and ORDER in script.head and script.undone is None:
            script.undone = (number, rest)
        elif name == CHAIN and ORDER in script.head:
            script.chain = (number, rest)
        elif script.undone is not None and script.chain is None:
            raise BadRecord(number, f'expected "{CHAIN}: ..." after what was taken back')
        elif script.early is not None and name != "result":
            raise BadRecord(number, "expected the result, since the match has ended in the line before")
        elif name in FORFEIT_LINES:
            script.early, script.reason = (number, rest), FORFEIT_LINES[name]
        elif name in DRAW_LINES:
            script.early, script.reason = (number, rest), DRAW_LINES[name]
        elif found := re.fullmatch(r"round ([0-9]{1,9})", name):
            if script.steps and int(found[1]) <= script.steps[-1][1]:
                raise BadRecord(
                    number,
                    f"round {found[1]} comes after round {script.steps[-1][1]}; rounds go in order, one line each",
                )
            script.steps += [(number, int(found[1]), *_who_and_what(number, step)) for step in rest.split("; ")]
        elif name == "result":
            script.result = (number, rest)
        else:
            raise BadRecord(number, f'expected "round ...: ..." or "result: ...", not "{line}"')
    if ORDER in script.head and script.result[0] and script.chain is None:
        raise BadRecord(script.result[0], f'expected "{CHAIN}: ..." before the result')
    if not script.result[0]:
        missing = wanted[0] if wanted else "result"
        raise BadRecord(len(lines) + 1, f'the record is cut off: expected "{missing}: ..."')
    return script


def _who_and_what(number: int, step: str) -> tuple[str, str]:
    who, space, what = step.strip().partition(" ")
    if not space:
        raise BadRecord(number, f'"{step}" is cut off; expected a seat and its choice')
    return who, what


def replay(text: str, game: Game | None = None) -> Match:
    """The match that a record tells of, every choice, outcome and the result checked on the way.

    `game` is only needed for a game that isn't one of `feint.game_names()`: any loading of it, under any rulings.
    """
    return replay_parsed(read(untagged(text)), game)


def replay_parsed(script: ParsedRecord, game: Game | None) -> Match:
    """Play a match as its script says, and check it on the way."""
    match = _start(script, game)
    for index, (line, round, who, what) in enumerate(script.steps):
        drawn = index < len(match.steps)  # an outcome that has come by itself
        if (drawn or not match.over) and round != (match.steps[index].round if drawn else match.round):
            raise BadRecord(line, f"{who} {what} doesn't belong in round {round}")
        if drawn:
            _same_outcome(match, index, line, who, what)
            continue
        with blame_line((line, what)):
            match.play(who, what)
    line, result = script.result
    if len(match.steps) > len(script.steps):
        raise BadRecord(line, "an outcome is missing before the result")
    if script.early is not None:
        with blame_line(script.early) as how:
            if script.reason not in DRAW_LINES.values():
                match.resign(how, script.reason)
            elif how != DRAW:
                raise FeintError(f'this can only be a draw: "{script.reason}: {DRAW}"')
            elif script.reason == EndReason.AGREED:
                match.agree_to_draw()
            else:
                match.end_at_limit()
    _check_chain(match, script)
    if result != result_text(match):
        true = f"the scores are {result_text(match)}" if match.over else 'the match is not over, which is "none"'
        raise BadRecord(line, f'the result is wrong: it says "{result}", but {true}')
    return match


def _check_chain(match: Match, script: ParsedRecord) -> None:
    """Refuse a chain that isn't the one of the match."""
    if script.chain is None or match.fairness is None:
        return
    if script.undone is not None:
        with blame_line(script.undone) as listed:
            if not re.fullmatch(r"[0-9]{1,9}( [0-9]{1,9})*", listed):
                raise FeintError(f'expected after how many choices something was taken back, as in "{TAKEN_BACK}: 3 8"')
            match.undone = tuple(map(int, listed.split()))
    with blame_line(script.chain) as head:
        *_, last = heads(match, match.fairness)
        if not re.fullmatch(HEAD, head) or head != last:
            raise FeintError(
                "the chain's head isn't the one of this match: something was added, taken out, moved or changed"
            )


def _start(script: ParsedRecord, game: Game | None) -> Match:
    """The match that the first lines describe, before any choice."""
    with blame_line(script.head["game"]) as name:
        folder = game.folder if game is not None and game.name == name else name
        if folder == name and name not in game_names():  # a record names a game, never a place to run code from
            raise FeintError(f"there is no game called {name}; there are {', '.join(game_names())}")
        defaults = load(folder)
    with blame_line(script.head["rules"]) as version:
        if version != str(defaults.version):
            raise FeintError(
                f"it was played with version {version} of the rules; {name} is now at version {defaults.version}"
            )
    data: dict[str, list[str]] = {}
    for heading in [heading for heading in script.head if heading.startswith(DATA)]:
        with blame_line(script.head[heading]) as rows:
            kind = heading.removeprefix(DATA)
            if kind not in defaults.files:
                raise FeintError(f"{defaults.name} has no data called {kind}")
            data[kind] = rows.split("; ")
            load(folder, **data)  # what is wrong with it is this line's fault
    with blame_line(script.head["rulings"]) as rulings:
        given = read_pairs(rulings.split() if rulings != NONE else [])
        if missing := [n for n, ruling in defaults.all_rulings.items() if n not in given and ruling.before is None]:
            raise FeintError(f"the ruling {missing[0]} is missing; a record lists all of them")
        if files := [ruling for ruling in given if ruling in defaults.files]:
            raise FeintError(f"{files[0]} is not a ruling")
        game = load_stored(folder, **given, **data)
    with blame_line(script.head["seats"]) as listed:
        seats = read_pairs(listed.split())
        if tuple(seats) != game.seats:
            raise FeintError(f"the seats of {game.name} are {', '.join(game.seats)}, not {', '.join(seats) or NONE}")
    with blame_line(script.head["seed"]) as text:
        if text != NONE and not re.fullmatch(r"[0-9]{1,20}", text):
            raise FeintError(f'the seed "{text}" is not a whole number or "{NONE}"')
        seed = None if text == NONE else int(text)
    fairness = _fairness(script, game)
    with blame_line(script.head.get("given", script.head["seed"])):
        outcomes = script.head["given"][1].split("; ") if "given" in script.head else []
        return game.start(seed=seed, chance=outcomes, seats=seats, fairness=fairness)


def _fairness(script: ParsedRecord, game: Game) -> Fairness | None:
    """What the seed was made from, if the record says so; whether it was is for the match to find out."""
    there = [name for name in (*FAIR, ORDER) if name in script.head]
    if not there:
        return None
    if missing := [name for name in FAIR if name not in there]:
        raise BadRecord(script.head[there[-1]][0], f'"{missing[0]}: ..." is missing; without it nothing is proved')
    with blame_line(script.head["strings"]) as listed:
        strings = read_pairs(listed.split())
    with blame_line(script.head.get(ORDER, (0, ""))) as listed:
        order = _order(listed) if ORDER in script.head else None
    fairness = Fairness(script.head["commitment"][1], strings, script.head["secret"][1], order)
    with blame_line(script.head["secret"]):
        fairness.check(game.seats)
    return fairness


def _order(listed: str) -> tuple[tuple[str, str], ...]:
    """Who was bound and who revealed a string, in order."""
    steps = [step.partition(" ") for step in listed.split("; ")]
    if wrong := [does for _, _, does in steps if does not in (COMMITS, REVEALS)]:
        right = f"{ORDER}: P1 {COMMITS}; P2 {REVEALS}"
        raise FeintError(f'a seat {COMMITS} or {REVEALS}, as in "{right}", not "{wrong[0]}"')
    return tuple((seat, does) for seat, _, does in steps)


@contextmanager
def blame_line(entry: tuple[int, str]) -> Iterator[str]:
    """What goes wrong while a line of the record is read is that line's fault."""
    line, text = entry
    try:
        yield text
    except FeintError as error:
        raise BadRecord(line, str(error)) from None


def _same_outcome(match: Match, index: int, line: int, who: str, what: str) -> None:
    """Refuse an outcome that isn't the one that the seed gives. What the seed gives is not said: it may be a secret."""
    step = match.steps[index]
    if who != CHANCE_SEAT:
        raise BadRecord(line, f'expected an outcome of chance, not "{who} {what}"')
    if what != step.text:
        drawn = sum(earlier.seat == CHANCE for earlier in match.steps[:index])
        source = "the seed gives" if drawn >= len(match.given) else "was given"
        raise BadRecord(line, f"the outcome {what} is not the one that {source}")
