"""Trees for Gambit: what pygambit reads is the game, with the value that `feint solve` finds."""

import doctest
import io
import json
import os
import re
import shlex
import signal
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

import pygambit
import pytest

import feint
from feint.bridges import gambit
from feint.solve import solve
from feint.solve.recall import keys_after
from feint.solve.tree import tree_of
from gamekit import URN, all_matches
from talk import FEINT, run

TESTS = Path(__file__).parent
KUHN, LEDUC, GOOFSPIEL, PENNIES = (
    TESTS / "games" / name for name in ("kuhn_poker", "leduc_poker", "goofspiel", "pennies")
)
DOCS = (TESTS.parent / "docs" / "gambit.md").read_text()


def written(game: feint.Game) -> tuple[str, gambit.Written]:
    file = io.StringIO()
    facts = gambit.write(game, file)
    return file.getvalue(), facts


def read(game: feint.Game) -> tuple[Any, gambit.Written]:
    text, facts = written(game)
    return pygambit.read_efg(io.BytesIO(text.encode())), facts


def value(game: Any) -> Fraction:
    """What an equilibrium gives the first player, by linear programming in whole numbers.

    The linear program of pygambit 16.7 forgets a choice of which only the worst can come: its probabilities are all 0 then,
    which is no strategy. Its other method is right there, but slower.
    """
    [equilibrium] = pygambit.nash.lp_solve(game, rational=True).equilibria
    if any(sum(equilibrium[action] for action in infoset.actions) != 1 for infoset in game.infosets):
        [equilibrium] = pygambit.nash.lcp_solve(game, rational=True).equilibria
    [first, _] = game.players
    return Fraction(equilibrium.payoff(first))


SMALL = [
    ("tower-siege", {"length": 3, "cards": 3, "stride": 2, "turn_limit": 3}),
    ("tower-siege", {"length": 3, "cards": 1, "stride": 2, "turn_limit": 3, "track": "facing"}),
    ("tower-siege", {"length": 3, "cards": 1, "stride": 2, "turn_limit": 3, "empty_hand": "retreat"}),
    ("terminal-maneuver", {"fuel": 1, "rounds": 1}),
    ("terminal-maneuver", {"fuel": 2, "rounds": 1, "black_squares": "allowed"}),
    ("minefield-navigator", {"steps": 3, "mines": 2, "detectors": 1}),
    ("minefield-navigator", {"steps": 3, "mines": 2, "detectors": 0, "first": "toss"}),
]


@pytest.mark.parametrize(("name", "rulings"), SMALL)
def test_the_value_is_the_same_to_the_last_digit(name: str, rulings: dict[str, Any]) -> None:
    game = feint.load(name, **rulings)
    there, _ = read(game)
    exact = solve(game).exact
    assert exact is not None
    assert value(there) == 2 * exact - 1


def test_poker_is_worth_what_it_is_known_to_be() -> None:
    """Kuhn's game is worth -1/18 of a unit; two units are the whole point here."""
    assert value(read(feint.load(KUHN))[0]) == Fraction(-1, 18) / 2


def counted(game: feint.Game) -> tuple[int, dict[str, int]]:
    """Nodes and information sets in other ways: by the tree that solvers use, or match by match for a smaller one."""
    if game.folder in (KUHN, LEDUC):
        tree = tree_of(game)
        return tree.histories, dict(zip(game.seats, (tree.split, tree.infosets - tree.split), strict=True))
    nodes, keys = 0, set()
    for match in all_matches(game.start(chance=[])):
        nodes += 1
        after = keys_after(game, [(step.seat, step.number) for step in match.steps])
        keys |= {(seat, after[game.seat_number(seat)]) for seat in match.pending[:1] if seat != "chance"}
    return nodes, {seat: sum(owner == seat for owner, _ in keys) for seat in game.seats}


@pytest.mark.parametrize(
    ("name", "rulings"), [*SMALL, (KUHN, {}), (LEDUC, {}), (URN, {}), (GOOFSPIEL, {"cards": 3})], ids=str
)
def test_it_is_the_same_tree(name: str | Path, rulings: dict[str, Any]) -> None:
    """As many nodes and information sets as we count otherwise, as many as it says, and nobody forgets anything."""
    game = feint.load(name, **rulings)
    there, facts = read(game)
    nodes, infosets = counted(game)
    assert there.is_perfect_recall
    assert there.is_const_sum
    assert there.title == game.title
    assert [player.label for player in there.players] == list(game.seats)
    assert len(there.nodes) == facts.nodes
    if game.asked == game.seats:  # otherwise there are other nodes where two choose at once
        assert facts.nodes == nodes
    sets = {player.label: len(player.infosets) for player in there.players}
    assert sets == facts.infosets == infosets
    assert len(there.players.chance.infosets) == facts.chance
    assert sum(node.is_terminal for node in there.nodes) == facts.ends
    assert len(there.outcomes) == facts.outcomes
    labels = [(infoset.player.label, infoset.label) for infoset in there.infosets]
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize(("name", "rulings"), [SMALL[5], (KUHN, {}), (URN, {})], ids=str)
def test_each_match_is_a_way_through_it(name: str | Path, rulings: dict[str, Any]) -> None:
    """Follow every match from the root by the words of its record: whose turn it is, what can be chosen, what it gives."""
    game = feint.load(name, **rulings)
    there, facts = read(game)
    ends = 0
    for match in all_matches(game.start(chance=[])):
        node = there.root
        for step in match.steps:
            mover = "chance" if node.player.is_chance else node.player.label
            assert mover == match.who(step)
            node = node.children[step.text]
        if match.over:
            ends += 1
            assert node.is_terminal
            payoffs = [Fraction(node.outcome[player]) for player in there.players]
            assert payoffs == [2 * share - 1 for share in match.exact_scores.values()]
        else:
            assert [action.label for action in node.infoset.actions] == match.legal(match.pending[0])
    assert ends == facts.ends


