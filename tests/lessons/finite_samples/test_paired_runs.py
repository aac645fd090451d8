"""Twin replay, each judgement held against networkx, scipy, or a recount of the ledger."""

import re
from collections import Counter
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from marvel_widgets import Dag, FisherZ, gallery, marvel, record
from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.independence.oracle import DSeparation
from marvel_widgets.core.independence.protocol import FunctionTest
from marvel_widgets.lessons.finite_samples import words
from marvel_widgets.lessons.finite_samples.figures import errors_chart, orders_figure
from marvel_widgets.lessons.finite_samples.paired_film import PairedFilm, dead_end_words
from marvel_widgets.lessons.finite_samples.runs import (
    Dials,
    Judged,
    OracleAndDataRuns,
    error_rates,
    orderings,
    paired_runs,
    repeated,
)
from tests.by_networkx import separated
from tests.reference.gaussian import by_residuals, fisher_p_value, one_sided_p_value


def dags():
    found = [gallery[e.name] for e in gallery.entries() if 2 <= len(gallery[e.name]) <= 11]
    rngs = map(np.random.default_rng, range(4))
    return [*found, *(Dag.random_fixed_in_degree(7, 3, rng) for rng in rngs)]


SETTINGS = [(0.7, "smallest-boundary"), (None, "smallest-boundary"), (None, "stop")]


@pytest.fixture(scope="module")
def runs():
    """Twin runs over the gallery and random DAGs; few samples, so that errors abound.

    Each graph has two of three settings: what each of them shows, 20 graphs and more show.
    """
    stuck = gallery["smallest-boundary-fails"]  # comes to dead ends more often than others
    found = [
        paired_runs(dag, n=40, removal_alpha=level, seed=seed, no_removable=policy)
        for seed, dag in enumerate(dags())
        for number, (level, policy) in enumerate(SETTINGS)
        if number != seed % 3
    ]
    more = [
        paired_runs(stuck, n=100, removal_alpha=None, seed=seed, no_removable=policy)
        for seed in range(12)
        for policy in ("smallest-boundary", "stop")
    ]
    # the run stops while an edge is missing between two that remain
    rare = [
        paired_runs(gallery[name], n=30, removal_alpha=None, seed=seed, no_removable="stop")
        for name, seed in (("clique-5", 1), ("stale-co-parents", 3))
    ]
    return found + more + rare


def wrong_rows(runs, truth=separated):
    rows = runs.data.ledger()
    return [
        row["number"] - 1
        for row in rows
        if row["independent"] != truth(runs.dag, row["x"], row["y"], row["given"])
    ]


def test_wrong_answers_are_those_that_networkx_calls_wrong(runs):
    assert all([j.test.number for j in paired.wrong] == wrong_rows(paired) for paired in runs)
    assert sum(bool(paired.wrong) for paired in runs) > 40
    kinds = Counter(j.kind for paired in runs for j in paired.wrong)
    assert min(kinds["false independence"], kinds["false dependence"]) > 20


def answers_follow_from_the_samples(runs, p_value=fisher_p_value):
    names, values = runs.dag.nodes, runs.table.values
    place = {name: i for i, name in enumerate(names)}
    for row in runs.data.ledger():
        given = [place[name] for name in row["given"]]
        r = by_residuals(values, place[row["x"]], place[row["y"]], given)
        p = p_value(r, len(values), len(given))
        inside = row["purpose"] in ("condition-1", "condition-2")
        dials = runs.dials
        level = 2 / len(names) ** 2
        if inside and dials.removal_alpha is not None:
            level = dials.removal_alpha
        if abs(p - row["p_value"]) > 1e-7 or row["alpha"] != level:
            return False
        if row["independent"] != (p > level):
            return False
    return True


def test_every_answer_follows_from_the_samples_by_scipy(runs):
    some = runs[::7]
    assert all(map(answers_follow_from_the_samples, some))
    assert not all(answers_follow_from_the_samples(t, one_sided_p_value) for t in some)


