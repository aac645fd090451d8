"""The lemmas in words, with the learner's names: statement, both sides, cost, verdict."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from marvel_widgets.boundary.removability import Violation, explain_removability
from marvel_widgets.graphs.bits import members
from marvel_widgets.graphs.dag import Dag
from marvel_widgets.graphs.errors import Label
from marvel_widgets.teaching.prediction import Question
from marvel_widgets.teaching.wording import counted, listed
from marvel_widgets.theory.lemma_checks import Case, LemmaCheck
from marvel_widgets.theory.lemma_roles import LABELS, Lemma

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


def some(names: Iterable[Label]) -> str:
    """Return a set of names as ``{A, B}``."""
    return "{" + ", ".join(map(str, names)) + "}"


def title_words(lemma: Lemma) -> str:
    """Return the name of a lemma and its label in the paper's source.

    Examples
    --------
    >>> title_words("condition-1")
    'Condition 1 (lem: condition1)'
    """
    return f"{TITLES[lemma]} ({LABELS[lemma]})"


# -- the statement -----------------------------------------------------------------------------


def statement_words(dag: Dag, check: LemmaCheck) -> str:
    """Return what a lemma says of the chosen variables.

    Examples
    --------
    >>> from marvel_widgets.theory.lemma_checks import check_lemma
    >>> dag = Dag("X -> Y <- T; Y -> Z; X -> Z")
    >>> print(statement_words(dag, check_lemma(dag, "neighbor", "X", "T")))
    T is in the Markov boundary of X, {Y, T, Z}. It is a neighbor of X if and only if no \
