"""One grammar of marks: at most fifteen, each with one meaning and its own look."""

import ast
import re
from itertools import combinations
from pathlib import Path

from marvel_widgets.assessment.facts import ROLES, mark_of
from marvel_widgets.pictures import palette
from marvel_widgets.pictures.drawing import Drawing, EdgeMark, NodeMark, legend
from marvel_widgets.pictures.grammar import EDGE_STYLES, MARKS, NODE_STYLES
from marvel_widgets.pictures.marks import word_shift
from marvel_widgets.pictures.palette import CARD
from tests import drawn_marks
from tests.contrast import contrast_ratio

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "marvel_widgets"
NEUTRAL = {"BLACK", "CARD", "CARD_BORDER", "INK", "GRAY", "FADED"}
ANSWERS = {"INDEPENDENT", "INDEPENDENT_PAPER"}  # of CI tests, in lattices
# Lines of charts have a color for each series: no mark of a graph.
CHARTS = ("pictures/",)


def styles_of(mark):
    return [*mark.nodes.values(), *mark.edges.values()]


def hues_of(mark):
    """Return the colors that a mark has for itself: neither gray nor shared by all."""
    neutral = {getattr(palette, name) for name in NEUTRAL}
    fills = {style.fill for style in mark.nodes.values()}
    return fills | {style.color for style in mark.edges.values()} - neutral


def second_meanings(marks):
    """Return what two marks share: a class, words of a legend, a fill or a line."""
    neutral = {getattr(palette, name) for name in NEUTRAL}
    found = []
    for one, other in combinations(marks, 2):
        for kind in ("nodes", "edges"):
            found += [
                (s, one.name, other.name) for s in {*getattr(one, kind)} & {*getattr(other, kind)}
            ]
        said = {s.meaning for s in styles_of(one)} & {s.meaning for s in styles_of(other)}
        shared = (hues_of(one) & hues_of(other)) - neutral
        found += [(each, one.name, other.name) for each in said | shared]
    return found


# Blue is the pair of a question: what is tested is a ring or a line, what is given a box, or an
# octagon where it blocks.
NAMES = ("object", "given", "blocked at")
KIN = {(palette.BLUE, *pair) for pair in combinations(NAMES, 2)}


def test_there_are_at_most_fifteen_marks_each_with_its_own_classes_words_and_colors():
    assert len(MARKS) <= 15
    assert len({mark.name for mark in MARKS}) == len(MARKS)
    assert {*second_meanings(MARKS)} <= KIN
    assert all(mark.meaning and mark.look and mark.example for mark in MARKS)
    for mark in MARKS:
        dashed = [style.border_dash for style in mark.nodes.values()]
        dashed += [style.dash == "dashed" for style in mark.edges.values()]
        assert any(dashed) == ("dashed" in mark.look), mark.name


def in_the_dark(color):
    """Return a color as the dark theme shows it: `invert(0.92) hue-rotate(180deg)`."""
    turned = [int(color[i : i + 2], 16) / 255 * (1 - 2 * 0.92) + 0.92 for i in (1, 3, 5)]
    weights = 0.213, 0.715, 0.072
    gray = sum(weight * part for weight, part in zip(weights, turned, strict=True))
    parts = [min(1.0, max(0.0, 2 * gray - part)) for part in turned]
    return "#" + "".join(f"{round(255 * part):02X}" for part in parts)


def test_the_filter_is_that_of_the_stylesheet():
    css = (PACKAGE / "widgets/kit/static/app.css").read_text(encoding="utf-8")
    assert "filter: invert(0.92) hue-rotate(180deg);" in css
    assert f"--mw-paper: {in_the_dark(CARD)};" in css


def test_marks_reach_wcag_aa_in_the_dark_too():
    paper = in_the_dark(CARD)
    for state, style in NODE_STYLES.items():
        assert contrast_ratio(in_the_dark(style.text), in_the_dark(style.fill)) >= 4.5, state
        assert contrast_ratio(in_the_dark(style.border), paper) >= 3, state
    for state, edge in EDGE_STYLES.items():
        assert contrast_ratio(in_the_dark(edge.color), paper) >= 3, state
        if edge.under:
            assert contrast_ratio(edge.color, edge.under) >= 3, state
            assert contrast_ratio(in_the_dark(edge.color), in_the_dark(edge.under)) >= 3, state
    # black letters on vermillion would not
    dark = in_the_dark(palette.BLACK), in_the_dark(palette.VERMILLION)
    assert contrast_ratio(*dark) < 4.5


def colors_named(source):
    """Return the colors that Python code names or spells out; neutral ones aside."""
    tree, found = ast.parse(source), set()
    hues = {
        name for name, value in vars(palette).items()
        if name.isupper() and isinstance(value, str) and value.startswith("#")
    } - NEUTRAL - ANSWERS  # fmt: skip
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
            "marvel_widgets.pictures"
        ):
            found |= hues & {alias.name for alias in node.names}
        elif isinstance(node, ast.Attribute) and node.attr in hues:
            found.add(node.attr)
    return found


def test_no_module_outside_pictures_names_a_color():
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        if not name.startswith(CHARTS):
            named = colors_named(path.read_text(encoding="utf-8"))
            if named:
                found[name] = named
    assert found == {}


def test_the_canvas_dresses_its_variables_in_marks_of_the_table():
    css = (PACKAGE / "widgets/editor/static/graph_canvas.css").read_text(encoding="utf-8")
    looks = {*re.findall(r'data-looks~="([\w-]+)"', css)}
    assert looks - {"no-longer", "now", "entered"} <= {*NODE_STYLES}
    # what else it marks is drawn by `on_canvas` from a drawing, as in every picture
    assert looks & {*NODE_STYLES} == {"removable"}


def test_each_look_has_one_meaning():
    assert [said for said in drawn_marks.looks().values() if len(said) > 1] == []


def test_a_legend_says_the_words_of_the_table_and_names_the_subject_of_a_ring():
    marks = NodeMark("X", 30, 30, "given", "its turn"), NodeMark("Y", 90, 30, "object")
    said = [(entry.state, entry.meaning) for entry in legend(Drawing("", 120, 60, marks, ()))]
    assert said == [(s, NODE_STYLES[s].meaning) for s in ("subject", "object", "given")]


def test_each_role_of_a_fact_has_a_mark():
    for role in {*ROLES.values()}:
        assert mark_of(role) in MARKS
    assert [*mark_of("given").nodes] == ["given", "given_many"]
    assert [*mark_of("path").edges] == ["path"]
    assert [*mark_of("missing").edges] == ["missing"]


def test_a_word_stands_on_its_edge_or_beside_it_and_on_no_name():
    def shift(state, at, *others):
        ends = NodeMark("A", 0, 0), NodeMark("B", *at)
        return word_shift(EdgeMark("A", "B", True, state), *ends, (*ends, *others))

    for at in ((300, 0), (0, 300), (200, 200)):
        half = at[0] / 2, at[1] / 2
        assert shift("missing", at) == (0, 0)
        right, down = shift("missing", at, NodeMark("C", *half))  # 44 x 30; the word is 53 x 15
        assert abs(right) >= 48 or abs(down) >= 22
    for at in ((110, 0), (0, 90), (70, 60)):
        right, down = shift("cause", at)
        across = abs(right * at[1] - down * at[0]) / (at[0] ** 2 + at[1] ** 2) ** 0.5
        assert across > 10
    assert shift("compelled", (0, 120)) == (0, 0)  # one letter
    right, down = shift("compelled", (0, 60))  # on so short an edge it would hide the head
    assert (abs(right) > 10, round(down, 9)) == (True, 0)
