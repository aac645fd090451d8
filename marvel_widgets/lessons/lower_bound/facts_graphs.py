"""Facts on the adversary's graphs: which H a question concerns."""

from collections.abc import Iterable
from itertools import combinations
from typing import Literal

from marvel_widgets.assessment.facts import Case
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.moral import moral_certificate
from marvel_widgets.lessons.separation.by_arrows import subsets
from marvel_widgets.lessons.separation.facts import Labels, Separates
from marvel_widgets.lessons.upper_bound.counts import pairs_words, sorted_braces

Pair = tuple[Label, Label]
Answers = tuple[Separates, ...]  # questions, each with its answer


State = Literal["none", "asked", "left"]  # of a cell: there is none, it was asked, or is left


def _cell(pair: Pair, given: Labels, members: Labels, state: State) -> str:
    names, inside = pairs_words([map(str, pair)]), sorted_braces(given)
    cell = sorted_braces(set(given) & set(members))
    return {
        "none": f"{names} given {inside}: the pair is in no common cluster, and no H of the proof "
        "joins it.",
        "asked": f"{names} given {inside} is a question of the cell {names} with {cell}, and that "
        "cell was asked: what lies outside of the cluster makes no difference.",
        "left": (
            f"The cell {names} with {cell} is the only one left. "
            if inside == cell
            else f"{names} given {inside} is a question of the cell {names} with {cell}, the only "
            "one left. "
        )
        + "In H the pair is not joined, "
        f"and {cell} is what separates it.",
    }[state]


@kind(_cell)
def CellOfQuestion(
    case: Case, pair: Pair, given: Labels, members: Labels, asked: Answers, state: State
) -> bool:
    """The cell of a question in a duel on a cluster; of pairs not in `asked` all were asked."""
    told = {frozenset((a.x, a.y)) for a in asked}
    every = [
        (frozenset(ends), hidden(members, ends, group))
        for ends in combinations(members, 2)
        for group in subsets({*members} - {*ends})
    ]
    # the H that separate the pair of the question, and those that agree with all answers
    apart = [h for _, h in every if separated_in(h, *pair, given)]
    agree = [h for ends, h in every if ends in told and _gives(h, *asked)]
    so = {
        "none": len(apart) == len(every),
        "asked": len(apart) == 1 and apart != agree,
        "left": len(apart) == 1 and apart == agree,
    }[state]
    return so and case.answer == {"pair": {frozenset(pair)}, "given": {*given}}


def _separator(x: Label, y: Label, given: Labels, wanted: Labels, members: Labels) -> str:
    found, pair = sorted_braces(given), f"{x} and {y}"
    if given != wanted:
        return (
            f"In this order {pair} are independent given {found}, not given "
            f"{sorted_braces(wanted)}."
        )
    first, later = sorted((x, y), key=members.index)
    does = f"come before {later}: each is a common cause or on a chain between the two, and"
    if all(members.index(v) < members.index(first) for v in given):
        does = "come first, so each of them is a common cause that"
    return (
        f"In the order {', '.join(map(str, members))} the variables of {found} {does} "
        "must be given. Those of "
        f"{sorted_braces({*members} - {x, y, *given})} come last: common effects, which open a "
        "path when they are given."
    )


@kind(_separator)
def OneSeparator(
    case: Case, x: Label, y: Label, given: Labels, wanted: Labels, members: Labels
) -> bool:
    """Which set alone separates the pair that H does not join, in the causal order `members`."""
    h = [e for e in combinations(case.answer, 2) if {*e} != {x, y}]
    rest = {*case.answer} - {x, y}
    found = [set(g) for g in subsets(rest) if separated_in(h, x, y, tuple(g))]
    above = {a for a in rest if (a, x) in h or (a, y) in h}  # a common cause, or on a chain
    as_said = above == {*given} or given != wanted
    return found == [{*given}] and as_said and case.answer == members


# -- by definition ---------------------------------------------------------------------------------


def hidden(members: Labels, pair: Iterable[Label], first: Iterable[Label]) -> tuple[Pair, ...]:
    """Return the edges of H in a cluster: some variables first, then the pair, then the rest."""
    x, y = pair
    before = sorted(first, key=members.index)
    order = [*before, x, y, *(v for v in members if v not in {*before, x, y})]
    return tuple(edge for edge in combinations(order, 2) if edge != (x, y))


def separated_in(graph: Iterable[Pair], x: Label, y: Label, given: Labels = ()) -> bool:
    """Return whether edges leave two variables separated, by the moral graph."""
    edges = list(graph)
    names = dict.fromkeys((x, y, *given, *(v for edge in edges for v in edge)))
    return moral_certificate(Dag(edges, nodes=list(names)), x, y, given).separated


def _gives(graph: Iterable[Pair], *answers: Separates) -> bool:
    edges = list(graph)
    return all(separated_in(edges, a.x, a.y, a.given) == a.separated for a in answers)
