"""What an experiment found, in one form for the terminal, for programs and for the report."""

from dataclasses import asdict, dataclass, field
from typing import Any, get_args

from feint.core.result_table import ResultTable
from feint.lab.charts import Chart

CHARTS: dict[str, Any] = {kind.__name__: kind for kind in get_args(Chart)}


@dataclass(frozen=True)
class Section:
    """A table with a heading, and the charts that belong to it."""

    heading: str
    table: ResultTable
    charts: tuple[Chart, ...] = ()


@dataclass(frozen=True)
class Findings:
    """The answer to an experiment's question."""

    title: str
    verdicts: tuple[str, ...]  # in words, the most important first
    sections: tuple[Section, ...]
    caveats: tuple[str, ...] = ()  # what the numbers don't say
    data: dict[str, Any] = field(default_factory=dict)  # for programs, besides the tables

    def stored(self) -> dict[str, Any]:
        """All of it, as a run's folder keeps it."""
        sections = [
            {"heading": section.heading, **_table(section.table), "charts": list(map(_chart, section.charts))}
            for section in self.sections
        ]
        return {
            "title": self.title,
            "verdicts": list(self.verdicts),
            "sections": sections,
            "caveats": list(self.caveats),
            "data": self.data,
        }

    @staticmethod
    def restored(stored: dict[str, Any]) -> "Findings":
        """The findings that were stored."""
        sections = tuple(
            Section(
                each["heading"],
                ResultTable(
                    tuple(each["columns"]), tuple(map(tuple, each["rows"])), each["note"], tuple(each["first_to_go"])
                ),
                tuple(CHARTS[chart["kind"]](**_frozen(chart["chart"])) for chart in each["charts"]),
            )
            for each in stored["sections"]
        )
        return Findings(stored["title"], tuple(stored["verdicts"]), sections, tuple(stored["caveats"]), stored["data"])

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "title": self.title,
            "verdicts": list(self.verdicts),
            **self.data,
            "tables": {section.heading: section.table.to_json() for section in self.sections},
            "caveats": list(self.caveats),
        }


def _table(table: ResultTable) -> dict[str, Any]:
    return {"columns": table.columns, "rows": table.rows, "note": table.note, "first_to_go": table.first_to_go}


def _chart(chart: Chart) -> dict[str, Any]:
    return {"kind": type(chart).__name__, "chart": asdict(chart)}


def _frozen(value: Any) -> Any:
    """Lists as tuples, as charts have them."""
    if isinstance(value, dict):
        return {name: _frozen(part) for name, part in value.items()}
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
