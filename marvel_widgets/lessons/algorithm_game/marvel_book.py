"""MARVEL's rule book: what a learner of Algorithm 1 reads and sees, and the grades."""

from dataclasses import asdict, replace
from typing import Final, cast

from marvel_widgets.assessment.beliefs import Belief, Believed
from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms.marvel import MARVEL
from marvel_widgets.core.algorithms.options import MarvelOptions
from marvel_widgets.core.boundary import lemmas
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.separation import first_separating
from marvel_widgets.lessons.algorithm_game import marvel_rules as rules
from marvel_widgets.lessons.algorithm_game.game import (
    Game,
    GameQuestion,
    Grade,
    Phase,
    RuleBook,
    Witness,
    impossible,
)
from marvel_widgets.lessons.algorithm_game.marvel_rules import CONDITIONS, RENEWED, MarvelKnowledge
from marvel_widgets.lessons.algorithm_game.moves import Move, Triple, Verdict, Visit
from marvel_widgets.lessons.algorithm_game.words import cost_words, extra_tests, witness_of
from marvel_widgets.pictures.palette import NodeState
from marvel_widgets.replay.fold import initial_state
from marvel_widgets.text import counted, listed


def _known_of(game: Game) -> MarvelKnowledge:
    return cast("MarvelKnowledge", game.known)


_FIXED: Final[dict[Phase, str]] = {
    "collect": "Line 17: all variables have left. Which v-structures stand? Those that line 10 "
    "found, and those whose two ends were both still there when the collider left.",
    "direct": "Line 18: which edge does a Meek rule direct? Or does no rule fit any more?",
    "done": "Line 19: the run is over.",
}
_NEXT_QUESTION: Final = {
    lemmas.NEIGHBORS: "Line 7: which members of the boundary {boundary} of {x} are its neighbors? "
    "Test {x} and a member given a proper subset of the other members, or answer.",
    lemmas.CONDITION_ONE: "Line 9, Condition 1: {x} has the neighbors {near}. Does a set that "
    "holds {x}, and otherwise members of {boundary}, separate two of them?",
    RENEWED: "Line 10: the set that separated {x} and {last} is not inside the boundary "
    "{boundary} any more. Look for another one there.",
    lemmas.V_STRUCTURES: "Line 10: which neighbor Y of {x} is a common child of {x} and its "
    "co-parent {last}? One outside {kept}, which separates those two, if no set from {inside} "
    "separates Y and {last}.",
    lemmas.CONDITION_TWO: "Line 12, Condition 2: for {found}, does a set that holds {x} and the "
    "common child separate the co-parent and another neighbor?",
}


def next_words(game: Game) -> str:
    """Return which line of Algorithm 1 is next, and what may be done there."""
    if game.phase in _FIXED:
        return _FIXED[game.phase]
    context, known = game.context, _known_of(game)
    state = known.state
    if game.phase == "visit":
        by_size: dict[int, list[str]] = {}
        for v in members(state.remaining):
            by_size.setdefault(state.boundaries[v].bit_count(), []).append(context.name(v))
        sizes = "; ".join(
            f"{counted(size, 'member')} for {_variables(names)}" for size, names in by_size.items()
        )
        failed = [context.name(v) for v in state.order() if v not in known.to_visit()]
        text = f" Failed in this round: {_variables(failed)}." if failed else ""
        return f"Line 6: choose the variable to visit. Boundary sizes: {sizes}.{text}"
    if game.phase == "update":
        left, neighbors = state.removal_order[-1], context.mask(known.departures[-1][1])
        return (
            f"Line 15: {context.name(left)} has left. Which of its neighbors {neighbors} leave "
            "each other's boundary? One test for each pair, given the smaller of their two "
            "boundaries without the two."
        )
    x = context.name(known.visited)
    if game.phase == "verdict":
        line = 12 if state.condition_one else 9
        return f"Line {line}: what was asked about {x} is answered. Is {x} removable?"
    question = game.questions()[0]
    last = question.key[-1]
    found = [
        f"{x} → {context.name(y)} ← {context.name(t)}" for y, t in known.present_v_structures()
    ]
    return _NEXT_QUESTION[question.purpose].format(
        x=x,
        last=context.name(last),
        boundary=context.mask(known.boundary),
        near=context.mask(known.neighbor_mask),
        kept=context.mask(known.separating.get((known.visited, last), 0)),
        inside=context.mask(known.boundary | 1 << known.visited),
        found=listed(found),
    )


