"""Facts on PC's first level on data: a p-value beside a level."""

from marvel_widgets.assessment.kinds import kind
from marvel_widgets.text import rounded


def _at_level_0(x: str, y: str, p: float, alpha: float) -> str:
    above, ends = ("above", "leaves") if p > alpha else ("not above", "stays")
    return (
        f"{x} and {y} have p = {rounded(p, 2)} given nothing, {above} {alpha:g}: the edge "
        f"{x} - {y} {ends} at level 0."
    )


AtLevelZero = kind("x y p alpha", _at_level_0)
