"""Facts on PC's first level on data: a p-value beside a level."""

from marvel_widgets.assessment.facts import Case
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.text import rounded


def _at_level_0(x: str, y: str, p: float, alpha: float) -> str:
    above, ends = ("above", "leaves") if p > alpha else ("not above", "stays")
    return (
        f"{x} and {y} have p = {rounded(p, 2)} given nothing, {above} {alpha:g}: the edge "
        f"{x} - {y} {ends} at level 0."
    )


@kind(_at_level_0)
def AtLevelZero(case: Case, x: str, y: str, p: float, alpha: float) -> bool:
    """What level 0 does with an edge, by the line of the question on it."""
    begins = f"{x} and {y}: p = {rounded(p, 2)} given nothing,"
    asked = any(line.startswith(begins) for line in case.asked)
    leaves = frozenset((x, y)) in case.solution
    return asked and f"at alpha = {alpha:g}" in " ".join(case.asked) and leaves == (p > alpha)
