"""Each term of the course is explained where a learner of the core meets it first: `terms.toml`."""

import re
import tomllib
from pathlib import Path

import pytest

from marvel_widgets.course.registry import NOTEBOOKS
from tests.editions_read import LEARNER
from tests.guide_minutes import core

TERMS = tomllib.loads(Path(__file__).with_name("terms.toml").read_text(encoding="utf-8"))
# What a learner is promised, and where one may look things up.
LISTS = ("# ", "## Sources")
CORE = [
    (number, "".join(cell["source"]))
    for number, notebook in NOTEBOOKS.items()
    if notebook.place == "core"
    for cell in core(LEARNER[number]["cells"])
    if cell["cell_type"] == "markdown" and not "".join(cell["source"]).startswith(LISTS)
]


def first_met(term, cells):
    """The notebook and the text in which a term is met first."""
    word = re.compile(rf"\b{term}\b", re.IGNORECASE)
    return next((each for each in cells if word.search(each[1])), ("nowhere", ""))


@pytest.mark.parametrize("term", TERMS)
def test_a_term_is_explained_where_it_is_first_met(term):
    number, text = first_met(term, CORE)
    assert number == TERMS[term][0]
    assert TERMS[term][1] in " ".join(text.split())
