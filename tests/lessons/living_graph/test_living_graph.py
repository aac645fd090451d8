"""The survey of a graph equals batch runs; its changes, goals and sentences are true."""

from random import Random

import pytest

from marvel_widgets import (
    ALGORITHMS,
    Dag,
    essential_graph,
    gallery,
    lower_bound,
    marvel,
    networks,
    removable_variables,
    upper_bound,
)
from marvel_widgets.core.graphs.errors import GraphError, UnknownVariableError
from marvel_widgets.lessons.living_graph import view, words
from marvel_widgets.lessons.living_graph.words import GOALS
from marvel_widgets.pictures.stage import stage_of
from marvel_widgets.theory import graph_survey
from marvel_widgets.theory.graph_survey import (
    BUDGET,
    EdgeChanges,
    changes,
    edge_changes,
    survey,
    survey_steps,
)
from tests.reference import equivalence
from tests.reference.checks import dag_of, graph_of
from tests.reference.dags import all_dags

TRAP = Dag("X -> Y <- T; Y -> Z; X -> Z")
# The trap with Y -> Z turned: one edit that reaches every goal.
TURNED = Dag("{X Y T Z}; X -> Y; X -> Z; T -> Y; Z -> Y")
IN_STAR = Dag([(f"x{i}", "c") for i in range(16)])  # too many tests for all five


def edited(dag, rng):
    """Return the graph after one random edit of an edge; cycles are tried again."""
    while True:
        one, other = rng.sample(dag.nodes, 2)
        edges = set(dag.edges)
        if rng.random() < 0.4 and edges:
            one, other = rng.choice(sorted(edges, key=str))
            edges.remove((one, other))
            if rng.random() < 0.5:
                edges.add((other, one))
        elif (one, other) in edges or (other, one) in edges:
            continue
        else:
            edges.add((one, other))
        try:
            return Dag(sorted(edges, key=str), nodes=dag.nodes)
        except GraphError:
            continue


def by_plain_functions(dag):
    """The numbers of a survey by functions that a learner may call."""
    given = {x: dag.markov_boundary(x) for x in dag.nodes}
    tests = {name: run(dag, given).counts.after_boundaries for name, run in ALGORITHMS.items()}
    printed = marvel(dag, given, orientation="printed").essential_graph
    p, d = len(dag), dag.max_in_degree
    return (
        removable_variables(dag),
        essential_graph(dag),
        tests,
        upper_bound(p, d),
        lower_bound(p, d),
        printed != essential_graph(dag),
    )


def shown(found):
    return (
        found.removable,
        found.essential,
        dict(found.tests),
        found.upper,
        found.lower,
        found.printed_wrong,
    )


@pytest.mark.parametrize("seed", range(5))
def test_the_numbers_are_those_of_batch_runs_along_thirty_edits(seed):
    rng = Random(seed)
    dag = Dag.random_fixed_in_degree(rng.randint(3, 9), 2, rng)
    for _ in range(30):
        dag = edited(dag, rng)
        assert shown(survey(dag)) == by_plain_functions(dag)


def test_every_algorithm_is_in_the_survey():
    assert list(survey(TRAP).tests) == list(ALGORITHMS)


def test_a_run_past_the_budget_is_stopped_and_says_so():
    found = survey(IN_STAR)
    assert set(found.tests.values()) == {None}
    assert found.printed_wrong is None
    assert "more than 20,000 tests" in words.counted_tests(None)
    html = view.bars_html(found)
    assert html.count("&gt; 20,000") == 5
    assert html.count("<li") == 5
    assert "the run needs more than 20,000 tests" in words.printed_words(found)
    small = survey(Dag("A -> B"))
    assert words.delta_word(5, None) == "past the budget"
    changed = view.bars_html(
        survey(Dag(IN_STAR.edges, nodes=IN_STAR.nodes)), survey(Dag([], nodes=IN_STAR.nodes))
    )
    assert 'past the budget<span class="mw-live-was">, was 0' in changed
    assert BUDGET == 20_000
    assert small.tests["mmpc"] == 4


def test_the_work_can_be_left_often():
    for dag in (networks.load("insurance"), IN_STAR):
        steps = list(survey_steps(dag))
        assert len(steps) > 50
        assert [step for step in steps[:-1] if step is not None] == []


def test_another_chosen_variable_runs_nothing(monkeypatch):
    found = survey(TRAP).about("X")
    monkeypatch.setattr(graph_survey, "start", None)
    assert found.about("Y").chosen == "Y"
    assert found.about(None).chosen is None
    with pytest.raises(UnknownVariableError, match="'Q'"):
        found.about("Q")


