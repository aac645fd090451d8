"""The lattice as text and as SVG: each set once, with its own mark, none by color alone."""

import re
from functools import cache
from itertools import combinations
from xml.etree import ElementTree

import pytest

from marvel_widgets import Dag, gallery, networks
from marvel_widgets.core.graphs.search import Search
from marvel_widgets.lessons.lemmas.pictures import lattice_svg
from marvel_widgets.lessons.lemmas.words import MOST_IN_ROWS, is_folded, lattice_text
from marvel_widgets.theory.subset_lattice import family_of, lattice_of
from tests.by_networkx import separated

SVG = "{http://www.w3.org/2000/svg}"


def lattice(dag, x, y, candidates, always=(), *, proper=False):
    masks = dag.mask(candidates), dag.mask(always)
    return lattice_of(
        dag, family_of(dag, Search(dag.position(x), dag.position(y), *masks, proper=proper))
    )


@cache
def examples():
    """Return (graph, lattice, its picture as XML) of many searches."""
    return tuple(
        (dag, found, ElementTree.fromstring(lattice_svg(found))) for dag, found in searches()
    )


def searches():
    for name in ("collider", "condition-2-trap", "asia", "sachs", "smallest-boundary-fails"):
        dag = gallery[name]
        for x, y in list(combinations(dag.nodes, 2))[::7]:
            others = [v for v in dag.nodes if v not in (x, y)]
            for size in range(min(len(others), 7) + 1):
                yield dag, lattice(dag, x, y, others[:size], others[size : size + 1])
                yield dag, lattice(dag, x, y, others[:size], proper=True)


def expected_mark(dag, found, members):
    family = found.family
    if family.search.proper and len(members) == len(family.candidates):
        return "not proper"
    apart = separated(dag, *family.pair, {*members, *family.always})
    return "✓ separates" if apart else "✗ does not"


def sets_in(text):
    """Return (members, mark) of each set of a text or tooltip."""
    found = re.findall(r"{([^{}]*)}(?: \+ {[^{}]*})?:? (✓ separates|✗ does not|not proper)", text)
    return [(tuple(filter(None, names.split(", "))), mark) for names, mark in found]


def all_sets(found):
    candidates = found.family.candidates
    return [s for k in range(len(candidates) + 1) for s in combinations(candidates, k)]


def test_every_set_is_written_once_with_its_verdict():
    for dag, found, _ in examples():
        if is_folded(found):
            continue
        wanted = [(s, expected_mark(dag, found, s)) for s in all_sets(found)]
        written = lattice_text(found)
        if not found.family.candidates:  # then what is always given is the set
            wanted = [(found.family.always, wanted[0][1])]
            assert written.startswith("The only set that could")
        assert sets_in(written.split("\n", 1)[1]) == wanted
        separating = [s for s, mark in wanted if mark == "✓ separates"]
        assert written.count("the first") == bool(separating)
        if separating:
            first = "{" + ", ".join(separating[0]) + "} ✓ separates, the first"
            assert first in written


def test_every_set_is_drawn_once_with_its_verdict():
    words = {"✓ separates": "independent", "✗ does not": "dependent", "not proper": "not proper"}
    for dag, found, picture in examples():
        if is_folded(found):
            continue
        drawn = {}
        for group in picture.iter(f"{SVG}g"):
            ((members, mark),) = sets_in(group.find(f"{SVG}title").text)
            lines = [text.text for text in group.iter(f"{SVG}text")]
            if not found.family.candidates:
                assert members == found.family.always
                members, lines[0] = (), "{}"
            assert lines == ["{" + ", ".join(members) + "}", words[mark]]
            frame = group.find(f"{SVG}rect")
            drawn[members] = mark, frame.get("stroke-width"), frame.get("stroke-dasharray")
        assert {s: drawn[s][0] for s in drawn} == {
            s: expected_mark(dag, found, s) for s in all_sets(found)
        }
        # without color: the marks differ in width and dashes, and in words
        for mark, width, dash in drawn.values():
            assert (mark == "not proper") == (dash == "2 4")
            assert (mark == "✓ separates") == (float(width) > 2)


