"""A game as a recorded run, which players, ledgers and reports take."""

from marvel_widgets.core.algorithms.run import Result, Step, Trace
from marvel_widgets.core.boundary import events as ev
from marvel_widgets.core.independence.counting import CountingTest, Tally
from marvel_widgets.core.independence.log import TestLog
from marvel_widgets.core.independence.oracle import DSeparation
from marvel_widgets.lessons.algorithm_game.game import Game, PlayedTest
from marvel_widgets.replay.film import skipped_searches


def trace_of(game: Game) -> Trace:
    """Return everything that happened as a recorded run, tests counted as always."""
    ask = CountingTest(DSeparation(game.dag), Tally(log=TestLog()))
    done = []
    for entry in game.entries:
        if isinstance(entry, PlayedTest):
            ask.ask(*entry.pair, entry.given, entry.purpose)
        else:
            done.append(Step(entry, ask.tally.performed))
    for step, searches in zip(done, skipped_searches(done), strict=True):
        if getattr(step.event, "reused", False):
            ask.skip(game.book.rules.spared[type(step.event)], searches)
    log = ask.tally.log
    assert log is not None  # made above
    return Trace(game.dag.nodes, tuple(done), log, _result(game, ask.tally))


def _result(game: Game, tally: Tally) -> Result:
    names, state = game.dag.nodes, game.known.state
    start = {e.x: e.boundary for e in game.entries if isinstance(e, ev.BoundaryFound)}
    return Result(
        algorithm=game.book.rules.algorithm,
        options={**game.book.rules.options, "boundaries": "tc" if start else None},
        essential_graph=game.graph,
        removal_order=tuple(names[x] for x in state.removal_order),
        boundaries={
            name: frozenset(names[y] for y in start.get(x, ())) for x, name in enumerate(names)
        },
        counts=tally.counts(),
        dead_ends=state.dead_ends,
        complete=state.finished,
    )
