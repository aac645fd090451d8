"""Charts: every number where its axis says, every series told apart without color."""

import re
from fractions import Fraction
from itertools import combinations, pairwise
from math import log10
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets.pictures.charts.chart import (
    SERIES_STYLES,
    Axis,
    BarChart,
    Bars,
    Limit,
    LineChart,
    Series,
    even_ticks,
    log_ticks,
    number_words,
)
from marvel_widgets.pictures.charts.svg import chart_svg
from marvel_widgets.pictures.palette import BLUE, CARD, text_width
from tests.contrast import contrast_ratio

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = ["<script>", "&amp;", "\x00\u202e", "a very long name " * 20, '"', ""]


def tree(chart):
    return ElementTree.fromstring(chart_svg(chart))


def texts(chart):
    return {element.text: element for element in tree(chart).iter(f"{SVG}text")}


def number_at(words):
    """Return the number that a tick says, read back from its words."""
    plain = words.replace(",", "")
    raised = plain[2:].translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789"))
    if raised != plain[2:]:
        return 10.0 ** int(raised)
    return float(plain)


@pytest.mark.parametrize("log", [False, True])
def test_points_lie_where_the_numbers_of_the_axes_say(log):
    points = ((2, 3), (5, 40), (11, 700))
    chart = LineChart("t", "across", "up", (Series("s", points),), log_y=log)
    found = tree(chart)
    marks = [
        (float(c.get("cx")), float(c.get("cy")))
        for c in found.iter(f"{SVG}circle")
        if c.get("cy") != "0"  # without the legend's
    ]
    ticks = [t for t in found.iter(f"{SVG}text") if t.get("text-anchor") == "end"]
    heights = [(number_at(t.text), float(t.get("y")) - 4) for t in ticks]
    (a, ya), (b, yb) = heights[0], heights[-1]
    scale = log10 if log else float
    for (_, y), (_, shown) in zip(points, marks, strict=True):
        share = (scale(y) - scale(a)) / (scale(b) - scale(a))
        assert shown == pytest.approx(ya + share * (yb - ya), abs=0.3)
    gaps = [
        (right[0] - left[0]) / (to[0] - start[0])
        for (start, to), (left, right) in zip(pairwise(points), pairwise(marks), strict=True)
    ]
    assert gaps[0] == pytest.approx(gaps[1], abs=0.1)


def test_bars_are_as_long_as_their_numbers():
    chart = BarChart("t", "n", ("a", "b"), (Bars("s", (10, 30)), Bars("u", (20, 0))))
    widths = [float(r.get("width")) for r in tree(chart).iter(f"{SVG}rect")][1:4]
    assert widths[1] / widths[0] == pytest.approx(2, abs=0.02)
    assert widths[2] / widths[0] == pytest.approx(3, abs=0.02)
    assert {"10", "20", "30", "0"} <= set(texts(chart))


def test_stacked_bars_stand_end_to_end_and_say_their_sum():
    chart = BarChart("t", "n", ("a",), (Bars("s", (10,)), Bars("u", (20,))), stacked=True)
    first, second = list(tree(chart).iter(f"{SVG}rect"))[1:3]
    end = float(first.get("x")) + float(first.get("width"))
    assert end == pytest.approx(float(second.get("x")), abs=0.2)
    assert "30" in texts(chart)


def test_no_two_styles_agree_in_dash_marker_or_hatch_and_all_can_be_seen():
    for one, other in combinations(SERIES_STYLES, 2):
        assert one.dash != other.dash
        assert one.marker != other.marker
        assert one.hatch != other.hatch
    assert all(contrast_ratio(style.color, CARD) >= 3 for style in SERIES_STYLES)


def test_markers_and_hatches_of_all_series_differ_as_drawn():
    """Without color and place: what is drawn for each series is something else."""
    from marvel_widgets.pictures.charts.svg import bar, marker

    gray = [re.sub(r"#[0-9A-F]{6}", "#", marker(s, 0, 0)) for s in SERIES_STYLES]
    assert len(set(gray)) == len(SERIES_STYLES)
    gray = [re.sub(r"#[0-9A-F]{6}", "#", bar(s, 0, 0, 40, 15)) for s in SERIES_STYLES]
    assert len(set(gray)) == len(SERIES_STYLES) - 1  # full and empty differ in the fill alone
    fills = {re.search('fill="(#[0-9A-F]+)"', bar(s, 0, 0, 40, 15))[1] for s in SERIES_STYLES}
    assert len(fills) == 2


