"""The page with any position of a game on it, and what is wrong with how it looks: cut off, covered, too small to hit.

No match is played for it: the page asks for a table, and is told what the position looks like from a seat.
"""

import json
import random
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

import feint
from feint.bots import bots_of, choose, simulation_bot
from feint.core.fairness import Fairness, commitment
from feint.core.match import Match
from feint.core.record import commitment_lines
from kit.dark_frontier import advance, battle, dials
from kit.page import People

SIZES = {"laptop": (1280, 800), "desktop": (1920, 1080), "phone": (390, 844), "phone on its side": (844, 390)}
TABLE, TOKEN = "stage", "t" * 43
SECRET, STRING = "00" * 32, "x"
TURNED = ("space-goats", "dark-frontier")  # games whose board is the same for all seats, turned to whoever looks at it
GAMES_PLAYED = 40  # enough to come to every question that is asked in play at all


@dataclass(frozen=True)
class Position:
    """A position as one seat sees it, with a name that says where it comes from."""

    name: str
    match: Match
    seat: str

    @property
    def phase(self) -> object:
        return self.match.view(self.seat).get("phase", "")

    @property
    def words(self) -> set[str]:
        """With what the choices begin: `burn`, `card`; `number` for a number alone."""
        legal = self.match.legal(self.seat) if self.seat in self.match.pending else []
        return {"number" if text.isdigit() else text.split(" ", 1)[0] for text in legal}

    def __str__(self) -> str:
        return f"{self.name} {self.seat} {self.phase} {','.join(sorted(self.words)) or 'waits'}"

    @property
    def kinds(self) -> set[tuple[object, ...]]:
        """What makes it look different from others: what is asked in which phase, and of how many choices; or how it ended."""
        side = "" if self.match.game.name in TURNED else self.seat
        if self.match.over:
            return {("over", self.seat, self.match.scores[self.seat])}
        if self.seat not in self.match.pending:
            return {(self.phase, "waits")}
        count = len(self.match.legal(self.seat))
        many = "one" if count == 1 else "few" if count <= 12 else "many"
        return {(self.phase, word, many, side) for word in self.words}


def positions(name: str, each_question: bool = True, **rulings: Any) -> Iterator[Position]:
    """Every kind of position of a game: each kind of question in each phase, waiting in each, and each end; from seeded
    games, and from set scenes where games hardly ever come. Without `each_question`, a phase is there once with one
    choice, a few and many."""
    found: set[tuple[object, ...]] = set()
    for position in _played(name, **rulings):
        kinds = position.kinds if each_question else {tuple(kind[:1] + kind[2:]) for kind in position.kinds}
        if not kinds <= found:
            found |= kinds
            yield Position(position.name, position.match.at(len(position.match.steps)), position.seat)
    if not rulings:
        yield from _scenes(name)


def _played(name: str, **rulings: Any) -> Iterator[Position]:
    game = feint.load(name, **rulings)
    bots = bots_of(game)
    for number in range(GAMES_PLAYED):
        luck = random.Random(number)
        bot = bots["random" if number % 2 else simulation_bot(game)]
        match = game.start(seed=number)
        while not match.over:
            for seat in game.seats:
                yield Position(f"{name} {number}:{len(match.steps)}", match, seat)
            seat = luck.choice(match.pending)
            match.play(seat, choose(match, seat, bot, number))
        yield Position(f"{name} {number}: over", match, game.seats[number % 2])


