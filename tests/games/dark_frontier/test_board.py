"""What Dark Frontier's board works out by itself, run in node: hexes, courses, choices, how an Advance went; and its controls."""

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route

import feint
from feint.bots import bots_of, choose
from feint.bots import random as any_choice
from feint.games.dark_frontier import hexes
from feint.games.dark_frontier import state as st
from feint.games.dark_frontier.words import counter_text
from kit.chromium import browser
from kit.dark_frontier import SEATS, battle, duel
from kit.dark_frontier_matches import some_game
from kit.node import run_script

FOLDER = Path(feint.__file__).parent / "games" / "dark_frontier"
MODULES = ("board_hex", "board_words", "board_advance", "board_threats", "board_aim", "board_report")
GAMES = 9
Change = dict[str, Any]

# A board for a seat, on which controls are turned at random: what was chosen whenever something was confirmed.
TURN = """async (given) => {
    const { default: board } = await import("/games/dark-frontier/board.js");
    let seed = 1;
    const any = (list) => list[(seed = (seed * 48271) % 2147483647) % list.length];
    const all = (what) => [...document.querySelectorAll(what)];
    const chosen = [];
    for (const { seat, before: view, legal } of JSON.parse(given)) {
        const host = document.body.appendChild(document.createElement("div")), sent = new Set();
        const { show } = board({ host, game: {}, seat: view.seat, choose: (text) => sent.add(text) });
        show(view, { legal, before: null, log: [], animate: false, live: true });
        for (let times = 0; times < 60; times++) {
            for (const button of all(".df-go button, .df-controls > .df-press")) button.click();
            const control = any([null, ...all(".df-row button, .df-wedge:not(.df-shut), .df-turn:not(:disabled)")]);
            control?.dispatchEvent(new MouseEvent("click"));
        }
        show(view, { legal: [], before: null, log: [], animate: false, live: false });
        const left = all(".df-go button, .df-controls button, .df-target").length;
        chosen.push([[...sent], left]);
        host.remove();
    }
    return JSON.stringify(chosen);
}"""


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    """A page that has the board's modules, and stands in for the shell."""

    def serve(route: Route) -> None:
        name = route.request.url.rsplit("/", 1)[1]
        if "/web/" in route.request.url:
            route.fulfill(path=str(FOLDER.parents[1] / "web" / name), content_type="text/javascript")
        elif name.endswith(".js"):
            route.fulfill(path=str(FOLDER / name), content_type="text/javascript")
        else:
            route.fulfill(body="<!doctype html><title>board</title>", content_type="text/html")

    with browser(seen=False) as chromium:
        page = chromium.new_page()
        page.route("**/*", serve)
        page.goto("http://board.test/")
        yield page


def run(body: str, given: Any) -> Any:
    """Run JavaScript with those modules of the board that need nothing of the page."""
    files = [FOLDER / f"{name}.js" for name in MODULES]
    return run_script(f"const m = {{ ...{', ...'.join(MODULES)} }};\n{body}", given, *files)


@cache
def changes() -> list[Change]:
    """All changes of some games: who chose what, what was legal, the views before and after, and the lines that came."""
    found: list[Change] = []
    for number in range(GAMES):
        game = some_game(number, "endpoints" if number % 4 == 3 else "sliced")
        dice, gunner = random.Random(number), bots_of(game)["gunner"]
        match = game.start(seed=number)
        while not match.over and len(match.steps) < 250:
            seat = dice.choice(match.pending)
            choice = choose(match, seat, gunner if dice.random() < 0.8 else any_choice, dice.getrandbits(64))
            before, legal, step = match.view(seat), match.legal(seat), len(match.steps)
            match.play(seat, choice)
            change = {"seat": SEATS.index(seat), "choice": choice, "legal": legal, "before": before}
            log, after = match.log_since(step, before, seat)
            found.append(change | {"after": after, "log": log})
    return found


