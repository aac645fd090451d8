"""The house keeps its shape: sizes, no circles, contracts, and a picture that is true."""

import ast
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import networkx as nx
import pytest

from tests import rooms

LONGEST_MODULE = 600
MOST_MODULES_IN_A_FOLDER = 25
LARGEST_SHARE = 0.35
DOUBLED = 50  # it falls: one public name has one meaning


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
    assert too_long(rooms.PACKAGE.rglob("*.py")) == []


def test_no_modules_import_each_other_in_a_circle():
    assert circles(rooms.imports()) == []
    typed = [
        {name.rpartition(".")[2] for name in one} for one in circles(rooms.imports(types=True))
    ]
    assert all(one in ({"judge", "words"}, {"screen", "widget"}) for one in typed)


def test_few_names_of_functions_and_classes_stand_in_two_modules():
    trees = (ast.parse(path.read_text("utf-8")) for path in rooms.PACKAGE.rglob("*.py"))
    kinds = ast.FunctionDef | ast.ClassDef
    homes = Counter(
        name for tree in trees for name in {n.name for n in tree.body if isinstance(n, kinds)}
    )
    assert sum(n > 1 and name[0] != "_" for name, n in homes.items()) <= DOUBLED


@pytest.mark.night
def test_the_contracts_hold():
    """`.ci/run` asks the linter; here, planted imports show that each contract bites."""
    run = [str(Path(sys.executable).with_name("lint-imports")), "--no-logo", "--no-cache"]
    environment = {**os.environ, "PYTHONPATH": str(rooms.ROOT)}
    found = subprocess.run(run, cwd=rooms.ROOT, env=environment, capture_output=True, text=True)
    assert found.returncode == 0, found.stdout + found.stderr
