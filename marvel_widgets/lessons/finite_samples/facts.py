"""Facts on answers from data: which are wrong in the true graph, and what is true there."""

import re
from collections.abc import Iterator

from marvel_widgets.assessment.facts import Case
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.boundary.removability import is_removable_by_definition
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.moral import moral_certificate
from marvel_widgets.lessons.counting.facts import AMOUNTS, Stated
from marvel_widgets.lessons.separation.facts import OPPOSITE, Labels
from marvel_widgets.lessons.upper_bound.amounts import NAMES_OF, Found
from marvel_widgets.replay.wording import given_names
from marvel_widgets.text import rounded


def _data_answer(
    number: int, x: Label, y: Label, given: Labels, p: float, level: float, separated: bool
) -> str:
    truth = "d-separated" if separated else OPPOSITE["d-separated"]
    right, said = (p > level) == separated, "independent" if p > level else "dependent"
    return (
        f"Test {number} is {'right' if right else 'wrong'}: {x} and {y} {given_names(given)} have "
        f"p = {rounded(p, 2)}, so at level {rounded(level, 2)} the data say {said}; in the graph "
        f"they are {truth}."
    )


@kind(_data_answer)
def DataAnswer(
    case: Case,
    number: int,
    x: Label,
    y: Label,
    given: Labels,
    p: float,
    level: float,
    separated: bool,
) -> bool:
    """What a test on data says at a level, and whether the graph says the same."""
    question = f"{number}. {x} and {y} {given_names(given)}: "
    asked = any(line.startswith(question) for line in case.asked)
    return asked and moral_certificate(case.graph, x, y, given).separated == separated


def removable_are(members: Labels) -> Stated:
    """Return which variables are removable: all of them."""
    return Stated("Removable are {}.", (Found("removable", (), members, "{}"),))


def removable(dag: Dag) -> set[Label]:
    """Return the removable variables, by the definition."""
    return {v for v in dag.nodes if is_removable_by_definition(dag, v)}


def _tests(case: Case) -> Iterator[tuple[int, bool, str]]:
    """Yield the tests of the question: the number, the truth in the graph, and the rest."""
    for line in case.asked:
        if test := re.match(r"(\d+)\. (\w+) and (\w+) given (.+): (.+)", line):
            number, x, y, given, rest = test.groups()
            inside = re.findall(r"\w+", given.replace("nothing", ""))
            yield int(number), moral_certificate(case.graph, x, y, inside).separated, rest


def wrong_at(case: Case, level: float, separated: bool, right_at: float | None = None) -> set[str]:
    """Return the tests of the question with one kind of error at a level, and not at another."""
    found = [(n, apart, float(rest.split()[-1])) for n, apart, rest in _tests(case)]
    wrong = [test for test in found if test[1] == separated != (test[2] > level)]
    return {str(n) for n, apart, p in wrong if right_at is None or (p > right_at) == apart}


def _first_wrong(case: Case) -> int:
    tests = _tests(case)
    return next(n for n, apart, rest in tests if rest.startswith("independent") != apart)


NAMES_OF.update(
    wrong_at=wrong_at,
    removable=lambda case: set(map(str, removable(case.graph))),
)
AMOUNTS.update(
    # the first test whose answer is wrong; the number of the answer, where it comes later
    first_wrong=_first_wrong,
    after_wrong=lambda case: case.answer if case.answer > _first_wrong(case) else -1,
)