def test_hexes_are_as_in_the_rules() -> None:
    """DF-R3, DF-R7, DF-Q5, DF-Q6, DF-Q11 and DF-Q20: both languages count the same."""
    dice = random.Random(3)
    cases: list[Any] = []
    for _ in range(3000):
        v = dice.randint(-13, 13), dice.randint(-13, 13)
        parts = dice.randint(1, 14)
        cases.append([v, dice.randrange(6), dice.randint(-5, 5), dice.randint(0, 12), dice.randint(0, parts), parts])
    body = """return given.map(([v, facing, turn, thrust, part, parts]) => [
        m.length(v), m.mainDirection(v), m.counted(v, facing), m.capped(v), m.burnedInTurn(v, facing, turn, thrust),
        m.way(v, part, parts), m.counterText(v), m.hexAt(...m.point(v))])"""
    for (v, facing, turn, thrust, part, parts), seen in zip(cases, run(body, cases), strict=True):
        expected = [
            hexes.length(*v),
            hexes.main_direction(*v),
            hexes.counted(*v, facing),
            hexes.capped(*v),
            hexes.burned_in_turn(*v, facing, turn, thrust),
            hexes.way(*v, part, parts),
            counter_text(*v),
            v,
        ]
        assert seen == json.loads(json.dumps(expected)), (v, facing, turn, thrust, part, parts)


def test_a_path_is_the_way_of_a_ship_that_flies_alone() -> None:
    for (q, r), seen in zip(
        vectors := [(q, r) for q in range(-6, 7) for r in range(-6, 7)],
        run("return given.map((v) => m.path([2, -1], v))", vectors),
        strict=True,
    ):
        parts = max(1, hexes.length(q, r))
        way = [hexes.way(q, r, part, parts) for part in range(parts + 1)]
        assert seen == [[2 + a, b - 1] for n, (a, b) in enumerate(way) if n == 0 or way[n - 1] != (a, b)]


def test_every_choice_is_read_into_its_phase() -> None:
    """All that is legal in any phase has a control: it is read, and belongs to the phase that it was offered in."""
    asked: dict[tuple[str, int], None] = {}  # the same texts come again and again
    for change in changes():
        for text in change["legal"]:
            asked[text, change["before"]["phase"]] = None
    assert {phase for _, phase in asked} == set(range(st.STATION, st.MEETING + 1))
    assert ("gimbal spread", st.GIMBAL) in asked
    read = run("return given.map(([text]) => m.read(text))", list(asked))
    for (text, phase), choice in zip(asked, read, strict=True):
        assert choice is not None, text
        assert choice["text"] == text
        assert phase in choice["phases"], text
    other = run("return given.map((text) => m.read(text))", ["", "turn", "turn 1 2", "fire", "from 1", "towards X 1"])
    assert other == [None] * 6
    body = "return given.map(({before, legal}) => m.choices(before, legal).length)"
    some = [{"before": {"phase": c["before"]["phase"]}, "legal": c["legal"]} for c in changes()]
    assert run(body, some) == [len(change["legal"]) for change in some]


def test_a_warning_tells_who_will_be_hit() -> None:
    """When all have burned and fired, what is on a collision course is what reaches a ship, unless someone is asked before."""
    flown = [c for c in changes() if c["choice"] == "done" and c["seat"] == 1 and c["after"]["phase"] == st.COMMAND]
    body = "return given.map(({before}) => [0, 1].map((seat) => m.threats(before, seat).filter(({meets}) => meets).length))"
    warned = run(body, flown)
    for change, expected in zip(flown, warned, strict=True):
        reached = [sum(f"reaches the {seat}" in line for line in change["log"]) for seat in SEATS]
        assert reached == expected, change["log"]
    assert sum(map(sum, warned)) > 2
    assert warned.count([0, 0]) > 2


def armed() -> list[feint.Match]:
    """Battles in which the defender may fire: ships at rest and in motion, near and far, near the edge, with hexes visited."""
    places = [
        ("0,0 facing N", "0,-5 facing S velocity S 2"),
        ("0,0 facing NE velocity NE 3, SE 1", "3,-4 facing S velocity N 1"),
    ]
    places += [
        ("2,-1 facing S velocity S 4", "5,3 facing N velocity SW 2"),
        ("8,0 facing SE velocity N 1", "8,-4 facing N"),
    ]
    visited = {"defender": ["1,-3", "1,-2", "2,-1"]}
    found = [battle(one, other, visited=visited if one.startswith("2,-1") else None) for one, other in places]
    arcs = {"defender": {"flak_arc": [0, 1, 5], "flak_velocity": 4, "missile_arc": [0, 3], "missile_velocity": 3}}
    found += [battle(*places[1], sheets=arcs), battle(*places[2], visited=visited, sheets=arcs, dice_cap="on")]
    found.append(battle(*places[0], tokens=("attacker flak 0,-2 velocity SE 7",), motion="endpoints"))
    return [*found, battle(*places[1], tokens=("attacker flak 4,-2 velocity SE 9",), point_blank="passes")]


