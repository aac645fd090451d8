"""Pictures: well-formed whatever the names, the same for the same content, readable by all."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from math import cos, dist, radians, sin
from typing import get_args
from xml.etree import ElementTree

import pytest

from marvel_widgets.pictures.card import legend_svg
from marvel_widgets.pictures.drawing import (
    Drawing,
    EdgeMark,
    NodeMark,
    Side,
    alternative_text,
    legend,
)
from marvel_widgets.pictures.grammar import EDGE_STYLES, NODE_STYLES
from marvel_widgets.pictures.palette import (
    CARD,
    CARD_BORDER,
    GRAY,
    INK,
    EdgeState,
    NodeState,
    printable,
    short_name,
    text_width,
)
from marvel_widgets.pictures.pills import NAME_SIZE, PILL_HEIGHT, pill_width
from marvel_widgets.pictures.svg import side_by_side, to_svg
from tests.contrast import contrast_ratio

SVG = "{http://www.w3.org/2000/svg}"
POLYGON = f"{SVG}polygon"
HOSTILE = [
    '<script>alert("x")</script>',
    "&amp; & < > ' \"",
    "]]><!--",
    "\x00\x07\x1b\ud800\uffff",
    "\u202eright to left\u2066",
    "a very long name " * 20,
    "line\nbreak\ttab",
    "漢字仮名",
    "",
]


def picture(**states: str) -> Drawing:
    marks = tuple(
        NodeMark(name, 40.0 + 80 * i, 50.0, state)  # type: ignore[arg-type]
        for i, (name, state) in enumerate(states.items())
    )
    lines = tuple(EdgeMark(a.name, b.name) for a, b in pairwise(marks))
    return Drawing("Chain", 80 * len(marks), 100, marks, lines)


def hostile() -> Drawing:
    states = get_args(NodeState)
    nodes = tuple(
        NodeMark(name, 60.0 + 90 * i, 60.0, states[i % len(states)], note=name)
        for i, name in enumerate(HOSTILE)
    )
    edges = tuple(EdgeMark(a, b) for a, b in pairwise(HOSTILE))
    return Drawing(HOSTILE[0], 900, 140, nodes, edges)


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def numbers(path: str) -> list[float]:
    return [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", path)]


# -- palette ----------------------------------------------------------------------------------


def test_every_state_has_a_style() -> None:
    assert tuple(NODE_STYLES) == get_args(NodeState)
    assert tuple(EDGE_STYLES) == get_args(EdgeState)


@pytest.mark.parametrize("state", get_args(NodeState))
def test_node_colors_reach_wcag_aa(state: NodeState) -> None:
    style = NODE_STYLES[state]
    assert contrast_ratio(style.text, style.fill) >= 4.5
    assert contrast_ratio(style.border, CARD) >= 3


@pytest.mark.parametrize("state", get_args(EdgeState))
def test_edge_colors_reach_wcag_aa(state: EdgeState) -> None:
    assert contrast_ratio(EDGE_STYLES[state].color, CARD) >= 3


def test_plain_ink_reaches_wcag_aa() -> None:
    assert contrast_ratio(INK, CARD) >= 4.5
    assert contrast_ratio(GRAY, CARD) >= 4.5
    assert contrast_ratio(CARD_BORDER, CARD) >= 3


def test_states_differ_without_color() -> None:
    for one, two in combinations(NODE_STYLES.values(), 2):
        assert (
            one.shape != two.shape
            or one.border_dash != two.border_dash
            or one.letter != two.letter
            or abs(one.border_width - two.border_width) >= 2
            or contrast_ratio(one.fill, two.fill) >= 2  # in gray, too
        ), (one, two)
    for first, second in combinations(EDGE_STYLES.values(), 2):
        assert (
            first.dash != second.dash
            or (first.arrow, first.hollow, first.both) != (second.arrow, second.hollow, second.both)
            or (first.sign, bool(first.under)) != (second.sign, bool(second.under))
            or abs(first.width - second.width) >= 1.5
        ), (first, second)


def test_meanings_are_unique_for_each_kind() -> None:
    for styles in (NODE_STYLES, EDGE_STYLES):
        assert len({style.meaning for style in styles.values()}) == len(styles)


# -- names ------------------------------------------------------------------------------------


def test_long_names_are_cut_in_the_label_only() -> None:
    name = "a name longer than any label"
    drawing = Drawing("", 200, 100, (NodeMark(name, 100, 50),), ())
    svg = to_svg(drawing)
    assert short_name(name) in texts(svg)
    assert short_name(name).endswith("…")
    assert name not in texts(svg)
    titles = [element.text for element in ElementTree.fromstring(svg).iter(f"{SVG}title")]
    assert any(title and title.startswith(name) for title in titles)


def test_printable_leaves_nothing_that_xml_forbids() -> None:
    everything = "".join(map(chr, range(0x3000))) + "\ud800\udfff\ufffe\uffff\U0001f600"
    clean = printable(everything)
    ElementTree.fromstring(f"<a>{clean.replace('&', '').replace('<', '')}</a>")
    clean.encode("utf-8")
    assert "\u202e" not in clean
    assert "\U0001f600" in clean


def test_text_width_counts_letters_by_their_kind() -> None:
    assert text_width("") == 0
    assert text_width("e\u0301") == text_width("e")
    assert text_width("漢") > text_width("e")
    assert text_width("ab", 24) == 2 * text_width("ab", 12)


# -- drawing ----------------------------------------------------------------------------------


def test_alternative_text_names_edges_states_and_notes() -> None:
    text = alternative_text(picture(X="subject", Y="given", Z="idle"))
    assert text.startswith("Chain: 3 variables, 2 edges.")
    assert "X to Y, Y to Z" in text
    assert f"{NODE_STYLES['given'].meaning}: Y".lower() in text.lower()
    assert NODE_STYLES["idle"].meaning not in text.lower()


def test_alternative_text_of_many_edges_names_the_marked_ones() -> None:
    nodes = tuple(NodeMark(str(i), 10.0 * i, 10.0) for i in range(40))
    plain = tuple(EdgeMark(str(i), str(i + 1)) for i in range(39))
    many = Drawing("", 400, 20, nodes, plain)
    assert "0 to 1" not in alternative_text(many)
    marked = (EdgeMark("0", "1", state="path"), *plain[1:])
    assert "0 to 1 (open path)" in alternative_text(Drawing("", 400, 20, nodes, marked))


def test_a_given_alternative_text_is_kept() -> None:
    drawing = Drawing("t", 60, 60, (NodeMark("X", 30, 30),), (), alt="Only X.")
    assert "<desc>Only X." in to_svg(drawing)


def test_legend_lists_states_present_once_and_tells_the_kinds_apart() -> None:
    nodes = (NodeMark("A", 0, 0, "removed"), NodeMark("B", 9, 9), NodeMark("C", 5, 5))
    entries = legend(Drawing("", 10, 10, nodes, (EdgeMark("A", "B", state="removed"),)))
    assert [(kind, state) for kind, state, _ in entries] == [
        ("node", "idle"),
        ("node", "removed"),
        ("edge", "removed"),
    ]


def test_drawings_that_make_no_sense_are_refused() -> None:
    x = NodeMark("X", 0, 0)
    with pytest.raises(ValueError, match="same name"):
        Drawing("d", 10, 10, (x, x), ())
    with pytest.raises(ValueError, match="'Q' has an end outside"):
        Drawing("d", 10, 10, (x,), (EdgeMark("X", "Q"),))


# -- svg --------------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [0.5, 1.0, 1.5])
def test_hostile_names_stay_data(scale: float) -> None:
    svg = to_svg(hostile(), scale=scale)
    root = ElementTree.fromstring(svg)
    svg.encode("utf-8")
    used = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert used <= {"svg", "title", "desc", "rect", "g", "path", "polygon", "circle", "text"}
    attributes = {name for element in root.iter() for name in element.attrib}
    assert not {name for name in attributes if name.startswith("on") or "href" in name}


def test_pictures_need_no_ids_nor_anything_from_outside() -> None:
    svg = to_svg(hostile())
    assert not re.search(r"\bid=|url\(|href|@import", svg)
    assert svg.count("http") == 1  # the namespace


def test_the_root_says_what_it_shows() -> None:
    drawing = picture(X="subject", Y="idle")
    root = ElementTree.fromstring(to_svg(drawing, scale=1.5))
    assert root.attrib["role"] == "img"
    assert root[0].tag == f"{SVG}title"
    assert root[0].text == "Chain"
    assert root[1].tag == f"{SVG}desc"
    assert (root[1].text or "").strip() == drawing.description
    box = numbers(root.attrib["viewBox"])
    assert float(root.attrib["width"]) == pytest.approx(1.5 * box[2], abs=0.1)


def test_equal_drawings_give_equal_text_with_one_decimal() -> None:
    assert to_svg(hostile()) == to_svg(hostile())
    odd = Drawing("", 100, 100, (NodeMark("A", 100 / 3, 200 / 7),), ())
    assert not re.search(r"\d\.\d\d", to_svg(odd).split("<text")[0].split("<rect")[2])
    assert "-0 " not in to_svg(odd)


def test_letters_are_at_least_12_px() -> None:
    svg = to_svg(hostile()) + side_by_side([hostile()], caption="words")
    assert min(map(float, re.findall(r'font-size="([\d.]+)"', svg))) >= 12


@pytest.mark.parametrize("name", ["X", "PIP3", "smoke", "WWWWWWWWWWWWWWWWWW", "iiii", "漢字仮名"])
def test_names_stand_inside_their_pills(name: str) -> None:
    root = ElementTree.fromstring(to_svg(Drawing("", 300, 100, (NodeMark(name, 150, 50),), ())))
    (text,) = root.iter(f"{SVG}text")
    pill = next(rect for rect in root.iter(f"{SVG}rect") if rect.get("rx") == "15")
    x, y, wide, high = (float(pill.attrib[key]) for key in ("x", "y", "width", "height"))
    assert (x + wide / 2, y + high / 2, high) == (150, 50, PILL_HEIGHT)
    assert wide == pill_width(name) >= text_width(name, NAME_SIZE) + 16
    assert (float(text.attrib["x"]), text.attrib["text-anchor"]) == (150, "middle")
    assert y + NAME_SIZE / 2 < float(text.attrib["y"]) < y + high - 6


def borders(svg: str) -> tuple[list[tuple[float, float]], float]:
    """Return the border of the last pill in a picture as spots, and the width of its line."""
    root = ElementTree.fromstring(svg)
    if polygons := list(root.iter(POLYGON)):
        glyph = polygons[-1]
        flat = numbers(glyph.attrib["points"])
        corners = list(zip(flat[::2], flat[1::2], strict=True))
    else:
        glyph = [rect for rect in root.iter(f"{SVG}rect") if rect.get("rx") == "15"][-1]
        x, y, wide, high = (float(glyph.attrib[k]) for k in ("x", "y", "width", "height"))
        round_ends = [(x + wide - 15, -90), (x + 15, 90)]
        corners = [
            (middle + 15 * cos(radians(turn + a)), y + high / 2 + 15 * sin(radians(turn + a)))
            for middle, turn in round_ends
            for a in range(181)
        ]
    spots = [
        (ax + i / 50 * (bx - ax), ay + i / 50 * (by - ay))
        for (ax, ay), (bx, by) in pairwise([*corners, corners[0]])
        for i in range(50)
    ]
    return spots, float(glyph.attrib["stroke-width"])


@pytest.mark.parametrize("bend", [0.0, 40.0, -75.0])
@pytest.mark.parametrize("head", [(140, 170), (230, 55), (40, 140)])
@pytest.mark.parametrize("state", get_args(NodeState))
def test_arrows_end_at_the_border_of_the_glyph(
    state: NodeState, head: tuple[int, int], bend: float
) -> None:
    nodes = (NodeMark("A", 40, 40), NodeMark("a longer one", *head, state))
    edge = EdgeMark("A", "a longer one", bend=bend)
    svg = to_svg(Drawing("", 300, 220, nodes, (edge,)), legend=False)
    color = EDGE_STYLES["true"].color
    arrow = re.search(rf'<polygon points="([^"]+)" fill="{color}"/>', svg)
    assert arrow
    tip = tuple(numbers(arrow[1])[:2])
    spots, wide = borders(to_svg(Drawing("", 300, 220, nodes, ()), legend=False))
    away = min(dist(tip, spot) for spot in spots)
    # the border is a line: its outer side is half of its width away, and more at a slant
    assert away <= 1.3 * wide / 2 + 0.3
    assert abs(tip[0] - head[0]) > pill_width("a longer one") / 2 or abs(tip[1] - head[1]) > 3


def test_undirected_edges_have_no_arrowhead() -> None:
    nodes = (NodeMark("A", 40, 40), NodeMark("B", 140, 40))

    def heads(directed: bool, state: EdgeState) -> int:
        edges = (EdgeMark("A", "B", directed, state),)
        return to_svg(Drawing("", 200, 80, nodes, edges), legend=False).count("<polygon")

    assert heads(True, "true") == 1
    assert heads(False, "new") == 0
    assert heads(True, "undirected") == 0


def test_the_legend_explains_special_states_only_when_there_are_any() -> None:
    meaning = NODE_STYLES["idle"].meaning
    assert meaning not in texts(to_svg(picture(X="idle", Y="idle")))
    special = picture(X="idle", Y="blocking")
    assert {meaning, NODE_STYLES["blocking"].meaning} <= set(texts(to_svg(special)))
    assert meaning not in texts(to_svg(special, legend=False))


def test_panels_stand_beside_each_other_with_their_titles_and_one_legend() -> None:
    first = picture(X="subject", Y="idle")
    second = Drawing("Other", 100, 140, (NodeMark("Q", 50, 50, "subject"),), ())
    svg = side_by_side([first, second], caption="Both show the same. " * 12)
    root = ElementTree.fromstring(svg)
    box = numbers(root.attrib["viewBox"])
    shown = texts(svg)
    assert box[2] == first.width + second.width
    assert box[3] > second.height
    assert {"Chain", "Other"} <= set(shown)
    assert shown.count(NODE_STYLES["subject"].meaning) == 1
    caption = [text for text in shown if "same" in text]
    assert len(caption) > 1
    assert all(text_width(line, 13) <= box[2] for line in caption)
    assert all(d.description in (root[1].text or "") for d in (first, second))


def test_a_narrow_picture_leaves_its_caption_room() -> None:
    picture, words = Drawing("", 100, 60, (NodeMark("X", 30, 30),), ()), "word " * 40
    sizes = []
    for least in (0.0, 300.0):
        root = ElementTree.fromstring(side_by_side([picture], caption=words, least=least))
        sizes.append((float(root.get("width", 0)), float(root.get("height", 0))))
    assert [width for width, _ in sizes] == [100, 300]
    assert sizes[1][1] < sizes[0][1] / 2
    wide = Drawing("", 400, 60, (NodeMark("X", 30, 30),), ())
    same = [side_by_side([wide], caption=words, least=least) for least in (0.0, 300.0)]
    assert same[0] == same[1]


def test_a_note_stands_on_the_side_that_it_is_told() -> None:
    found = set()
    for side in get_args(Side):
        mark = NodeMark("X", 60, 60, note="2nd", side=side)
        root = ElementTree.fromstring(to_svg(Drawing("", 120, 120, (mark,), ())))
        (note,) = (text for text in root.iter(f"{SVG}text") if text.text == "2nd")
        x, y = float(note.get("x", 0)), float(note.get("y", 0)) - 4.2
        assert (x > 60) == ("e" in side)
        assert (x < 60) == ("w" in side)
        assert (y > 60 + PILL_HEIGHT / 2) == ("s" in side)
        assert (y < 60 - PILL_HEIGHT / 2) == ("n" in side)
        found.add((x, y))
    assert len(found) == len(get_args(Side))


def test_a_removed_variable_keeps_its_name_and_gets_a_badge() -> None:
    mark = NodeMark("smoke", 60, 60, "removed", out=12, side="sw")
    drawing = Drawing("", 120, 120, (mark,), ())
    svg = to_svg(drawing, legend=False)
    assert texts(svg) == ["smoke", "12"]
    (badge,) = ElementTree.fromstring(svg).iter(f"{SVG}circle")
    assert float(badge.attrib["cx"]) < 60 < float(badge.attrib["cy"])
    assert "Removed: smoke out 12." in drawing.description
    assert "smoke, removed, out 12" in svg


def test_side_by_side_needs_a_drawing() -> None:
    with pytest.raises(ValueError, match="at least one"):
        side_by_side([])


# -- the legend alone -------------------------------------------------------------------------


def every_state() -> list[Drawing]:
    nodes = [
        Drawing(state, 60, 60, (NodeMark("X", 30, 30, state),), ()) for state in get_args(NodeState)
    ]
    ends = (NodeMark("X", 30, 30), NodeMark("Y", 90, 30))
    edges = [
        Drawing(state, 120, 60, ends, (EdgeMark("X", "Y", state=state),))
        for state in get_args(EdgeState)
    ]
    return [*reversed(edges), *reversed(nodes)]


def test_legend_entries_stand_once_in_the_order_of_the_palette() -> None:
    entries = legend(*every_state())
    assert [entry.state for entry in entries] == [*NODE_STYLES, *EDGE_STYLES]
    assert [entry.kind for entry in entries] == ["node"] * len(NODE_STYLES) + ["edge"] * len(
        EDGE_STYLES
    )


@pytest.mark.parametrize("width", [50.0, 320.0, 580.0, 1200.0])
def test_the_legend_alone_explains_every_state_within_its_card(width: float) -> None:
    svg = legend_svg(every_state(), width=width)
    root = ElementTree.fromstring(svg)
    _, _, wide, high = numbers(root.attrib["viewBox"])
    meanings = [style.meaning for style in (*NODE_STYLES.values(), *EDGE_STYLES.values())]
    words = [e for e in root.iter(f"{SVG}text") if e.get("text-anchor") == "start"]
    assert [element.text for element in words] == meanings
    longest = max(text_width(meaning) for meaning in meanings)
    assert wide == width or width < longest < wide < longest + 80
    spots = []
    for element in words:
        x, y = float(element.attrib["x"]), float(element.attrib["y"])
        assert x + text_width(element.text or "") <= wide
        assert 12 <= y <= high - 4
        spots.append((y, x))
    assert spots == sorted(spots)
    rows = {y for y, _ in spots}
    assert len(rows) == 1 + sum(one[0] < two[0] for one, two in pairwise(spots))
    assert len(rows) > 1


@pytest.mark.parametrize("state", get_args(NodeState))
def test_the_sample_of_a_variable_looks_like_it(state: NodeState) -> None:
    style = NODE_STYLES[state]
    drawing = Drawing("", 60, 60, (NodeMark("X", 30, 30, state),), ())
    root = ElementTree.fromstring(legend_svg([drawing], width=500))
    sample = root[3]
    in_picture = ElementTree.fromstring(to_svg(drawing, legend=False)).find(f".//{SVG}g/{SVG}g")
    assert in_picture is not None
    assert sample.tag == in_picture[1].tag
    assert (sample.attrib["fill"], sample.attrib["stroke"]) == (style.fill, style.border)
    assert ("stroke-dasharray" in sample.attrib) == style.border_dash


@pytest.mark.parametrize("state", get_args(EdgeState))
def test_the_sample_of_an_edge_looks_like_it(state: EdgeState) -> None:
    style = EDGE_STYLES[state]
    ends = (NodeMark("X", 30, 30), NodeMark("Y", 90, 30))
    drawing = Drawing("", 120, 60, ends, (EdgeMark("X", "Y", state=state),))
    root = ElementTree.fromstring(legend_svg([drawing], width=500))
    *band, sample = root.iter(f"{SVG}path")
    assert [path.attrib["stroke"] for path in band] == ([style.under] if style.under else [])
    assert sample.attrib["stroke"] == style.color
    assert float(sample.attrib["stroke-width"]) == style.width
    assert ("stroke-dasharray" in sample.attrib) == (style.dash != "solid")
    assert len(list(root.iter(f"{SVG}polygon"))) == style.arrow + style.both


def test_the_legend_alone_is_an_image_with_a_title_on_a_white_card() -> None:
    nodes = (NodeMark("A", 0, 0, "removed"), NodeMark("B", 9, 9))
    drawing = Drawing("", 10, 10, nodes, (EdgeMark("A", "B", state="removed"),))
    svg = legend_svg([drawing], width=500)
    root = ElementTree.fromstring(svg)
    assert root.attrib["role"] == "img"
    assert [root[0].tag, root[0].text] == [f"{SVG}title", "Legend"]
    assert root[1].tag == f"{SVG}desc"
    words = "Variables: remaining variable; removed. Edges: edge of a removed variable."
    assert root[1].text == words
    assert root[2].attrib["fill"] == CARD
    assert not re.search(r"\bid=|url\(|href|@import", svg)


def test_the_legend_alone_explains_plain_states_and_is_empty_without_any() -> None:
    assert NODE_STYLES["idle"].meaning in texts(legend_svg([picture(X="idle")], width=300))
    assert legend_svg([], width=300) == ""
    assert legend_svg([Drawing("", 10, 10, (), ())], width=300) == ""


@pytest.mark.parametrize("state", ["astray", "lost"])
def test_what_went_wrong_is_ringed_and_has_a_sign(state: EdgeState) -> None:
    """A color and a pattern of dashes alone are overlooked."""
    ends = (NodeMark("X", 30, 30), NodeMark("Y", 90, 30))
    drawing = Drawing("", 120, 60, ends, (EdgeMark("X", "Y", state=state),))
    root = ElementTree.fromstring(to_svg(drawing, legend=False))
    (ring,) = root.iter(f"{SVG}circle")
    strokes = {
        tuple(float(line.attrib[name]) for name in ("x1", "y1", "x2", "y2"))
        for line in root.iter(f"{SVG}line")
    }
    middle = float(ring.attrib["cx"]), float(ring.attrib["cy"])
    assert 45 < middle[0] < 75
    assert middle[1] == 30
    assert len(strokes) == {"astray": 2, "lost": 1}[state]
    for x1, y1, x2, y2 in strokes:
        assert ((x1 + x2) / 2, (y1 + y2) / 2) == middle
