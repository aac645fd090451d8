"""Facts on programs: what a changed one returns, what it keeps, which lines need which."""

import re
from collections.abc import Iterator
from itertools import combinations

from marvel_widgets.assessment.facts import Case
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.boundary.removability import changed_separations
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.equivalence import meek_closure
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.challenge.changes import CHANGES
from marvel_widgets.lessons.challenge.tasks import TASKS
from marvel_widgets.lessons.challenge.words import said
from marvel_widgets.lessons.counting.facts import amount
from marvel_widgets.lessons.separation.facts import Labels


def _returned(answer: str, right: str) -> str:
    if answer == right:
        return "What it returns is right."
    return f"It returns {answer}; right is {right}."


@kind(_returned)
def Returns(case: Case, step: str, change: int, x: Label | None, answer: str, right: str) -> bool:
    """What a changed program returns on the graph, and what is right there by the definition."""
    dag, at = case.graph, () if x is None else (x,)
    task = TASKS[step]

    def ask(a: Label, b: Label, given: Labels = ()) -> bool:
        return d_separated(dag, a, b, given)

    value = CHANGES[step][change].program(ask, *task.arguments(dag, at))
    return said(task.read(value, dag)) == answer and _by_definition(dag, step, x) == right


def _by_definition(dag: Dag, step: str, x: Label | None) -> str:
    if step == "removable":
        return said(next(changed_separations(dag, x), None) is None)
    if step == "any":
        return said(meek_closure(*TASKS["meek"].arguments(dag, ())))
    left = frozenset(dag.nodes) - {x}
    return said(
        {
            y: frozenset(z for z in left - {y} if not d_separated(dag, y, z, left - {y, z}))
            for y in left
        }
    )


@amount
def sets_tried(case: Case, x: Label, y: Label, candidates: Labels) -> int:
    """Return how many sets come, by size and alphabet, until one separates; or all."""
    for number, given in enumerate(_subsets(candidates), start=1):
        if d_separated(case.graph, x, y, given):
            return number
    return int(2 ** len(candidates))


def _subsets(candidates: Labels) -> Iterator[Labels]:
    for size in range(len(candidates) + 1):
        yield from combinations(candidates, size)


_WHY = {
    "begins": "Line {earlier} begins what line {later} is inside.",
    "once": "Line {earlier} runs once, before the loop that line {later} begins.",
    "makes": "Line {later} needs {name}, which line {earlier} makes.",
    "changes": "Line {later} changes {name}, which line {earlier} needs as before.",
    "loop": "Line {earlier} is in the loop, and line {later} comes after it.",
}


@kind(lambda later, earlier, why, name: _WHY[why].format(later=later, earlier=earlier, name=name))
def LineComesLater(case: Case, later: str, earlier: str, why: str, name: str) -> bool:
    """An answer has two lines in the wrong order, as the texts of the lines show."""
    lines = {line[0]: line[3:] for line in case.asked if re.match(r"[A-L]\. ", line)}
    one, other = lines[earlier], lines[later]
    makes = re.compile(rf"{name}(, \w+)? = ")
    reason = {
        "begins": one.endswith(":"),
        "once": other.startswith("while") and not one.endswith(":"),
        "makes": bool(makes.match(one)) and name in re.findall(r"\w+", other),
        "changes": bool(makes.match(other)) and name in re.findall(r"\w+", one),
        "loop": "sets)" in other and any(v in one for v in ("near", "x")),
    }
    return reason[why] and case.answer.index(later) < case.answer.index(earlier)