def test_chances_are_exact() -> None:
    """Three red, two blue and one green ball, drawn without putting them back."""
    there, _ = read(feint.load(URN))
    chances = [
        {action.label: Fraction(action.prob) for action in infoset.actions} for infoset in there.players.chance.infosets
    ]
    red, blue, green = "draw red", "draw blue", "draw green"
    assert chances == [
        {red: Fraction(1, 2), blue: Fraction(1, 3), green: Fraction(1, 6)},
        {red: Fraction(2, 5), blue: Fraction(2, 5), green: Fraction(1, 5)},
        {red: Fraction(3, 5), blue: Fraction(1, 5), green: Fraction(1, 5)},
        {red: Fraction(3, 5), blue: Fraction(2, 5)},
    ], "no more green ones"


def test_who_chooses_at_the_same_time_has_not_seen_it() -> None:
    """The one asked first stands first; the other has one set for all that the first may have chosen."""
    there, _ = read(feint.load("terminal-maneuver", fuel=1, rounds=1))
    assert there.root.player.label == "laser"
    [missile] = {child.infoset.label for child in there.root.children}
    assert missile == "laid=2"


def test_three_seats(tmp_path: Path) -> None:
    """Any number of seats; what they get adds up to 0."""
    folder = tmp_path / "trio"
    folder.mkdir()
    for name in ("game.toml", "rules.py", "words.py"):
        text = (URN / name).read_text()
        for old, new in (
            ('["left", "right"]', '["left", "right", "judge"]'),
            ('private("ball", i1, 2)', 'private("ball", i1, 3)'),
            ("    out[1] = 1 if s.ball[1]", "    out[2] = 2\n    out[1] = 1 if s.ball[1]"),
        ):
            text = text.replace(old, new)
        (folder / name).write_text(text)
    there, _ = read(feint.load(folder))
    assert [player.label for player in there.players] == ["left", "right", "judge"]
    payoffs = {tuple(Fraction(outcome[player]) for player in there.players) for outcome in there.outcomes}
    assert payoffs == {
        (Fraction(0), Fraction(-1, 2), Fraction(1, 2)),
        (Fraction(-1, 2), Fraction(0), Fraction(1, 2)),
        (Fraction(-1, 8), Fraction(-1, 8), Fraction(1, 4)),
    }


def test_odd_names(tmp_path: Path) -> None:
    """Quotes, backslashes and letters that Gambit doesn't know."""
    folder = tmp_path / "odd"
    folder.mkdir()
    for name in ("game.toml", "rules.py", "words.py"):
        text = (KUHN / name).read_text().replace('title = "Kuhn Poker"', "title = 'Kühn \"Poker\" \\'")
        (folder / name).write_text(text.replace('("pass", "bet")', "('\"pass\\\\', '\"b\\\\\"ét\"')"))
    there, _ = read(feint.load(folder))
    assert there.title == 'K\\xfchn "Poker" \\x5c'
    [actions, *_] = [[action.label for action in infoset.actions] for infoset in there.infosets]
    assert actions == ['"pass\\x5c', '"b\\x5c"\\xe9t"']
    assert value(there) == Fraction(-1, 36)


def test_too_large() -> None:
    file = io.StringIO()
    with pytest.raises(feint.FeintError) as error:
        gambit.write(feint.load("terminal-maneuver", rounds=2, fuel=3), file, most=945)
    assert str(error.value) == (
        "terminal-maneuver has more than 945 nodes; an export can have up to 945, so turn its dials: fuel=3, rounds=2"
    )
    with pytest.raises(feint.FeintError, match=r"^tower-siege has about 10\^13 nodes; an export can have up to"):
        gambit.write(feint.load("tower-siege"), file)
    with pytest.raises(feint.FeintError, match=r"kuhn-poker has more than 50 nodes; an export can have up to 50$"):
        gambit.write(feint.load(KUHN), file, most=50)


