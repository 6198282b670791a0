"""The boards of Terminal Maneuver and Space Goats, run in a browser: what can be chosen can be clicked, and motion ends right."""

import json
import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route

import feint
from feint.games.space_goats import screen as goats
from feint.games.space_goats import state as goat_state
from feint.games.space_goats.words import what_it_does
from feint.games.terminal_maneuver import screen as maneuver
from feint.games.terminal_maneuver.rules import BOARD, MOST_FUEL
from feint.games.terminal_maneuver.words import odds
from kit.chromium import browser
from kit.space_goats import table as goat_table

pytestmark = pytest.mark.xdist_group("browser")

HOME = Path(feint.__file__).parent
FACTS = {"terminal-maneuver": maneuver.FACTS, "space-goats": goats.FACTS}
Frame = dict[str, Any]

# One board in the page, as the shell makes it; `chosen` collects what it reports. Views come as JSON: they are large.
SIT = """async ([game, seat]) => {
    const { default: board } = await import(`/games/${game.name}/board.js`);
    document.body.replaceChildren(window.host = document.createElement("div"));
    window.chosen = [];
    window.board = board({ host, game, seat, choose: (text) => chosen.push(text) });
}"""
SHOW = """(frame) => {
    const { view, legal } = JSON.parse(frame);
    board.show(view, { legal, before: null, log: [], animate: false, live: true });
}"""

# Clicks everything that can be clicked, through lists that open and cards that are put in order one by one.
CLICK_ALL = """(frame) => {
    const { view, legal } = JSON.parse(frame);
    const buttons = () => [...host.querySelectorAll("button, [role=button]")].filter((one) => !one.matches(".sg-chips, .sg-undo"));
    const follow = (path) => {  // to where these clicks lead: the buttons there, and which of them are new
        board.show(view, { legal, before: null, log: [], animate: false, live: true });
        let old = new Set();
        for (const number of path) {
            old = new Set(buttons());
            buttons()[number].dispatchEvent(new MouseEvent("click", { bubbles: true }));
        }
        return buttons().map((one) => !old.has(one));
    };
    const found = new Set();
    const go = (path) => follow(path).forEach((isNew, number) => {
        if (!isNew) return;
        chosen.length = 0;
        follow([...path, number]);
        if (chosen.length) found.add(chosen[0]);
        else go([...path, number]);
    });
    go([]);
    return [...found];
}"""


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    """An empty page that finds the page's helpers and the games' boards."""

    def serve(route: Route) -> None:
        kind, *rest = route.request.url.split("/", 3)[3].split("/")
        if kind == "web":
            route.fulfill(path=str(HOME / "web" / rest[0]), content_type="text/javascript")
        elif kind == "games":
            route.fulfill(
                path=str(HOME / "games" / rest[0].replace("-", "_") / rest[1]), content_type="text/javascript"
            )
        else:
            route.fulfill(body="<!doctype html><title>boards</title><body></body>", content_type="text/html")

    with browser() as chromium:
        opened = chromium.new_page()
        wrong: list[str] = []
        opened.on("pageerror", lambda error: wrong.append(str(error)))
        opened.route("**/*", serve)
        opened.goto("http://boards.test/")
        yield opened
        assert not wrong, wrong


def sit(page: Page, name: str, seat: str | None) -> None:
    seats = list(feint.load(name, **({"players": 5} if name == "space-goats" else {})).seats)
    page.evaluate(SIT, [{"name": name, "seats": seats}, seat])


def frames(name: str, seat: str | None, seed: int, most: int = 400, **rulings: Any) -> list[Frame]:
    """What a seat is shown in a match of random choices, change by change."""
    match, dice, told = feint.load(name, **rulings).start(seed=seed), random.Random(seed), 0
    found: list[Frame] = []
    while True:
        log = match.log(seat)
        legal = match.legal(seat) if seat in match.pending else []
        found.append({"view": match.view(seat), "legal": legal, "log": log[told:]})
        told = len(log)
        if match.over or len(found) == most:
            return found
        who = dice.choice(match.pending)
        # Passing and buying are left to others now and then, so that all that cards can do comes up.
        wanted = [one for one in match.legal(who) if not one.startswith(("buy", "pass")) or dice.random() < 0.4]
        match.play(who, dice.choice(wanted or match.legal(who)))


