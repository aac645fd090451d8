"""The live board's numbers after random edits: those of batch runs, and of slow transcriptions.

The board counts with the library's generators, in slices that an edit may break off. Here the same
graph is run as a batch, and the paper's pseudo-code asks path by path (`tests/reference`).
"""

import re
from html import unescape
from math import comb
from random import Random

import pytest

from marvel_widgets import ALGORITHMS, Dag, marvel
from marvel_widgets.widgets import LiveBoard
from tests.reference import theory
from tests.reference.algorithm_one import AlgorithmOne
from tests.reference.checks import graph_of, mixed
from tests.reference.dags import max_in_degree
from tests.reference.equivalence import essential_graph
from tests.reference.rivals import TRANSCRIPTIONS
from tests.reference.separation import separation
from tests.slices import some_of

MOST = 6  # variables; the transcriptions and the definitions look at every set
NAMES = "MARVEL", "PC", "Grow-shrink", "Collider Set", "MMPC"


def edited(graph, rng):
    """Make one random edit; a cycle or a sixth parent is refused, and tried again."""
    names, edges = graph.dag.nodes, graph.dag.edges
    pairs = [(a, b) for a in names for b in names if a != b and (b, a) not in edges]
    free = [pair for pair in pairs if pair not in edges]
    acts = {
        "add": lambda: graph.add_edge(*rng.choice(free)),
        "turn": lambda: graph.reverse_edge(*rng.choice(edges)),
        "delete": lambda: graph.remove_edge(*rng.choice(edges)),
        "grow": lambda: len(names) < MOST and graph.add_variable(),
        "shrink": lambda: len(names) > 3 and graph.remove_variable(rng.choice(names)),
        "undo": graph.undo,
    }
    often = {"add": 8 if free else 0, "turn": 4 if edges else 0, "delete": 3 if edges else 0}
    weights = [often.get(act, 1) for act in acts]
    while not acts[rng.choices(list(acts), weights)[0]]():
        pass


def number(pattern, text):
    return float(re.search(pattern, text)[1].replace(",", ""))


def through(board, lens):
    """Return the app of a lens, and the variables that it marks."""
    board.model.choose_lens(lens)
    marks = board.lens.picture.views[0].drawing.nodes
    marked = {board.model.dag.position(mark.name) for mark in marks if mark.state != "idle"}
    return board.lens, marked


def on_screen(board):
    """Return what a learner reads off the board, over the numbers of the variables."""
    dag, bars = board.model.dag, board.bars.html
    rows = re.findall(r'<li.*?name">(.*?)<.*?number">(.*?)<', bars)
    board.model.choose_lens("draw")
    words = board.reasons.value
    marks = {dag.position(name): looks for name, looks, *_ in board.canvas.marks["variables"]}
    free = frozenset(tuple(map(dag.position, edge)) for edge in board.canvas.marks["open"])
    chosen = dag.position(board.model.chosen)
    _, near = through(board, "boundary")
    leaves, _ = through(board, "leave")
    run, _ = through(board, "run")
    run.end()
    counted = {unescape(name): float(words.replace(",", "")) for name, words in rows}
    counted["upper"] = number(r"bound for MARVEL ([\d,.]*\d)", bars)
    counted["lower"] = number(r"worst graph: ([\d,.]*\d)", bars)
    return {
        "bars": counted,
        "removable": {v for v, looks in marks.items() if "removable" in looks},
        "may leave": "mw-yes" in leaves.said.value,
        "directed": graph_of(dag).edges - free,
        "boundary": (chosen, frozenset(near - {chosen})),
        "printed rule wrong": "mw-live-warning" in words,
        "tests of the run": number(r"of ([\d,]+) tests?", board.shell.count),
    }


def worked_out(dag, chosen):
    """Return the same without the board: batch runs, definitions, the formulas of the bounds."""
    given = {x: dag.markov_boundary(x) for x in dag.nodes}
    g, test = graph_of(dag), separation(graph_of(dag))
    p, d, chosen = len(dag), max_in_degree(g), dag.position(chosen)
    tests = {}
    for name, (algorithm, transcription) in zip(NAMES, TRANSCRIPTIONS.items(), strict=True):
        tests[name] = ALGORITHMS[algorithm](dag, given).counts.after_boundaries
        asked = transcription(g.vertices, test).run().queries
        assert sum(query[4] != "boundary-discovery" for query in asked) == tests[name], name
    truth = essential_graph(g)
    upper = p * comb(d, 2) + p / 2 * d * (1 + 0.45 * d) * 2**d
    cliques = p // (d + 1) * comb(d + 1, 2) * 2 ** (d - 1) if d else 0
    printed = AlgorithmOne(range(p), test, orientation="printed").run().essential_graph()
    assert mixed(marvel(dag, given, orientation="printed").essential_graph) == _named(dag, printed)
    return {
        "bars": {**tests, "upper": upper, "lower": max(cliques, comb(p, 2))},
        "removable": {v for v in g.vertices if theory.is_removable_by_definition(g, v)},
        "may leave": theory.is_removable_by_definition(g, chosen),
        "directed": truth[0],
        "boundary": (chosen, theory.markov_boundary(g, chosen)),
        "printed rule wrong": printed != truth,
        "tests of the run": tests["MARVEL"],
    }


def _named(dag, graph):
    directed, lines = graph
    name = dag.nodes.__getitem__
    return (
        frozenset((name(a), name(b)) for a, b in directed),
        frozenset(frozenset(map(name, line)) for line in lines),
    )


def differences(seed, edits):
    """Edit a board; yield what is on its screen and should not be, with the graph."""
    rng = Random(seed)
    board = LiveBoard(Dag("A -> B <- C; B -> D; A -> E"))
    for _ in range(edits):
        edited(board.model.graph, rng)
        board.model.choose(rng.choice(board.model.dag.nodes))
        shown, wanted = on_screen(board), worked_out(board.model.dag, board.model.chosen)
        wanted["bars"]["upper"] = pytest.approx(wanted["bars"]["upper"], abs=0.05)
        for part, value in wanted.items():
            if shown[part] != value:
                yield board.model.dag.to_text(), part, shown[part], value
    board.close()


@some_of(40, 300, name="edits")
def test_after_each_random_edit_the_board_shows_what_batch_runs_give(edits):
    assert list(differences(7, edits)) == []
