"""The tests near to a file: its own come first, and every module has some."""

import subprocess
import sys

from tests.near import ROOT, imports, modules, near

PACKAGE = [name for name in modules() if name.startswith("marvel_widgets")]


def test_every_module_has_near_tests():
    assert len(PACKAGE) > 400
    assert [name for name in PACKAGE if not near(name)] == []


def test_those_of_its_name_and_its_examples_come_first():
    tests = near("marvel_widgets.core.graphs.equivalence")
    assert [str(path.relative_to(ROOT)) for path in tests[:3]] == [
        "marvel_widgets/core/graphs/equivalence.py",
        "tests/examples/core/graphs/equivalence.txt",
        "tests/core/graphs/test_equivalence.py",
    ]


def test_who_imports_a_name_from_a_face_imports_its_home(tmp_path, monkeypatch):
    source = "def f():\n    from marvel_widgets import (Dag, marvel as m,\n        networks)\n"
    (tmp_path / "test_a.py").write_text(source)
    monkeypatch.setitem(modules(), "tests.test_a", tmp_path / "test_a.py")
    assert imports("tests.test_a") >= {
        "marvel_widgets.core.graphs.dag",
        "marvel_widgets.core.algorithms.marvel",
        "marvel_widgets.core.graphs.networks",
    }


def test_a_file_that_is_none_of_ours_is_refused():
    command = [sys.executable, "-m", "tests.near", "tests/near.py"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (
        2,
        "tests/near.py: name a file below marvel_widgets\n",
    )
