"""Games played at random, and a judge that knows only the definitions."""

from collections.abc import Iterator
from random import Random

from marvel_widgets import Dag
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.lessons.algorithm_game.game import Game, Grade
from marvel_widgets.lessons.algorithm_game.grading import grade
from marvel_widgets.lessons.algorithm_game.moves import (
    Ask,
    Collect,
    Direct,
    Finish,
    Judge,
    Move,
    Verdict,
    Visit,
)
from marvel_widgets.lessons.algorithm_game.session import BOOKS, new_game
from tests.reference.checks import graph_of
from tests.reference.dags import Graph
from tests.reference.separation import separation, subsets


def some_moves(game: Game, rng: Random) -> list[Move]:
    """Moves of every kind, sensible ones and others."""
    p = len(game.dag)
    moves: list[Move] = [Visit(rng.randrange(p)), Verdict(rng.random() < 0.5), Finish()]
    if p > 1:
        x, y, *rest = rng.sample(range(p), p)
        moves.append(Ask(x, y, tuple(sorted(v for v in rest if rng.random() < 0.4))))
        moves.append(Direct(x, y))
    for question in game.questions():
        moves += [Judge(question.purpose, question.key, text) for text in (False, True)]
        sets = list(question.sets())
        if sets:
            moves.append(Ask(*question.pair, tuple(members(rng.choice(sets)))))
    if game.phase == "collect":
        fits = game.known.unshielded()
        moves.append(Collect(tuple(t for t in fits if rng.random() < 0.5)))
    if game.phase == "direct":
        moves += [
            Direct(a, b) for a, m in enumerate(game.graph.undirected_masks) for b in members(m)
        ]
    return moves


def played(
    dag: Dag, seed: int, *, steps: int = 400, book: str = "marvel"
) -> Iterator[tuple[Game, Move, Grade]]:
    """Yield each attempt of a learner who often errs; wrong moves are refused."""
    rng, game = Random(seed), new_game(dag, BOOKS[book])
    for _ in range(steps):
        if game.phase == "done":
            return
        move = game.next_move() if rng.random() < 0.5 else rng.choice(some_moves(game, rng))
        given = grade(game, move)
        yield game, move, given
        if given.kind != "wrong":
            game = game.after(move)


def canonical(game: Game) -> Iterator[tuple[Game, Move]]:
    """Yield each position with the move of the canonical order, up to the end."""
    while game.phase != "done":
        move = game.next_move()
        yield game, move
        game = game.after(move)


def remaining_graph(game: Game) -> Graph:
    """The hidden graph on the variables that have not left."""
    g = graph_of(game.dag)
    kept = tuple(v for v in g.vertices if game.known.state.remaining >> v & 1)
    return Graph(kept, frozenset(e for e in g.edges if {*e} <= {*kept}))


def is_true(game: Game, move: Judge) -> bool:
    """Whether an answer is true, by the lemma's own words and all paths."""
    g = graph_of(game.dag)
    independent = separation(g)
    mb = [frozenset(members(mask)) for mask in game.known.state.boundaries]
    key, x = move.key, game.known.state.visiting
    if move.purpose == "boundary-update":
        y, z = key
        smaller = min((y, z), key=lambda v: (len(mb[v]), v))
        return independent(y, z, mb[smaller] - {y, z}) == move.separated
    boundary = mb[x]
    if move.purpose in ("neighbors", "renewed"):
        (y,) = key
        pair, sets = (x, y), [s for s in subsets(boundary - {y}) if s != boundary - {y}]
    elif move.purpose == "condition-1":
        pair, sets = key, [s | {x} for s in subsets(boundary - {*key})]
    elif move.purpose == "v-structures":
        y, t = key
        stored = game.known.separating[x, t]
        if stored >> y & 1:
            return move.separated
        pair, sets = key, list(subsets((boundary | {x}) - {y, t}))
    else:
        y, t, z = key
        pair, sets = (z, t), [s | {x, y} for s in subsets(boundary - {z, y, t})]
    return any(independent(*pair, s) for s in sets) == move.separated
