"""Which names a cell needs from the cells before it."""

import pytest

from marvel_widgets.classroom.editions import names_needed


@pytest.mark.parametrize(
    ("source", "later", "needed"),
    [
        ("b = a", "bc", "ac"),
        ("c = b\nb = a", "", "ab"),
        ("b = a\nc = b", "", "a"),
        ("b += a", "b", "ab"),
        ("b += a", "", "ab"),
        ("if a:\n    b = 1", "b", "ab"),
        ("for x in a:\n    y = b\n    c.append(x + y)", "d", "abcd"),
        ("d = [x for x in a]", "d", "a"),
        ("import b.c as d", "d", ""),
        ("def d(x):\n    return x + a", "d", "a"),
    ],
)
def test_the_names_that_are_needed_before_a_cell(source, later, needed):
    later = set(later)
    assert names_needed(source, later) == set(needed)
    assert names_needed(source, later) == set(needed)  # what is kept of a cell is not changed
    assert names_needed(source, {*later, "q"}) == {*needed, "q"}