def test_a_shot_goes_where_the_map_says() -> None:
    """With the ship's own velocity in it: the hexes that a weapon's area is drawn of are those where its shots end."""
    moved = 0
    for match in armed():
        view = match.view("defender")
        for weapon, number in (("missile", st.MISSILE), ("flak", st.FLAK)):
            ends = set()
            for shot in shots_of(match, weapon):
                after = shot.view(None)
                token = after["tokens"] - 1
                ends.add((after["q"][token] + after["vq"][token], after["r"][token] + after["vr"][token]))
            body = "return m.reach(given.view, m.shots(given.view, 0, given.weapon, m.origins(given.view, 0)))"
            drawn = run(body, {"view": view, "weapon": number})
            radius = view["rulings"]["radius"]
            assert {(q, r) for q, r in drawn} == {hex for hex in ends if hexes.length(*hex) <= radius}
            moved += view["vq"][0] != 0 or view["vr"][0] != 0
    assert moved > 4


def shots_of(match: feint.Match, weapon: str) -> list[feint.Match]:
    """The match after each shot of the defender's that there is."""
    found = []
    aimed = match.at(len(match.steps))
    aimed.play("defender", f"fire {weapon}")
    for origin in aimed.legal("defender"):
        placed = aimed.at(len(aimed.steps))
        placed.play("defender", origin)
        for towards in placed.legal("defender"):
            shot = placed.at(len(placed.steps))
            shot.play("defender", towards)
            found.append(shot)
    return found


HOLDS = re.compile("(turn 0|burn 0|done)$")


def held(match: feint.Match) -> list[Any] | None:
    """Whom a shot reaches and after how many rounds, if all hold their course; None if it reaches nobody."""
    began, first = match.view(None)["round"], len(match.log(None))
    while match.pending and match.pending != ("chance",) and match.view(None)["round"] < began + 6:
        told = "\n".join(match.log(None)[first:])
        reached = re.search(r"reaches the (defender|attacker)", told)
        if reached:
            return [SEATS.index(reached[1]), match.view(None)["round"] - began]
        for seat in match.pending:
            held = [text for text in match.legal(seat) if HOLDS.search(text)]
            if not held:
                break
            match.play(seat, held[0])
        else:
            continue
        break
    reached = re.search(r"reaches the (defender|attacker)", "\n".join(match.log(None)[first:]))
    return [SEATS.index(reached[1]), match.view(None)["round"] - began] if reached else None


def test_a_shot_meets_whom_the_map_says_if_all_hold_their_course() -> None:
    outcomes: Counter[str] = Counter()
    for match in armed():
        if match.view(None)["tokens"] > 2:
            continue  # what else flies may reach someone first
        shots = [shot for weapon in ("missile", "flak") for shot in shots_of(match, weapon)]
        given = []
        for shot in shots:
            view = shot.view("defender")
            token = view["tokens"] - 1
            at, v = [view["q"][token], view["r"][token]], [view["vq"][token], view["vr"][token]]
            given.append({"token": -1, "kind": view["kind"][token], "owner": 0, "from": at, "v": v, "facing": 0})
        body = "return given.courses.map((course) => m.encounter(given.view, course))"
        said = run(body, {"view": match.view("defender"), "courses": given})
        for shot, met in zip(shots, said, strict=True):
            comes = held(shot)
            assert (met and [met["seat"], met["rounds"]]) == comes, (shot.log(None)[-6:], met)
            outcomes[
                "own" if comes and not comes[0] else "later" if comes and comes[1] else "now" if comes else "none"
            ] += 1
    assert min(outcomes[kind] for kind in ("now", "later", "none")) > 5, outcomes


