"""What is said of a graph that breaks a claim is read by the careful reader."""

import pytest

from marvel_widgets._data import tables
from marvel_widgets.lessons.lemmas import breaker_words as words
from marvel_widgets.theory.counterexamples import (
    CLAIMS,
    HYPOTHESES,
    Counterexample,
    dags_up_to_renaming,
    search_counterexample,
    smallest_counterexample,
)
from tests.lessons.lemmas.reader import (
    GAP_ONE,
    GAP_TWO,
    LINKS,
    Reader,
    is_gap,
    max_in_degree,
    pattern,
    stays,
)

DROPPED = [(claim, dropped) for claim, some in HYPOTHESES.items() for dropped in some]


def common_child(r):
    return {("X", "Y"), ("T", "Y")} <= set(r.dag.edges)


def smallest_leave(r):
    least = min(len(r.mb(v)) for v in r.dag.nodes)
    return any(r.removable(v) for v in r.dag.nodes if len(r.mb(v)) == least)


# What may follow "in truth", with what the graph says.
TRUTHS = {
    "Y is a neighbor of X": lambda r: "Y" in r.near("X"),
    "Y is a common child of X and T": common_child,
    "Condition 1 holds for X": lambda r: r.holds("1", "X"),
    "Condition 2 holds for X": lambda r: r.holds("2", "X"),
    "X is removable": lambda r: r.removable("X"),
    "Mb(X) has at most as many variables as the maximum in-degree": lambda r: (
        len(r.mb("X")) <= max_in_degree(r.g)
    ),
    "one of the variables with the smallest boundary is removable": smallest_leave,
    "Y and Z stay in each other's boundary when X leaves": lambda r: stays(r, "X", "Y", "Z"),
}
OPPOSITES = {
    "Y is not a neighbor of X": "Y is a neighbor of X",
    "Y is not a common child of X and T": "Y is a common child of X and T",
    "Condition 1 fails for X": "Condition 1 holds for X",
    "Condition 2 fails for X": "Condition 2 holds for X",
    "X is not removable": "X is removable",
    "Mb(X) has more variables than the maximum in-degree": (
        "Mb(X) has at most as many variables as the maximum in-degree"
    ),
    "none of the variables with the smallest boundary is removable": (
        "one of the variables with the smallest boundary is removable"
    ),
    "Y and Z do not stay in each other's boundary when X leaves": (
        "Y and Z stay in each other's boundary when X leaves"
    ),
}


def is_so(r, clause):
    return not TRUTHS[OPPOSITES[clause]](r) if clause in OPPOSITES else TRUTHS[clause](r)


def reads_verdict(r, c):
    assert is_so(r, c["truth"])
    return not is_so(r, c["says"])


def reads_stored(r, c):
    assert r.apart("X", "T", c["S"])
    return c["S"] - r.mb("X") == {c[key] for key in ("k",) if key in c}


def reads_changed(r, c):
    without = Reader(r.dag.without(c["x"]))
    before, after = (q.apart(c["a"], c["b"], c["S"]) for q in (r, without))
    revealed = bool(c["no"])
    return before != after and before != revealed and not r.removable(c["x"])


