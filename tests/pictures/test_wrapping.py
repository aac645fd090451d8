"""Text in a picture is broken where each of its beginnings, measured anew, would be."""

import random

import pytest

from marvel_widgets.pictures.card import LONGEST_WORD, wrapped
from marvel_widgets.pictures.palette import text_width
from tests.reference.work import lines_run

LETTERS = "aiW.… ·é\u0301名|" + 9 * " "


def wrapped_by_measuring_again(text, width, size):
    """The same as `wrapped`, but for cutting: each beginning of a long word is measured."""
    lines = []
    for word in text.split():
        rest = word
        if lines and text_width(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
            continue
        while text_width(rest, size) > width and len(rest) > 1:
            fit = next(
                n
                for n in range(len(rest) - 1, 0, -1)
                if n == 1 or text_width(rest[:n], size) <= width
            )
            lines.append(rest[:fit])
            rest = rest[fit:]
        lines.append(rest)
    return lines


def test_lines_break_where_each_beginning_measured_anew_breaks_them():
    rng = random.Random(0)
    for _ in range(2_000):
        text = "".join(rng.choices(LETTERS, k=rng.randint(0, 60)))
        width, size = rng.choice([1, 20, 90.5, 400]), rng.choice([12, 13.0, 18])
        assert wrapped(text, width, size) == wrapped_by_measuring_again(text, width, size)


def test_a_very_long_word_is_cut():
    word = "x" * LONGEST_WORD
    assert "".join(wrapped(word, 100, 12)) == word
    assert "".join(wrapped(word + "y", 100, 12)) == word[1:] + "…"


@pytest.mark.parametrize("word", ["x" * 20 + " ", "x", "\u0301", "\u0301 "])
def test_ten_times_the_words_are_ten_times_the_work(word):
    few, many = (lines_run(lambda n=n: wrapped(word * n, 400, 13)) for n in (100, 1_000))
    assert many < 11 * few
