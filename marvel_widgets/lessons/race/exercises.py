"""Exercises of notebook 10: what PC, GS, CS, MMPC and MARVEL ask on one graph, and how much."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from random import Random

from marvel_widgets.assessment.answers import Number
from marvel_widgets.assessment.exercise import Exercise, Mistake, names_of
from marvel_widgets.assessment.variable_answers import Names, Pairs
from marvel_widgets.core.algorithms import rival_events as ev
from marvel_widgets.core.algorithms.run import Trace
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.race.cohort import (
    CALLED,
    NAMES,
    Believed,
    TestKey,
    as_text,
    different_mistakes,
    drawn_dag,
    questions,
    recorded,
)
from marvel_widgets.lessons.race.exercises_counts import (
    fewest_tests,
    repeats,
    smallest_sets,
)
from marvel_widgets.lessons.race.exercises_intervals import intervals
from marvel_widgets.replay.wording import given_names
from marvel_widgets.text import counted, listed


def pc_first_round(rng: Random) -> Exercise | None:
    """Ask for the number of tests given nothing that PC makes from the moral graph."""
    dag = drawn_dag(rng, rng.choice((6, 7)), 2)
    solution = recorded(dag, ["PC"])["PC"].result.counts.by_size_after_boundaries[0]
    pairs = len(dag) * (len(dag) - 1) // 2
    mistakes = different_mistakes(
        [(dag.edge_count, "M7"), (2 * solution, "M18"), (pairs, "M14")], solution
    )
    co_parents = _co_parent_pairs(dag)
    if len(mistakes) < 3:
        return None
    return Exercise(
        title="The first round of PC",
        question=(
            f"{as_text(dag)} PC starts from its moral graph. How many tests does it make with "
            "nothing given? Count by hand."
        ),
        kind=Number(0, 60),
        solution=solution,
        mistakes=mistakes,
        shows=lambda value: _round_witness(dag, value, solution, co_parents),
        reasons=(
            f"Each of the {solution} links of the moral graph is tested once given nothing; X and "
            "Y is the same question as Y and X."
        ),
        hints=(
            f"{dag.edge_count} of them are about adjacent variables.",
            f"{_pairs_words(co_parents[:1])} is linked too: look for parents of one child.",
            "The moral graph joins every variable to its whole Markov boundary.",
        ),
        dag=dag,
    )


def _round_witness(dag: Dag, value: int, solution: int, co_parents: list[tuple[str, str]]) -> str:
    if value < solution:
        return (
            f"{_pairs_words(co_parents[:1])} is a link of the moral graph, too: the two have a "
            "common child. Have you counted all such pairs?"
        )
    tail, head = dag.edges[0]
    again = f"{tail} and {head} given nothing is asked once; {head} and {tail} is the same question"
    for x, y in combinations(names_of(dag), 2):
        if y not in dag.markov_boundary(x):
            return f"{again}. And {x}-{y} is no link: neither is in the boundary of the other."
    return f"{again}."


def _co_parent_pairs(dag: Dag) -> list[tuple[str, str]]:
    return [(str(a), str(b)) for a, b in combinations(dag.nodes, 2) if b in dag.co_parents(a)]


def _pairs_words(pairs: Iterable[Iterable[str]]) -> str:
    return listed(f"{a}-{b}" for a, b in sorted(tuple(sorted(pair)) for pair in pairs)) or "none"


def cs_links(rng: Random) -> Exercise | None:
    """Ask for the links of the moral graph that CS tests: those in triangles."""
    dag = drawn_dag(rng, rng.choice((6, 7)), 2)
    names = names_of(dag)
    steps = recorded(dag, ["CS"])["CS"].steps
    decided = [s.event for s in steps if isinstance(s.event, ev.TriangleDecided)]
    solution = frozenset(frozenset((names[e.x], names[e.y])) for e in decided)
    skeleton = _triangle_links(names, lambda a, b: b in dag.neighbors(a))
    moral = frozenset(frozenset((x, str(y))) for x in names for y in dag.markov_boundary(x))
    parents = frozenset(
        frozenset(pair) for name in names for pair in combinations(map(str, dag.parents(name)), 2)
    )
    mistakes = different_mistakes([(skeleton, "M7"), (moral, "M14"), (parents, "M16")], solution)
    if len(mistakes) < 3 or not solution:
        return None
    one = sorted(map(sorted, solution))[0]
    return Exercise(
        title="Which links does CS test?",
        question=(
            f"{as_text(dag)} Which links of its moral graph does CS test? Name the pairs, such "
            "as A-B, C-D."
        ),
        kind=Pairs(names),
        solution=solution,
        mistakes=mistakes,
        shows=lambda value: _link_witness(dag, value, solution),
        reasons=(
            f"{_pairs_words(solution)}: these close a triangle of the moral graph. A link "
            "without one can't join co-parents, since the common child would close it."
        ),
        hints=(
            f"There are {len(solution)} of them.",
            f"{one[0]}-{one[1]} is one of them.",
            "Draw the moral graph. CS looks only at links whose ends have a common neighbor there.",
        ),
        dag=dag,
    )


def _triangle_links(
    names: Iterable[str], linked: Callable[[str, str], bool]
) -> frozenset[frozenset[str]]:
    return frozenset(
        frozenset(pair)
        for corners in combinations(names, 3)
        if all(linked(a, b) for a, b in combinations(corners, 2))
        for pair in combinations(corners, 2)
    )


def _link_witness(
    dag: Dag, value: frozenset[frozenset[str]], solution: frozenset[frozenset[str]]
) -> str:
    a, b = sorted(sorted(map(sorted, value ^ solution))[0])
    both = dag.markov_boundary(a) & dag.markov_boundary(b)
    if b not in dag.markov_boundary(a):
        return f"{a} and {b} are not in each other's boundary: the moral graph has no link {a}-{b}."
    if not both:
        return f"{a}-{b} is a link, but no variable is linked to both: CS leaves it alone."
    return f"{a}-{b} closes a triangle of the moral graph with {min(map(str, both))}: CS tests it."


def gs_pair(rng: Random) -> Exercise | None:
    """Ask for the number of tests by which GS finds that an adjacent pair can't be separated."""
    dag = drawn_dag(rng, 7, 2)
    a, b = rng.choice(dag.edges)
    trace = recorded(dag, ["GS"])["GS"]
    ends = {dag.position(a), dag.position(b)}
    solution = sum(t.purpose == "skeleton" and {t.x, t.y} == ends for t in trace.tests)
    rests = [len(dag.markov_boundary(v)) - 1 for v in (a, b)]
    near = min(len(dag.neighbors(v)) - 1 for v in (a, b))
    mistakes = different_mistakes(
        [(2**near, "M7"), (sum(2**rest for rest in rests), "M18"), (2**5, "M14"), (1, "M8")],
        solution,
    )
    if len(mistakes) < 3 or rests[0] == rests[1] or min(rests) < 2:
        return None
    small = a if rests[0] < rests[1] else b
    members = listed(sorted(map(str, dag.markov_boundary(small) - {a, b})))
    return Exercise(
        title="One pair of GS",
        question=(
            f"{as_text(dag)} {a} and {b} are adjacent. How many tests does GS make before it "
            "knows that? Count by hand."
        ),
        kind=Number(0, 100),
        solution=solution,
        mistakes=mistakes,
        shows=lambda value: _subset_witness(
            value,
            solution,
            f"The smaller boundary is that of {small}; without {a} and {b} it leaves {members}.",
        ),
        reasons=f"All {solution} subsets of {{{members}}} are tried, and none separates the two.",
        hints=(
            "The number is a power of two.",
            f"Compare the boundaries of {a} and of {b}.",
            "GS tries all subsets of the smaller of the two boundaries, the pair itself left out.",
        ),
        dag=dag,
    )


