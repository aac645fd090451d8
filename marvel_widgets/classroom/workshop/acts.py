"""The workshop: what is asked, which app answers, and what to say when, from `acts.toml`.

Apps, graphs and exercises are the course's own; what learners say stands in the pages of the guide.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from marvel_widgets._data import tables
from marvel_widgets.classroom.units.parts import Part, Plan

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

_WRITTEN: Final = tables("classroom/workshop/acts.toml")
ACTS: Final = tuple(Act(**written) for written in _WRITTEN["acts"])


def _shortened(written: Mapping[str, Any]) -> Act:
    """Return an act of the demonstration, which has the question of an act of its name."""
    same = next((act for act in ACTS if act.key == written["key"]), None)
    if same is None:
        return Act(**written)
    return Act(
        title=same.title, notebook=same.notebook, asked=same.asked, code=same.code, **written
    )


DEMO: Final = tuple(map(_shortened, _WRITTEN["demo"]))


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
