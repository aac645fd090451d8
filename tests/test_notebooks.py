"""The committed notebooks: executed, readable without a kernel, in the outline, nothing private.

nbval compares their outputs with a fresh run; a notebook without outputs would pass there.
"""

import re
from functools import cache
from pathlib import Path

import nbformat
import pytest

from marvel_widgets.course.checks import builders
from marvel_widgets.course.registry import LESSONS
from tests import course_rules as rules

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = ROOT / "notebooks"
PATHS = sorted(NOTEBOOKS.glob("*.ipynb"))
# All but E, which is there to be looked up.
ASKING = [path for path in PATHS if path.stem.partition("-")[0] in LESSONS]

MOST_CODE_LINES = 12
MOST_WORDS = 120
MACHINE_PATH = re.compile(
    r"(?<![\w.:/<])/(?:(?:home|root|tmp|opt|usr|var|Users)/|(?:[\w.-]+/){2})"
    r"|\b[A-Z]:\\|site-packages"
)
ADDRESS = re.compile(r"\b0x[0-9a-f]{6,16}\b")


def test_the_course_is_whole():
    assert [path.stem for path in PATHS] == rules.COURSE


@pytest.fixture(params=PATHS, ids=lambda path: path.stem)
def path(request):
    return request.param


@cache
def read(path):
    """Return a notebook, which nobody may change: it is read once for all tests."""
    return nbformat.read(path, as_version=4)


@pytest.fixture
def notebook(path):
    return read(path)


def code_cells(notebook):
    return [c for c in notebook.cells if c.cell_type == "code" and c.source.strip()]


def texts_of(output):
    """Yield every text in an output: streams, tracebacks, and each representation."""
    yield output.get("text", "")
    for data in output.get("data", {}).values():
        yield data if isinstance(data, str) else repr(data)


def test_valid(notebook):
    nbformat.validate(notebook)


def test_executed_from_top_to_bottom(notebook):
    counts = [cell.execution_count for cell in code_cells(notebook)]
    assert counts == list(range(1, len(counts) + 1))


def test_no_cell_ends_in_an_error(notebook):
    errors = [o for c in code_cells(notebook) for o in c.outputs if o.output_type == "error"]
    assert errors == []


def test_no_cell_writes_to_stderr(notebook):
    outputs = [o for cell in code_cells(notebook) for o in cell.outputs]
    assert [o.text for o in outputs if o.get("name") == "stderr"] == []


def test_language_is_python(notebook):
    # JupyterLite stops at a dialog without it.
    assert notebook.metadata.language_info.name == "python"


def test_kernel_is_the_one_that_every_installation_has(notebook):
    assert notebook.metadata.kernelspec.name == "python3"


def test_widget_state_is_absent_or_complete(notebook):
    # GitHub refuses to show a notebook whose `widgets` entry has no state.
    for views in notebook.metadata.get("widgets", {}).values():
        assert views.get("state")


def test_cells_hold_no_times(notebook):
    # The command in docs/CONTRIBUTING.md leaves them out: they change with every run.
    assert [cell.id for cell in notebook.cells if "execution" in cell.metadata] == []


def test_outputs_name_no_machine_path_or_address(notebook):
    for cell in code_cells(notebook):
        for output in cell.outputs:
            for text in texts_of(output):
                assert not MACHINE_PATH.search(text), text
                assert not ADDRESS.search(text), text


def test_code_cells_are_short(notebook):
    for cell in code_cells(notebook):
        assert len(cell.source.splitlines()) <= MOST_CODE_LINES, cell.source


def test_text_cells_are_short(notebook):
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            assert len(cell.source.split()) <= MOST_WORDS, cell.source


def test_begins_with_a_title_and_the_time_it_takes(notebook, path):
    assert rules.opening_faults(notebook) == []
    title = notebook.cells[0].source.split("\n")[0].removeprefix("# ")
    assert f" {title}](notebooks/{path.name})" in (ROOT / "README.md").read_text("utf-8")


def test_outline(notebook):
    assert rules.outline_faults(notebook) == []
    assert rules.fold_faults(notebook) == []


def test_recall_asks_and_folds_its_answers(notebook):
    assert rules.recall_faults(notebook) == []


@pytest.mark.parametrize("path", ASKING, ids=lambda path: path.stem)
def test_the_worked_example_comes_again_with_gaps(notebook):
    assert rules.faded_faults(notebook) == []


@pytest.mark.parametrize("path", ASKING, ids=lambda path: path.stem)
def test_exercises(notebook, path):
    number = path.stem.partition("-")[0]
    assert rules.exercise_faults(notebook, number, builders(number)) == []


def test_voice(notebook):
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            assert rules.voice_faults(cell.source) == [], cell.source


def test_guide_for_the_teacher(path):
    page = ROOT / "docs" / "guide" / f"{path.stem}.md"
    assert page.is_file(), f"there is no {page.relative_to(ROOT)}"
    assert rules.guide_faults(page.read_text(encoding="utf-8")) == []


def test_a_class_takes_no_longer_than_a_learner_alone(path, notebook):
    page = ROOT / "docs" / "guide" / f"{path.stem}.md"
    assert 0 < rules.guide_minutes(page.read_text(encoding="utf-8")) <= rules.minutes(notebook)


def test_every_guide_belongs_to_a_notebook():
    guides = {page.stem for page in (ROOT / "docs" / "guide").glob("*.md")}
    assert guides - {"README"} <= {path.stem for path in PATHS}


GUIDES = [ROOT / "docs" / "guide.md", *sorted((ROOT / "docs" / "guide").glob("*.md"))]


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.stem)
def test_the_voice_of_the_guides(page):
    assert rules.voice_faults(page.read_text(encoding="utf-8")) == []


def test_the_guide_names_every_notebook_and_its_page():
    text = GUIDES[0].read_text(encoding="utf-8")
    for name in rules.COURSE:
        assert f"(../notebooks/{name}.ipynb)" in text
        assert f"(guide/{name}.md)" in text
