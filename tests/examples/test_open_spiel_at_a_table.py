"""OpenSpiel's agent at a real server's table: it plays a match to its end."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from feint import client
from kit.paths import ROOT
from kit.server import in_this_process, run
from kit.server_process import SECONDS, sqlite

pytestmark = pytest.mark.xdist_group("processes")
EXAMPLE = ROOT / "examples" / "open_spiel_at_a_table.py"


@pytest.mark.parametrize("game", ["tower-siege", "minefield-navigator"])
def test_it_plays(tmp_path: Path, game: str) -> None:
    """Both seats by the example, each a process of its own that thinks for a moment."""
    script = tmp_path / "agent.py"
    script.write_text(EXAMPLE.read_text().replace("SIMULATIONS = 200", "SIMULATIONS = 5"))
    rulings = {"length": 4, "cards": 2, "stride": 2} if game == "tower-siege" else {"steps": 4, "mines": 1}
    with in_this_process(sqlite(tmp_path)) as url:
        table = run(client.open_table(url, game, rulings))
        seats = ("P1", "P2") if game == "tower-siege" else ("player1", "player2")
        agents = [
            subprocess.Popen([sys.executable, str(script), url, table, seat], stdout=subprocess.PIPE, text=True)
            for seat in seats
        ]
        [scores] = {agent.communicate(timeout=SECONDS)[0] for agent in agents}
    assert sorted(ast.literal_eval(scores).values()) == [0.0, 1.0]
