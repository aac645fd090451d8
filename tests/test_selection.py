"""The tests that run again with the lowest versions reach what these versions could break."""

import ast
from pathlib import Path

import pytest

from tests.selection import HEAVY, HERE, NUMERIC, heavy_first

PACKAGE = HERE.parent / "marvel_widgets"
HEAVY_PACKAGES = {"numpy", "scipy", "networkx"}


def uses_numbers(function):
    """Return whether a function or a class imports numpy, scipy or networkx when it runs."""
    for node in ast.walk(function):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        if HEAVY_PACKAGES & {name.partition(".")[0] for name in names}:
            return True
    return False


def reached_by(path):
    """Yield each function of a module that computes with numbers, with the names that reach it.

    A method is reached by its own name, for its class has others; a function, and a method that
    only its class calls, by anything that the module has for others.
    """
    text = path.read_text(encoding="utf-8")
    if not any(name in text for name in HEAVY_PACKAGES):
        return
    top = ast.parse(text).body
    defined = {e.name for e in top if isinstance(e, ast.FunctionDef | ast.ClassDef)}
    for_others = {path.stem} | {name for name in defined if not name.startswith("_")}
    for outer in top:
        is_class = isinstance(outer, ast.ClassDef)
        for e in outer.body if is_class else [outer]:
            if isinstance(e, ast.FunctionDef) and uses_numbers(e):
                by_name = is_class and not e.name.startswith("_")
                yield e.name, {e.name} if by_name else for_others


def names_in(path):
    """Return all names and dotted parts that a test file uses."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.ImportFrom):
            found |= {*(node.module or "").split("."), *(alias.name for alias in node.names)}
    return found


def untested(package, tests):
    """Return the functions that compute with numbers and that none of these test files reaches."""
    used = set().union(*map(names_in, tests))
    return [
        f"{path.stem}.{function}"
        for path in sorted(package.rglob("*.py"))
        for function, names in reached_by(path)
        if not names & used
    ]


def numeric_tests():
    places = [HERE / place.partition("::")[0] for place in NUMERIC]
    return [file for at in places for file in ([at] if at.is_file() else at.rglob("test_*.py"))]


def test_every_function_that_computes_with_numbers_has_a_numeric_test():
    assert sum(len(list(reached_by(path))) for path in PACKAGE.rglob("*.py")) > 25
    assert untested(PACKAGE, numeric_tests()) == []


def test_numeric_tests_are_folders_files_or_single_tests_that_exist():
    for place in NUMERIC:
        path, _, test = (HERE / place).as_posix().partition("::")
        assert Path(path).exists(), place
        assert f"\ndef {test}(" in Path(path).read_text() if test else True, place


def test_heavy_files_exist_and_come_first():
    assert [name for name in HEAVY if not (HERE.parent / name).exists()] == []
    assert heavy_first(HERE / "browser/test_race.py") < heavy_first(HERE / "test_cli.py")
    assert heavy_first(Path("elsewhere.py")) == len(HEAVY)


def test_a_worker_begins_with_them(request):
    if not hasattr(request.config, "workerinput"):
        pytest.skip("only the workers of -n have that order")
    places = [heavy_first(item.path) for item in request.session.items]
    assert places == sorted(places)
