"""The tables of docs/experiments.md, and runs made anew to hold them against."""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from statistics import fmean, median

from benchmarks import retold
from marvel_widgets import FisherZ, markov_boundaries, marvel
from marvel_widgets.experiments.cells import run_cell, true_graph, usable_data
from marvel_widgets.experiments.designs import PAPER_BUDGET, design
from marvel_widgets.experiments.linear_gaussian import SCENARIOS_1_2
from marvel_widgets.experiments.printed import PRINTED
from marvel_widgets.experiments.summary import Average, averages

PAGE = Path(__file__).resolve().parents[2] / "docs" / "experiments.md"
PROGRAMS = {
    "PC": "pc", "GS": "grow_shrink", "CS": "collider_set", "MMPC": "mmpc", "MARVEL": "marvel",
}  # fmt: skip
NETWORKS = {
    "Insurance": "insurance-paper", "Mildew": "mildew", "Alarm": "alarm-paper",
    "Barley": "barley", "Win95pts": "win95pts-paper", "Diabetes": "diabetes-paper",
}  # fmt: skip
# What a row of the variants is called in `benchmarks/retold.py`.
VARIANTS = {
    "MARVEL, nothing asked twice": 'MARVEL, "distinct"',
    "PC, each pair from both ends": "PC, each pair from both ends",
    "GS, each pair and triple from both ends": "GS, each pair and triple from both ends",
    "CS without the search among descendants": "CS without the search among descendants",
}


def table(head, page=None):
    """Return a table by the first word of its head: from row and column to what stands there."""
    text = PAGE.read_text("utf-8") if page is None else page
    lines = text[text.index(f"\n| {head} |") + 1 :].split("\n\n")[0].splitlines()
    rows = [
        [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for line in lines
    ]
    columns = rows[0][1:]
    return {row[0]: dict(zip(columns, row[1:], strict=True)) for row in rows[2:]}


def number(text):
    """Return a number as a table writes it, without the sign of a stopped run."""
    return float(text.strip("*> ").replace(",", ""))


def rounds(text, value):
    """Return whether a number of a table is a value without its digits after the point."""
    return abs(number(text) - value) <= 0.5


def beside(made, entry):
    """Return an entry "ours | printed" as the table writes it."""
    return f"{made} | {'NA' if entry is None else f'{entry.performed:,.0f}'}"


def counted(average: Average):
    """Return a mean count as the table writes it: stopped runs make it a lower bound, or NA."""
    if average.is_na:
        return "NA"
    return f"{'>' if average.stopped else ''}{average.mean('performed'):,.0f}"


def averages_of(experiment, chosen):
    """Run the cells of the chosen points of a full experiment."""
    full = design(experiment, full=True)
    few = replace(full, points=tuple(filter(chosen, full.points)))
    return averages(row for cell in few.cells() for row in run_cell(cell, budget=PAPER_BUDGET))


def column_of_table_3(network):
    """Return a column of Table 3 as the page has it."""
    found = {
        (each.algorithm, each.removal_alpha): each
        for each in averages_of("scenario3", lambda point: point.network == NETWORKS[network])
    }
    printed = {key: PRINTED["scenario3"][key, NETWORKS[network]] for key in PROGRAMS.values()}
    ours = found["marvel", "0.7"]
    column = {
        "MARVEL, level 0.7": beside(counted(ours), printed["marvel"]),
        "different ones among them": f"{fmean(ours.values['distinct']):,.0f}",
        "F1, level 0.7": f"{ours.mean('f1'):.2f} | {printed['marvel'].f1:.2f}",
        "MARVEL, as printed": counted(found["marvel", "as printed"]),
    }
    rivals = {name: key for name, key in PROGRAMS.items() if key != "marvel"}
    return column | {
        name: beside(counted(found[key, None]), printed[key]) for name, key in rivals.items()
    }


@cache
def column_of_variants(network):
    """Return a column of the table of variants, by the programs of `benchmarks/retold.py`."""
    given = [(test, markov_boundaries(test, "tc")) for test in retold.tables(NETWORKS[network], 20)]
    column = {}
    for name, program in VARIANTS.items():
        made = [retold.PROGRAMS[program](*one).counts.after_boundaries for one in given]
        entry = PRINTED["scenario3"][PROGRAMS[re.match(r"\w+", name)[0]], NETWORKS[network]]
        column[name] = beside(f"{fmean(made):,.0f}", entry)
    return column


def marvel_of_table_2(p):
    """Return MARVEL's counts, level 0.7, on the 20 data sets of a size."""
    full = design("scenario2", full=True)
    made = []
    for cell in full.cells():
        if cell.point.p == p:
            rng = cell.rng(0)
            test = FisherZ(
                usable_data(true_graph(cell.point, rng), SCENARIOS_1_2, cell.point.n, rng)
            )
            made.append(marvel(test, markov_boundaries(test, "tc")).counts.after_boundaries)
    return made


@cache
def figure_3_at(label):
    """Return the averages at the point of Figure 3 that a label names."""
    panel, degree, density, p = _point_of(label)

    def chosen(point):
        return (
            point.panel == panel
            and degree in (None, point.in_degree)
            and density in (None, point.density)
            and p in (None, point.p)
        )

    return averages_of("fig3", chosen)


def medians_at(label):
    """Return from an algorithm to its median at a point of Figure 3, and whether runs stopped."""
    return {
        each.label: (median(each.values["performed"]), bool(each.stopped))
        for each in figure_3_at(label)
    }


def _point_of(label):
    panel = re.match(r"\((\w)\)", label)[1]

    def named(pattern, kind):
        match = re.search(pattern, label)
        return kind(match[1]) if match else None

    density = named(r"density ([\d.]+)", float)
    return panel, named(r"in-degree (\d+)", int), density, named(r"p = (\d+)", int)
