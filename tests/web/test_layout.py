"""How the page looks at four sizes: in every phase of every game all can be read and clicked, and nothing is covered."""

import tomllib
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import expect

import feint
from feint.games.dark_frontier import state
from kit.dark_frontier import battle
from kit.page import People
from kit.stage import SIZES, Position, Stage, cut_off, positions

pytestmark = pytest.mark.xdist_group("boards")
Rulings = dict[str, int | str]
SETTINGS: list[tuple[str, Rulings]] = [(name, {}) for name in feint.game_names()]
SETTINGS += [
    ("space-goats", {"players": 4}),
    ("tower-siege", {"length": 30, "stride": 29, "cards": 9, "track": "facing"}),
    ("terminal-maneuver", {"fuel": 30, "rounds": 2, "black_squares": "allowed"}),
    ("minefield-navigator", {"steps": 20, "detectors": 10, "occupancy": "blocked"}),
]

MAPS = {"laptop": (600, 600), "desktop": (900, 900), "phone": (360, 240), "phone on its side": (280, 290)}


@cache
def looked_at(number: int) -> list[Position]:
    """The positions of a setting that are looked at."""
    name, rulings = SETTINGS[number]
    return list(positions(name, each_question=not rulings, **rulings))


@pytest.mark.parametrize(("name", "rulings"), SETTINGS, ids=lambda value: str(value))
def test_nothing_is_covered_or_cut_off(people: People, name: str, rulings: Rulings) -> None:
    stages: dict[tuple[str, str], Stage] = {}
    wrong = []
    for position in looked_at(SETTINGS.index((name, rulings))):
        table = position.seat, str(position.match.game.rulings)
        stage = stages.get(table) or Stage(people, name, position.seat)
        stages[table] = stage
        stage.show(position)
        wrong += [f"{position} on a {size}: {what}" for size in SIZES for what in stage.wrong(size)]
    assert stages
    assert not wrong, f"{len(wrong)} things are wrong\n" + "\n".join(wrong[:60])


PHASES = {
    "space-goats": set(feint.load("space-goats").screen.FACTS["phases"].values()),
    "dark-frontier": set(range(state.STATION, state.MEETING + 1)),
}
CHANCE = "(chance"  # a form that outcomes have, and no choice


@pytest.mark.parametrize("name", feint.game_names())
def test_every_question_of_every_game_is_looked_at(name: str) -> None:
    """Each phase in which someone chooses, and each word with which a choice begins; as one who chooses and one who waits."""
    seen = [position for number, (game, _) in enumerate(SETTINGS) if game == name for position in looked_at(number)]
    asked = [position for position in seen if position.words]
    toml = Path(feint.__file__).parent / "games" / name.replace("-", "_") / "game.toml"
    notation = tomllib.loads(toml.read_text())["notation"]
    forms = [form for form, meaning in notation.items() if CHANCE not in meaning]
    wanted = {"number" if form[0].isdigit() else form.split(" ", 1)[0] for form in forms}
    assert wanted <= {word for position in asked for word in position.words}
    phases = PHASES.get(name, {""})
    assert {position.phase for position in asked} == phases
    waited = {position.phase for position in seen if not position.words and not position.match.over}
    assert len(waited) >= len(phases) - 2
    assert {position.match.scores[position.seat] for position in seen if position.match.over} >= {0.0, 1.0}


COVERS = {
    "half a button": """() => {
        const box = document.querySelector('.history button').getBoundingClientRect();
        return [box.left, box.top, box.width, box.height / 3];
    }""",
    "what can be chosen": """() => {
        const box = document.querySelector('.board .pickable').getBoundingClientRect();
        return [box.left + box.width / 4, box.top + box.height / 4, box.width / 2, box.height / 2];
    }""",
    "a text of the board": """() => {
        const text = [...document.querySelectorAll('.board text')].find((one) => one.checkVisibility() && !one.closest('.pickable'));
        const { left, top, width, height } = text.getBoundingClientRect();
        return [left, top, width, height];
    }""",
}
PLANT = """([left, top, width, height]) => document.body.append(Object.assign(document.createElement('p'), {
    id: 'cover', style: `position: fixed; z-index: 9; margin: 0; background: red; left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px`,
}))"""


def test_what_is_covered_or_cut_off_would_be_noticed(people: People) -> None:
    position = next(positions("minefield-navigator"))
    stage = Stage(people, "minefield-navigator", position.seat)
    stage.show(position)
    page = stage.page
    for size in SIZES:
        assert not stage.wrong(size)
        for what, where in COVERS.items():
            page.evaluate(PLANT, page.evaluate(where))
            found = stage.wrong(size)
            assert any("lies over" in wrong for wrong in found), f"{what} on a {size}"
            page.evaluate("document.getElementById('cover').remove()")
        page.evaluate("document.querySelector('.turn').style = 'width: 80px; white-space: nowrap'")
        assert any("cut off" in wrong for wrong in stage.wrong(size)), size
        page.evaluate("document.querySelector('.turn').style = ''")