def _scenes(name: str) -> Iterator[Position]:
    if name == "dark-frontier":
        match = advance(dials(battle(attacker="0,-1 facing S velocity S 1", at="command")))
        yield Position(f"{name}: the ships meet", match, "defender")
        match = battle(
            "0,0 facing N", "0,-7 facing S velocity S 4, SW 1", ("attacker flak 1,-5 velocity S 3 spread 6",)
        )
        for choice in ("fire flak", "from 0,0"):
            match.play("defender", choice)
        yield Position(f"{name}: a shot with the longest words", match, "defender")
    if name == "tower-siege":
        match = feint.load(name).start(seed=1)
        battles = (
            (4, 1),
            (1, 3),
            (5, 5),
            (3, 2),
            (2, 4),
        )  # P2's card and P1's: the loser walks up to where the winner is
        walks = [("P1", "1"), ("P2", "1")], [("P1", "1")], [("P2", "1")], [("P1", "1"), ("P2", "1")], [("P1", "1")]
        for walk, (theirs, ours) in zip(walks, battles, strict=True):
            for seat, choice in [*walk, ("P2", f"card {theirs}"), ("P1", f"card {ours}")]:
                match.play(seat, choice)
        match.play("P2", "1")
        yield Position(f"{name}: an empty hand", match, "P1")


class Stage:
    """A page at a table that doesn't exist."""

    def __init__(self, people: People, game: str, seat: str, **options: Any) -> None:
        self.game = feint.load(game)
        self.number = 0
        self.gone: dict[str, int | None] = {}  # the other people, and when they have disconnected, in ms
        self.chosen: list[str] = []  # what the page has sent, and nobody answers
        self.socket: WebSocketRoute | None = None
        self.page: Page = people.person(lists=False, **options)
        stored = {
            TABLE: {"table": TABLE, "game": game, "title": game, "tokens": {seat: TOKEN}, "at": 0, "ended": False}
        }
        self.page.evaluate("stored => localStorage.setItem('feint.tables', stored)", json.dumps(stored))
        self.page.route(f"**/tables/{TABLE}", lambda route: route.fulfill(json=self.about))
        self.page.route(f"**/tables/{TABLE}/record", lambda route: route.fulfill(body=self.record))
        self.page.route_web_socket(re.compile("/socket$"), self._joined)
        self.first: Position | None = None

    def _joined(self, socket: WebSocketRoute) -> None:
        self.socket = socket
        socket.on_message(self._hear)

    def _hear(self, message: str | bytes) -> None:
        told = json.loads(message)
        if told["type"] == "choose":
            self.chosen.append(told["choice"])
        else:
            self._tell("table")

    def _tell(self, kind: str) -> None:
        assert self.socket is not None
        assert self.first is not None
        self.number += 1
        position, about = self.first, self.about
        match, seat = position.match, position.seat
        legal = match.legal(seat) if seat in match.pending else []
        ended = {"why": "over", "by": None, "scores": match.scores, "secret": SECRET} if match.over else None
        told = {
            "type": kind,
            "number": self.number,
            "seats": about["seats"],
            "view": match.view(seat),
            "log": match.log(seat),
            "legal": legal,
            "ask": self.number if legal else None,
            "ended": ended,
            "rematch": None,
        }
        self.socket.send(json.dumps(told if kind == "change" else {**about, "seat": seat, **told}))

    @property
    def about(self) -> dict[str, Any]:
        """What everybody may know of the table."""
        assert self.first is not None
        game = self.first.match.game
        return {
            "table": TABLE, "game": game.name, "title": game.title, "rulings": dict(game.rulings), "public": True,
            "clock": None, "commitment": commitment(SECRET), "playing": True, "ended": None, "rematch": None, "claim_after": 60,
            "seats": {
                seat: {
                    "who": "human" if seat == self.first.seat or seat in self.gone else "beginner",
                    "string": STRING,
                    "gone": self.gone.get(seat),
                }
                for seat in game.seats
            },
        }  # fmt: skip

    @property
    def record(self) -> str:
        """As much of a record as proves that chance was fair."""
        fair = Fairness(commitment(SECRET), dict.fromkeys(self.game.seats, STRING), SECRET)
        return "\n".join([f"seed: {fair.seed}", *commitment_lines(fair.commitment, fair.strings), f"secret: {SECRET}"])

    def show(self, position: Position) -> None:
        """Show a position; the seat and the rulings have to be those of the first."""
        before, self.first = self.first, position
        if before is None:
            self.page.goto(self.page.url.split("#")[0] + f"#/table/{TABLE}")
        elif before.match.over:
            self.page.reload()  # a match that has ended asks nothing any more
        else:
            self._tell("change")
        self.page.wait_for_function(
            """([number, over]) => document.querySelector('.board')?.children.length
                && (!over || document.querySelector('.result'))""",
            arg=[self.number, position.match.over],
        )
        self.page.evaluate(DRAWN)

    def wrong(self, size: str) -> list[str]:
        """What is wrong at this size."""
        width, height = SIZES[size]
        self.page.set_viewport_size({"width": width, "height": height})
        found: list[str] = self.page.evaluate(ALL_WRONG, ", ".join(AROUND))
        return found

    def leave(self, seat: str, seconds: int) -> None:
        """As if a person in that seat had disconnected so many seconds ago."""
        self.gone[seat] = int(1000 * (time.time() - seconds))
        self._tell("change")

    def refuse(self, sentence: str) -> None:
        """As if the server had refused what was asked for last."""
        assert self.socket is not None
        self.socket.send(json.dumps({"type": "error", "id": None, "error": sentence}))


