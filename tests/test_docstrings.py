"""Docstrings have sections where people look things up: at the names of the faces."""

import ast
import re
from pathlib import Path

from marvel_widgets._lazy import homes_of

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "marvel_widgets"
SECTION = re.compile(
    r"^ *(Parameters|Returns|Yields|Raises|Attributes|Other Parameters|Examples|Notes)\n *-{3,}$",
    re.MULTILINE,
)
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def on_faces():
    """Return the module and the name of each definition that a face offers."""
    sources = (path.read_text(encoding="utf-8") for path in PACKAGE.rglob("__init__.py"))
    faces = [source for source in sources if "lazy(__name__)" in source]
    return {(home, name) for source in faces for name, home in homes_of(source).items()}


def with_sections(module, source, faces):
    """Yield the inner definitions that have a section; methods belong to their class."""
    inner = [(ast.parse(source), True)]
    while inner:
        node, top = inner.pop()
        for child in ast.iter_child_nodes(node):
            named = isinstance(child, DEFINITIONS)
            if named and top and (module, child.name) in faces:
                continue
            if named and SECTION.search(ast.get_docstring(child) or ""):
                yield f"{module}.{child.name}"
            inner.append((child, top and not named))


def test_sections_are_on_the_faces_alone():
    faces = on_faces()
    assert ("marvel_widgets.core.graphs.dag", "Dag") in faces
    found = []
    for path in PACKAGE.rglob("*.py"):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        found += with_sections(module, path.read_text(encoding="utf-8"), faces)
    assert found == []


def test_a_section_inside_is_seen():
    said = '"""Do it.\n\n{0}Raises\n{0}------\n{0}Error\n{0}"""'
    source = f"def inner():\n    {said.format('    ')}\nclass Face:\n    {said.format('    ')}\n"
    assert list(with_sections("kit", source, {("kit", "Face")})) == ["kit.inner"]
