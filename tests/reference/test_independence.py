"""A second implementation is worth something only while it shares no code with the first."""

import ast
from pathlib import Path

import pytest

HERE = Path(__file__).parent
BRIDGE = "checks.py"  # the only one that knows the package
ARRAYS = "gaussian.py"  # the only one that speaks of data; the package does its own arithmetic


def imported(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module


MODULES = [p for p in sorted(HERE.glob("*.py")) if p.name not in (BRIDGE, Path(__file__).name)]


@pytest.mark.parametrize("path", MODULES, ids=lambda p: p.name)
def test_the_reference_imports_neither_the_package_nor_a_graph_library(path):
    roots = {name.split(".")[0] for name in imported(path)}
    assert not roots & {"marvel_widgets", "networkx"}
    assert "numpy" not in roots or path.name == ARRAYS
    assert not any(name.endswith("checks") for name in imported(path))


def test_there_are_references_to_look_at():
    assert len(MODULES) >= 6
    assert "marvel_widgets" in set(imported(HERE / BRIDGE))
