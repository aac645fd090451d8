"""Exercises of notebook P2: directions from the kept sets, and from nothing else."""

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final, Self

from marvel_widgets.assessment.answers import Parts
from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.assessment.exercise import Exercise, by_name, names_of, random_dag
from marvel_widgets.assessment.facts import Fact, Facts, Principle, kind
from marvel_widgets.assessment.true_or_false import Statement, numbers, ticked, which_hold
from marvel_widgets.assessment.variable_answers import Pairs
from marvel_widgets.core.algorithms.contradictions import Conflicts, Settled, settled
from marvel_widgets.core.algorithms.pc import pc
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.equivalence import meek_closure
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.orientation import exercises as orientation
from marvel_widgets.lessons.separation.exercises import believed_separated
from marvel_widgets.lessons.separation.facts import why_separated
from marvel_widgets.replay.wording import given_names
from marvel_widgets.text import counted, in_braces, listed

Pair = frozenset[str]
Triple = tuple[str, str, str]  # (end, middle, other end)
Arrow = tuple[str, str]

SetSays = kind(
    "path given collider",
    "{path[0]} and {path[2]} left {collider:{given:given}, and {path[1]} is not given: |"
    "given {given:set}, and {path[1]} is in it: not }{path:met}.",
)
InNoTriple = kind(
    "edge",
    "{edge:arrow} is in no v-structure: each other neighbor of {edge[1]} is joined to {edge[0]}.",
)
NotLeft = kind("edge", "No edge {edge[0]} - {edge[1]} is left.")
Contradict = kind(
    "path other pair backward=False",
    "{path:met} is read first, then {other:met}: they direct {pair[0]} - {pair[1]} both ways.",
)

# How a kept set is misread: not at all, or the wrong way round.
MISREAD: Final = (Belief.all_collide, Belief.in_set_collides)


@dataclass(frozen=True, slots=True)
class FirstHalf:
    """The edges that are left, and the set of each pair whose edge has left."""

    names: tuple[str, ...]
    edges: frozenset[Pair]
    kept: Mapping[Pair, frozenset[str]]

    @classmethod
    def of(cls, dag: Dag) -> Self:
        """Return what PC finds of a graph with an oracle, from the complete graph."""
        run = pc(dag, start="complete")
        kept = {
            frozenset(map(str, pair)): frozenset(map(str, given))
            for pair, given in run.separating_sets.items()
        }
        edges = frozenset(frozenset(map(str, pair)) for pair in run.skeleton)
        return cls(tuple(map(str, dag.nodes)), edges, kept)

    @property
    def lines(self) -> str:
        """The edges, and the kept sets, as a question has them."""
        edges = ", ".join(" - ".join(pair) for pair in sorted(map(sorted, self.edges)))
        pairs = sorted(self.kept, key=sorted)
        sets = (f"{listed(sorted(p))} {given_names(sorted(self.kept[p]))}" for p in pairs)
        return "\n".join([f"Edges: {edges}", *sets])

    @property
    def triples(self) -> list[Triple]:
        """Two edges that meet and whose ends no edge joins, by the middle, then by the ends."""
        return [
            (a, c, b)
            for c in self.names
            for a, b in combinations(self.names, 2)
            if {frozenset((a, c)), frozenset((b, c))} <= self.edges
            and frozenset((a, b)) in self.kept
        ]

    def v_structures(self, belief: str = "") -> list[Triple]:
        """Return those triples that the sets, or a belief, take for v-structures.

        For `in_set_collides` the middle has to be in the set; `no_empty_set` passes over
        empty sets.
        """
        sets = [(triple, self.kept[frozenset(triple[::2])]) for triple in self.triples]
        return [
            triple
            for triple, given in sets
            if belief == Belief.all_collide
            or (triple[1] in given) == (belief == Belief.in_set_collides)
            if belief != Belief.no_empty_set or given
        ]

    def settled(self, found: Iterable[Triple], how: Conflicts) -> Settled:
        """Settle contradictions between v-structures that were found in this order."""
        place = {name: n for n, name in enumerate(self.names)}
        masks = [0] * len(place)
        for a, b in map(tuple, self.edges):
            masks[place[a]] |= 1 << place[b]
            masks[place[b]] |= 1 << place[a]
        return settled([(place[a], place[c], place[b]) for a, c, b in found], masks, how)

    def arrows(self, found: Iterable[Triple], how: Conflicts = "keep-first") -> frozenset[Arrow]:
        """Return the arrows of v-structures, before any rule of Meek."""
        done = self.settled(found, how)
        pairs = [*done.arrows, *((end, c) for a, c, b in done.kept for end in (a, b))]
        return frozenset((self.names[u], self.names[v]) for u, v in pairs)

    def marked(self, found: Iterable[Triple]) -> frozenset[Pair]:
        """Return the edges to which contradicting v-structures give two heads."""
        pairs = self.settled(found, "mark").marked
        return frozenset(frozenset((self.names[u], self.names[v])) for u, v in pairs)

    def closed(self, arrows: frozenset[Arrow]) -> frozenset[Any]:
        known = {frozenset(arrow) for arrow in arrows}
        lines = [tuple(sorted(pair)) for pair in self.edges - known]
        return meek_closure(Pdag.from_edges(self.names, directed=arrows, undirected=lines)).directed

    def too_early(self) -> frozenset[Any]:
        """Return the arrows when Meek's rules come after each v-structure, not after all."""
        arrows: frozenset[Any] = frozenset()
        for a, c, b in self.v_structures():
            if not {(c, a), (c, b)} & arrows:
                arrows = self.closed(arrows | {(a, c), (b, c)})
        return arrows


