"""The lists of planted faults do not rot, and the program says which fault is not found."""

import ast
import subprocess
from functools import cache
from pathlib import Path

import pytest

from tests.planted import __main__ as program
from tests.planted.planting import ROOT, Copy, Fault, edited, faults, listed, what_is_wrong

PLANTED = faults()


@pytest.mark.parametrize("fault", PLANTED, ids=lambda f: f"{f.number}-{Path(f.file).stem}")
def test_a_fault_can_be_planted_and_names_a_test(fault):
    new = edited(fault, (ROOT / fault.file).read_text(encoding="utf-8"))
    if fault.file.endswith(".py"):
        compile(new, fault.file, "exec", ast.PyCF_ONLY_AST)
    assert fault.when in ("gate", "night")
    assert fault.found_by
    for test in fault.found_by:
        file, _, name = test.partition("::")
        assert name.partition("[")[0] in functions_of(file), f"{test} is not there"


@cache
def functions_of(file):
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_no_fault_is_listed_twice():
    assert len({(fault.file, fault.was, fault.now) for fault in PLANTED}) == len(PLANTED)


LIST = """\
# what is wrong
some.py
night tests/a.py::test_one
night tests/a.py::test_two
 x = 1
-y = 2
+y = 3
-z = 4
+
other.py
tests/b.py::test_three
 import os
+import sys
 def f():
!    return 1
"""


def test_a_list_reads_as_a_diff(tmp_path):
    (tmp_path / "list.txt").write_text(LIST, encoding="utf-8")
    first, second, third, drop = (tuple(edit.values()) for edit in listed(tmp_path / "list.txt"))
    both = ("tests/a.py::test_one", "tests/a.py::test_two")
    assert first == ("some.py", "x = 1\ny = 2", "x = 1\ny = 3", both, "night")
    assert second == ("some.py", "z = 4", "", both, "night")
    assert third == (
        "other.py",
        "import os",
        "import os\nimport sys",
        ("tests/b.py::test_three",),
        "gate",
    )
    assert drop[1:3] == ("def f():\n    return 1", "def f():\n    pass")


def test_an_edit_that_is_there_twice_or_not_at_all_is_refused():
    fault = Fault(1, "a list", "some.py", was="a + b", now="a - b")
    assert edited(fault, "c = a + b\n") == "c = a - b\n"
    for text in ("a + b, a + b", "a - b"):
        with pytest.raises(LookupError):
            edited(fault, text)


def test_only_a_test_that_fails_finds_a_fault():
    assert not what_is_wrong(1, "1 failed")
    assert what_is_wrong(0, "1 passed") == "not found: green"
    for status in (2, 3, 4, 5):
        assert "no tests ran" in what_is_wrong(status, "collected 0\nno tests ran")


SUM = "def total(a, b):\n    return a + b\n"
TESTS = """
from total import total

def test_of_ones():
    assert total(1, 1) == 2

def test_of_zeros():
    assert total(0, 0) == 0
"""


def test_the_program_says_which_fault_is_not_found(tmp_path, capsys):
    """Of the same edit, one test finds it, one does not, and one is not there."""
    checkout = tmp_path / "small"
    checkout.mkdir()
    subprocess.run(["git", "init", "-q", checkout], check=True)
    (checkout / "total.py").write_text(SUM, encoding="utf-8")
    (checkout / "test_total.py").write_text(TESTS, encoding="utf-8")
    (checkout / "pytest.ini").write_text("[pytest]\npythonpath = .\n", encoding="utf-8")

    def planted(number, test):
        return Fault(number, "a list", "total.py", "a + b", "a * b", (f"test_total.py::{test}",))

    some = [planted(n, f"test_of_{what}") for n, what in enumerate(("ones", "zeros", "old"), 1)]
    copies = [Copy(tmp_path / "copy", checkout)]
    assert not program.are_found(copies, some)
    told = capsys.readouterr().out
    assert "2. total.py (a list): not found: green" in told
    assert "3. total.py (a list): the test does not exist" in told
    assert "1. total.py (a list)" not in told
    assert "3 faults, 1 found." in told
    assert not program.are_green(copies, some)  # since one is not there
    assert (copies[0].folder / "total.py").read_text(encoding="utf-8") == SUM
