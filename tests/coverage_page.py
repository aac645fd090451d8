"""docs/coverage.md, written from the items of the paper and the tags of cells.

python -m tests.coverage_page > docs/coverage.md
"""

import json
import sys
from pathlib import Path
from typing import NamedTuple

from marvel_widgets.course.coverage import coverage_table, linked, paper_items

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
HEAD = """# Where the paper is shown

Each numbered or named item of the paper, with the functions, the apps and the cells
that show it. A label is the item's name in the paper's LaTeX source; functions are
imported from `marvel_widgets`, apps from `marvel_widgets.widgets`.

This page is made from `marvel_widgets/course/coverage.toml` and the cells' tags:
`python -m tests.coverage_page > docs/coverage.md`.

"""


class TaggedCell(NamedTuple):
    """A cell that has the tag of an item."""

    notebook: str
    cell: str
    section: str


def tagged_cells(notebooks):
    """Return for each tag that begins with ``paper:`` the cells that have it."""
    found = {}
    for path in sorted(notebooks.glob("*.ipynb")):
        section = ""
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            lines = "".join(cell["source"]).split("\n")
            if cell["cell_type"] == "markdown":
                section = next((line[3:] for line in lines if line.startswith("## ")), section)
            for tag in cell["metadata"].get("tags", ()):
                if tag.startswith("paper:"):
                    place = TaggedCell(path.stem, cell.get("id", ""), section.strip())
                    found.setdefault(tag, []).append(place)
    return found


def coverage_page(notebooks):
    """Return the page; it names the cells."""
    places = tagged_cells(notebooks)

    def where(item):
        return "<br>".join(
            f"{linked(notebook, '../notebooks/')} {section}, cell `{cell}`"
            for notebook, cell, section in places.get(f"paper:{item.id}", ())
        )

    return HEAD + coverage_table(paper_items(), where)


if __name__ == "__main__":
    sys.stdout.write(coverage_page(NOTEBOOKS))