def _variables(names: list[str]) -> str:
    """Return names in words; those that look like numbers are called variables."""
    if not any(name.isdigit() for name in names):
        return listed(names)
    return f"variable{'s' if len(names) > 1 else ''} {listed(names)}"


def own_move_words(game: Game, move: Move) -> str:
    context = game.context
    if isinstance(move, Visit):
        return f"visit {context.name(move.x)}"
    holds = isinstance(move, Verdict) and move.holds
    return f"{context.name(_known_of(game).visited)} is {'' if holds else 'not '}removable"


def _question_words(game: Game, question: GameQuestion) -> str:
    context = game.context
    names = [context.name(v) for v in question.key]
    if question.purpose == lemmas.BOUNDARY_UPDATE:
        return f"Do {names[0]} and {names[1]} stay in each other's boundary?"
    x = context.name(_known_of(game).visited)
    if question.purpose == lemmas.NEIGHBORS:
        return f"Is {names[0]} a neighbor or a co-parent of {x}?"
    if question.purpose == RENEWED:
        return f"Does a set still separate {x} and {names[0]}?"
    if question.purpose == lemmas.CONDITION_ONE:
        return f"Does a set with {x} separate {names[0]} and {names[1]}?"
    if question.purpose == lemmas.V_STRUCTURES:
        return f"Is {x} → {names[0]} ← {names[1]} a v-structure?"
    y, t, z = names
    return f"At {x} → {y} ← {t}: does a set with {x} and {y} separate {z} and {t}?"


def roles(game: Game) -> dict[int, NodeState]:
    """Return what each variable is to the one in turn, as far as that is known."""
    known = _known_of(game)
    if not known.in_visit:
        return {}
    found: dict[int, NodeState] = dict.fromkeys(range(len(game.dag)), "idle")
    for x in members(known.boundary):
        found[x] = "co_parent" if (known.visited, x) in known.separating else "member"
    return {**found, known.visited: "subject"}


def table(game: Game) -> tuple[str, tuple[str, ...], list[tuple[str, ...]]]:
    """Return the boundaries: name, size, members, and the variable's place in the run."""
    context, known = game.context, _known_of(game)
    rows: list[tuple[str, ...]] = []
    for x in range(len(game.dag)):
        boundary = known.state.boundaries[x]
        here = known.state.remaining >> x & 1
        size = str(boundary.bit_count()) if here else ""
        rows.append(
            (context.name(x), size, context.mask(boundary) if here else "", _place(game, x))
        )
    return "Markov boundaries now", ("variable", "size", "boundary", ""), rows


def _place(game: Game, x: int) -> str:
    known = _known_of(game)
    state = known.state
    if x in state.removal_order:
        return f"left as number {state.removal_order.index(x) + 1}"
    if known.in_visit and x == known.visited:
        return "its turn"
    failed = known.in_visit and x in state.passed_over
    failed = failed or (game.phase == "visit" and x not in known.to_visit())
    return "failed in this round" if failed else "remains"


# -- line 6 -----------------------------------------------------------------------------


