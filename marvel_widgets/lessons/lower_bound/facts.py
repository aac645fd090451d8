"""Facts on the lower bound: MARVEL on the graph of Example 1, and a run beside both bounds."""

from marvel_widgets.assessment.kinds import kind

Spent = kind(
    "p max_in_degree after everything",
    "On the graph of Example 1 MARVEL makes {after} different tests after its boundaries are "
    "found, and {everything} in all: the theorem counts boundary discovery too.",
    "On the empty graph MARVEL makes {everything}, one for each pair.",
)


RunAndBounds = kind(
    "p max_in_degree bounds tests",
    "With p = {p} and in-degree {max_in_degree} the upper bound is {bounds[0]:g}, the lower bound "
    "{bounds[1]}. The run performs {tests[0]} tests, {tests[1]} of them after the boundaries, and "
    "these are {tests[2]} different ones.",
)


# the H that join the pairs that are asked about, given nothing, or connect them
