"""The living graph in sentences: what is so now, what an edit changed, what is counted, goals."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from marvel_widgets.assessment.prediction import Question
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.pictures.charts.chart import number_words
from marvel_widgets.replay.option_words import algorithm_name
from marvel_widgets.text import counted, first_of, listed
from marvel_widgets.theory.graph_survey import (
    BUDGET,
    Survey,
    changes,
    edge_changes,
)

CAPTION = "CI tests after boundary discovery"
UNTOUCHED = (
    "Dashed ring: removable. Hollow head: no CI test finds the direction. Change an edge: what "
    "follows shows at once."
)
LATE = "Counting goes on."
NO_VARIABLES = "The graph has no variables. Click on the canvas to add one."
FEWER, AS_MANY, MORE = "fewer than before", "as many as before", "more than before"
_NAMED = 4  # of variables or edges in a sentence; more are counted


def number_word(tests: int | None) -> str:
    """Return a number of tests: "8", or "more than 20,000" where the run was stopped."""
    return f"more than {BUDGET:,}" if tests is None else f"{tests:,}"


def counted_tests(tests: int | None) -> str:
    return f"more than {BUDGET:,} tests" if tests is None else counted(tests, "test")


def marvel_words(found: Survey, was: str = "") -> str:
    """Return the tests of MARVEL: after discovery, from which number on, and in all."""
    n = found.tests["marvel"]
    whole = "" if n is None else f", {n + found.discovery:,} in all"
    return f"MARVEL: {was}{counted_tests(n)} after discovery{whole}"


def delta_word(before: int | None, after: int | None) -> str:
    """Return how a number of tests changed: "+3", or which side of the budget it is on now."""
    if before is None or after is None:
        return "past the budget" if after is None else "within the budget"
    return f"+{after - before:,}" if after > before else f"−{before - after:,}"


def removable_words(found: Survey) -> str:
    n, p = len(found.removable), counted(len(found.dag), "variable")
    if n == len(found.dag):
        return f"All {p} are removable." if n > 1 else "The only variable is removable."
    return f"{n} of {p} {'is' if n == 1 else 'are'} removable: {_some(found.removable)}."


def members_words(dag: Dag, x: Label) -> str:
    roles = (
        ("parent", "parents", dag.parents(x)),
        ("child", "children", dag.children(x)),
        ("co-parent", "co-parents", dag.co_parents(x)),
    )
    parts = [
        f"{one if len(names) == 1 else many} {_some(sorted(names, key=dag.position))}"
        for one, many, names in roles
        if names
    ]
    return f"Markov boundary of {x}: {'; '.join(parts) or 'empty'}."


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
        return "Warning: Algorithm 1 as printed, lines 13 and 17, returns a wrong graph here."
    return "Algorithm 1 as printed returns the right graph here."


def fact_rows(found: Survey) -> list[tuple[str, str]]:
    """Return what is so now as short rows: what it is about, and how it is."""
    rows = [("Removable", _some(found.removable) or "none")]
    if found.chosen is not None:
        about = f"Markov boundary of {found.chosen}"
        members = members_words(found.dag, found.chosen).removeprefix(f"{about}: ")
        rows.append((about, members.removesuffix(".")))
    edges = counted(found.dag.edge_count, "edge")
    rows.append(("Essential graph", f"{len(found.essential.directed)} of {edges} directed"))
    wrong = {None: f"more than {BUDGET:,} tests", True: "⚠ wrong here", False: "right here"}
    return [*rows, ("Algorithm 1 as printed", wrong[found.printed_wrong])]


def counts_words(found: Survey) -> tuple[str, ...]:
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
    )


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


def changes_words(before: Survey, after: Survey) -> str:
    """Return what an edit was and what it changed, in a few short sentences."""
    found = changes(before, after)
    edit = edit_words(before.dag, after.dag)
    if not found.consequences:
        return f"{edit} Nothing else changes." if edit else ""
    said = [edit] if edit else []
    for words, names in (
        ("Now removable", found.now_removable),
        ("No longer removable", found.no_longer_removable),
        (f"Into the boundary of {after.chosen}", found.entered),
        (f"Out of the boundary of {after.chosen}", found.left),
        ("Now with a direction in the essential graph", _arrows(found.directed)),
        ("No direction in the essential graph any more", _arrows(found.undirected)),
    ):
        said += [f"{words}: {_some(names)}."] if names else []
    if "marvel" in found.tests:
        said.append(f"{marvel_words(after, number_word(found.tests['marvel']) + ' to ')}.")
    if found.printed and before.printed_wrong is not None and after.printed_wrong is not None:
        said.append(f"The printed rule is {'wrong now' if after.printed_wrong else 'right again'}.")
    return " ".join(said)


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
    for name, tests in found.tests.items():
        own = name == "marvel"
        yield marvel_words(found) if own else f"{algorithm_name(name)}: {counted_tests(tests)}"


def _arrows(edges: Iterable[tuple[Label, Label]]) -> list[str]:
    return [f"{tail} → {head}" for tail, head in edges]


def _some(names: Iterable[Label]) -> str:
    """Return the first few names, and how many more there are."""
    return first_of(list(map(str, names)), _NAMED)


# -- goals -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Progress:
    """How near a graph is to a goal."""

    reached: bool
    edits: int
    words: str


@dataclass(frozen=True, slots=True)
class Goal:
    """Something to bring about by editing edges: so much of a value as is wanted from a start.

    `standing` says how a graph is.
    """

    title: str
    words: str
    wanted: Callable[[Survey], int]
    value: Callable[[Survey], int]
    standing: Callable[[Survey], str]

    def why_not(self, start: Survey) -> str:
        """Return why the goal can't begin here, in one sentence; empty where it can."""
        if self.value(start) >= self.wanted(start):
            return f"That is so on this graph already. {self.standing(start)}"
        return ""

    def progress(self, start: Survey, now: Survey) -> Progress:
        """Return how near a graph is, when the goal began at another.

        >>> from marvel_widgets import Dag
        >>> from marvel_widgets.theory.graph_survey import survey
        >>> trap = Dag("X -> Y <- T; Y -> Z; X -> Z")
        >>> start, now = survey(trap), survey(trap.with_edge("T", "Z"))
        >>> goal = GOALS["marvel-pays"]
        >>> goal.progress(start, start).reached, goal.progress(start, now).reached
        (False, True)
        >>> print(goal.progress(start, now).words)
        Reached. MARVEL: 24 tests after discovery, 30 in all; Collider Set (21 tests) performs \
fewer. Changed edges: 1.
        """
        if set(start.dag.nodes) != set(now.dag.nodes):
            text = "The variables are no longer those of the start: undo, or begin the goal anew."
            return Progress(False, 0, text)
        edits = len(edge_changes(start.dag, now.dag))
        reached = self.value(now) >= self.wanted(start)
        verdict = "Reached." if reached else "Not yet."
        text = f"{verdict} {self.standing(now)} Changed edges: {edits}."
        return Progress(reached, edits, text)


