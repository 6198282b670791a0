"""What an experiment found, in one form for the terminal, for programs and for the report."""

from dataclasses import dataclass, field
from typing import Any

from feint.core.result_table import ResultTable
from feint.lab.charts import Chart


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

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "title": self.title,
            "verdicts": list(self.verdicts),
            **self.data,
            "tables": {section.heading: section.table.to_json() for section in self.sections},
            "caveats": list(self.caveats),
        }
