"""The plans: units from PC and units on MARVEL, the workshop, and an exam on paper.

What they contain is in `plans.toml`, a table for each plan, but for the workshop's acts. A part
takes what it leaves out from the first one of its title there.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from marvel_widgets._data import tables

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

    `known` are the notebooks whose ideas the class has already; `exam` those that are examined,
    without the exercises that are `untaught`, NOTEBOOK/NAME. `votes` are exercises for cards,
    named in the same way; `files` further sheets for students.
    """

    title: str
    parts: tuple[Part, ...]
    about: str = ""
    known: tuple[str, ...] = ()
    home: tuple[Home, ...] = ()
    exam: tuple[str, ...] = ()
    untaught: tuple[str, ...] = ()
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


ROOM: Final = "{room}"  # stands in code where a projector's settings go


@dataclass(frozen=True, slots=True)
class Act:
    """One app in front of a room, with one question and one exercise.

    `vote` is an exercise of the notebook on which the room votes with cards. At the end the room
    alone sees the run on a graph of the gallery, `ending`. `often` is what learners say, in place
    of what the page of the notebook lists.
    """

    key: str
    minutes: int
    title: str
    notebook: str
    asked: str
    code: str
    cues: tuple[tuple[int, str], ...]
    exercise: str = ""
    ending: str = ""
    often: tuple[str, ...] = ()
    vote: str = ""


OPENING: Final = 3
BREAK: Final = 10
BREAK_AFTER: Final = "boundary"
CLOSING: Final = 3

_ACTS: Final = tables("classroom/workshop/acts.toml")
ACTS: Final = tuple(Act(**written) for written in _ACTS["acts"])


def _shortened(written: Mapping[str, Any]) -> Act:
    """Return an act of the demonstration, which has the question of an act of its name."""
    same = next((act for act in ACTS if act.key == written["key"]), None)
    if same is None:
        return Act(**written)
    return Act(
        title=same.title, notebook=same.notebook, asked=same.asked, code=same.code, **written
    )


DEMO: Final = tuple(map(_shortened, _ACTS["demo"]))


def begins() -> list[int]:
    """Return after how many minutes each act begins."""
    found, at = [], OPENING
    for act in ACTS:
        found.append(at)
        at += act.minutes + (BREAK if act.key == BREAK_AFTER else 0)
    return found


def timetable(acts: tuple[Act, ...] = ACTS) -> Plan:
    """Return the acts with opening, break and closing as a plan."""
    rows: list[Part] = []
    for act in acts:
        app = act.code.rpartition("\n")[2].partition("(")[0]
        rows.append(Part(act.minutes, act.title, (act.notebook,), app))
        if acts is ACTS and act.key == BREAK_AFTER:
            rows.append(Part(BREAK, "Break", (), ""))
    if acts is not ACTS:
        return Plan("A demonstration", tuple(rows))
    opening = Part(OPENING, "Opening", (), "all open the students' notebook")
    closing = Part(CLOSING, "Closing", (), "one sentence from some; results are handed in")
    return Plan("The workshop", (opening, *rows, closing))


_TABLES: Final = tables("classroom/units/plans.toml")


_PARTS: Final[dict[str, Mapping[str, Any]]] = {}
for _part in (part for table in _TABLES.values() for part in table.get("parts", ())):
    _PARTS.setdefault(_part["what"], _part)


def _plan(name: str) -> Plan:
    written = dict(_TABLES[name])
    home = tuple(Home(notebook, asked) for notebook, asked in written.pop("home", {}).items())
    parts = ({"notebooks": (), **_PARTS[part["what"]], **part} for part in written.pop("parts"))
    return Plan(parts=tuple(Part(**part) for part in parts), home=home, **written)


UNITS: Final[Mapping[str, Plan]] = {
    **{name: _plan(name) for name in ("pc", "pc-2", "pc-marvel", "after-fci", "unit")},
    "workshop": timetable(),
}
_PLANS: Final = {**UNITS, "exam": _plan("exam")}


def plan(name: str) -> Plan:
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