FOUND = {
    "size": (
        pattern(
            "A smallest counterexample has <n#> variables? and <m#> edges?: (?P<text>[^.]+)\\. No "
            "graph with fewer variables breaks the claim(, and none with <n#> variables and fewer "
            "edges|)\\."
        ),
        lambda r, c: (c["n"], c["m"]) == (len(r.dag), r.dag.edge_count),
    ),
    "verdict": (
        pattern(
            "Without the hypothesis the claim says that (?P<says>.*?)\\. In truth (?P<truth>.*?)\\."
        ),
        reads_verdict,
    ),
    "inside": (pattern("S is <S:>, inside Mb\\(X\\)\\."), reads_stored),
    "outside": (pattern("S is <S:>, not inside Mb\\(X\\), which lacks <k>\\."), reads_stored),
    "changed": (
        pattern(
            "<x> is not removable: <S:> (separates|does(?P<no> not) separate) <a> and <b>, but "
            "without <x> in the graph it (does|does not)\\."
        ),
        reads_changed,
    ),
    "boundary": (
        pattern("Mb\\(<x>\\) has <n#> variables?; the maximum in-degree is <d#>\\."),
        lambda r, c: (c["n"], c["d"]) == (len(r.mb(c["x"])), max_in_degree(r.g)),
    ),
    "gap 1": (pattern(f"In the graph: {GAP_ONE}\\."), lambda r, c: is_gap(r, "X", c)),
    "gap 2": (pattern(f"In the graph: {GAP_TWO}\\."), lambda r, c: is_gap(r, "X", c)),
    "separates": (
        pattern("<S:> separates <a> and <b>\\."),
        lambda r, c: r.apart(c["a"], c["b"], c["S"]),
    ),
    "does not": (
        pattern("<S:> does not separate <a> and <b>\\."),
        lambda r, c: not r.apart(c["a"], c["b"], c["S"]),
    ),
    "no set": (
        pattern(
            "No (?P<proper>proper |)subset of <C:>(, together with <F:>,|) separates <a> and <b>\\."
        ),
        lambda r, c: r.none_separates(
            c["a"], c["b"], c["C"], c.get("F", ()), proper=bool(c["proper"])
        ),
    ),
}
WITHOUT = "Without X in the graph: "


def read_found(dag, sentences):
    used = set()
    for sentence in sentences:
        reader, known = Reader(dag), FOUND
        if sentence.startswith(WITHOUT):
            reader, known = Reader(dag.without("X")), LINKS
            sentence = sentence.removeprefix(WITHOUT)
        reader.read(sentence, known)
        used |= reader.used
    return used


def counterexamples():
    """The smallest ones, and those at every other place where a small graph breaks a claim."""
    for claim, dropped in DROPPED:
        yield smallest_counterexample(claim, dropped)
        for p in range(2, 5):
            for dag in dags_up_to_renaming(p):
                for where in CLAIMS[claim](dag, dropped):
                    yield named(claim, dropped, dag, where)


def named(claim, dropped, dag, where):
    names = {place: role for role, place in where.roles}
    others = iter("ABCDEF")
    labels = [names.get(v) or next(others) for v in range(len(dag))]
    from marvel_widgets import Dag

    return Counterexample(claim, dropped, Dag.from_parent_masks(dag.parent_masks, labels), where)


def test_every_sentence_is_true():
    used = set()
    for found in counterexamples():
        used |= read_found(found.dag, words.found_words(found))
    assert used == {*FOUND, "child", "no link"} | (used & {"edge"})


def test_every_claim_and_hypothesis_has_its_own_words():
    wholes = [words.whole_claim_words(claim) for claim in HYPOTHESES]
    weaker = [words.whole_claim_words(*pair) for pair in DROPPED]
    assert len({*wholes, *weaker}) == len(wholes) + len(weaker)
    for claim in tables("lessons/lemmas/claims.toml").values():
        changed = [was for each in claim["without"].values() for was in each.get("changes", ())]
        assert [claim["whole"].count(was) for was in changed] == [1] * len(changed)
    for claim, some in HYPOTHESES.items():
        assert len({words.hypothesis_words(claim, name) for name in some}) == len(some)
        assert words.claim_place(claim) in words.claim_sentences(claim, None)[0]
        for name in some:
            lines = words.claim_sentences(claim, name)
            assert words.hypothesis_words(claim, name) in lines[1]
    assert set(words.CLAIM_TITLES) == set(HYPOTHESES)


@pytest.mark.parametrize("pair", DROPPED, ids=" without ".join)
def test_the_question_knows_the_answer(pair):
    *_, last = search_counterexample(*pair)
    question = words.breaker_question(*pair, 5, last.found)
    assert question.answer == f"{last.variables} variables"
    assert len(set(question.options)) == 6


def test_the_question_where_nothing_breaks():
    question = words.breaker_question("neighbor", None, 3, None)
    assert question.answer == "no graph with up to 3 variables breaks it" in question.options
    assert question.because == words.nothing_words(3)


def test_nothing():
    assert "up to 5 variables" in words.nothing_words(5)
    with pytest.raises(ValueError, match="no hypothesis 'x'"):
        words.whole_claim_words("neighbor", "x")
