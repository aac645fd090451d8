"""What a learner who runs Algorithm 1 reads: what is next, the questions, what happened."""

from __future__ import annotations

from marvel_widgets.core.boundary import lemmas
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.lessons.algorithm_game.game import Game, Phase, PlayedTest
from marvel_widgets.lessons.algorithm_game.grade import context_of, witness_of
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
from marvel_widgets.lessons.algorithm_game.questions import RENEWED, GameQuestion
from marvel_widgets.replay.explanations import explain
from marvel_widgets.replay.fold import advance
from marvel_widgets.replay.wording import RunContext, given_words
from marvel_widgets.text import counted, listed


def next_words(game: Game) -> str:
    """Return which line of Algorithm 1 is next, and what may be done there.

    >>> from marvel_widgets import Dag
    >>> from marvel_widgets.lessons.algorithm_game.start import new_game
    >>> print(next_words(new_game(Dag("X -> Y"))))
    Line 6: choose the variable to visit. Boundary sizes: 1 member for X and Y.
    """
    phase = game.phase
    if phase == "visit":
        return _visit_words(game)
    if phase in ("questions", "update"):
        return _QUESTIONS[game.questions()[0].purpose](game)
    if phase == "verdict":
        return _verdict_words(game)
    if phase == "collect":
        return (
            "Line 20: all variables have left. Which v-structures stand? Those that line 10 "
            "found, and those whose two ends were both still there when the collider left."
        )
    if phase == "direct":
        return "Line 21: which edge does a Meek rule direct? Or does no rule fit any more?"
    return "Line 22: the run is over."


def due_words(game: Game) -> str:
    """Return the one thing to do now, in a few words; empty when the run is over.

    >>> from marvel_widgets import Dag
    >>> from marvel_widgets.lessons.algorithm_game.start import new_game
    >>> due_words(new_game(Dag("X -> Y")))
    'choose the variable to visit'
    """
    return _DUE[game.phase]


def click_words(game: Game) -> str:
    """Return what a click in the picture does now; empty for nothing."""
    if game.phase == "visit":
        return "Click it in the picture, or choose it in the menu."
    if game.phase in ("questions", "update"):
        return (
            "Click the two variables of the test, then those that are given; "
            "another click takes one back."
        )
    return ""


def _visit_words(game: Game) -> str:
    context, state = context_of(game), game.known.state
    by_size: dict[int, list[str]] = {}
    for x in members(state.remaining):
        by_size.setdefault(state.boundaries[x].bit_count(), []).append(context.name(x))
    sizes = "; ".join(
        f"{counted(size, 'member')} for {_variables(names)}" for size, names in by_size.items()
    )
    failed = [context.name(x) for x in state.order() if x not in game.known.to_visit()]
    text = f" Failed in this round: {_variables(failed)}." if failed else ""
    return f"Line 6: choose the variable to visit. Boundary sizes: {sizes}.{text}"


def _variables(names: list[str]) -> str:
    """Return names in words; those that look like numbers are called variables."""
    if not any(name.isdigit() for name in names):
        return listed(names)
    return f"variable{'s' if len(names) > 1 else ''} {listed(names)}"


def _verdict_words(game: Game) -> str:
    x = context_of(game).name(game.known.visited)
    line = 12 if game.known.state.condition_one else 9
    return f"Line {line}: what was asked about {x} is answered. Is it removable?"


def _neighbors_words(game: Game) -> str:
    context, known = context_of(game), game.known
    x = context.name(known.visited)
    return (
        f"Line 7: which members of the boundary {context.mask(known.boundary)} of {x} are its "
        f"neighbors? Test {x} and a member given a proper subset of the other members, or answer."
    )


def _condition_one_words(game: Game) -> str:
    context, known = context_of(game), game.known
    x = context.name(known.visited)
    return (
        f"Line 9, Condition 1: {x} has the neighbors {context.mask(known.neighbor_mask)}. Does a "
        "set that "
        f"holds {x}, and otherwise members of {context.mask(known.boundary)}, separate two of them?"
    )


def _renewed_words(game: Game) -> str:
    context, known = context_of(game), game.known
    x, t = context.name(known.visited), context.name(game.questions()[0].key[0])
    return (
        f"Line 10: the set that separated {x} and {t} is not inside the boundary "
        f"{context.mask(known.boundary)} any more. Look for another one there."
    )


def _v_structures_words(game: Game) -> str:
    context, known = context_of(game), game.known
    x = context.name(known.visited)
    _, t = game.questions()[0].key
    kept = context.mask(known.separating[known.visited, t])
    inside = context.mask(known.boundary | 1 << known.visited)
    return (
        f"Line 10: which neighbor Y of {x} is a common child of {x} and its co-parent "
        f"{context.name(t)}? One outside {kept}, which separates those two, if no set from "
        f"{inside} separates Y and {context.name(t)}."
    )


def _condition_two_words(game: Game) -> str:
    context, known = context_of(game), game.known
    x = context.name(known.visited)
    found = [
        f"{x} → {context.name(y)} ← {context.name(t)}" for y, t in known.present_v_structures()
    ]
    return (
        f"Line 12, Condition 2, for {listed(found)}: does a set that holds {x} and the common "
        "child separate the co-parent and another neighbor?"
    )


def _update_words(game: Game) -> str:
    context, known = context_of(game), game.known
    x = context.name(known.state.removal_order[-1])
    neighbors = context.mask(known.departures[-1][1])
    return (
        f"Line 15: {x} has left. Which of its neighbors {neighbors} leave each other's boundary? "
        "One "
        "test for each pair, given the smaller of their two boundaries without the two."
    )


