"""Grades for the moves of a learner who runs an algorithm: right, costly, or wrong and why.

A verdict counts as right only when the tests made so far prove it: a lucky guess is no step
of an algorithm.
"""

from dataclasses import replace

from marvel_widgets.assessment.beliefs import Belief, Believed
from marvel_widgets.core.graphs.bits import mask_of
from marvel_widgets.core.graphs.equivalence import equivalent_dags, fitting_rule
from marvel_widgets.lessons.algorithm_game import moves
from marvel_widgets.lessons.algorithm_game import words as said
from marvel_widgets.lessons.algorithm_game.game import Game, GameQuestion, Grade, impossible
from marvel_widgets.replay.stories.marvel import meek_reason
from marvel_widgets.replay.wording import given_words
from marvel_widgets.text import counted, listed


def grade_ask(game: Game, move: moves.Ask) -> Grade:
    p = len(game.dag)
    group = {move.x, move.y, *move.given}
    if len(group) < 2 + len(set(move.given)) or max(group) >= p:
        return impossible("A test needs two different variables, and neither of them in the set.")
    context = game.context
    gone = [v for v in sorted(group) if not game.known.state.remaining >> v & 1]
    if gone and game.phase in ("visit", "questions", "verdict", "update"):
        return impossible(f"{context.name(gone[0])} has left; tests speak of those that remain.")
    if game.phase in game.book.no_test_due:
        return impossible(game.book.no_test_due[game.phase])
    pair = {move.x, move.y}
    about = [q for q in game.questions() if {*q.pair} == pair]
    if not about:
        return impossible(game.book.wrong_pair(game, *sorted(pair)))
    given = mask_of(move.given)
    question = game.asking(move.x, move.y, given)
    if question is None:
        return game.book.wrong_set(game, about[0], given)
    tried = game.tried(question)
    if given in tried:
        text = "independent" if tried[given] else "dependent"
        return impossible(f"We have asked this already: they are {text}.")
    return _allowed(game, question, move)


def _allowed(game: Game, question: GameQuestion, move: moves.Ask) -> Grade:
    due = game.next_move()
    context = game.context
    if moves.Ask(*question.pair, tuple(sorted(move.given))) == due:
        left = question.size - len(game.tried(question)) - 1
        rest = f"; {counted(left, 'allowed set')} would be left" if left else ""
        return Grade("correct", f"This is the test that is due{rest}.")
    extra = said.extra_tests(game, move)
    cost = said.cost_words(game, extra)
    if any(game.tried(question).values()):
        return Grade("legal", f"A separating set is found already. {cost}", extra=extra)
    what = "an answer is due first: the last search is over"
    if isinstance(due, moves.Ask):
        x, y = context.name(due.x), context.name(due.y)
        what = f"{x} and {y} {given_words(context, due.given)} would be first"
    return Grade("legal", f"Allowed, but in the canonical order {what}. {cost}", extra=extra)


# -- answers ----------------------------------------------------------------------------


def grade_judge(game: Game, move: moves.Judge, *, reveal: bool = True) -> Grade:
    """Return the grade of an answer to an open question.

    `reveal` says whether the hidden graph may be used to say more than the tests do.
    """
    try:
        question = game.question(move.purpose, move.key)
    except ValueError:
        return impossible("This question is not open now.")
    truth = question.answer(game.dag)[0] is not None
    if move.separated == truth and _is_shown(game, question, move.separated):
        return _shown(game, question, move)
    if question.settled:
        return Grade("wrong", game.book.settled(game, question))
    contradicted = not move.separated and game.answers.separating(question) is not None
    if contradicted or (reveal and move.separated != truth):
        return _false_answer(game, question, move.separated)
    belief = "" if move.separated else game.book.belief_in_haste(game, question)
    return Grade("wrong", _not_shown(game, question, move.separated), belief)


def _is_shown(game: Game, question: GameQuestion, separated: bool) -> bool:
    """Return whether the tests made so far, or an edge learned, show an answer."""
    if question.settled:
        return separated
    if separated:
        return game.answers.separating(question) is not None
    return game.known.is_joined(*question.pair) or game.answers.untried(question) is None


def _shown(game: Game, question: GameQuestion, move: moves.Judge) -> Grade:
    extra = said.extra_tests(game, move)
    text = _answer_words(game, question, move.separated)
    if extra < 0:
        more = counted(-extra, "more test")
        text += f" {game.book.title} would spend {more} on what we know already."
    if extra <= 0:
        return Grade("correct", text, extra=extra)
    first = game.questions()[0]
    pair = " and ".join(game.context.name(v) for v in first.pair)
    text += f" In the canonical order {pair} come first. {said.cost_words(game, extra)}"
    return Grade("legal", text, extra=extra)


