"""What a learner who runs Algorithm 1 reads: what is next, the questions, the answers."""

from typing import Final, cast

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
    if phase in _FIXED:
        return _FIXED[phase]
    words = {"visit": _visit_words, "verdict": _verdict_words, "update": _update_words}
    return words.get(phase, _visited_words)(game)


_FIXED: Final[dict[Phase, str]] = {
    "collect": "Line 20: all variables have left. Which v-structures stand? Those that line 10 "
    "found, and those whose two ends were both still there when the collider left.",
    "direct": "Line 21: which edge does a Meek rule direct? Or does no rule fit any more?",
    "done": "Line 22: the run is over.",
}


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
    lemmas.CONDITION_TWO: "Line 12, Condition 2, for {found}: does a set that holds {x} and the "
    "common child separate the co-parent and another neighbor?",
}


def _visited_words(game: Game) -> str:
    context, known = context_of(game), known_of(game)
    question, visited = game.questions()[0], known.visited
    x, last = context.name(visited), question.key[-1]
    found = [
        f"{x} → {context.name(y)} ← {context.name(t)}" for y, t in known.present_v_structures()
    ]
    return _NEXT_QUESTION[question.purpose].format(
        x=x,
        last=context.name(last),
        boundary=context.mask(known.boundary),
        near=context.mask(known.neighbor_mask),
        kept=context.mask(known.separating.get((visited, last), 0)),
        inside=context.mask(known.boundary | 1 << visited),
        found=listed(found),
    )


def _verdict_words(game: Game) -> str:
    known = known_of(game)
    x = context_of(game).name(known.visited)
    line = 12 if known.state.condition_one else 9
    return f"Line {line}: what was asked about {x} is answered. Is it removable?"


def _update_words(game: Game) -> str:
    context, known = context_of(game), known_of(game)
    x = context.name(known.state.removal_order[-1])
    neighbors = context.mask(known.departures[-1][1])
    return (
        f"Line 15: {x} has left. Which of its neighbors {neighbors} leave each other's boundary? "
        "One test for each pair, given the smaller of their two boundaries without the two."
    )


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
    "visit": ("Visit", "Make this variable the next to look at"),
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
