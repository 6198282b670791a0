"""What the boards of Minefield Navigator and Tower Siege work out by themselves, run in node: odds, words, places."""

import json
import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import feint
from kit.node import run_script

GAMES = Path(feint.__file__).parent / "games"


def run(game: str, file: str, body: str, given: Any) -> Any:
    """Run a few lines of JavaScript with what a file of a game's board exports."""
    return run_script(f"const modules = {file};\n{body}", given, GAMES / game / f"{file}.js")


# Minefield Navigator.


def minefield_games(count: int) -> Iterator[tuple[dict[str, Any], list[tuple[str, str]], str]]:
    """Rulings, choices and the outcome that laid the mines, of games played at random to their ends."""
    random_ = random.Random(5)
    for _ in range(count):
        steps = random_.randint(2, 7)
        rulings = {
            "steps": steps,
            "mines": random_.randint(0, steps),
            "detectors": random_.randint(0, 3),
            "occupancy": random_.choice(["exclusive", "shared", "blocked"]),
        }
        laid = sorted(random_.sample(range(1, steps + 1), rulings["mines"]))
        outcome = f"mines {','.join(map(str, laid)) or 'none'}"
        match = feint.load("minefield-navigator", **rulings).start(chance=[outcome])
        made = []
        while not match.over:
            (seat,) = match.pending
            made.append((seat, random_.choice(match.legal(seat))))
            match.play(*made[-1])
        yield rulings, made, outcome


def views_of(rulings: dict[str, Any], made: list[tuple[str, str]], outcome: str) -> list[dict[str, Any]]:
    """What a spectator sees, choice by choice, as far as these choices can be made with the mines laid like that."""
    match = feint.load("minefield-navigator", **rulings).start(chance=[outcome])
    views = [match.view(None)]
    for seat, choice in made:
        if seat not in match.pending or choice not in match.legal(seat):
            break
        match.play(seat, choice)
        views.append(match.view(None))
    return views


def test_the_odds_of_the_minefield_are_those_of_counting_all_ways_to_lay_the_mines() -> None:
    """MN-R2: each way is as likely as any other; those count in which all that was seen would have been seen."""
    cases, counted = [], []
    for rulings, made, outcome in minefield_games(40):
        ways = {}
        for laid in combinations(range(1, rulings["steps"] + 1), rulings["mines"]):
            ways[laid] = views_of(rulings, made, f"mines {','.join(map(str, laid)) or 'none'}")
        seen = views_of(rulings, made, outcome)
        for number, view in enumerate(seen[:-1]):  # at the last nothing is hidden
            possible = [laid for laid, views in ways.items() if views[: number + 1] == seen[: number + 1]]
            unknown = [step for step in range(1, rulings["steps"] + 1) if view["known"][step - 1] == 0]
            odds = {step: Fraction(sum(step in laid for laid in possible), len(possible)) for step in unknown}
            cases.append(view)
            counted.append(odds)
    assert len(cases) > 150
    body = "return given.map((view) => ({...modules.odds(view), grounds: view.known.slice(0, view.rulings.steps).map((_, n) => modules.ground(view, n + 1))}))"
    for view, odds, found in zip(cases, counted, run("minefield_navigator", "board_odds", body, cases), strict=True):
        unknown = [step for step, ground in enumerate(found["grounds"], 1) if ground == "unknown"]
        assert unknown == list(odds), view
        assert {Fraction(found["live"], found["unknown"]) for _ in unknown} == set(odds.values()), view
        assert not {"mine", "crater"} & set(found["grounds"]), "a mine that nobody may see is drawn"
    assert len({value for odds in counted for value in odds.values()}) > 8


def test_before_the_mines_are_laid_no_step_is_known() -> None:
    """Also where all is open, as in the analysis of a match: there it would look as if there were none."""
    match = feint.load("minefield-navigator").start(seed=1)
    match.resign("player1")
    body = "return given.map((view) => view.known.slice(0, 10).map((_, n) => modules.ground(view, n + 1)))"
    before, after = run("minefield_navigator", "board_odds", body, [match.open_view(0), match.open_view(1)])
    assert set(before) == {"unknown"}
    assert sorted(after) == ["mine"] * 3 + ["safe"] * 7


