"""Facts on the proof of Theorem 1: paths by its rule, what opens a collider, what is left out.

G is the whole graph, H the graph without the variable that leaves, P a path through it.
"""

from dataclasses import dataclass

from marvel_widgets.assessment.facts import Fact
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.witness import Path
from marvel_widgets.lessons.proof.words import state_words
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.replay.wording import path_words


@dataclass(frozen=True)
class JudgedPath(Fact):
    """A path is open by the proof's rule, or a variable on it blocks it, or does not."""

    path: Path
    given: Labels
    blocker: Label | None = None

    def say(self) -> str:
        path = self.path
        inner = {v.name: v for v in path.vertices[1:-1]}
        if self.blocker is None:
            why = "; ".join(state_words(v, path) for v in inner.values())
            return f"{path_words(path)} is open: {why or 'one edge, nothing between'}."
        vertex = inner[self.blocker]
        verb = "does not block" if vertex.is_open else "blocks"
        return f"{vertex.name} {verb} {path_words(path)}: {state_words(vertex, path)}."


InPlace = kind("place removed there", "{place}{there}")


NotOn = kind("x path inner", "{x} is {inner:no inner vertex of {path:path}|not on P}.")


OtherPath = kind("path removed given", "It is not the path that the proof makes.")


LeftOut = kind(
    "path removed through given",
    "{removed} goes, by Condition 1; then {through}, which S holds, by Condition 2.",
)
