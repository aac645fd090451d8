"""The lemmas in words, with the learner's names: statement, both sides, cost, verdict."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from marvel_widgets.assessment.prediction import Question
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.lemmas.graph_words import graph_words
from marvel_widgets.lessons.lemmas.statements import statement_words
from marvel_widgets.lessons.separation.by_arrows import in_order
from marvel_widgets.text import counted, in_braces
from marvel_widgets.theory.lemma_checks import PLACES, ROLES, Lemma, LemmaCase, LemmaCheck

TITLES: Final[Mapping[Lemma, str]] = MappingProxyType(
    {
        "neighbor": "Neighbors",
        "v-structures": "V-structures",
        "condition-1": "Condition 1",
        "condition-2": "Condition 2",
        "boundary-size": "Boundary size",
        "boundary-update": "Boundary update",
    }
)


def title_words(lemma: Lemma) -> str:
    """Return the name of a lemma and its place in the paper."""
    return f"{TITLES[lemma]} ({PLACES[lemma]})"


def click_words(lemma: Lemma, active: int, *, with_sets: bool) -> str:
    """Return what a click does next, and how the set in focus is changed."""
    click = f"lick which variable is {ROLES[lemma][active]}."
    return (
        f"Press a set, or c{click} Shift-click or G changes the set." if with_sets else f"C{click}"
    )


# -- what the tests say ------------------------------------------------------------------------


def search_words(dag: Dag, check: LemmaCheck) -> str:
    """Return what the tests of the shown case say, and for a condition those of all."""
    if check.lemma == "boundary-size":
        return (
            "By tests: none is needed. The lemma says that MARVEL never has to look at a larger "
            "boundary."
        )
    case = check.shown
    if case is None:
        return "By tests: there is nothing to ask."
    return f"By tests: {_search_words(dag, check, case)} {_all_words(check)}".strip()


def _search_words(dag: Dag, check: LemmaCheck, case: LemmaCase) -> str:
    a, b = case.family.pair
    if not case.needs_tests:
        y, t, stored = (
            check.roles["Y"],
            check.roles["T"],
            in_braces(in_order(dag, case.stored or ())),
        )
        return (
            f"{y} is in {stored}, which separates {check.x} and {t}, so {y} is no common child "
            "and no test is made."
        )
    found = case.family.separating_set
    if check.lemma == "boundary-update":
        verdict = "dependent" if found is None else "independent"
        return f"{a} and {b} are {verdict} given {in_braces(case.family.always)}, 1 test."
    if found is not None:
        return (
            f"{in_braces(in_order(dag, found))} separates {a} and {b}, found by test "
            f"{case.family.tests:,} of at most {case.family.search.total:,}."
        )
    if not case.family.search.total:
        return f"there is no proper subset to try, so nothing separates {a} and {b}."
    sets = counted(case.family.search.total, "set")
    return (
        f"none of the {sets} separates {a} and {b}."
        if case.family.search.total > 1
        else (f"the only set, {in_braces(case.family.always)}, does not separate {a} and {b}.")
    )


def _all_words(check: LemmaCheck) -> str:
    """Return the verdicts on the other pairs of a condition."""
    if check.lemma not in ("condition-1", "condition-2"):
        return ""
    one, many, of = (
        ("pair", "pairs", "Z and W")
        if check.lemma == "condition-1"
        else ("choice", "choices", "Y, T and Z")
    )
    failing = [case for case in check.cases if not case.test_side]
    total = f"{counted(len(check.cases), one, many)} of {of}"
    if not failing:
        return f"Of {total}, none can be separated."
    a, b = failing[0].family.pair
    return f"Of {total}, {len(failing):,} can be separated, first {a} and {b}."


# -- cost and verdict --------------------------------------------------------------------------

_COVERS: Final[Mapping[Lemma, str]] = MappingProxyType(
    {
        "neighbor": "all Y in the boundary of {x}",
        "v-structures": "all T and Y of {x}",
        "condition-1": "Condition 1 of {x}",
        "condition-2": "Condition 2 of {x}",
        "boundary-update": "all pairs of neighbors of {x}",
    }
)
_FORMULAS: Final[Mapping[Lemma, str]] = MappingProxyType(
    {
        "neighbor": "|Mb| 2^(|Mb|-1)",
        "v-structures": "|co-parents| |neighbors| 2^(|Mb|-1)",
        "condition-1": "C(|neighbors|, 2) 2^(|Mb|-2)",
        "condition-2": "|co-parents| |neighbors| 2^(|Mb|-2)",
        "boundary-update": "C(|neighbors|, 2)",
    }
)


def cost_words(check: LemmaCheck) -> str:
    """Return the tests spent on X beside the lemma's own bound."""
    if check.lemma == "boundary-size":
        return "Tests: none."
    covers = _COVERS[check.lemma].format(x=check.x)
    stop = ""
    if check.lemma in ("condition-1", "condition-2") and not check.test_side:
        stop = ", up to the first that fails"
    different, speaks = "", ""
    if check.lemma == "condition-2":
        different = f", {check.distinct:,} of them different"
        speaks = ", of different tests,"
    return (
        f"Tests for {covers}{stop}: {check.tests:,} performed{different}. The paper's bound "
        f"{_FORMULAS[check.lemma]}{speaks} is {check.bound:,}."
    )