def test_with_infinitely_many_samples_the_twins_agree():
    for dag in dags():
        runs = paired_runs(dag, n=None, seed=3)
        assert (runs.first_wrong, runs.parting, runs.damage.pairs) == (None, None, 0)
        assert set(runs.standings) <= {"same"}
        assert runs.data.steps == runs.oracle.steps
        assert "the two runs are the same" in words.flag_words(runs)


def flipped(dag, number):
    """Twins of which the second gets one wrong answer: to the question of a given number."""
    oracle = record("marvel", DSeparation(dag))
    asked = oracle.tests[number]
    names = dag.nodes
    pair, given = {names[asked.x], names[asked.y]}, {names[i] for i in asked.given}

    def answer(x, y, s):
        return separated(dag, x, y, s) != ({x, y} == pair and set(s) == given)

    data = record("marvel", FunctionTest(names, answer))
    return OracleAndDataRuns(dag, Dials(), oracle, data)


@pytest.mark.parametrize("name", ["triangle", "asia", "smallest-boundary-fails", "clique-4"])
def test_one_flipped_answer_is_the_first_wrong_one(name):
    dag = gallery[name]
    tests = len(record("marvel", dag).tests)
    for number in range(0, tests, 3):
        runs = flipped(dag, number)
        asked = runs.oracle.tests[number]
        same = [
            t.number
            for t in runs.oracle.tests
            if {t.x, t.y} == {asked.x, asked.y} and t.given == asked.given
        ]
        first = runs.first_wrong.test.number
        assert first == same[0]
        # up to there both have the same tests and answers; they diverge at the first event after it
        assert list(runs.data.tests[:first]) == list(runs.oracle.tests[:first])
        at = runs.parting
        assert [s.event for s in runs.data.steps[:at]] == [s.event for s in runs.oracle.steps[:at]]
        assert runs.data.steps[at].tests > first
        film = PairedFilm(runs)
        assert film.frames(film.flag)[1].test.number == first
        assert film.flag < film.parting == film.event_position(at)


def test_standings_by_crossing_out(runs):
    for paired in runs:
        at = paired.parting
        if at is None:
            assert not paired.wrong
            continue
        there = [step.event for step in paired.oracle.steps[at:]]
        expected = ["same"] * at
        for step in paired.data.steps[at:]:
            if step.event in there:
                there.remove(step.event)
                expected.append("shared")
            else:
                expected.append("consequence")
        assert list(paired.standings) == expected
        told = words.consequence_words(paired)
        starts = {0: "The runs part at", 1: "The first decision of"}
        assert told.startswith(starts.get(at, f"The first {at} decisions of"))
        numbers = list(map(int, re.findall(r"\d+", told)))
        assert numbers[-3:] == [
            len(expected) - at,
            expected.count("shared"),
            expected.count("consequence"),
        ]


def mark(graph, a, b):
    """How a pair is joined in a Pdag, by its printed form."""
    lines = str(graph).split("; ")
    for text, kind in ((f"{a} -> {b}", ">"), (f"{b} -> {a}", "<")):
        if text in lines:
            return kind
    return "-" if {f"{a} - {b}", f"{b} - {a}", f"{a} -- {b}", f"{b} -- {a}"} & set(lines) else ""


def damage_by_hand(runs):
    found = {"extra": [], "missing": [], "turned": []}
    for a, b in combinations(runs.dag.nodes, 2):
        ours, true = mark(runs.data.result.essential_graph, a, b), mark(runs.truth, a, b)
        if ours != true:
            found["extra" if not true else "missing" if not ours else "turned"].append((a, b))
    return found


def test_the_damage_is_every_pair_that_differs(runs):
    kinds = Counter()
    for paired in runs:
        by_hand = damage_by_hand(paired)
        got = paired.damage
        assert {name: list(getattr(got, name)) for name in by_hand} == by_hand
        kinds.update({name: len(pairs) for name, pairs in by_hand.items()})
        text = words.damage_words(paired)
        total = sum(map(len, by_hand.values()))
        assert f"in {total} pair" in text if total else "ends with the essential graph" in text
    assert min(kinds.values()) > 10


