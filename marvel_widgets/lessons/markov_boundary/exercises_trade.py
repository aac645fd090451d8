"""Statements on what the methods of boundary discovery cost and find, true or false."""

from collections.abc import Iterator
from random import Random
from typing import Final

from marvel_widgets.assessment.exercise import Exercise, names_of, random_dag
from marvel_widgets.assessment.facts import Principle
from marvel_widgets.assessment.true_or_false import Statement, which_hold
from marvel_widgets.core.boundary.discovery import discover_boundaries
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.counting.facts import Amount, Stated
from marvel_widgets.lessons.markov_boundary.facts import DependsOn
from marvel_widgets.lessons.separation.beliefs import named
from marvel_widgets.text import in_braces

ALL_TRUE: Final = Principle("With an oracle all three find the true boundaries.")
LARGEST_SETS_ERR: Final = Principle(
    "Its sets are the largest, and a test with a large set errs more often."
)
EACH_PAIR: Final = "Total conditioning makes one test for each of {} pairs."
ALL_BUT_TWO: Final = "Total conditioning gives all but the two that are tested: {} variables."
SEVERAL: Final = "Grow-shrink makes {} tests: several for each of {} variables."
LARGEST: Final = "The largest set that grow-shrink gives here has {}."
BESIDE: Final = "IAMB makes {} tests, total conditioning {}."
PAIRS_AND_EDGES: Final = "Total conditioning finds {} pairs dependent, and there are {} edges."


def trade(rng: Random) -> Exercise | None:
    """Ask which statements on the runs of three methods on one graph are true."""
    dag = random_dag(rng, 6, 7)
    statements = rng.sample(list(_statements(dag, rng)), 6)
    if not all(map(dag.neighbors, dag.nodes)):
        return None
    return which_hold(
        "What the methods cost",
        "We find all Markov boundaries of this graph with an oracle. Which of these statements "
        "are true?",
        statements,
        "Total conditioning: few tests with large sets. The others: more tests, smaller sets.",
        dag,
    )


def _statements(dag: Dag, rng: Random) -> Iterator[Statement]:
    """Yield statements on the runs, some with a right number and some with a wrong one."""
    p = len(dag)
    tc, gs, iamb = (discover_boundaries(dag, method).counts for method in ("tc", "gs", "iamb"))
    pairs = p * (p - 1) // 2
    claimed = rng.choice((pairs, 2 * pairs))
    yield Statement(
        f"Total conditioning makes {claimed} tests.",
        claimed == tc.performed,
        (Stated(EACH_PAIR, (Amount("discovery_tests", ("tc",), pairs),)),),
        "M18",
    )
    claimed = rng.choice((p, gs.performed))
    yield Statement(
        f"Grow-shrink makes {claimed} tests.",
        claimed == gs.performed,
        (
            Stated(
                SEVERAL,
                (Amount("discovery_tests", ("gs",), gs.performed), Amount("variables", (), p)),
            ),
        ),
        "M22",
    )
    yield Statement(
        f"Each test of total conditioning has {p - 2} variables given.",
        set(tc.by_size) == {p - 2},
        (Stated(ALL_BUT_TWO, (Amount("given_at_most", ("tc",), p - 2),)),),
    )
    largest = max(gs.by_size)
    yield Statement(
        f"Some test of grow-shrink has {p - 2} variables given.",
        largest == p - 2,
        (Stated(LARGEST, (Amount("given_at_most", ("gs",), largest, noun="variable"),)),),
    )
    yield Statement(
        "IAMB makes fewer tests than total conditioning.",
        iamb.performed < tc.performed,
        (
            Stated(
                BESIDE,
                (
                    Amount("discovery_tests", ("iamb",), iamb.performed),
                    Amount("discovery_tests", ("tc",), tc.performed),
                ),
            ),
        ),
    )
    yield Statement(
        "Total conditioning, grow-shrink and IAMB find the same boundaries.",
        is_true=True,
        why=(ALL_TRUE,),
    )
    yield from _beliefs(dag, rng)


def _beliefs(dag: Dag, rng: Random) -> Iterator[Statement]:
    """Yield statements that are true under a mistaken belief."""
    joined = sum(map(len, map(dag.markov_boundary, dag.nodes))) // 2
    yield Statement(
        "The pairs that total conditioning finds dependent are the edges.",
        joined == dag.edge_count,
        (
            Stated(
                PAIRS_AND_EDGES,
                (Amount("dependent_pairs", (), joined), Amount("edges", (), dag.edge_count)),
            ),
        ),
        "M8",
    )
    yield Statement(
        "On data, total conditioning errs least, as it makes the fewest tests.",
        is_true=False,
        why=(LARGEST_SETS_ERR,),
        belief="M12",
    )
    x = rng.choice(names_of(dag))
    dependent = named((y for y in dag.nodes if y != x and not d_separated(dag, x, y)), dag)
    whole = named(dag.markov_boundary(x), dag)
    yield Statement(
        f"The Markov boundary of {x} is {in_braces(dependent)}.",
        dependent == whole,
        (DependsOn(x, whole, dependent),),
        "M21",
    )
