"""What a player ships of each algorithm; `tests/widgets/test_reels.py` has what all apps ship."""

import zlib

import pytest

from marvel_widgets import Dag, networks
from marvel_widgets.widgets import MarvelPlayer
from marvel_widgets.widgets.kit.reel import BLOCK
from tests.widgets.kit.test_reel import replayed

SMALL = Dag("X -> Y <- T; Y -> Z; X -> Z")


def shown(player):
    """Return what the widgets have, read off the widgets themselves."""
    return [
        list(value) if isinstance(value, tuple) else value
        for widget, name in zip(player.run.reel.targets, player.run.reel.traits_set, strict=True)
        for value in [getattr(widget, name)]
    ]


@pytest.mark.parametrize("algorithm", ["marvel", "pc", "grow_shrink", "collider_set", "mmpc"])
def test_each_position_is_shipped_as_the_kernel_shows_it(algorithm):
    player = MarvelPlayer(SMALL, algorithm=algorithm)
    blocks = [player.run.reel.block(number) for number in range(player.run.reel.last // BLOCK + 1)]
    for position in range(player.model.film.last + 1):
        player.seek(position)
        assert replayed(player.run.reel, position, blocks) == shown(player)
    assert player.run.reel.position == player.model.film.last


def test_the_reel_is_small():
    """Under 40 KiB for Asia, under 300 for 25 variables, by every third block of seven."""
    import numpy as np

    large = Dag.random_fixed_in_degree(25, 3, np.random.default_rng(1))
    for dag, every, most in ((networks.load("asia"), 1, 40), (large, 3, 300)):
        reel = MarvelPlayer(dag).run.reel
        blocks = [reel.block(number) for number in range(0, reel.last // BLOCK + 1, every)]
        assert every * sum(map(len, blocks)) < most * 1024
        assert zlib.decompress(blocks[-1])