proper subset of {Y, Z} separates X and T.
    """
    x, case = check.x, check.shown
    match check.lemma:
        case "condition-1":
            said = (
                f"{x} satisfies Condition 1 if and only if no two of its neighbors are separated "
                f"by a set that holds {x} and else only variables from its Markov boundary."
            )
        case "condition-2":
            said = (
                f"{x} satisfies Condition 1. It satisfies Condition 2, and is removable, if and "
                f"only if for every {x} → Y ← T with {x} and T not adjacent, no other neighbor "
                f"Z of {x} is separated from T by a set that holds {x} and Y and else only "
                f"variables from the Markov boundary of {x}."
            )
        case "boundary-size":
            said = (
                f"If {x} is removable, its Markov boundary has at most as many variables as the "
                "maximum in-degree of the graph."
            )
        case _:
            assert case is not None
            said = _pair_statement(dag, check, case)
    return f"{said} {_case_statement(check)}".strip()


def _pair_statement(dag: Dag, check: LemmaCheck, case: Case) -> str:
    x, roles, sets = check.x, check.roles, some(case.family.candidates)
    if check.lemma == "neighbor":
        y, boundary = roles["Y"], dag.boundary_masks[dag.position(x)]
        whole = some(dag.nodes[i] for i in members(boundary))
        return (
            f"{y} is in the Markov boundary of {x}, {whole}. It is a neighbor of {x} if and only "
            f"if no proper subset of {sets} separates {x} and {y}."
        )
    y = roles["Y"]
    if check.lemma == "v-structures":
        t, stored = roles["T"], some(in_order(dag, case.stored or ()))
        return (
            f"{t} is a co-parent of {x}; {stored} separates the two. {y} is a neighbor of {x}. "
            f"{x} → {y} ← {t} if and only if {y} is not in {stored} and no subset of {sets} "
            f"separates {y} and {t}."
        )
    z, given = roles["Z"], some(case.family.always)
    return (
        f"{x} is removable and leaves. {y} and {z} stay in each other's Markov boundary if and "
        f"only if they are dependent given {given}: the present boundary of {case.smaller}, the "
        f"smaller one, without {listed(map(str, (x, y, z)))}."
    )


def _case_statement(check: LemmaCheck) -> str:
    """Return which pair of a condition is looked at."""
    case = check.shown
    if check.lemma not in ("condition-1", "condition-2"):
        return ""
    if case is None:
        who = "pair of neighbors" if check.lemma == "condition-1" else "v-structure with a Z"
        return f"Here there is no {who}, so nothing can fail."
    roles, sets = check.roles, some(case.family.candidates)
    if check.lemma == "condition-1":
        return (
            f"Looked at: {roles['Z']} and {roles['W']}, given {check.x} and any subset of {sets}."
        )
    return (
        f"Looked at: {check.x} → {roles['Y']} ← {roles['T']} and Z = {roles['Z']}, given "
        f"{check.x}, {roles['Y']} and any subset of {sets}."
    )


# -- what the graph says -----------------------------------------------------------------------


def graph_words(dag: Dag, check: LemmaCheck) -> str:
    """Return what the graph says, with the edges that decide it.

    Examples
    --------
    >>> from marvel_widgets.theory.lemma_checks import check_lemma
    >>> dag = Dag("X -> Y <- T; Y -> Z; X -> Z")
    >>> graph_words(dag, check_lemma(dag, "neighbor", "X", "T"))
    'In the graph: X and T are not adjacent; Y is a child of both.'
    """
    return f"In the graph: {_graph_side(dag, check)}"


def _graph_side(dag: Dag, check: LemmaCheck) -> str:
    x, roles = check.x, check.roles
    match check.lemma:
        case "neighbor":
            return f"{link_words(dag, x, roles['Y'])}."
        case "v-structures":
            y, t = roles["Y"], roles["T"]
            missing = [p for p in (x, t) if p not in dag.parents(y)]
            if len(missing) == 2:
                return f"{y} is a child neither of {x} nor of {t}."
            if missing:
                return f"{y} is not a child of {missing[0]}."
            return f"{x} → {y} and {t} → {y} are edges."
        case "condition-1" | "condition-2":
            return _condition_side(dag, check)
        case "boundary-size":
            return _size_side(dag, check)
        case _:
            without = dag.without(x)
            return f"once {x} has left, {link_words(without, roles['Y'], roles['Z'])}."


def link_words(dag: Dag, a: Label, b: Label) -> str:
    """Return how two variables are linked: an edge, a common child, or neither.

    Examples
    --------
    >>> link_words(Dag("X -> Y <- T"), "X", "T")
    'X and T are not adjacent; Y is a child of both'
    """
    if b in dag.children(a):
        return f"{a} → {b} is an edge"
    if b in dag.parents(a):
        return f"{b} → {a} is an edge"
    shared = in_order(dag, dag.children(a) & dag.children(b))
    if shared:
        return f"{a} and {b} are not adjacent; {shared[0]} is a child of both"
    return f"{a} and {b} are not adjacent and have no child in common"


def _condition_side(dag: Dag, check: LemmaCheck) -> str:
    x, number = check.x, int(check.lemma[-1])
    gaps = [v for v in explain_removability(dag, x).violations if v.condition == number]
    if not gaps:
        said = f"Condition {number} holds for {x}."
    else:
        said = f"Condition {number} fails for {x}: {gap_words(x, gaps[0])}."
    case = check.shown
    if case is None:
        return said
    a, b = case.family.pair
    child = x if number == 1 else check.roles["Y"]
    if b in dag.neighbors(a):
        pair = f"{a} and {b} are adjacent"
    elif case.graph_side:
        pair = f"{a} and {b} are both parents of {child}"
    else:
        pair = f"{a} and {b} are neither adjacent nor both parents of {child}"
    return f"{said} Of the pair looked at: {pair}."


def gap_words(x: Label, gap: Violation) -> str:
    """Return one failure of a condition of Theorem 1 in words.

    Examples
    --------
    >>> report = explain_removability(Dag("X -> Y <- T; Y -> Z; X -> Z"), "X")
    >>> gap_words("X", report.violations[0])
    'T is a parent of Y, a child of X and a parent of its child Z, but T is not a parent of Z'
    """
    tail, head = gap.missing
    if gap.condition == 1:
        other = tail if head == gap.child else head
        return f"its child {gap.child} and its neighbor {other} are not adjacent"
    return (
        f"{tail} is a parent of {gap.through}, a child of {x} and a parent of its child {head}, "
        f"but {tail} is not a parent of {head}"
    )


def _size_side(dag: Dag, check: LemmaCheck) -> str:
    x, sizes = check.x, check.sizes
    assert sizes is not None
    report = explain_removability(dag, x)
    removable = "is removable" if check.graph_side else "is not removable"
    why = ""
    if report.violations:
        gap = report.violations[0]
        why = f" (Condition {gap.condition} fails: {gap_words(x, gap)})"
    said = (
        f"{x} {removable}{why}. Its Markov boundary {some(sizes.boundary)} has "
        f"{counted(len(sizes.boundary), 'variable')}; the maximum in-degree is "
        f"{sizes.max_in_degree}."
    )
    if not check.graph_side:
        return said
    if sizes.last_child is None:
        return f"{said} {x} has no child, so its boundary is the set of its parents."
    return (
        f"{said} Its last child {sizes.last_child} has the parents {some(sizes.its_parents)}: {x} "
        f"and the rest of the boundary."
    )


# -- what the tests say ------------------------------------------------------------------------


def search_words(dag: Dag, check: LemmaCheck) -> str:
    """Return what the tests of the shown case say, and for a condition those of all.

    Examples
    --------
    >>> from marvel_widgets.theory.lemma_checks import check_lemma
    >>> dag = Dag("X -> Y <- T; Y -> Z; X -> Z")
    >>> search_words(dag, check_lemma(dag, "neighbor", "X", "T"))
    'By tests: {} separates X and T, found by test 1 of at most 3.'
    """
    if check.lemma == "boundary-size":
        return (
            "By tests: none is needed. The lemma says that MARVEL never has to look at a larger "
            "boundary."
        )
    case = check.shown
    if case is None:
        return "By tests: there is nothing to ask."
    return f"By tests: {_search_words(dag, check, case)} {_all_words(check)}".strip()


def _search_words(dag: Dag, check: LemmaCheck, case: Case) -> str:
    a, b = case.family.pair
    if not case.needs_tests:
        y, t, stored = check.roles["Y"], check.roles["T"], some(in_order(dag, case.stored or ()))
        return (
            f"{y} is in {stored}, which separates {check.x} and {t}, so {y} is no common child "
            "and no test is made."
        )
    found = case.family.separating_set
    if check.lemma == "boundary-update":
        verdict = "dependent" if found is None else "independent"
        return f"{a} and {b} are {verdict} given {some(case.family.always)}, 1 test."
    if found is not None:
        return (
            f"{some(in_order(dag, found))} separates {a} and {b}, found by test "
            f"{case.family.tests:,} of at most {case.family.in_all:,}."
        )
    if not case.family.in_all:
        return f"there is no proper subset to try, so nothing separates {a} and {b}."
    sets = counted(case.family.in_all, "set")
    return (
        f"none of the {sets} separates {a} and {b}."
        if case.family.in_all > 1
        else (f"the only set, {some(case.family.always)}, does not separate {a} and {b}.")
    )


def _all_words(check: LemmaCheck) -> str:
    """Return how the other pairs of a condition fared."""
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
        return f"Of {total} none is separated."
    a, b = failing[0].family.pair
    return f"Of {total} {len(failing):,} can be separated, first {a} and {b}."


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
    """Return the tests spent on X beside the lemma's own bound.

    Examples
    --------
    >>> from marvel_widgets.theory.lemma_checks import check_lemma
    >>> print(cost_words(check_lemma(Dag("X -> Y <- T"), "neighbor", "X", "T")))
    Tests for all Y in the boundary of X: 2 performed. The paper's bound \
|Mb| 2^(|Mb|-1) is 4.
    """
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
    """Return in one clause what a lemma decides.

    Examples
    --------
    >>> from marvel_widgets.theory.lemma_checks import check_lemma
    >>> claim_words(check_lemma(Dag("X -> Y <- T"), "neighbor", "X", "T"), holds=False)
    'T is not a neighbor of X'
    """
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
    """Return whether the two sides agree, and on what.

    Examples
    --------
    >>> from marvel_widgets.theory.lemma_checks import check_lemma
    >>> agreement_words(check_lemma(Dag("X -> Y <- T"), "neighbor", "X", "T"))
    'Both sides agree: T is not a neighbor of X.'
    """
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


def check_words(dag: Dag, check: LemmaCheck, *, told: bool = True) -> tuple[str, ...]:
    """Return all sentences of a check in the order of reading.

    Parameters
    ----------
    dag : Dag
    check : LemmaCheck
    told : bool
        Whether the verdicts are told, or the statement alone.

    Examples
    --------
    >>> from marvel_widgets.theory.lemma_checks import check_lemma
    >>> dag = Dag("X -> Y <- T")
    >>> len(check_words(dag, check_lemma(dag, "neighbor", "X", "T")))
    5
    """
    statement = statement_words(dag, check)
    if not told:
        return (statement,)
    return (
        statement,
        graph_words(dag, check),
        search_words(dag, check),
        agreement_words(check),
        cost_words(check),
    )


def lemma_question(dag: Dag, check: LemmaCheck) -> Question:
    """Return the question to ask before the verdict of a check is shown.

    Examples
    --------
    >>> from marvel_widgets.theory.lemma_checks import check_lemma
    >>> dag = Dag("X -> Y <- T")
    >>> question = lemma_question(dag, check_lemma(dag, "neighbor", "X", "T"))
    >>> question.options, question.answer
    (('T is a neighbor of X', 'T is not a neighbor of X'), 'T is not a neighbor of X')
    """
    options = (claim_words(check, holds=True), claim_words(check, holds=False))
    roles = " ".join(f"{role}={name}" for role, name in check.roles.items())
    return Question(
        f"{check.lemma}|{roles}|{dag.to_text()}",
        "What will the lemma say?",
        options,
        options[not check.graph_side],
        graph_words(dag, check),
    )


def in_order(dag: Dag, names: Iterable[Label]) -> tuple[Label, ...]:
    """Return names in the order of the graph.

    Examples
    --------
    >>> in_order(Dag("B -> A"), {"A", "B"})
    ('B', 'A')
    """
    return tuple(sorted(names, key=dag.position))
