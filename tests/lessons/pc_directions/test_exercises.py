"""The exercises of P2, solved again: from the lines of the question, by PC as it is printed."""

import re
from itertools import combinations

import pytest

from marvel_widgets.lessons.pc_directions import exercises as facts
from marvel_widgets.lessons.pc_directions.exercises import EXERCISES
from tests.drawn_cases import drawn_once, held
from tests.reference import equivalence, published_pc
from tests.reference.checks import named_graph
from tests.reference.separation import separation
from tests.slices import in_each_run

SEEDS = [f"student {n}" for n in range(8)]
each = pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))


def drawn(name, seed):
    return drawn_once(EXERCISES[name], seed)


def first_half(exercise):
    """The neighbors and the kept sets, read off the lines of a question."""
    edges = re.findall(r"(\w) - (\w)", re.search(r"^Edges: (.*)$", exercise.question, re.M)[1])
    lines = re.findall(
        r"^(\w) and (\w) given (?:nothing|\{(.*)\})$", exercise.question, re.MULTILINE
    )
    names = sorted({v for edge in edges for v in edge} | {v for a, b, _ in lines for v in (a, b)})
    near = {v: sorted(w for edge in edges if v in edge for w in edge if w != v) for v in names}
    kept = {}
    for a, b, given in lines:
        kept[a, b] = kept[b, a] = frozenset(re.findall(r"\w", given))
    return near, kept


def arrows(near, triples, conflicts):
    """The arrows after the v-structures, and the edges with two heads, of the printed program."""
    marks = published_pc.oriented(sorted(near), near, triples, conflicts)
    pairs = [(x, y) for x, y in marks if marks[x, y] == 1 and marks[y, x] == 0]
    heads = {frozenset(pair) for pair, mark in marks.items() if mark == 2}
    return frozenset(pairs), heads


def triples_of(near, kept, takes):
    """The triples that a rule takes for v-structures: of the middle, and of the kept set."""
    return [
        (x, y, z)
        for y in sorted(near)
        for x, z in combinations(near[y], 2)
        if z not in near[x] and takes(y, kept[x, z])
    ]


RULES = {
    "all_collide": lambda y, given: True,
    "in_set_collides": lambda y, given: y in given,
    "no_empty_set": lambda y, given: bool(given) and y not in given,
}


@each
@pytest.mark.parametrize("name", ["colliders", "arrows_at_the_end", "what_sets_say"])
def test_the_lines_are_those_of_the_printed_program(name, seed):
    exercise = drawn(name, seed)
    g = named_graph(exercise.hidden)
    adjacencies, sepset, _ = published_pc.skeleton(g.vertices, separation(g))
    near, kept = first_half(exercise)
    assert near == {v: sorted(members) for v, members in adjacencies.items() if v in near}
    assert kept == sepset


@each
def test_colliders(seed):
    exercise = drawn("colliders", seed)
    near, kept = first_half(exercise)
    found = published_pc.colliders(sorted(near), near, kept)
    ends = frozenset((end, c) for a, c, b in found for end in (a, b))
    assert exercise.solution == ends == arrows(near, found, "keep-first")[0]
    for belief, takes in RULES.items():
        triples = triples_of(near, kept, takes)
        answers = {frozenset((end, c) for a, c, b in triples for end in (a, b))} - {ends}
        assert set(held(exercise, belief)) <= answers


@each
def test_arrows_at_the_end(seed):
    exercise = drawn("arrows_at_the_end", seed)
    dag = exercise.hidden
    classes = equivalence_class(dag)
    assert exercise.solution == frozenset.intersection(*classes)
    near, kept = first_half(exercise)
    found = published_pc.colliders(sorted(near), near, kept)
    assert held(exercise, "only_v_structures") == [arrows(near, found, "keep-first")[0]]
    for early in held(exercise, "early_meek"):
        a, c, b = found[0]  # the first is read rightly; something that follows is not
        assert {(a, c), (b, c)} <= early
        assert early - exercise.solution


def equivalence_class(dag):
    """All graphs with the same edges and v-structures, by trying each way to direct the edges."""
    return equivalence.members(named_graph(dag))


