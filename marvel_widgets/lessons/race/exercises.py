"""10, five algorithms: what PC asks first, and how much each of the five asks on one graph."""

from itertools import combinations, pairwise
from random import Random
from typing import Final

from marvel_widgets.assessment.answers import Number
from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.assessment.exercise import Exercise, Slip, by_name, names_of
from marvel_widgets.assessment.facts import Facts, kind
from marvel_widgets.assessment.variable_answers import Order
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.counting.facts import Amount, Ranking, Stated
from marvel_widgets.lessons.race import cohort
from marvel_widgets.theory.bounds import upper_bound

EACH_LINK: Final = (
    "Each of the {} links of the moral graph is tested once given nothing; X and Y is the same "
    "question as Y and X."
)
EVERY_PAIR: Final = "That is every pair; PC starts from the links of the moral graph here."


# -- what is said ----------------------------------------------------------------------------------

Pair = tuple[Label, Label]

LinkedByChild = kind(
    "pair",
    "{pair[0]}-{pair[1]} is a link of the moral graph, too: the two have a common child. Have you "
    "counted all such pairs?",
)


def _same(edge: Pair, pair: Pair | None) -> str:
    a, b = edge
    again = f"{a} and {b} given nothing is asked once; {b} and {a} is the same question."
    if pair is None:
        return again
    return f"{again} And {pair[0]}-{pair[1]} is no link: neither is in the boundary of the other."


SameQuestion = kind("edge pair", _same)


def pc_first_round(rng: Random) -> Exercise | None:
    dag = cohort.drawn_dag(rng, rng.choice((6, 7)), 2)
    solution = cohort.recorded_runs(dag, ["PC"])["PC"].result.counts.by_size_after_boundaries[0]
    pairs = list(combinations(names_of(dag), 2))
    dependent = sum(not d_separated(dag, *pair) for pair in pairs)
    co_parents = [pair for pair in pairs if pair[1] in dag.co_parents(pair[0])]
    if not co_parents:
        return None
    apart = (pair for pair in pairs if pair[1] not in dag.markov_boundary(pair[0]))
    same = SameQuestion(dag.edges[0], next(apart, None))
    return Exercise(
        title="The first round of PC",
        question=(
            f"The graph is {dag.to_text()}. PC starts from its moral graph. How many tests does it "
            "make with nothing given? Count by hand."
        ),
        kind=Number(0, 60),
        solution=solution,
        believed=(
            (dag.edge_count, Belief.only_neighbors),
            (2 * solution, Belief.ordered_pairs),
            (dependent, Belief.all_dependent),
        ),
        beliefs=1,
        shows=lambda value: (LinkedByChild(co_parents[0]) if value < solution else same,),
        reasons=(Stated(EACH_LINK, (Amount("moral_edges", (), solution, ""),)),),
        count=f"{dag.edge_count} of them are about adjacent variables.",
        place=f"{'-'.join(co_parents[0])} is linked too: look for parents of one child.",
        rule="The moral graph joins every variable to its whole Markov boundary.",
        slips=(Slip(len(pairs), EVERY_PAIR),),
        dag=dag,
    )


WORKED = Dag("X -> Y <- T; Y -> Z")
"""The graph of the worked example in the notebook."""


