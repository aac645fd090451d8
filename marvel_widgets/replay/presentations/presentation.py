"""The presentation of an algorithm, or of a method of boundary discovery: one value."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from marvel_widgets.core.algorithms.events import Finished
from marvel_widgets.core.boundary.events import Event


class Line(NamedTuple):
    """A line of the pseudo-code."""

    number: int
    indent: int
    text: str


@dataclass(frozen=True, slots=True)
class SourcePlace:
    """A place in the paper, or another source."""

    name: str
    place: str

    def __str__(self) -> str:
        return f"{self.name} ({self.place})"


@dataclass(frozen=True, slots=True, eq=False)
class Presentation:
    """Name, words and pseudo-code of an algorithm; `name` is that of its `Algorithm`.

    `title` is how people write its name, `short` how figures label it, `words` a sentence for a
    menu. `line_of_purpose` has the line that asks the tests of a purpose, `line_inside` that of
    tests which may take a member out of a set. An event names its own line; `line_of_event` has
    the others. An event of `ends_round` ends a round. `reworded` holds the lines that read
    otherwise under an option. `conclusion` is what the answer is told from, if not the source.
    """

    name: str
    title: str
    words: str
    source: SourcePlace
    lines: tuple[Line, ...]
    line_of_purpose: Mapping[str, int]
    ends_round: tuple[type[Event], ...]
    line_of_event: Mapping[type[Event], int] = field(default_factory=dict)
    line_inside: int | None = None
    reworded: Mapping[tuple[str, str], Mapping[int, str]] = field(default_factory=dict)
    short: str = ""
    conclusion: str = ""

    def pseudocode(self, options: Mapping[str, Any]) -> tuple[Line, ...]:
        """Return the lines as a run with some options has them; of an own program, its source."""
        other: dict[int, str] = {}
        for choice in options.items():
            other |= self.reworded.get(choice, {}) if isinstance(choice[1], str) else {}
        found = self.lines or lines(*options.get("source", ()))
        return tuple(line._replace(text=other.get(line.number, line.text)) for line in found)

    def line_of(self, event: Event) -> int:
        """Return the line that an event belongs to: `Finished` to the last."""
        if isinstance(event, Finished):
            return self.lines[-1].number
        return self.line_of_event.get(type(event), event.line)


def lines(*rows: tuple[int, int, str]) -> tuple[Line, ...]:
    """Return lines of (number, indent, text)."""
    return tuple(Line(*row) for row in rows)
