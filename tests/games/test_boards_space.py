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

pytestmark = pytest.mark.xdist_group("boards")

HOME = Path(feint.__file__).parent
FACTS = {"terminal-maneuver": maneuver.FACTS, "space-goats": goats.FACTS}
Frame = dict[str, Any]

# One board in the page, as the shell makes it; `chosen` collects what it reports. Views come as JSON: they are large.
SIT = """async ([game, seat]) => {
    const { default: board } = await import(`/games/${game.name}/board.js`);
    document.body.replaceChildren(window.host = document.createElement("div"));
    host.style.cssText = "width: 1000px; height: 600px"; // whatever is drawn in it
    window.chosen = [];
    window.board = board({ host, game, seat, choose: (text) => chosen.push(text) });
}"""
SHOW = """(frame) => {
    const { view, legal } = JSON.parse(frame);
    board.show(view, { legal, before: null, log: [], animate: false, live: true });
}"""

# Clicks everything that can be clicked, through targets that are marked and cards that are put in order one by one.
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

    with browser(seen=False) as chromium:
        opened = chromium.new_page()
        wrong: list[str] = []
        opened.on("pageerror", lambda error: wrong.append(str(error)))
        opened.route("**/*", serve)
        opened.goto("http://boards.test/")
        yield opened
        assert not wrong, wrong


def sit(page: Page, name: str, seat: str | None) -> None:
    seats = list(feint.load(name, **({"players": 5} if name == "space-goats" else {})).seats)
    page.mouse.move(0, 0)  # a board says what is under the pointer
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


def test_a_burn_and_a_guess_say_what_comes_of_them(page: Page) -> None:
    """The odds of the rules, and for the laser what is of no use."""
    match = feint.load("terminal-maneuver").start(seed=1)
    body = """async ([view, choices]) => {
        const words = await import("/games/terminal-maneuver/board_words.js");
        return [words.prompt(view, choices), ...choices.map((choice) => words.choiceInWords(view, choice))];
    }"""
    assert odds(1, 0) == "never"
    assert odds(1, 1) == "2+"
    assert odds(1, 2) == "always"
    assert page.evaluate(body, [match.view("missile"), match.legal("missile")]) == [
        "Choose how much to burn. 2+: the roll that saves you if guessed",
        "Burn 0: if it is guessed, you are lost",
        "Burn 1: if it is guessed, you survive on a roll of 2 or more (5 in 6)",
        "Burn 2: you are safe",
    ]
    assert page.evaluate(body, [match.view("laser"), match.legal("laser")[:4]]) == [
        "Guess what the missile burns. 2+: the roll that saves it if you're right",
        "Guess 0: if you are right, the missile is lost",
        "Guess 1: if you are right, the missile survives on a roll of 2 or more (5 in 6)",
        "Guess 2: no use, the missile is always safe there",
        "Guess 3: no use, the missile can't burn that much",
    ]
    last = """async (views) => {
        const words = await import("/games/terminal-maneuver/board_words.js");
        return views.map(words.lastRound);
    }"""
    views = []
    for chance, burn, guess in [((), 1, 4), (("d6 3",), 1, 1), ((), 2, 2)]:
        match = feint.load("terminal-maneuver").start(chance=chance)
        views.append(match.view("missile"))
        match.play("missile", f"burn {burn}")
        match.play("laser", f"guess {guess}")
        views.append(match.view("missile"))
    assert page.evaluate(last, views) == [
        *("", "round 1: laser guessed 4, missed", ""),
        *("round 1: caught, rolled 3: safe", "", "round 1: caught, but always safe there"),
    ]


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
    page.evaluate(SHOW, json.dumps({"view": match.view("P1"), "legal": legal}))
    assert page.locator(".sg-plain").all_inner_texts() == ["Pass"], "all else belongs to a card"
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


