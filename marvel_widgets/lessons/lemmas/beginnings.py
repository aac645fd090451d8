"""Where to begin with a lemma: with variables for which there is something to search."""

from typing import Final

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.theory.lemma_checks import check_lemma, completed_roles, role_choices

TELLING_GRAPH: Final = "X -> Y <- T; Y -> Z; X -> Z"  # every lemma has something to test in it
MOST_SEARCHED: Final = 6  # variables of a boundary; all its subsets are tried at once


def telling_roles(dag: Dag, lemma: str) -> tuple[Label, ...]:
    """Return the first variables for the roles of a lemma whose sets have candidates.

    With the empty set alone a lemma is right and shows nothing. Where no variables
    are better, the first that fit.
    """
    for x in role_choices(dag, lemma):
        if len(dag.markov_boundary(x)) > MOST_SEARCHED:
            continue
        for case in check_lemma(dag, lemma, x).cases:
            if case.needs_tests and case.family.candidates:
                return completed_roles(dag, lemma, (x, *case.roles))
    return completed_roles(dag, lemma)


def is_telling(dag: Dag, lemma: str) -> bool:
    """Return whether a lemma has anything to test in a DAG; on the boundary size it never has."""
    return lemma == "boundary-size" or any(
        case.needs_tests
        for x in role_choices(dag, lemma)
        if len(dag.markov_boundary(x)) <= MOST_SEARCHED
        for case in check_lemma(dag, lemma, x).cases
    )