AROUND = (".bar .where", ".bar .tools button", ".seats .who", ".turn", ".helper", ".result", ".board")


# It waits until what has changed is laid out.
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def cut_off(page: Page, *parts: str) -> list[str]:
    """Texts of these parts that can't be read as they are, and nothing says that there is more to scroll to."""
    page.evaluate(DRAWN)
    found: list[str] = page.evaluate(CUT_OFF, ", ".join(parts))
    return found


CUT_OFF = """(parts) => {
    const wrong = [];
    const window_ = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    for (const part of document.querySelectorAll(parts)) {
        if (!part.checkVisibility({visibilityProperty: true}) || part.closest('.sr-only')) continue;
        const around = [window_];
        for (let one = part; one; one = one.parentElement) {
            const sign = one.parentElement?.classList.contains('reading') && one.nextElementSibling?.matches('.read-on:not([hidden])');
            const style = getComputedStyle(one);
            if (style.overflow !== 'visible' && style.display !== 'contents' && !sign) around.push(one.getBoundingClientRect());
            if (sign) { around.length = 0; break; } // whoever sees the sign finds the rest
        }
        const walk = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
        while (walk.nextNode()) {
            if (!walk.currentNode.data.trim() || walk.currentNode.parentElement.closest('.sr-only, [hidden], select, style, title, [data-pans], .board [tabindex="0"]') || !walk.currentNode.parentElement.checkVisibility()) continue;
            const range = document.createRange();
            range.selectNodeContents(walk.currentNode);
            const lines = [...range.getClientRects()];
            const out = lines.some((line) => around.some((box) =>
                line.left < box.left - 1 || line.right > box.right + 1 || (line.top + line.bottom) / 2 < box.top || line.bottom > box.bottom + 4));
            if (out) wrong.push(`cut off: ${part.tagName} ${part.className} "${walk.currentNode.data.trim().slice(0, 60)}"`);
        }
    }
    return wrong;
}"""