READ_FIRST: Final = Principle(
    "All v-structures are read before Meek's rules begin: one that is still unread may turn what "
    "a rule would say."
)
NO_MORE_TESTS: Final = Principle("The second half reads the kept sets, and asks no test.")
ONE_NEEDED: Final = Principle(
    "A set that contains a common effect, or a descendant of one, opens a path between its causes."
)
ASKED: Final = (
    "The graph is hidden. PC asked an oracle; these edges are left, and for each other pair the "
    "set that separated it was kept.\n"
)


def colliders(rng: random.Random) -> Exercise | None:
    dag = random_dag(rng, 5, rng.choice([5, 6]))
    half = FirstHalf.of(dag)
    solution = orientation.arrows_of(dag.v_structures())
    if not 2 <= len(solution) <= 5 or len(half.triples) < 3:
        return None
    return Exercise(
        title="Colliders from the sets",
        question=f"{ASKED}{half.lines}\nWhich arrows do the v-structures give?",
        kind=Pairs(names_of(dag), directed=True),
        solution=solution,
        believed=[
            (orientation.arrows_of(half.v_structures(b)), b)
            for b in (*MISREAD, Belief.no_empty_set)
        ],
        shows=lambda value: (why_arrow(half, min(value ^ solution)),),
        reasons=tuple(_said(half, triple) for triple in half.v_structures()),
        count=f"They give {counted(len(solution), 'arrow')}.",
        place=f"Look at {orientation.centers(dag.v_structures())}.",
        rule="Take two edges that meet and whose ends no edge joins: is the middle in their set?",
        hidden=dag,
    )


def _said(half: FirstHalf, triple: Triple) -> Fact:
    given = half.kept[frozenset(triple[::2])]
    return SetSays(triple, tuple(sorted(given)), triple[1] not in given)


def why_arrow(half: FirstHalf, arrow: Arrow) -> Fact:
    """Return why an arrow is part of a v-structure, or of none."""
    tail, head = arrow
    if frozenset(arrow) not in half.edges:
        return NotLeft(arrow)
    there = [t for t in half.triples if t[1] == head and tail in t]
    found = [t for t in half.v_structures() if t in there]
    return _said(half, (found or there)[0]) if there else InNoTriple(arrow)


def arrows_at_the_end(rng: random.Random) -> Exercise | None:
    dag = random_dag(rng, 6, rng.choice([6, 7]))
    half = FirstHalf.of(dag)
    solution = pc(dag, start="complete").essential_graph.directed
    first = half.arrows(half.v_structures())
    if not orientation.forced_steps(dag):
        return None
    believed = {b: half.closed(half.arrows(half.v_structures(b))) for b in MISREAD}
    return Exercise(
        title="The second half",
        question=(
            f"{ASKED}{half.lines}\nPC reads the v-structures and applies Meek's rules. Which "
            "arrows are in its answer?"
        ),
        kind=Pairs(names_of(dag), directed=True),
        solution=solution,
        believed=(
            (half.too_early(), Belief.early_meek),
            (first, Belief.only_v_structures),
            *((v, b) for b, v in believed.items()),
        ),
        shows=lambda value: orientation.of_class(dag, value, solution),
        reasons=(
            orientation.VStructures(dag.v_structures()),
            orientation.MeekAdds(tuple(orientation.forced_steps(dag))),
        ),
        count=f"{counted(len(solution), 'edge')} of {dag.edge_count} are directed.",
        place=f"Begin with the arrows that meet at {orientation.centers(dag.v_structures())}.",
        rule="Read all v-structures first; then direct what would otherwise make a new one, or a "
        "cycle.",
        hidden=dag,
    )


