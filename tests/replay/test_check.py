"""The check of an algorithm lists all that is missing, and finds the first wrong graph."""

import re
import subprocess
import sys
from dataclasses import replace
from itertools import islice
from typing import Literal

import pytest

from marvel_widgets import Dag
from marvel_widgets.core.algorithms import registry
from marvel_widgets.core.algorithms.pc import PC, PcRun, pc
from marvel_widgets.core.algorithms.registry import DESCRIBED
from marvel_widgets.core.boundary.events import Event
from marvel_widgets.core.graphs.gallery import gallery
from marvel_widgets.replay import check, presentation, pseudocode
from marvel_widgets.replay.presentation import PRESENTATIONS
from tests.slices import one_in


@pytest.mark.parametrize("name", DESCRIBED)
def test_nothing_is_missing(name):
    docs = check._docs()
    assert docs is not None
    assert check.lacking(DESCRIBED[name], docs) == []
    assert check.lacking(DESCRIBED[name], docs.replace(f"`{name}`", "")) == [
        f"no row `{name}` in the table of docs/core.md"
    ]


@pytest.mark.parametrize("name", DESCRIBED)
@one_in(23)
def test_no_graph_goes_wrong(name, every):
    assert check.first_fault(DESCRIBED[name], islice(check.graphs(), 0, None, every)) == ""


def test_the_graphs_are_all_small_ones_the_known_hard_ones_and_drawn_ones():
    dags = list(check.graphs())
    assert sum(len(dag) < 5 for dag in dags) >= 572
    hard = ("lost-co-parent", "stale-co-parents", "printed-orientation-6", "update-set")
    assert all(gallery[name] in dags for name in hard)
    assert {len(dag) for dag in dags[-check.DRAWN :]} == {6, 7, 8}


# -- a new algorithm, of which nothing but the function is there -----------------------------


class Pondered(Event):
    line = 77


def thinker(test, boundaries=None, *, budget=None, mood: Literal["gray", "blue"] = "gray"):
    return pc(test, boundaries, budget=budget)


class ThinkerRun(PcRun):
    algorithm = "thinker"

    def events(self):
        yield Pondered()
        yield from super().events()


THINKER = replace(
    PC, name="thinker", function=thinker, run=ThinkerRun, purposes=("skeleton", "thought"),
    events=(*PC.events, Pondered), published={}, paper_place=None,
)  # fmt: skip


@pytest.fixture
def registered(monkeypatch):
    def register(value):
        monkeypatch.setattr(registry, "DESCRIBED", {**DESCRIBED, value.name: value})
        return value

    return register


def test_all_that_is_missing_is_listed_at_once(registered):
    found = check.lacking(registered(THINKER), "| `pc` |")
    assert found == [
        "core/__init__.py does not import the function, so users can't",
        "Pondered is in no module of core/algorithms whose name ends in events",
        "Pondered has no story; add one to a module of marvel_widgets.replay.stories",
        "no words for the purpose 'thought'; see PURPOSES in replay/pseudocode.py",
        "no words for the option mood='gray'; see replay/option_words.py",
        "no words for the option mood='blue'; see replay/option_words.py",
        "no presentation: add one to PRESENTATIONS in replay/presentation.py",
        "no row `thinker` in the table of docs/core.md",
    ]


def test_what_a_telling_lacks_is_listed_at_once(registered, monkeypatch):
    told = replace(
        PRESENTATIONS["pc"], name="thinker", title="", short="GS",
        reworded={("mood", "red"): {3: "sigh"}},
    )  # fmt: skip
    monkeypatch.setattr(check, "PRESENTATIONS", {**PRESENTATIONS, "thinker": told})
    found = check.lacking(registered(THINKER))
    assert found[6:] == [
        "the presentation has no title",
        "no line of the pseudo-code asks the tests of purpose 'thought'",
        "Pondered is on line 77, which the pseudo-code does not have",
        "reworded speaks of ('mood', 'red'), an option or a line that is not there",
        "grow_shrink has the same short: GS",
        f"pc has the same words: {PRESENTATIONS['pc'].words}",
    ]


def test_the_recipe_lacks_only_what_is_not_in_its_block(registered, monkeypatch):
    """The block of docs/core.md that adds an algorithm is right on the graphs, and fully told."""
    block, names = re.search(r"one block.*?```python\n(.*?)```", check._docs(), re.DOTALL)[1], {}
    exec(block, names)
    told = {**PRESENTATIONS, "one_end": names["PRESENTATION"]}
    for module in (check, presentation):
        monkeypatch.setattr(module, "PRESENTATIONS", told)
    monkeypatch.setitem(pseudocode.ITEMS, "one_end", names["PRESENTATION"].source)
    value = registered(names["ONE_END"])
    assert check.lacking(value, "") == [
        "core/__init__.py does not import the function, so users can't",
        "no row `one_end` in the table of docs/core.md",
    ]
    assert check.first_fault(value, islice(check.graphs(), 0, None, 7)) == ""


def test_an_algorithm_told_twice_or_not_at_all_is_refused():
    with pytest.raises(TypeError, match="'thinker' has no presentation"):
        presentation.presentation_of("thinker")


class Hasty(PcRun):
    """Edges that a single test does not remove stay."""

    def decide_edge(self, x, y, size, near):
        return super().decide_edge(x, y, size, near) if size < 1 else iter(())


class Nameless(PcRun):
    def events(self):
        yield Pondered()


class Failing(PcRun):
    def events(self):
        yield from super().events()
        raise ArithmeticError("no more")  # noqa: EM101


@pytest.mark.parametrize(
    ("run", "words"),
    [
        (Hasty, r"wrong on A -> B; B -> C, start=.complete.: its essential graph is .* the truth"),
        (Nameless, "it yields Pondered, which `events` does not name"),
        (Failing, "first wrong on A: ArithmeticError: no more|first wrong on .*: Arithm"),
    ],
)
def test_the_first_wrong_graph_is_named(registered, run, words):
    found = check.first_fault(registered(replace(PC, run=run)), [Dag("A"), Dag("A -> B -> C")])
    assert re.search(words, found), found


def test_the_command_prints_what_it_found_and_its_status_says_so():
    command = [sys.executable, "-m", "marvel_widgets.replay.check"]
    run = subprocess.run([*command, "ges"], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stdout.startswith(
        "ges: 1 fault\n  unknown algorithm 'ges'; choose one of marvel, pc"
    )


@pytest.mark.night
def test_the_command_finds_nothing_missing():
    command = [sys.executable, "-m", "marvel_widgets.replay.check", *DESCRIBED]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout
    assert run.stdout.count("nothing is missing, and it is right on 629 graphs") == len(DESCRIBED)
