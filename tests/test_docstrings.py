"""Docstrings have sections at the names of the faces, examples where the reference shows them."""

import ast
import re
from pathlib import Path

from marvel_widgets._lazy import homes_of
from marvel_widgets.site.reference.rooms import rooms

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


def shown():
    """Return the docstrings that the reference shows."""
    found = [entry.found for room in rooms() for entry in room.entries]
    for each in found:
        found += each.members  # which may have members too
    return {each.doc for each in found}


def with_examples(source, docs):
    """Yield the names of a module that have an example in a docstring other than these."""
    for node in ast.walk(ast.parse(source)):
        doc = ast.get_docstring(node) if isinstance(node, DEFINITIONS) else None
        if doc and ">>>" in doc and doc not in docs:
            yield node.name


def test_examples_are_where_the_reference_shows_them():
    docs, found = shown(), []
    assert sum(">>>" in doc for doc in docs) > 150
    for path in PACKAGE.rglob("*.py"):
        found += with_examples(path.read_text(encoding="utf-8"), docs)
    assert found == []


def test_an_example_inside_is_seen():
    source = 'def f():\n    """Do it.\n\n    >>> f()\n    """\n'
    assert list(with_examples(source, set())) == ["f"]
    assert list(with_examples(source, {"Do it.\n\n>>> f()"})) == []


def test_files_of_examples_are_about_what_their_modules_have():
    files = sorted((ROOT / "tests/examples").rglob("*.txt"))
    assert len(files) > 100
    for path in files:
        module = path.relative_to(ROOT / "tests/examples").with_suffix(".py")
        tree = ast.parse((PACKAGE / module).read_text(encoding="utf-8"))
        names = {node.name for node in ast.walk(tree) if isinstance(node, DEFINITIONS)}
        text = path.read_text(encoding="utf-8")
        headings = re.findall(r"^(\S+)\n-{3,}$", text, re.MULTILINE)
        assert headings, path
        assert {heading.rpartition(".")[2] for heading in headings} <= names, path
