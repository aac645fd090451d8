"""The teacher's pages of a unit: what it takes, what each notebook needs, and the talk track."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from marvel_widgets.classroom.learners_notebook import CopyError
from marvel_widgets.classroom.units.parts import MINUTES_AN_EXERCISE, Part, Plan
from marvel_widgets.classroom.units.sheets import CLINIC
from marvel_widgets.classroom.workshop.notebooks import guide_page, pitfalls
from marvel_widgets.course.registry import NOTEBOOKS, lesson_exercises, needs_table
from marvel_widgets.text import capitalized, listed

Notebooks = Mapping[str, tuple[str, dict[str, Any]]]
"""Of each notebook's number the file's stem and the learner's edition."""

STUDENTS: Final = "students"
HOMEWORK: Final = "homework.ipynb"
SLIDES: Final = "slides.html"
_SECTION: Final = re.compile(r"^## (.+)$", re.MULTILINE)


def sections(notebook: Mapping[str, Any]) -> list[str]:
    """Return the headings of a notebook's sections."""
    texts = ["".join(c["source"]) for c in notebook["cells"] if c["cell_type"] == "markdown"]
    return [heading for text in texts for heading in _SECTION.findall(text)]


def section_of(number: str, notebook: Mapping[str, Any], word: str) -> str:
    """Return the heading that a plan means."""
    there = sections(notebook)
    begins = word.lower().removeprefix("the ")
    found = [h for h in there if h.lower().removeprefix("the ").startswith(begins)]
    if not found:
        msg = f"The plan shows {word!r} of notebook {number}, which has: {', '.join(there)}."
        raise CopyError(msg)
    return found[0]


def unit_page(plan: Plan, notebooks: Notebooks, site: str = "") -> str:
    """Return the page with which a unit begins, in Markdown: its pages on a site come first."""
    exam = f", the exam {exam_minutes(plan)}" if plan.exam else ""
    at_home = [
        f"| {work.notebook} | {', '.join(work.exercises)} | {work.minutes} |" for work in plan.home
    ]
    return "\n\n".join(
        [
            f"# {plan.title}",
            _way_in(notebooks, site),
            'On a laptop: in a checkout of marvel-widgets, `python -m pip install ".[lab]"`, then '
            "`jupyter lab` in this folder.",
            plan.about,
            f"In class {plan.minutes} minutes, at home {plan.home_minutes}{exam}. What to say "
            f"when: [talk-track.md](talk-track.md). `../{STUDENTS}` is what learners get.",
            "## In class",
            *_sheets(plan),
            plan.timetable(),
            "## Needs and gives",
            _known(plan),
            "\n".join(needs_table(notebooks)),
            "\n".join(_alone(notebooks)),
            "## At home",
            f"`../{STUDENTS}/{HOMEWORK}` has the boxes; its last cell shows the letters to hand "
            "in, which `marvel-widgets report FOLDER` reads. Answers, reasons, and what a wrong "
            "one shows: [homework-solutions.html](homework-solutions.html).",
            "\n".join(["| Notebook | Exercises | Minutes |", "|---|---|---:|", *at_home]),
            *_exam(plan),
        ]
    )


def _way_in(notebooks: Notebooks, site: str) -> str:
    if not site:
        return (
            "Nothing to install, on a site: `marvel-widgets site SITE` writes one; this unit, "
            "written again with `--site ADDRESS`, has the links to its pages here."
        )
    pages = [f"[{number}]({site}course/{stem}.html)" for number, (stem, _) in notebooks.items()]
    return f"Nothing to install: {listed(pages)}, on any laptop or phone."


def _sheets(plan: Plan) -> Iterator[str]:
    if plan.slides:
        sheets = listed(f"[{name}](../{STUDENTS}/{name})" for name in (*plan.files, CLINIC))
        yield (
            f"[{SLIDES}]({SLIDES}) is shown in a browser (F11, then Page Down) or printed, a slide "
            "a sheet; [votes.ipynb](votes.ipynb) has the votes, ready: print cards before. For "
            f"students, beside the notebooks: {sheets}. The table is simulated, and says so."
        )


