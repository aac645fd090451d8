"""Grades for the moves of a learner who runs Algorithm 1: right, costly, or wrong and why.

A verdict counts as right only when the tests made so far prove it: a lucky guess is no step
of an algorithm.
"""

from __future__ import annotations

from dataclasses import replace

from marvel_widgets.assessment.misconceptions import Misconception
from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.boundary.removability import explain_removability
from marvel_widgets.core.graphs.bits import mask_of
from marvel_widgets.core.graphs.equivalence import equivalent_dags, fitting_rule
from marvel_widgets.lessons.algorithm_game.game import Game
from marvel_widgets.lessons.algorithm_game.grade import (
    Grade,
    context_of,
    cost_words,
    extra_tests,
    impossible,
    witness_of,
)
from marvel_widgets.lessons.algorithm_game.grading_tests import grade_ask, grade_judge
from marvel_widgets.lessons.algorithm_game.moves import (
    Ask,
    Collect,
    Direct,
    Finish,
    Judge,
    Move,
    Triple,
    Verdict,
    Visit,
)
from marvel_widgets.replay.stories.conclusion import meek_reason
from marvel_widgets.text import counted, listed

__all__ = ["Grade", "grade"]


def grade(game: Game, move: Move, *, reveal: bool = True) -> Grade:
    """Return what a move is worth at a position.

    The canonical order is the reference: a move that Algorithm 1 could make in another order
    is ``"legal"``, with the tests that it costs in this round. Cost: a search for each
    question of the round.

    >>> from marvel_widgets import Dag
    >>> from marvel_widgets.lessons.algorithm_game.start import new_game
    >>> game = new_game(Dag("X -> Y <- T"))
    >>> grade(game, Visit(0)).kind
    'correct'
    >>> print(grade(game, Visit(1)).text)
    Allowed: its boundary is as large as that of X, which stands before it. It costs no test more.
    """
    match move:
        case Visit():
            return _grade_visit(game, move)
        case Ask():
            return grade_ask(game, move)
        case Judge():
            return grade_judge(game, move, reveal=reveal)
        case Verdict():
            return _grade_verdict(game, move, reveal=reveal)
        case Collect():
            return _grade_collection(game, move)
        case Direct():
            return _grade_direction(game, move, reveal=reveal)
        case Finish():
            return _grade_finish(game)


# -- line 6 -----------------------------------------------------------------------------


def _grade_visit(game: Game, move: Visit) -> Grade:
    context, state = context_of(game), game.known.state
    if move.x >= len(game.dag):
        return impossible("There is no such variable.")
    x = context.name(move.x)
    if game.phase == "update":
        return impossible(
            f"Line 15 comes first: {context.name(state.removal_order[-1])} has left, and pairs of "
            "its neighbors may have to leave each other's boundary.",
            "M11",
        )
    if game.phase in ("questions", "verdict"):
        return impossible(f"The visit of {context.name(game.known.visited)} is not over.")
    if game.phase != "visit":
        return impossible("All variables have left.")
    if not state.remaining >> move.x & 1:
        return impossible(f"{x} has left.")
    if move.x not in game.known.to_visit():
        return impossible(f"{x} failed in this round, and nothing has changed since.")
    first = game.known.to_visit()[0]
    if move.x == first:
        return Grade("correct", f"None that is left in this round has a smaller boundary than {x}.")
    extra = extra_tests(game, move)
    sizes = [state.boundaries[v].bit_count() for v in (move.x, first)]
    other = context.name(first)
    if sizes[0] == sizes[1]:
        text = f"Allowed: its boundary is as large as that of {other}, which stands before it."
    else:
        text = f"Allowed, but {other} has a smaller boundary: {sizes[1]} against {sizes[0]}."
    return Grade("legal", f"{text} {cost_words(game, extra)}", extra=extra)


# -- lines 9 and 12 -----------------------------------------------------------------------


def _grade_verdict(game: Game, move: Verdict, *, reveal: bool) -> Grade:
    if game.phase not in ("questions", "verdict"):
        return impossible("A verdict is about the variable that is visited; none is now.")
    known = game.known
    x = context_of(game).name(known.visited)
    if not known.split:
        text = f"Line 7 comes first: which members of the boundary of {x} are neighbors?"
        return impossible(text, _belief_in_removal(game) if move.removable else "")
    if known.broken is not None:
        return _after_failure(game, move, x, reveal=reveal)
    if game.phase == "verdict":
        if move.removable:
            return Grade("correct", f"Both conditions hold, so {x} is removable by Theorem 1.")
        has_child = bool(game.dag.child_masks[known.visited] & known.state.remaining)
        text = f"Both conditions hold for {x}: Theorem 1 says that it is removable."
        return Grade("wrong", text, "M4" if reveal and has_child else "", seen_in_graph=True)
    return _too_early(game, move, x)


