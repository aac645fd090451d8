"""When what is said in the lesson challenge is true."""

import re

from marvel_widgets.core.boundary.removability import changed_separations
from marvel_widgets.core.graphs.equivalence import meek_closure
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.challenge.changes import CHANGES
from marvel_widgets.lessons.challenge.exercises import (
    LineComesLater,
    ProgramDoes,
    Returns,
    _place,
    verdict_on,
)
from marvel_widgets.lessons.challenge.tasks import TASKS
from marvel_widgets.lessons.challenge.words import told
from marvel_widgets.lessons.separation.facts import Labels
from tests.reference.separation import subsets
from tests.truths import true_when
from tests.truths.counting import amount


@true_when(Returns)
def _(case, step, change, x, answer, right):
    dag, at = case.graph, () if x is None else (x,)
    task = TASKS[step]

    def ask(a: Label, b: Label, given: Labels = ()) -> bool:
        return d_separated(dag, a, b, given)

    value = CHANGES[step][change].program(ask, *task.arguments(dag, at))
    return told(task.read(value, dag)) == answer and _by_definition(dag, step, x) == right


def _by_definition(dag, step, x):
    if step == "removable":
        return told(next(changed_separations(dag, x), None) is None)
    if step == "any":
        return told(meek_closure(*TASKS["meek"].arguments(dag, ())))
    left = frozenset(dag.nodes) - {x}
    return told(
        {
            y: frozenset(z for z in left - {y} if not d_separated(dag, y, z, left - {y, z}))
            for y in left
        }
    )


@amount
def sets_tried(case, x, y, candidates):
    """Return how many sets come, by size and alphabet, until one separates; or all."""
    for number, given in enumerate(subsets(candidates), start=1):
        if d_separated(case.graph, x, y, given):
            return number
    return int(2 ** len(candidates))


@true_when(LineComesLater)
def _(case, later, earlier, why, name):
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


@true_when(ProgramDoes)
def _(case, step, text, graphs, x, y):
    found = verdict_on(step, case.answer)
    return text in found.text and (graphs, x, y) == _place(found)
