"""Lenses on the living graph: what each marks in the picture, and what it says beside it.

A lens is composed of what the lesson on its topic draws and says already.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.markov_boundary.reading import boundary_reading
from marvel_widgets.lessons.markov_boundary.view import (
    boundary_drawing,
    boundary_question_words,
    role_words,
)
from marvel_widgets.lessons.removability.view import (
    Repair,
    additions,
    condition_verdicts,
    removability_drawing,
    removability_question,
    theorem_words,
)
from marvel_widgets.lessons.separation.view import (
    path_drawing,
    paths_words,
    question_words,
    separation_report,
    short_line,
    shown_path,
    verdict_words,
)
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.palette import NodeState
from marvel_widgets.pictures.stage import Stage
from marvel_widgets.text import counted, escaped, in_braces

LensName = Literal["draw", "separate", "boundary", "leave", "run"]
MOST_LINES: Final = 5  # beside the picture; more are counted
CHOOSE_ANOTHER: Final = "Click on another variable: are the two d-separated?"


@dataclass(frozen=True, slots=True)
class Sight:
    """What a lens shows: a picture with marks, a question, its answer, and reasons."""

    drawing: Drawing
    asked: str
    answer: str = ""
    holds: bool | None = None
    lines: tuple[str, ...] = ()
    hint: str = ""
    arc: tuple[Label, Label, bool] | None = None
    repairs: tuple[Repair, ...] = ()


def separate(stage: Stage, x: Label, y: Label, given: Iterable[Label] = ()) -> Sight:
    """Return whether two variables are separated, with the path that decides it."""
    hint = "Shift-click, long press or G: given, or no longer."
    if "" in (x, y):
        states: dict[Label, NodeState] = dict.fromkeys(given, "given")
        if x != "":
            states[x] = "subject"
        return Sight(stage.drawing("Graph", states), CHOOSE_ANOTHER, hint=hint)
    report = separation_report(stage.dag, x, y, given)
    path = shown_path(report)
    separated = report.certificate.separated
    listed = [short_line(each) for each in report.paths.paths]
    return Sight(
        path_drawing(stage, report, path),
        question_words(report),
        verdict_words(report),
        separated,
        _first(listed, "more path") or (paths_words(report),),
        hint,
        arc=(x, y, separated),
    )


def boundary(stage: Stage, x: Label) -> Sight:
    """Return the Markov boundary of a variable, with the role of each member."""
    reading = boundary_reading(stage.dag, x)
    roles = [role_words(reading, member) for member in reading.members]
    return Sight(
        boundary_drawing(stage, reading, x),
        boundary_question_words(x),
        f"Mb({x}) = {in_braces(reading.boundary)}.",
        lines=_first(roles, "more member"),
        hint="Click on another variable: its boundary.",
    )


def leave(stage: Stage, x: Label) -> Sight:
    """Return whether a variable is removable; if not, with the edges that Theorem 1 misses."""
    dag = stage.dag
    failing = [v for v in condition_verdicts(dag, x) if not v.holds]
    missing = additions(dag, x)
    hint = "Press + on a red edge to add it, or click on another variable."
    return Sight(
        removability_drawing(dag, x, stage=stage),
        removability_question(dag, x).text,
        theorem_words(dag, x),
        not failing,
        _first([v.found for v in failing], "more condition"),
        hint if missing else "Click on another variable: is it removable?",
        repairs=missing,
    )


def sight_html(sight: Sight) -> str:
    """Return the painted answer, or the question without one, the reasons and what to do next."""
    tone = {None: "", True: " mw-right", False: " mw-wrong"}[sight.holds]
    judged = f" mw-judged{tone}" if sight.answer else ""
    first = f'<div class="mw-sentence{judged}" role="status">{escaped(sight.answer or sight.asked)}'
    items = "".join(f"<li>{escaped(line)}</li>" for line in sight.lines)
    return (
        f"{first}</div>{f'<ul>{items}</ul>' if items else ''}"
        f'<div class="mw-place">{escaped(sight.hint)}</div>'
    )


def sight_lines(sight: Sight) -> tuple[str, ...]:
    """Return the same as lines of text, without what to do next."""
    return tuple(line for line in (sight.asked, sight.answer, *sight.lines) if line)


def _first(lines: list[str], noun: str) -> tuple[str, ...]:
    if len(lines) <= MOST_LINES:
        return tuple(lines)
    return (*lines[: MOST_LINES - 1], f"{counted(len(lines) - MOST_LINES + 1, noun)}.")
