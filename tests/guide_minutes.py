"""What the notebooks, README.md and the guide say about minutes, measured again.

    python -m tests.guide_minutes

writes it into all of them; a test compares.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from marvel_widgets.classroom.editions import learners_edition
from marvel_widgets.classroom.minutes import Workload, workload
from marvel_widgets.text import listed

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "guide" / "README.md"
SAY_IT = (ROOT / "README.md", ROOT / "docs" / "guide.md", PAGE)
HEAD = (
    "| Notebook | Words | Cells | Apps | Exercises | Core, minutes | All, minutes |\n"
    "|---|---:|---:|---:|---:|---:|---:|\n"
)
MOST_CORE = 360  # minutes, of 00 to 11
_TABLE = re.compile(re.escape(HEAD) + r"(?:\|.*\n)*")
_SENTENCE = re.compile(r"The core path of 00 to 11 takes a learner about \d+ minutes, [^.]*\.")
_OPENING = re.compile(r"^\*About .*?(?= You need: )", re.MULTILINE)

Loads = dict[str, tuple[Workload, Workload]]


def notebooks() -> dict[str, dict[str, Any]]:
    """Return the notebooks as they are committed, by their files' names."""
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


def is_of_row(name: str) -> bool:
    """Return whether a notebook is one of 00 to 11; all others are beside them."""
    return name < "12"


def core_minutes(loads: Loads) -> int:
    """Return the minutes of the core path: of the notebooks with a number."""
    return sum(core.minutes for name, (core, _) in loads.items() if is_of_row(name))


def sentence(loads: Loads) -> str:
    """Return what README.md and the guide say."""
    deeper = sum(whole.minutes for name, (_, whole) in loads.items() if is_of_row(name))
    beside = {name: whole for name, (_, whole) in loads.items() if not is_of_row(name)}
    others = sum(whole.minutes for whole in beside.values())
    return (
        f"The core path of 00 to 11 takes a learner about {core_minutes(loads)} minutes, "
        f"all that is deeper included {deeper / 60:.0f} hours, with "
        f"{listed(name.partition('-')[0] for name in beside)} {(deeper + others) / 60:.0f}."
    )


def opening(core: Workload, whole: Workload) -> str:
    """Return the first sentence of a notebook, in steps of five minutes.

    >>> opening(Workload(1300, 0, 0, 2), Workload(1300, 0, 10, 2))
    '*About 20 minutes for the core path, 60 with the rest.'
    """
    short, long = (5 * round(load.minutes / 5) for load in (core, whole))
    if short == long:
        return f"*About {long} minutes."
    return f"*About {short} minutes for the core path, {long} with the rest."


def table(loads: Loads) -> str:
    """Return the rows in Markdown, with the sum."""
    rows = []
    for name, (core, load) in loads.items():
        counts = f"{load.words:,} | {load.cells} | {load.apps} | {load.exercises}"
        rows.append(f"| [{name}]({name}.md) | {counts} | {core.minutes} | {load.minutes} |")
    wholes = [whole for _, whole in loads.values()]
    sums = [sum(getattr(w, k) for w in wholes) for k in ("words", "cells", "apps", "exercises")]
    sums += [core_minutes(loads), sum(whole.minutes for whole in wholes)]
    rows.append(f"| all; the core of 00 to 11 | {' | '.join(f'{n:,}' for n in sums)} |")
    return HEAD + "\n".join(rows) + "\n"


def written() -> dict[Path, str]:
    """Return the text of each file that says minutes, with those that were measured."""
    loads, found = measured(), {}
    for name, notebook in notebooks().items():
        first = notebook["cells"][0]
        said = _OPENING.sub(opening(*loads[name]), "".join(first["source"]))
        first["source"] = said.splitlines(keepends=True)
        text = json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True)
        found[ROOT / "notebooks" / f"{name}.ipynb"] = f"{text}\n"
    for path in SAY_IT:
        page = _SENTENCE.sub(sentence(loads), path.read_text(encoding="utf-8"))
        found[path] = _TABLE.sub(table(loads), page)
    return found


if __name__ == "__main__":
    for path, text in written().items():
        path.write_text(text, encoding="utf-8")
