"""The lemmas in words, with the learner's names: statement, both sides, sets, cost, verdict.

The sets of a search stand in rows by size, the empty one on top, in the order in which it tries
them. A mark says what each does, so that no color is needed. With many candidates the rows are
folded into counts.
"""

from collections.abc import Iterable, Mapping
from typing import Final, Literal

from marvel_widgets.assessment.prediction import Question
from marvel_widgets.core.boundary.removability import Violation, explain_removability
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.separation.by_arrows import in_order
from marvel_widgets.text import counted, in_braces, listed
from marvel_widgets.theory.lemma_checks import PLACES, ROLES, Lemma, LemmaCase, LemmaCheck
from marvel_widgets.theory.subset_lattice import Lattice, SubsetVerdict

TITLES: Final[Mapping[Lemma, str]] = {
    "neighbor": "Neighbors",
    "v-structures": "V-structures",
    "condition-1": "Condition 1",
    "condition-2": "Condition 2",
    "boundary-size": "Boundary size",
    "boundary-update": "Boundary update",
}
# what the tests of a lemma are for, and the paper's bound on them
_COSTS: Final[Mapping[Lemma, tuple[str, str]]] = {
    "neighbor": ("all Y in the boundary of {x}", "|Mb| 2^(|Mb|-1)"),
    "v-structures": ("all T and Y of {x}", "|co-parents| |neighbors| 2^(|Mb|-1)"),
    "condition-1": ("Condition 1 of {x}", "C(|neighbors|, 2) 2^(|Mb|-2)"),
    "condition-2": ("Condition 2 of {x}", "|co-parents| |neighbors| 2^(|Mb|-2)"),
    "boundary-update": ("all pairs of neighbors of {x}", "C(|neighbors|, 2)"),
}
MOST_IN_ROWS: Final = 5  # candidates; with more the rows are folded
Look = Literal["separates", "does not", "left out", "unknown"]
MARKS: Final[dict[Look, str]] = {
    "separates": "✓ separates",
    "does not": "✗ does not",
    "left out": "not proper",
    "unknown": "?",
}


def title_words(lemma: Lemma) -> str:
    return f"{TITLES[lemma]} ({PLACES[lemma]})"


def click_words(lemma: Lemma, active: int, *, with_sets: bool) -> str:
    """Return what a click does next, and how the set in focus is changed."""
    click = f"lick which variable is {ROLES[lemma][active]}."
    return (
        f"Press a set, or c{click} Shift-click or G changes the set." if with_sets else f"C{click}"
    )


def check_words(dag: Dag, check: LemmaCheck, *, revealed: bool = True) -> tuple[str, ...]:
    """Return the sentences of a check in order; without `revealed` the statement alone."""
    statement = statement_words(dag, check)
    if not revealed:
        return (statement,)
    found = graph_words(dag, check), search_words(dag, check), lemma_words(check)
    return statement, *found, price_words(check)


def lemma_question(dag: Dag, check: LemmaCheck) -> Question:
    """Return the question to ask before the verdict of a check is shown."""
    options = (claim_words(check, holds=True), claim_words(check, holds=False))
    key = f"{check.lemma}|{' '.join(f'{role}={v}' for role, v in check.roles.items())}|"
    right, why = options[not check.graph_side], graph_words(dag, check)
    return Question(key + dag.to_text(), "What will the lemma say?", options, right, why)


# -- what the lemma says -----------------------------------------------------------------------


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
            return (
                f"If {x} is removable, its Markov boundary has at most as many variables as the "
                "maximum in-degree of the graph."
            )
        case _:
            assert case is not None
            return _pair_statement(dag, check, case)
    if case is None:
        who = "pair of neighbors" if check.lemma == "condition-1" else "v-structure with a Z"
        return f"{text} Here there is no {who}, so nothing can fail."
    *t, y, z = case.roles  # T, Y and Z; of Condition 1, Z and W
    seen = f"{x} → {y} ← {t[0]} and Z = {z}, given {x}, {y}" if t else f"{y} and {z}, given {x}"
    return f"{text} Looked at: {seen} and any subset of {in_braces(case.family.candidates)}."


