"""Facts on the adversary's graphs: which H a question concerns."""

from typing import Literal

from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.graphs.errors import Label
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


CellOfQuestion = kind("pair given members asked state", _cell)


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


OneSeparator = kind("x y given wanted members", _separator)
