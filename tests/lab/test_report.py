"""Reports: charts say what there is, and tables have room on a page."""

import re

from feint.core.result_table import ResultTable
from feint.lab.charts import Curves, HeatMap, Histogram, Points
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


def test_long_labels_leave_room_for_points() -> None:
    """Of those that are chosen the simplest is named, in lines."""
    long = ", ".join(f"first_draw.{seat}=-{seat}" for seat in range(1, 9))
    points = [("base", 0.0, 9.0, False), (long, 6.0, 0.5, True), (f"{long}, fuel=1", 7.0, 0.4, True)]
    drawn = draw(Points(long, "changes", "miss", tuple(points)))
    ticks = [float(x) for x in re.findall(r'<use xlink:href="#[^"]+" x="([\d.]+)" y="[\d.]+" style="stroke', drawn)]
    assert max(ticks) - min(ticks) > 300, "of 460"
    texts = re.findall(r">([^<>\n]+)</text>", drawn)
    assert all(len(text) <= 70 for text in texts)
    assert "fuel=1" not in drawn
    assert sum(text.count("first_draw.8=-8") for text in texts) == 2, "in the title, and beside the point"


def test_a_wide_table_leaves_out_what_may_go() -> None:
    columns = tuple(f"{seat}{end}" for seat in "ABCDE" for end in ("", "_low", "_high"))
    may_go = tuple(name for name in columns if "_" in name)
    table = ResultTable(columns, (tuple(range(15)),), "A note.", may_go)
    page = html(Findings("Title", ("Verdict.",), (Section("Points", table, ()),), (), {}), {"feint": "1", "seed": 1})
    assert "<th>E</th>" in page
    assert "<th>E low</th>" not in page
    assert "A note. More columns are in findings.json." in page