def _marvel_pays(now: Survey) -> str:
    names = [_with_tests(name, now) for name in _cheaper_than("marvel", now)]
    least = min(BUDGET if n is None else n for name, n in now.tests.items() if name != "marvel")
    rest = f"no rival performs fewer than {least:,}"
    if names:
        rest = f"{listed(names)} {_verb(names)} fewer"
    return f"{marvel_words(now)}; {rest}."


def _pc_wins(now: Survey) -> str:
    ahead = [name for name in now.tests if name != "pc" and "pc" not in _cheaper_than(name, now)]
    names = [_with_tests(name, now) for name in ahead]
    rest = f"{listed(names)} {_verb(names)} as few or fewer"
    if not ahead:
        rest = "each of the others performs more"
    return f"PC performs {counted_tests(now.tests['pc'])}; {rest}."


def _cheaper_than(name: str, found: Survey) -> list[str]:
    """Return which algorithms perform fewer tests; of two past the budget, neither is known to."""
    own = found.tests[name]
    return [other for other, n in found.tests.items() if n is not None and (own is None or n < own)]


def _with_tests(name: str, now: Survey) -> str:
    return f"{algorithm_name(name)} ({counted_tests(now.tests[name])})"


def _verb(names: list[str]) -> str:
    return "performs" if len(names) == 1 else "perform"


# The goals by their names.
GOALS: Final[Mapping[str, Goal]] = {
    "marvel-pays": Goal(
        "Make MARVEL pay",
        "Change edges until MARVEL performs more CI tests than a rival.",
        wanted=lambda _start: 1,
        value=lambda now: len(_cheaper_than("marvel", now)),
        standing=_marvel_pays,
    ),
    "pc-wins": Goal(
        "Make PC win",
        "Change edges until PC performs fewer CI tests than all the others.",
        wanted=lambda start: len(start.tests) - 1,
        value=lambda now: sum("pc" in _cheaper_than(name, now) for name in now.tests),
        standing=_pc_wins,
    ),
}
