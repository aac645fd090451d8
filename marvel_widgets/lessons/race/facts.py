"""Facts on the runs of five algorithms: moral graphs, counts, means of several runs."""

from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.graphs.errors import Label

Pair = tuple[Label, Label]


LinkedByChild = kind(
    "pair",
    "{pair[0]}-{pair[1]} is a link of the moral graph, too: the two have a common child. Have you "
    "counted all such pairs?",
)


def _same(edge: Pair, pair: Pair | None) -> str:
    a, b = edge
    again = f"{a} and {b} given nothing is asked once; {b} and {a} is the same question."
    if pair is None:
        return again
    return f"{again} And {pair[0]}-{pair[1]} is no link: neither is in the boundary of the other."


SameQuestion = kind("edge pair", _same)