def _pair_statement(dag: Dag, check: LemmaCheck, case: LemmaCase) -> str:
    x, y, sets = check.x, check.roles["Y"], in_braces(case.family.candidates)
    if check.lemma == "neighbor":
        whole = in_braces(dag.nodes[i] for i in members(dag.boundary_masks[dag.position(x)]))
        return (
            f"{y} is in the Markov boundary of {x}, {whole}. It is a neighbor of {x} if and only "
            f"if no proper subset of {sets} separates {x} and {y}."
        )
    if check.lemma == "v-structures":
        t, stored = check.roles["T"], in_braces(in_order(dag, case.stored or ()))
        return (
            f"{t} is a co-parent of {x}; {stored} separates the two. {y} is a neighbor of {x}. "
            f"{x} → {y} ← {t} if and only if {y} is not in {stored} and no subset of {sets} "
            f"separates {y} and {t}."
        )
    z, given = check.roles["Z"], in_braces(case.family.always)
    return (
        f"{x} is removable and leaves. {y} and {z} stay in each other's Markov boundary if and "
        f"only if they are dependent given {given}: the present boundary of {case.smaller}, the "
        f"smaller one, without {listed(map(str, (x, y, z)))}."
    )


# -- what the graph says: the side that needs no test ------------------------------------------


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
            return f"once {x} has left, {link_words(dag.without(x), roles['Y'], roles['Z'])}."


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
    x, number, case = check.x, int(check.lemma[-1]), check.shown
    gaps = [v for v in explain_removability(dag, x).violations if v.condition == number]
    text = f"Condition {number} holds for {x}."
    if gaps:
        text = f"Condition {number} fails for {x}: {gap_words(x, gaps[0])}."
    if case is None:
        return text
    a, b = case.family.pair
    parents = f"both parents of {x if number == 1 else check.roles['Y']}"
    how = parents if case.graph_side else f"neither adjacent nor {parents}"
    if b in dag.neighbors(a):
        how = "adjacent"
    return f"{text} Of the pair looked at: {a} and {b} are {how}."


def gap_words(x: Label, gap: Violation) -> str:
    tail, head = gap.missing
    if gap.condition == 1:
        other = tail if head == gap.child else head
        return f"its child {gap.child} and its neighbor {other} are not adjacent"
    return (
        f"{tail} is a parent of {gap.through}, a child of {x} and a parent of its child {head}, "
        f"but {tail} is not a parent of {head}"
    )