def test_odds_are_shown_as_percentages() -> None:
    given = [[3, 10], [2, 7], [1, 3], [0, 4], [5, 5], [1, 20], [5, 17]]
    body = "return given.map(([live, unknown]) => modules.percent({live, unknown}))"
    shown = run("minefield_navigator", "board_odds", body, given)
    assert shown == ["30%", "28.6%", "33.3%", "0%", "100%", "5%", "29.4%"]


def test_a_click_on_the_next_step_goes_where_a_move_leads() -> None:
    cases, landed = [], []
    for rulings, made, outcome in minefield_games(40):
        views = views_of(rulings, made, outcome)
        for (_, choice), before, after in zip(made, views, views[1:], strict=False):
            if choice == "move":
                cases.append(before)
                landed.append(after["position"][before["turn"]])
    body = "return given.map((view) => modules.landing(view, view.turn))"
    assert run("minefield_navigator", "board_odds", body, cases) == landed
    assert any(
        step > view["position"][view["turn"]] + 1 for view, step in zip(cases, landed, strict=True)
    )  # over the opponent


def test_after_the_end_every_mine_is_shown() -> None:
    games = list(minefield_games(40))
    ends = [views_of(*game)[-1] for game in games]
    body = (
        "return given.map((view) => view.known.slice(0, view.rulings.steps).map((_, n) => modules.ground(view, n + 1)))"
    )
    blown = 0
    for (_, made, outcome), view, grounds in zip(
        games, ends, run("minefield_navigator", "board_odds", body, ends), strict=True
    ):
        laid = outcome.removeprefix("mines ").replace("none", "")
        shown = [str(step) for step, ground in enumerate(grounds, 1) if ground != "safe"]
        assert ",".join(shown) == laid
        craters = [step for step, ground in enumerate(grounds, 1) if ground == "crater"]
        loser = 1 - view["winner"]
        hit = made[-1] == (f"player{loser + 1}", "move")
        assert craters == ([view["position"][loser]] if hit else [])
        blown += hit
    assert 0 < blown < len(games)


def test_the_minefield_in_words() -> None:
    match = feint.load("minefield-navigator").start(chance=["mines 3,6,9"])
    for seat, choice in [("player1", "move"), ("player2", "scan 3"), ("player1", "move")]:
        match.play(seat, choice)
    body = "return modules.words(given)"
    said = run("minefield_navigator", "board_odds", body, match.view("player2"))
    assert said == (
        "Player 1 is on step 2 of 10, with 2 detectors left. Player 2 is at the start, with 1 detector left. "
        "Safe: steps 1, 2. Defused mines: step 3. "
        "Unknown: steps 4, 5, 6, 7, 8, 9, 10, each mined with a chance of 2 in 7 (28.6%). It is Player 2's turn."
    )


SPACES = [
    (907, 674),
    (1440, 950),
    (366, 567),
    (571, 306),
    (366, 250),
    (320, 400),
]  # desktops and phones, also with the result


def test_every_step_of_any_minefield_has_its_place_and_can_be_touched() -> None:
    body = "return given.map(([width, height, steps]) => modules.layOut(width, height, steps))"
    given = [[*space, steps] for space in SPACES for steps in range(2, 21)]
    for (width, height, steps), plan in zip(given, run("minefield_navigator", "board_path", body, given), strict=True):
        wide, high, size = plan["wide"], plan["high"], plan["size"]
        assert len(plan["at"]) == steps + 1
        assert wide >= 40
        assert high >= 24 or height < 300
        boxes = [(at["x"] - wide / 2, at["y"] - high / 2) for at in plan["at"]]
        assert all(0 <= x <= width - wide for x, _ in boxes)
        assert all(at["y"] + 8 * size >= 54 * size for at in plan["at"]), "a player fits in above"
        assert all(y + high + 20 * size <= height for _, y in boxes), "a button fits in below"
        for (x, y), (other_x, other_y) in combinations(boxes, 2):
            assert abs(x - other_x) >= wide or abs(y - other_y) >= high + 60 * size
        columns = {round(x) for x, _ in boxes}
        assert max(columns) - min(columns) + wide > width / 2 or len(columns) == 1 or size == 3, (
            "half of it isn't empty"
        )


