"""What a player ships to the page is what the kernel itself would show, position by position."""

import zlib

import pytest

from marvel_widgets import Dag, networks
from marvel_widgets.widgets import MarvelPlayer
from marvel_widgets.widgets.kit.reel import BLOCK
from tests.widgets.kit.test_reel import replayed

GRAPHS = {"asia": networks.load("asia"), "small": Dag("X -> Y <- T; Y -> Z; X -> Z")}


def shown(player):
    """Return what the widgets have, read off the widgets themselves."""
    return [
        list(value) if isinstance(value, tuple) else value
        for widget, name in zip(player.run.reel.targets, player.run.reel.traits_set, strict=True)
        for value in [getattr(widget, name)]
    ]


@pytest.mark.parametrize("algorithm", ["marvel", "pc", "grow_shrink", "collider_set", "mmpc"])
def test_each_position_is_shipped_as_the_kernel_shows_it(algorithm):
    player = MarvelPlayer(GRAPHS["small"], algorithm=algorithm)
    blocks = [player.run.reel.block(number) for number in range(player.run.reel.last // BLOCK + 1)]
    for position in range(player.model.film.last + 1):
        player.seek(position)
        assert replayed(player.run.reel, position, blocks) == shown(player)
    assert player.run.reel.position == player.model.film.last


def test_the_page_moves_the_kernel_which_says_nothing_about_it(sent):
    player = MarvelPlayer(GRAPHS["asia"])
    told = MarvelPlayer(GRAPHS["asia"])
    driven = set(zip(map(id, player.run.reel.targets), player.run.reel.traits_set, strict=True))
    sent.take()
    player.run.reel.set_state({"position": 40})  # as a message from the page does
    messages = sent.take()
    assert player.model.position == 40
    for widget, state in messages:
        assert not {(id(widget), name) for name in state} & driven, (widget, state)
    told.seek(40)
    assert shown(player) == shown(told)
    player.back()  # in a cell: now it is told
    assert {(id(widget), name) for widget, state in sent.take() for name in state} & driven


def test_a_new_graph_is_a_new_reel():
    player = MarvelPlayer(GRAPHS["asia"])
    run, last = player.run.reel.run, player.run.reel.last
    player.model.load_text("A -> B")
    assert player.run.reel.run > run
    assert player.run.reel.last == player.model.film.last != last
    player.end()
    assert replayed(player.run.reel, player.run.reel.last) == shown(player)


def test_the_page_has_nothing_of_what_is_asked_about():
    """With predictions every step comes from the kernel, after the answer."""
    player = MarvelPlayer(GRAPHS["asia"], predict=True)
    assert player.run.reel.last == -1
    assert player.run.reel.targets == []


def test_the_reel_is_small():
    """Under 40 KiB for Asia, under 300 for 25 variables."""
    import numpy as np

    large = Dag.random_fixed_in_degree(25, 3, np.random.default_rng(1))
    for dag, most in ((GRAPHS["asia"], 40), (large, 300)):
        reel = MarvelPlayer(dag).run.reel
        blocks = [reel.block(number) for number in range(reel.last // BLOCK + 1)]
        assert sum(map(len, blocks)) < most * 1024
        assert zlib.decompress(blocks[-1])