def test_a_graph_without_variables_is_refused_in_a_sentence():
    with pytest.raises(GraphError, match="has no variables"):
        survey(Dag(""))
    alone = survey(Dag("A")).about("A")
    assert set(alone.tests.values()) == {0}
    assert (alone.upper, alone.lower) == (0, 0)
    assert words.removable_words(alone) == "The only variable is removable."
    assert view.bars_html(alone)


# -- changes ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_changes_take_the_old_survey_to_the_new_one(seed):
    rng = Random(seed)
    dag = Dag.random_fixed_in_degree(6, 2, rng)
    before = survey(dag).about(dag.nodes[0])
    for _ in range(6):
        after = survey(edited(before.dag, rng)).about(dag.nodes[0])
        found = changes(before, after)
        edited_edges = edge_changes(before.dag, after.dag)
        edges = set(before.dag.edges) - set(edited_edges.deleted)
        edges = edges - {edge[::-1] for edge in edited_edges.turned}
        assert edges | {*edited_edges.added, *edited_edges.turned} == set(after.dag.edges)
        removable = set(before.removable) - set(found.no_longer_removable)
        assert removable | set(found.now_removable) == set(after.removable)
        members = before.dag.markov_boundary(dag.nodes[0]) - set(found.left)
        assert members | set(found.entered) == after.dag.markov_boundary(dag.nodes[0])
        assert dict(before.tests) == {**after.tests, **found.tests}
        for old, new, told in (
            (before.upper, after.upper, found.upper),
            (before.lower, after.lower, found.lower),
        ):
            assert told == (old if old != new else None)
        assert found.printed == (before.printed_wrong != after.printed_wrong)
        before = after


def told(dag):
    """Return the links whose direction every graph of the class shares, from the whole class."""
    return {frozenset(edge) for edge in equivalence.essential_graph(graph_of(dag))[0]}


@pytest.mark.parametrize("seed", range(8))
def test_of_each_link_that_stays_it_is_said_whether_tests_tell_its_direction_now(seed):
    rng = Random(seed)
    dag = Dag.random_fixed_in_degree(5, 2, rng)
    for _ in range(12):
        after = edited(dag, rng)
        found = changes(survey(dag), survey(after))
        stayed = {frozenset(edge) for edge in dag.edges} & {frozenset(edge) for edge in after.edges}
        was, now = told(dag) & stayed, told(after) & stayed
        assert {frozenset(edge) for edge in found.directed} == now - was
        assert {frozenset(edge) for edge in found.undirected} == was - now
        assert {*found.directed, *found.undirected} <= set(after.edges)
        dag = after


def test_a_turned_edge_that_lost_its_direction_is_named():
    before, after = survey(Dag("C -> B; A -> B")), survey(Dag("B -> C; A -> B"))
    lost = "No direction in the essential graph any more: B → C and A → B."
    assert lost in words.changes_words(before, after)
    assert "Now with a direction in the essential graph: C → B and A → B." in words.changes_words(
        after, before
    )


def test_nothing_changes_between_equal_graphs():
    found = changes(survey(TRAP).about("X"), survey(TRAP).about("X"))
    assert not found.consequences
    assert words.changes_words(survey(TRAP), survey(TRAP)) == ""
    assert words.change_question(survey(TRAP), survey(TRAP)) is None


def test_a_turned_edge_is_one_change():
    assert edge_changes(TRAP, TURNED) == EdgeChanges((), (), (("Z", "Y"),))


def test_variables_that_come_and_go_are_no_change_of_the_others():
    before, after = survey(Dag("A -> B; C")).about("A"), survey(Dag("A -> B; D")).about("A")
    found = changes(before, after)
    assert (found.now_removable, found.no_longer_removable) == ((), ())
    assert words.changes_words(before, after) == "D added; C deleted. Nothing else changes."


@pytest.mark.parametrize("one", [TRAP, TURNED, gallery["figure-2c"]])
@pytest.mark.parametrize("other", [TRAP, TURNED, gallery["condition-2-trap"]])
def test_the_question_asks_what_the_runs_answer(one, other):
    before, after = survey(one), survey(other)
    question = words.change_question(before, after)
    was, now = before.tests["marvel"], after.tests["marvel"]
    if question is not None:
        answers = {words.MORE: now > was, words.FEWER: now < was, words.AS_MANY: now == was}
        assert answers[question.answer]
        assert question.options == (words.FEWER, words.AS_MANY, words.MORE)


# -- goals -----------------------------------------------------------------------------------


REACHED = {  # the same by the numbers alone
    "marvel-pays": lambda start, now: any(
        n < now["tests"]["marvel"] for n in now["tests"].values()
    ),
    "pc-wins": lambda start, now: all(
        n > now["tests"]["pc"] for name, n in now["tests"].items() if name != "pc"
    ),
}


