"""How long a notebook takes a learner, from what can be counted in it, and who says so.

    python -m tests.guide_minutes

writes it into the notebooks, their table, README.md and the guide; a test compares. The rates are
assumptions, stated once here and in the guide: nobody was watched with a clock.
"""

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from marvel_widgets.classroom.editions import BOX, FOLDED, learners_edition
from marvel_widgets.classroom.units.plans import MINUTES_AN_EXERCISE
from marvel_widgets.course.checks import exercises
from marvel_widgets.course.registry import NOTEBOOKS

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "guide" / "README.md"
STORED = ROOT / "marvel_widgets" / "course" / "notebooks.toml"
SAY_IT = (ROOT / "README.md", ROOT / "docs" / "guide.md", PAGE)
HEAD = (
    "| Notebook | Words | Cells | Apps | Exercises | Core, minutes | All, minutes |\n"
    "|---|---:|---:|---:|---:|---:|---:|\n"
)
MOST_CORE = 360  # minutes
_TABLE = re.compile(re.escape(HEAD) + r"(?:\|.*\n)*")
_SENTENCE = re.compile(r"The core, [^.]*, takes a learner about \d+ hours, [^.]*\.")
_OPENING = re.compile(r"^\*About .*?(?= You need: )", re.MULTILINE)

WORDS_A_MINUTE = 200  # a text to learn from
OF_PROOFS = 120  # words a minute, in a notebook of the theory
SECONDS_A_CELL = 10  # two keys, and a look at what comes out
MINUTES_AN_APP = 4.0  # in which something is tried out, and understood

_APP = re.compile(
    r"\b(?:\w+(?:Lab|Bench|Player|Walk|Duel|Board|Anatomy)|Race|BeMarvel|BePC|Breaker)\("
)
_SOURCES = "## Sources"  # a list to look things up in, which nobody reads through
_MARKS = re.compile(r"<[^<>]*>|\]\([^()]*\)|[#*|`>-]")


_HEADING = re.compile(r"(#{1,6}) ")


@dataclass(frozen=True, slots=True)
class Workload:
    words: int
    cells: int
    apps: int
    exercises: int
    pace: int = WORDS_A_MINUTE

    @property
    def minutes(self):
        found = self.words / self.pace + self.cells * SECONDS_A_CELL / 60
        return round(found + self.apps * MINUTES_AN_APP + self.exercises * MINUTES_AN_EXERCISE)


def core(cells):
    """Yield the cells of a learner's notebook that are in no fold: the core path."""
    level = 0  # of the heading of the fold; 0 outside
    for cell in cells:
        heading = _HEADING.match("".join(cell["source"]))
        if heading and cell["cell_type"] == "markdown" and (not level or len(heading[1]) <= level):
            level = len(heading[1]) if cell["metadata"].get(FOLDED) else 0
        if not level:
            yield cell


def workload(notebook, number, *, of_core=False):
    """Count what there is to do in a learner's notebook, or in its core path alone."""
    cells = list(core(notebook["cells"]) if of_core else notebook["cells"])
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    seen = sum(map(_is_in_sight, cells))
    boxes = {box[1] for source in code if (box := BOX.search(source)) and box[1]}
    asked = [c.exercise.sentences for c in exercises(number) if c.name in boxes] if boxes else []
    texts = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
    words = _count(text for text in texts if not text.startswith(_SOURCES))
    words += _count(sentence for sentences in asked for sentence in sentences)
    pace = OF_PROOFS if NOTEBOOKS[number].place == "theory" else WORDS_A_MINUTE
    return Workload(words, seen, sum(bool(_APP.search(s)) for s in code), len(boxes), pace)


def _is_in_sight(cell):
    hidden = cell["metadata"].get("jupyter", {}).get("source_hidden", False)
    return cell["cell_type"] == "code" and not hidden


def _count(texts):
    return sum(len(_MARKS.sub(" ", text).split()) for text in texts)


Loads = dict[str, tuple[Workload, Workload]]


def notebooks() -> dict[str, dict[str, Any]]:
    paths = sorted((ROOT / "notebooks").glob("*.ipynb"))
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in paths}


@cache
def measured() -> Loads:
    """Return what there is to do in each notebook as a learner gets it: in its core, and in all."""
    found = {}
    for name, notebook in notebooks().items():
        made, number = learners_edition(notebook), name.partition("-")[0]
        found[name] = workload(made, number, of_core=True), workload(made, number)
    return found


def in_core(name: str) -> bool:
    return NOTEBOOKS[name.partition("-")[0]].place == "core"


def core_minutes(loads: Loads) -> int:
    return sum(core.minutes for name, (core, _) in loads.items() if in_core(name))


def sentence(loads: Loads) -> str:
    deeper = sum(whole.minutes for name, (_, whole) in loads.items() if in_core(name))
    every = sum(whole.minutes for _, whole in loads.values())
    core = [number for number, each in NOTEBOOKS.items() if each.place == "core"]
    return (
        f"The core, {' '.join(core)}, takes a learner about {core_minutes(loads) / 60:.0f} "
        f"hours, with the folded *More* {deeper / 60:.0f}; all notebooks {every / 60:.0f}."
    )


def opening(core: Workload, whole: Workload, first: str) -> str:
    """Return the first sentence of a notebook, in steps of five minutes.

    >>> opening(Workload(2000, 0, 0, 2), Workload(2000, 0, 10, 2), "for the core path")
    '*About 20 minutes for the core path, 60 with the rest.'
    """
    short, long = (5 * round(load.minutes / 5) for load in (core, whole))
    if short == long:
        return f"*About {long} minutes."
    return f"*About {short} minutes {first}, {long} with the rest."


def table(loads: Loads) -> str:
    rows = []
    for name, (core, load) in loads.items():
        counts = f"{load.words:,} | {load.cells} | {load.apps} | {load.exercises}"
        rows.append(f"| [{name}]({name}.md) | {counts} | {core.minutes} | {load.minutes} |")
    wholes = [whole for _, whole in loads.values()]
    sums = [sum(getattr(w, k) for w in wholes) for k in ("words", "cells", "apps", "exercises")]
    sums += [core_minutes(loads), sum(whole.minutes for whole in wholes)]
    rows.append(f"| all; of the core | {' | '.join(f'{n:,}' for n in sums)} |")
    return HEAD + "\n".join(rows) + "\n"


def written() -> dict[Path, str]:
    loads, found = measured(), {}
    for name, notebook in notebooks().items():
        first = notebook["cells"][0]
        short = "for the core path" if in_core(name) else "without More"
        said = _OPENING.sub(opening(*loads[name], short), "".join(first["source"]))
        first["source"] = said.splitlines(keepends=True)
        text = json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True)
        found[ROOT / "notebooks" / f"{name}.ipynb"] = f"{text}\n"
    for path in SAY_IT:
        page = _SENTENCE.sub(sentence(loads), path.read_text(encoding="utf-8"))
        found[path] = _TABLE.sub(table(loads), page)
    found[STORED] = stored(loads)
    return found


def stored(loads: Loads) -> str:
    text = STORED.read_text(encoding="utf-8")
    for name, (core, whole) in loads.items():
        above, row, below = text.partition(f"\n[{name.partition('-')[0]}]\n")
        minutes = f"minutes = [{core.minutes}, {whole.minutes}]"
        text = above + row + re.sub(r"minutes = .*", minutes, below, count=1)
    return text


if __name__ == "__main__":
    for path, text in written().items():
        path.write_text(text, encoding="utf-8")
