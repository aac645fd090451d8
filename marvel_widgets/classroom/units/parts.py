"""What a plan is made of: parts in meetings, work at home, exercises for an exam."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

MINUTES_AN_EXERCISE: Final = 5.5  # a wrong try is read, and a right one follows
_HEAD: Final = ("| Minutes | Part | Notebook | How |", "|---:|---|---|---|")


@dataclass(frozen=True, slots=True)
class Part:
    """One line of a plan.

    `shows` are sections of its notebook, by how their headings begin, and `asks` exercises; with
    neither it is the core path.
    `cues` are what is said after how many minutes; without them the page for the teacher says it.
    `slides` are names of slides.
    """

    minutes: int
    what: str
    notebooks: tuple[str, ...]
    how: str
    meeting: int = 1
    shows: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    cues: tuple[tuple[int, str], ...] = ()
    slides: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Home:
    """Exercises of a notebook that are done at home."""

    notebook: str
    exercises: tuple[str, ...]

    @property
    def minutes(self) -> int:
        """At the rate of the guide, a wrong try included."""
        return round(len(self.exercises) * MINUTES_AN_EXERCISE)


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan as a table; a notebook shows it as Markdown.

    `known` are the notebooks whose ideas the class has already; `exam` those that are examined.
    `votes` are exercises for cards, NOTEBOOK/NAME; `files` further sheets for students.
    """

    title: str
    parts: tuple[Part, ...]
    about: str = ""
    known: tuple[str, ...] = ()
    home: tuple[Home, ...] = ()
    exam: tuple[str, ...] = ()
    votes: tuple[str, ...] = ()
    files: tuple[str, ...] = ()

    @property
    def minutes(self) -> int:
        """The sum over all rows."""
        return sum(part.minutes for part in self.parts)

    @property
    def home_minutes(self) -> int:
        """The sum over all that is done at home."""
        return sum(work.minutes for work in self.home)

    @property
    def notebooks(self) -> tuple[str, ...]:
        """The notebooks that are used, in order."""
        return tuple(dict.fromkeys(n for part in self.parts for n in part.notebooks))

    @property
    def slides(self) -> tuple[str, ...]:
        """The slides, as they come first."""
        return tuple(dict.fromkeys(name for part in self.parts for name in part.slides))

    @property
    def meetings(self) -> dict[int, tuple[Part, ...]]:
        """The parts of each meeting."""
        numbers = dict.fromkeys(part.meeting for part in self.parts)
        return {n: tuple(part for part in self.parts if part.meeting == n) for n in numbers}

    def __repr__(self) -> str:
        lines = [f"{self.title} ({self.minutes} minutes)"]
        for part in self.parts:
            where = f" [{', '.join(part.notebooks)}]" if part.notebooks else ""
            how = f": {part.how}" if part.how else ""
            lines.append(f"{part.minutes:4} min  {part.what}{where}{how}")
        return "\n".join(lines)

    def _repr_markdown_(self) -> str:
        rows = [f"**{self.title}** ({self.minutes} minutes)", "", *_HEAD, *_rows(self.parts)]
        return "\n".join(rows)

    def timetable(self) -> str:
        """Return the parts in Markdown, a table for each meeting."""
        tables = []
        for number, parts in self.meetings.items():
            minutes = sum(part.minutes for part in parts)
            title = f"### Meeting {number}: {minutes} minutes"
            tables.append("\n".join([title, "", *_HEAD, *_rows(parts)]))
        return "\n\n".join(tables)


def _rows(parts: tuple[Part, ...]) -> Iterator[str]:
    for part in parts:
        cells = (str(part.minutes), part.what, ", ".join(part.notebooks), part.how)
        yield f"| {' | '.join(cells)} |"