def _answer_words(game: Game, question: GameQuestion, separated: bool) -> str:
    context = game.context
    a, b = (context.name(v) for v in question.pair)
    if question.settled:
        return game.book.settled_answer
    if separated:
        found = game.answers.separating(question)
        return f"Right: {context.mask(found or 0)} separates {a} and {b}."
    if game.answers.untried(question) is None:
        if not question.size:
            return f"Right, and without a test: there is no proper subset to try for {a} and {b}."
        return f"Right: no allowed set separates {a} and {b}."
    return f"Right: an edge joins {a} and {b}, so no set separates them."


def _not_shown(game: Game, question: GameQuestion, separated: bool) -> str:
    context = game.context
    a, b = (context.name(v) for v in question.pair)
    if separated:
        return f"Not shown yet: no test so far found {a} and {b} independent with an allowed set."
    untried = game.answers.untried(question)
    left = sum(game.answers.of(*question.pair, s) is None for s in question.sets())
    such = context.mask(untried or 0)
    if left == 1:
        return f"Not shown yet: one allowed set is untried, {such}."
    return f"Not shown yet: {left:,} allowed sets are untried, {such} for one."


def _false_answer(game: Game, question: GameQuestion, separated: bool) -> Grade:
    if not separated:
        known = game.answers.separating(question)
        found = (question.answer(game.dag)[0] if known is None else known) or 0
        witness = said.witness_of(game, *question.pair, found)
        belief: Believed = Belief.no_empty_set
        if found or not game.tried(question).get(0):
            belief = game.book.belief_in_dependence(game, question)
        return Grade("wrong", "A set does separate them.", belief, witness)
    tried = list(game.tried(question))
    witness = said.witness_of(
        game, *question.pair, tried[-1] if tried else next(question.sets(), 0)
    )
    belief = said.opening_belief(witness) or game.book.belief_in_separation(game, question)
    return Grade("wrong", "No allowed set separates them.", belief, witness, seen_in_graph=True)


def grade(game: Game, move: moves.Move, *, reveal: bool = True) -> Grade:
    """Return what a move is worth at a position.

    The canonical order is the reference: a move that the algorithm could make in another order
    is ``"legal"``, with the tests that it costs in this round. Cost: a search for each
    question of the round.
    """
    match move:
        case moves.Visit() | moves.Verdict():
            return game.book.grade_own(game, move, reveal)
        case moves.Ask():
            return grade_ask(game, move)
        case moves.Judge():
            return grade_judge(game, move, reveal=reveal)
        case moves.Collect():
            return _grade_collection(game, move)
        case moves.Direct():
            return _grade_direction(game, move, reveal=reveal)
        case moves.Finish():
            return _grade_finish(game)


# -- the v-structures -------------------------------------------------------------------


def _grade_collection(game: Game, move: moves.Collect) -> Grade:
    if game.phase != "collect":
        return game.book.too_early["collect"]
    chosen = set(move.v_structures)
    facts = set(game.book.facts(game.known))
    if chosen - set(game.known.unshielded()):
        return impossible("A v-structure needs two edges, and none between its ends.")
    if chosen == facts:
        return Grade("correct", game.book.collected)
    belief = game.book.belief_in_collection(game, chosen)
    extra, missing = sorted(chosen - facts), sorted(facts - chosen)
    if extra:
        why = game.book.why_no_fact(game, extra[0])
        text = f"{said.triple_words(game, extra[0])} is no v-structure: {why}."
        return Grade("wrong", text, belief)
    words = listed(said.triple_words(game, triple) for triple in missing)
    is_missing = "is missing" if len(missing) == 1 else "are missing; of the first"
    why = game.book.why_a_fact(game, missing[0])
    return Grade("wrong", f"{words} {is_missing}: {why}.", belief)


# -- Meek's rules, and the end -----------------------------------------------------------


def _grade_direction(game: Game, move: moves.Direct, *, reveal: bool) -> Grade:
    if game.phase != "direct":
        return game.book.too_early["direct"]
    graph, context = game.graph, game.context
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
    if isinstance(game.next_move(), moves.Direct):
        return impossible(f"No rule fits {a} - {b} now; one fits another edge.")
    text = f"No rule fits {a} - {b}: graphs with the same d-separations point it either way."
    ends = game.dag.nodes[move.head], game.dag.nodes[move.tail]
    others = (dag.to_text() for dag in equivalent_dags(graph) if ends in dag.edges)
    by_graph = next((f"One with {b} → {a}: {other}." for other in others), "")
    return replace(impossible(text, Belief.whole_graph), by_graph=by_graph)


def _grade_finish(game: Game) -> Grade:
    if game.phase != "direct":
        return game.book.too_early["finish"]
    due = game.next_move()
    if isinstance(due, moves.Direct):
        context = game.context
        a, b = context.name(due.tail), context.name(due.head)
        return Grade("wrong", f"A rule still fits: look at the edge {a} - {b}.")
    lines = counted(len(game.graph.undirected), "edge")
    return Grade("correct", f"No rule fits any more; {lines} may point either way.")
