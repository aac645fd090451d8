"""Exercises of notebook 10: what PC, GS, CS, MMPC and MARVEL ask on one graph, and how much."""

from itertools import combinations
from random import Random
from typing import Final

from marvel_widgets.assessment.answers import Number
from marvel_widgets.assessment.exercise import (
    Exercise,
    Slip,
    by_name,
    names_of,
    wrong_and_different,
)
from marvel_widgets.assessment.facts import Fact, Principle
from marvel_widgets.assessment.variable_answers import Names, Pairs
from marvel_widgets.core.algorithms import rival_events as ev
from marvel_widgets.core.algorithms.run import Trace
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.counting.facts import Amount, Stated
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
from marvel_widgets.lessons.race.exercises_counts import fewest_tests, repeats, smallest_sets
from marvel_widgets.lessons.race.exercises_intervals import intervals
from marvel_widgets.lessons.race.facts import (
    AboutPair,
    InTriangle,
    LinkedByChild,
    OnlyAsk,
    SameQuestion,
    SmallerBoundary,
)
from marvel_widgets.lessons.upper_bound.amounts import Found
from marvel_widgets.pictures.path_marks import asked as asked_marks
from marvel_widgets.replay.wording import given_names
from marvel_widgets.text import counted

EACH_LINK: Final = (
    "Each of the {} links of the moral graph is tested once given nothing; X and Y is the same "
    "question as Y and X."
)
EVERY_PAIR: Final = "That is every pair; PC starts from the links of the moral graph here."
CLOSE: Final = "{}: these close a triangle of the moral graph."
CLOSED: Final = Principle(
    "A link without one can't join co-parents, since the common child would close it."
)


def pc_first_round(rng: Random) -> Exercise | None:
    """Ask for the number of tests given nothing that PC makes from the moral graph."""
    dag = drawn_dag(rng, rng.choice((6, 7)), 2)
    solution = recorded(dag, ["PC"])["PC"].result.counts.by_size_after_boundaries[0]
    pairs = list(combinations(names_of(dag), 2))
    dependent = sum(not d_separated(dag, *pair) for pair in pairs)
    mistakes = different_mistakes(
        [(dag.edge_count, "M7"), (2 * solution, "M18"), (dependent, "M21")], solution
    )
    co_parents = [pair for pair in pairs if pair[1] in dag.co_parents(pair[0])]
    apart = (pair for pair in pairs if pair[1] not in dag.markov_boundary(pair[0]))
    same = SameQuestion(dag.edges[0], next(apart, None))
    return Exercise(
        title="The first round of PC",
        question=(
            f"{as_text(dag)} PC starts from its moral graph. How many tests does it make with "
            "nothing given? Count by hand."
        ),
        kind=Number(0, 60),
        solution=solution,
        mistakes=mistakes,
        shows=lambda value: (LinkedByChild(co_parents[0]) if value < solution else same,),
        reasons=(Stated(EACH_LINK, (Amount("moral_edges", (), solution, ""),)),),
        hints=(
            f"{dag.edge_count} of them are about adjacent variables.",
            f"{'-'.join(co_parents[0])} is linked too: look for parents of one child.",
            "The moral graph joins every variable to its whole Markov boundary.",
        ),
        slips=(Slip(len(pairs), EVERY_PAIR),),
        dag=dag,
    )