@pytest.mark.parametrize("width", [300, 640])
def test_nothing_is_written_outside_and_names_do_no_harm(width):
    series = tuple(Series(name, ((1, 1), (2, 10**6))) for name in HOSTILE)
    line = LineChart(HOSTILE[0], HOSTILE[3], HOSTILE[3], series, log_y=True, width=width)
    bars = tuple(Bars(name, (5,) * len(HOSTILE)) for name in HOSTILE)
    bar = BarChart(HOSTILE[3], HOSTILE[0], tuple(HOSTILE), bars, width=width)
    for chart in (line, bar):
        found = tree(chart)
        assert found.tag == f"{SVG}svg"
        for text in found.iter(f"{SVG}text"):
            if text.get("text-anchor") == "start" and text.get("x") != "0":
                end = float(text.get("x")) + text_width(text.text or "")
                assert end <= width + 1, text.text
    assert "<script" not in chart_svg(line) + chart_svg(bar)


@given(st.floats(-1e6, 1e6), st.floats(0.001, 1e6))
def test_even_ticks_are_round_few_and_inside(low, span):
    ticks = even_ticks(low, low + span)
    values = [value for value, _ in ticks]
    assert 2 <= len(values) <= 8
    assert all(low - span / 1e6 <= v <= low + span * (1 + 1e-6) for v in values)
    steps = {round((b - a) / span, 6) for a, b in pairwise(values)}
    assert len(steps) == 1


@given(st.floats(-3, 500), st.floats(0.4, 600))
def test_log_ticks_are_few_and_inside(low, span):
    ticks = log_ticks(low, low + span)
    assert 1 <= len(ticks) <= 10
    axis = Axis(low, low + span, True, 0, 1)
    assert all(-1e-6 <= axis.place(value) <= 1 + 1e-6 for value, _ in ticks)


@given(st.one_of(st.integers(1, 10**30), st.fractions(Fraction(1, 1000), 10**9)))
def test_numbers_in_words_are_near_the_truth(value):
    words = number_words(value)
    if set(words) & set("⁰¹²³⁴⁵⁶⁷⁸⁹"):
        factor, _, power = words.rpartition("10")
        digits = power.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789"))
        near = float(factor.rstrip(" ×") or 1) * 10.0 ** int(digits)
    else:
        near = float(words.replace(",", ""))
    assert near == pytest.approx(float(value), rel=0.06)


def test_a_log_axis_leaves_out_what_has_no_place_and_reads_it():
    chart = LineChart("t", "x", "y", (Series("s", ((1, 0), (2, 10))),), log_y=True)
    circles = [c for c in tree(chart).iter(f"{SVG}circle") if c.get("cy") != "0"]
    assert len(circles) == 1
    assert "0 at 1, 10 at 2" in chart.description


def test_whiskers_limits_and_the_place_where_one_is():
    series = Series("s", ((1, 10), (2, 20)), joined=False, spread=((5, 12), (15, 30)))
    chart = LineChart("t", "x", "y", (series,), limits=(Limit("budget", 25),), here=2)
    lines = [p for p in tree(chart).iter(f"{SVG}path") if p.get("stroke") == BLUE]
    assert sorted(p.get("stroke-width") for p in lines) == ["1", "1", "1.5", "1.5"]  # 2 whiskers
    dashes = [p.get("stroke-dasharray") for p in tree(chart).iter(f"{SVG}path")]
    assert dashes.count("3 3") == dashes.count("6 3 1 3") == 1
    assert "budget 25" in texts(chart)
    assert "Line at 25: budget." in chart.description


@pytest.mark.parametrize(
    "make",
    [
        lambda: LineChart("t", "x", "y", tuple(Series(str(i), ()) for i in range(9))),
        lambda: LineChart("t", "x", "y", (Series("s", ((1, float("nan")),)),)),
        lambda: Series("s", ((1, 1),), spread=((0, 2), (0, 3))),
        lambda: BarChart("t", "x", ("a",), (Bars("s", (1, 2)),)),
        lambda: BarChart("t", "x", ("a",), (Bars("s", (-1,)),)),
        lambda: BarChart("t", "x", ("a",), (Bars("s", (1,)),), stacked=True, log=True),
    ],
)
def test_charts_without_sense_are_refused(make):
    with pytest.raises(ValueError, match=r"'[ts]'|values"):
        make()


def test_empty_charts_are_drawn():
    assert tree(LineChart("t", "x", "y", ())).tag == f"{SVG}svg"
    assert tree(BarChart("t", "x", (), ())).tag == f"{SVG}svg"


def test_an_axis_need_not_begin_at_zero():
    series = (Series("F1", ((1, 0.91), (2, 0.97))),)
    numbers = re.compile(r'text-anchor="end"[^>]*>([\d.]+)<')
    whole = chart_svg(LineChart("F1", "n", "F1", series))
    near = chart_svg(LineChart("F1", "n", "F1", series, from_zero=False))
    assert "0" in numbers.findall(whole)
    assert min(map(float, numbers.findall(near))) >= 0.9
