"""What the graph itself says of a lemma, in words: the side that needs no test."""

from marvel_widgets.core.boundary.removability import Violation, explain_removability
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.separation.by_arrows import in_order
from marvel_widgets.text import counted, in_braces
from marvel_widgets.theory.lemma_checks import LemmaCheck


def graph_words(dag: Dag, check: LemmaCheck) -> str:
    """Return what the graph says, with the edges that decide it."""
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
    """Return how two variables are linked: an edge, a common child, or neither."""
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
        text = f"Condition {number} holds for {x}."
    else:
        text = f"Condition {number} fails for {x}: {gap_words(x, gaps[0])}."
    case = check.shown
    if case is None:
        return text
    a, b = case.family.pair
    child = x if number == 1 else check.roles["Y"]
    if b in dag.neighbors(a):
        pair = f"{a} and {b} are adjacent"
    elif case.graph_side:
        pair = f"{a} and {b} are both parents of {child}"
    else:
        pair = f"{a} and {b} are neither adjacent nor both parents of {child}"
    return f"{text} Of the pair looked at: {pair}."


def gap_words(x: Label, gap: Violation) -> str:
    """Return one failure of a condition of Theorem 1 in words."""
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
    text = (
        f"{x} {removable}{why}. Its Markov boundary {in_braces(sizes.boundary)} has "
        f"{counted(len(sizes.boundary), 'variable')}; the maximum in-degree is "
        f"{sizes.max_in_degree}."
    )
    if not check.graph_side:
        return text
    if sizes.last_child is None:
        return f"{text} {x} has no child, so its boundary is the set of its parents."
    return (
        f"{text} Its last child {sizes.last_child} has the parents {in_braces(sizes.its_parents)}: "
        f"{x} and the rest of the boundary."
    )