def test_the_last_picture_marks_the_damage_and_nothing_else(runs):
    for paired in runs:
        film = PairedFilm(paired)
        drawing = film.data_drawing(film.last, revealed=True)
        marked = {state: set() for state in ("astray", "lost")}
        for edge in drawing.edges:
            if edge.state in marked:
                marked[edge.state].add(frozenset((edge.tail, edge.head)))

        def pairs(*groups):
            return {frozenset(map(str, pair)) for group in groups for pair in group}

        assert marked["astray"] == pairs(paired.damage.extra, paired.damage.turned)
        assert marked["lost"] == pairs(paired.damage.missing)
        untold = film.data_drawing(film.last, revealed=False)
        assert not {"astray", "lost"} & {edge.state for edge in untold.edges}


def test_marked_edges_are_wrong_at_every_position(runs):
    for paired in runs[1:20:6]:
        film, truth = PairedFilm(paired), paired.truth
        skeleton = {frozenset(map(str, e)) for e in truth.skeleton}
        for position in range(film.data.last):
            frame = film.data.frame(position)
            gone = {str(paired.dag.nodes[x]) for x in frame.state.removal_order}
            for edge in film.data_drawing(position, revealed=True).edges:
                pair = frozenset((edge.tail, edge.head))
                if edge.state == "lost":
                    assert pair in skeleton
                    assert pair & gone
                elif edge.state == "astray" and pair in skeleton:
                    assert mark(truth, edge.tail, edge.head) != ">"
                elif edge.state != "astray":
                    assert pair in skeleton


def test_dead_ends_are_where_no_variable_passed(runs):
    seen = Counter()
    for paired in runs:
        film, events = PairedFilm(paired), [s.event for s in paired.data.steps]
        assert len(paired.dead_ends) == paired.data.result.dead_ends
        message = dead_end_words(film)
        assert len(message) == len(paired.dead_ends)
        for at, text in zip(paired.dead_ends, message, strict=True):
            start = max(i for i in range(at) if isinstance(events[i], ev.RoundStarted))
            passed = [
                e for e in events[start:at] if isinstance(e, ev.ConditionTwoDecided) and e.holds
            ]
            assert not passed
            visited = {e.x for e in events[start:at] if isinstance(e, ev.Visited)}
            state = film.data.frame(film.event_position(at)).state
            assert visited == {x for x in range(len(paired.dag)) if state.remaining >> x & 1}
            assert words.at_dead_end(film, film.event_position(at))
            policy = paired.dials.no_removable
            seen[policy] += 1
            assert f'"{policy}"' in text
            if policy == "stop":
                assert not paired.data.result.complete
                assert not any(isinstance(e, ev.Removed) for e in events[at:])
            else:
                chosen = events[at].chosen
                sizes = {x: state.boundaries[x].bit_count() for x in visited}
                assert sizes[chosen] == min(sizes.values())
                assert isinstance(events[at + 1], ev.Removed)
                assert f"removes {paired.dag.nodes[chosen]} " in text
        if paired.dead_ends:
            other = paired.with_policy("stop")
            assert f'"stop": {len(other.data.result.removal_order)} variable' in (
                words.policies_words(paired)
            )
    assert min(seen["stop"], seen["smallest-boundary"]) > 3


def test_error_rates_are_a_recount_of_the_ledger(runs):
    for paired in runs:
        rows = error_rates(paired.judged)
        counts = Counter()
        for row in paired.data.ledger():
            truth = separated(paired.dag, row["x"], row["y"], row["given"])
            counts[row["alpha"], len(row["given"]), truth, row["independent"]] += 1
        for row in rows:
            cell = {
                (t, a): counts.pop((row.alpha, row.size, t, a), 0) for t in (0, 1) for a in (0, 1)
            }
            assert row.independent == cell[1, 0] + cell[1, 1]
            assert row.dependent == cell[0, 0] + cell[0, 1]
            assert row.false_dependence == cell[1, 0]
            assert row.type_two == (cell[0, 1] / row.dependent if row.dependent else None)
        assert not counts