def _size_side(dag: Dag, check: LemmaCheck) -> str:
    x, sizes, gaps = check.x, check.sizes, explain_removability(dag, check.x).violations
    assert sizes is not None
    no = "" if check.graph_side else "not "
    why = f" (Condition {gaps[0].condition} fails: {gap_words(x, gaps[0])})" if gaps else ""
    text = (
        f"{x} is {no}removable{why}. Its Markov boundary {in_braces(sizes.boundary)} has "
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


# -- what the tests say ------------------------------------------------------------------------


def search_words(dag: Dag, check: LemmaCheck) -> str:
    """Return what the tests of the shown case say, and for a condition those of all."""
    if check.lemma == "boundary-size":
        return (
            "By tests: none is needed. The lemma says that MARVEL never has to look at a larger "
            "boundary."
        )
    if check.shown is None:
        return "By tests: there is nothing to ask."
    text = f"By tests: {_search_words(dag, check, check.shown)}"
    if check.lemma not in ("condition-1", "condition-2"):
        return text
    total = f"{counted(len(check.cases), 'choice')} of Y, T and Z"
    if check.lemma == "condition-1":
        total = f"{counted(len(check.cases), 'pair')} of Z and W"
    failing = [case for case in check.cases if not case.test_side]
    if not failing:
        return f"{text} Of {total}, none can be separated."
    a, b = failing[0].family.pair
    return f"{text} Of {total}, {len(failing):,} can be separated, first {a} and {b}."


def _search_words(dag: Dag, check: LemmaCheck, case: LemmaCase) -> str:
    a, b = case.family.pair
    always, found, total = (
        in_braces(case.family.always),
        case.family.separating_set,
        case.family.search.total,
    )
    if not case.needs_tests:
        y, stored = check.roles["Y"], in_braces(in_order(dag, case.stored or ()))
        return (
            f"{y} is in {stored}, which separates {check.x} and {check.roles['T']}, so {y} is no "
            "common child and no test is made."
        )
    if check.lemma == "boundary-update":
        return f"{a} and {b} are {'' if found is None else 'in'}dependent given {always}, 1 test."
    if found is not None:
        return (
            f"{in_braces(in_order(dag, found))} separates {a} and {b}, found by test "
            f"{case.family.tests:,} of at most {total:,}."
        )
    if not total:
        return f"there is no proper subset to try, so nothing separates {a} and {b}."
    kind = "proper subset" if case.family.search.proper else "set"
    if total == 1:
        return f"the only {kind}, {always}, does not separate {a} and {b}."
    whole = ""
    if case.family.search.proper:
        whole = f" of {in_braces(in_order(dag, case.family.candidates))}"
    return f"none of the {counted(total, kind)}{whole} separates {a} and {b}."


# -- cost and verdict --------------------------------------------------------------------------


def price_words(check: LemmaCheck) -> str:
    """Return the tests spent on X beside the lemma's own bound."""
    if check.lemma == "boundary-size":
        return "Tests: none."
    covers, formula = _COSTS[check.lemma]
    stops = check.lemma in ("condition-1", "condition-2") and not check.test_side
    stop = ", up to the first that fails" if stops else ""
    different, speaks = "", ""
    if check.lemma == "condition-2":
        different, speaks = f", {check.distinct:,} of them different", ", of different tests,"
    return (
        f"Tests for {covers.format(x=check.x)}{stop}: {check.tests:,} performed{different}. The "
        f"paper's bound {formula}{speaks} is {check.bound:,}."
    )


def claim_words(check: LemmaCheck, holds: bool) -> str:
    """Return in one clause what a lemma decides."""
    if check.lemma == "boundary-update":
        y, z, stay = check.roles["Y"], check.roles["Z"], "stay" if holds else "do not stay"
        return f"{y} and {z} {stay} in each other's Markov boundary"
    return clause(check.lemma, check.roles, holds)


def clause(claim: str, roles: Mapping[str, Label], holds: bool) -> str:
    """Return what a claim decides of variables by their letters, or its opposite."""
    no = "" if holds else "not "
    match claim:
        case "neighbor":
            return f"{roles['Y']} is {no}a neighbor of {roles['X']}"
        case "v-structures":
            return f"{roles['Y']} is {no}a common child of {roles['X']} and {roles['T']}"
        case "condition-1" | "condition-2":
            return f"Condition {claim[-1]} {'holds' if holds else 'fails'} for {roles['X']}"
        case _:
            return f"{roles['X']} is {no}removable"


def lemma_words(check: LemmaCheck) -> str:
    """Return whether the two sides agree, and on what."""
    x, sizes = check.x, check.sizes
    if not check.agree:
        return "The two sides do not agree. The lemma is proved, so this is an error of the kit."
    if sizes is None:
        return f"Both sides agree: {claim_words(check, check.graph_side)}."
    numbers = f"{len(sizes.boundary)} {'≤' if check.test_side else '>'} {sizes.max_in_degree}"
    if check.graph_side:
        return f"The lemma holds here: {x} is removable, and {numbers}."
    if check.test_side:
        return (
            f"The lemma says nothing here: {x} is not removable, although {numbers}. A small "
            "boundary does not make a variable removable."
        )
    return (
        f"The lemma holds here, read backwards: {numbers}, so {x} can't be removable, and it is "
        "not."
    )


# -- the sets of a search ----------------------------------------------------------------------


def look_of(subset: SubsetVerdict, *, revealed: bool = True) -> Look:
    if subset.separates is None:
        return "left out"
    if not revealed:
        return "unknown"
    return "separates" if subset.separates else "does not"


def subset_words(members: Iterable[Label], always: Iterable[Label] = ()) -> str:
    """Return a set as ``{A, B}``, with what is always given after a plus sign."""
    fixed = tuple(always)
    return in_braces(members) + (f" + {in_braces(fixed)}" if fixed else "")


def whole_set_words(lattice: Lattice, members: Iterable[Label]) -> str:
    """Return a subset with what is always given; where there are no candidates, that alone."""
    family = lattice.family
    if not family.candidates:
        return subset_words(family.always)
    return subset_words(members, family.always)


def is_folded(lattice: Lattice) -> bool:
    """Return whether the rows of a lattice are shown as counts."""
    return len(lattice.family.candidates) > MOST_IN_ROWS


def lattice_text(lattice: Lattice, *, revealed: bool = True) -> str:
    lines = [f"{heading(lattice)}:"]
    for size, level in enumerate(lattice.levels):
        if is_folded(lattice):
            lines.append(f"  size {size}: {level_words(lattice, size, revealed=revealed)}")
            continue
        sets = "; ".join(_set_words(lattice, subset, revealed) for subset in level)
        lines.append(f"  size {size}: {sets}")
    return "\n".join(lines)


def lattice_rows(
    lattice: Lattice, chosen: tuple[Label, ...], *, revealed: bool = True
) -> list[tuple[str, list[SubsetVerdict], list[tuple[str, str, str, str]]]]:
    """Return rows by size: a name, the sets, and for each of these the texts of a cell.

    Where there are many sets, a row has those at the ends, the first that separates and `chosen`.
    """
    first = lattice.first if revealed else None
    kept = {frozenset(lattice.family.candidates), frozenset(), frozenset(chosen)}
    if first is not None:
        kept.add(frozenset(first.members))
    rows = []
    for size, level in enumerate(lattice.levels):
        sets, name = list(level), f"size {size}"
        if is_folded(lattice):
            sets = [subset for subset in level if frozenset(subset.members) in kept]
            name = f"{name}: {level_words(lattice, size, revealed=revealed)}"
        cells = []
        for subset in sets:
            look = look_of(subset, revealed=revealed)
            now = frozenset(subset.members) == frozenset(chosen)
            said = f"{whole_set_words(lattice, subset.members)}: {MARKS[look]}"
            shown = subset.members if lattice.family.candidates else lattice.family.always
            text = subset_words(shown)
            # no cross: a set that does not separate is no error
            word = {"separates": "independent", "does not": "dependent"}.get(look, MARKS[look])
            cells.append((text, f"{look} chosen" if now else look, word, said))
        rows.append((name, sets, cells))
    return rows


def heading(lattice: Lattice) -> str:
    """Return which variables the sets are for, what is always given, and the number of sets."""
    x, y = lattice.family.pair
    always = lattice.family.always
    fixed = f", each with {', '.join(map(str, always))}" if always else ""
    if not lattice.family.candidates:
        return f"The only set that could separate {x} and {y}"
    total = lattice.family.search.total
    kind = "Proper subsets" if lattice.family.search.proper else "Sets"
    return f"{kind} that could separate {x} and {y}{fixed}: {total:,}, in the order of the search"


def level_words(lattice: Lattice, size: int, *, revealed: bool = True) -> str:
    """Return how many sets of one size there are, and how many of them separate."""
    level = lattice.levels[size]
    if any(subset.separates is None for subset in level):
        return "1 set, not a proper one"
    text = counted(len(level), "set")
    if not revealed:
        return text
    separating = sum(bool(subset.separates) for subset in level)
    text += f", {separating:,} {'separates' if separating == 1 else 'separate'}"
    first = lattice.first
    if first is not None and len(first.members) == size:
        text += f"; the first is {subset_words(first.members)}"
    return text


def _set_words(lattice: Lattice, subset: SubsetVerdict, revealed: bool) -> str:
    short = subset_words(subset.members)
    if not lattice.family.candidates:
        short = whole_set_words(lattice, ())
    text = f"{short} {MARKS[look_of(subset, revealed=revealed)]}"
    return f"{text}, the first" if revealed and subset == lattice.first else text
