"""The paper's claims in role letters, whole and with a hypothesis left out, and what breaks them.

The words of the claims are in `claims.toml`.
"""

from collections.abc import Iterable
from typing import Final

from marvel_widgets._data import tables
from marvel_widgets.assessment.prediction import Question
from marvel_widgets.core.boundary.removability import explain_removability
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.lemmas.words import TITLES, clause, gap_words, link_words
from marvel_widgets.pictures.band import Said
from marvel_widgets.text import counted, in_braces, listed
from marvel_widgets.theory import counterexamples
from marvel_widgets.theory.counterexamples import Counterexample, Evidence, check_claim
from marvel_widgets.theory.lemma_checks import PLACES, checked_lemma

NO_GRAPH: Final = "none"  # the guess that no graph breaks a claim

CLAIM_TITLES: Final = dict[str, str](TITLES.items()) | {"removability": "Removability"}
_CLAIMS: Final = tables("lessons/lemmas/claims.toml")


def claim_place(claim: str) -> str:
    """Return the place of a claim in the paper.

    Examples
    --------
    >>> claim_place("neighbor"), claim_place("removability")
    ('Section 3.2', 'Section 3.1')
    """
    check_claim(claim, None)
    return "Section 3.1" if claim == "removability" else PLACES[checked_lemma(claim)]


def whole_claim_words(claim: str, dropped: str | None = None) -> str:
    """Return what a claim says, whole or with a hypothesis left out."""
    check_claim(claim, dropped)
    found = _CLAIMS[claim]
    left_out = {} if dropped is None else found["without"][dropped]
    words = str(left_out.get("says", found["whole"]))
    for was, now in left_out.get("changes", {}).items():
        words = words.replace(was, now)
    return words


def hypothesis_words(claim: str, dropped: str) -> str:
    """Return a hypothesis in a few words.

    Examples
    --------
    >>> hypothesis_words("v-structures", "outside-set")
    'Y is not in S'
    """
    check_claim(claim, dropped)
    return str(_CLAIMS[claim]["without"][dropped]["hypothesis"])


LONGEST_CLAIM: Final = 100  # letters, beside what breaks it


def claim_sentences(claim: str, dropped: str | None) -> tuple[str, ...]:
    """Return a claim with its label, and how it reads with a hypothesis left out."""
    whole = f"{CLAIM_TITLES[claim]} ({claim_place(claim)}): {whole_claim_words(claim)}"
    if dropped is None:
        return (whole,)
    weaker = f"Then the claim reads: {whole_claim_words(claim, dropped)}"
    return whole, f"Left out: {hypothesis_words(claim, dropped)}. {weaker}"


# -- what breaks them --------------------------------------------------------------------------


def nothing_words(largest: int) -> str:
    """Return the text when no graph breaks a claim."""
    return (
        f"No graph with up to {counted(largest, 'variable')} breaks it. That is no proof, but a "
        "proof is in the paper."
    )


def guess_words(guess: str, found: Counterexample | None) -> str:
    """Return how good a guess of the smallest size was: a number, or `NO_GRAPH`."""
    right = NO_GRAPH if found is None else str(len(found.dag))
    size = "that none does" if guess == NO_GRAPH else counted(int(guess), "variable")
    return f"You guessed {size}: {'right' if guess == right else 'not right'}."


def found_words(found: Counterexample) -> tuple[str, ...]:
    """Return what goes wrong in a counterexample, sentence by sentence."""
    dag = found.dag
    p, m = len(dag), dag.edge_count
    fewer = "" if not m else f", and none with {counted(p, 'variable')} and fewer edges"
    smaller = f"No graph with fewer variables breaks the claim{fewer}." if p > 1 else ""
    text = f": {dag.to_text()}" if m else f": {listed(map(str, dag.nodes))}"
    size = f"{counted(p, 'variable')} and {counted(m, 'edge')}{text}"
    sentences = [f"A smallest counterexample has {size}. {smaller}".strip(), verdict_words(found)]
    sentences += _graph_reason(found)
    if found.where.separating_set is not None:
        names = [dag.nodes[i] for i in found.where.separating_set]
        outside = [str(v) for v in names if v not in dag.markov_boundary("X")]
        where = f"not inside Mb(X), which lacks {listed(outside)}" if outside else "inside Mb(X)"
        sentences.append(f"S is {in_braces(names)}, {where}.")
    sentences += [evidence_words(dag.nodes, item) for item in found.where.evidence]
    return tuple(dict.fromkeys(sentences))


