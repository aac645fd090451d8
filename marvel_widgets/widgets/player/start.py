"""What a run of the player starts from: boundaries that are found, true, or given."""

from collections.abc import Iterable, Mapping
from typing import Any

from marvel_widgets.core.boundary.boundary_input import Boundaries
from marvel_widgets.core.boundary.discovery import METHODS
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.independence.coercion import as_ci_test
from marvel_widgets.core.independence.oracle import DSeparation
from marvel_widgets.core.independence.protocol import CITest
from marvel_widgets.text import counted
from marvel_widgets.widgets.editor.model import GraphModel


def test_of(source: Any) -> CITest:
    """Return the CI test itself, or the oracle of a graph, in whatever form it comes."""
    try:
        return as_ci_test(source)
    except TypeError:
        if callable(source) and not hasattr(source, "nodes"):
            raise  # a function was meant, and as_ci_test says what it lacks
        return DSeparation(GraphModel(source).dag)


def start_boundaries(boundaries: Any, dag: Dag | None) -> Boundaries | None:
    """Return what the algorithm takes as its boundaries."""
    if isinstance(boundaries, Mapping) or boundaries in METHODS:
        return boundaries  # type: ignore[no-any-return]
    if boundaries == "found":
        return None
    if boundaries != "given":
        known = ", ".join(map(repr, ("found", "given", *METHODS)))
        msg = f"boundaries must be {known} or a mapping; got {shown(boundaries)}"
        raise ValueError(msg)
    if dag is None:
        msg = "the true boundaries are not known from data; give a mapping, or 'found'"
        raise ValueError(msg)
    return {name: dag.markov_boundary(name) for name in dag.nodes}


def are_true(boundaries: str | Mapping[Any, Any], dag: Dag) -> bool:
    """Return whether a mapping gives the true boundaries, as that of a token may."""
    return isinstance(boundaries, Mapping) and all(
        set(boundaries.get(name, ())) == dag.markov_boundary(name) for name in dag.nodes
    )


def fitting(options: Mapping[str, Any], names: Iterable[Any]) -> dict[str, Any]:
    """Return the options without an order of other variables than these."""
    here = set(names)
    return {k: v for k, v in options.items() if k != "order" or set(v or here) == here}


def written(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options as a token has them: an order by names, as the text of the graph."""
    return {k: [*map(str, v)] if k == "order" and v else v for k, v in options.items()}


def notice_words(test: CITest, drawn: bool, too_long: bool, limit: int) -> str:
    """Return what a learner should know of a run: that it is too large to draw, or to step."""
    lines = []
    if not drawn:
        lines.append(
            f"{counted(len(test.names), 'variable')} are too many to draw; the words "
            "below tell every step."
        )
    if too_long:
        lines.append(
            f"This run needs more than {counted(limit, 'CI test')}: too many to "
            f"step through. You can step through the first {limit:,}, or let it "
            "run to its end and see the result."
        )
    return " ".join(lines)
