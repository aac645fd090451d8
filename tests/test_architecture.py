"""The house keeps its shape: sizes, no circles, contracts that bite, and a picture that is true."""

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import networkx as nx
import pytest

from tests import rooms

LONGEST_MODULE = 350
MOST_MODULES_IN_A_FOLDER = 25
LARGEST_SHARE = 0.35
# For each contract of pyproject.toml an import that only it forbids.
PLANTED = {
    "Imports point down only": ("core/graphs/bits.py", "marvel_widgets.text"),
    "Inside the core imports point down only": (
        "core/graphs/bits.py",
        "marvel_widgets.core.independence.log",
    ),
    "A lesson uses only earlier lessons": (
        "lessons/separation/view.py",
        "marvel_widgets.lessons.race.words",
    ),
    "Apps stand on the editor, and the editor on the kit": (
        "widgets/kit/predict.py",
        "marvel_widgets.widgets.editor.model",
    ),
    "No app knows another": ("widgets/race/model.py", "marvel_widgets.widgets.player.model"),
    "Only widgets knows a user interface": ("pictures/svg.py", "ipywidgets"),
}


def lines_of(paths):
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)


def circles(pairs):
    return [
        found for found in nx.strongly_connected_components(nx.DiGraph(pairs)) if len(found) > 1
    ]


def too_long(paths, limit=LONGEST_MODULE):
    return [path.name for path in paths if lines_of([path]) > limit]


def test_the_picture_of_the_rooms_is_that_of_the_code():
    names = rooms.rooms()
    drawn = rooms.picture(names, rooms.arrows(names))
    # python -m tests.rooms > docs/rooms.svg
    assert (rooms.ROOT / "docs" / "rooms.svg").read_text(encoding="utf-8") == drawn


def test_a_new_arrow_changes_the_picture():
    names = rooms.rooms()
    pairs = rooms.arrows(names)
    assert ("core", "text") not in pairs
    assert rooms.picture(names, pairs | {("core", "text")}) != rooms.picture(names, pairs)


def test_every_room_is_in_the_picture():
    there = {path.stem for path in rooms.PACKAGE.iterdir() if not path.name.startswith(("_", "."))}
    assert there - {"py"} == set(rooms.rooms())


def test_no_room_holds_more_than_a_third():
    sizes = {room: lines_of(rooms.files_of(room)) for room in rooms.rooms()}
    assert max(sizes.values()) <= LARGEST_SHARE * sum(sizes.values()), sizes


def test_no_folder_holds_too_many_modules():
    counts = Counter(path.parent for path in rooms.PACKAGE.rglob("*.py"))
    assert {str(f): n for f, n in counts.items() if n > MOST_MODULES_IN_A_FOLDER} == {}


def test_no_module_is_too_long():
    assert too_long(rooms.modules().values()) == []


def test_a_long_module_is_seen(tmp_path):
    module = tmp_path / "long.py"
    module.write_text("x = 1\n" * (LONGEST_MODULE + 1))
    assert too_long([module]) == ["long.py"]


def test_no_modules_import_each_other_in_a_circle():
    assert circles(rooms.imports_between_modules(rooms.modules())) == []


def test_a_circle_is_seen(tmp_path):
    known = {name: tmp_path / f"{name}.py" for name in ("a", "b", "c")}
    known["a"].write_text("import b\n")
    known["b"].write_text("def late():\n    from c import x\n")
    known["c"].write_text("from a import y\n")
    assert circles(rooms.imports_between_modules(known)) == [{"a", "b", "c"}]
    known["c"].write_text("if TYPE_CHECKING:\n    from a import y\n")
    assert circles(rooms.imports_between_modules(known)) == []


@pytest.fixture(scope="module")
def linted(tmp_path_factory):
    """What import-linter says of a copy of the code with an import planted for each contract."""
    copy = tmp_path_factory.mktemp("planted")
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(rooms.PACKAGE, copy / "marvel_widgets", ignore=ignore)
    shutil.copy(rooms.ROOT / "pyproject.toml", copy)
    for place, name in PLANTED.values():
        with (copy / "marvel_widgets" / place).open("a", encoding="utf-8") as module:
            module.write(f"\n\ndef planted():\n    import {name}\n")
    linter = str(Path(sys.executable).with_name("lint-imports"))
    run = subprocess.run(
        [linter, "--no-logo", "--no-cache"],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy), "COLUMNS": "300"},
        capture_output=True,
        text=True,
    )
    return run.stdout + run.stderr


def test_every_contract_has_a_planted_import():
    text = (rooms.ROOT / "pyproject.toml").read_text(encoding="utf-8")
    contracts = text.partition("[tool.importlinter]")[2]
    assert re.findall(r'^name = "(.*)"', contracts, re.MULTILINE) == list(PLANTED)


@pytest.mark.parametrize("contract", PLANTED)
def test_a_contract_notices_the_import_that_it_forbids(linted, contract):
    place, name = PLANTED[contract]
    module = "marvel_widgets." + place.removesuffix(".py").replace("/", ".")
    assert f"{contract} BROKEN" in linted
    assert f"{module} -> {name} (l." in " ".join(linted.split())
