"""The living graph in sentences: what is so now, what an edit changed, and what is counted."""

from collections.abc import Iterable, Iterator

from marvel_widgets.assessment.prediction import Question
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.pictures.charts.chart import number_words
from marvel_widgets.replay.option_words import algorithm_name
from marvel_widgets.text import counted, listed
from marvel_widgets.theory.graph_survey import (
    BUDGET,
    Boundary,
    Changes,
    Survey,
    changes,
    edge_changes,
)

CAPTION = "CI tests after boundary discovery"
UNTOUCHED = "Change an edge: what follows shows at once."
NO_VARIABLES = "The graph has no variables. Click on the canvas to add one."
FEWER, AS_MANY, MORE = "fewer than before", "as many as before", "more than before"
_NAMED = 6  # of variables or edges in a sentence; more are counted


def number_word(tests: int | None) -> str:
    """Return a number of tests: "8", or "more than 20,000" where the run was stopped."""
    return f"more than {BUDGET:,}" if tests is None else f"{tests:,}"


def counted_tests(tests: int | None) -> str:
    """Return a number of tests with its noun."""
    return f"more than {BUDGET:,} tests" if tests is None else counted(tests, "test")


def delta_word(before: int | None, after: int | None) -> str:
    """Return how a number of tests changed: "+3", or which side of the budget it is on now."""
    if before is None or after is None:
        return "past the budget" if after is None else "within the budget"
    return f"+{after - before:,}" if after > before else f"−{before - after:,}"


def removable_words(found: Survey) -> str:
    """Return which variables are removable."""
    n, p = len(found.removable), counted(len(found.dag), "variable")
    if n == len(found.dag):
        return f"Removable: all of {p}." if n > 1 else "Removable: the only variable."
    return f"Removable: {_some(found.removable)}, {n} of {p}."


def boundary_words(boundary: Boundary) -> str:
    """Return the Markov boundary by roles."""
    roles = (
        ("parent", "parents", boundary.parents),
        ("child", "children", boundary.children),
        ("co-parent", "co-parents", boundary.co_parents),
    )
    parts = [f"{one if len(n) == 1 else many} {_some(n)}" for one, many, n in roles if n]
    return f"Markov boundary of {boundary.x}: {'; '.join(parts) or 'empty'}."


def essential_words(found: Survey) -> str:
    """Return what the essential graph leaves open."""
    edges, directed = found.dag.edge_count, len(found.essential.directed)
    if not edges:
        return "Essential graph: no edges."
    have = "has" if directed == 1 else "have"
    return (
        f"Essential graph: {directed} of {counted(edges, 'edge')} {have} a direction that CI tests "
        "can find."
    )


def printed_words(found: Survey) -> str:
    """Return whether Algorithm 1 as printed would be right here."""
    if found.printed_wrong is None:
        return f"The printed rule is not checked here: the run needs more than {BUDGET:,} tests."
    if found.printed_wrong:
        return "Warning: Algorithm 1 as printed, lines 13 and 20, returns a wrong graph here."
    return "Algorithm 1 as printed returns the right graph here."


def fact_rows(found: Survey) -> list[tuple[str, str]]:
    """Return what is so now as short rows: what it is about, and how it is."""
    rows = [("Removable", _some(found.removable) or "none")]
    if found.boundary is not None:
        about = f"Markov boundary of {found.boundary.x}"
        members = boundary_words(found.boundary).removeprefix(f"{about}: ")
        rows.append((about, members.removesuffix(".")))
    edges = counted(found.dag.edge_count, "edge")
    rows.append(("Essential graph", f"{len(found.essential.directed)} of {edges} directed"))
    wrong = {None: f"more than {BUDGET:,} tests", True: "⚠ wrong here", False: "right here"}
    return [*rows, ("Algorithm 1 as printed", wrong[found.printed_wrong])]