def _grade_visit(game: Game, move: Visit) -> Grade:
    context, known = game.context, _known_of(game)
    state = known.state
    if move.x >= len(game.dag):
        return impossible("There is no such variable.")
    x = context.name(move.x)
    if game.phase == "update":
        return impossible(
            f"Line 15 comes first: {context.name(state.removal_order[-1])} has left, and pairs of "
            "its neighbors may have to leave each other's boundary.",
            Belief.only_deletes,
        )
    if game.phase in ("questions", "verdict"):
        return impossible(f"The visit of {context.name(known.visited)} is not over.")
    if game.phase != "visit":
        return impossible("All variables have left.")
    if not state.remaining >> move.x & 1:
        return impossible(f"{x} has left.")
    if move.x not in known.to_visit():
        return impossible(f"{x} failed in this round, and nothing has changed since.")
    first = known.to_visit()[0]
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


def _grade_own(game: Game, move: Move, reveal: bool) -> Grade:
    if isinstance(move, Visit):
        return _grade_visit(game, move)
    assert isinstance(move, Verdict)  # MARVEL has no other move of its own
    if game.phase not in ("questions", "verdict"):
        return impossible("A verdict is about the variable that is visited; none is now.")
    known = _known_of(game)
    x = game.context.name(known.visited)
    if not known.split:
        text = f"Line 7 comes first: which members of the boundary of {x} are neighbors?"
        return impossible(text, _belief_in_removal(game) if move.holds else "")
    if known.broken is not None:
        number = _number(game)
        if not move.holds:
            return Grade("correct", f"Condition {number} fails, so {x} is not removable now.")
        witness = _opened_by(game, x) if reveal else None
        text = f"Condition {number} fails, so {x} is not removable."
        return Grade("wrong", text, _belief_in_removal(game), witness)
    if game.phase == "verdict":
        if move.holds:
            return Grade("correct", f"Both conditions hold, so {x} is removable by Theorem 1.")
        has_child = bool(game.dag.child_masks[known.visited] & known.state.remaining)
        text = f"Both conditions hold for {x}: Theorem 1 says that it is removable."
        belief: Believed = Belief.only_sinks if reveal and has_child else ""
        return Grade("wrong", text, belief, seen_in_graph=True)
    return _too_early(game, move, x)


def _belief_in_removal(game: Game) -> Believed:
    """Return the belief behind "removable" where nothing shows it."""
    known = _known_of(game)
    state = known.state
    if known.searched:
        return Belief.condition_1_is_enough
    if not state.passed_over and state.order()[0] == known.visited:
        return Belief.first_leaves
    sizes = [state.boundaries[v].bit_count() for v in state.order()]
    return Belief.small_leaves if known.boundary.bit_count() == min(sizes) else ""


def _number(game: Game) -> int:
    """Return which condition is checked."""
    return 2 if _known_of(game).state.condition_one else 1


def _opened_by(game: Game, x: str) -> Witness | None:
    """Return a dependence of the pair that broke a condition, which x alone keeps up.

    x is no collider between the two: where a set with x separates them, the set without x does
    so once x is gone, and not before. The first such set, so that the tests tell it and no arrow.
    """
    known = _known_of(game)
    assert known.broken is not None  # a condition has failed
    purpose, key = known.broken
    search = CONDITIONS[purpose][0](known.visited, *key, known.boundary)
    found, _ = first_separating(game.dag, search)
    if found is None:  # after wrong answers only
        return None
    given = (found | search.forced) & ~(1 << known.visited)
    witness = witness_of(game, search.x, search.y, given)
    return replace(witness, more=f"Without {x} they would be independent.")


def _too_early(game: Game, move: Verdict, x: str) -> Grade:
    open_now = counted(len(game.questions()), "question")
    number = _number(game)
    if move.holds:
        what = "Condition 1" if number == 1 else "lines 10 to 12"
        text = f"Not shown yet: {open_now} about {what} of {x} still open."
        belief = Belief.condition_1_is_enough if number == 2 else _belief_in_removal(game)
        return Grade("wrong", text, belief)
    return Grade(
        "wrong",
        f"Not shown yet: no condition has failed for {x} so far, and {open_now} still open.",
    )


# -- line 17 ------------------------------------------------------------------------------