def test_facts_are_the_rules() -> None:
    facts = json.loads(json.dumps(FACTS))
    for number, column in enumerate(BOARD):
        assert facts["terminal-maneuver"]["board"][number] == list(column)
        for fuel in range(MOST_FUEL + 1):
            least, said = column[fuel], odds(number + 1, fuel)
            word = {"never": "never", "always": "always", "black": "always"}
            names = {facts["terminal-maneuver"][name]: said for name, said in word.items()}
            assert names.get(least, f"{least}+") == said
    goats = facts["space-goats"]
    for seeking, wear in product(("standard", "weakest"), ("yes", "no")):
        view = feint.load("space-goats", seeking=seeking, wear=wear).start(seed=1).view(None)
        told = dict(goats["effects"])
        told |= goats["readings"]["seeking"].get(seeking, {}) | goats["readings"]["wear"].get(wear, {})
        for card, row in enumerate(view["deck"], 1):
            assert told[row["effect"]] == what_it_does(view, card)
    phases = facts["space-goats"]["phases"]
    assert sorted(phases.values()) == list(range(goat_state.ACT, goat_state.DONE))


@pytest.mark.parametrize(
    "rulings", [{}, {"black_squares": "allowed", "fuel": 30}, {"fuel": 0, "rounds": 2}, {"rounds": 1}], ids=str
)
@pytest.mark.parametrize("seat", ["missile", "laser"])
def test_every_burn_and_guess_is_a_square(page: Page, seat: str, rulings: dict[str, Any]) -> None:
    sit(page, "terminal-maneuver", seat)
    asked = [frame for seed in range(2) for frame in frames("terminal-maneuver", seat, seed, **rulings)]
    assert any(frame["legal"] for frame in asked)
    for frame in asked:
        assert sorted(page.evaluate(CLICK_ALL, json.dumps(frame))) == sorted(frame["legal"])


@pytest.mark.parametrize(
    ("players", "rulings"), [(2, {}), (3, {"shields": 3}), (5, {}), (4, {"seeking": "weakest", "choices": "engine"})]
)
def test_every_choice_of_a_goat_can_be_clicked(page: Page, players: int, rulings: dict[str, Any]) -> None:
    sit(page, "space-goats", "P1")
    seen: set[frozenset[str]] = set()
    for seed in range(3):
        for frame in frames("space-goats", "P1", seed, 100, players=players, **rulings):
            kinds = frozenset(choice.split()[0] for choice in frame["legal"])
            if kinds and kinds not in seen:  # each mixture once
                seen.add(kinds)
                assert sorted(page.evaluate(CLICK_ALL, json.dumps(frame))) == sorted(frame["legal"])
    assert {"buy", "fire"} <= {kind for kinds in seen for kind in kinds}
    page.evaluate(SHOW, json.dumps({**frame, "legal": []}))
    assert page.locator("button:not(.sg-chips)").count() == 0


