"""Makes a gallery of reports: an experiment with each of the five games, and a page that leads to them."""

import sys
from html import escape
from pathlib import Path

from feint.core.game import load
from feint.lab.report import REPORT, STYLE
from feint.lab.run_folder import read_findings
from feint.terminal.app import main

FOLDER = Path("gallery")
SHIPS = "bastion|kestrel|lancer"
EXPERIMENTS = {
    "terminal-maneuver": ["sweep", "--rule", "fuel=4..12", "--rule", "rounds=2..5", "--solve"],
    "tower-siege": ["sweep", "--rule", "length=4..8", "--rule", "cards=1..4", "--solve"],
    "minefield-navigator": ["sweep", "--rule", "mines=1..4", "--rule", "detectors=0..4", "--solve"],
    "space-goats": ["cards", "--players", "4"],
    "dark-frontier": ["matrix", "--rows", f"defender_ship={SHIPS}", "--columns", f"attacker_ship={SHIPS}"],
}


def make_gallery() -> int:
    """Run the experiments, or go on with them, and write the page."""
    rows = []
    for name, (experiment, *options) in EXPERIMENTS.items():
        run = FOLDER / name
        if code := main(["lab", experiment, name, *options, "--seed", "1", "--folder", str(run)]):
            return code
        findings = read_findings(run)
        rows.append(
            f'<h2><a href="{name}/{REPORT}">{escape(load(name).title)}</a></h2><p>{escape(findings.title)}</p>'
            f'<div class="verdicts">{"".join(f"<p>{escape(verdict)}</p>" for verdict in findings.verdicts[:3])}</div>'
        )
    page = FOLDER / "index.html"
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Reports</title><style>{STYLE}</style>'
    page.write_text(f"{head}<h1>Five games, five reports</h1>{''.join(rows)}", encoding="utf-8")
    print(f"\nAll reports: {page}")
    return 0


if __name__ == "__main__":
    sys.exit(make_gallery())