def why_a_fact(game: Game, triple: Triple) -> str:
    tested = (e for e in game.entries if isinstance(e, ev.VStructureDecided) and e.found)
    if any((e.y, {e.x, e.t}) == (triple[1], {triple[0], triple[2]}) for e in tested):
        return "line 10 found it"
    a, c, b = map(game.context.name, triple)
    return f"{a} and {b} were both neighbors of {c} when it left, and no edge joins them"


def why_no_fact(game: Game, triple: Triple) -> str:
    a, c, b = triple
    order = game.known.state.removal_order
    gone = [v for v in (a, b) if order.index(v) < order.index(c)]
    text = "line 10 did not find it"
    if not gone:
        return text
    names = listed(game.context.name(v) for v in gone)
    return f"{text}, and {names} had left before {game.context.name(c)}"


# -- tests and answers ----------------------------------------------------------------------


def _wrong_pair(game: Game, x: int, y: int) -> str:
    """Return why no question is about two variables."""
    context, known = game.context, _known_of(game)
    a, b = context.name(x), context.name(y)
    due = game.questions()[0].purpose
    if due == lemmas.BOUNDARY_UPDATE:
        left = context.name(known.state.removal_order[-1])
        neighbors = context.mask(known.departures[-1][1])
        return (
            f"Line 15 tests pairs of the neighbors {neighbors} that {left} had; {a} and {b} "
            "are no such pair, or it is settled."
        )
    x_name = context.name(known.visited)
    boundary = context.mask(known.boundary)
    if due == lemmas.NEIGHBORS:
        return (
            f"Line 7 compares {x_name} with each member of its boundary {boundary}; {a} and {b} "
            "are no such pair, or it is settled."
        )
    neighbors, co_parents = context.mask(known.neighbor_mask), context.mask(known.co_parent_mask)
    if due == lemmas.CONDITION_ONE:
        what = f"Condition 1 is about two neighbors of {x_name}, from {neighbors}"
    elif due == lemmas.CONDITION_TWO:
        what = f"Condition 2 is about a co-parent of {x_name}, from {co_parents}, and a neighbor"
    else:
        what = (
            f"Line 10 tests a neighbor of {x_name}, from {neighbors}, and a co-parent, from "
            f"{co_parents}"
        )
    return f"{what}; {a} and {b} are no such pair, or it is settled."


def _wrong_set(game: Game, question: GameQuestion, given: int) -> Grade:
    """Return the grade of a test whose set the question does not allow."""
    context = game.context
    if question.settled:
        return impossible(f"No test is needed: {_in_the_set(game, question)}.")
    if question.purpose == lemmas.BOUNDARY_UPDATE:
        return impossible(
            "One test decides, given the rest of one of the two boundaries: "
            f"{context.mask(question.search.forced)}."
        )
    outside = given & ~(question.search.candidates | question.search.forced)
    if outside:
        inside = context.mask(question.search.candidates | question.search.forced)
        return impossible(
            f"{context.some(members(outside))} lies outside: the lemma speaks of sets from "
            f"{inside} only."
        )
    missing = question.search.forced & ~given
    if missing:
        number = 1 if question.purpose == lemmas.CONDITION_ONE else 2
        return impossible(
            f"Condition {number} is about sets that hold {context.mask(question.search.forced)}; "
            f"{context.mask(missing)} is missing."
        )
    x, y = (context.name(v) for v in question.pair)
    return impossible(
        f"Given all the rest of its boundary, every member depends on {x}, neighbor or not: the "
        f"test can't tell what {y} is. Proper subsets can.",
        Belief.give_all,
    )


def _in_the_set(game: Game, question: GameQuestion) -> str:
    y, t = map(game.context.name, question.key)
    return f"{y} is in the set that separates {game.context.name(_known_of(game).visited)} and {t}"


def _settled(game: Game, question: GameQuestion) -> str:
    """Return why an answer is known without a test."""
    return f"{_in_the_set(game, question)}, so it is not their common child."