def test_a_path_keeps_its_columns_when_a_sentence_above_it_wraps() -> None:
    """And when a list or the result takes half of its height; but not where its steps would be too small to read."""
    body = """return given.map(([[width, height, steps], heights]) => {
        let columns = 0;
        return [height, ...heights].map((one) => ({ columns } = modules.layOut(width, one, steps, columns)).columns);
    })"""
    given = [[[w, h, n], [h - 24, h - 48, h, h * 0.55, h]] for w, h in SPACES for n in range(2, 21)]
    for case, columns in zip(given, run("minefield_navigator", "board_path", body, given), strict=True):
        assert len(set(columns[:4])) == 1, case
    phone, small = [366, 567, 10], [366, 120, 10]
    assert run("minefield_navigator", "board_path", body, [[phone, [300, 567]], [phone, [120]]]) == [[3, 3, 3], [3, 6]]
    assert run("minefield_navigator", "board_path", body, [[small, []]]) == [[6]]


def test_what_a_choice_does_is_told_with_its_risk() -> None:
    match = feint.load("minefield-navigator").start(chance=["mines 3,6,9"])
    match.play("player1", "move")
    body = "return given.legal.map((choice) => modules.choiceInWords(given.view, 1, choice))"
    told = run(
        "minefield_navigator",
        "board_odds",
        body,
        {"view": match.view("player2"), "legal": ["move", "scan 1", "scan 3"]},
    )
    assert told == [
        "Jump over Player 1 to step 2: 33.3% chance of a mine",
        "Scan step 1: no use, it is known to be safe",
        "Scan step 3: 33.3% chance of a mine",
    ]
    body = "return given.map(([view, legal]) => modules.prompt(view, 1, legal))"
    asked = run("minefield_navigator", "board_odds", body, [
        [match.view("player2"), ["move", "scan 1"]], [match.view("player2"), ["move"]],
        [match.view("player2"), ["scan 3"]], [match.view("player2"), ["pass"]],
    ])  # fmt: skip
    assert asked == [
        "Scan a step, or move to 2",
        "No detectors left: move to 2",
        "The way is blocked: scan a step",
        "The way is blocked: you can only pass",
    ]


# Tower Siege.


def siege(choices: list[tuple[str, str]], **rulings: Any) -> Any:
    match = feint.load("tower-siege", **rulings).start(seed=1)
    for seat, choice in choices:
        match.play(seat, choice)
    return match


def test_the_siege_in_words_says_no_more_than_the_view() -> None:
    words = lambda view: run("tower_siege", "board_words", "return modules.words(given)", view)  # noqa: E731
    battle = siege([("P1", "3"), ("P2", "3"), ("P1", "card 4")])
    both = "P1 is on position 3 of 10 and holds 1, 2, 3, 4, 5. P2 is on position 3 of 10 and holds 1, 2, 3, 4, 5."
    assert words(battle.view("P1")) == (
        f"{both} Battle at position 3. P1 has played card 4 face down. P2 hasn't played a card yet."
    )
    for seat in ("P2", None):
        assert words(battle.view(seat)) == (
            f"{both} Battle at position 3. P1 has played a card face down. P2 hasn't played a card yet."
        )
    battle.play("P2", "card 2")
    assert words(battle.view("P2")) == (
        "P1 is on position 3 of 10 and holds 1, 2, 3, 5. P2 is at base and holds 1, 3, 4, 5. "
        "Last battle: P1 4, P2 2. It is P1's turn."
    )
    empty = siege(
        [("P1", "1"), ("P2", "1"), ("P1", "card 1"), ("P2", "card 1"), ("P1", "1"), ("P2", "1"), ("P1", "no card")],
        cards=1,
    )
    for seat in ("P1", "P2", None):  # that a hand is empty is open to all
        assert "P1 fights without a card. P2 hasn't played a card yet." in words(empty.view(seat))
    won = siege([("P1", "1"), ("P2", "1"), ("P1", "2")], length=3, stride=2, track="facing")
    assert words(won.view(None)).startswith("P1 has reached the tower and holds")
    assert words(won.view(None)).endswith("P1 has won.")
    assert words(siege([("P1", "rest")], turn_limit=1).view(None)).endswith("The match is over.")


def test_the_board_names_the_hand_as_the_rules_do() -> None:
    from feint.games.tower_siege.words import hand

    views = [siege([("P1", "rest")], cards=cards).view(None) for cards in range(1, 10)]
    for bits in range(0, 512, 7):
        views.append({**views[-1], "hand": [bits, 511 - bits], "rulings": {**views[8]["rulings"]}})
    body = "return given.map((view) => [0, 1].map((seat) => modules.handOf(view, seat)))"
    assert run("tower_siege", "board_words", body, json.loads(json.dumps(views))) == [
        [hand(view, 0), hand(view, 1)] for view in views
    ]