def counting_words(found: Survey) -> tuple[str, ...]:
    """Return what the numbers count, one sentence for the tests and one for each bound."""
    p, d = counted(len(found.dag), "variable"), found.dag.max_in_degree
    pairs = counted(found.discovery, "test")
    return (
        "Tests: CI tests performed one by one after boundary discovery, with the true boundaries "
        "given.",
        f"Upper bound {number_words(found.upper)}: on MARVEL's different tests after boundary "
        f"discovery, for any graph of {p} with in-degree at most {d}. It does not bound the "
        "rivals.",
        f"Lower bound {found.lower:,}: on all tests of any such algorithm, boundary discovery "
        f"included, for the worst graph of this size. To compare, add the {pairs} of boundary "
        "discovery to a bar; this graph may still need fewer.",
        *(
            f"{published_name(name)}: all tests, none of them for boundaries, walked in the order "
            f"of the variables in the graph; to compare, add the {pairs} of boundary discovery to "
            "the other bars."
            for name in found.published
        ),
    )


def published_name(algorithm: str) -> str:
    """Return what a bar of an algorithm as it was published is called."""
    return f"{algorithm_name(algorithm)}, complete graph"


def edit_words(before: Dag, after: Dag) -> str:
    """Return what was edited, in one sentence; empty where nothing was."""
    old, new = set(before.nodes), set(after.nodes)
    edges = edge_changes(before, after)
    parts = [
        f"{_some(names)} {verb}"
        for names, verb in (
            ([x for x in after.nodes if x not in old], "added"),
            ([x for x in before.nodes if x not in new], "deleted"),
            (_arrows(edges.added), "added"),
            (_arrows(edges.deleted), "deleted"),
            (_arrows(edges.turned), "turned"),
        )
        if names
    ]
    return f"{'; '.join(parts)}." if parts else ""


def change_words(before: Survey, after: Survey) -> str:
    """Return what an edit was and what it changed, in a few short sentences."""
    found = changes(before, after)
    edit = edit_words(before.dag, after.dag)
    if not found.consequences:
        return f"{edit} Nothing else changes." if edit else ""
    return " ".join([*([edit] if edit else []), *_consequences(before, after, found)])


def _consequences(before: Survey, after: Survey, found: Changes) -> Iterator[str]:
    x = None if after.boundary is None else after.boundary.x
    for words, names in (
        ("Now removable", found.now_removable),
        ("No longer removable", found.no_longer_removable),
        (f"Into the boundary of {x}", found.entered),
        (f"Out of the boundary of {x}", found.left),
        ("Now with a direction in the essential graph", _arrows(found.directed)),
        ("No direction in the essential graph any more", _arrows(found.undirected)),
    ):
        if names:
            yield f"{words}: {_some(names)}."
    if "marvel" in found.tests:
        was, now = found.tests["marvel"], after.tests["marvel"]
        yield f"MARVEL: {number_word(was)} to {counted_tests(now)}."
    if found.printed and before.printed_wrong is not None and after.printed_wrong is not None:
        yield f"The printed rule is {'wrong now' if after.printed_wrong else 'right again'}."


def change_question(before: Survey, after: Survey) -> Question | None:
    """Return the prediction for an edit; None where nothing was edited or the budget decides."""
    edit = edit_words(before.dag, after.dag)
    was, now = before.tests["marvel"], after.tests["marvel"]
    if not edit or (was is None and now is None):
        return None
    answer = AS_MANY
    if was != now:
        answer = MORE if now is None or (was is not None and now > was) else FEWER
    return Question(
        f"{before.dag.to_text()} | {after.dag.to_text()}",
        f"{edit} How many CI tests does MARVEL perform now, after boundary discovery?",
        (FEWER, AS_MANY, MORE),
        answer,
        f"{number_word(was)} before, {number_word(now)} now.",
    )


def count_lines(found: Survey) -> Iterator[str]:
    """Yield the tests of each algorithm, a line for each."""
    for name, tests in found.tests.items():
        yield f"{algorithm_name(name)}: {counted_tests(tests)}"
    for name, tests in found.published.items():
        yield f"{published_name(name)}: {counted_tests(tests)}"


def _arrows(edges: Iterable[tuple[Label, Label]]) -> list[str]:
    return [f"{tail} → {head}" for tail, head in edges]


def _some(names: Iterable[Label]) -> str:
    """Return the first few names, and how many more there are."""
    found = list(map(str, names))
    if len(found) <= _NAMED:
        return listed(found)
    return f"{', '.join(found[:_NAMED])} and {len(found) - _NAMED:,} more"
