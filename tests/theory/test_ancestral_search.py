"""What the notebooks tell of greedy ancestral search is what its authors' program asks."""

import re
from pathlib import Path

import pytest

from marvel_widgets import gallery

pytest.importorskip("greedy_ancestral_search", reason='the extra "test" is not installed')

from benchmarks.ancestral_search import ancestral_tests, turned  # after the package is known

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"


def told(notebook, sentence):
    """Return the numbers in a sentence of a notebook."""
    text = next(NOTEBOOKS.glob(f"{notebook}-*.ipynb")).read_text("utf-8").replace("*", "")
    return [int(n.replace(",", "")) for n in re.search(sentence, text).groups()]


def test_on_the_collider_star_it_asks_a_hundred_and_one_questions_in_any_order():
    star = gallery["collider-star-12"]
    asked = {ancestral_tests(star), ancestral_tests(turned(star))}
    assert asked == {101}
    assert asked == {
        *told("08", r"greedy ancestral search, asks (\d+)\."),
        *told("09", r"and another algorithm (\d+)"),
        *told("10", r"and greedy ancestral search (\d+)\."),
    }


@pytest.mark.parametrize("notebook", ["08", "10"])
def test_on_the_star_it_asks_more_than_marvel(notebook):
    said = r"[Oo]n the star of 14 it \w+ ([\d,]+)(?: different tests)?,(?: and)? MARVEL (\d+)"
    found = told(notebook, said)
    assert found == [ancestral_tests(gallery["star-14"]), 91]
