"""When what is said in the lesson pc_tables is true."""

from marvel_widgets.lessons.pc_tables.exercises import AtLevelZero
from marvel_widgets.text import rounded
from tests.truths import true_when


@true_when(AtLevelZero)
def _(case, x, y, p, alpha):
    begins = f"{x} and {y}: p = {rounded(p, 2)} given nothing,"
    asked = any(line.startswith(begins) for line in case.asked)
    leaves = frozenset((x, y)) in case.solution
    return asked and f"at alpha = {alpha:g}" in " ".join(case.asked) and leaves == (p > alpha)