def test_targets_are_for_the_keyboard_too(page: Page) -> None:
    """A rocket marks the fleets that it can be fired at; Escape puts it back, arrows go from fleet to fleet."""
    sit(page, "space-goats", "P1")
    match = goat_table({"P1": ["Weak Rocket"]}, players=3)
    page.evaluate(SHOW, json.dumps({"view": match.view("P1"), "legal": match.legal("P1")}))
    rocket = page.get_by_role("button", name="Fire Weak Rocket, then choose a target")
    rocket.focus()
    page.keyboard.press("Enter")
    assert page.locator("button.sg-marked").count() == 2
    page.keyboard.press("Escape")
    assert page.locator("button.sg-marked").count() == 0
    assert rocket.evaluate("(one) => one === document.activeElement")
    for key in ("Enter", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    assert page.evaluate("chosen") == ["fire Weak Rocket at P3"]


def test_a_finger_reads_a_card_before_it_plays_it(page: Page) -> None:
    """It can't hover: the first tap says what the card does, the second does it."""
    sit(page, "space-goats", "P1")
    match = goat_table({"P1": ["Last Stand Protocol"]}, banks={"P1": ["Fuel Pod"] * 4}, market=["Warp Drive"])
    page.evaluate(SHOW, json.dumps({"view": match.view("P1"), "legal": match.legal("P1")}))
    card = page.get_by_role("button", name="Play Last Stand Protocol: saves your last ship once")
    card.evaluate(TAP)
    assert page.evaluate("chosen") == []
    assert "saves your last ship once. Tap again to do it." in page.locator(".sg-said").inner_text()
    page.get_by_role("button", name="Buy Warp Drive for 4").evaluate(TAP)  # another card instead
    card.evaluate(TAP)
    assert page.evaluate("chosen") == []
    card.evaluate(TAP)
    assert page.evaluate("chosen") == ["play Last Stand Protocol"]


def test_a_hit_says_what_it_costs(page: Page) -> None:
    """As the terminal says it: a shield that holds, a side that is lost, a ship that is lost, a Last Stand."""
    fleet = ["shielded", "unshielded", "shielded with Reinforced Hull 2", "unshielded with Decoy Drone 1"]
    ways = {
        "Standard Rocket": ["Take the hit on a shielded ship, which becomes unshielded", "Lose an unshielded ship",
                            "Take the hit on Reinforced Hull, which holds with 1 left", "Take the hit on Decoy Drone, which is shot away"],
        "Piercing Rocket": ["Take the hit on a shielded ship, which becomes unshielded", "Lose an unshielded ship",
                            "Take the hit on a shielded ship, which becomes unshielded", "Lose an unshielded ship"],
    }  # fmt: skip
    for rocket, said in ways.items():
        sit(page, "space-goats", "P1")
        match = goat_table({"P2": [rocket]}, {"P1": fleet}, turn="P2")
        match.play("P2", f"fire {rocket} at P1")
        page.evaluate(SHOW, json.dumps({"view": match.view("P1"), "legal": match.legal("P1")}))
        assert page.locator(".sg-plain").all_inner_texts() == ["Take the hit"]
        match.play("P1", "no answer")
        page.evaluate(SHOW, json.dumps({"view": match.view("P1"), "legal": match.legal("P1")}))
        ships = page.locator("button.sg-tile")
        assert [ship.get_attribute("aria-label") for ship in ships.all()] == said


TAP = "(one) => one.dispatchEvent(new PointerEvent('click', {bubbles: true, pointerType: 'touch', detail: 1}))"
# Shows a match step by step, with the whole log of each step, as the page does.
TELL = """([view, legal, story]) => board.show(view, { legal, story, before: null, log: [], animate: false, live: true })"""


def tell(page: Page, match: feint.Match, seat: str | None) -> None:
    page.evaluate(TELL, [match.view(seat), match.legal(seat) if seat in match.pending else [], match.log(seat)])


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (2, 2), (3, 3), (5, 4), (5, 5)])
def test_what_rockets_did_is_what_the_fleets_lost(page: Page, players: int, seed: int) -> None:
    """Over a whole match: every ship that is gone was destroyed by an attack that is told of, and by a seat that fired."""
    match, dice = feint.load("space-goats", players=players).start(seed=seed), random.Random(seed)
    first, joined = list(match.view(None)["ships"]), [0] * 5
    while not match.over:
        seat = match.pending[0]
        wanted = [one for one in match.legal(seat) if not one.startswith(("buy", "pass")) or dice.random() < 0.4]
        match.play(seat, dice.choice(wanted or match.legal(seat)))
    log, last = match.log(None), match.view(None)
    for line in log:
        if line.startswith("An unshielded ship joins"):
            joined[int(line[-2]) - 1] += 1
    attacks = page.evaluate(
        "async (lines) => (await import('/games/space-goats/board_report.js')).attacksIn(lines)", log
    )
    assert len([one for one in attacks if one["card"]]) == sum(" fires " in line and " at " in line for line in log)
    for seat in range(players):
        lost = sum(
            one["number"] for attack in attacks for one in attack["results"] if (one["seat"], one["kind"]) == (seat, "destroyed")
        )  # fmt: skip
        assert first[seat] + joined[seat] - lost == last["ships"][seat]


def test_the_table_says_who_fired_what_at_whom_and_what_it_did(page: Page) -> None:
    """Until this seat has had a turn of its own; also if it sees nothing of what led there."""
    sit(page, "space-goats", "P1")
    fleets = {"P1": ["unshielded", "unshielded"], "P2": ["shielded"] * 2, "P3": ["shielded with Hull Plating 1"] * 2}
    hands = {"P1": [], "P2": ["Twin Salvo"], "P3": ["Standard Rocket"]}
    match = goat_table(hands, fleets, turn="P2", players=3)
    said, marks = page.locator(".sg-said"), page.locator(".sg-struck")
    for seat, choice in [
        ("P2", "fire Twin Salvo at P1"),
        ("P1", "no answer"),
        ("P1", "hit unshielded"),
        ("P2", "aim at P3"),
        ("P3", "no answer"),
        ("P3", "hit shielded with Hull Plating 1"),
    ]:
        match.play(seat, choice)
    tell(page, match, "P1")
    salvo = "P2 fired Twin Salvo at you: you lost a ship (1 left) and P3's Hull Plating was shot away."
    assert said.inner_text() == salvo
    assert marks.all_inner_texts() == ["hit", "\u22121"], "at the fleets of P3 and P1"
    assert marks.last.get_attribute("aria-label") == salvo
    match.play("P3", "fire Standard Rocket at P2")
    tell(page, match, "P1")
    assert said.inner_text() == "P3 fires Standard Rocket at P2; P2 may answer."
    match.play("P2", "no answer")
    match.play("P2", "hit shielded")
    tell(page, match, "P1")
    rocket = "P3 fired Standard Rocket at P2: one of P2's ships lost its shielded side."
    assert said.inner_text() == f"{salvo} {rocket}"
    assert rocket in page.locator(".sr-only").first.inner_text(), "also for who can't see it"
    page.get_by_role("button", name="More").click()
    assert page.locator(".sg-attacks p").all_inner_texts() == [salvo, rocket]
    page.get_by_role("button", name="Close").click()
    assert "P1" in match.pending
    match.play("P1", "pass")
    tell(page, match, "P1")
    assert not marks.all_inner_texts(), "it has been seen"