def belief_in_dependence(game: Game, question: GameQuestion) -> Believed:
    """Return the belief behind an answer that no set separates, where one does."""
    if game.tried(question):
        return ""
    if question.purpose == lemmas.BOUNDARY_UPDATE:
        return Belief.only_deletes
    return Belief.only_neighbors if question.purpose in (lemmas.NEIGHBORS, RENEWED) else ""


def belief_in_separation(game: Game, question: GameQuestion) -> Believed:
    """Return the belief behind an answer that a set separates, where none does."""
    if question.purpose != lemmas.CONDITION_ONE:
        return ""
    parents = game.dag.parent_masks[_known_of(game).visited]
    return Belief.parents_apart if all(parents >> v & 1 for v in question.pair) else ""


MARVEL_BOOK: Final[RuleBook[Game]] = RuleBook(
    name="marvel",
    algorithm=MARVEL.name,
    options=asdict(MarvelOptions()),
    known_at_start=lambda p: MarvelKnowledge(initial_state(p)),
    known_after=rules.known_after,
    opening=rules.opening,
    phase=rules.phase,
    round_of=rules.round_of,
    open_questions=rules.open_questions,
    next_by_itself=rules.next_by_itself,
    event_of=rules.event_of,
    own_events=rules.own_events,
    own_move=rules.own_move,
    collecting=lambda triples, _: (ev.VStructuresCollected(triples, ()),),
    facts=MarvelKnowledge.facts,
    spared={
        ev.NeighborsKnown: lemmas.NEIGHBORS,
        ev.PairDecided: lemmas.CONDITION_ONE,
        ev.VStructuresKnown: lemmas.V_STRUCTURES,
        ev.TripleDecided: lemmas.CONDITION_TWO,
    },
    grade_own=_grade_own,
    no_test_due={
        "visit": "No test is due: line 6 first chooses the variable to look at.",
        "verdict": "No test is due: every question of this visit is answered, so the verdict is "
        "next.",
        "collect": "All variables have left. MARVEL asks no test any more.",
        "direct": "All variables have left. MARVEL asks no test any more.",
        "done": "The run is over.",
    },
    wrong_pair=_wrong_pair,
    wrong_set=_wrong_set,
    settled=_settled,
    settled_answer="Right, and without a test: the set that separates the two parents holds it.",
    belief_in_dependence=belief_in_dependence,
    belief_in_separation=belief_in_separation,
    too_early={
        "collect": impossible("Line 17 comes when all variables have left."),
        "direct": impossible("Meek's rules come last, after line 17."),
        "finish": impossible("The run is not over: variables remain, or line 17 is still to come."),
    },
    collected="These are the v-structures that lines 10 and 13 know as facts.",
    why_a_fact=why_a_fact,
    why_no_fact=why_no_fact,
    next_words=next_words,
    answers={
        lemmas.NEIGHBORS: ("Separated: co-parent", "Not separable: neighbor"),
        lemmas.CONDITION_ONE: ("Separated: Condition 1 fails", "Not separable: it may hold"),
        RENEWED: ("A set is found", "There is none"),
        lemmas.V_STRUCTURES: ("Separated: no v-structure", "Not separable: v-structure"),
        lemmas.CONDITION_TWO: ("Separated: Condition 2 fails", "Not separable: it may hold"),
        lemmas.BOUNDARY_UPDATE: ("Independent: they part", "Dependent: they stay"),
    },
    question_words=_question_words,
    own_move_words=own_move_words,
    buttons={
        "visit": ("Visit", "Make this variable the next to look at"),
        "holds": ("Removable", "Both conditions hold: it leaves"),
        "fails": ("Not removable", "A condition fails: it stays"),
        "known": ("Boundaries and tests so far", ""),
    },
    turn=lambda game: _known_of(game).visited if _known_of(game).in_visit else None,
    roles=roles,
    table=table,
)
