"""A strategy that does not come to an end gets a sentence, and the game goes on."""

import sys

import pytest

from marvel_widgets import GraphError
from marvel_widgets.theory.adversary import duel
from marvel_widgets.theory.examples import Example
from marvel_widgets.widgets import AdversaryDuel

CLIQUES = Example("cliques", 3, 2)


def endless(ask, names):
    while True:
        names = tuple(names)


def test_an_endless_strategy_is_stopped():
    before = sys.gettrace()
    with pytest.raises(
        ValueError, match="the strategy was stopped: it ran more than 300,000 lines"
    ):
        duel(endless, CLIQUES)
    assert sys.gettrace() is before


def test_the_app_says_so_and_keeps_the_game():
    game = AdversaryDuel("cliques", 3, 2)
    game.model.ask("X1", "X2", ())
    kept = game.model.adversary
    with pytest.raises(GraphError, match="the strategy was stopped"):
        game.play(endless)
    assert game.model.adversary == kept
