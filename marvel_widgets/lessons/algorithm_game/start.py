"""How a game begins: the Markov boundaries are found, and the first round is there."""

from __future__ import annotations

from dataclasses import replace

from marvel_widgets.core.algorithms.marvel import MarvelRun
from marvel_widgets.core.graphs.bits import mask_of
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.core.independence.log import TestLog
from marvel_widgets.core.independence.oracle import DSeparation
from marvel_widgets.lessons.algorithm_game.game import Game, PlayedTest
from marvel_widgets.lessons.algorithm_game.marvel.knowledge import Knowledge

MOST_VARIABLES = 16  # more is too long by hand


def new_game(dag: Dag) -> Game:
    """Return the game on a graph, the Markov boundaries found by total conditioning.

    >>> game = new_game(Dag("X -> Y <- T"))
    >>> game.phase, game.next_move()
    ('visit', Visit(x=0))
    """
    if not 1 <= len(dag) <= MOST_VARIABLES:
        msg = f"a game is for 1 to {MOST_VARIABLES} variables; this graph has {len(dag)}"
        raise GraphError(msg)
    game = Game(dag, Knowledge.at_start(len(dag)))
    run = MarvelRun(DSeparation(dag))
    tally = run.tally
    tally.log = TestLog()
    for event in run.find_boundaries():
        for test in list(tally.log)[sum(isinstance(e, PlayedTest) for e in game.entries) :]:
            given = mask_of(test.given)
            answers, independent = game.answers.after(dag, test.x, test.y, given)
            entry = PlayedTest((test.x, test.y), given, independent, test.purpose)
            game = replace(game, answers=answers, entries=(*game.entries, entry))
        game = game.after_event(event)
    return game.settled()
