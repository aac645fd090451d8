"""What docs/experiments.md tells of runs is what the programs make: a slice in each run."""

import re
from statistics import NormalDist, fmean, median, stdev

import pytest

from marvel_widgets.experiments.printed import PRINTED
from tests.experiments import told
from tests.slices import some_of

TABLE_3 = told.table("Table 3")
VARIANTS = told.table("Table 3, variants")
TABLE_2 = told.table("Table 2, MARVEL")
RIVALS = told.table("Table 2, rivals")
MEDIANS = told.table("panel, point")
TEXT = " ".join(told.PAGE.read_text("utf-8").split())
# The quickest first: one of them is made anew in each run.
QUICK = ["Alarm", "Insurance", "Mildew", "Barley", "Diabetes", "Win95pts"]
LEVEL, THE_SMALLER_SETS = "(c) density 0.25, p = 10", "(c) p = 20"
POINTS = sorted(MEDIANS, key=lambda label: told.number(MEDIANS[label]["GS"]))


def column(table, name):
    return {row: cells[name] for row, cells in table.items()}


@some_of(1, 6)
def test_table_3_is_what_the_experiment_makes(count):
    assert set(QUICK) == set(told.NETWORKS)
    for network in QUICK[:count]:
        assert told.column_of_table_3(network) == column(TABLE_3, network)


@some_of(1, 6)
def test_the_variants_are_what_the_retold_programs_make(count):
    for network in QUICK[:count]:
        assert told.column_of_variants(network) == column(VARIANTS, network)


@pytest.mark.night
def test_marvel_in_table_2_is_what_it_makes():
    sizes = [re.search(r"\d+", name)[0] for name in next(iter(TABLE_2.values()))]
    for place, p in list(zip(next(iter(TABLE_2.values())), map(int, sizes), strict=True)):
        made = told.marvel_of_table_2(p)
        half = NormalDist().inv_cdf(0.9) * stdev(made) / len(made) ** 0.5
        printed = PRINTED["scenario2"]["marvel", p].performed
        for row, value in zip(TABLE_2, (fmean(made), half, median(made), printed), strict=False):
            assert told.rounds(TABLE_2[row][place], value), (row, place, value)


@some_of(1, 11)
def test_the_medians_of_figure_3_are_what_the_experiment_makes(count):
    for label in POINTS[:count]:
        made = told.medians_at(label)
        assert set(made) == set(MEDIANS[label])
        for name, (middle, stopped) in made.items():
            cell = MEDIANS[label][name]
            assert told.rounds(cell, middle), (label, name, middle)
            assert cell.endswith("*") == stopped, (label, name)


def test_marvel_and_cs_are_level_at_one_point_of_figure_3():
    means = {each.label: each.mean("performed") for each in told.figure_3_at(LEVEL)}
    assert round(means["MARVEL"]) == round(means["CS"]) == 66 == round(min(means.values()))
    assert "at density 0.25 and p = 10 CS is level with it (66 both)" in TEXT


@pytest.mark.night
def test_at_one_point_the_full_run_has_the_smaller_sets():
    sizes = {each.label: each for each in told.figure_3_at(THE_SMALLER_SETS)}
    ours = sizes.pop("MARVEL")
    assert not ours.stopped
    assert all(ours.mean("asc") < each.mean("asc") for each in sizes.values())


@pytest.mark.night
def test_the_rivals_and_f1_in_table_2():
    for place, p in zip(next(iter(RIVALS.values())), (50, 60, 100, 200), strict=True):
        found = told.averages_of("scenario2", lambda point, p=p: point.p == p)
        for each in found:
            entry = PRINTED["scenario2"][each.algorithm, p]
            if each.removal_alpha == "0.7":
                f1 = f"{each.mean('f1'):.2f} ({entry.f1:.2f})"
                assert f1 == TABLE_2["F1, level 0.7 (printed)"][place.removeprefix("p = ")]
            elif each.removal_alpha is None:
                ours, printed = RIVALS[each.label][place].split(" | ")
                assert printed == told.beside("", entry).removeprefix(" | ")
                assert (ours == "NA") == each.is_na
                assert ours.startswith(">") == (bool(each.stopped) and not each.is_na)
                assert each.is_na or told.rounds(ours, each.mean("performed"))
            else:
                assert each.stopped  # as printed, at every size


@pytest.mark.night
def test_what_is_told_of_scenario_1():
    found = told.averages_of("scenario1", lambda point: True)
    points = {}
    for each in found:
        if each.removal_alpha != "as printed":
            points.setdefault(str(each.point), {})[each.algorithm] = each
    assert len(points) == 24
    first = best = 0
    for at in points.values():
        rivals = [each for name, each in at.items() if name != "marvel"]
        ours = at["marvel"]
        first += all(ours.mean("performed") < each.mean("performed") for each in rivals)
        best += all(ours.mean("f1") >= each.mean("f1") for each in rivals)
    assert "makes the fewest tests at all 24 points" in TEXT
    assert "highest of the five at 18 of 24 points" in TEXT
    assert (first, best) == (24, 18)


def shares(table, row):
    """How many times the printed number each entry of a row is."""
    pairs = [cell.split(" | ") for cell in table[row].values()]
    return [told.number(ours) / told.number(printed) for ours, printed in pairs if printed != "NA"]


def told_range(values):
    return f"{min(values):.1f} to {max(values):.1f}"


def test_the_sentences_say_what_the_tables_hold():
    pc, both = shares(TABLE_3, "PC"), shares(VARIANTS, "PC, each pair from both ends")
    mmpc, gs = shares(TABLE_3, "MMPC"), shares(VARIANTS, "GS, each pair and triple from both ends")
    said = [
        f"makes {told_range(shares(TABLE_3, 'MARVEL, level 0.7'))} times the printed tests of "
        "Table 3",
        f"makes {told_range(pc)} times the tests of Table 3",
        f"it is {told_range(both)} times the printed number in Table 3",
        f"and {told_range(mmpc)} times those of Table 3",
        f"it makes twice as many: {told_range(gs)} times the printed number in Table 3",
        f"makes {told_range(shares(RIVALS, 'MMPC'))} times the printed tests of Table 2",
    ]
    assert [words for words in said if words not in TEXT] == []
    assert all(0.85 < share < 1.15 for share in shares(RIVALS, "PC"))
    assert all(0.75 < share < 1.25 for share in shares(TABLE_3, "CS"))


def test_how_often_the_printed_mean_is_within_our_interval():
    rows = [[told.number(cell) for cell in row.values()] for row in list(TABLE_2.values())[:4]]
    means, halves, medians, printed = rows
    within = [abs(a - b) <= half for a, b, half in zip(means, printed, halves, strict=True)]
    assert f"our 80 % interval at {sum(within)} of 8 points" in TEXT
    assert medians == sorted(medians)


def test_the_notebook_tells_the_same_ranges():
    """Notebook E compares means with means: the ratios over the eight sizes of Table 2."""
    rows = [[told.number(cell) for cell in row.values()] for row in list(TABLE_2.values())[:4]]
    ratios = [
        sorted(ours / printed for ours, printed in zip(row, rows[3], strict=True))
        for row in (rows[0], rows[2])
    ]
    text = (told.PAGE.parents[1] / "notebooks" / "E-errata-and-choices.ipynb").read_text("utf-8")
    means, medians = ((f"{each[0]:.2f}", f"{each[-1]:.2f}") for each in ratios)
    assert f"is {' to '.join(means)} times the printed number" in text
    assert f"are {' to '.join(medians)} times the printed mean" in text