WRONG = """() => {
    const wrong = [];
    const stage = document.querySelector('.stage');
    const room = stage.getBoundingClientRect();
    const named = (one) => `${one.tagName} ${one.getAttribute('class') ?? ''} ` +
        `"${(one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 50)}"`;
    const seen = (one) => one.checkVisibility({opacityProperty: true, visibilityProperty: true}) && !one.closest('.sr-only, .folded, [aria-hidden=true] [hidden], defs');
    const main = document.querySelector('main');
    if (main.scrollHeight > main.clientHeight + 1) wrong.push(`the page is ${main.scrollHeight - main.clientHeight} too high`);
    if (document.documentElement.scrollWidth > innerWidth) wrong.push('the page is too wide');

    // What can be clicked is all there, large enough, and under nothing else.
    const clickable = [...document.querySelectorAll('.board .pickable, .board button:enabled, .bar button, .bar a, .history button, .choices .fold, .helper label, .helper button:not(.read-on)')];
    for (const one of clickable.filter(seen)) {
        if (one.closest('[data-pans]')) continue; // a map that can be moved shows a part of itself
        const box = one.getBoundingClientRect();
        const inside = box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
        if (!inside) { wrong.push(`outside the window: ${named(one)}`); continue; }
        if (Math.min(box.width, box.height) < 23.5) wrong.push(`too small to hit (${box.width.toFixed()}x${box.height.toFixed()}): ${named(one)}`);
        const places = one instanceof SVGElement ? [[0.5, 0.5]] : [[0.5, 0.5], [0.12, 0.5], [0.88, 0.5], [0.5, 0.12], [0.5, 0.88]];
        for (const [x, y] of places) { // also a part of it: but what is drawn needn't fill its box
            const at = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
            if (!one.contains(at) && at !== one) { wrong.push(`${at ? named(at) : 'nothing'} lies over ${named(one)}`); break; }
        }
    }

    // What can be read is all there, and neither under anything else nor over other text.
    const texts = [];
    const walk = document.createTreeWalker(document.querySelector('.board'), NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const parent = walk.currentNode.parentElement;
        if (!walk.currentNode.data.trim() || !seen(parent) || parent.closest('style, title, [data-pans], .read-on')) continue;
        const range = document.createRange();
        range.selectNodeContents(walk.currentNode);
        let box = range.getBoundingClientRect();
        const list = parent.closest('[tabindex="0"]'); // lines that can be scrolled: only those in sight are there
        if (list && list.scrollHeight > list.clientHeight && getComputedStyle(list).overflowY === 'auto') {
            const { top, bottom } = list.getBoundingClientRect();
            box = new DOMRect(box.left, Math.max(top, box.top), box.width, Math.max(0, Math.min(bottom, box.bottom) - Math.max(top, box.top)));
        }
        if (box.width && box.height) texts.push({ parent, box });
    }
    for (const { parent, box } of texts) {
        const inside = box.left >= room.left - 1 && box.top >= room.top - 1 && box.right <= room.right + 1 && box.bottom <= room.bottom + 1;
        if (!inside) { wrong.push(`text outside the board: ${named(parent)}`); continue; }
        const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        if (!at || !stage.contains(at)) wrong.push(`${at ? named(at) : 'nothing'} lies over the text ${named(parent)}`);
        const turned = parent.getScreenCTM?.() ?? { c: 0, d: 1 }; // something that lies on its side is no smaller
        const size = parseFloat(getComputedStyle(parent).fontSize) * Math.hypot(turned.c, turned.d);
        if (size < 9.5) wrong.push(`too small to read (${size.toFixed(1)} px): ${named(parent)}`);
    }
    for (let i = 0; i < texts.length; i++) for (let j = i + 1; j < texts.length; j++) {
        const [a, b] = [texts[i].box, texts[j].box];
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left), high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 0 && high > 0 && wide * high > 0.25 * Math.min(a.width * a.height, b.width * b.height)) wrong.push(`text over text: ${named(texts[i].parent)} and ${named(texts[j].parent)}`);
    }
    // What has its place is drawn there.
    for (const one of document.querySelectorAll('.board svg')) {
        if (one.checkVisibility()) continue;
        let around = one;
        while (around && getComputedStyle(around).display !== 'none') around = around.parentElement;
        if (!around) wrong.push(`not drawn: ${named(one.parentElement)}`);
    }
    return [...new Set(wrong)];
}"""

ALL_WRONG = f"async (parts) => (await ({DRAWN})(), [...({WRONG})(), ...({CUT_OFF})(parts)])"
