"""The exercise of notebook 06 on what MARVEL reuses from an earlier visit."""

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from marvel_widgets.assessment.answers import Parts
from marvel_widgets.assessment.exercise import Exercise, Mistake, names_of, random_dag
from marvel_widgets.assessment.facts import Facts, Principle
from marvel_widgets.assessment.variable_answers import Pairs
from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms.marvel import marvel
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.algorithms.run import Trace
from marvel_widgets.lessons.algorithm_game.exercises_updates import Pair
from marvel_widgets.lessons.algorithm_game.facts import AtFirstVisit, FirstVisit, TwoNeighbors
from marvel_widgets.lessons.removability.facts_answers import Kin, Leaves
from marvel_widgets.text import counted, listed

KEPT_IN_MIND: Final = Principle(
    "A pair that passed is kept in mind; those after the failed one were never asked."
)


def second_visit(rng: random.Random) -> Exercise | None:
    """Ask which pairs a second visit tests, and which verdicts it reuses."""
    dag = random_dag(rng, 6, rng.randint(11, 13))
    visit = again_visited(record(marvel, dag))
    if visit is None:
        return None
    name, left, asked, reused = visit.name, visit.left, visit.asked, visit.reused

    def answer(known: frozenset[Pair], tested: frozenset[Pair]) -> dict[str, Any]:
        return {"reused": known, "asked": tested}

    def witness(value: Mapping[str, Any]) -> Facts:
        for pair in sorted(value["reused"] | value["asked"], key=sorted):
            for v in sorted(pair & set(left)):
                return Leaves(v, left), Principle("Nothing is asked any more about what has left.")
            for v in sorted(pair if pair not in asked | reused else ()):
                if v not in dag.neighbors(name):
                    return (Kin(v, "neighbor", name, False),)
            if pair in value["reused"] - reused or pair in value["asked"] - asked:
                z, w = sorted(pair)
                found: FirstVisit = "failed" if pair in visit.failed else "passed"
                found = found if pair in visit.looked_at else "unasked"
                return (AtFirstVisit(name, visit.earlier, (z, w), found),)
        z, w = sorted(min((asked | reused) - value["reused"] - value["asked"], key=sorted))
        return TwoNeighbors(name, (z, w)), Principle("Are they known?")

    return Exercise(
        title="The second visit",
        question=(
            f"Round {visit.first}: {name} is visited, and Condition 1 fails. Its pairs of "
            f"neighbors, in order: {visit.before}; there the visit ended. By round {visit.round} "
            f"{listed(left)} {'has' if len(left) == 1 else 'have'} left, {name} is visited for "
            "the second time, and no pair fails. Which pairs are reused from memory, and which "
            "are asked anew by tests?"
        ),
        kind=Parts({"reused": Pairs(names_of(dag)), "asked": Pairs(names_of(dag))}),
        solution=answer(reused, asked),
        mistakes=(
            Mistake(answer(frozenset(), reused | asked), "M32"),
            Mistake(answer(reused | asked, frozenset()), "M29"),
            Mistake(answer(reused | visit.looked_at, asked), "M11"),
        ),
        shows=witness,
        reasons=(KEPT_IN_MIND,),
        hints=(
            f"{counted(len(reused), 'pair is', 'pairs are')} reused.",
            f"List the pairs of those neighbors of {name} that are still there.",
            "What passed once passes again; what was never asked has to be asked.",
        ),
        dag=dag,
    )


@dataclass(frozen=True, slots=True)
class SecondVisit:
    """The second visit of a variable, at which no pair fails, and what the first one left."""

    name: str
    first: int
    round: int
    left: tuple[str, ...]
    looked_at: frozenset[Pair]
    before: str
    reused: frozenset[Pair]
    asked: frozenset[Pair]
    failed: frozenset[Pair]

    @property
    def earlier(self) -> tuple[str, ...]:
        """The variables that had left at the first visit."""
        return self.left[: self.first - 1]


def again_visited(trace: Trace) -> SecondVisit | None:
    """Return the first visit of a run that reuses some pairs, tests others, and finds all to hold.

    It must be the second one of its variable.
    """
    visits = _visits(trace)
    again = [at for at, (_, _, pairs) in enumerate(visits) if len({p.reused for p in pairs}) == 2]
    if not again:
        return None
    number, x, pairs = visits[again[0]]
    earlier = [visit for visit in visits[: again[0]] if visit[1] == x]
    if len(earlier) != 1 or any(pair.separating_set is not None for pair in pairs):
        return None
    return SecondVisit(
        str(trace.names[x]),
        earlier[0][0],
        number,
        tuple(map(str, trace.result.removal_order[: number - 1])),
        _named(trace, earlier[0][2]),
        listed(_pair_words(trace, pair) for pair in earlier[0][2]),
        _named(trace, (p for p in pairs if p.reused)),
        _named(trace, (p for p in pairs if not p.reused)),
        _named(trace, (p for p in earlier[0][2] if p.separating_set is not None)),
    )


def _visits(trace: Trace) -> list[tuple[int, int, list[ev.PairDecided]]]:
    """Return the visits of a run: the round, the visited variable, and its pairs."""
    found: list[tuple[int, int, list[ev.PairDecided]]] = []
    number = 0
    for step in trace.steps:
        event = step.event
        if isinstance(event, ev.RoundStarted):
            number = event.number
        elif isinstance(event, ev.Visited):
            found.append((number, event.x, []))
        elif isinstance(event, ev.PairDecided):
            found[-1][2].append(event)
    return found


def _named(trace: Trace, pairs: Iterable[ev.PairDecided]) -> frozenset[Pair]:
    return frozenset(frozenset(str(trace.names[v]) for v in (p.z, p.w)) for p in pairs)


def _pair_words(trace: Trace, pair: ev.PairDecided) -> str:
    z, w = (trace.names[v] for v in (pair.z, pair.w))
    return f"{z} - {w} {'passed' if pair.separating_set is None else 'failed'}"
