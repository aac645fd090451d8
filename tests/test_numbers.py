"""Each number in the prose of the notebooks is shown by code nearby, or by what is named here."""

import json
import re
import tomllib

import pytest

from tests.numbers import NOTEBOOKS, unbacked

LISTED = tomllib.loads((NOTEBOOKS.parent / "tests/numbers.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.stem)
def test_numbers_are_shown_nearby(path):
    """What fails is a wrong number, or one to be asserted in a cell of its part; else list it."""
    listed = {
        (place.partition(" ")[2], number)
        for places in LISTED.values()
        for place, found in places.items()
        if place.startswith(f"{path.stem.partition('-')[0]} ")
        for number in found.split()
    }
    assert unbacked(json.loads(path.read_text(encoding="utf-8"))) == listed


def test_the_tests_that_are_named_are_there():
    defined = "".join(path.read_text("utf-8") for path in NOTEBOOKS.parent.glob("tests/**/*.py"))
    named = re.findall(r"\btest_\w+", " ".join(LISTED))
    assert [name for name in named if f"def {name}(" not in defined] == []