def _graph_reason(found: Counterexample) -> list[str]:
    """Return the reason in the graph, where the evidence does not show it."""
    dag, claim = found.dag, found.claim
    if claim == "boundary-update":
        return [f"Without X in the graph: {link_words(dag.without('X'), 'Y', 'Z')}."]
    if claim not in ("condition-1", "condition-2") or found.where.truth:
        return []
    gaps = explain_removability(dag, "X").violations
    gap = next(gap for gap in gaps if gap.condition == int(claim[-1]))
    return [f"In the graph: {gap_words('X', gap)}."]


def verdict_words(found: Counterexample) -> str:
    """Return what the weaker claim says and what is true."""
    says = decided(found, holds=found.where.says)
    truth = decided(found, holds=found.where.truth)
    return f"Without the hypothesis the claim says that {says}. In truth {truth}."


def breaker_said(found: Counterexample) -> Said:
    """Return at which size a claim breaks, and what shows it."""
    first, *others = [evidence_words(found.dag.nodes, item) for item in found.where.evidence]
    gone = hypothesis_words(found.claim, found.dropped)
    left_out = gone.removeprefix("X satisfies ")
    gone = f"“{gone}”" if left_out == gone else left_out
    at = counted(len(found.dag), "variable")
    claim = f"Claim: {whole_claim_words(found.claim, found.dropped)}"
    short = [claim] if len(claim) <= LONGEST_CLAIM else []
    why = " ".join([*short, first, *[*_graph_reason(found), *others][:1]])
    return Said(f"Without {gone} the claim fails on a graph of {at}.", why, "no")


def decided(found: Counterexample, *, holds: bool) -> str:
    """Return what a claim decides of the variables of a counterexample, or its opposite."""
    match found.claim, found.dropped:
        case "boundary-size", "any-size":
            some_one = "one" if holds else "none"
            return f"{some_one} of the variables with the smallest boundary is removable"
        case "boundary-size", "removable":
            size = "at most as many variables as" if holds else "more variables than"
            return f"Mb(X) has {size} the maximum in-degree"
        case "boundary-update", _:
            stay = "stay" if holds else "do not stay"
            return f"Y and Z {stay} in each other's boundary when X leaves"
        case _:
            return clause(found.claim, {letter: letter for letter in "XYT"}, holds)


def evidence_words(names: tuple[Label, ...], item: Evidence) -> str:
    def group(places: Iterable[int]) -> str:
        return in_braces(names[i] for i in places)

    match item:
        case counterexamples.CiStatement(x, y, given, separated):
            verb = "separates" if separated else "does not separate"
            return f"{group(given)} {verb} {names[x]} and {names[y]}."
        case counterexamples.NoSeparator(x, y, candidates, always, proper):
            kind = "proper subset" if proper else "subset"
            fixed = f", together with {group(always)}," if always else ""
            return f"No {kind} of {group(candidates)}{fixed} separates {names[x]} and {names[y]}."
        case counterexamples.ChangedBy(x, y, z, given, before):
            now, then = ("separates", "does not") if before else ("does not separate", "does")
            return (
                f"{names[x]} is not removable: {group(given)} {now} {names[y]} and {names[z]}, "
                f"but without {names[x]} in the graph it {then}."
            )
        case counterexamples.BoundarySize(x, size, most):
            size_words = counted(size, "variable")
            return f"Mb({names[x]}) has {size_words}; the maximum in-degree is {most}."


def breaker_question(
    claim: str, dropped: str | None, largest: int, found: Counterexample | None
) -> Question:
    """Return the question before the result of a search in graphs of up to `largest` variables."""
    no_graph = f"no graph with up to {counted(largest, 'variable')} breaks it"
    sizes = [counted(p, "variable") for p in range(1, largest + 1)]
    return Question(
        f"{claim}|{dropped}|{largest}",
        "How many variables has the smallest graph that breaks this claim?",
        (*sizes, no_graph),
        no_graph if found is None else counted(len(found.dag), "variable"),
        nothing_words(largest) if found is None else verdict_words(found),
    )
