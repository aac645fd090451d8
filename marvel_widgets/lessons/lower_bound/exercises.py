"""Exercises on the lower bound: count the adversary's cells, find what it hides, combine."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import combinations
from math import comb
from types import MappingProxyType
from typing import Any, Final

from marvel_widgets.assessment.answers import Number, Parts
from marvel_widgets.assessment.exercise import Builder, Exercise, Mistake
from marvel_widgets.assessment.variable_answers import Names, Order, Pairs
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.lower_bound.exercises_claims import consistent, open_pairs, scope
from marvel_widgets.lessons.upper_bound.counts import (
    all_sets,
    first_wrong,
    one_for_each,
    pairs_words,
    sorted_braces,
    subsets,
)
from marvel_widgets.text import counted, listed
from marvel_widgets.theory.bounds import lower_bound, lower_bound_clusters, lower_bound_empty
from marvel_widgets.theory.examples import Example
from marvel_widgets.theory.graph_costs import measure


def cells(rng: random.Random) -> Exercise | None:
    """Ask how many cells the adversary protects in Example 1."""
    d = rng.randint(3, 5)
    p = rng.randint(2 * (d + 1), 4 * (d + 1) + 2)
    example = Example("cliques", p, d)
    pairs = len(example.clusters) * comb(d + 1, 2)

    def believed(each: int) -> dict[str, int]:
        return {"clusters": len(example.clusters), "pairs": pairs, "cells": pairs * each}

    solution = believed(all_sets(d - 1))
    cluster = list(map(str, example.clusters[0]))
    a, b, *rest = cluster

    def witness(value: Mapping[str, int]) -> str:
        wrong = first_wrong(value, solution)
        if wrong == "clusters":
            after = p - len(example.clusters) * (d + 1)
            return (
                f"A cluster is a clique of in-degree {d}. The first is {', '.join(cluster)}. Cut "
                f"the {p} variables into groups of that size; {after} are left over."
            )
        if wrong == "pairs":
            return (
                f"The first cluster, {', '.join(cluster)}, alone has {comb(d + 1, 2)} pairs; all "
                f"{len(example.clusters)} are counted together. A pair from two clusters is not "
                "joined: it doesn't count."
            )
        return (
            f"{wrong.capitalize()}: another number. The first cluster is "
            f"{', '.join(cluster)}. Its pair {a}, {b} leaves {', '.join(rest)}, and "
            f"each of the {1 << len(rest)} subsets of these is a cell of its own."
        )

    return Exercise(
        title="Count the cells",
        question=(
            f"The adversary plays Example 1 with p = {p} variables and d = {d}. How many clusters "
            "does it make, how many pairs within a cluster are there, in all clusters together, "
            "and how many cells, each of which has to be asked?"
        ),
        kind=Parts({key: Number(0, 3000) for key in solution}),
        solution=solution,
        mistakes=(
            Mistake(believed(one_for_each(d - 1)), "M38"),
            Mistake(believed(all_sets(d + 1)), "M39"),
            Mistake(believed(1), "M42"),
        ),
        shows=witness,
        reasons=(
            f"{p} variables make {len(example.clusters)} whole clusters of {d + 1}, each with "
            f"C({d + 1}, 2) = {comb(d + 1, 2)} pairs, and each pair has 2^{d - 1} subsets of the "
            "rest of its cluster."
        ),
        hints=(
            f"{counted(p - len(example.clusters) * (d + 1), 'variable')} left over, in no cluster.",
            "A cluster has one variable more than the in-degree, and all its pairs are joined.",
            "A cell is a pair of one cluster together with a subset of the rest of that cluster.",
        ),
    )


def unasked(rng: random.Random) -> Exercise | None:
    """Ask which question of a duel leaves two graphs open."""
    names = tuple("ABCDEF")
    cluster = tuple(sorted(rng.sample(names, 4)))
    apart = sorted(set(names) - set(cluster))
    mixed = rng.sample(cluster, 4)
    ends = [tuple(sorted(mixed[:2])), tuple(sorted(mixed[2:]))]
    both = [(pair, group) for pair in ends for group in subsets(set(cluster) - set(pair))]
    left = rng.choice([cell for cell in both if cell[0] == ends[0] and len(cell[1]) < 2])
    asked = [
        (pair, group | set(rng.sample(apart, rng.randint(0, 2))))
        for pair, group in both
        if (pair, group) != left
    ]
    literal = next(((p, g & set(cluster)) for p, g in asked if g - set(cluster)), None)
    if literal is None:
        return None
    rng.shuffle(asked)
    (x, y), hidden = left
    others = set(cluster) - {x, y}

    def answer(pair: Any, given: Any) -> dict[str, Any]:
        return {"pair": frozenset([frozenset(pair)]), "given": frozenset(given)}

    def accepts(value: Mapping[str, Any]) -> bool:
        inside = value["given"] & set(cluster)
        return bool(value["pair"] == frozenset([frozenset((x, y))]) and inside == hidden)

    def witness(value: Mapping[str, Any]) -> str:
        if len(value["pair"]) != 1:
            return "One question has one pair."
        pair = min(value["pair"])
        text = f"{pairs_words([pair])} given {sorted_braces(value['given'])}"
        if pair & value["given"]:
            return f"{text} is no question: the pair itself is not given."
        if not pair <= set(cluster):
            return f"{text}: the pair is in no common cluster, and no H of the proof joins it."
        inside = value["given"] & set(cluster)
        return (
            f"{text} is a question of the cell {pairs_words([pair])} with {sorted_braces(inside)}, "
            "and "
            "that cell was asked: what lies outside of the cluster makes no difference."
        )

    return Exercise(
        title="The cell that was forgotten",
        question=(
            f"Example 1 with d = 3: the cluster is {', '.join(cluster)}; {apart[0]} and {apart[1]} "
            "are left over. Every cell of the cluster was asked, except for the pairs "
            f"{pairs_words(ends)}, of which only these questions were asked: "
            + "; ".join(
                f"{pairs_words([end])} given "
                + listed(sorted_braces(group) for pair, group in asked if pair == end)
                for end in ends
            )
            + f". No question was asked about {apart[0]} or {apart[1]} and another variable. "
            "Name a question on whose answer an H of the proof differs from G."
        ),
        kind=Parts({"pair": Pairs(names), "given": Names(names)}),
        solution=answer((x, y), hidden),
        mistakes=(
            Mistake(answer((x, apart[0]), ()), "M42"),
            Mistake(answer((x, y), others), "M2"),
            Mistake(answer(*literal), "M40"),
        ),
        shows=witness,
        reasons=(
            f"The cell {x} - {y} with {sorted_braces(hidden)} is the only one left. In H the pair "
            "is "
            f"not joined, and {sorted_braces(hidden)} is what separates it."
        ),
        hints=(
            f"One of {len(both)} cells of the two pairs is left.",
            f"Drop {apart[0]} and {apart[1]} from each set that is given.",
            "A pair and a subset of the rest of its cluster make a cell. Go through the subsets "
            "of each pair: none, each single one, both.",
        ),
        accepts=accepts,
    )


def rival(rng: random.Random) -> Exercise | None:
    """Ask in which causal order H hides a cell."""
    names = tuple("ABCDEF")
    x, y = sorted(rng.sample(names, 2))
    others = [name for name in names if name not in (x, y)]
    hidden = sorted(rng.sample(others, rng.randint(1, 2)))
    rest = [name for name in others if name not in hidden]
    every = subsets(others)

    def separating(order: tuple[str, ...]) -> list[frozenset[str]]:
        joined = [pair for pair in combinations(order, 2) if set(pair) != {x, y}]
        dag = Dag(joined, nodes=names)
        return [group for group in every if d_separated(dag, x, y, group)]

    def witness(value: tuple[str, ...]) -> str:
        found = separating(value)
        return f"In this order {x} and {y} are independent given {sorted_braces(found[0])}, " + (
            f"not given {sorted_braces(hidden)}."
            if frozenset(hidden) not in found
            else "and given more sets."
        )

    return Exercise(
        title="Build H",
        question=(
            f"Example 1 with one cluster of six: A to F are all joined in G. The question {x} and "
            f"{y} given {sorted_braces(hidden)} was never asked. H joins all pairs but {x} and "
            f"{y}. "
            "Give a causal order of H, first cause first, so that this set and no other subset of "
            f"the rest separates {x} and {y}."
        ),
        kind=Order(names),
        solution=(*hidden, x, y, *rest),
        mistakes=(
            Mistake((*hidden, *rest, x, y), "M8"),
            Mistake((x, y, *hidden, *rest), "M16"),
            Mistake((*rest, x, y, *hidden), "M2"),
        ),
        shows=witness,
        reasons=(
            f"{sorted_braces(hidden)} comes before, so each of it is a common cause that must be "
            f"given. The rest, {sorted_braces(rest)}, comes after: common effects, which open a "
            "path "
            "when they are given."
        ),
        hints=(
            "Three groups follow each other; within the first and the last the order is free.",
            f"Ask of each other variable: is it before {x} and {y}, or after both?",
            "What must be given is a common cause; what must not be given is a common effect.",
        ),
        dag=Dag(list(combinations(names, 2))),
        accepts=lambda value: separating(value) == [frozenset(hidden)],
    )


def combine(rng: random.Random) -> Exercise | None:
    """Ask for the numbers of tests of both examples, and for the theorem's bound."""
    d = rng.randint(3, 4)
    p = rng.randint(2 * (d + 1), 16)

    def both(first: int, second: int) -> dict[str, int]:
        return {"example 1": first, "example 2": second, "bound": max(first, second)}

    pairs = p // (d + 1) * comb(d + 1, 2)
    first, second = lower_bound_clusters(p, d), lower_bound_empty(p)
    solution = both(first, second)
    found = measure(Example("cliques", p, d).graph)
    after = found.after_discovery

    def witness(value: Mapping[str, int]) -> str:
        wrong = first_wrong(value, solution)
        if wrong == "bound" and value["bound"] == first + second:
            return (
                "The proof does not show the sum: its examples are two graphs, and the worse of "
                "them needs the larger number. The sum is at most twice that, so Omega may add."
            )
        if value["example 1"] == after:
            return (
                f"{after} different tests MARVEL makes after its boundaries are found. The theorem "
                f"counts from the first test on, and MARVEL makes {found.everything} in all."
            )
        if wrong == "example 2":
            return f"Example 2: with {second - 1} tests one of the {second} pairs is never asked."
        if wrong == "example 1":
            return (
                f"Example 1: each of {comb(d + 1, 2)} pairs of a cluster has {1 << (d - 1)} cells."
            )
        return "The worst graph is the one that asks for more, not for less and not for both."

    return Exercise(
        title="Both examples together",
        question=(
            f"For p = {p} and maximum in-degree at most {d}: how many tests does Example 1 ask "
            "for, how many Example 2, and what is the lower bound on the worst graph that the two "
            "show together?"
        ),
        kind=Parts({key: Number(0, 1000) for key in solution}),
        solution=solution,
        mistakes=(
            Mistake(both(pairs * one_for_each(d - 1), second), "M38"),
            Mistake(both(pairs, second), "M42"),
            Mistake(both(after, 0), "M41"),
        ),
        shows=witness,
        reasons=(
            f"{p // (d + 1)} clusters of {d + 1} have {pairs} pairs with 2^{d - 1} cells each: "
            f"{first}. The empty graph has C({p}, 2) = {second} pairs. The larger is the bound: "
            f"{lower_bound(p, d)}."
        ),
        hints=(
            f"Example 1 makes {p // (d + 1)} clusters.",
            "Example 2 asks for one test for each pair, boundary discovery included.",
            "Both examples are graphs of this size. The worst graph costs at least as much as "
            "either of them.",
        ),
    )


EXERCISES: Final[Mapping[str, Builder]] = MappingProxyType(
    {
        "cells": cells,
        "unasked": unasked,
        "rival": rival,
        "consistent": consistent,
        "open_pairs": open_pairs,
        "combine": combine,
        "scope": scope,
    }
)
