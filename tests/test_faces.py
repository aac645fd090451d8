"""The names that people type: each is there in any order of imports, and loads what it needs."""

import ast
import builtins
import inspect
import json
import pkgutil
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import get_type_hints

import pytest

import marvel_widgets
import marvel_widgets.core
from marvel_widgets._lazy import homes_of, lazy
from marvel_widgets.site.reference import faces

ROOT = Path(__file__).resolve().parent.parent
FACES = faces()
LOADED = """
import json, sys
exec(sys.argv[1])
print(json.dumps(sorted(name for name in sys.modules if name.startswith("marvel_widgets"))))
"""
MARVEL = "from marvel_widgets.core import Dag, DSeparation, marvel"


def loaded_by(statement):
    command = [sys.executable, "-c", LOADED, statement]
    run = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    return json.loads(run.stdout)


def test_marvel_on_an_oracle_loads_only_what_it_needs():
    modules = loaded_by(f"{MARVEL}; marvel(DSeparation(Dag('X -> Y <- T')))")
    assert len([name for name in modules if not name.endswith("events")]) <= 40
    others = {name.split(".")[1] for name in modules if "." in name} - {"core", "_lazy"}
    assert others == set()


def test_the_import_of_the_kit_loads_next_to_nothing():
    assert len(loaded_by("import marvel_widgets")) <= 60


@pytest.mark.parametrize("face", FACES)
def test_every_name_of_a_face_is_there(face):
    module = import_module(face)
    assert module.__all__
    assert [name for name in module.__all__ if getattr(module, name) is None] == []
    assert set(module.__all__) <= set(dir(module))


@pytest.mark.parametrize("face", FACES)
def test_no_name_of_a_face_is_one_of_its_modules(face):
    # Importing the module would put it in the place of the name.
    module = import_module(face)
    inside = {found.name for found in pkgutil.iter_modules(module.__path__)}
    assert inside & set(module.__all__) == set()


def test_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = marvel_widgets.nothing


def test_the_star_brings_every_name():
    names = {}
    exec("from marvel_widgets import *", names)
    assert set(marvel_widgets.__all__) <= set(names)


def test_only_imports_for_type_checkers_are_read():
    source = "from a import x\nif TYPE_CHECKING:\n    from b import y as z\n"
    assert homes_of(source) == {"z": "b"}


def test_a_package_without_a_listing_has_no_names():
    assert lazy("json")[2] == []


def test_the_top_offers_all_of_core():
    assert {"marvel_widgets", "marvel_widgets.core", "marvel_widgets.theory"} <= set(FACES)
    assert set(marvel_widgets.core.__all__) < set(marvel_widgets.__all__)
    for name in marvel_widgets.core.__all__:
        assert getattr(marvel_widgets, name) is getattr(marvel_widgets.core, name)
    needed = {"CITest", "GraphError", "MarvelOptions", "moral_certificate", "pattern", "events"}
    assert needed <= set(marvel_widgets.core.__all__)


def not_offered(face, errors):
    """Return the errors in docstrings that neither Python, the top nor the same face offers."""
    module, found = import_module(face), set()
    offered = {*dir(builtins), *marvel_widgets.__all__, *module.__all__}
    for name in module.__all__:
        made = getattr(module, name)
        for one in (made, *(vars(made).values() if isinstance(made, type) else ())):
            said = (inspect.getdoc(one) or "").partition("Raises\n------\n")[2].partition("\n\n")[0]
            for head in re.findall(r"^\w.*", said, re.MULTILINE):
                found |= {(name, each) for each in set(head.split(", ")) - offered}
                errors.append(head)
    return found


def test_errors_can_be_caught_by_a_name_of_the_face_that_raises_them():
    errors = []
    assert [not_offered(face, errors) for face in FACES] == [set()] * len(FACES)
    assert len(errors) > 50


def imports_of(notebook):
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    for cell in cells:
        if cell["cell_type"] == "code":
            for node in ast.walk(ast.parse("".join(cell["source"]))):
                if isinstance(node, ast.ImportFrom) and str(node.module).startswith("marvel"):
                    yield node.module, [alias.name for alias in node.names]


@pytest.mark.parametrize("notebook", sorted(ROOT.glob("notebooks/*.ipynb")), ids=lambda p: p.stem)
def test_notebooks_import_from_faces_only(notebook):
    # What a learner types is a promise; `pseudocode` is a module of its own, and so is a page.
    own = {"marvel_widgets.replay.pseudocode", "marvel_widgets.core.book.marvel"}
    faces = {*FACES, "marvel_widgets.widgets", *own}
    assert [found for found in imports_of(notebook) if found[0] not in faces] == []


def questions():
    """Yield what has the name of a question, for everything that a face offers."""
    for face in FACES:
        module = import_module(face)
        for name in module.__all__:
            offered = getattr(module, name)
            if callable(offered) and not isinstance(offered, type):
                yield f"{face}.{name}", offered
            for part, value in vars(offered).items() if isinstance(offered, type) else ():
                asked = value.fget if isinstance(value, property) else value
                if inspect.isfunction(asked) and not part.startswith("_"):
                    yield f"{face}.{name}.{part}", asked


def test_every_name_of_the_reference_has_a_docstring():
    found = [*questions()]
    for module in map(import_module, FACES):
        types = (one for name in module.__all__ if isinstance(one := getattr(module, name), type))
        found += [(one.__qualname__, one) for one in types]
    assert [name for name, one in found if not inspect.getdoc(one)] == []


def is_a_trap(asked):
    """Whether a function is called like a question, and answers with something else than a bool."""
    name = asked.__name__
    answer = get_type_hints(asked).get("return") if name.startswith(("is_", "has_")) else bool
    return answer is not bool


def test_what_is_called_like_a_question_answers_with_a_bool():
    found = {name: asked for name, asked in questions() if asked.__name__[:3] in ("is_", "has")}
    assert {"marvel_widgets.is_removable", "marvel_widgets.is_removable_by_tests"} <= set(found)
    assert [name for name, asked in found.items() if is_a_trap(asked)] == []