def test_only_as_much_is_told_as_there_is_room_for(page: Page) -> None:
    """What was done to this seat first; the rest is one tap away."""
    sit(page, "space-goats", "P1")
    hands = {f"P{seat}": ["Weak Rocket"] for seat in range(2, 6)}
    match = goat_table(hands, {f"P{seat}": ["shielded"] * 3 for seat in range(1, 6)}, turn="P2", players=5)
    for seat, target in [("P2", "P4"), ("P3", "P1"), ("P4", "P5"), ("P5", "P2")]:
        match.play(seat, f"fire Weak Rocket at {target}")
        match.play(target, "no answer")
        match.play(target, "hit shielded")
    page.evaluate("host.style.width = '340px'")
    tell(page, match, "P1")
    said = page.locator(".sg-said")
    assert said.inner_text() == "P3 fired Weak Rocket at you: one of your ships lost its shielded side."
    assert said.evaluate("(one) => one.scrollHeight <= one.parentElement.clientHeight")
    page.get_by_role("button", name="More").click()
    assert page.locator(".sg-attacks p").count() == 4


def test_a_card_can_be_read_when_it_is_chosen(page: Page) -> None:
    """On a phone: what it does stands on it and isn't cut off, or else a tap says it, also of a rocket with several targets."""
    for width, height in [(374, 560), (590, 290)]:
        sit(page, "space-goats", "P1")
        page.evaluate("([w, h]) => host.style.cssText = `width: ${w}px; height: ${h}px`", [width, height])
        market = ["Overload Barrage", "Aegis Countermeasure", "Warp Drive", "Piercing Rocket"]
        hand = ["Weak Rocket", "Phase Shield", "Piercing Rocket", "Deck Purge"]
        match = goat_table({"P1": hand}, banks={"P1": ["Fuel Pod"] * 9}, market=market, players=3)
        tell(page, match, "P1")
        cards = page.locator("button.sg-card").all()
        assert len(cards) == 8
        for card in cards:
            shown = card.evaluate(
                """(one) => {
                    const does = one.querySelector('.sg-does');
                    if (!does.checkVisibility()) return null;
                    const [a, b, name] = [one, does, one.querySelector('.sg-name')].map((part) => part.getBoundingClientRect());
                    return b.bottom <= a.bottom + 1 && name.top >= a.top - 1 && b.right <= a.right + 1;
                }"""
            )
            assert shown is not False, f"{card.get_attribute('aria-label')} is cut off at {width}x{height}"
            if shown is None:
                text = card.locator(".sg-does").text_content()
                card.evaluate(TAP)
                assert str(text) in page.locator(".sg-said").inner_text()
                page.keyboard.press("Escape")
                tell(page, match, "P1")
        market_texts = page.locator(".sg-market .sg-does:visible").count()
        assert market_texts == 4


def test_what_is_asked(page: Page) -> None:
    """The prompt beside "Your turn", in the words of the page."""
    sit(page, "space-goats", "P1")
    ask = "([view, legal]) => board.prompt(view, legal)"
    match = goat_table(
        {"P1": ["Weak Rocket"], "P2": ["Weak Rocket"]}, banks={"P1": ["Fuel Pod"] * 4}, market=["Warp Drive"]
    )
    view = match.view("P1")
    asked = page.evaluate(ask, [view, match.legal("P1")])
    assert asked == "Buy a card, play one from your hand or pass"
    assert page.evaluate(ask, [view, ["buy Warp Drive", "pass"]]) == "Buy a card or pass"
    assert page.evaluate(ask, [view, ["fire Weak Rocket at P2", "pass"]]) == "Play a card from your hand or pass"
    assert page.evaluate(ask, [view, ["pass"]]) == "Nothing to buy or play: you can only pass"
    match = goat_table({"P1": ["Emergency Shield"], "P2": ["Weak Rocket"]}, turn="P2")
    match.play("P2", "fire Weak Rocket at P1")
    assert page.evaluate(ask, [match.view("P1"), match.legal("P1")]) == "Answer the Weak Rocket, or take the hit"


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
