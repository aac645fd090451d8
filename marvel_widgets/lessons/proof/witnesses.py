"""What shows that an answer about the proof of Theorem 1 is wrong, as facts."""

from collections.abc import Collection, Mapping
from itertools import pairwise
from typing import Final

from marvel_widgets.assessment.facts import Facts, Principle
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.witness import Path, open_path
from marvel_widgets.lessons.proof.facts import InPlace, JudgedPath, NotOn, OtherPath
from marvel_widgets.lessons.proof.facts_sets import NoOpenPathOn, Opener, TakesPlace
from marvel_widgets.lessons.proof.paths import openers
from marvel_widgets.lessons.removability.facts import Changes
from marvel_widgets.lessons.removability.facts_answers import InPairAndSet, Kin, Leaves
from marvel_widgets.lessons.removability.witnesses import SETS_WITHOUT_IT, in_order
from marvel_widgets.lessons.separation.facts import Adjacent, Labels, PathState, Separates
from marvel_widgets.theory.only_if_direction import judged_path

ONLY_LEAVES_OUT: Final = Principle("In case (b) the proof only leaves vertices out.")
SAME_ENDS: Final = Principle("The path has the ends of P.")
NO_PATH_OF_H: Final = Principle("H is the graph without it, so no path of H visits it.")


def judged(path: Path, given: Labels) -> JudgedPath:
    """Return that a path is open by the proof's rule, or what blocks it first."""
    return JudgedPath(path, given, None if path.blocker is None else path.blocker.name)


def path_error(dag: Dag, x: Label, whole: Path, given: Labels, value: Collection[Label]) -> Facts:
    """Return why a set of variables is not the path of H that the proof makes of an open path."""
    if not value:
        return (judged(whole, given),)
    if x in value:
        return Leaves(x), NO_PATH_OF_H
    strange = in_order(dag, set(value) - set(whole.names))
    if strange:
        return NotOn(strange[0], whole, False), ONLY_LEAVES_OUT
    kept = [v for v in whole.names if v in value]
    if not {whole.names[0], whole.names[-1]} <= set(value):
        return (SAME_ENDS,)
    smaller = dag.without(x)
    apart = next((p for p in pairwise(kept) if p[1] not in smaller.neighbors(p[0])), None)
    if apart is not None:
        return (Adjacent(apart, False),)
    state = InPlace("In H, ", x, judged(judged_path(smaller, kept, given), given))
    is_open = judged_path(smaller, kept, given).is_open
    return (state, OtherPath(whole, x, given)) if is_open else (state,)


def opener_error(
    dag: Dag, x: Label, given: Labels, ends: Labels, value: Mapping[str, Collection[Label]]
) -> Facts:
    """Return a missed opener of the collider x, a vertex that doesn't open it, or a wrong child."""
    opened = openers(dag, x, {*given, *ends})
    wrong = [*in_order(dag, opened - set(value["T"])), *in_order(dag, set(value["T"]) - opened)]
    if wrong:
        return (Opener(wrong[0], x, given, ends, wrong[0] in opened),)
    found = {w: tuple(in_order(dag, openers(dag, w, opened))) for w in dag.children(x)}
    named = [w for w in in_order(dag, value["W"]) if not found.get(w)]
    missed = [w for w in in_order(dag, found) if found[w] and w not in value["W"]]
    child = (named + missed)[0]
    if child not in found:
        return (Kin(child, "child", x, False),)
    return (TakesPlace(child, x, tuple(in_order(dag, opened)), found[child]),)


def separator_error(
    dag: Dag,
    x: Label,
    pair: tuple[Label, Label],
    chosen: Collection[Label],
    path: Collection[Label],
) -> Facts:
    """Return why a set does not separate a pair in H, or why a path is not open in G."""
    u, z = pair
    if x in chosen:
        return Leaves(x), SETS_WITHOUT_IT
    both, given = in_order(dag, set(chosen) & {u, z}), tuple(in_order(dag, chosen))
    if both:
        return (InPairAndSet(both[0], pair),)
    left = open_path(dag.without(x), u, z, chosen)
    if left is not None:
        verdict = InPlace("In H, ", x, Separates(u, z, given, False))
        return verdict, InPlace("", x, PathState(left, given))
    way = open_path(dag, u, z, chosen)
    assert way is not None  # both paths of the proof can't be blocked
    if not path:
        return Changes(x, pair, given), PathState(way, given)
    return NoOpenPathOn(u, z, tuple(in_order(dag, path)), given), PathState(way, given)