def _subset_witness(value: int, solution: int, place: str) -> str:
    if value < solution:
        return (
            f"{place} GS tries the pair given nothing, given each of these alone, and given "
            f"several together. That is more than {value}."
        )
    return f"{place} These have fewer than {value} subsets, and GS tries each of them once."


def who_asks(rng: Random) -> Exercise | None:
    """Ask which of the five runs contain one given question."""
    dag = drawn_dag(rng, 6, 2)
    traces = recorded(dag)
    runs = {name: questions(trace) for name, trace in traces.items()}
    wrong = {b.value: _questions(dag, b) for b in Believed}
    asked = [question for one in runs.values() for question in sorted(one) if question[2]]
    rng.shuffle(asked)
    for question in asked:
        solution = _askers(runs, question)
        ways: list[tuple[object, str]] = [(frozenset(NAMES), "M14")]
        ways += [(_askers(world, question), belief) for belief, world in wrong.items()]
        mistakes = different_mistakes(ways, solution)
        if len(mistakes) == 3:
            return _whose(dag, question, solution, mistakes, traces)
    return None


def _questions(dag: Dag, believed: Believed) -> dict[str, frozenset[TestKey]]:
    return {name: questions(trace) for name, trace in recorded(dag, believed=believed).items()}


def _askers(runs: dict[str, frozenset[TestKey]], question: TestKey) -> frozenset[str]:
    return frozenset(name for name, asked in runs.items() if question in asked)