def test_rows_go_by_size_and_nothing_overlaps_or_leaves_the_card():
    for _, _, picture in examples():
        width, height = float(picture.get("width")), float(picture.get("height"))
        frames = [group.find(f"{SVG}rect") for group in picture.iter(f"{SVG}g")]
        boxes = [[float(f.get(k)) for k in ("x", "y", "width", "height")] for f in frames]
        for x, y, wide, high in boxes:
            assert x > 0
            assert x + wide < width
            assert y + high < height
        for a, b in combinations(boxes, 2):
            apart = a[0] + a[2] < b[0] or b[0] + b[2] < a[0] or a[1] + a[3] < b[1]
            assert apart or b[1] + b[3] < a[1]
        sizes = [g.find(f"{SVG}title").text.count(",") for g in picture.iter(f"{SVG}g")]
        assert [box[1] for box in boxes] == sorted(box[1] for box in boxes)
        assert len(sizes) == len(boxes)


def test_long_names_are_wrapped_into_rows():
    names = [f"a rather long name {i}" for i in range(7)]
    dag = Dag([(names[0], name) for name in names[1:]])
    found = lattice(dag, names[1], names[2], names[3:])
    picture = ElementTree.fromstring(lattice_svg(found))
    assert float(picture.get("width")) <= 900
    assert len(list(picture.iter(f"{SVG}g"))) == 16


def test_many_sets_are_folded_into_counts():
    folded = 0
    for dag, found, picture in examples():
        if len(found.family.candidates) <= MOST_IN_ROWS:
            assert not is_folded(found)
            continue
        folded += 1
        lines = lattice_text(found).splitlines()[1:]
        shown = [text.text for text in picture.iter(f"{SVG}text")]
        for size, line in enumerate(lines):
            sets = [s for s in all_sets(found) if len(s) == size]
            marks = [expected_mark(dag, found, s) for s in sets]
            counts = re.match(r"  size (\d+): (.*)", line)
            assert int(counts[1]) == size
            if marks == ["not proper"]:
                assert counts[2] == "1 set, not a proper one"
            else:
                n, k = map(int, re.match(r"(\d+) sets?, (\d+) separates?", counts[2]).groups())
                assert (n, k) == (len(sets), marks.count("✓ separates"))
                separating = [s for s, m in zip(sets, marks, strict=True) if m == "✓ separates"]
                first = found.first is not None and len(found.first.members) == size
                assert ("the first is" in line) == first
                if first:
                    assert line.endswith("{" + ", ".join(separating[0]) + "}")
            assert f"size {size}: {counts[2]}" in shown
    assert folded > 10


def test_a_wide_lattice_is_still_a_picture():
    dag = networks.load("insurance")
    x = max(dag.nodes, key=lambda v: len(dag.markov_boundary(v)))
    boundary = sorted(dag.markov_boundary(x))
    found = lattice(dag, x, boundary[0], boundary[1:])
    picture = ElementTree.fromstring(lattice_svg(found))
    assert float(picture.get("width")) < 1300
    assert lattice_text(found).count("size") == len(boundary)


@pytest.mark.parametrize("size", [3, 6])
def test_hidden_verdicts_are_nowhere(size):
    dag = gallery["sachs"]
    found = lattice(dag, "Erk", "Raf", [v for v in dag.nodes if v not in ("Erk", "Raf")][:size])
    for shown in (lattice_text(found, revealed=False), lattice_svg(found, revealed=False)):
        assert not re.search("✓|✗|separates|[0-9] separate|first", shown)
    assert lattice_text(found, revealed=False) != lattice_text(found)


def test_the_chosen_set_has_a_second_frame():
    dag = gallery["asia"]
    found = lattice(dag, "asia", "dysp", ["tub", "smoke", "lung"])
    plain = ElementTree.fromstring(lattice_svg(found))
    chosen = ElementTree.fromstring(lattice_svg(found, ["lung"]))
    for picture, name in ((plain, "{}"), (chosen, "{lung}")):  # at first the empty set is looked at
        framed = [g for g in picture.iter(f"{SVG}g") if len(g.findall(f"{SVG}rect")) == 2]
        assert [g.find(f"{SVG}title").text.split(":")[0] for g in framed] == [name]
