"""The cards of a vote: told apart by shape alone, in grey, from twelve meters."""

import re
from math import atan, degrees

import pytest

from marvel_widgets.pictures.voting_cards import CARDS, WIDTH, card_svg
from tests.contrast import contrast_ratio

METERS = 12.0
PHONE = 0.065  # m; a phone is that wide at least, and a card is as wide
LEGIBLE = 10.0  # minutes of arc: twice what is read with normal eyes


def colors(svg):
    return re.findall(r'fill="(#[0-9A-Fa-f]{6})"', svg)


def too_pale(svg):
    """Whether what is on a card is hard to see in grey; the ratio is one of luminance alone."""
    background, *inks = colors(svg)
    assert len(inks) == 2
    return any(contrast_ratio(background, ink) < 4.5 for ink in inks)


def minutes(svg):
    """The height of the shape in minutes of arc."""
    if circle := re.search(r'r="(\d+)"', svg):
        high = 2 * float(circle[1])
    else:
        ys = [float(y) for y in re.findall(r",([\d.]+)", re.search(r'points="([^"]+)"', svg)[1])]
        high = max(ys) - min(ys)
    return 60 * degrees(atan(high * PHONE / WIDTH / METERS))


@pytest.mark.parametrize("card", CARDS)
def test_a_card_is_read_in_grey_from_twelve_meters(card):
    svg = card_svg(card)
    assert not too_pale(svg)
    assert minutes(svg) > LEGIBLE
    assert f">{card}</text>" in svg
    assert "<text" not in card_svg(card, named=False)


def test_no_two_cards_have_a_shape_or_a_color_in_common():
    shapes = {re.search(r"<(circle|polygon)[^>]*>", card_svg(x))[0] for x in CARDS}
    assert len(shapes) == len({colors(card_svg(x))[0] for x in CARDS}) == len(CARDS) == 6


def test_a_pale_or_small_shape_is_noticed():
    svg = card_svg("circle")
    assert too_pale(svg.replace("#FFFFFF", "#888888"))
    assert minutes(svg.replace('r="150"', 'r="75"')) < LEGIBLE
