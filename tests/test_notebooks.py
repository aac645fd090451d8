"""The committed notebooks: executed, readable without a kernel, in the outline, nothing private.

nbval compares their outputs with a fresh run; a notebook without outputs would pass there.
"""

import re
from pathlib import Path

import nbformat
import pytest

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
PATHS = sorted(NOTEBOOKS.glob("*.ipynb"))

# The outline: one section heading (##) with each of these words, in this order.
OUTLINE = [
    "question",
    "vocabulary",
    "worked example",
    "predict",
    "the app",
    "your turn",
    "what we learned",
    "sources",
]
MOST_CODE_LINES = 12
MOST_WORDS = 120
MACHINE_PATH = re.compile(
    r"(?<![\w.:/<])/(?:(?:home|root|tmp|opt|usr|var|Users)/|(?:[\w.-]+/){2})"
    r"|\b[A-Z]:\\|site-packages"
)
ADDRESS = re.compile(r"\b0x[0-9a-f]{6,16}\b")


def test_there_are_notebooks():
    assert PATHS, f"no notebooks in {NOTEBOOKS}"


@pytest.fixture(params=PATHS, ids=lambda path: path.name)
def notebook(request):
    return nbformat.read(request.param, as_version=4)


def code_cells(notebook):
    return [c for c in notebook.cells if c.cell_type == "code" and c.source.strip()]


def headings(notebook):
    """Return (level, text) of every heading in the text cells."""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            for marks, text in re.findall(r"^(#+) +(.+?)\s*$", cell.source, re.MULTILINE):
                yield len(marks), text


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
    # The command in docs/development.md leaves them out: they change with every run.
    assert [cell.id for cell in notebook.cells if "execution" in cell.metadata] == []


def test_outputs_name_no_machine_path_or_address(notebook):
    for cell in code_cells(notebook):
        for output in cell.outputs:
            for text in texts_of(output):
                assert not MACHINE_PATH.search(text), text
                assert not ADDRESS.search(text), text


@pytest.mark.parametrize(
    "text",
    ["File /home/x.py", "'/srv/me/course/a.py'", "/tmp/a", r"C:\Users", "lib/site-packages/x"],
)
def test_a_machine_path_is_seen(text):
    assert MACHINE_PATH.search(text)


@pytest.mark.parametrize(
    "text", ["http://www.w3.org/2000/svg", "</g></svg>", "1/2", "and/or/both/", "X: a / b / c"]
)
def test_other_slashes_are_no_machine_path(text):
    assert not MACHINE_PATH.search(text)


def test_code_cells_are_short(notebook):
    for cell in code_cells(notebook):
        assert len(cell.source.splitlines()) <= MOST_CODE_LINES, cell.source


def test_text_cells_are_short(notebook):
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            assert len(cell.source.split()) <= MOST_WORDS, cell.source


def test_begins_with_a_title_and_the_time_it_takes(notebook):
    opening = notebook.cells[0]
    assert opening.cell_type == "markdown"
    assert next(headings(notebook))[0] == 1
    before_code = "".join(cell.source for cell in notebook.cells[:3])
    assert re.search(r"\d+ minutes", before_code)


def test_outline(notebook):
    sections = [text.lower() for level, text in headings(notebook) if level == 2]
    found = [next((i for i, text in enumerate(sections) if want in text), None) for want in OUTLINE]
    missing = [want for want, i in zip(OUTLINE, found, strict=True) if i is None]
    assert missing == [], f"sections: {sections}"
    assert found == sorted(found), f"sections in another order: {sections}"
