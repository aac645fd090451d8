"""What can be a name is decided at one door, through which every way to a graph or a table goes."""

import csv
import io
import re

import networkx as nx
import numpy as np
import pandas as pd
import pytest

from marvel_widgets import Dag, FisherZ, FunctionTest, GTest, Pdag, marvel, read_csv
from marvel_widgets.core.graphs import editing
from marvel_widgets.core.graphs.limits import MOST_LETTERS

ROWS = np.random.default_rng(0).normal(size=(30, 2)).round(3)


class OwnTest:
    """A CI test as somebody writes it."""

    def __init__(self, *names):
        self.names = names

    def independent(self, x, y, given):
        raise AssertionError

    first_separating = at_level = independent


def as_csv(name):
    text = io.StringIO()
    csv.writer(text).writerows([[name, "B"], *ROWS.tolist()])
    return text.getvalue()


# By which way a name can come in; each returns what has it.
WAYS = {
    "text": lambda name: Dag(f'"{name}" -> B'),
    "edges": lambda name: Dag([(name, "B")]),
    "nodes": lambda name: Dag("A", nodes=["A", name]),
    "networkx": lambda name: Dag(nx.DiGraph([(name, "B")])),
    "masks": lambda name: Dag.from_parent_masks([0, 1], [name, "B"]),
    "DAGitty": lambda name: Dag(f'dag {{ "{name}" -> B }}'),
    "DOT": lambda name: Dag(f'digraph {{ "{name}" -> B }}'),
    "BIF": lambda name: Dag(f'variable "{name}" {{ type; }} variable B {{ type; }}'),
    "GraphML": lambda name: Dag(
        f"<graphml><graph edgedefault='directed'><node id='{name}'/></graph></graphml>"
    ),
    "a new variable": lambda name: editing.add_variable(Dag("B"), name),
    "another name": lambda name: editing.rename_variable(Dag("A -> B"), "A", name),
    "a Pdag": lambda name: Pdag.from_edges([name, "B"], [(name, "B")]),
    "a function": lambda name: FunctionTest([name, "B"], lambda *_: True),
    "a test of one's own": lambda name: marvel(OwnTest(name, "B")),
    "columns": lambda name: FisherZ(pd.DataFrame(ROWS, columns=[name, "B"])),
    "names of columns": lambda name: GTest(np.eye(2, dtype=int), names=[name, "B"]),
    "a CSV file": lambda name: read_csv(as_csv(name)),
}


# They read UTF-8, or keep it themselves.
NO_HALVES = {"GraphML", "a frame", "columns"}


@pytest.mark.parametrize("way", WAYS)
def test_a_name_that_is_too_long_is_refused_with_its_beginning_and_the_limit(way):
    name = "Question 7: " + "x" * MOST_LETTERS
    said = r"^the name 'Question 7: x+\.\.\.x+' has 2,012 letters; at most 2,000 are taken: choose"
    with pytest.raises(ValueError, match=said) as refused:
        WAYS[way](name)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("way", sorted(WAYS.keys() - {"a test of one's own"}))
def test_the_longest_name_is_taken_whole(way):
    name = "x" * MOST_LETTERS
    made = WAYS[way](name)
    held = next(each for each in ("nodes", "names", "columns") if hasattr(made, each))
    assert name in getattr(made, held)


@pytest.mark.parametrize("way", sorted(WAYS.keys() - NO_HALVES))
def test_half_a_character_is_no_name(way):
    with pytest.raises(
        ValueError, match=re.escape(r"the name 'A\ud800' contains an unpaired surrogate")
    ):
        WAYS[way]("A\ud800")


def test_other_labels_are_measured_as_they_are_written():
    assert Dag([(("a", 1), 2)]).nodes == (("a", 1), 2)
    with pytest.raises(ValueError, match="has 2,100 letters; at most 2,000"):
        Dag([(tuple("ab" for _ in range(350)), "B")])
    with pytest.raises(ValueError, match="<int> can't be the name of a variable: take a text"):
        Dag([(10**5000, "B")])