def test_what_met_in_the_last_advance_stays_to_be_read() -> None:
    """With the rolls and what they needed, until everyone has set their dials again; in the middle of it, what came so far."""
    flak, missile = "attacker flak 0,-1 velocity S 1 spread 4", "attacker missile 0,-2 facing S velocity S 2"
    match = battle(tokens=(flak, missile))
    for seat in SEATS:
        match.play(seat, "done")

    def said() -> Any:
        given = {"view": match.view(None), "story": match.log(None)}
        return run("return m.lastAdvance(given.view, given.story)", given)

    for outcome in ("2d6 3,2", "d6 1", "d6 3"):
        match.play("chance", outcome)
    assert [met["how"] for met in said()] == ["hit"], "the missile has only just come"
    match.play("defender", "no counter")
    match.play("chance", "d6 5")
    assert match.view(None)["phase"] == st.COMMAND
    stopped = "A missile reaches the defender. Point defence rolls 5, needing 4 or more: shot down."
    hit = (
        "Flak with spread 4 reaches the defender. The defender rolls 3 and 2, needing 5 or more: not dodged. Point defence rolls 1, "
        "needing 4 or more: it gets through. The defender rolls 3 on the damage table. On the defender's ship thrust is down by 1."
    )
    assert said() == [{"words": hit, "how": "hit"}, {"words": stopped, "how": "safe"}]
    for seat in SEATS:
        match.play(seat, "turn 0")
        match.play(seat, "burn 0")
    assert said() == [], "something else is asked"


# A board on which flak is stacked: what its badges say; and what is in view when someone looks elsewhere, before and after
# hexes can be picked. The arrow keys go from hex to hex, and Enter picks the one they come to.
MARKED = """async (given) => {
    const { default: board } = await import("/games/dark-frontier/board.js");
    const { view, legal } = JSON.parse(given);
    const host = document.body.appendChild(document.createElement("div"));
    Object.assign(host.style, { width: "600px", height: "500px" });
    const { show, prompt } = board({ host, game: {}, seat: view.seat, choose: () => {} });
    const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const set = (legal) => show(view, { legal, before: null, log: [], animate: false, live: true });
    set([]);
    await frame();
    const map = host.querySelector(".df-map"), press = (at, key) => at.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    for (let n = 0; n < 9; n++) press(map, "+");
    for (let n = 0; n < 9; n++) press(map, "ArrowLeft");
    const seen = () => {
        const room = map.getBoundingClientRect();
        return [...host.querySelectorAll(".df-target")].every((one) => {
            const { left, right, top, bottom } = one.getBoundingClientRect();
            return left >= room.left && right <= room.right && top >= room.top && bottom <= room.bottom;
        });
    };
    set(legal);
    await frame();
    const [first] = host.querySelectorAll('.df-target[tabindex="0"]');
    first.focus();
    for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) press(document.activeElement, key);
    const moved = document.activeElement;
    press(moved, "Enter");
    const found = {
        badges: [...host.querySelectorAll(".df-badge text")].map((text) => text.textContent),
        labels: [...host.querySelectorAll(".df-target")].map((one) => one.getAttribute("aria-label")),
        seen: seen(),
        stops: host.querySelectorAll('.df-target[tabindex="0"]').length,
        moved: moved !== first && moved.classList.contains("df-on") && moved === document.activeElement,
        prompt: prompt(view, legal),
    };
    host.remove();
    return JSON.stringify(found);
}"""


def test_what_can_be_picked_is_marked_and_in_view_and_stacks_are_counted(page: Page) -> None:
    def most_stacked(change: Change) -> int:
        view = change["before"]
        if change["choice"].split()[0] != "turn" or view["thrust"][change["seat"]] == 0:
            return 0
        return max(stacks(view).values())

    def stacks(view: dict[str, Any]) -> Counter[tuple[int, ...]]:
        tokens = [token for token in range(view["tokens"]) if view["kind"][token]]
        return Counter((view["q"][n], view["r"][n], view["kind"][n], view["owner"][n]) for n in tokens)

    change = max(changes(), key=most_stacked)
    assert most_stacked(change) > 1
    view, seat = change["before"], change["seat"]
    found = json.loads(page.evaluate(MARKED, json.dumps({"view": view, "legal": change["legal"]})))
    assert sorted(found["badges"]) == sorted(
        f"\N{MULTIPLICATION SIGN}{number}" for number in stacks(view).values() if number > 1
    )
    assert found["seen"]
    assert found["stops"] == 1
    assert found["moved"]
    assert found["prompt"] == "Set your dials for this round"
    assert all(
        re.match(r"Rotate \S{1,2} and burn \d: fly (to -?\d+,-?\d+|off the map)", label) for label in found["labels"]
    )
    assert len(found["labels"]) <= len(change["legal"]) * (view["thrust"][seat] + 1)


