"""Reports: charts say what there is, and tables have room on a page."""

import re

from feint.core.result_table import ResultTable
from feint.lab.charts import Curves, HeatMap, Histogram
from feint.lab.drawing import draw
from feint.lab.findings import Findings, Section
from feint.lab.report import html


def test_a_heat_map_says_what_is_no_number() -> None:
    """A word, or nothing; and numbers can be read on any colour."""
    cells = ((0.95, "endless"), (0.5, None))
    drawn = draw(HeatMap("Shares", "share", ("1", "2"), ("3", "4"), "x", "y", cells, 0.5))
    colours = {text: style for style, text in re.findall(r"<text style=\"([^\"]*)\"[^>]*>([^<]*)</text>", drawn)}
    assert {"0.95", "0.50", "endless", "-"} <= set(colours)
    assert "fill: #ffffff" in colours["0.95"]
    assert not any("fill: #ffffff" in colours[text] for text in ("0.50", "endless", "-"))


def test_an_axis_of_whole_numbers_has_no_halves() -> None:
    line = tuple((float(x), 0.5, 0.4, 0.6) for x in range(3))
    labels = re.findall(r">(\d[^<]*)</text>", draw(Curves("Shares", "fuel", "share", (("P1", line),))))
    assert labels[:3] == ["0", "1", "2"]
    alike = draw(Histogram("Lengths", "rounds", (("before", ((1, 1.0),)),)))
    assert re.findall(r">(\d[^<]*)</text>", alike)[:2] == ["1", "0.0"], "all games as long"


def test_a_wide_table_leaves_out_what_may_go() -> None:
    columns = tuple(f"{seat}{end}" for seat in "ABCDE" for end in ("", "_low", "_high"))
    may_go = tuple(name for name in columns if "_" in name)
    table = ResultTable(columns, (tuple(range(15)),), "A note.", may_go)
    page = html(Findings("Title", ("Verdict.",), (Section("Points", table, ()),), (), {}), {"feint": "1", "seed": 1})
    assert "<th>E</th>" in page
    assert "<th>E low</th>" not in page
    assert "A note. More columns are in findings.json." in page
