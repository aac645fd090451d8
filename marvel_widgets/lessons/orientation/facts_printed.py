"""Facts on the printed run: the order of removals, the arrows of lines 11 and 13, line 20."""

from marvel_widgets.assessment.kinds import kind

NotKept = kind(
    "edge path=None drawn=True",
    "{drawn:{path:met} is a v-structure of the true graph|No line draws {edge:arrow}}.",
    "{drawn:{edge:arrow} is in no pair that line 20 keeps: an edge joins {edge[0]} to the others|"
    "No line draws {edge:arrow}}.",
)


FalseIn20 = kind(
    "path missing=()",
    "{missing:sorted} {missing:is|are} missing: line 20 reads {path:all_met}, since no edge joins "
    "{path[0][0]} and {path[0][2]}, and the true graph does not have this v-structure.",
    "Line 20 reads {path:all_met}, which the true graph denies.",
)
