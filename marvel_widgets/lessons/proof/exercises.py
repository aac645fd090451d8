"""Exercises on the proof of Theorem 1: its lemmas, its paths, its separating sets.

G is the whole graph, H the graph without X, S the conditioning set, P a path through X.
"""

import random
from collections.abc import Callable, Collection, Mapping
from itertools import pairwise
from typing import Final

from marvel_widgets.assessment import exercise as ex
from marvel_widgets.assessment.answers import Parts
from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.assessment.facts import Fact, Facts, Principle, kind
from marvel_widgets.assessment.variable_answers import Names
from marvel_widgets.core.boundary.removability import is_removable
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.graphs.witness import Path, all_paths, open_path
from marvel_widgets.lessons.proof.words import vertex_words
from marvel_widgets.lessons.removability import exercises as removability
from marvel_widgets.lessons.separation.by_arrows import in_order
from marvel_widgets.lessons.separation.facts import Adjacent, Labels, PathState, Separates
from marvel_widgets.pictures.path_marks import asked
from marvel_widgets.replay.wording import braces, path_words
from marvel_widgets.text import counted
from marvel_widgets.theory import removability_proof as proof

CHILD_OPENS: Final = Principle(
    "A child under W is a collider of P', and open where it leads down to one of T."
)
NO_PATH_OF_H: Final = Principle("H is the graph without it, so no path of H visits it.")
ONLY_LEAVES_OUT: Final = Principle("In case (b) the proof only leaves vertices out.")
SAME_ENDS: Final = Principle("The path has the ends of P.")
RULE: Final = (
    "By the proof's rule a collider is open when it or a descendant is in S or is an end of the "
    "path; any other vertex is open when it is not in S."
)
Sets = Mapping[str, frozenset[Label]]


def _judges(path: Path, blocker: Label | None) -> str:
    inner = {v.name: v for v in path.vertices[1:-1]}
    if blocker is None:
        why = "; ".join(vertex_words(v, path) for v in inner.values())
        return f"{path_words(path)} is open: {why or 'one edge, nothing between'}."
    vertex = inner[blocker]
    verb = "does not block" if vertex.is_open else "blocks"
    return f"{vertex.name} {verb} {path_words(path)}: {vertex_words(vertex, path)}."


JudgedPath = kind("path given blocker=None", _judges)
InPlace = kind("place removed there", "{place}{there}")
NotOn = kind("x path inner", "{x} is {inner:no inner vertex of {path:path}|not on P}.")
OtherPath = kind("path removed given", "It is not the path that the proof makes.")
LeftOut = kind(
    "path removed through given",
    "{removed} goes, by Condition 1; then {through}, which S holds, by Condition 2.",
)


def _opens(x: Label, blocker: Label, given: Labels, ends: Labels, opens: bool) -> str:
    if x not in (*given, *ends):
        return f"{x} is neither in S nor an end of P."
    if not opens:
        return f"{blocker} does not lead down to {x}, so {x} does not open it."
    place = "is in S" if x in given else "is an end of P"
    return f"{x} {place}, and {blocker} leads down to it: it opens {blocker}."


Opener = kind("x blocker given ends opens", _opens)
TakesPlace = kind(
    "child removed openers below",
    "{child} is a child of {removed} too, and at or below it is {below}: P' would be open.",
    "{child} would be a collider of P', and neither {child} nor a descendant of it is among "
    "{openers:set}: P' would be blocked.",
)
NoOpenPathOn = kind(
    "x y members given", "No path on exactly {members:set} is open in G {given:given}."
)


# -- the questions -----------------------------------------------------------------------------


_Drawn = tuple[Dag, Label, Labels]  # a graph, x, and a path through it


def proof_case_b(rng: random.Random) -> _Drawn:
    """Return a removable x and a path on which it is not a collider: u -> l <- x -> r, and more.

    There are the edges l -> r and u -> r as well.
    """
    beyond = [rng.choice(ex.arrows_of("au ua")), rng.choice(ex.arrows_of("rb br"))]
    others = ex.some_of(rng, "lt rt tb ut al", 0.4)
    arrows = [*ex.arrows_of("xl xr lr ul ur"), *beyond, *others]
    if ("a", "l") in others:
        arrows.append(("a", "r"))
    if ("b", "r") in beyond:  # else r, t and b would close a cycle
        arrows = [arrow for arrow in arrows if arrow != ("t", "b")]
    return _on_a_path(rng, "ablrtux", arrows, "aulxrb" if rng.random() < 0.7 else "ulxrb")


def proof_case_a(rng: random.Random) -> _Drawn:
    """Return a removable x with two children, and a path on which it is a collider."""
    below = rng.sample(ex.arrows_of("cz ez cd ed cs ds"), 3)
    return _on_a_path(
        rng, "cdelrsxz", ex.arrows_of("lx rx lc rc le re xc xe ce rz") + below, "lxrz"
    )


