"""A learner pastes a table: a sentence for what is in the way, or the graph."""

from functools import partial

import numpy as np
import pytest

from marvel_widgets import DataError, datasets, edge_frequencies, marvel, read_csv
from marvel_widgets.lessons.finite_samples.own_table import own_run_words, run_on_table
from marvel_widgets.widgets import FiniteSampleLab
from tests.core.algorithms.test_doubts import linear

GALTON = datasets.text("galton")
NUMBERS = GALTON.replace("female", "0").replace("male", "1")


@pytest.fixture
def lab():
    return FiniteSampleLab(n=20, seed=1, view="Your table")


def paste(lab, text, drop="", whole_rows=False):
    lab.table.table.value, lab.table.drop.value = text, drop
    lab.table.whole_rows.value = whole_rows
    lab.table.read.click()
    return lab.text()


def test_a_pasted_table_is_learned_and_drawn(lab):
    assert "Paste a table" in lab.text()
    assert "Paste a table" in lab.said.value  # and not in the form once more
    assert "Paste a table" not in lab.table.shown.value
    said = paste(lab, NUMBERS, drop="family")
    assert said.startswith("898 rows, 4 variables, alpha = 0.125, Conditions 1 and 2 at level 0.7.")
    assert "learns: father -> height; mother -> height; sex -> height." in said
    assert "<svg" in lab.table.shown.value
    assert "The table can't tell." in said


def test_how_sure_each_edge_is_is_told_of_resamples(lab):
    assert lab.table.sure.layout.display == "none"
    paste(lab, NUMBERS, drop="family")
    lab.table.sure.click()
    assert lab.model.job.done == 200
    shown = lab.table.frequencies.value
    table, learn = read_csv(NUMBERS, drop=["family"]), partial(marvel, removal_alpha=0.7)
    found = edge_frequencies(table, learn, alpha=0.125)
    assert found.draw().svg in shown
    assert found.edge("father", "height") == 1.0
    assert "That is no probability" in shown
    paste(lab, GALTON)
    assert lab.table.frequencies.value == ""
    assert lab.table.sure.layout.display == "none"


def test_an_answer_that_no_dag_has_is_not_called_right(lab):
    lab.dials.alpha.value = 0.05
    rows = [",".join(map(repr, row)) for row in linear(132).tolist()]
    said = paste(lab, "\n".join(["A,B,C,D,E,F,G", *rows]))
    assert "No DAG has this answer: A -> F -> B -> A is a cycle." in said
    assert "This is right if" not in said


def test_the_levels_of_the_dials_are_taken(lab):
    lab.dials.alpha.value, lab.dials.removal_alpha.value = 0.01, None
    said = paste(lab, NUMBERS, drop=" family ,sex")
    assert said.startswith("898 rows, 3 variables, alpha = 0.01, Conditions 1 and 2 at the same")


def test_what_is_in_the_way_is_said_in_the_words_of_the_fields(lab):
    said = paste(lab, GALTON)
    assert said.startswith("This table can't be used yet:")
    assert "column 'family' holds text ('136A' in line 903" in said
    assert "which is not a number: correct it, or leave the column out." in said
    assert 'role="alert"' in lab.table.shown.value
    assert "<svg" not in lab.table.shown.value


BAD = {
    "a gap": ("a,b\n1,2\n,3\n", "fill it in, or leave out such rows or the column"),
    "nothing": ("\n", "the columns: the table is empty."),
    "no file": ("nowhere.csv", "There is no file 'nowhere.csv' here"),
    "no words": ("", "'' is not a file: give the name of a CSV file, or its text"),
}


@pytest.mark.parametrize("what", BAD)
def test_each_fault_has_its_sentence(lab, what):
    text, says = BAD[what]
    assert says in paste(lab, text)
    assert paste(lab, NUMBERS, drop="family").startswith("898 rows")  # and the next one works


def test_rows_with_gaps_are_left_out_by_the_box(lab):
    lines = NUMBERS.splitlines()
    lines[20] = "x,70,NA,1,68"
    assert "no value in line 21" in paste(lab, "\n".join(lines), drop="family")
    said = paste(lab, "\n".join(lines), drop="family", whole_rows=True)
    assert said.startswith("897 rows")


def test_what_is_advised_can_be_followed_in_the_fields(lab):
    text = 'a,don\'t,"height, in m",kind\n1,no,2,x\n2,yes,9,y\n4,no,3,z\n9,yes,5,x\n6,no,1,y\n'
    said = paste(lab, text)
    assert (
        "column \"don't\" holds text ('no' in line 2, and 4 more): write 0 for 'no' and 1" in said
    )
    assert not any(word in said for word in ("codes", "kind=", "drop", "GTest"))
    coded = text.replace("no", "0").replace("yes", "1")
    assert paste(lab, coded, drop="kind").startswith("5 rows, 3 variables")
    assert paste(lab, text, drop="don't, kind").startswith("5 rows, 2 variables")
    assert "2 variables" in paste(lab, coded, drop='kind, "height, in m"')


def test_names_are_text_and_no_markup(lab):
    paste(lab, "<b>a</b>,x\n1,no\n2,3\n4,1\n6,2\n")
    assert "<b>a" not in lab.table.shown.value


def test_the_answers_of_the_lab_are_not_told_by_it(lab):
    hidden = FiniteSampleLab(n=20, seed=1, view="Your table", answers=False)
    assert paste(hidden, NUMBERS, drop="family") == paste(lab, NUMBERS, drop="family")


def test_too_much_is_refused_with_a_way_out():
    rng = np.random.default_rng(0)
    wide = [",".join(f"x{at}" for at in range(41))]
    wide += [",".join(map(str, row)) for row in rng.normal(size=(60, 41)).round(3)]
    with pytest.raises(DataError, match=r"41 columns are more .* 40 remain"):
        run_on_table("\n".join(wide))


def test_a_dead_end_is_told():
    words = []
    for seed in range(30):
        rng = np.random.default_rng(seed)
        mixed = rng.normal(size=(40, 6)) @ rng.normal(size=(6, 6))
        rows = [",".join(map(str, row)) for row in mixed.round(4)]
        run = run_on_table("\n".join(["a,b,c,d,e,f", *rows]), alpha=0.05, removal_alpha=None)
        said = [line for line in own_run_words(run) if "dead end" in line]
        assert bool(said) == bool(run.result.dead_ends)
        words += said
    assert words
