"""Facts on what an answer names: other graphs, kinship, the parts of a pair, a set, an order."""

from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.graphs.errors import Label

# -- facts on another graph ----------------------------------------------------------------------


Without = kind("removed there", "After {removed} {removed:has|have} left, {there}")


With = kind("arrows there", "With {arrows:added}, {there}")


Cycle = kind("arrows", "With {arrows:added} there is a cycle: no DAG any more.")


# -- facts on an answer --------------------------------------------------------------------------


def _repaired(x: Label, added: int, fewest: int) -> str:
    if added == fewest:
        return f"Then both conditions hold for {x}, and fewer arrows do not suffice."
    return f"{x} is removable then, but {fewest} will do, and you add {added}."


Repairs = kind("x added fewest", _repaired)


RemovableInTurn = kind("", "Each of them is removable in what is left when its turn comes.")


BeginsWith = kind("x", "The order has to begin with {x}.")


Kin = kind(
    "x kin y true",
    lambda x, kin, y, true: f"{x} is {'a' if true else 'no'} {kin} of {_other(x, y)}.",
)


def _other(x: Label, y: Label) -> Label:
    return "itself" if x == y else y


Leaves = kind("x removed=()", lambda x, removed: f"{x} {'has left' if removed else 'leaves'}.")


InPairAndSet = kind("x pair", "{x} is in the pair and in the set.")
