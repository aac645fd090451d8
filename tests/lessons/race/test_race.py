"""The race: every count confirmed by the plain transcriptions or by counting calls."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets import Dag, essential_graph, record
from marvel_widgets.core.algorithms.registry import ALGORITHMS, DESCRIBED
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.core.graphs.gallery import gallery
from marvel_widgets.lessons.race.runs import is_right, race
from marvel_widgets.lessons.race.view import (
    SmallPictures,
    axis_end,
    counts_chart,
    lanes_html,
    pictures_svg,
    race_lines,
    race_stage,
    size_groups,
    sizes_chart,
    sizes_html,
)
from marvel_widgets.lessons.race.words import (
    budget_words,
    clock_words,
    ranking_words,
    tick_words,
    verdict_on,
)
from tests import strategies
from tests.reference import equivalence
from tests.reference.checks import dag_of, mixed
from tests.reference.dags import skeleton
from tests.reference.rivals import TRANSCRIPTIONS
from tests.reference.separation import separation

# Small enough for transcriptions that ask networkx-style, one test after the other.
SMALL_ONES = [name for name in gallery if len(gallery[name]) <= 6]


def queries_of(name, g):
    """Return (x, y, given, purpose) of each test, by the plain transcription."""
    run = TRANSCRIPTIONS[name](g.vertices, separation(g)).run()
    return [(min(q[:2]), max(q[:2]), frozenset(q[2]), q[-1]) for q in run.queries]


def sizes_of(queries):
    found = {}
    for _, _, given_set, purpose in queries:
        if purpose != "boundary-discovery":
            found[len(given_set)] = found.get(len(given_set), 0) + 1
    return found


@given(strategies.graphs(min_size=1, max_size=6), st.data())
def test_each_standing_counts_what_the_transcriptions_ask(g, data):
    """Performed, by size, discovery, distinct, mean: at any tick, boundaries found."""
    raced = race(dag_of(g), boundaries="found")
    tick = data.draw(st.integers(0, raced.last))
    for racer, standing in zip(raced.racers, raced.standing(tick), strict=True):
        asked = queries_of(racer.algorithm, g)
        now = asked[:tick]
        assert standing.tests == len(now)
        assert standing.by_size == sizes_of(now)
        found = [q for q in now if q[-1] == "boundary-discovery"]
        assert standing.discovery == len(found)
        assert racer.distinct(tick) == len({q[:3] for q in now})
        sizes = [len(q[2]) for q in now if q not in found]
        mean = sum(sizes) / len(sizes) if sizes else None
        assert standing.mean_size == (None if mean is None else pytest.approx(mean))
        assert standing.state == ("finished" if tick >= len(asked) else "running")
        fewer = [r for r in raced.racers if len(queries_of(r.algorithm, g)) < len(asked)]
        assert standing.place == (len(fewer) + 1 if tick >= len(asked) else None)


@given(strategies.graphs(min_size=1, max_size=6))
def test_given_boundaries_leave_what_comes_after_discovery(g):
    found, handed = race(dag_of(g), boundaries="found"), race(dag_of(g))
    p = len(g.vertices)
    for one, other in zip(found.standing(found.last), handed.standing(handed.last), strict=True):
        assert one.tests == other.tests + p * (p - 1) // 2
        assert (one.by_size, other.discovery) == (other.by_size, 0)


@given(strategies.graphs(min_size=1, max_size=6))
def test_the_answers_are_the_truth(g):
    raced = race(dag_of(g))
    assert all(racer.right for racer in raced.racers)
    for racer in raced.racers:
        graph = racer.trace.result.essential_graph
        if DESCRIBED[racer.algorithm].finds == "skeleton":
            assert {frozenset(e) for e in graph.skeleton} == {frozenset(e) for e in skeleton(g)}
        else:
            assert mixed(graph) == equivalence.essential_graph(g)


def test_a_wrong_answer_is_seen():
    """The printed orientation rule is known to fail on this graph."""
    dag = gallery["printed-orientation-4"]
    assert not is_right(record("marvel", dag, orientation="printed"), essential_graph(dag))
    other, truth = Dag("{X Y T Z}; X -> Y"), essential_graph(Dag("{X Y T Z}; T -> Y"))
    assert not is_right(record("mmpc", other), truth)


# -- who started how -------------------------------------------------------------------------

TRAP = Dag("X -> Y <- T; Y -> Z")


def test_with_each_in_its_own_way_all_tests_count():
    raced = race(TRAP, boundaries="own")
    totals = {racer.algorithm: racer.total for racer in raced.racers}
    for name, total in totals.items():
        alone = record(name, TRAP, **DESCRIBED[name].published).result
        assert total == alone.counts.performed
    starts = {racer.algorithm: racer.needs_boundaries for racer in raced.racers}
    assert [name for name in starts if not starts[name]] == ["pc", "mmpc"]
    found = race(TRAP, boundaries="found")
    assert totals["marvel"] == found.racer("marvel").total == 10
    assert totals["pc"] != found.racer("pc").total


def test_pc_starts_from_the_complete_graph_whatever_the_others_are_given():
    raced = race(TRAP, start="complete")
    given, own = race(TRAP), race(TRAP, boundaries="own")
    for name in ALGORITHMS:
        other = own if name in ("pc", "mmpc") else given
        assert raced.racer(name).total == other.racer(name).total
    assert "PC and MMPC start from the complete graph, without boundaries" in clock_words(raced)
    assert "Finding these takes 6 tests, which are not counted." in clock_words(raced)
    with pytest.raises(ValueError, match="start must be one of 'moral', 'complete'; got 'moraal'"):
        race(TRAP, start="moraal")


@pytest.mark.parametrize(
    ("names", "chosen", "words"),
    [
        (
            ["marvel", "mmpc"], {"boundaries": "given", "start": "complete"},
            "The clock counts performed CI tests. MARVEL is given the true Markov boundaries, so "
            "all of its tests come after boundary discovery. Finding these takes 6 tests, which "
            "are not counted. MMPC starts from the complete graph, without boundaries.",
        ),
        (
            ["marvel", "grow_shrink", "mmpc"], {"boundaries": "found", "start": "complete"},
            "The clock counts all performed CI tests. MARVEL and Grow-shrink first find the Markov "
            "boundaries by total conditioning, 6 tests; set sizes are those of the tests after "
            "that. MMPC starts from the complete graph, without boundaries.",
        ),
        (
            list(ALGORITHMS), {"boundaries": "own"},
            "The clock counts all performed CI tests, boundaries included. MARVEL, Grow-shrink and "
            "Collider Set first find the Markov boundaries by total conditioning, 6 tests; set "
            "sizes are those of the tests after that. PC and MMPC start from the complete graph, "
            "without boundaries; PC goes through the variables in the order X, Y, T, Z.",
        ),
        (
            ["mmpc"], {"boundaries": "given", "start": "complete"},
            "The clock counts performed CI tests. MMPC starts from the complete graph, without "
            "boundaries.",
        ),
    ],
)  # fmt: skip
def test_the_clock_says_who_started_how(names, chosen, words):
    assert clock_words(race(TRAP, names, **chosen)) == words


@pytest.mark.parametrize("boundaries", ["given", "found", "own"])
def test_of_an_algorithm_without_boundaries_nothing_is_said_of_their_discovery(boundaries):
    raced = race(TRAP, ["mmpc"], boundaries=boundaries, start="complete")
    shown = " ".join([*race_lines(raced, raced.last), sizes_html(raced, raced.last)])
    assert "boundary" not in shown
    assert raced.standing(raced.last)[0].discovery == 0


@pytest.fixture(scope="module")
def star():
    return race(gallery["star-14"])


class TestTheStar:
    def test_at_the_start_two_are_done(self, star):
        assert [s.algorithm for s in star.standing(0) if s.state == "finished"] == [
            "marvel",
            "collider_set",
        ]
        learned = star.known(star.racers[0], 0)
        assert sum(mask.bit_count() for mask in learned.edges) == 2 * 13

    def test_ties_share_a_place(self, star):
        assert ranking_words(star) == (
            "Fewest performed tests: 1. MARVEL and Collider Set, 0 each; 3. Grow-shrink, 91; "
            "4. PC, 53,248; 5. MMPC, 61,465."
        )
        distinct = star.ranking(distinct=True)
        assert [(place.rank, place.algorithms) for place in distinct[2:]] == [(4, ("pc", "mmpc"))]

    def test_a_size_group_for_every_test(self, star):
        pc = star.standing(53_248)[1]
        assert sum(bars.values[1] for bars in sizes_chart(star, 53_248).bars) == pytest.approx(100)
        # half of the sets of 0 to 12 leaves on either side of 6
        assert pc.mean_size == pytest.approx(6)


def test_the_budget_stops_runs_that_need_more():
    star = race(Dag("C -> A; C -> B; C -> D; C -> E"), budget=10)
    pc = star.racer("pc")
    assert (pc.total, pc.complete, pc.right) == (10, False, None)
    assert star.standing(9)[1].state == "running"
    assert star.standing(10)[1].state == "stopped"
    assert star.ranking()[-1].algorithms == ("pc", "mmpc")
    assert "not finished after 10 each" in ranking_words(star)
    assert budget_words(star) == "Each may perform 10 CI tests. The budget stops PC and MMPC."
    assert "no answer within the budget" in lanes_html(star, 10)


def test_exactly_the_budget_is_enough():
    dag = Dag("C -> A; C -> B; C -> D")
    assert race(dag, ["pc"], budget=12).racers[0].complete
    assert not race(dag, ["pc"], budget=11).racers[0].complete


@pytest.mark.parametrize("name", SMALL_ONES)
def test_decisions_of_the_slowest(name):
    raced = race(gallery[name])
    ticks = [0]
    while ticks[-1] < raced.last:
        ticks.append(raced.next(ticks[-1], "decision"))
    assert all(a < b for a, b in pairwise(ticks))
    back = [raced.last]
    while back[-1] > 0:
        back.append(raced.previous(back[-1], "decision"))
    decided = {step.tests for step in raced.slowest.trace.steps}
    assert set(ticks) == set(back) == decided | {0, raced.last}


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"algorithms": ["marvel", "nobody"]}, "nobody"),
        ({"algorithms": ["pc", "pc"]}, "each named once"),
        ({"algorithms": []}, "each named once"),
        ({"boundaries": "some"}, "'some'"),
        ({"budget": 0}, "got 0"),
        ({"budget": "many"}, "'many'"),
    ],
)
def test_a_race_without_sense_is_refused(wanted, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        race(Dag("A -> B"), **wanted)


def test_a_race_on_nothing_is_refused():
    with pytest.raises(GraphError, match="no variables"):
        race(Dag(""))
    with pytest.raises(ValueError, match="mmpc"):
        race(Dag("A -> B"), ["pc", "mmpc"]).racer("marvel")


class TestBets:
    @given(st.sampled_from(list(ALGORITHMS)))
    def test_only_the_fewest_win(self, winner):
        raced = race(gallery["figure-2c"])  # MARVEL 24, PC 23, Collider Set 21
        fewest = min(r.total for r in raced.racers)
        assert verdict_on(winner, raced)[0] == (raced.racer(winner).total == fewest)

    def test_a_number_beyond_the_budget(self):
        raced = race(Dag("C -> A; C -> B; C -> D; C -> E"), budget=10)
        assert "PC more than 10" in verdict_on("pc", raced)[1]

    def test_there_is_no_winner_where_all_are_stopped(self):
        raced = race(Dag("C -> A; C -> B; C -> D; C -> E"), ["pc", "mmpc"], budget=3)
        won, words = verdict_on("pc", raced)
        assert (won, "None wins" in words) == (False, True)

    def test_all_tie(self):
        won, words = verdict_on("marvel", race(Dag("{A}")))
        assert won
        assert "fewer" not in words


class TestTheView:
    @pytest.mark.parametrize("name", SMALL_ONES)
    def test_at_the_end_each_picture_is_the_answer(self, name):
        raced = race(gallery[name])
        words = re.findall("<desc>(.*?)</desc>", pictures_svg(raced, race_stage(raced.dag), 10**6))
        lines = words[0]
        for racer in raced.racers:
            graph = racer.trace.result.essential_graph
            edges = len(graph.directed) + len(graph.undirected)
            assert f"{'edge' if edges == 1 else 'edges'}" in lines
            for a, b in graph.directed:
                assert f"{a} to {b}" in lines
            part = lines.split(f"{NAMES[racer.algorithm]}: ")[1]
            assert part.startswith(f"{len(raced.dag)} variables, {edges} edge")

    def test_one_picture_each_and_none_of_large_graphs(self):
        raced = race(gallery["asia"])
        assert len(SmallPictures(raced, race_stage(raced.dag)).at(5)) == 7
        large = race(Dag([(f"V{i}", f"V{i + 1}") for i in range(24)]))
        assert SmallPictures(large, race_stage(large.dag)).at(5) == ()
        assert pictures_svg(large, race_stage(large.dag), 5) == ""

    def test_what_is_remembered_is_what_is_drawn_anew(self):
        raced = race(gallery["cancer"])
        stage = race_stage(raced.dag)
        kept = SmallPictures(raced, stage)
        for tick in (0, 3, 4, 5, 13, 4, 57, 2):
            assert kept.at(tick) == SmallPictures(raced, stage).at(tick)

    def test_the_tables_say_each_number(self):
        raced = race(gallery["asia"])
        lanes, sizes = lanes_html(raced, 50), sizes_html(raced, 50)
        for racer, standing in zip(raced.racers, raced.standing(50), strict=True):
            if standing.state == "running":
                assert "<b>50</b>" in lanes
                assert f"{racer.total:,}" not in lanes + sizes
            else:
                told = f"{racer.total} tests after discovery, {racer.total + 28} in all"
                assert f"place {standing.place}: {told}" in lanes
        assert {s.state for s in raced.standing(50)} == {"running", "finished"}
        assert sizes.count("<tr>") == 6
        performed = [int(n) for n in re.findall(r"</th><td[^>]*>(\d+)</td>", sizes)]
        assert performed == [s.tests for s in raced.standing(50)]

    def test_two_races_look_alike_until_one_has_finished(self):
        """What is shown of a running racer is a function of the clock and of what it did by now."""
        short, long = (race(Dag(text), ["pc"]) for text in ("C -> A; C -> B", "C -> {A B D E}"))
        assert lanes_html(short, 0) == lanes_html(long, 0)
        assert counts_chart(short, 0) == counts_chart(long, 0)
        assert sizes_chart(short, 0).bars == sizes_chart(long, 0).bars

    @given(st.integers(0, 10**7))
    def test_every_bar_has_room_on_its_axis(self, tick):
        end = axis_end(tick)
        assert tick < end
        assert end <= max(10, 10 * tick)

    def test_the_charts(self):
        raced = race(gallery["asia"])
        chart = counts_chart(raced, 20)
        assert chart.bars[0].values == tuple(min(20, r.total) for r in raced.racers)
        assert len(chart.bars) == 1
        assert chart.limits == ()

    def test_the_small_pictures_have_room_for_long_names(self):
        letters, words = "X -> {A B C D}", "X -> {temperature precipitation humidity_of_air wind}"
        assert race_stage(Dag(letters)).width < 300
        assert race_stage(Dag(words)).width > 400

    @given(st.integers(0, 60))
    def test_every_size_is_in_one_group(self, largest):
        groups = size_groups(largest)
        assert len(groups) <= 8
        covered = [size for low, high in groups for size in range(low, high + 1)]
        assert covered == list(range(largest + 1))

    def test_the_words_at_the_end(self):
        raced = race(Dag("C -> A; C -> B"), boundaries="found")
        lines = race_lines(raced, raced.last)
        assert lines[0] == tick_words(raced, raced.last)
        assert lines[1] == clock_words(raced)
        assert "3 tests" in lines[1]
        assert any(line.startswith("Fewest distinct tests: 1. MARVEL") for line in lines)
        assert not any("Fewest" in line for line in race_lines(raced, 1))


NAMES = {
    "marvel": "MARVEL",
    "pc": "PC",
    "grow_shrink": "Grow-shrink",
    "collider_set": "Collider Set",
    "mmpc": "MMPC",
}
