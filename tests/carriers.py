"""What the kit promises, and what carries it: python -m tests.carriers [KIND ...]

Items of the paper, beliefs, README's promises, options and units; each with a cell, an exercise, an
app or a page.
"""

import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.classroom.units.plans import UNITS
from marvel_widgets.core.algorithms.registry import DESCRIBED, options_of
from marvel_widgets.course.coverage import paper_items
from marvel_widgets.course.registry import LESSONS, items, lesson_exercises
from marvel_widgets.widgets.app_spec import every_app
from tests.coverage_page import NOTEBOOKS, tagged_cells

ROOT = NOTEBOOKS.parent
Carried = Iterator[tuple[str, list[str]]]


@cache
def pages() -> dict[str, str]:
    """Return the code of each cell, and each page but README and the list of changes."""
    found = {}
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                found[f"{path.stem[:2].strip('-')}, cell {cell['id']}"] = "".join(cell["source"])
    docs = sorted(set(ROOT.glob("docs/**/*.md")) - {ROOT / "docs" / "CHANGELOG.md"})
    return found | {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in docs}


def on(*patterns: str) -> list[str]:
    """Return the cells and pages where all of some expressions are found."""
    return [
        place for place, text in pages().items() if all(re.search(each, text) for each in patterns)
    ]


def paper() -> Carried:
    cells = tagged_cells(NOTEBOOKS)
    for item in paper_items():
        yield (
            item.id,
            [f"{each.notebook}, cell {each.cell}" for each in cells.get(f"paper:{item.id}", ())],
        )


def beliefs() -> Carried:
    for belief in Belief:
        shown = [f"{each.notebook}, {each.name}" for each in items() if belief in each.beliefs]
        yield belief, shown + on(rf"\b{belief}\b")


def readme() -> Carried:
    """Yield what a notebook lets a learner do, the commands, the names and the apps."""
    text = Path(ROOT, "README.md").read_text("utf-8")
    for number, promised in re.findall(r"^\| \[(\w+) .*?\) ?.*? \| (.*) \|$", text, re.MULTILINE):
        asked = lesson_exercises(number) if number in LESSONS else ()
        cells = [place for place in pages() if place.startswith(f"{number}, ")]
        yield f"{number}: {promised}", [f"{number}, {name}" for name in asked] or cells
    for command in sorted(set(re.findall(r"marvel-widgets ([a-z]+)", text))):
        yield f"marvel-widgets {command}", on(rf"marvel-widgets {command}\b")
    for name in sorted(set(re.findall(r"`?\b([A-Za-z_.]+)\(", text))):
        yield f"{name}()", on(rf"\b{re.escape(name)}\b")
    for app in every_app():
        yield app, on(rf"\b{app}\b")


def options() -> Carried:
    """Yield each choice of each option of an algorithm, as a caller writes it."""
    for algorithm in DESCRIBED:
        for name, option in options_of(algorithm).items():
            for value in option.choices:
                usual = option.default or option.choices[0]  # None: the first, where it fits
                runs = [f"any run of {algorithm}"] * (value == usual)
                said = on(rf"\b{algorithm}\b", rf"\b{name}\b", rf"[\"'`]{value}[\"'`]")
                yield f"{algorithm} {name}={value!r}", runs + said
            if not option.choices:
                yield f"{algorithm} {name}", on(rf"\b{name}\b")


def units() -> Carried:
    for name in UNITS:
        yield name, on(rf"(course|units)[ `\w]*\b{name}\b|`{name}`")


KINDS = {each.__name__: each for each in (paper, beliefs, readme, options, units)}


if __name__ == "__main__":
    for kind in sys.argv[1:] or KINDS:
        for thing, carriers in KINDS[kind]():
            sys.stdout.write(f"{kind:8} {thing}: {'; '.join(carriers[:3]) or 'NOTHING'}\n")