def test_ships_with_several_shields_can_be_clicked(page: Page) -> None:
    """SG-Q9, SG-Q22, SG-Q23: to give them another, and to take a hit; nothing is offered that isn't allowed."""
    sit(page, "space-goats", "P1")
    ship = "shielded with Reinforced Hull 1 and Hull Plating 1"
    fleets = {
        "P1": [ship, "unshielded", "shielded with Decoy Drone 1"],
        "P2": ["shielded"] * 12,
        "P3": ["shielded"] * 2,
    }
    hands = {"P1": ["Hull Plating", "Twin Salvo"], "P2": ["Standard Rocket"]}
    banks = {"P1": ["Fuel Pod"] * 9}
    readings = {"shields": 3, "salvo": "single", "players": 3}
    match = goat_table(hands, fleets, banks, market=["Reinforcement Shuttle"], **readings)
    legal = match.legal("P1")
    assert f"assign Hull Plating to {ship}" in legal
    assert "buy Reinforcement Shuttle" not in legal
    assert clicked(page, match, "P1") == sorted(legal)
    assert page.locator(".sg-plain").all_inner_texts() == ["pass"], "all else belongs to a card"
    match.play("P1", "fire Twin Salvo at P3")
    match.play("P3", "no answer")
    match.play("P3", "hit shielded")
    assert clicked(page, match, "P1") == ["aim at P3", "stop"]
    match = goat_table(hands, fleets, turn="P2", **readings)
    match.play("P2", "fire Standard Rocket at P1")
    match.play("P1", "no answer")
    assert clicked(page, match, "P1") == sorted(["hit unshielded", "hit shielded with Decoy Drone 1", f"hit {ship}"])


def clicked(page: Page, match: feint.Match, seat: str) -> list[str]:
    """The choices that clicks lead to."""
    return sorted(page.evaluate(CLICK_ALL, json.dumps({"view": match.view(seat), "legal": match.legal(seat)})))


def test_cards_are_put_in_every_order(page: Page) -> None:
    sit(page, "space-goats", "P1")
    names = ["Twin Salvo", "Hull Plating", "Deep Clean"]
    view = frames("space-goats", "P1", 1, 1)[0]["view"]
    for row in ([0, 1, 2], [0, 1, 0]):  # three cards, and two alike
        top = [names[number] for number in row]
        legal = sorted({f"order {top[a]}, {top[b]}, {top[3 - a - b]}" for a in range(3) for b in range(3) if a != b})
        assert sorted(page.evaluate(CLICK_ALL, json.dumps({"view": view, "legal": legal}))) == legal


def test_a_menu_is_for_the_keyboard_too(page: Page) -> None:
    sit(page, "space-goats", "P1")
    shown = [frame for seed in range(9) for frame in frames("space-goats", "P1", seed, 30, players=3)]
    frame = next(one for one in shown if "fire Weak Rocket at P3" in one["legal"])
    page.evaluate(SHOW, json.dumps(frame))
    card = page.get_by_role("button", name="Weak Rocket,")
    card.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert page.locator("[role=menu]").count() == 0
    assert card.evaluate("(one) => one === document.activeElement")
    for key in ("Enter", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    assert page.evaluate("chosen") == ["fire Weak Rocket at P3"]


@pytest.mark.parametrize(
    ("name", "seat", "rulings"),
    [
        ("terminal-maneuver", "laser", {}),
        ("terminal-maneuver", None, {"rounds": 3}),
        ("space-goats", "P1", {"players": 3, "shields": 2}),
        ("space-goats", None, {"players": 2, "choices": "engine"}),
    ],
)
def test_motion_ends_where_no_motion_would(page: Page, name: str, seat: str | None, rulings: dict[str, Any]) -> None:
    """Also if the next change comes while something still moves, which ends it."""
    shown = frames(name, seat, 3, 40, **rulings)
    drawn = "() => host.innerHTML.replaceAll(' sg-changed', '').replaceAll(/ aria-expanded=\"\\w+\"/g, '')"
    ended: list[str] = []
    for moves in (False, True):
        sit(page, name, seat)
        page.evaluate("() => { window.last = null; }")
        for number, frame in enumerate(shown):
            how = {"legal": frame["legal"], "log": frame["log"], "animate": moves and number > 0, "live": True}
            page.evaluate(
                """(given) => {
                    const { view, how } = JSON.parse(given);
                    window.moved = board.show(view, { ...how, before: how.animate ? last : null });
                    window.last = view;
                }""",
                json.dumps({"view": frame["view"], "how": how}),
            )
            if number % 20 == 19 or frame is shown[-1]:
                page.evaluate("() => moved")
                ended.append(page.evaluate(drawn))
    half = len(ended) // 2
    assert ended[:half] == ended[half:]
