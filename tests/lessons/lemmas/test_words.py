"""Every sentence on a lemma is read by a parser that checks it against the graph."""

from functools import cache
from itertools import islice
from random import Random

import pytest

from marvel_widgets import Dag, gallery
from marvel_widgets.lessons.lemmas.pictures import (
    lemma_drawing,
    lemma_svg,
    lemma_text,
    plain_drawing,
    subset_reason,
)
from marvel_widgets.lessons.lemmas.words import TITLES, check_words, lemma_question, title_words
from marvel_widgets.theory.lemma_checks import (
    LEMMAS,
    PLACES,
    ROLES,
    check_lemma,
    role_choices,
    shown_lattice,
)
from tests.lessons.lemmas.reader import Reader, read_check
from tests.reference.checks import TRAPS


def named(dag):
    """Return a graph whose names are words."""
    return Dag.from_parent_masks(dag.parent_masks, [f"V{i}" for i in range(len(dag))])


def graphs():
    rng = Random(11)
    of_gallery = (dag for dag in gallery.values() if len(dag) <= 10)  # all sets are tried
    chosen = [dag for dag in of_gallery if dag.max_boundary_size <= 7]
    chosen += [Dag([(f"V{a}", f"V{b}") for a, b in sorted(g.edges)]) for g in TRAPS.values()]
    for _ in range(8):
        p = rng.randint(4, 7)
        chosen.append(named(Dag.random_fixed_in_degree(p, rng.randint(1, 3), rng)))
    return [*chosen, Dag("A; B -> C")]


def castings(dag, lemma):
    """Yield castings: all of the first role, and some of the others."""
    stack = [()]
    while stack:
        chosen = stack.pop()
        options = role_choices(dag, lemma, chosen)
        if not options:
            if chosen and (len(chosen) == len(ROLES[lemma]) or len(chosen) == 1):
                yield chosen
            continue
        stack += [(*chosen, name) for name in (options if not chosen else options[:3])]


READERS = [Reader(dag) for dag in graphs()]


@cache
def sentences_read(lemma):
    """Read all that is said on many castings; return how many, and the patterns that were met."""
    read, met = 0, set()
    for reader in READERS:
        reader.used.clear()
        for chosen in islice(castings(reader.dag, lemma), 25):
            check = check_lemma(reader.dag, lemma, *chosen)
            read_check(reader, check, check_words(reader.dag, check))
            read += 1
        met |= reader.used
    return read, frozenset(met)


@pytest.mark.parametrize("lemma", LEMMAS)
def test_every_sentence_is_true(lemma):
    assert sentences_read(lemma)[0] > 60


def test_the_reasons_of_each_set_are_those_of_the_oracle():
    """The verdict in the sentence is that of the lattice; its path is in the picture."""
    for reader in READERS[4:24:3]:
        dag = reader.dag
        for lemma in LEMMAS[:4]:
            for chosen in islice(castings(dag, lemma), 3):
                check = check_lemma(dag, lemma, *chosen)
                lattice = shown_lattice(dag, check)
                if lattice is None:
                    continue
                a, b = lattice.family.pair
                for verdict in islice(lattice, 16):
                    given = (*verdict.members, *lattice.family.always)
                    apart = reader.apart(a, b, given)
                    text = subset_reason(dag, check, verdict.members)
                    assert f"{a} and {b} are {'' if apart else 'not '}separated" in text
                    drawing = lemma_drawing(dag, check, verdict.members)
                    states = {mark.name: mark.state for mark in drawing.nodes}
                    assert all(states[v] == "given" for v in given)
                    pair = {v: "subject" if v == check.x else "object" for v in (a, b)}
                    assert {v: states[v] for v in (a, b)} == pair
                    marked = any(mark.state == "path" for mark in drawing.edges)
                    assert marked == (not apart)
                    hidden = lemma_drawing(dag, check, verdict.members, revealed=False)
                    assert all(mark.state == "true" for mark in hidden.edges)


def test_the_question_has_the_true_answer():
    for reader in READERS:
        dag = reader.dag
        for lemma in LEMMAS:
            for chosen in islice(castings(dag, lemma), 6):
                check = check_lemma(dag, lemma, *chosen)
                question = lemma_question(dag, check)
                assert len(set(question.options)) == 2
                true = f"Both sides agree: {question.answer}." in check_words(dag, check)
                if lemma == "boundary-size":
                    true = ("not" not in question.answer) == reader.removable(check.x)
                assert true


def test_before_the_verdict_nothing_is_revealed():
    dag = Dag("X -> Y <- T; Y -> Z; X -> Z")
    for lemma in LEMMAS:
        check = check_lemma(dag, lemma, *role_choices(dag, lemma)[:1])
        text = lemma_text(dag, check, revealed=False)
        assert "agree" not in text
        assert "✓" not in text + lemma_svg(dag, check, revealed=False)
        assert "✗" not in text + lemma_svg(dag, check, revealed=False)
        assert check_words(dag, check)[0] in text


def test_the_twins_hold_all_sentences():
    for dag in graphs()[:10]:
        for lemma in LEMMAS:
            for chosen in islice(castings(dag, lemma), 2):
                check = check_lemma(dag, lemma, *chosen)
                text, picture = lemma_text(dag, check), lemma_svg(dag, check)
                for sentence in check_words(dag, check):
                    assert sentence in text
                    assert escaped(sentence) in picture


def escaped(text):
    from html import escape

    return escape(" ".join(text.split()))


def test_of_a_large_graph_only_the_boundary_is_shown():
    dag = Dag([("X", f"C{i}") for i in range(3)] + [(f"A{i}", f"A{i + 1}") for i in range(70)])
    drawing = lemma_drawing(dag, check_lemma(dag, "condition-1", "X"))
    assert {mark.name for mark in drawing.nodes} == {"X", "C0", "C1", "C2"}
    assert "only" in drawing.title
    assert len(plain_drawing(Dag("A -> B")).nodes) == 2


def test_titles_name_the_labels_of_the_source():
    for lemma in LEMMAS:
        assert title_words(lemma) == f"{TITLES[lemma]} ({PLACES[lemma]})"
