"""The coverage index: nothing of the paper is missing, and no entry points nowhere."""

import re
from collections import Counter
from pathlib import Path
from pkgutil import resolve_name
from types import ModuleType

import pytest

from marvel_widgets.core.book import marvel as page
from marvel_widgets.course.coverage import coverage_index, coverage_table, paper_items
from marvel_widgets.replay.pseudocode import pseudocode
from tests import carriers
from tests.course_rules import COURSE
from tests.coverage_page import NOTEBOOKS, coverage_page, tagged_cells

# The index names apps; where what they need is missing there is nothing to check.
widgets = pytest.importorskip("marvel_widgets.widgets", exc_type=ImportError)
App = pytest.importorskip("marvel_widgets.widgets.kit.app", exc_type=ImportError).App

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "coverage.md"
PAPER = ROOT.parent / "shared" / "paper" / "marvel_paper.tex"

# Environments of the paper, and how the title of their entry begins.
KINDS = {
    "definition": "Definition",
    "remark": "Remark",
    "theorem": "Theorem",
    "lemma": "Lemma",
    "proposition": "Proposition",
    "corollary": "Corollary",
    "algorithm": "Algorithm",
    "table": "Table",
    "figure": "Figure",
}

# What each line of Algorithm 1 says, numbered as in print: there a loop's end takes no line.
PRINTED = (
    "Input|oundar", "edges", "remain", "round|remain|bfseries to", "ort|remain", "order|i=1",
    "neighbors", "edge", "ondition.?1", "-structures|found", "rient|direct|found", "ondition.?2",
    "towards|around", "leave|setminus|update", "pdate", "round|go on|[Bb]reak",
    "-structures|arrows", "[Mm]eek", "return|Tilde",
)  # fmt: skip


def tag_faults(items, places):
    """Return the items that no cell of their notebook shows, and the tags that no item has."""
    faults = [
        f"no cell of {item.notebook} has the tag paper:{item.id}"
        for item in items
        if item.notebook not in {place.notebook for place in places.get(f"paper:{item.id}", ())}
    ]
    unknown = set(places) - {f"paper:{item.id}" for item in items}
    return faults + [f"the tag {tag} belongs to no item" for tag in sorted(unknown)]


def paper_faults(items, tex):
    """Return what stands in the paper's LaTeX source and not in the index, and the reverse."""
    labels = set(re.findall(r"\\label\{([^}]*)\}", tex))
    sections = {each for each in labels if each.startswith(("sec:", "subsub:"))}
    ours = {label for item in items for label in item.labels}
    faults = [f"no item has the label {each!r}" for each in sorted(labels - sections - ours)]
    faults += [f"the paper has no label {each!r}" for each in sorted(ours - labels)]
    lines = re.search(r"\\begin\{algorithmic\}.*?\\end\{algorithmic\}", tex, re.DOTALL)
    counted = {
        **{
            start: len(re.findall(rf"\\begin\{{{kind}\*?\}}", tex)) for kind, start in KINDS.items()
        },
        "Example": len(re.findall(r"\{\\bfseries Example \d\.\}", tex)),
        # What only closes a loop is in no entry.
        "Line": len(re.findall(r"\\(?:STATE|FOR|IF|RETURN)\b", lines[0] if lines else "")),
    }
    found = Counter(item.title.split()[0].rstrip(":") for item in items)
    return faults + [
        f"the paper has {wanted} of kind {start}, the index {found[start]}"
        for start, wanted in counted.items()
        if found[start] != wanted
    ]


def test_every_function_and_app_exists():
    for item in paper_items():
        found = [resolve_name(f"marvel_widgets.{name}") for name in item.functions]
        assert {isinstance(each, ModuleType) for each in found} == {False}, item.id
        apps = [getattr(widgets, name) for name in item.apps]
        assert {issubclass(app, App) for app in apps} == {True}, item.id


def test_every_app_shows_something_of_the_paper():
    shown = {name for item in paper_items() for name in item.apps}
    apps = {name for name in widgets.__all__ if issubclass(getattr(widgets, name), App)}
    # The box around an exercise, the board on which all of it meets and what asks a class are
    # about no single item; a game of PC is about another method.
    assert apps - shown <= {"ExerciseBox", "LiveBoard", "Vote", "BePC"}


def test_every_item_is_shown_in_its_notebook():
    assert tag_faults(paper_items(), tagged_cells(NOTEBOOKS)) == []


@pytest.mark.parametrize("kind", carriers.KINDS)
def test_all_that_is_promised_has_a_carrier(kind):
    found = dict(carriers.KINDS[kind]())
    assert len(found) > 5
    assert [thing for thing, carried in found.items() if not carried] == []


def test_the_page_is_up_to_date():
    assert PAGE.read_text(encoding="utf-8") == coverage_page(NOTEBOOKS), (
        "run python -m tests.coverage_page > docs/coverage.md"
    )


@pytest.mark.skipif(not PAPER.is_file(), reason="the paper's LaTeX source is not at hand")
def test_nothing_of_the_paper_is_missing():
    assert paper_faults(paper_items(), PAPER.read_text(encoding="utf-8")) == []


def test_lines_have_the_numbers_of_the_print():
    said = [(int(item.id[5:]), item.title) for item in paper_items() if item.id[:5] == "line-"]
    said += [(line.number, line.text) for line in pseudocode(options={"orientation": "printed"})]
    for row in Path(page.__file__).read_text(encoding="utf-8").splitlines():
        code, _, comment = row.partition("  # line")
        said += [(int(number), code + comment) for number in re.findall(r"\d+", comment)]
    if PAPER.is_file():
        algorithm = PAPER.read_text(encoding="utf-8").split("{algorithmic}")[2]
        said += enumerate(re.split(r"\\(?:STATE|FOR|IF|RETURN)\b", algorithm))
    assert {number for number, _ in said if number} == {*range(1, len(PRINTED) + 1)}
    wrong = [(n, text) for n, text in said if n and not re.search(PRINTED[n - 1], text)]
    assert wrong == []


def test_ids_and_labels_belong_to_one_item_and_notebooks_to_the_course():
    items = paper_items()
    for each in (
        [item.id for item in items],
        [label for item in items for label in item.labels],
        [item.title for item in items],
    ):
        assert [name for name, times in Counter(each).items() if times > 1] == []
    assert {item.notebook for item in items} <= set(COURSE)


def test_the_table_has_a_row_for_every_item():
    rows = coverage_table(paper_items()).splitlines()
    assert len({len(row.split(" | ")) for row in rows}) == 1
    for item in paper_items():
        cells = [
            row for row in rows if row.startswith((f"| {item.title} |", f"| {item.title}<br>"))
        ]
        assert len(cells) == 1
        assert f"({item.notebook}.ipynb) |" in cells[0]
        assert all(f"`{label}`" in cells[0] for label in item.labels[:1])
        assert all(f"`{name}`" in cells[0] for name in item.apps)
    assert coverage_index()._repr_markdown_() == coverage_table(paper_items())