def test_controls_choose_what_is_legal_and_nothing_else(page: Page) -> None:
    """However dials are turned, what is confirmed is legal; small sets of choices can all be reached; then all is shut."""
    some: dict[tuple[int, str], Change] = {}  # of each phase and kind of choice, the one with most to choose from
    for change in changes():
        key = change["before"]["phase"], change["legal"][0].split()[0]
        if key not in some or len(change["legal"]) > len(some[key]["legal"]):
            some[key] = change
    assert {phase for phase, _ in some} == set(range(st.STATION, st.MEETING + 1))
    sent = json.loads(page.evaluate(TURN, json.dumps(list(some.values()))))
    for (key, change), (chosen, left) in zip(some.items(), sent, strict=True):
        assert chosen, key
        assert set(chosen) <= set(change["legal"]), key
        if len(change["legal"]) <= 8:
            assert set(chosen) == set(change["legal"]), key
        else:
            assert len(chosen) > 5, key
        assert left == 0, key


# What the ships' panels say under their gauges, on a board without a seat.
FINE_PRINT = """async (view) => {
    const { default: board } = await import("/games/dark-frontier/board.js");
    const host = document.body.appendChild(document.createElement("div"));
    const { show } = board({ host, game: {}, seat: null, choose: () => {} });
    show(JSON.parse(view), { legal: [], before: null, log: [], animate: false, live: false });
    const said = [...host.querySelectorAll(".df-sheet")].map(
        (sheet) => [...sheet.querySelectorAll(".df-fine")].map((line) => line.innerText));
    host.remove();
    return said;
}"""


def test_a_ships_panel_has_the_numbers_of_its_sheet(page: Page) -> None:
    """DF-Q2, DF-R13: shots and missiles a round, launch velocities, and what missiles can do in flight."""
    kestrel, bastion = page.evaluate(FINE_PRINT, json.dumps(feint.load("dark-frontier").start(seed=1).view(None)))
    assert bastion == [
        "3 shots a round, velocity 3",
        "2 a round, 1 of them fired, launch velocity 1",
        "in flight: acceleration 2, rotation 1",
    ]
    assert kestrel == [
        "2 shots a round, velocity 3",
        "2 a round, 2 of them fired, launch velocity 2",
        "in flight: acceleration 2, rotation 1",
    ]
    unarmed = duel(attacker={"flak_shots": 0, "missile_shots": 0}).start(seed=1).view(None)
    assert page.evaluate(FINE_PRINT, json.dumps(unarmed))[0] == []


def test_courses_are_what_comes_to_be() -> None:
    """What the board shows while a control is turned is what the choice leads to."""
    moving = [st.STATION, st.ENTRY, st.OPENING, st.GIMBAL, st.STEER, st.PUSH, st.TOWARDS]
    made = [change for change in changes() if change["before"]["phase"] in moving]
    assert {change["before"]["phase"] for change in made} == set(moving)
    body = "return given.map(({before, seat, choice}) => m.course(before, seat, m.read(choice)))"
    for change, course in zip(made, run(body, made), strict=True):
        after = change["after"]
        token = after["tokens"] - 1 if course["token"] == -1 else course["token"]
        assert course["from"] == [after["q"][token], after["r"][token]]
        assert course["v"] == [after["vq"][token], after["vr"][token]], change["choice"]
        assert (course["facing"], course["kind"]) == (after["facing"][token], after["kind"][token])
        assert course["owner"] == after["owner"][token] == change["seat"]


