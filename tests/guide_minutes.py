"""The table of minutes in docs/guide/README.md, measured again.

    python -m tests.guide_minutes

writes it into the page; a test compares.
"""

import json
import re
from pathlib import Path

from marvel_widgets.classroom.editions import learners_edition
from marvel_widgets.classroom.minutes import Workload, workload

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "guide" / "README.md"
HEAD = "| Notebook | Words | Cells | Apps | Exercises | Minutes |\n|---|---:|---:|---:|---:|---:|\n"
_TABLE = re.compile(re.escape(HEAD) + r"(?:\|.*\n)*")


def measured() -> dict[str, Workload]:
    """Return what there is to do in each notebook, as a learner gets it, by its file's name."""
    found = {}
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        notebook = learners_edition(json.loads(path.read_text(encoding="utf-8")))
        found[path.stem] = workload(notebook, path.stem.partition("-")[0])
    return found


def table(loads: dict[str, Workload]) -> str:
    """Return the rows in Markdown, with the sum."""
    rows = []
    for name, load in loads.items():
        counts = f"{load.words:,} | {load.cells} | {load.apps} | {load.exercises}"
        rows.append(f"| [{name}]({name}.md) | {counts} | {load.minutes} |")
    sums = [
        sum(getattr(w, part) for w in loads.values())
        for part in ("words", "cells", "apps", "exercises", "minutes")
    ]
    rows.append(f"| all | {' | '.join(f'{n:,}' for n in sums)} |")
    return HEAD + "\n".join(rows) + "\n"


def table_in(page: str) -> str:
    """Return the table of a page; empty without one."""
    found = _TABLE.search(page)
    return found[0] if found else ""


if __name__ == "__main__":
    before = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(before.replace(table_in(before), table(measured())), encoding="utf-8")