def sets_apart(rng: random.Random) -> Exercise | None:
    dag = random_dag(rng, 6, rng.choice([7, 8]))
    triples = [t for t in dag.v_structures() if not d_separated(dag, t[0], t[2])]
    if not triples:
        return None
    a, c, b = rng.choice(triples)
    others = [v for v in names_of(dag) if v not in (a, b)]
    every = [s for size in (1, 2, 3) for s in combinations(others, size)]
    sets = sorted(rng.sample(every, 6), key=lambda s: (len(s), s))
    solution = numbers(d_separated(dag, a, b, s) for s in sets)
    if not 2 <= len(solution) <= 4:
        return None
    parents = [s for s in every if d_separated(dag, a, b, s)]
    return ticked(
        [in_braces(s) for s in sets],
        solution,
        lambda n: why_separated(dag, a, b, sets[n]),
        ("set does", "sets do"),
        title="A set for two causes",
        question=(
            f"No edge joins {a} and {b}, and {c} is an effect of both. Which of these sets "
            "separate the two, so that PC may keep one of them?"
        ),
        believed=(
            (numbers(c in s for s in sets), Belief.in_set_collides),
            (numbers(any({*p} <= {*s} for p in parents) for s in sets), Belief.more_blocks),
            (
                numbers(believed_separated(dag, a, b, s, Belief.collider_alone) for s in sets),
                Belief.collider_alone,
            ),
            (numbers(len(s) == len(sets[-1]) for s in sets), Belief.give_all),
        ),
        reasons=(ONE_NEEDED,),
        rule=f"Each path needs one that blocks it, and a set with {c} opens one.",
        dag=dag,
    )


def what_sets_say(rng: random.Random) -> Exercise | None:
    dag = random_dag(rng, 6, rng.choice([6, 7, 8]))
    half = FirstHalf.of(dag)
    found, steps = half.v_structures(), orientation.forced_steps(dag)
    others = [t for t in half.triples if t not in found]
    early = sorted(half.too_early() - pc(dag).essential_graph.directed)
    if not steps or not others or not early:
        return None
    right, wrong = rng.choice(found), rng.choice(others)
    _, tail, head = rng.choice(steps)
    statements = [
        *(
            Statement(
                f"{orientation.collision(t)} is a v-structure.", t == right, (_said(half, t),), b
            )
            for t, b in zip((right, wrong), reversed(MISREAD), strict=True)
        ),
        Statement(
            f"PC directs {tail} - {head} as {tail} → {head}, though that arrow is in no "
            "v-structure.",
            True,
            (orientation.MeekAdds(tuple(steps)),),
            Belief.only_v_structures,
        ),
        Statement(
            f"PC directs {early[0][0]} - {early[0][1]} as {early[0][0]} → {early[0][1]}.",
            False,
            (*orientation.of_class(dag, frozenset(early[:1]), frozenset()), READ_FIRST),
            Belief.early_meek,
        ),
        Statement("To direct edges PC asks further tests.", False, (NO_MORE_TESTS,)),
    ]
    exercise = which_hold(
        "What the sets say",
        f"{ASKED}{half.lines}\nWhich of these statements are true?",
        rng.sample(statements, len(statements)),
        "First all v-structures, by the sets alone; then Meek's rules.",
    )
    return None if exercise is None else replace(exercise, hidden=dag)


NAMES: Final = ("A", "B", "C", "D", "E")
KEEPS_FIRST: Final = Principle(
    "Keep-first drops the later of two that contradict, with both of its arrows."
)
OVERWRITES: Final = Principle(
    "Overwrite gives the edge the later direction; the other arrow of the first stays."
)
MARKS: Final = Principle("Mark gives the edge two heads; the other arrow of each stays.")
WAYS: Final = {"keep-first": KEEPS_FIRST, "overwrite": OVERWRITES, "two heads": MARKS}
ERRED: Final = (
    "Some tests have erred. PC has these edges, and kept these sets:\n{}\nIt reads v-structures "
    "off the sets, by the middle variable in the order of the alphabet{}, and some contradict. {}"
)


