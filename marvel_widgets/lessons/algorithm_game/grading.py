"""Grades for the moves of a learner who runs an algorithm: right, costly, or wrong and why.

A verdict counts as right only when the tests made so far prove it: a lucky guess is no step
of an algorithm.
"""

from dataclasses import replace

from marvel_widgets.core.graphs.equivalence import equivalent_dags, fitting_rule
from marvel_widgets.lessons.algorithm_game.game import Game
from marvel_widgets.lessons.algorithm_game.grade import Grade, impossible
from marvel_widgets.lessons.algorithm_game.grading_tests import grade_ask, grade_judge
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
from marvel_widgets.lessons.algorithm_game.position import context_of
from marvel_widgets.lessons.algorithm_game.words import triple_words
from marvel_widgets.replay.stories.marvel import meek_reason
from marvel_widgets.text import counted, listed

__all__ = ["Grade", "grade"]


def grade(game: Game, move: Move, *, reveal: bool = True) -> Grade:
    """Return what a move is worth at a position.

    The canonical order is the reference: a move that the algorithm could make in another order
    is ``"legal"``, with the tests that it costs in this round. Cost: a search for each
    question of the round.
    """
    match move:
        case Visit() | Verdict():
            return game.book.grade_own(game, move, reveal)
        case Ask():
            return grade_ask(game, move)
        case Judge():
            return grade_judge(game, move, reveal=reveal)
        case Collect():
            return _grade_collection(game, move)
        case Direct():
            return _grade_direction(game, move, reveal=reveal)
        case Finish():
            return _grade_finish(game)


# -- the v-structures -------------------------------------------------------------------


def _grade_collection(game: Game, move: Collect) -> Grade:
    if game.phase != "collect":
        return game.book.too_early["collect"]
    chosen = set(move.v_structures)
    facts = set(game.book.rules.facts(game.known))
    if chosen - set(game.known.unshielded()):
        return impossible("A v-structure needs two edges, and none between its ends.")
    if chosen == facts:
        return Grade("correct", game.book.collected)
    belief = game.book.belief_in_collection(game, chosen)
    extra, missing = sorted(chosen - facts), sorted(facts - chosen)
    if extra:
        why = game.book.why_no_fact(game, extra[0])
        text = f"{triple_words(game, extra[0])} is no v-structure: {why}."
        return Grade("wrong", text, belief)
    words = listed(triple_words(game, triple) for triple in missing)
    is_missing = "is missing" if len(missing) == 1 else "are missing; of the first"
    why = game.book.why_a_fact(game, missing[0])
    return Grade("wrong", f"{words} {is_missing}: {why}.", belief)


# -- Meek's rules, and the end -----------------------------------------------------------


def _grade_direction(game: Game, move: Direct, *, reveal: bool) -> Grade:
    if game.phase != "direct":
        return game.book.too_early["direct"]
    graph, context = game.graph, context_of(game)
    if max(move.tail, move.head) >= len(game.dag) or not (
        graph.undirected_masks[move.tail] >> move.head & 1
    ):
        return impossible("A rule directs an edge that has no direction yet.")
    a, b = context.name(move.tail), context.name(move.head)
    step = fitting_rule(graph, move.tail, move.head)
    if step is None and not reveal:
        return impossible("No rule of Meek gives this direction now.")
    if step is not None:
        why = meek_reason(step.rule, step.tail, step.head, step.because, context)
        return Grade("correct", f"Rule {step.rule} fits: {a} → {b}, since {why}.")
    back = fitting_rule(graph, move.head, move.tail)
    if back is not None:
        why = meek_reason(back.rule, back.tail, back.head, back.because, context)
        return impossible(f"Rule {back.rule} says the opposite: {b} → {a}, since {why}.")
    if any(isinstance(due, Direct) for due in [game.next_move()]):
        return impossible(f"No rule fits {a} - {b} now; one fits another edge.")
    return _both_ways(game, move)


def _both_ways(game: Game, move: Direct) -> Grade:
    context = context_of(game)
    a, b = context.name(move.tail), context.name(move.head)
    text = f"No rule fits {a} - {b}: graphs with the same d-separations point it either way."
    ends = game.dag.nodes[move.head], game.dag.nodes[move.tail]
    other = next((d for d in equivalent_dags(game.graph) if ends in d.edges), None)
    told = impossible(text, "M1")
    if other is None:
        return told
    return replace(told, by_graph=f"One with {b} → {a}: {other.to_text()}.")


def _grade_finish(game: Game) -> Grade:
    if game.phase != "direct":
        return game.book.too_early["finish"]
    due = game.next_move()
    if isinstance(due, Direct):
        context = context_of(game)
        a, b = context.name(due.tail), context.name(due.head)
        return Grade("wrong", f"A rule still fits: look at the edge {a} - {b}.")
    lines = counted(len(game.graph.undirected), "edge")
    return Grade("correct", f"No rule fits any more; {lines} may point either way.")
