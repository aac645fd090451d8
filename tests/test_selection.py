"""The tests that run again with the lowest versions reach what these versions could break."""

import ast
from pathlib import Path

from tests.selection import HEAVY, HERE, NUMERIC_FOLDERS, heavy_first, is_numeric

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


def numeric_modules(package):
    """Yield each module below the widgets that computes with numbers."""
    for path in sorted(package.rglob("*.py")):
        top = ast.parse(path.read_text(encoding="utf-8")).body
        if any(isinstance(e, ast.FunctionDef | ast.ClassDef) and uses_numbers(e) for e in top):
            yield path


def words_of(path):
    """Return the names that a module defines for others, and its own."""
    top = ast.parse(path.read_text(encoding="utf-8")).body
    defined = {e.name for e in top if isinstance(e, ast.FunctionDef | ast.ClassDef)}
    return {path.stem} | {name for name in defined if not name.startswith("_")}


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
    """Return the numeric modules of which none of these test files uses anything."""
    used = set().union(*map(names_in, tests))
    return [path.stem for path in numeric_modules(package) if not words_of(path) & used]


def numeric_tests():
    return [path for path in HERE.rglob("test_*.py") if is_numeric(path)]


def test_every_module_that_computes_with_numbers_has_a_numeric_test():
    assert len(list(numeric_modules(PACKAGE))) > 10
    assert untested(PACKAGE, numeric_tests()) == []


def test_a_module_without_a_numeric_test_is_seen(tmp_path):
    code = "def mean(data):\n    import numpy as np\n    return np.mean(data)\n"
    (tmp_path / "means.py").write_text(code)
    (tmp_path / "plain.py").write_text("def total(data):\n    return sum(data)\n")
    test = tmp_path / "test_means.py"
    test.write_text("from other import total\n")
    assert untested(tmp_path, [test]) == ["means"]
    test.write_text("from means import mean\n")
    assert untested(tmp_path, [test]) == []


def test_numeric_is_reported_by_folder_or_by_what_a_file_uses():
    assert is_numeric(HERE / "core/algorithms/test_p_values.py")  # uses FisherZ
    assert not is_numeric(HERE / "core/algorithms/test_marvel.py")  # asks networkx, no more
    assert not is_numeric(PACKAGE / "core/graphs/dag.py")
    assert all((HERE / folder).is_dir() for folder in NUMERIC_FOLDERS)


def test_heavy_files_exist_and_come_first():
    assert [name for name in HEAVY if not (HERE.parent / name).exists()] == []
    assert heavy_first(HERE / "browser/test_race.py") < heavy_first(HERE / "test_cli.py")
    assert heavy_first(Path("elsewhere.py")) == len(HEAVY)