def test_too_deep(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gambit, "DEEPEST", 3)
    with pytest.raises(feint.FeintError, match="a match of kuhn-poker can have more than 3 steps"):
        gambit.write(feint.load(KUHN), io.StringIO())


def test_a_game_that_can_be_wrong() -> None:
    with pytest.raises(feint.FeintError, match="waits for an outcome where none can come"):
        gambit.write(feint.load(PENNIES, fault="nowhere"), io.StringIO(), most=10**9)


def test_other_choices_where_a_seat_has_seen_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "leaky"
    folder.mkdir()
    for name in ("game.toml", "rules.py", "words.py"):
        text = (KUHN / name).read_text()
        (folder / name).write_text(text.replace("    return 2\n", "    return 1 + (s.card[1 - seat] == 3)\n"))
    with pytest.raises(feint.FeintError, match="gives first other choices where it has seen the same"):
        gambit.write(feint.load(folder), io.StringIO())


def test_nothing_half_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tree too large, an interruption, a disk that is full: no file is left, and one that was there stays as it was."""
    game, path = feint.load(KUHN), tmp_path / "kuhn.efg"
    path.write_text("before")
    with pytest.raises(feint.FeintError):
        gambit.save(game, path, most=20)

    def interrupt(what: str, share: float | None) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(gambit, "OFTEN", 20)
    with pytest.raises(KeyboardInterrupt):
        gambit.save(game, path, progress=interrupt)
    assert [file.name for file in tmp_path.iterdir()] == ["kuhn.efg"]
    assert path.read_text() == "before"
    assert gambit.save(game, path).nodes == 58
    assert path.read_text() == written(game)[0]
    with pytest.raises(feint.FeintError, match="can't be written: no such file or directory"):
        gambit.save(game, tmp_path / "nowhere" / "kuhn.efg")


def test_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, float | None]] = []
    monkeypatch.setattr(gambit, "OFTEN", 10)
    gambit.write(feint.load(KUHN), io.StringIO(), progress=lambda what, share: told.append((what, share)))
    assert [what for what, _ in told] == [f"{count} nodes" for count in (10, 20, 30, 40, 50)]
    shares = [share for _, share in told if share is not None]
    assert shares == sorted(shares)
    assert 0 < shares[0] < shares[-1] < 1


# The command.


def test_the_command(tmp_path: Path) -> None:
    done = run("export", str(KUHN), "--efg", "kuhn.efg", "--json", cwd=tmp_path)
    facts = json.loads(done.stdout)
    assert facts == {
        "game": "kuhn-poker",
        "rulings": {},
        "file": "kuhn.efg",
        "nodes": 58,
        "chance": 4,
        "ends": 30,
        "infosets": {"first": 6, "second": 6},
        "outcomes": 4,
    }
    printed = run("export", str(KUHN), "--efg", "-", cwd=tmp_path).stdout
    assert printed == (tmp_path / "kuhn.efg").read_text()
    assert len(pygambit.read_efg(tmp_path / "kuhn.efg").nodes) == 58
    assert [file.name for file in tmp_path.iterdir()] == ["kuhn.efg"]


def test_refusals(tmp_path: Path) -> None:
    for arguments, says in (
        ((str(KUHN), "--efg", "-", "--json"), "--json and --efg - both want the output"),
        ((str(KUHN), "--efg", "."), "it is a folder, or in none that exists"),
        (("space-goats", "--efg", "goats.efg"), "so turn its dials: players=2"),
        (("space-goats", "--efg", "-"), "so turn its dials: players=2"),
        ((str(KUHN),), "the following arguments are required: --efg"),
    ):
        done = run("export", *arguments, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert says in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_leaves_no_file(tmp_path: Path) -> None:
    """In the middle of a tree that would take long."""
    process = subprocess.Popen(
        [*FEINT, "export", "terminal-maneuver", "--efg", "tree.efg"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        while not any(file.stat().st_size for file in tmp_path.iterdir()):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, said) == (130, "feint: interrupted\n")
    assert list(tmp_path.iterdir()) == []


def test_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/gambit.md: what it shows is what happens."""
    [transcript] = re.findall(r"```console\n(.*?)```", DOCS, re.DOTALL)
    command, _, shown = transcript.partition("\n")
    assert run(*shlex.split(command)[2:], cwd=tmp_path).stdout == shown
    monkeypatch.chdir(tmp_path)
    [code] = re.findall(r"```python\n(.*?)```", DOCS, re.DOTALL)
    runner = doctest.DocTestRunner()
    runner.run(doctest.DocTestParser().get_doctest(code, {}, "gambit.md", "gambit.md", 0))
    assert (runner.failures, runner.tries) == (0, 8)


def test_open_spiel_reads_it(tmp_path: Path) -> None:
    """Another reader of the format: it needs every set and outcome in full, each time."""
    import pyspiel

    path = tmp_path / "kuhn.efg"
    gambit.save(feint.load(KUHN), path)
    there = pyspiel.load_game(f"efg_game(filename={path})")
    assert there.num_players() == 2
    assert there.max_utility() == 1.0