def numbers(dag):
    removable, _, tests, *_ = by_plain_functions(dag)
    return {"tests": tests, "removable": len(removable)}


@pytest.mark.parametrize("name", GOALS)
def test_a_goal_says_what_the_numbers_say_on_all_dags_of_three_and_some_of_four(name):
    goal, rng = GOALS[name], Random(name)
    for start in (Dag("A -> B -> C"), TRAP):
        known, first = numbers(start), survey(start)
        dags = [
            Dag.from_parent_masks(dag_of(g).parent_masks, start.nodes) for g in all_dags(len(start))
        ]
        for dag in dags if len(start) == 3 else rng.sample(dags, 60):
            reached = REACHED[name](known, numbers(dag))
            assert goal.progress(first, survey(dag)).reached == reached


def test_a_new_variable_does_not_reach_a_goal():
    start = survey(TRAP)
    now = survey(Dag([*TRAP.edges], nodes=[*TRAP.nodes, "N"]))
    progress = GOALS["pc-wins"].progress(start, now)
    assert not progress.reached
    assert "no longer those of the start" in progress.words


def test_two_algorithms_past_the_budget_are_not_compared():
    start, now = survey(Dag([], nodes=IN_STAR.nodes)), survey(IN_STAR)
    assert not GOALS["marvel-pays"].progress(start, now).reached
    assert not GOALS["pc-wins"].progress(start, now).reached


# -- to look at ------------------------------------------------------------------------------


def test_marks_show_what_is_removable_and_what_is_new():
    before, after = survey(TRAP).about("X"), survey(TRAP.with_edge("T", "Z")).about("X")
    stage = stage_of(after.dag)
    rows = {row[0]: row for row in view.draw_marks(after, stage, before)["variables"]}
    assert {name: row[1] for name, row in rows.items()} == {
        "X": ["removable", "now"],
        "Y": ["removable", "now"],
        "T": ["removable"],
        "Z": ["removable"],
    }
    assert [name for name, row in rows.items() if row[2]] == ["X"]  # the subject's glyph
    back = view.draw_marks(before, stage_of(before.dag), after)["variables"]
    assert ["Y", ["no-longer"], "", "no longer removable"] in back
    assert view.draw_marks(after, stage_of(after.dag))["open"] == [["Y", "Z"]]
    edges, edited = view.essential_drawing(after, stage, before).edges, changes(before, after)
    new = {(mark.tail, mark.head) for mark in edges if mark.state == "new"}
    assert new == {*edited.directed, *edited.undirected} != set()


def test_the_bars_and_the_table_show_the_same_numbers():
    before, after = survey(TRAP), survey(TURNED)
    html, table = view.bars_html(after, before), view.table_html(after, before)
    for name, n in after.tests.items():
        was = before.tests[name]
        assert f">{n}</span>" in html
        assert f'<td class="mw-number">{n}</td><td class="mw-number">{was}</td>' in table
        if n != was:
            assert f'{words.delta_word(was, n)}<span class="mw-live-was">, was {was}<' in html
    assert "mw-changed" not in view.bars_html(after, after)


def test_bars_are_as_long_as_their_numbers():
    found = survey(gallery["star-10"])
    html = view.bars_html(found)
    lengths = [float(part.split("%")[0]) for part in html.split(";width:")[1:]]
    values = [*found.tests.values()]
    assert sorted(range(5), key=lengths.__getitem__) == sorted(range(5), key=values.__getitem__)
    assert max(lengths) <= 100
    assert lengths[0] == 0  # MARVEL performs none
    assert html.count("mw-bound") == 1  # on the track of MARVEL, which alone it bounds


def test_the_bounds_are_never_left_without_what_they_bound():
    lines = words.counts_words(survey(TRAP))
    assert "after boundary discovery" in lines[0]
    assert "MARVEL's different tests after boundary discovery" in lines[1]
    assert "boundary discovery included" in lines[2]
    html = view.bars_html(survey(TRAP))
    assert "upper bound for MARVEL 34.4." in html
    assert "Lower bound on all tests, worst graph: 6." in html


def test_names_are_data():
    dag = Dag([("<b>x</b>", "a & b"), ("<b>x</b>", "c")])
    found = survey(dag).about("<b>x</b>")
    places = {x: (50.0 * i, 50.0) for i, x in enumerate(dag.nodes, 1)}
    for text in (view.bars_html(found), view.table_html(found), view.board_svg(found, places)):
        assert "<b>x" not in text
    assert "<b>x</b>" in "\n".join(view.board_lines(found))


def test_a_large_graph_has_no_picture():
    dag = Dag([(i, i + 1) for i in range(70)])
    places = {x: (float(x), 50.0) for x in dag.nodes}
    assert view.board_svg(survey(dag), places) == ""