def test_all_of_a_siege_has_its_place_on_any_screen() -> None:
    body = """return given.map(([width, height, length, cards, facing, me]) => {
        const plan = modules.layOut(width, height, {length, cards, facing, me});
        const places = [0, 1].map((seat) => Array.from({length: length + 1}, (_, place) => plan.at(seat, place)));
        const targets = Array.from({length}, (_, n) => modules.target(plan, me, 0, n + 1));
        const hands = plan.hands.map((zone) => Array.from({length: cards}, (_, n) => ({...modules.placeOf(zone, n + 1), wide: zone.card})));
        const slots = [0, 1].map((seat) => ({...modules.slot(plan, seat, me), wide: plan.duel.card}));
        return {...plan, at: null, places, targets, hands, slots};
    })"""
    given = [
        [*space, length, cards, facing, me]
        for space in SPACES
        for length in (3, 10, 17, 30)
        for cards in (1, 5, 7, 9)
        for facing, me in ((False, 0), (True, 1))
    ]
    for case, plan in zip(given, run("tower_siege", "board_road", body, given), strict=True):
        width, height, length, _, facing, me = case
        land = plan["land"]
        assert land["width"] * land["height"] > width * height * 0.4, "the road is the stage"
        for places in plan["places"]:
            assert all(20 < at["x"] < land["width"] - 20 and 20 < at["y"] < land["height"] - 10 for at in places), case
        mine, theirs = plan["places"][me], plan["places"][1 - me]
        assert (mine[0] == theirs[length]) == facing, "one road from both ends, or two side by side"
        cards = [card for hand in plan["hands"] for card in hand] + plan["slots"]
        for card in cards:
            high = card["wide"] * 1.4
            assert 0 <= card["x"] <= width - card["wide"] + 0.01
            assert 0 <= card["y"] <= height - high + 0.01
            assert card["x"] >= land["width"] or card["y"] >= land["height"], "no card lies on the road"
        for one, other in combinations(cards, 2):
            apart = max(abs(one["x"] - other["x"]) / (one if one["x"] < other["x"] else other)["wide"], 0)
            above = one if one["y"] < other["y"] else other
            assert apart >= 1 or abs(one["y"] - other["y"]) >= above["wide"] * 1.4, "no card lies on another"
        if height >= 300:
            assert plan["hands"][me][0]["wide"] >= 24, "a card can be touched"
        for one, other in combinations(plan["targets"], 2):
            assert max(abs(one["x"] - other["x"]), abs(one["y"] - other["y"])) >= 24, "a place can be touched"


def test_a_choice_in_a_siege_says_where_it_leads_and_to_which_battle() -> None:
    body = "return given.map(([view, seat, choice]) => modules.choiceInWords(view, seat, choice))"
    given, fought = [], []
    luck = random.Random(3)
    for number in range(30):
        match = feint.load("tower-siege", track="facing" if number % 2 else "parallel").start(seed=number)
        while not match.over:
            seat = match.pending[0]
            choice = luck.choice(match.legal(seat))
            before = match.view(seat)
            match.play(seat, choice)
            if choice.isdecimal():
                given.append([before, match.game.seats.index(seat), choice])
                fought.append(bool(match.view(seat)["met_at"]) or match.over)
    told = run("tower_siege", "board_words", body, given)
    for (view, seat, choice), text, fight in zip(given, told, fought, strict=True):
        goal = view["position"][seat] + int(choice)
        end = ", the tower, and win" if goal == 10 else f" and fight P{2 - seat}" if fight else ""
        assert text == f"Move to {goal}{end}"
    assert any("fight" in text for text in told)
    asked = [[siege([]).view("P1"), ["1", "2", "3", "rest"]], [siege([]).view("P1"), ["1"]]]
    asked += [[siege([("P1", "3"), ("P2", "3")]).view("P1"), ["card 1", "card 2"]]]
    body = "return given.map(([view, legal]) => modules.prompt(view, 0, legal))"
    assert run("tower_siege", "board_words", body, asked) == [
        "Move 1 to 3 steps, or rest",
        "Move 1 step",
        "Pick a card for the battle at 3",
    ]