def _on_a_path(rng: random.Random, roles: str, arrows: list[tuple[str, str]], way: str) -> _Drawn:
    dag, at = ex.dealt(rng, roles, arrows)
    return dag, at["x"], tuple(at[role] for role in way)[:: 1 if rng.random() >= 0.5 else -1]


def _walked(
    rng: random.Random, draw: Callable[[random.Random], _Drawn], most: int
) -> tuple[Dag, Label, Labels, proof.PathWalk] | None:
    """Return a graph, a removable x, a set, and the walk of an open path through the proof."""
    dag, x, path = draw(rng)
    if not is_removable(dag, x):
        return None
    rest = [v for v in dag if v not in (x, path[0], path[-1])]
    given = in_order(dag, rng.sample(rest, rng.randint(1, most)))
    walk = proof.walk_path(dag, x, path, given)
    return None if walk.outcome == "blocked" else (dag, x, given, walk)


def _case_words(dag: Dag, x: Label, given: Labels, walk: proof.PathWalk) -> str:
    path = path_words(walk.stages[0].path)
    return f"{x} is removable. P is the path {path}, and S = {braces(dag, given)}."


def _judged(path: Path, given: Labels) -> Fact:
    """Return that a path is open by the proof's rule, or what blocks it first."""
    return JudgedPath(path, given, None if path.blocker is None else path.blocker.name)


def last_path(rng: random.Random) -> ex.Exercise | None:
    case = _walked(rng, proof_case_b, 3)
    stages = {} if case is None else {s.kind: s.path for s in case[3].stages}
    if case is None or "skipped_again" not in stages:
        return None
    dag, x, given, walk = case
    whole, last, smaller = walk.stages[0].path, walk.stages[-1].path, dag.without(x)
    solution = frozenset(last.names)

    def witness(value: Collection[Label]) -> Facts:
        if not value:
            return (_judged(whole, given),)
        if x in value:
            return removability.Leaves(x), NO_PATH_OF_H
        if strange := in_order(dag, set(value) - set(whole.names)):
            return NotOn(strange[0], whole, False), ONLY_LEAVES_OUT
        if not {whole.names[0], whole.names[-1]} <= set(value):
            return (SAME_ENDS,)
        kept = [v for v in whole.names if v in value]
        for a, b in pairwise(kept):
            if b not in smaller.neighbors(a):
                return (Adjacent((a, b), False),)
        path = proof.judged_path(smaller, kept, given)
        state = InPlace("In H, ", x, _judged(path, given))
        return (state, OtherPath(whole, x, given)) if path.is_open else (state,)

    return ex.Exercise(
        title="The path that remains",
        question=(
            f"{_case_words(*case)} Which variables are on the path of H with which the proof "
            "ends, when S leaves P open? None of them if S blocks P. We judge paths by the "
            "proof's rule."
        ),
        kind=Names(ex.names_of(dag)),
        solution=solution,
        believed=(
            (frozenset(stages["skipped"].names), Belief.condition_1_is_enough),
            (frozenset(), Belief.more_blocks),
            (frozenset(whole.names), Belief.nothing_changes),
        ),
        shows=witness,
        reasons=(
            LeftOut(whole, x, walk.earlier, given),
            InPlace("In H, ", x, _judged(last, given)),
        ),
        count=f"It has {counted(len(solution), 'vertex', 'vertices')}.",
        place=f"Look at {walk.earlier}: a collider of P, and not of P'.",
        rule="P' leaves X out. Where P_l blocks P' and is a collider of P, P'' leaves P_l out too: "
        "Condition 2 joins the vertex before it to P_r.",
        dag=dag,
        marks=asked(x, given=given),
    )


def _openers(dag: Dag, x: Label, given: Collection[Label]) -> frozenset[Label]:
    return frozenset(given) & (dag.descendants(x) | {x})


