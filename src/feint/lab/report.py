"""A run's report: one HTML file with everything in it, to be read without a network, and printed."""

import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

from feint.core.errors import FeintError
from feint.core.files import write_atomically
from feint.core.result_table import ResultTable
from feint.lab.drawing import draw
from feint.lab.findings import Findings, Section

REPORT, PDF = "report.html", "report.pdf"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
MOST_ROWS, MOST_COLUMNS = 200, 12  # of a table

STYLE = """\
:root { color-scheme: light dark; --ink: #1c1c1a; --soft: #6b6b66; --line: #ddddd6; --paper: #fffffc; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e8e2; --soft: #a0a098; --line: #3c3c38; --paper: #1a1a18; }
  svg { filter: invert(1) hue-rotate(180deg); } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
.verdicts { border-left: 4px solid #1f5fa8; padding: .2rem 1rem; font-size: 1.05rem; }
.table { overflow-x: auto; } table { border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .6rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; white-space: normal; }
.about td { text-align: left; vertical-align: top; } .about td:last-child { white-space: normal; }
thead th { position: sticky; top: 0; background: var(--paper); }
figure { margin: 1.2rem 0; } svg { max-width: 100%; height: auto; } .note, footer, .caveats { color: var(--soft);
  font-size: .9rem; } code { font-size: .85em; }
.appendix { break-before: page; border: 1px solid var(--line); padding: 0 1.2rem 1rem; margin-top: 3rem; }
@media print { @page { margin: 16mm; } svg { filter: none; } }
"""


def write_report(folder: Path, findings: Findings, about: Mapping[str, Any]) -> Path:
    """Write the report into a run's folder."""
    path = folder / REPORT
    with write_atomically(path) as draft:
        draft.write_text(html(findings, about), encoding="utf-8")
    return path


def html(findings: Findings, about: Mapping[str, Any]) -> str:
    """The report as one HTML file."""
    parts = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(findings.title)}</title>',
        '<meta name="viewport" content="width=device-width">',
        f"<style>{STYLE}</style></head><body>",
        f"<h1>{escape(findings.title)}</h1>",
        f'<div class="verdicts">{"".join(f"<p>{escape(verdict)}</p>" for verdict in findings.verdicts)}</div>',
        *(_section(section) for section in findings.sections),
    ]
    if findings.caveats:
        points = "".join(f"<li>{escape(caveat)}</li>" for caveat in findings.caveats)
        parts.append(f'<h2>What the numbers don\'t say</h2><ul class="caveats">{points}</ul>')
    parts.append(f"<h2>How to get the same</h2>{_about(about)}")
    parts.append(_appendix(findings, about))
    return "\n".join([*parts, "</body></html>", ""])


def _section(section: Section) -> str:
    figures = "".join(
        f'<figure role="img" aria-label="{escape(chart.title)}">{draw(chart)}</figure>' for chart in section.charts
    )
    return f"<h2>{escape(section.heading)}</h2>{figures}{_table(section.table)}"


def _table(table: ResultTable) -> str:
    if len(table.columns) > MOST_COLUMNS and table.first_to_go:
        table = replace(_narrow(table), note=f"{table.note} More columns are in findings.json.".strip())
    head = "".join(f"<th>{escape(name.replace('_', ' '))}</th>" for name in table.columns)
    rows = "".join(
        f"<tr>{''.join(f'<td>{escape(cell(value))}</td>' for value in row)}</tr>" for row in table.rows[:MOST_ROWS]
    )
    more = f" {len(table.rows) - MOST_ROWS:,} more rows are in findings.json." if len(table.rows) > MOST_ROWS else ""
    note = f'<p class="note">{escape(table.note + more)}</p>' if table.note or more else ""
    return f'<div class="table"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>{note}'


def cell(value: Any) -> str:
    """A number or text of a table, for people."""
    if value is None:
        return "-"
    return f"{value:.3f}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else str(value)


def _about(about: Mapping[str, Any]) -> str:
    rows = "".join(
        f"<tr><td>{escape(name)}</td><td><code>{escape(_plain(value))}</code></td></tr>"
        for name, value in about.items()
        if value not in ([], "", 0.0)
    )
    return f'<div class="table"><table class="about"><tbody>{rows}</tbody></table></div>'


def _plain(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _appendix(findings: Findings, about: Mapping[str, Any]) -> str:
    """One page that a rule book can print."""
    verdicts = "".join(f"<p>{escape(verdict)}</p>" for verdict in findings.verdicts)
    first = _table(_short(findings.sections[0].table)) if findings.sections else ""
    return (
        f'<section class="appendix"><h2>For the rule book: {escape(findings.title)}</h2>{verdicts}{first}'
        f'<p class="note">Measured with Feint {escape(str(about.get("feint", "")))}, '
        f"seed {escape(str(about.get('seed', '')))}.</p></section>"
    )


def _short(table: ResultTable) -> ResultTable:
    """The beginning of a table, without the columns that may go."""
    return replace(_narrow(table), rows=_narrow(table).rows[:20], note="")


def _narrow(table: ResultTable) -> ResultTable:
    kept = [n for n, name in enumerate(table.columns) if name not in table.first_to_go]
    rows = tuple(tuple(row[n] for n in kept) for row in table.rows)
    return ResultTable(tuple(table.columns[n] for n in kept), rows, table.note)


def write_pdf(folder: Path) -> Path:
    """Print the report with a browser, if there is one."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        raise FeintError(f"a PDF is printed by Chromium, which isn't here; open {folder / REPORT} and print it")
    path = folder / PDF
    with write_atomically(path) as draft, tempfile.TemporaryDirectory() as profile:
        done = subprocess.run(
            [
                browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync",
                "--disable-background-networking", "--disable-component-update", f"--user-data-dir={profile}",
                "--no-pdf-header-footer", f"--print-to-pdf={draft.resolve()}", (folder / REPORT).resolve().as_uri(),
            ],
            capture_output=True,
            timeout=120,
            check=False,
        )  # fmt: skip
        if not draft.exists():
            said = done.stderr.decode(errors="replace").strip().splitlines()
            raise FeintError(f"{browser} printed no PDF: {said[-1] if said else 'it said nothing'}")
    return path