def claim_words(check: LemmaCheck, holds: bool) -> str:
    """Return in one clause what a lemma decides."""
    x, roles = check.x, check.roles
    no = "" if holds else "not "
    match check.lemma:
        case "neighbor":
            return f"{roles['Y']} is {no}a neighbor of {x}"
        case "v-structures":
            return f"{roles['Y']} is {no}a common child of {x} and {roles['T']}"
        case "condition-1" | "condition-2":
            return f"{TITLES[check.lemma]} {'holds' if holds else 'fails'} for {x}"
        case "boundary-size":
            return f"{x} is {no}removable"
        case _:
            stay = "stay" if holds else "do not stay"
            return f"{roles['Y']} and {roles['Z']} {stay} in each other's Markov boundary"


def agreement_words(check: LemmaCheck) -> str:
    """Return whether the two sides agree, and on what."""
    if not check.agree:
        return "The two sides do not agree. The lemma is proved, so this is an error of the kit."
    if check.lemma != "boundary-size":
        return f"Both sides agree: {claim_words(check, check.graph_side)}."
    sizes = check.sizes
    assert sizes is not None
    numbers = f"{len(sizes.boundary)} {{}} {sizes.max_in_degree}"
    if check.graph_side:
        return f"The lemma holds here: {check.x} is removable, and {numbers.format('≤')}."
    if check.test_side:
        return (
            f"The lemma says nothing here: {check.x} is not removable, although "
            f"{numbers.format('≤')}. A small boundary does not make a variable removable."
        )
    return (
        f"The lemma holds here, read backwards: {numbers.format('>')}, so {check.x} can't be "
        "removable, and it is not."
    )


def check_words(dag: Dag, check: LemmaCheck, *, revealed: bool = True) -> tuple[str, ...]:
    """Return the sentences of a check in order; without `revealed` the statement alone."""
    statement = statement_words(dag, check)
    if not revealed:
        return (statement,)
    return (
        statement,
        graph_words(dag, check),
        search_words(dag, check),
        agreement_words(check),
        cost_words(check),
    )


def lemma_question(dag: Dag, check: LemmaCheck) -> Question:
    """Return the question to ask before the verdict of a check is shown."""
    options = (claim_words(check, holds=True), claim_words(check, holds=False))
    roles = " ".join(f"{role}={name}" for role, name in check.roles.items())
    return Question(
        f"{check.lemma}|{roles}|{dag.to_text()}",
        "What will the lemma say?",
        options,
        options[not check.graph_side],
        graph_words(dag, check),
    )