@each
def test_sets_apart(seed):
    exercise = drawn("sets_apart", seed)
    dag = exercise.dag
    a, b, c = re.search(r"joins (\w) and (\w), and (\w) is", exercise.question).groups()
    sets = [frozenset(re.findall(r"\w", text)) for text in exercise.kind.sentences]
    apart = [separation(named_graph(dag))(a, b, given) for given in sets]
    assert exercise.solution == {n for n, yes in enumerate(apart, 1) if yes}
    assert {c} <= dag.children(a) & dag.children(b)
    inside = {n for n, given in enumerate(sets, 1) if c in given}
    assert held(exercise, "in_set_collides") == [inside]
    largest = max(map(len, sets))
    assert set(held(exercise, "give_all")) <= {
        frozenset(n for n, given in enumerate(sets, 1) if len(given) == largest)
    }


@each
def test_what_sets_say(seed):
    exercise = drawn("what_sets_say", seed)
    near, kept = first_half(exercise)
    ours = frozenset.intersection(*equivalence_class(exercise.hidden))
    found = {(frozenset((a, b)), c) for a, c, b in published_pc.colliders(sorted(near), near, kept)}

    def holds(text):
        if "v-structure." in text and text.startswith("PC"):
            a, b = re.search(r"as (\w) → (\w),", text).groups()
            assert not any(c == b and a in ends for ends, c in found)
            return (a, b) in ours
        if "is a v-structure" in text:
            a, c, b = re.match(r"(\w) → (\w) ← (\w)", text).groups()
            return (frozenset((a, b)), c) in found
        arrow = re.search(r"as (\w) → (\w)\.", text)
        return bool(arrow) and arrow.groups() in ours

    true = {n for n, text in enumerate(exercise.kind.sentences, 1) if holds(text)}
    assert exercise.solution == true
    assert {m.misconception for m in exercise.mistakes} == {
        "only_v_structures",
        "all_collide",
        "early_meek",
        "in_set_collides",
    }


@each
def test_settle(seed):
    exercise = drawn("settle", seed)
    near, kept = first_half(exercise)

    def answer(triples):
        first, later = (arrows(near, triples, how)[0] for how in ("keep-first", "overwrite"))
        return {
            "keep-first": first,
            "overwrite": later,
            "two heads": arrows(near, triples, "mark")[1],
        }

    right = answer(published_pc.colliders(sorted(near), near, kept))
    assert exercise.solution == right
    assert len(right["two heads"]) == 1
    for belief in ("all_collide", "in_set_collides"):
        assert held(exercise, belief) in ([answer(triples_of(near, kept, RULES[belief]))], [])
    for alike in held(exercise, "any_order"):
        assert alike["keep-first"] == alike["overwrite"]


@each
def test_two_readings(seed):
    exercise = drawn("two_readings", seed)
    near, kept = first_half(exercise)
    found = published_pc.colliders(sorted(near), near, kept)
    turned = published_pc.colliders(sorted(near)[::-1], near, kept)
    assert exercise.solution == {
        "alphabet": arrows(near, found, "keep-first")[0],
        "opposite": arrows(near, turned, "keep-first")[0],
    }
    alike = [answer["alphabet"] for answer in held(exercise, "any_order")]
    assert alike == [*exercise.solution.values()]


SAID = {
    facts.SetSays(("A", "C", "B"), (), True): (
        "A and B left given nothing, and C is not given: A → C ← B."
    ),
    facts.SetSays(("A", "C", "B"), ("C",), False): (
        "A and B left given {C}, and C is in it: not A → C ← B."
    ),
    facts.InNoTriple(("A", "C")): (
        "A → C is in no v-structure: each other neighbor of C is joined to A."
    ),
    facts.NotLeft(("A", "C")): "No edge A - C is left.",
    facts.Contradict(("A", "B", "C"), ("B", "C", "D"), ("B", "C")): (
        "A → B ← C is read first, then B → C ← D: they direct B - C both ways."
    ),
}


def test_each_fact_is_said_in_its_polarity():
    assert {fact: fact.say() for fact in SAID} == SAID
    ways = [why.text.split()[0].lower() for why in facts.WAYS.values()]
    assert [*zip(facts.WAYS, ways, strict=True)][:2] == [(w, w) for w in ways[:2]]