def test_pooled_errors_come_near_the_level_where_nothing_selects():
    """Total conditioning asks each pair once, so its type I rate must be about alpha."""
    runs = paired_runs(Dag("A; B; C; D; E"), n=200, alpha=0.1)
    pool = [
        j
        for one in repeated(runs, 60)
        for j in one.judged
        if j.test.purpose == "boundary-discovery"
    ]
    (row,) = error_rates(pool)
    assert row.tests == 600
    assert 0.06 < row.false_dependence / row.independent < 0.14


def test_the_chart_of_errors_counts_each_test_once(runs):
    chart = errors_chart(runs).chart
    right, missed, made = (bars.values for bars in chart.bars)
    wrong = [judged.kind for run in runs for judged in run.wrong]
    assert sum(missed) == wrong.count("false independence")
    assert sum(made) == wrong.count("false dependence")
    assert sum((*right, *missed, *made)) == sum(len(run.judged) for run in runs)
    assert sum(missed) != sum(made)


def test_orders_by_hand():
    runs = paired_runs(gallery["sachs"], n=60, removal_alpha=None, seed=6)
    found = list(orderings(runs, 12))
    draw = np.random.default_rng([6, len(runs.dag)])
    for at, graph in enumerate(found):
        order = draw.permutation(len(runs.dag)) if at else range(len(runs.dag))
        names = [runs.dag.nodes[v] for v in order]
        learned = marvel(FisherZ(runs.table.values[:, order], names=names), removal_alpha=None)
        assert graph.directed == learned.essential_graph.directed
        assert graph.undirected == learned.essential_graph.undirected
    assert len(set(found)) > 1
    shares = Counter(edge for graph in found for edge in graph.skeleton).values()
    told = re.findall(r" (\d+)%", orders_figure(runs, 12).drawing.description)
    assert {*map(int, told)} == {round(100 * n / 12) for n in shares}


def test_with_infinitely_many_samples_no_order_matters():
    assert len(set(orderings(paired_runs(gallery["asia"], n=None), 8))) == 1


def test_more_samples_of_one_seed_begin_with_the_same_rows():
    few, many = (paired_runs(gallery["asia"], n=n, seed=4).table.values for n in (50, 500))
    assert np.allclose(many[:50], few)


def test_questions_do_not_give_the_answer_away(runs):
    mixed = 0
    for paired in runs:
        asked = words.asked_tests(paired)
        if paired.first_wrong is not None:
            assert paired.first_wrong in asked
            assert len({j.test.independent for j in asked}) == 1
        mixed += len({j.is_right for j in asked}) == 2
        for judged in asked:
            question = words.answer_question(paired, judged, "k")
            row = paired.data.ledger()[judged.test.number]
            right = row["independent"] == separated(paired.dag, row["x"], row["y"], row["given"])
            assert question.answer == ("yes" if right else "no")
        found = {frozenset(pair) for pair in paired.data.result.skeleton}
        lost = [edge for edge in paired.dag.edges if frozenset(edge) not in found]
        question = words.lost_question(paired, "k")
        one = " - ".join(map(str, lost[0])) if lost else "none"
        assert question.answer == (one if len(lost) < 2 else "more than one")
        assert question.answer in question.options
    assert mixed > 30


def test_few_tests_are_shown_with_their_score(runs):
    told = 0
    for paired in runs:
        text = words.fewer_words(paired)
        rows = [r for r in paired.data.ledger() if r["purpose"] != "boundary-discovery"]
        assert f"makes {len(rows)} test" in text
        told += "Fewer tests, and yet a wrong graph" in text
    assert told > 3


