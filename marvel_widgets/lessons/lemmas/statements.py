"""What each lemma states, with the learner's names in its roles."""

from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.separation.by_arrows import in_order
from marvel_widgets.text import in_braces, listed
from marvel_widgets.theory.lemma_checks import LemmaCase, LemmaCheck


def statement_words(dag: Dag, check: LemmaCheck) -> str:
    """Return what a lemma says of the chosen variables."""
    x, case = check.x, check.shown
    match check.lemma:
        case "condition-1":
            text = (
                f"{x} satisfies Condition 1 if and only if no two of its neighbors are separated "
                f"by a set that holds {x} and else only variables from its Markov boundary."
            )
        case "condition-2":
            text = (
                f"{x} satisfies Condition 1. It satisfies Condition 2, and is removable, if and "
                f"only if for every {x} → Y ← T with {x} and T not adjacent, no other neighbor "
                f"Z of {x} is separated from T by a set that holds {x} and Y and else only "
                f"variables from the Markov boundary of {x}."
            )
        case "boundary-size":
            text = (
                f"If {x} is removable, its Markov boundary has at most as many variables as the "
                "maximum in-degree of the graph."
            )
        case _:
            assert case is not None
            text = _pair_statement(dag, check, case)
    return f"{text} {_case_statement(check)}".strip()


def _pair_statement(dag: Dag, check: LemmaCheck, case: LemmaCase) -> str:
    x, roles, sets = check.x, check.roles, in_braces(case.family.candidates)
    if check.lemma == "neighbor":
        y, boundary = roles["Y"], dag.boundary_masks[dag.position(x)]
        whole = in_braces(dag.nodes[i] for i in members(boundary))
        return (
            f"{y} is in the Markov boundary of {x}, {whole}. It is a neighbor of {x} if and only "
            f"if no proper subset of {sets} separates {x} and {y}."
        )
    y = roles["Y"]
    if check.lemma == "v-structures":
        t, stored = roles["T"], in_braces(in_order(dag, case.stored or ()))
        return (
            f"{t} is a co-parent of {x}; {stored} separates the two. {y} is a neighbor of {x}. "
            f"{x} → {y} ← {t} if and only if {y} is not in {stored} and no subset of {sets} "
            f"separates {y} and {t}."
        )
    z, given = roles["Z"], in_braces(case.family.always)
    return (
        f"{x} is removable and leaves. {y} and {z} stay in each other's Markov boundary if and "
        f"only if they are dependent given {given}: the present boundary of {case.smaller}, the "
        f"smaller one, without {listed(map(str, (x, y, z)))}."
    )


def _case_statement(check: LemmaCheck) -> str:
    """Return which pair of a condition is tested."""
    case = check.shown
    if check.lemma not in ("condition-1", "condition-2"):
        return ""
    if case is None:
        who = "pair of neighbors" if check.lemma == "condition-1" else "v-structure with a Z"
        return f"Here there is no {who}, so nothing can fail."
    roles, sets = check.roles, in_braces(case.family.candidates)
    if check.lemma == "condition-1":
        return (
            f"Looked at: {roles['Z']} and {roles['W']}, given {check.x} and any subset of {sets}."
        )
    return (
        f"Looked at: {check.x} → {roles['Y']} ← {roles['T']} and Z = {roles['Z']}, given "
        f"{check.x}, {roles['Y']} and any subset of {sets}."
    )