def test_both_dials_lead_where_the_board_says() -> None:
    revealed = []
    for change in changes():
        before, after = change["before"], change["after"]
        if before["phase"] == st.COMMAND and after["phase"] != st.COMMAND:
            waits = after["phase"] == st.GIMBAL and after["acting"] == 0  # for the defender; the attacker burns later
            for ship in range(1 if waits else 2):
                gimbals = after["ships"][after["kind_of_ship"][ship]]["gimbal"]
                may = after["turned"][ship] == 0 or after["rulings"]["gimbal"] == "turning"
                if not (gimbals and may and after["burned"][ship]):
                    revealed.append({"before": before, "after": after, "ship": ship})
    assert len(revealed) > 40
    body = """return given.map(({before, after, ship}) =>
        m.burnCourse(before, ship, after.turned[ship], after.burned[ship]))"""
    for change, course in zip(revealed, run(body, revealed), strict=True):
        after, ship = change["after"], change["ship"]
        assert course["v"] == [after["vq"][ship], after["vr"][ship]]
        assert course["facing"] == after["facing"][ship]


def test_an_advance_is_flown_as_it_was() -> None:
    """From the view before and the log alone the board comes to the view after: every token's place, kind and end."""
    body = """return given.map(({before, after, log}) => m.advance(before, after, log))"""
    seen: Counter[str] = Counter()
    for change, flown in zip(changes(), run(body, changes()), strict=True):
        before, after = change["before"], change["after"]
        round_over = after["round"] > before["round"] or after["decided_by"] == st.BY_LIMIT
        if flown is None:
            assert not round_over
            continue
        assert flown["first"] == (before["slice"] if before["phase"] > st.TOWARDS else 0)
        there = [mover for mover in flown["movers"] if mover["goneAt"] is None]
        expected = [
            [after["kind"][token], after["owner"][token], after["q"][token], after["r"][token], after["spread"][token]]
            for token in range(after["tokens"])
            if after["kind"][token] != st.GONE
        ]
        ended = []
        for mover in there:
            disperses = round_over and mover["kind"] == st.FLAK
            if before["rulings"]["dispersal"] == "moving" and mover["v"] == [0, 0]:
                disperses = False
            if not (disperses and mover["spread"] == 1):
                ended.append([mover["kind"], mover["owner"], *mover["at"], mover["spread"] - disperses])
        assert ended == expected, change["log"]
        if not round_over:
            assert flown["last"] == after["slice"]
        seen.update(flash["kind"] for flash in flown["flashes"])
        seen["at point-blank"] += any(flash["slice"] == 0 for flash in flown["flashes"])
        seen["waits"] += not round_over and not after["over"]
    assert all(
        seen[kind] for kind in ("leave", "dodge", "stop", "hit", "blast", "burst", "meet", "waits", "at point-blank")
    ), seen


def test_what_is_on_its_way_is_shown_to_its_end() -> None:
    """In the middle of an Advance the board shows the rest of the way, not the whole way again."""
    asked = [change["after"] for change in changes() if st.DETONATE <= change["after"]["phase"] <= st.MEETING]
    assert asked
    body = "return given.map((view) => m.tokensOf(view).map((token) => [token, m.leads(view, token)]))"
    for view, rests in zip(asked, run(body, asked), strict=True):
        for token, (q, r) in rests:
            assert view["q"][token] + q == view["from_q"][token] + view["vq"][token]
            assert view["r"][token] + r == view["from_r"][token] + view["vr"][token]
    assert any(view["slice"] < view["slices"] for view in asked)


def test_the_position_in_words_names_everything_that_flies() -> None:
    views = [change["after"] for change in changes()][::7]
    for view, words in zip(views, run("return given.map((view) => m.inWords(view))", views), strict=True):
        there = [token for token in range(2, view["tokens"]) if view["kind"][token] != st.GONE]
        for token in there:
            assert f"at {view['q'][token]},{view['r'][token]}, " in words
        assert words.count("'s flak at") + words.count("'s missile ") == len(there) or view["phase"] in (9, 10)
        for seat, name in enumerate(SEATS):
            ship = view["ships"][view["kind_of_ship"][seat]]["name"]
            assert re.search(f"The {name}'s {ship} (is|has) ", words)
        assert not re.search("null|undefined|NaN", words)