def fewest_tests(rng: Random) -> Exercise | None:
    dag = cohort.drawn_dag(rng, 7, rng.choice((2, 3)))
    runs = cohort.recorded_runs(dag)
    tests = cohort.performed(runs)
    if len(set(tests.values())) < len(cohort.NAMES):
        return None
    solution = cohort.by_number(tests)
    bound = {**tests, "MARVEL": float(upper_bound(len(dag), dag.max_in_degree))}
    sizes = {name: cohort.mean_size(trace) for name, trace in runs.items()}
    ways = (
        (bound, Belief.bound_is_usual),
        (sizes, Belief.fewer_is_smaller),
        (cohort.performed(cohort.recorded_runs(WORKED)), Belief.always_wins),
    )
    return Exercise(
        title="Fewest tests",
        question=(
            f"The graph is {dag.to_text()}. All five get its true Markov boundaries. Put MARVEL, "
            "PC, GS, CS and MMPC in order by the CI tests that our runs of them perform, the "
            "fewest first. Race them, or record each run and read its counts."
        ),
        kind=Order(cohort.NAMES, first="least", called=cohort.CALLED),
        solution=solution,
        believed=cohort.ranked(ways, solution),
        beliefs=1,
        shows=lambda value: _out_of_order(value, tests, "tests"),
        reasons=(Ranking("tests", solution, tuple(sorted(tests.values()))),),
        count=f"The fewest tests are {min(tests.values()):.0f}, the most "
        f"{max(tests.values()):.0f}.",
        place=f"{solution[1]} comes second.",
        rule="A search stops at its first independence, so bounds do not tell the order: count.",
        dag=dag,
    )


def _mean_words(name: str, sizes: tuple[tuple[int, int], ...], mean: float) -> str:
    given = " + ".join(f"{n} × {size}" for size, n in sizes if size) or "0"
    return f"{name}: ({given}) / {sum(n for _, n in sizes)} = {mean:.2f}."


MeanSize = kind("name sizes mean", _mean_words)


def _swapped(value: tuple[str, ...], numbers: dict[str, float]) -> tuple[str, str]:
    return next((a, b) for a, b in combinations(value, 2) if numbers[a] > numbers[b])


def _out_of_order(value: tuple[str, ...], numbers: dict[str, float], of: str) -> Facts:
    pair = _swapped(value, numbers)
    return (Ranking(of, pair, tuple(numbers[name] for name in pair)),)


def smallest_sets(rng: Random) -> Exercise | None:
    dag = cohort.drawn_dag(rng, 7, rng.choice((2, 3)))
    runs = cohort.recorded_runs(dag)
    sizes = {name: cohort.mean_size(trace) for name, trace in runs.items()}
    ordered = sorted(sizes.values())
    if min(b - a for a, b in pairwise(ordered)) < 0.02:
        return None
    solution = cohort.by_number(sizes)
    worked = {name: cohort.mean_size(trace) for name, trace in cohort.recorded_runs(WORKED).items()}
    counts = {name: t.result.counts.by_size_after_boundaries for name, t in runs.items()}
    filled = {  # the mean of the sets in which something is given
        name: sum(size * n for size, n in found.items())
        / max(sum(n for size, n in found.items() if size), 1)
        for name, found in counts.items()
    }
    ways = (
        (cohort.performed(runs), Belief.fewer_is_smaller),
        (worked, Belief.always_wins),
        (filled, Belief.no_empty_set),
    )
    return Exercise(
        title="Smallest sets",
        question=(
            "Five runs on the graph made these tests after the boundaries:\n"
            + "\n".join(f"{name}: {cohort.sizes_words(trace)}." for name, trace in runs.items())
            + "\nPut the five in order by the mean size of their sets, the smallest first."
        ),
        kind=Order(cohort.NAMES, first="least", called=cohort.CALLED),
        solution=solution,
        believed=cohort.ranked(ways, solution),
        beliefs=1,
        shows=lambda value: (
            *_out_of_order(value, sizes, "mean"),
            MeanSize(name := _swapped(value, sizes)[0], tuple(counts[name].items()), sizes[name]),
        ),
        reasons=(Ranking("mean", solution, tuple(ordered)),),
        count=f"The means go from {ordered[0]:.2f} to {ordered[-1]:.2f}.",
        place=f"{solution[1]} comes second.",
        rule="Multiply each size by its tests, add up, and divide by the number of tests.",
        dag=dag,
    )


EXERCISES: Final = by_name(pc_first_round, fewest_tests, smallest_sets)