def test_how_an_advance_went_can_be_read(people: People) -> None:
    """While dials are set after it: what met, the rolls, what broke; nothing is pushed out or covered by that."""
    match = battle(tokens=("attacker flak 0,-1 velocity S 1 spread 4", "attacker missile 0,-2 facing S velocity S 2"))
    for seat in ("defender", "attacker"):
        match.play(seat, "done")
    for seat, choice in [
        ("chance", "2d6 3,2"),
        ("chance", "d6 1"),
        ("chance", "d6 3"),
        ("defender", "no counter"),
        ("chance", "d6 5"),
    ]:
        match.play(seat, choice)
    stage = Stage(people, "dark-frontier", "defender")
    stage.show(Position("after an Advance", match, "defender"))
    news = stage.page.locator(".df-news p")
    for size in SIZES:
        assert not stage.wrong(size), size
        lines = (
            [line for line in news.all_inner_texts() if line]
            if size != "phone on its side"
            else stage.page.locator(".log p").all_inner_texts()
        )
        assert any("needing 5 or more: not dodged" in line for line in lines), size
        box = stage.page.locator(".df-map").bounding_box()
        assert box is not None
        assert box["height"] > 150, size
        more = stage.page.locator(".df-chart .read-on")
        hidden = "list => list.scrollHeight - list.clientHeight > 3"
        expect(more).to_be_visible(visible=stage.page.locator(".df-news").evaluate(hidden))


def test_piles_are_counted_under_fire(people: People) -> None:
    """All four, where a fleet is marked as hit and as the target of the next rocket."""
    position = next(one for one in positions("space-goats") if one.words == {"no"})
    stage = Stage(people, "space-goats", position.seat)
    stage.show(position)
    own = stage.page.locator(".sg-own")
    expect(own.locator(".sg-struck + .sg-incoming")).to_be_attached()
    for size, (width, height) in SIZES.items():
        stage.page.set_viewport_size({"width": width, "height": height})
        expect(own.locator(".sg-chip:visible"), size).to_have_count(4, timeout=20_000)
        assert not stage.wrong(size), size


LONG = (
    "Best: fire Barrage Rocket at Player 2 (48.1% of the time), buy Reinforced Hull (31.9%), pass (12.5%) and 3 more. "
    "Win chance 46.6 to 58.4%. 12 other choices were not examined. The search had little time, so the numbers are rough."
)


@pytest.mark.parametrize("size", SIZES)
def test_what_is_said_moves_nothing(people: People, size: str) -> None:
    """Whatever the coach, a notice or the board says: the board and everything that can be clicked stay where they are,
    and all of it can be read, or there is a sign that more is to come."""
    position = next(positions("minefield-navigator"))
    width, height = SIZES[size]
    stage = Stage(people, "minefield-navigator", position.seat, viewport={"width": width, "height": height})
    stage.show(position)
    page = stage.page
    where = "all => all.map((one) => [one.textContent, ...Object.values(one.getBoundingClientRect().toJSON())])"
    clickable = page.locator(".board, .board .pickable, .helper button:not(.read-on), .choices .fold, .history button")
    before = clickable.evaluate_all(where)
    for part, words in ((".helper .words", LONG), (".turn .hint", LONG[:80]), (".turn .hint", "")):
        page.locator(part).evaluate("(part, words) => part.textContent = words", words)
        assert cut_off(page, ".turn", ".helper") == []
        assert clickable.evaluate_all(where) == before
    stage.refuse("nothing can be taken back: you haven't chosen yet, or something has come out since")
    expect(page.locator(".notice.bad:not(.unfair)")).to_contain_text("Nothing can be taken back")
    assert cut_off(page, ".turn") == []
    assert clickable.evaluate_all(where) == before


@pytest.mark.parametrize("size", SIZES)
def test_someone_who_has_left_moves_nothing(people: People, size: str) -> None:
    """Who is gone, the wait and the button to claim victory stand where there was room: the board keeps its size."""
    position = next(positions("tower-siege"))
    width, height = SIZES[size]
    stage = Stage(people, "tower-siege", position.seat, viewport={"width": width, "height": height})
    stage.gone["P2"] = None  # a person, not a bot
    stage.show(position)
    page = stage.page
    before = page.locator(".board").bounding_box()
    claim = page.get_by_role("button", name="Claim victory")
    for away in (5, 3600):
        stage.leave("P2", away)
        expect(page.locator(".turn .notice:visible")).to_contain_text("Player 2 has disconnected.")
        assert page.locator(".board").bounding_box() == before
        assert cut_off(page, ".turn") == []
    expect(claim).to_be_in_viewport(ratio=1)
    box = claim.bounding_box()
    assert box is not None
    assert box["height"] >= 24


def test_a_map_has_the_height_there_is(people: People) -> None:
    """Dark Frontier's map is the game: wide windows give it their height, an upright phone its width."""
    position = next(position for position in positions("dark-frontier") if "turn" in position.words)
    stage = Stage(people, "dark-frontier", position.seat)
    stage.show(position)
    for size, (least_width, least_height) in MAPS.items():
        width, height = SIZES[size]
        stage.page.set_viewport_size({"width": width, "height": height})
        box = stage.page.locator(".df-map").bounding_box()
        assert box is not None
        assert box["width"] >= least_width, size
        assert box["height"] >= least_height, size
