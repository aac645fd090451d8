"""The start of the browser's Python, in a shell of this one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from IPython.core.completer import provisionalcompleter
from IPython.core.interactiveshell import InteractiveShell

from marvel_widgets.site.in_the_browser import STARTUP, names_lost, start

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"


@pytest.fixture
def shell(monkeypatch):
    for name in [name for name in sys.modules if name.partition(".")[0] in ("numpy", "scipy")]:
        monkeypatch.delitem(sys.modules, name)
    for name in ("numpy", "scipy"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delenv("MARVEL_WIDGETS_SITE", raising=False)
    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance()
    yield shell
    InteractiveShell.clear_instance()


def run(shell, capsys, code):
    capsys.readouterr()
    shell.run_cell(code, store_history=True)
    return capsys.readouterr().out


def test_a_missing_numpy_is_one_sentence_and_no_cascade(shell, capsys):
    start(shell, "")
    told = run(shell, capsys, "import numpy as np\nsamples = np.ones(3)")
    assert told.startswith("This cell needs numpy")
    assert "Traceback" not in told
    assert run(shell, capsys, "found = samples.sum()") == (
        "Skipped: `samples` comes from a cell above that needs numpy.\n"
    )
    assert run(shell, capsys, "found + 1").startswith("Skipped: `found`")
    assert run(shell, capsys, "print(1 + 1)") == "2\n"


def test_a_name_that_meant_something_else_above_is_skipped_too(shell, capsys):
    start(shell, "")
    shell.run_cell("found = done = each = 'of another cell'")
    told = run(shell, capsys, "done = 1\nfound = [each for each in __import__('numpy').ones(3)]")
    assert told.startswith("This cell needs numpy")
    assert run(shell, capsys, "len(found)").startswith("Skipped: `found`")
    assert run(shell, capsys, "print(done, each)") == "1 of another cell\n"
    shell.run_cell("found = 2")
    assert run(shell, capsys, "print(found)") == "2\n"


def test_what_a_cell_could_not_fill_is_skipped_too(shell, capsys):
    start(shell, "")
    for fill in ("kinds[n] = numpy.ones(n)", "kinds.append(numpy.ones(n))"):
        loop = f"kinds = []\nfor n in (1, 2):\n    import numpy\n    {fill}"
        assert run(shell, capsys, loop).startswith("This cell needs numpy")
        assert run(shell, capsys, "kinds[-1]").startswith("Skipped: `kinds`")


def test_a_value_that_cannot_be_displayed_is_the_same(shell, capsys):
    start(shell, "")
    shell.run_cell("class Exercise:\n    def __repr__(self):\n        import numpy")
    told = run(shell, capsys, "Exercise()")
    assert "This cell needs numpy" in told
    assert "Traceback" not in told


def test_a_library_that_needs_numpy_inside_is_the_same(shell, capsys):
    start(shell, "")
    code = "import marvel_widgets as m\ntest = m.FisherZ([[1.0, 2.0]] * 5)"
    assert "needs numpy" in run(shell, capsys, code)
    assert "Skipped: `test`" in run(shell, capsys, "test.p_value(0, 1, [])")


def test_other_errors_are_shown_as_ever(shell, capsys):
    start(shell, "")
    assert "NameError" in run(shell, capsys, "a_slip + 1")
    assert "No module named 'no_such'" in run(shell, capsys, "import no_such")
    run(shell, capsys, "import numpy as np\nsamples = np.ones(3)")
    assert "NameError" in run(shell, capsys, "sampels.sum()")
    assert "ZeroDivisionError" in run(shell, capsys, "1 / 0")


def test_it_knows_its_site(shell):
    start(shell, "https://me.example/course/lite/extensions/kernel/worker.js")
    assert os.environ.pop("MARVEL_WIDGETS_SITE") == "https://me.example/course/"


def test_the_startup_file_leaves_no_name_behind(shell, capsys):
    run(shell, capsys, STARTUP)
    assert "_start" not in shell.user_ns
    assert "needs numpy" in run(shell, capsys, "import numpy")


def test_names_of_a_cell():
    assert names_lost("for i in range(3):\n    a = i\nclass B: pass\nimport os.path") == {
        "i", "a", "B", "os",
    }  # fmt: skip
    assert names_lost("%magic") == set()


def test_names_are_completed_without_jedi(shell, monkeypatch):
    start(shell, "")

    def refused():
        msg = "jedi"
        raise ModuleNotFoundError(msg)

    monkeypatch.setattr("IPython.core.completer._get_jedi", refused)
    shell.run_cell("import marvel_widgets\ngraph = marvel_widgets.Dag('X -> Y')")
    with provisionalcompleter():
        found = {each.text for each in shell.Completer.completions("graph.par", 9)}
    assert ".parents" in found


@pytest.mark.night
@pytest.mark.parametrize("name", sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb")))
def test_no_notebook_ends_in_an_error_where_numpy_is_not(name):
    command = [sys.executable, "-m", "tests.site.without_numpy", name]
    run = subprocess.run(command, cwd=NOTEBOOKS.parent, capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stderr
    counted, *errors = run.stdout.splitlines()
    assert errors == []
    needs = name.partition("-")[0] in ("10", "11", "E", "P3", "T")
    assert (int(counted.split()[0]) > 0) == needs
