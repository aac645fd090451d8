"""The coverage index: every numbered or named item of the paper, and where the kit shows it.

The source is `coverage.toml` beside this file. The page docs/coverage.md is made from it:

    python -m marvel_widgets.course.coverage notebooks > docs/coverage.md
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Any

_PACKAGE = "marvel_widgets."


@dataclass(frozen=True, slots=True)
class PaperItem:
    """A numbered or named item of the paper."""

    id: str
    part: str
    title: str
    labels: tuple[str, ...]
    functions: tuple[str, ...]
    apps: tuple[str, ...]
    notebook: str

    @property
    def tag(self) -> str:
        """The tag of the cell that shows the item."""
        return f"paper:{self.id}"


@dataclass(frozen=True, slots=True)
class TaggedCell:
    """A cell that carries an item's tag."""

    notebook: str
    cell: str
    section: str


@dataclass(frozen=True, slots=True)
class CoverageIndex:
    """The items as a table; a notebook shows it as Markdown."""

    items: tuple[PaperItem, ...]

    def __repr__(self) -> str:
        notebooks = len({item.notebook for item in self.items})
        return f"CoverageIndex: {len(self.items)} items of the paper in {notebooks} notebooks"

    def _repr_markdown_(self) -> str:
        return coverage_table(self.items)


@cache
def paper_items() -> tuple[PaperItem, ...]:
    """Return the items of the paper in its order.

    >>> paper_items()[0].title
    'Figure 1: a star, whose in-degree is 1 and whose degree is p - 1'
    >>> [item.id for item in paper_items() if "thm: removablity" in item.labels]
    ['thm-removability']
    """
    source = files("marvel_widgets.course").joinpath("coverage.toml")
    table = tomllib.loads(source.read_text(encoding="utf-8"))
    return tuple(_item(fields) for fields in table["item"])


def _item(fields: dict[str, Any]) -> PaperItem:
    read: dict[str, Any] = {
        name: tuple(v) if isinstance(v, list) else v for name, v in fields.items()
    }
    return PaperItem(**read)


def coverage_index() -> CoverageIndex:
    """Return the index, which a notebook shows as a table.

    Examples
    --------
    >>> index = coverage_index()
    >>> len(index.items) == len(paper_items())
    True
    """
    return CoverageIndex(paper_items())


def tagged_cells(notebooks: Path) -> dict[str, tuple[TaggedCell, ...]]:
    """Return for each tag that begins with ``paper:`` the cells that carry it.

    >>> tagged_cells(Path("/nowhere"))
    {}
    """
    found: dict[str, list[TaggedCell]] = {}
    for path in sorted(notebooks.glob("*.ipynb")):
        section = ""
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            lines = "".join(cell["source"]).split("\n")
            if cell["cell_type"] == "markdown":
                section = next((ln[3:] for ln in lines if ln.startswith("## ")), section)
            for tag in cell["metadata"].get("tags", ()):
                if tag.startswith("paper:"):
                    place = TaggedCell(path.stem, cell.get("id", ""), section.strip())
                    found.setdefault(tag, []).append(place)
    return {tag: tuple(places) for tag, places in found.items()}


def coverage_table(
    items: Iterable[PaperItem], places: dict[str, tuple[TaggedCell, ...]] | None = None
) -> str:
    """Return a table of items in Markdown.

    With `places`, from :func:`tagged_cells`, the cells are named, for a page of docs/. Without, the
    links are those of a notebook beside the others.

    >>> print(coverage_table(paper_items()[:1]).splitlines()[0])
    | Item of the paper, label | Functions | Apps | Notebook |
    """
    head = ("Item of the paper, label", "Functions", "Apps", "Notebook")
    rows = [head, ("---",) * len(head)]
    for part, group in groupby(items, key=lambda item: item.part):
        rows.append((f"**{part}**", "", "", ""))
        rows += [_row(item, None if places is None else places.get(item.tag, ())) for item in group]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows) + "\n"


def _row(item: PaperItem, places: Sequence[TaggedCell] | None) -> tuple[str, ...]:
    where = _linked(item.notebook, "")
    if places is not None:
        where = _listed(f"{_linked(p.notebook, '../notebooks/')} {_cell(p)}" for p in places)
    return (
        _listed((item.title, *(f"`{label}`" for label in item.labels[:1]))),
        _listed(f"`{name.removeprefix(_PACKAGE)}`" for name in item.functions),
        _listed(f"`{name}`" for name in item.apps),
        where,
    )


def _linked(notebook: str, folder: str) -> str:
    return f"[{notebook.partition('-')[0]}]({folder}{notebook}.ipynb)"


def _cell(place: TaggedCell) -> str:
    return f"{place.section}, cell `{place.cell}`"


def _listed(parts: Iterable[str]) -> str:
    return "<br>".join(parts)


def coverage_page(notebooks: Path) -> str:
    """Return the page docs/coverage.md.

    >>> coverage_page(Path("/nowhere")).splitlines()[0]
    '# Where the paper is shown'
    """
    return (
        "# Where the paper is shown\n\n"
        "Each numbered or named item of the paper, with the functions, the apps and the cells\n"
        "that show it. A label is the item's name in the paper's LaTeX source; functions are\n"
        "imported from `marvel_widgets`, apps from `marvel_widgets.widgets`.\n\n"
        "This page is made from `marvel_widgets/course/coverage.toml` and the cells' tags:\n"
        "`python -m marvel_widgets.course.coverage notebooks > docs/coverage.md`.\n\n"
        + coverage_table(paper_items(), tagged_cells(notebooks))
    )


if __name__ == "__main__":
    sys.stdout.write(coverage_page(Path(sys.argv[1] if len(sys.argv) > 1 else "notebooks")))
