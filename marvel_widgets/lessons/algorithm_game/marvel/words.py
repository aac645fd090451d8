"""What a learner who runs Algorithm 1 reads: what is next, the questions, the answers."""

from typing import cast

from marvel_widgets.core.boundary import lemmas
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.lessons.algorithm_game.game import Game
from marvel_widgets.lessons.algorithm_game.marvel.knowledge import MarvelKnowledge
from marvel_widgets.lessons.algorithm_game.marvel.rules import RENEWED
from marvel_widgets.lessons.algorithm_game.moves import Move, Verdict, Visit
from marvel_widgets.lessons.algorithm_game.position import context_of
from marvel_widgets.lessons.algorithm_game.questions import GameQuestion
from marvel_widgets.lessons.algorithm_game.rule_book import Phase
from marvel_widgets.text import counted, listed


def known_of(game: Game) -> MarvelKnowledge:
    """Return what is known in a game of MARVEL."""
    return cast("MarvelKnowledge", game.known)


def next_words(game: Game) -> str:
    """Return which line of Algorithm 1 is next, and what may be done there."""
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


def _visit_words(game: Game) -> str:
    context, known = context_of(game), known_of(game)
    state = known.state
    by_size: dict[int, list[str]] = {}
    for x in members(state.remaining):
        by_size.setdefault(state.boundaries[x].bit_count(), []).append(context.name(x))
    sizes = "; ".join(
        f"{counted(size, 'member')} for {_variables(names)}" for size, names in by_size.items()
    )
    failed = [context.name(x) for x in state.order() if x not in known.to_visit()]
    text = f" Failed in this round: {_variables(failed)}." if failed else ""
    return f"Line 6: choose the variable to visit. Boundary sizes: {sizes}.{text}"


def _variables(names: list[str]) -> str:
    """Return names in words; those that look like numbers are called variables."""
    if not any(name.isdigit() for name in names):
        return listed(names)
    return f"variable{'s' if len(names) > 1 else ''} {listed(names)}"


def _verdict_words(game: Game) -> str:
    known = known_of(game)
    x = context_of(game).name(known.visited)
    line = 12 if known.state.condition_one else 9
    return f"Line {line}: what was asked about {x} is answered. Is it removable?"


def _neighbors_words(game: Game) -> str:
    context, known = context_of(game), known_of(game)
    x = context.name(known.visited)
    return (
        f"Line 7: which members of the boundary {context.mask(known.boundary)} of {x} are its "
        f"neighbors? Test {x} and a member given a proper subset of the other members, or answer."
    )


def _condition_one_words(game: Game) -> str:
    context, known = context_of(game), known_of(game)
    x = context.name(known.visited)
    return (
        f"Line 9, Condition 1: {x} has the neighbors {context.mask(known.neighbor_mask)}. Does a "
        "set that "
        f"holds {x}, and otherwise members of {context.mask(known.boundary)}, separate two of them?"
    )


def _renewed_words(game: Game) -> str:
    context, known = context_of(game), known_of(game)
    x, t = context.name(known.visited), context.name(game.questions()[0].key[0])
    return (
        f"Line 10: the set that separated {x} and {t} is not inside the boundary "
        f"{context.mask(known.boundary)} any more. Look for another one there."
    )


def _v_structures_words(game: Game) -> str:
    context, known = context_of(game), known_of(game)
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
    context, known = context_of(game), known_of(game)
    x = context.name(known.visited)
    found = [
        f"{x} → {context.name(y)} ← {context.name(t)}" for y, t in known.present_v_structures()
    ]
    return (
        f"Line 12, Condition 2, for {listed(found)}: does a set that holds {x} and the common "
        "child separate the co-parent and another neighbor?"
    )


def _update_words(game: Game) -> str:
    context, known = context_of(game), known_of(game)
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

DUE: dict[Phase, str] = {
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

BUTTONS: dict[str, tuple[str, str]] = {
    "visit": ("Line 6: visit", "Make this variable the next to look at"),
    "verdict": ("Verdict on the visited variable", ""),
    "holds": ("Removable", "Both conditions hold: it leaves"),
    "fails": ("Not removable", "A condition fails: it stays"),
    "known": ("Boundaries and tests so far", ""),
}


def own_move_words(game: Game, move: Move) -> str:
    """Return a visit or a verdict in one line."""
    context = context_of(game)
    if isinstance(move, Visit):
        return f"visit {context.name(move.x)}"
    holds = isinstance(move, Verdict) and move.holds
    return f"{context.name(known_of(game).visited)} is {'' if holds else 'not '}removable"


def question_words(game: Game, question: GameQuestion) -> str:
    """Return a question in a few words, for a menu."""
    context = context_of(game)
    names = [context.name(v) for v in question.key]
    if question.purpose == lemmas.BOUNDARY_UPDATE:
        return f"{names[0]}, {names[1]}: still in each other's boundary?"
    x = context.name(known_of(game).visited)
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
