"""How large a text may be, and the graph that it makes: more is refused, not waited for.

A pasted text is read while the learner's kernel stands still. The limits are far above any
published network (the largest have about a thousand variables, and a million numbers in BIF)
and keep what is read within seconds.
"""

from typing import Final

from marvel_widgets.core.graphs.errors import GraphError

MOST_CHARACTERS: Final = 1_000_000
MOST_CHARACTERS_WITH_TABLES: Final = 10_000_000
"""BIF, GraphML and GML: tables, positions and colors fill them, and are skipped."""
MOST_VARIABLES: Final = 10_000
MOST_EDGES: Final = 100_000
MOST_LETTERS: Final = 2_000
"""Of a name: a whole question of a survey is shorter."""


def check_length(text: str, most: int = MOST_CHARACTERS) -> None:
    """Refuse a text that is too long to be read."""
    if len(text) > most:
        msg = (
            f"the text has {len(text):,} characters; at most {most:,} are read: leave variables "
            "out, or make the graph with Dag(edges)"
        )
        raise GraphError(msg)


def check_graph_size(variables: int, edges: int) -> None:
    """Refuse a text that makes too large a graph; called before the graph is made."""
    for number, most, what in (
        (variables, MOST_VARIABLES, "names more than {:,} variables"),
        (edges, MOST_EDGES, "makes more than {:,} edges"),
    ):
        if number > most:
            msg = (
                f"the text {what.format(most)}, the most that are read: "
                "leave some out, or make the graph with Dag(edges)"
            )
            raise GraphError(msg)