def opener(rng: random.Random) -> ex.Exercise | None:
    case = _walked(rng, proof_case_a, 2)
    if case is None:
        return None
    dag, x, given, walk = case
    children, ends = in_order(dag, dag.children(x)), walk.ends
    opened, inside = _openers(dag, x, {*given, *ends}), _openers(dag, x, given)

    def answer(t: Collection[Label], w: Collection[Label]) -> dict[str, frozenset[Label]]:
        return {"T": frozenset(t), "W": frozenset(w)}

    def replacing(found: Collection[Label]) -> list[Label]:
        return [w for w in children if _openers(dag, w, found)]

    def witness(value: Sets) -> Facts:
        for v in (*in_order(dag, opened - value["T"]), *in_order(dag, value["T"] - opened)):
            return (Opener(v, x, given, ends, v in opened),)
        right = replacing(opened)
        named = [w for w in in_order(dag, value["W"]) if w not in right]
        child = (named + [w for w in right if w not in value["W"]])[0]
        if child not in children:
            return (removability.Kin(child, "child", x, False),)
        below = in_order(dag, _openers(dag, child, opened))
        return (TakesPlace(child, x, in_order(dag, opened), below),)

    solution = answer(opened, replacing(opened))
    return ex.Exercise(
        title=f"What opens {x}, and what takes its place?",
        question=(
            f"{_case_words(*case)} By the proof's rule {x} is an open collider of P. Name under "
            f'"T" all variables that open it, and under "W" the children of {x} for which P\' is '
            f"open in H when the child takes the place of {x}."
        ),
        kind=Parts(dict.fromkeys(("T", "W"), Names(ex.names_of(dag)))),
        solution=solution,
        believed=(
            (answer((), {*children} & {*given}), Belief.collider_alone),
            (answer(inside, replacing(inside)), Belief.textbook_rule),
            (answer(opened, children), Belief.nothing_changes),
        ),
        shows=witness,
        reasons=(CHILD_OPENS,),
        count=f"{counted(len(opened), 'variable opens', 'variables open')} {x}.",
        place=f"One that opens it is {in_order(dag, opened)[-1]}. Which children lead down to it?",
        rule=RULE,
        dag=dag,
        marks=asked(x, given=given),
    )


def separator(rng: random.Random) -> ex.Exercise | None:
    dag = ex.random_dag(rng, 6, rng.randint(8, 10))
    x = rng.choice(dag.nodes)
    found = next((m for m in proof.missing_separators(dag, x) if m.violation.condition == 2), None)
    if found is None or found.pair[0] in dag.neighbors(x):  # else Condition 1 fails as well
        return None
    (u, z), y, smaller = found.pair, found.violation.through, dag.without(x)
    route = frozenset(found.open_route.names)
    solution = {"S": found.given, "path": route}
    everyone = {**solution, "S": frozenset(dag.nodes) - {x, u, z}}

    def open_paths(value: Sets) -> list[Path]:
        paths = all_paths(dag, u, z, value["S"], limit=200).paths
        return [path for path in paths if path.is_open and {*path.names} == value["path"]]

    def right(value: Sets) -> bool:
        inside = value["S"]
        lost = not inside & {x, u, z} and d_separated(smaller, u, z, inside)
        return lost and bool(open_paths(value))

    def why(value: Sets) -> Facts:
        given = in_order(dag, value["S"])
        return removability.Changes(x, (u, z), given), PathState(open_paths(value)[0], given)

    def witness(value: Sets) -> Facts:
        given = in_order(dag, value["S"])
        if x in given:
            return removability.Leaves(x), removability.SETS_WITHOUT_IT
        for v in given:
            if v in (u, z):
                return (removability.InPairAndSet(v, (u, z)),)
        left = open_path(smaller, u, z, given)
        if left is not None:
            verdict = InPlace("In H, ", x, Separates(u, z, given, False))
            return verdict, InPlace("", x, PathState(left, given))
        way = open_path(dag, u, z, given)
        assert way is not None  # both paths of the proof can't be blocked
        named = in_order(dag, value["path"])
        wrong = (
            NoOpenPathOn(u, z, named, given) if named else removability.Changes(x, (u, z), given)
        )
        return wrong, PathState(way, given)

    if right(everyone):
        return None
    return ex.Exercise(
        title="The separating set that is lost",
        question=(
            f"Condition 2 fails for {x}: {u} → {y} and {y} → {z} are there, {u} → {z} is missing. "
            f'Give under "S" a set that separates {u} and {z} in H, the graph without {x}, and '
            f'under "path" the variables of a path between {u} and {z} that S leaves open in G; '
            "none of them if there is no such path."
        ),
        kind=Parts(dict.fromkeys(("S", "path"), Names(ex.names_of(dag)))),
        solution=solution,
        believed=(
            ({"S": found.given | {x}, "path": route}, Belief.leaver_given),
            (everyone, Belief.more_blocks),
            ({"S": found.given, "path": frozenset()}, Belief.nothing_changes),
        ),
        shows=witness,
        reasons=why(solution),
        count=f"A set of size {len(found.given)} will do, and a path of "
        f"{counted(len(route), 'variable')}.",
        place=f"Look at {y}: it has to be in S. What does that do to the path through {x}?",
        rule="In H, the parents of the later of the two separate it from the other.",
        dag=dag,
        accepts=right,
        explains=why,
        diagnose=lambda value: Belief.leaver_given if x in value["S"] else "",
    )


EXERCISES: Final = ex.by_name(last_path, opener, separator)