def _known(plan: Plan) -> str:
    if not plan.known:
        return "Nothing but graphs and independence is taken for granted."
    known = "; ".join(f"{NOTEBOOKS[number].gives} ({number})" for number in plan.known)
    lacking = (
        "Where one is missing, the core path of its notebook is read before; all notebooks come "
        "with `marvel-widgets copy DIR`."
    )
    return f"Taken for granted: {known}. {lacking}"


def _alone(notebooks: Notebooks) -> Iterator[str]:
    """Yield how long each notebook takes a learner alone, by the rates of the guide."""
    yield from ("| A learner alone | Core, minutes | All, minutes |", "|---|---:|---:|")
    for number, (stem, _) in notebooks.items():
        core, whole = NOTEBOOKS[number].minutes
        yield f"| [{stem}](../{STUDENTS}/{stem}.ipynb) | {core} | {whole} |"


def exam_minutes(plan: Plan) -> int:
    """Return how long the sheets of the exam take."""
    asked = sum(len(lesson_exercises(number)) for number in plan.exam)
    return round(asked * MINUTES_AN_EXERCISE)


def _exam(plan: Plan) -> Iterator[str]:
    if plan.exam:
        yield "## Exam"
    for number in plan.exam:
        yield (
            f"exam-{number}.html is a sheet to print, with cases that are in no notebook, and "
            f"exam-{number}-key.html its key. A sheet of their own for each: `marvel-widgets "
            f"quiz {number} --students class.csv --paper DIR`; at the computer: "
            f"`marvel-widgets quiz {number} --exam DIR`."
        )


def talk_track(plan: Plan, notebooks: Notebooks, guides: Path) -> str:
    """Return what to say when, in Markdown: a part after the other, each with its minutes."""
    told, heard = [f"# Talk track: {plan.title}"], set[str]()
    for number, parts in plan.meetings.items():
        told.append(f"## Meeting {number}")
        at = 0
        for part in parts:
            told += _part(plan, part, at, notebooks, guides, heard)
            heard |= {*part.notebooks}
            at += part.minutes
    return "\n\n".join(told)


def _part(
    plan: Plan, part: Part, at: int, notebooks: Notebooks, guides: Path, heard: set[str]
) -> Iterator[str]:
    """Yield a part; what learners often say comes once for each notebook."""
    yield f"### Minutes {at} to {at + part.minutes}: {part.what}"
    yield f"{capitalized(part.how)}."
    if part.slides:
        numbers = listed(f"{plan.slides.index(name) + 2}" for name in part.slides)
        yield f"On the screen, of the [slides]({SLIDES}): {numbers}."
    if part.cues:
        yield "\n".join(f"- **Minute {at + after}.** {said}" for after, said in part.cues)
    for number in part.notebooks:
        yield _shown(number, part, notebooks)
        page = guide_page(guides, number)
        if not part.cues:
            yield page.partition("## Talk track")[2].partition("\n## ")[0].strip()
        if number not in heard and (often := pitfalls(page)):
            yield "What learners often say (numbered as in the keys):"
            yield "\n".join(often)


def _asked(number: str, notebook: Mapping[str, Any], name: str) -> str:
    """Return an exercise that the notebook has, in words."""
    if not any(f"ExerciseBox(check.{name})" in "".join(c["source"]) for c in notebook["cells"]):
        msg = f"The plan asks {name!r} of notebook {number}, which has no such exercise."
        raise CopyError(msg)
    return f"the exercise `{name}`"


def _shown(number: str, part: Part, notebooks: Notebooks) -> str:
    """Return which sections are on the screen, each as a link to its place."""
    stem, notebook = notebooks[number]
    link = f"../{STUDENTS}/{stem}.ipynb"
    headings = [section_of(number, notebook, word) for word in part.shows]
    places = [f"[{h}]({link}#{h.replace(' ', '-')})" for h in headings]
    places += [_asked(number, notebook, name) for name in part.asks]
    return f"On the screen, of [{number}]({link}): {listed(places) or 'the core path'}."
