"""Reports on many runs on data: error rates by size of set, and agreement of orders."""

from collections.abc import Sequence

from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.finite_samples.errors import SizeErrors, Stability
from marvel_widgets.lessons.finite_samples.paired_judging import Pair
from marvel_widgets.pictures.charts.chart import BarChart, Bars
from marvel_widgets.text import counted, row_html, table_html


def level_words(alpha: float | None) -> str:
    """Return a level as a heading: "level 0.01", or "exact"."""
    return "exact" if alpha is None else f"level {alpha:.3g}"


def errors_chart(rows: Sequence[SizeErrors], title: str) -> BarChart:
    """Return the tests by level and size of set: right, false independence, false dependence."""
    return BarChart(
        title,
        "CI tests",
        tuple(f"{level_words(row.alpha)}, size {row.size}" for row in rows),
        (
            Bars(
                "right",
                tuple(r.tests - r.false_independence - r.false_dependence for r in rows),
            ),
            Bars("false independence", tuple(r.false_independence for r in rows)),
            Bars("false dependence", tuple(r.false_dependence for r in rows)),
        ),
        stacked=True,
        width=720,
    )


def errors_table(rows: Sequence[SizeErrors]) -> str:
    """Return the error rates as an HTML table."""
    heads = ["Level", "Size of set", "Truly dependent", "called independent (type II)"]
    heads += ["Truly independent", "called dependent (type I)"]
    lines = []
    for r in rows:
        two = [f"{r.dependent:,}", _rate(r.false_independence, r.type_two)]
        one = [f"{r.independent:,}", _rate(r.false_dependence, r.type_one)]
        level = level_words(r.alpha).removeprefix("level ")
        lines.append(row_html("", [level, str(r.size), *two, *one], range(1, 6)))
    return table_html("Errors of the performed tests, judged by d-separation", heads, lines)


def _rate(wrong: int, share: float | None) -> str:
    return "none asked" if share is None else f"{wrong:,} ({share:.0%})"


def errors_words(rows: Sequence[SizeErrors], runs: int) -> str:
    """Return the sums of the errors in one sentence."""
    tests = sum(row.tests for row in rows)
    two, one = (
        sum(getattr(row, name) for row in rows)
        for name in ("false_independence", "false_dependence")
    )
    return (
        f"{counted(runs, 'data run')}, {counted(tests, 'test')}: {two:,} false independence "
        f"(type II), {one:,} false dependence (type I)."
    )


def stability_words(found: Stability, orders: int) -> list[str]:
    """Return what the order of the variables changes, in a few sentences."""
    graphs = len(found.graphs)
    least, middle, most = found.f1
    few, many = found.tests
    first = f"{counted(orders, 'order')} of the variables on the same data lead to "
    if graphs == 1:
        first += "one and the same graph: the order changes nothing here."
    else:
        first += f"{graphs:,} different graphs."
    return [
        first,
        f"{found.always:,} of the {counted(len(found.edges), 'edge')} found by any order are "
        "found by every order.",
        f"F1 of the skeleton: {least:.2f} to {most:.2f}, median {middle:.2f}. Tests: {few:,} "
        f"to {many:,}.",
    ]


def agreement_table(found: Stability, nodes: Sequence[Label], truth: frozenset[Pair]) -> str:
    """Return each edge found by some order, with the share of orders, as an HTML table."""
    place = {name: at for at, name in enumerate(nodes)}
    rows = []
    for edge, share in found.edges.items():
        a, b = sorted(edge, key=place.__getitem__)
        there = (a, b) in truth or (b, a) in truth
        rows.append((-share, place[a], place[b], f"{a} - {b}", there))
    lines = (
        row_html("", [name, f"{-share:.0%}", "yes" if there else "no"], {1})
        for share, _, _, name, there in sorted(rows)
    )
    heads = ("Edge", "Found by", "In the true graph")
    return table_html("Agreement of the orders", heads, lines)
