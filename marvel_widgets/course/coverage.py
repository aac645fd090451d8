"""The coverage index: every numbered or named item of the paper, and where the kit shows it.

The source is `coverage.toml` beside this file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from marvel_widgets._data import tables


@dataclass(frozen=True, slots=True)
class PaperItem:
    """A numbered or named item of the paper."""

    id: str
    part: str
    title: str
    functions: tuple[str, ...]  # by their names in marvel_widgets
    apps: tuple[str, ...]
    notebook: str
    labels: tuple[str, ...] = ()


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
    """Return the items of the paper in its order."""
    items: list[PaperItem] = []
    for name, fields in tables("course/coverage.toml").items():
        above = {"part": items[-1].part, "notebook": items[-1].notebook} if items else {}
        items.append(PaperItem(id=name, **(above | fields)))
    return tuple(items)


def coverage_index() -> CoverageIndex:
    """Return the index, which a notebook shows as a table.

    Examples
    --------
    >>> index = coverage_index()
    >>> len(index.items) == len(paper_items())
    True
    """
    return CoverageIndex(paper_items())


def linked(notebook: str, folder: str = "") -> str:
    """Return a link to a notebook, by its number."""
    return f"[{notebook.partition('-')[0]}]({folder}{notebook}.ipynb)"


def coverage_table(
    items: Iterable[PaperItem],
    where: Callable[[PaperItem], str] = lambda item: linked(item.notebook),
) -> str:
    """Return a table of items in Markdown; `where` says of each where it is shown."""
    head = ("Item of the paper, label", "Functions", "Apps", "Notebook")
    rows = [head, ("---",) * len(head)]
    for part, group in groupby(items, key=lambda item: item.part):
        rows.append((f"**{part}**", "", "", ""))
        rows += [(*_about(item), where(item)) for item in group]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows) + "\n"


def _about(item: PaperItem) -> tuple[str, str, str]:
    return (
        "<br>".join((item.title, *(f"`{label}`" for label in item.labels[:1]))),
        "<br>".join(f"`{name}`" for name in item.functions),
        "<br>".join(f"`{name}`" for name in item.apps),
    )