@pytest.mark.parametrize(
    ("dials", "said"),
    [
        ({"n": 5}, "at least 10"),
        ({"n": 3}, "from 4 to"),
        ({"n": "many"}, "n must be"),
        ({"alpha": 1.5}, "alpha must be a level"),
        ({"removal_alpha": 0}, "removal_alpha must be a level"),
        ({"no_removable": "pray"}, "pray"),
        ({"seed": -1}, "seed must be"),
    ],
)
def test_dials_that_make_no_sense(dials, said):
    with pytest.raises(ValueError, match=said):
        paired_runs(gallery["asia"], **dials)


def test_a_trace_judged_against_another_graph_has_wrong_answers():
    """The judge looks at the graph: with an edge taken out it must complain of the oracle."""
    dag = gallery["asia"]
    oracle = record("marvel", dag)
    less = Dag(dag.edges[1:], nodes=dag.nodes)
    right, wrong = (OracleAndDataRuns(g, Dials(), oracle, oracle) for g in (dag, less))
    assert not right.wrong
    assert wrong.wrong


def test_the_two_kinds_of_error():
    test = record("marvel", Dag("A -> B")).tests[0]
    assert Judged(test, truth=True).kind == "false dependence"
    assert Judged(replace(test, independent=True), truth=False).kind == "false independence"


def test_the_removed_variables(runs):
    for paired in runs[::8]:
        film = PairedFilm(paired)
        for position in range(0, film.last + 1, 11):
            left = []
            for trace in (paired.oracle, paired.data):
                places = (s.tests + i + 1 for i, s in enumerate(trace.steps))
                gone = [
                    str(paired.dag.nodes[s.event.x])
                    for s, at in zip(trace.steps, places, strict=True)
                    if isinstance(s.event, ev.Removed) and at <= position
                ]
                ended = position >= trace.steps[-1].tests + len(trace.steps)
                left.append([] if ended and trace.result.complete else gone)
            pictured = film.oracle_drawing(position), film.data_drawing(position, revealed=True)
            for drawing, gone in zip(pictured, left, strict=True):
                out = {mark.out: mark.name for mark in drawing.nodes if mark.out}
                assert [out[at] for at in sorted(out)] == gone


def test_the_oracle_run_is_the_same_only_where_it_is(runs):
    seen = Counter()
    for paired in runs[::8]:
        film = PairedFilm(paired)
        for position in range(1, film.last + 1):
            frames = oracle, data = film.frames(position)
            said = film.oracle_sentence(position)
            seen[said.partition(",")[0]] += 1
            asked = [f.test and (f.test.x, f.test.y, f.test.given) for f in frames]
            if said == "the same":
                assert asked[0] == asked[1]
                assert oracle.test is None or oracle.test.independent == data.test.independent
                assert (oracle.state.edges, oracle.state.arrows) == (
                    data.state.edges,
                    data.state.arrows,
                ) or oracle.test is not None
            elif said.startswith("the same question"):
                assert asked[0] == asked[1]
                assert data.test.independent is (said.split()[-1] == "dependent")
            else:
                assert said == oracle.explanation.text
    assert seen["the same"]
    assert seen["the same question"]
    assert len(seen) > 2


def test_the_standing_of_every_position(runs):
    seen = Counter()
    for paired in runs[::5]:
        film, wrong = PairedFilm(paired), set(wrong_rows(paired))
        first = min(wrong, default=None)
        for position in range(film.data.last + 1):
            text = words.standing_words(film, position)
            frame = film.data.frame(position)
            if first is None or frame.tests_done <= first:
                expected = "No answer is wrong so far"
            elif frame.test is None:
                standing = paired.standings[position - frame.tests_done - 1]
                shared = standing == "shared"
                expected = "too." if shared else "CONSEQUENCE" if standing[0] == "c" else "here."
            elif frame.test.number == first:
                expected = "FIRST WRONG ANSWER."
            else:
                expected = "is wrong." if frame.test.number in wrong else "is right."
            assert expected in text
            seen[expected] += 1
    assert min(seen[e] for e in ("too.", "CONSEQUENCE", "is wrong.", "is right.")) > 20