def cs_links(rng: Random) -> Exercise | None:
    """Ask for the links of the moral graph that CS tests: those in triangles."""
    dag = drawn_dag(rng, rng.choice((6, 7)), 2)
    names = names_of(dag)
    steps = recorded(dag, ["CS"])["CS"].steps
    decided = [s.event for s in steps if isinstance(s.event, ev.TriangleDecided)]
    solution = frozenset(frozenset((names[e.x], names[e.y])) for e in decided)
    skeleton = frozenset(
        frozenset(pair)
        for corners in combinations(names, 3)
        if all(b in dag.neighbors(a) for a, b in combinations(corners, 2))
        for pair in combinations(corners, 2)
    )
    moral = frozenset(frozenset((x, str(y))) for x in names for y in dag.markov_boundary(x))
    parents = frozenset(
        frozenset(pair) for name in names for pair in combinations(map(str, dag.parents(name)), 2)
    )
    mistakes = different_mistakes([(skeleton, "M7"), (moral, "M14"), (parents, "M16")], solution)
    if not solution:
        return None
    links = tuple(sorted("-".join(sorted(link)) for link in solution))
    return Exercise(
        title="Which links does CS test?",
        question=(
            f"{as_text(dag)} Which links of its moral graph does CS test? Name the pairs, such "
            "as A-B, C-D."
        ),
        kind=Pairs(names),
        solution=solution,
        mistakes=mistakes,
        shows=lambda value: (_of_link(dag, min(map(sorted, value ^ solution))),),
        reasons=(Stated(CLOSE, (Found("in_triangles", (), links),)), CLOSED),
        hints=(
            f"There are {len(solution)} of them.",
            f"{links[0]} is one of them.",
            "Draw the moral graph. CS looks only at links whose ends have a common neighbor there.",
        ),
        dag=dag,
    )


def _of_link(dag: Dag, pair: list[str]) -> Fact:
    a, b = pair
    both = dag.markov_boundary(a) & dag.markov_boundary(b)
    linked = b in dag.markov_boundary(a)
    return InTriangle((a, b), linked, min(map(str, both)) if linked and both else None)


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
    if rests[0] == rests[1] or min(rests) < 2:
        return None
    small = a if rests[0] < rests[1] else b
    members = tuple(sorted(map(str, dag.markov_boundary(small) - {a, b})))
    return Exercise(
        title="One pair of GS",
        question=(
            f"{as_text(dag)} {a} and {b} are adjacent. How many tests does GS make before it "
            "knows that? Count by hand."
        ),
        kind=Number(0, 100),
        solution=solution,
        mistakes=mistakes,
        shows=lambda value: (SmallerBoundary(small, (a, b), members, value),),
        reasons=(SmallerBoundary(small, (a, b), members),),
        hints=(
            "The number is a power of two.",
            f"Compare the boundaries of {a} and of {b}.",
            "GS tries all subsets of the smaller of the two boundaries, the pair itself left out.",
        ),
        dag=dag,
    )


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
        mistakes = wrong_and_different(ways, solution.__eq__)
        if len(mistakes) == 3:
            break
    else:
        return None
    x, y = (dag.nodes[v] for v in question[:2])
    inside = tuple(dag.nodes[v] for v in question[2])
    given = given_names(inside)
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
        shows=lambda value: (
            _in_ledger(dag, traces, question, next(n for n in NAMES if n in value ^ solution)),
        ),
        reasons=(OnlyAsk(tuple(n for n in NAMES if n in solution), x, y, inside),),
        hints=(
            f"{counted(len(solution), 'algorithm')} of the five.",
            f"{next(n for n in NAMES if n not in solution)} is not among them.",
            "Each search runs through subsets by size and stops at the first that separates.",
        ),
        dag=dag,
        marks=asked_marks(x, y, inside),
    )


def _questions(dag: Dag, believed: Believed) -> dict[str, frozenset[TestKey]]:
    return {name: questions(trace) for name, trace in recorded(dag, believed=believed).items()}


def _askers(runs: dict[str, frozenset[TestKey]], question: TestKey) -> frozenset[str]:
    return frozenset(name for name, asked in runs.items() if question in asked)


def _in_ledger(dag: Dag, traces: dict[str, Trace], question: TestKey, name: str) -> Fact:
    """Return the test of a run that asks a question, or what it asks about the pair instead."""
    x, y, given = question
    about = {t.number + 1: t.given for t in traces[name].tests if {t.x, t.y} == {x, y}}
    number = next((n for n, each in about.items() if each == given), None)
    asked, *others = (
        tuple(dag.nodes[v] for v in g) for g in dict.fromkeys([given, *about.values()])
    )
    return AboutPair(name, (dag.nodes[x], dag.nodes[y]), asked, number, tuple(others))


EXERCISES: Final = by_name(
    pc_first_round, cs_links, gs_pair, who_asks, fewest_tests, smallest_sets, repeats, intervals
)
