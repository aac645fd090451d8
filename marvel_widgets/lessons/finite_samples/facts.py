"""Facts on answers from data: which are wrong in the true graph, and what is true there."""

from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.counting.facts import Stated
from marvel_widgets.lessons.separation.facts import OPPOSITE, Labels
from marvel_widgets.lessons.upper_bound.amounts import Found
from marvel_widgets.replay.wording import given_names
from marvel_widgets.text import rounded


def _data_answer(
    number: int, x: Label, y: Label, given: Labels, p: float, level: float, separated: bool
) -> str:
    truth = "d-separated" if separated else OPPOSITE["d-separated"]
    right, said = (p > level) == separated, "independent" if p > level else "dependent"
    return (
        f"Test {number} is {'right' if right else 'wrong'}: {x} and {y} {given_names(given)} have "
        f"p = {rounded(p, 2)}, so at level {rounded(level, 2)} the data say {said}; in the graph "
        f"they are {truth}."
    )


DataAnswer = kind("number x y given p level separated", _data_answer)


def removable_are(members: Labels) -> Stated:
    """Return which variables are removable: all of them."""
    return Stated("Removable are {}.", (Found("removable", (), members, "{}"),))