def _belief_in_removal(game: Game) -> Misconception:
    """Return the belief behind "removable" where nothing shows it."""
    known, state = game.known, game.known.state
    if known.searched:
        return "M6"
    if not state.passed_over and state.order()[0] == known.visited:
        return "M9"
    sizes = [state.boundaries[v].bit_count() for v in state.order()]
    return "M5" if known.boundary.bit_count() == min(sizes) else ""


def _number(game: Game) -> int:
    """Return which condition is checked."""
    return 2 if game.known.state.condition_one else 1


def _after_failure(game: Game, move: Verdict, x: str, *, reveal: bool) -> Grade:
    number = _number(game)
    if not move.removable:
        return Grade("correct", f"Condition {number} fails, so {x} is not removable now.")
    witness = None
    if reveal:
        left = game.dag.induced(game.dag.labels(game.known.state.remaining))
        changed = explain_removability(left, game.dag.nodes[game.known.visited]).changed
        if changed is not None:
            # in the order of the graph's arrows the pair would tell of a hidden direction
            a, b = sorted(game.dag.position(v) for v in (changed.y, changed.z))
            witness = witness_of(game, a, b, mask_of(map(game.dag.position, changed.given)))
            witness = replace(witness, more=f"Without {x} they would be independent.")
    text = f"Condition {number} fails, so {x} is not removable."
    return Grade("wrong", text, _belief_in_removal(game), witness)


def _too_early(game: Game, move: Verdict, x: str) -> Grade:
    open_now = counted(len(game.questions()), "question")
    number = _number(game)
    if move.removable:
        what = "Condition 1" if number == 1 else "lines 10 to 12"
        text = f"Not shown yet: {open_now} about {what} of {x} still open."
        return Grade("wrong", text, "M6" if number == 2 else _belief_in_removal(game))
    return Grade(
        "wrong",
        f"Not shown yet: no condition has failed for {x} so far, and {open_now} still open.",
    )


# -- line 20 ------------------------------------------------------------------------------


def _grade_collection(game: Game, move: Collect) -> Grade:
    if game.phase != "collect":
        return impossible("Line 20 comes when all variables have left.")
    chosen, facts = set(move.v_structures), set(game.known.facts())
    if chosen - set(game.known.unshielded()):
        return impossible("A v-structure needs two edges, and none between its ends.")
    if chosen == facts:
        return Grade("correct", "These are the v-structures that lines 10 and 13 know as facts.")
    extra, missing = sorted(chosen - facts), sorted(facts - chosen)
    if extra:
        why = _why_not(game, extra[0])
        return Grade("wrong", f"{_arrows(game, extra[0])} is no v-structure: {why}.")
    words = listed(_arrows(game, triple) for triple in missing)
    is_missing = "is missing" if len(missing) == 1 else "are missing; of the first"
    return Grade("wrong", f"{words} {is_missing}: {_why(game, missing[0])}.")


def _arrows(game: Game, triple: Triple) -> str:
    a, c, b = map(context_of(game).name, triple)
    return f"{a} → {c} ← {b}"


def _found_by_line_10(game: Game, triple: Triple) -> bool:
    a, c, b = triple
    return any(
        isinstance(e, ev.VStructureDecided) and e.found and e.y == c and {e.x, e.t} == {a, b}
        for e in game.entries
    )


def _why(game: Game, triple: Triple) -> str:
    a, c, b = map(context_of(game).name, triple)
    if _found_by_line_10(game, triple):
        return "line 10 found it"
    return f"{a} and {b} were both neighbors of {c} when it left, and no edge joins them"


def _why_not(game: Game, triple: Triple) -> str:
    a, c, b = triple
    order = game.known.state.removal_order
    gone = [v for v in (a, b) if order.index(v) < order.index(c)]
    text = "line 10 did not find it"
    if not gone:
        return text
    names = listed(context_of(game).name(v) for v in gone)
    return f"{text}, and {names} had left before {context_of(game).name(c)}"


# -- lines 21 and 22 ------------------------------------------------------------------------


def _grade_direction(game: Game, move: Direct, *, reveal: bool) -> Grade:
    if game.phase != "direct":
        return impossible("Meek's rules come last, after line 20.")
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
        return impossible("The run is not over: variables remain, or line 20 is still to come.")
    due = game.next_move()
    if isinstance(due, Direct):
        context = context_of(game)
        a, b = context.name(due.tail), context.name(due.head)
        return Grade("wrong", f"A rule still fits: look at the edge {a} - {b}.")
    lines = counted(len(game.graph.undirected), "edge")
    return Grade("correct", f"No rule fits any more; {lines} may point either way.")
