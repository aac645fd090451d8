"""Facts on PC's levels: which sets are tried for a pair, and what an order of the names changes."""

from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.replay.wording import given_names
from marvel_widgets.text import in_braces

Edge = tuple[Label, Label]


NoneAlone = kind("x y", "No single variable separates {x} and {y}.")


def _tried(x: Label, y: Label, given: Labels, through: Label | None) -> str:
    if through is None:
        return f"{in_braces(given)} is not tried: neither {x} nor {y} has all of it as neighbors."
    return f"{in_braces(given)} is tried: all of it are neighbors of {through}."


TriedFor = kind("x y given through", _tried)


def _both(x: Label, y: Label, sizes: tuple[int, int, int], number: int) -> str:
    one, other, both = sizes
    return (
        f"The neighbors of {x} have {one} sets of this size, those of {y} {other}; {both} of them "
        f"{'comes' if both == 1 else 'come'} from either end: {one} + {other} - {both} = {number}."
    )


SetsOfBoth = kind("x y size sizes number", _both)


def _in_order(order: Labels, edge: Edge, given: Labels | None) -> str:
    a, b = edge
    row = ", ".join(map(str, order))
    if given is None:
        return (
            f"In the order {row} the edge {a} - {b} stays: when its turn comes, no set of "
            "neighbors of one end separates the two."
        )
    return f"In the order {row} the edge {a} - {b} leaves, {given_names(given)}."


LeavesInOrder = kind("order edge given", _in_order)


def _asks(x: Label, y: Label, given: Labels, tested: bool, before: Labels | None) -> str:
    asked = f"{x} and {y} {given_names(given)}"
    if tested:
        why = "all of it are neighbors of one of the two" if given else "as it does every pair"
        return f"PC tests {asked}: {why}."
    if before is not None:
        return f"PC does not test {asked}: the edge has left before, {given_names(before)}."
    return f"PC does not test {asked}: neither has all of it as neighbors when their turn comes."


PcTests = kind("x y given tested before", _asks)
