"""Three plans for teaching with the notebooks: a workshop, a unit of three weeks, an exam."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal


@dataclass(frozen=True, slots=True)
class Part:
    """One line of a plan."""

    minutes: int
    what: str
    notebooks: tuple[str, ...]
    how: str


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan as a table; a notebook shows it as Markdown."""

    title: str
    parts: tuple[Part, ...]

    @property
    def minutes(self) -> int:
        """The sum over all rows."""
        return sum(part.minutes for part in self.parts)

    @property
    def notebooks(self) -> tuple[str, ...]:
        """The notebooks that are used, in order."""
        return tuple(dict.fromkeys(n for part in self.parts for n in part.notebooks))

    def __repr__(self) -> str:
        lines = [f"{self.title} ({self.minutes} minutes)"]
        for part in self.parts:
            where = f" [{', '.join(part.notebooks)}]" if part.notebooks else ""
            how = f": {part.how}" if part.how else ""
            lines.append(f"{part.minutes:4} min  {part.what}{where}{how}")
        return "\n".join(lines)

    def _repr_markdown_(self) -> str:
        rows = [f"**{self.title}** ({self.minutes} minutes)", ""]
        rows += ["| Minutes | Part | Notebook | How |", "|---:|---|---|---|"]
        for part in self.parts:
            cells = (str(part.minutes), part.what, ", ".join(part.notebooks), part.how)
            rows.append(f"| {' | '.join(cells)} |")
        return "\n".join(rows)


_WORKSHOP: Final = Plan(
    "A workshop",
    (
        Part(10, "How many questions?", ("00",), "Race on the star by projector; all bet first"),
        Part(15, "Reading independence off a graph", ("01",), "DSeparationLab, in pairs"),
        Part(15, "Markov boundaries", ("02",), "BoundaryLab by projector, then one exercise"),
        Part(10, "Break", (), ""),
        Part(20, "Which variables may leave?", ("03",), "RemovabilityLab(predict=True), in pairs"),
        Part(15, "Be MARVEL", ("06",), "BeMarvel, in pairs; one pair tells its moves"),
        Part(5, "What an oracle hides", ("11",), "talk, with one picture of real data"),
    ),
)
_UNIT: Final = Plan(
    "A unit of three weeks, with two sessions in each",
    (
        Part(
            90,
            "Week 1, first session",
            ("00", "01"),
            "form A of the test first (20 minutes); home: rest of 01",
        ),
        Part(
            90, "Week 1, second session", ("02", "03"), "home: exercises of 03, strings handed in"
        ),
        Part(90, "Week 2, first session", ("04", "05"), "home: one lemma on a graph of one's own"),
        Part(90, "Week 2, second session", ("06", "07"), "home: exercises of 06 and 07"),
        Part(90, "Week 3, first session", ("08", "09"), "home: E, choose one erratum and tell it"),
        Part(
            90,
            "Week 3, second session",
            ("10", "11"),
            "without what their pages skip; form B of the test last",
        ),
    ),
)
_EXAM: Final = Plan(
    "An exam on paper",
    (
        Part(
            5,
            "Sheets are handed out",
            (),
            "marvel-widgets test-form 03 --student 17 --html 17.html",
        ),
        Part(45, "Each student solves their own cases", ("03",), "paper and pencil; no computer"),
        Part(10, "One open question", ("07",), "the same for all: a claim to doubt, in five lines"),
    ),
)
_PLANS: Final = {"workshop": _WORKSHOP, "unit": _UNIT, "exam": _EXAM}


def plan(name: Literal["workshop", "unit", "exam"]) -> Plan:
    """Return a plan, which a notebook shows as a table.

    Raises
    ------
    ValueError
        There is no such plan.

    Examples
    --------
    >>> plan("workshop").minutes
    90
    >>> plan("unit").notebooks[-1]
    '11'
    """
    if name not in _PLANS:
        msg = f"there is no plan {name!r}; choose one of {', '.join(_PLANS)}"
        raise ValueError(msg)
    return _PLANS[name]
