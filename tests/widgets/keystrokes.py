"""How many seconds it takes to count cards, by models of a hand at the keys, a mouse, a finger.

Card, Moran and Newell (1980), "The keystroke-level model", CACM 23(7), for keys and mouse; Fitts'
law with the throughput that MacKenzie (2015), "Fitts' throughput and the remarkable case of
touch-based target selection", measured, for a finger.
"""

from itertools import pairwise
from math import dist, log2

# A key, pointing with the mouse, a press or its release, the hand from mouse to keys, and making up
# one's mind: once for each number.
KEY, POINT, PRESS, HOME, MIND = 0.28, 1.1, 0.1, 0.4, 1.35
FINGER = 6.95  # bits in a second
LIMIT = 12.0


def typed(text):
    """Type counts: the key C, the digits and spaces, Enter."""
    return HOME + MIND * len(text.split()) + KEY * (len(text) + 2)


def clicked(numbers, clicks=1):
    """Press a letter, then for each number one button, or more of them."""
    return MIND * numbers + (1 + clicks * numbers) * (POINT + 2 * PRESS)


def tapped(boxes, begins):
    """Tap a letter and then numbers, which are where the boxes of a page are; from a place on."""
    centers = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    ways = map(dist, *zip(*pairwise([begins, *centers]), strict=True))
    sizes = [min(box["width"], box["height"]) for box in boxes]
    bits = [log2(way / size + 1) for way, size in zip(ways, sizes, strict=True)]
    return MIND * (len(boxes) - 1) + sum(bits) / FINGER