def _whose(
    dag: Dag,
    question: TestKey,
    solution: frozenset[str],
    mistakes: tuple[Mistake, ...],
    traces: dict[str, Trace],
) -> Exercise:
    x, y = (dag.nodes[v] for v in question[:2])
    given = given_names(dag.nodes[v] for v in question[2])
    return Exercise(
        title="Whose question is this?",
        question=(
            f"{as_text(dag)} All five get its true Markov boundaries. Which of them ask at some "
            f"time whether {x} and {y} are independent {given}? Think of the sets that each of "
            "them tries. Which links PC has taken away before depends on the order in which it "
            "visits them; the ledgers of our runs tell."
        ),
        kind=Names(NAMES, called=CALLED),
        solution=solution,
        mistakes=mistakes,
        shows=lambda value: _asker_witness(
            dag, traces, question, next(n for n in NAMES if n in value ^ solution)
        ),
        reasons=(
            f"{listed(n for n in NAMES if n in solution)} "
            f"{'asks' if len(solution) == 1 else 'ask'} about {x} and {y} {given}; no other does."
        ),
        hints=(
            f"{counted(len(solution), 'algorithm')} of the five.",
            f"{next(n for n in NAMES if n not in solution)} is not among them.",
            "Each search runs through subsets by size and stops at the first that separates.",
        ),
        dag=dag,
    )


def _asker_witness(dag: Dag, traces: dict[str, Trace], question: TestKey, name: str) -> str:
    """Return the test of a run that asks a question, or what it asks about the pair instead."""
    x, y, given = question
    about = {t.number + 1: t.given for t in traces[name].tests if {t.x, t.y} == {x, y}}
    pair = f"{dag.nodes[x]} and {dag.nodes[y]}"
    sets = [given_names(dag.nodes[v] for v in each) for each in dict.fromkeys(about.values())]
    asked = given_names(dag.nodes[v] for v in given)
    for number, each in about.items():
        if each == given:
            return f"Test {number} in the ledger of {name} asks about {pair} {asked}."
    if not sets:
        return f"The ledger of {name} has no test about {pair}."
    return f"The ledger of {name} has {pair} {listed(sets)}, not {asked}."


EXERCISES = {
    "pc_first_round": pc_first_round,
    "cs_links": cs_links,
    "gs_pair": gs_pair,
    "who_asks": who_asks,
    "fewest_tests": fewest_tests,
    "smallest_sets": smallest_sets,
    "repeats": repeats,
    "intervals": intervals,
}