def _erred(rng: random.Random) -> tuple[FirstHalf, Triple, Triple]:
    """Return four variables in a row with two colliders side by side, and a fifth beside them."""
    one, left, right, other, beside = rng.sample(NAMES, 5)
    near = rng.choice([left, right])
    edges = [(one, left), (left, right), (right, other), (beside, near)]
    kept = {
        (one, right): rng.choice([(), (other,)]),
        (left, other): rng.choice([(), (one,)]),
        (one, other): (left,),
        **{
            (beside, v): (near,) if {v, near} in [{*edge} for edge in edges] else (left, right)
            for v in (one, left, right, other)
            if v != near
        },
    }
    half = FirstHalf(
        NAMES,
        frozenset(map(frozenset, edges)),
        {frozenset(pair): frozenset(given) for pair, given in kept.items()},
    )
    first, second = half.v_structures()
    return half, first, second


def settle(rng: random.Random) -> Exercise | None:
    half, first, second = _erred(rng)

    def answer(found: list[Triple]) -> dict[str, Any]:
        return {
            "keep-first": half.arrows(found),
            "overwrite": half.arrows(found, "overwrite"),
            "two heads": half.marked(found),
        }

    solution = answer([first, second])
    alike = {key: {**solution, "keep-first": v, "overwrite": v} for key, v in solution.items()}
    return Exercise(
        title="Two v-structures, one edge",
        question=ERRED.format(
            half.lines,
            "",
            "Before Meek's rules, which arrows are there if the later v-structure is dropped with "
            "both of its arrows (keep-first), and which if the later direction counts "
            "(overwrite)? Which edge would get two heads?",
        ),
        kind=Parts(
            {
                "keep-first": Pairs(NAMES, directed=True),
                "overwrite": Pairs(NAMES, directed=True),
                "two heads": Pairs(NAMES),
            }
        ),
        solution=solution,
        believed=(
            (alike["keep-first"], Belief.any_order),
            (alike["overwrite"], Belief.any_order),
            *((answer(half.v_structures(b)), b) for b in MISREAD),
        ),
        shows=lambda value: _why(half, (first, second), value, solution),
        reasons=(_contradiction(first, second), *WAYS.values()),
        count="There are two v-structures.",
        place=f"Look at {first[1]} and {second[1]}.",
        rule="Read the v-structures off the sets first; then see which edge both of them direct.",
    )


def two_readings(rng: random.Random) -> Exercise | None:
    half, first, second = _erred(rng)
    turned = FirstHalf(NAMES[::-1], half.edges, half.kept)

    def answer(belief: str = "") -> dict[str, Any]:
        found = half.v_structures(belief), turned.v_structures(belief)
        return {"alphabet": half.arrows(found[0]), "opposite": turned.arrows(found[1])}

    solution = answer()
    return Exercise(
        title="Two readings",
        question=ERRED.format(
            half.lines,
            ", or in the opposite order",
            "A later one that contradicts an earlier one is dropped. Which arrows are there, "
            "before Meek's rules, in the order of the alphabet, and which in the opposite order?",
        ),
        kind=Parts({key: Pairs(NAMES, directed=True) for key in solution}),
        solution=solution,
        believed=(
            *((dict.fromkeys(solution, v), Belief.any_order) for v in solution.values()),
            *((answer(b), b) for b in MISREAD),
        ),
        shows=lambda value: _why(half, (first, second), value, solution),
        reasons=(
            _contradiction(first, second),
            _contradiction(second, first, backward=True),
            KEEPS_FIRST,
        ),
        count="Two arrows are kept in each order.",
        place=f"Look at {first[1]} and {second[1]}.",
        rule="Each v-structure stands in one of the orders, whole, and is gone in the other.",
    )


def _contradiction(first: Triple, second: Triple, *, backward: bool = False) -> Fact:
    low, high = sorted((first[1], second[1]))
    return Contradict(first, second, (low, high), backward)


def _why(
    half: FirstHalf,
    both: tuple[Triple, Triple],
    value: Mapping[str, Any],
    solution: Mapping[str, Any],
) -> Facts:
    """Return why the first part that is wrong is: an arrow of neither, or what contradicts."""
    key = next(key for key in solution if value[key] != solution[key])
    wrong, heads = value[key] ^ solution[key], key == "two heads"
    arrow = min(tuple(sorted(pair)) for pair in wrong) if heads else min(wrong)
    directed = orientation.arrows_of(both)
    if arrow not in directed and not (heads and arrow[::-1] in directed):
        return (why_arrow(half, arrow),)
    backward = key == "opposite"
    order = both[::-1] if backward else both
    return (_contradiction(*order, backward=backward), WAYS.get(key, KEEPS_FIRST))


EXERCISES: Final = by_name(
    sets_apart, colliders, arrows_at_the_end, what_sets_say, settle, two_readings
)
