"""Trees for Gambit as Gambit itself reads them, with what it finds in them, to the last digit.

pygambit is compiled for minutes where there is no wheel of it, so it isn't there in every run; test_gambit.py shows the
same with another reader, as far as that goes.
"""

import doctest
import io
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import feint
from feint.bridges import gambit
from feint.solve import solve
from kit.efg import CHANCES_OF_THE_URN, FOLLOWED, KUHN, PAGE, SMALL, TREES, counted, odd, trio, written
from kit.games import URN, all_matches

pygambit = pytest.importorskip("pygambit", reason="pygambit isn't installed: make gambit installs it and runs this")


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


@pytest.mark.parametrize(("name", "rulings"), TREES, ids=str)
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


@pytest.mark.parametrize(("name", "rulings"), FOLLOWED, ids=str)
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
    assert chances == CHANCES_OF_THE_URN


def test_who_chooses_at_the_same_time_has_not_seen_it() -> None:
    """The one asked first stands first; the other has one set for all that the first may have chosen."""
    there, _ = read(feint.load("terminal-maneuver", fuel=1, rounds=1))
    assert there.root.player.label == "laser"
    [missile] = {child.infoset.label for child in there.root.children}
    assert missile == "laid=2"


def test_three_seats(tmp_path: Path) -> None:
    """Any number of seats; what they get adds up to 0."""
    there, _ = read(feint.load(trio(tmp_path)))
    assert [player.label for player in there.players] == ["left", "right", "judge"]
    payoffs = {tuple(Fraction(outcome[player]) for player in there.players) for outcome in there.outcomes}
    assert payoffs == {
        (Fraction(0), Fraction(-1, 2), Fraction(1, 2)),
        (Fraction(-1, 2), Fraction(0), Fraction(1, 2)),
        (Fraction(-1, 8), Fraction(-1, 8), Fraction(1, 4)),
    }


def test_odd_names(tmp_path: Path) -> None:
    """Quotes, backslashes and letters that Gambit doesn't know."""
    there, _ = read(feint.load(odd(tmp_path)))
    assert there.title == 'K\\xfchn "Poker" \\x5c'
    [actions, *_] = [[action.label for action in infoset.actions] for infoset in there.infosets]
    assert actions == ['"pass\\x5c', '"b\\x5c"\\xe9t"']
    assert value(there) == Fraction(-1, 36)


def test_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/researchers/gambit.md: what it shows is what happens, with the file that test_gambit.py has its command write."""
    gambit.save(feint.load("terminal-maneuver", rounds=2, fuel=3), tmp_path / "maneuver.efg")
    monkeypatch.chdir(tmp_path)
    [code] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    runner = doctest.DocTestRunner()
    runner.run(doctest.DocTestParser().get_doctest(code, {}, "gambit.md", "gambit.md", 0))
    assert (runner.failures, runner.tries) == (0, 8)
