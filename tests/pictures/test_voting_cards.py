"""The cards of a vote: told apart by letter and shape alone, in grey, from twelve meters."""

import re
from math import atan, degrees

import pytest

from marvel_widgets.assessment.vote import LETTERS
from marvel_widgets.pictures.voting_cards import SHAPES, WIDTH, card_svg
from tests.contrast import contrast_ratio

METERS = 12.0
# A phone is 65 mm wide at least, and a card is as wide. A capital of Arial is 0.716 of its size.
PHONE, CAPITAL = 0.065, 0.716
LEGIBLE = 10.0  # minutes of arc: twice what is read with normal eyes


def colors(svg):
    return re.findall(r'fill="(#[0-9A-Fa-f]{6})"', svg)


def too_pale(svg):
    """Whether what is on a card is hard to see in grey; the ratio is one of luminance alone."""
    background, *inks = colors(svg)
    assert len(inks) == 2
    return any(contrast_ratio(background, ink) < 4.5 for ink in inks)


def minutes(svg):
    """The height of the letter in minutes of arc."""
    size = float(re.search(r'font-size="(\d+)"', svg)[1])
    return 60 * degrees(atan(size * CAPITAL * PHONE / WIDTH / METERS))


@pytest.mark.parametrize("letter", LETTERS)
def test_a_card_is_read_in_grey_from_twelve_meters(letter):
    svg = card_svg(letter)
    assert not too_pale(svg)
    assert minutes(svg) > LEGIBLE


def test_no_two_cards_have_a_shape_or_a_color_in_common():
    assert len(set(SHAPES.values())) == len({colors(card_svg(x))[0] for x in LETTERS}) == 6
    shapes = {re.search(r"<(circle|polygon)[^>]*>", card_svg(x))[0] for x in LETTERS}
    assert len(shapes) == 6


def test_a_pale_or_small_letter_is_noticed():
    svg = card_svg("B")
    assert too_pale(svg.replace("#000000", "#888888"))
    assert minutes(svg.replace('font-size="400"', 'font-size="200"')) < LEGIBLE