_QUESTIONS = {
    lemmas.NEIGHBORS: _neighbors_words,
    lemmas.CONDITION_ONE: _condition_one_words,
    RENEWED: _renewed_words,
    lemmas.V_STRUCTURES: _v_structures_words,
    lemmas.CONDITION_TWO: _condition_two_words,
    lemmas.BOUNDARY_UPDATE: _update_words,
}

_DUE: dict[Phase, str] = {
    "visit": "choose the variable to visit",
    "questions": "make a CI test, or answer the question",
    "update": "make a CI test, or answer the question",
    "verdict": "give the verdict",
    "collect": "choose the v-structures that stand",
    "direct": "direct an edge, or say that no rule fits",
    "done": "",
}

# What an answer is called: separated, and not.
ANSWERS: dict[str, tuple[str, str]] = {
    lemmas.NEIGHBORS: ("Separated: co-parent", "Not separable: neighbor"),
    lemmas.CONDITION_ONE: ("Separated: it breaks", "Not separable: it passes"),
    RENEWED: ("A set is found", "There is none"),
    lemmas.V_STRUCTURES: ("Separated: no v-structure", "Not separable: v-structure"),
    lemmas.CONDITION_TWO: ("Separated: it breaks", "Not separable: it passes"),
    lemmas.BOUNDARY_UPDATE: ("Independent: they part", "Dependent: they stay"),
}


def question_words(game: Game, question: GameQuestion) -> str:
    """Return a question in a few words, for a menu.

    >>> from marvel_widgets import Dag
    >>> from marvel_widgets.lessons.algorithm_game.start import new_game
    >>> game = new_game(Dag("X -> Y")).after(Visit(0))
    >>> question_words(game, game.questions()[0])
    'Y: neighbor or co-parent of X?'
    """
    context = context_of(game)
    names = [context.name(v) for v in question.key]
    if question.purpose == lemmas.BOUNDARY_UPDATE:
        return f"{names[0]}, {names[1]}: still in each other's boundary?"
    x = context.name(game.known.visited)
    if question.purpose == lemmas.NEIGHBORS:
        return f"{names[0]}: neighbor or co-parent of {x}?"
    if question.purpose == RENEWED:
        return f"{x}, {names[0]}: which set separates them?"
    if question.purpose == lemmas.CONDITION_ONE:
        return f"{names[0]}, {names[1]}: separated by a set with {x}?"
    if question.purpose == lemmas.V_STRUCTURES:
        return f"{x} → {names[0]} ← {names[1]}?"
    y, t, z = names
    return f"{z} and {t}, at {x} → {y} ← {t}: separated?"


def triple_words(game: Game, triple: Triple) -> str:
    """Return ``A → C ← B``."""
    a, c, b = map(context_of(game).name, triple)
    return f"{a} → {c} ← {b}"


def move_words(game: Game, move: Move) -> str:
    """Return a move made at a position, in one line.

    >>> from marvel_widgets import Dag
    >>> from marvel_widgets.lessons.algorithm_game.start import new_game
    >>> move_words(new_game(Dag("X -> Y")), Visit(1))
    'visit Y'
    """
    context = context_of(game)
    match move:
        case Visit(x):
            return f"visit {context.name(x)}"
        case Ask(x, y, given):
            return f"test {context.name(x)} and {context.name(y)} {given_words(context, given)}"
        case Judge(purpose, key, separated):
            asked = question_words(game, game.question(purpose, key)).rstrip("?")
            lines = ANSWERS[purpose][0 if separated else 1]
            return f"{asked}. {lines}"
        case Verdict(removable):
            x_name = context.name(game.known.visited)
            return f"{x_name} is {'' if removable else 'not '}removable"
        case Collect(triples):
            found = listed(triple_words(game, t) for t in triples)
            return f"v-structures: {found or 'none'}"
        case Direct(tail, head):
            return f"direct {context.name(tail)} → {context.name(head)}"
        case Finish():
            return "no rule fits any more"


def step_words(game: Game, move: Move) -> str:
    """Return a move made at a position as a thing that can be taken back.

    >>> from marvel_widgets import Dag
    >>> from marvel_widgets.lessons.algorithm_game.start import new_game
    >>> step_words(new_game(Dag("X -> Y")), Visit(1))
    'the visit of Y'
    """
    words = move_words(game, move)
    match move:
        case Visit():
            return f"the {words.replace('visit ', 'visit of ', 1)}"
        case Ask():
            return f"the {words.replace('test ', 'test of ', 1)}"
        case Judge(purpose, key, _):
            return f"the answer to: {question_words(game, game.question(purpose, key))}"
        case Verdict():
            return f"the verdict that {words}"
        case Collect():
            return f"the choice of {words}"
        case Direct():
            return f"the direction {words.removeprefix('direct ')}"
        case Finish():
            return f"that {words}"


def step_sentences(before: Game, after: Game, *, hidden: bool = False) -> tuple[str, ...]:
    """Return what happened between two positions, one sentence each.

    `after` follows from `before`; while the graph is `hidden` a test shows its answer alone.
    """
    context = RunContext(before.dag.nodes) if hidden else context_of(before)
    lines, state = [], before.known.state
    for entry in after.entries[len(before.entries) :]:
        if isinstance(entry, PlayedTest):
            lines.append(witness_of(before, *entry.pair, entry.given).words(hidden=hidden))
        else:
            lines.append(explain(entry, state, context).text)
            state = advance(entry, state)
    return tuple(lines)
