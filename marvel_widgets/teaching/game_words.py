"""What a learner who runs Algorithm 1 reads: what is next, the questions, what happened."""

from __future__ import annotations

from marvel_widgets.boundary import lemmas
from marvel_widgets.graphs.bits import members
from marvel_widgets.teaching.explanations import explain
from marvel_widgets.teaching.game import Asked, Game
from marvel_widgets.teaching.game_moves import (
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
from marvel_widgets.teaching.game_questions import RENEWED, Question
from marvel_widgets.teaching.grade import telling_of, witness_of
from marvel_widgets.teaching.replay import advance
from marvel_widgets.teaching.wording import Telling, given_words, listed


def next_words(game: Game) -> str:
    """Return which line of Algorithm 1 is next, and what may be done there.

    Examples
    --------
    >>> from marvel_widgets import Dag
    >>> from marvel_widgets.teaching.game_start import new_game
    >>> print(next_words(new_game(Dag("X -> Y"))))
    Line 6: choose the variable to visit. Boundary sizes: X 1, Y 1.
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


def _visit_words(game: Game) -> str:
    telling, state = telling_of(game), game.known.state
    sizes = ", ".join(
        f"{telling.name(x)} {state.boundaries[x].bit_count()}" for x in members(state.remaining)
    )
    failed = [telling.name(x) for x in state.order() if x not in game.known.to_visit()]
    said = f" Failed in this round: {listed(failed)}." if failed else ""
    return f"Line 6: choose the variable to visit. Boundary sizes: {sizes}.{said}"


def _verdict_words(game: Game) -> str:
    x = telling_of(game).name(game.known.visited)
    line = 12 if game.known.state.condition_one else 9
    return f"Line {line}: what was asked about {x} is answered. Is it removable?"


def _neighbors_words(game: Game) -> str:
    telling, known = telling_of(game), game.known
    x = telling.name(known.visited)
    return (
        f"Line 7: which members of the boundary {telling.mask(known.boundary)} of {x} are its "
        f"neighbors? Test {x} and a member given a proper subset of the other members, or answer."
    )


def _condition_one_words(game: Game) -> str:
    telling, known = telling_of(game), game.known
    x = telling.name(known.visited)
    return (
        f"Line 9, Condition 1: {x} has the neighbors {telling.mask(known.near)}. Does a set that "
        f"holds {x}, and otherwise members of {telling.mask(known.boundary)}, separate two of them?"
    )


def _renewed_words(game: Game) -> str:
    telling, known = telling_of(game), game.known
    x, t = telling.name(known.visited), telling.name(game.questions()[0].key[0])
    return (
        f"Line 10: the set that separated {x} and {t} is not inside the boundary "
        f"{telling.mask(known.boundary)} any more. Look for another one there."
    )


def _v_structures_words(game: Game) -> str:
    telling, known = telling_of(game), game.known
    x = telling.name(known.visited)
    _, t = game.questions()[0].key
    kept = telling.mask(known.separating[known.visited, t])
    inside = telling.mask(known.boundary | 1 << known.visited)
    return (
        f"Line 10: which neighbor Y of {x} is a common child of {x} and its co-parent "
        f"{telling.name(t)}? One outside {kept}, which separates those two, if no set from "
        f"{inside} separates Y and {telling.name(t)}."
    )


def _condition_two_words(game: Game) -> str:
    telling, known = telling_of(game), game.known
    x = telling.name(known.visited)
    found = [
        f"{x} → {telling.name(y)} ← {telling.name(t)}" for y, t in known.present_v_structures()
    ]
    return (
        f"Line 12, Condition 2, for {listed(found)}: does a set that holds {x} and the common "
        "child separate the co-parent and another neighbor?"
    )


def _update_words(game: Game) -> str:
    telling, known = telling_of(game), game.known
    x = telling.name(known.state.removal_order[-1])
    near = telling.mask(known.departures[-1][1])
    return (
        f"Line 15: {x} has left. Which of its neighbors {near} leave each other's boundary? One "
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

# What an answer is called: separated, and not.
ANSWERS: dict[str, tuple[str, str]] = {
    lemmas.NEIGHBORS: ("Separated: co-parent", "Not separable: neighbor"),
    lemmas.CONDITION_ONE: ("Separated: it breaks", "Not separable: it passes"),
    RENEWED: ("A set is found", "There is none"),
    lemmas.V_STRUCTURES: ("Separated: no v-structure", "Not separable: v-structure"),
    lemmas.CONDITION_TWO: ("Separated: it breaks", "Not separable: it passes"),
    lemmas.BOUNDARY_UPDATE: ("Independent: they part", "Dependent: they stay"),
}


def question_words(game: Game, question: Question) -> str:
    """Return a question in a few words, for a menu.

    Examples
    --------
    >>> from marvel_widgets import Dag
    >>> from marvel_widgets.teaching.game_start import new_game
    >>> game = new_game(Dag("X -> Y")).after(Visit(0))
    >>> question_words(game, game.questions()[0])
    'Y: neighbor or co-parent of X?'
    """
    telling = telling_of(game)
    names = [telling.name(v) for v in question.key]
    if question.purpose == lemmas.BOUNDARY_UPDATE:
        return f"{names[0]}, {names[1]}: still in each other's boundary?"
    x = telling.name(game.known.visited)
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
    a, c, b = map(telling_of(game).name, triple)
    return f"{a} → {c} ← {b}"


def move_words(game: Game, move: Move) -> str:
    """Return a move made at a position, in one line.

    Examples
    --------
    >>> from marvel_widgets import Dag
    >>> from marvel_widgets.teaching.game_start import new_game
    >>> move_words(new_game(Dag("X -> Y")), Visit(1))
    'visit Y'
    """
    telling = telling_of(game)
    match move:
        case Visit(x):
            return f"visit {telling.name(x)}"
        case Ask(x, y, given):
            return f"test {telling.name(x)} and {telling.name(y)} {given_words(telling, given)}"
        case Judge(purpose, key, separated):
            asked = question_words(game, game.question(purpose, key)).rstrip("?")
            said = ANSWERS[purpose][0 if separated else 1]
            return f"{asked}. {said}"
        case Verdict(removable):
            x_name = telling.name(game.known.visited)
            return f"{x_name} is {'' if removable else 'not '}removable"
        case Collect(triples):
            found = listed(triple_words(game, t) for t in triples)
            return f"v-structures: {found or 'none'}"
        case Direct(tail, head):
            return f"direct {telling.name(tail)} → {telling.name(head)}"
        case Finish():
            return "no rule fits any more"


def told(before: Game, after: Game, *, reveal: bool = True) -> tuple[str, ...]:
    """Return what happened between two positions, one sentence each.

    Parameters
    ----------
    before, after : Game
        `after` follows from `before`.
    reveal : bool
        Whether the sentences may use the hidden graph.
    """
    telling = telling_of(before) if reveal else Telling(before.dag.nodes)
    said, state = [], before.known.state
    for entry in after.entries[len(before.entries) :]:
        if isinstance(entry, Asked):
            said.append(_test_words(before, entry, reveal=reveal))
        else:
            said.append(explain(entry, state, telling).text)
            state = advance(entry, state)
    return tuple(said)


def _test_words(game: Game, entry: Asked, *, reveal: bool) -> str:
    if reveal:
        return witness_of(game, *entry.pair, entry.given).text
    telling = telling_of(game)
    x, y = (telling.name(v) for v in entry.pair)
    verdict = "independent" if entry.independent else "dependent"
    return f"{x} and {y} are {verdict} {given_words(telling, members(entry.given))}."
