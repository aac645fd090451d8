"""Reports on many runs on data: error rates by size of set, and agreement of orders."""

from collections.abc import Sequence

from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.finite_samples.errors import SizeErrors, Stability
from marvel_widgets.lessons.finite_samples.paired_judging import Pair
from marvel_widgets.pictures.charts.chart import BarChart, Bars
from marvel_widgets.text import counted, escaped


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
    head = (
        "<tr><th scope='col'>Level</th><th scope='col'>Size of set</th>"
        "<th scope='col'>Truly dependent</th><th scope='col'>called independent (type II)</th>"
        "<th scope='col'>Truly independent</th><th scope='col'>called dependent (type I)</th></tr>"
    )
    body = "".join(
        f"<tr><td>{level_words(r.alpha).removeprefix('level ')}</td>"
        f"<td class='mw-number'>{r.size}</td>"
        f"<td class='mw-number'>{r.dependent:,}</td>"
        f"<td class='mw-number'>{_rate(r.false_independence, r.type_two)}</td>"
        f"<td class='mw-number'>{r.independent:,}</td>"
        f"<td class='mw-number'>{_rate(r.false_dependence, r.type_one)}</td></tr>"
        for r in rows
    )
    return (
        "<table class='mw-table'><caption>Errors of the performed tests, judged by "
        f"d-separation</caption><thead>{head}</thead><tbody>{body}</tbody></table>"
    )


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
    body = "".join(
        f"<tr><td>{escaped(name)}</td><td class='mw-number'>{-share:.0%}</td>"
        f"<td>{'yes' if there else 'no'}</td></tr>"
        for share, _, _, name, there in sorted(rows)
    )
    head = "".join(f"<th scope='col'>{w}</th>" for w in ("Edge", "Found by", "In the true graph"))
    return (
        "<table class='mw-table'><caption>Agreement of the orders</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )
