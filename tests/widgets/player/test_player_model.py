"""What the player knows and does, without a screen."""

import asyncio
from itertools import product

import pytest

from marvel_widgets import Dag, DSeparation, essential_graph, record
from marvel_widgets.core.graphs import networks
from marvel_widgets.core.graphs.gallery import gallery
from marvel_widgets.core.independence.protocol import FunctionTest
from marvel_widgets.replay.film import LEVELS
from marvel_widgets.widgets.player.model import PlayerModel
from tests.slices import one_in

SMALL = "X -> Y <- T; Y -> Z; X -> Z"


@pytest.fixture
def model():
    return PlayerModel(SMALL)


def unchanged_by(model, action):
    """Do something that fails; check that all but the sentence stayed; return the sentence."""
    before = (model.film, model.position, model.level, dict(model.options), model.boundaries)
    loaded = model.loaded
    assert action() is False
    assert (model.film, model.position, model.level, model.options, model.boundaries) == before
    assert model.loaded == loaded
    assert model.error
    return model.error


# -- moving --------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_steps_lead_through_all_stops_and_back(model, level):
    model.level = level
    film = model.film
    there = [model.position]
    while model.position < film.last:
        model.step()
        there.append(model.position)
    back = [model.position]
    while model.position > 0:
        model.back()
        back.append(model.position)
    assert there == sorted(set(there))
    events = [n for n in there if film.frame(n).event is not None]
    if level == "test":
        assert there == list(range(film.last + 1))
    else:
        assert there[1:-1] == events[: len(there) - 2]
    # the end need not be a stop of the level; all others are the same backwards
    assert back[::-1] == there


def test_moves_beyond_the_ends_stay_there(model):
    for level in LEVELS:
        model.level = level
        model.begin()
        model.back()
        assert model.position == 0
        model.end()
        model.step()
        assert model.position == model.film.last
    for far, at in ((-5, 0), (10**12, model.film.last), (3.7, 3)):
        model.seek(far)
        assert model.position == at


def test_a_line_of_the_pseudocode_leads_to_its_events_in_turn(model):
    for line, positions in model.film.lines().items():
        model.begin()
        visited = []
        for _ in positions:
            assert model.go_to_line(line)
            visited.append(model.position)
        assert visited == positions
        assert model.go_to_line(line)  # from the start again
        assert model.position == positions[0]


def test_a_line_without_events_leads_nowhere():
    model = PlayerModel(SMALL, boundaries="given")
    missing = next(line for line in range(1, 23) if line not in model.film.lines())
    model.seek(5)
    assert model.go_to_line(missing) is False
    assert model.position == 5


# -- loading -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", gallery)
def test_the_whole_gallery_can_be_loaded(model, name):
    assert model.graph.load(gallery[name])
    assert model.dag == gallery[name]
    # one effect of twelve causes is there to cost MARVEL more than anybody steps through
    assert ("needs more than 20,000 CI tests" in model.notice) == (name == "collider-star-12")
    if model.notice:
        return
    model.end()
    learned = model.frame.state.learned_graph(model.film.trace.names)
    assert learned == essential_graph(gallery[name])


def test_whoever_is_reported_of_a_new_run_finds_it_whole(model):
    seen = []
    model.observe(lambda _: seen.append((model.film.last, model.position, model.dag)), "position")
    model.observe(lambda _: seen.append((model.film.last, model.position, model.dag)), "loaded")
    model.seek(30)
    seen.clear()
    model.graph.load_text("A -> B")
    assert set(seen) == {(model.film.last, 0, Dag("A -> B"))}


# -- options -------------------------------------------------------------------------------------


def test_an_option_runs_again():
    model = PlayerModel(gallery["lost-co-parent"])
    before = len(model.film.trace.tests)
    assert model.set_option("bookkeeping", "none")
    assert model.film.trace.result.options["bookkeeping"] == "none"
    assert len(model.film.trace.tests) > before
    assert model.set_option("boundaries", "given")
    assert model.film.counters(model.film.last).by_purpose.get("boundary-discovery") is None
    assert model.set_option("boundaries", dict.fromkeys(model.dag.nodes, ()))
    assert model.set_option("orientation", "printed")
    assert model.options == {"bookkeeping": "none", "orientation": "printed"}


@pytest.mark.parametrize(
    ("name", "value"),
    [("bookkeeping", "much"), ("boundaries", "guessed"), ("boundaries", {"X": []}), ("no", 1)],
)
def test_a_bad_option_changes_nothing(model, name, value):
    model.seek(4)
    unchanged_by(model, lambda: model.set_option(name, value))
    assert model.error_field == "option"


# -- tokens --------------------------------------------------------------------------------------


SETTINGS = [
    (boundaries, {"bookkeeping": bookkeeping, "orientation": orientation})
    for boundaries, bookkeeping, orientation in product(
        ("found", "given"), ("none", "paper", "full"), ("recorded", "printed")
    )
]


@one_in(11)
def test_tokens_restore_every_gallery_graph_level_and_option(every):
    """Each graph with one or two of the twelve settings in turn, or with all of them."""
    other = PlayerModel("A -> B")
    cases = list(product(gallery, enumerate(SETTINGS)))[::every]
    assert {name for name, _ in cases} == {*gallery}
    assert len({i for _, (i, _) in cases}) == len(SETTINGS)
    for name, (i, (boundaries, options)) in cases:
        model = PlayerModel(gallery[name], boundaries=boundaries, **options)
        model.level = LEVELS[i % 3]
        model.seek(model.film.last * i // 11)
        assert other.load_token(model.token), other.error
        assert other.dag == model.dag
        assert (other.position, other.level) == (model.position, model.level)
        assert (other.boundaries, other.options) == (boundaries, options)
        assert other.frame.explanation == model.frame.explanation
        assert other.token == model.token


def test_a_token_holds_boundaries_of_ones_own():
    mine = {"A": ["B"], "B": ["A"], "C": []}
    model, other = PlayerModel("A -> B -> C", boundaries=mine), PlayerModel("A -> B")
    assert other.load_token(model.token)
    assert {x: list(b) for x, b in other.boundaries.items()} == mine


def test_a_token_of_a_position_beyond_the_end_leads_to_the_end(model):
    from marvel_widgets.replay.state_token import PlayerSettings, to_token

    assert model.load_token(to_token(PlayerSettings(Dag("A -> B"), position=10**9)))
    assert model.position == model.film.last


# -- a test that is no oracle --------------------------------------------------------------------


def test_a_function_without_a_graph_can_be_stepped():
    oracle = DSeparation(Dag(SMALL))
    model = PlayerModel(FunctionTest(oracle.names, lambda x, y, given: oracle(x, y, given)))
    assert (model.dag, model.token) == (None, "")
    model.end()
    learned = model.frame.state.learned_graph(model.film.trace.names)
    assert learned == essential_graph(Dag(SMALL))
    assert model.frame.reason is None
    assert "true boundaries" in unchanged_by(model, lambda: model.set_option("boundaries", "given"))
    assert model.graph.load_text("A -> B")
    assert model.dag == Dag("A -> B")


# -- runs too long for stepping ------------------------------------------------------------------


@pytest.fixture
def cut():
    return PlayerModel(networks.load("asia"), step_limit=40)


def test_a_long_run_can_be_stepped_as_far_as_it_goes(cut):
    assert cut.too_long
    assert "more than 40 CI tests" in cut.notice
    cut.level = "test"
    cut.end()
    assert cut.frame.tests_done == 40
    cut.back()
    assert cut.graph.load_text("A -> B")
    assert (cut.too_long, cut.notice) == (False, "")


def test_a_batch_run_gives_way_and_finishes(cut):
    cut.batch.slice = 0
    seen = []

    async def work():
        cut.batch.observe(lambda change: seen.append(change.new), "done")
        cut.run_batch()
        turns = 0
        while cut.batch.running:
            await asyncio.sleep(0)
            turns += 1
        return turns

    assert asyncio.run(work()) > 8
    assert seen == list(range(1, 9))
    assert cut.batch_result.essential_graph == essential_graph(networks.load("asia"))


def test_a_batch_run_can_be_cancelled_and_begun_again(cut):
    cut.batch.slice = 0

    async def work():
        cut.run_batch()
        for _ in range(3):
            await asyncio.sleep(0)
        assert cut.batch.running
        cut.batch.cancel()
        assert not cut.batch.running
        cut.run_batch()  # at once: the old one must not report for the new one
        await asyncio.sleep(0)
        assert cut.batch.running
        cut.batch.cancel()
        for _ in range(3):
            await asyncio.sleep(0)
        assert not cut.batch.running
        assert cut.batch_result is None
        cut.run_batch()
        while cut.batch.running:
            await asyncio.sleep(0)

    asyncio.run(work())
    assert cut.batch_result is not None


def test_loading_a_graph_ends_the_batch_run(cut):
    cut.batch.slice = 0

    async def work():
        cut.run_batch()
        await asyncio.sleep(0)
        cut.graph.load_text("A -> B")
        for _ in range(50):
            await asyncio.sleep(0)

    asyncio.run(work())
    assert not cut.batch.running
    assert (cut.batch_result, cut.batch.done) == (None, 0)


def test_a_test_that_fails_ends_the_batch_run():
    calls = []

    def answer(x, y, given):
        calls.append(1)
        if len(calls) > 30:
            raise ZeroDivisionError
        return False

    model = PlayerModel(FunctionTest(tuple("ABCDEF"), answer), step_limit=10)
    with pytest.raises(ZeroDivisionError):
        model.run_batch()
    assert not model.batch.running


# -- playing -------------------------------------------------------------------------------------


def test_playing_goes_on_to_the_end(model):
    async def play():
        model.level, model.speed = "round", 1000
        model.play()
        assert model.playing
        while model.playing:
            await asyncio.sleep(0)

    asyncio.run(play())
    assert model.position == model.film.last


def test_playing_can_be_paused_and_goes_on_from_there(model):
    async def play():
        model.speed = 1000
        model.toggle()
        while model.position < 8:
            await asyncio.sleep(0)
        model.toggle()
        at = model.position
        for _ in range(20):
            await asyncio.sleep(0.001)
        assert (model.position, model.playing) == (at, False)
        model.toggle()
        while model.position == at:
            await asyncio.sleep(0)
        model.pause()

    asyncio.run(play())
    assert 8 < model.position < model.film.last


def test_playing_from_the_end_begins_again(model):
    async def play():
        model.end()
        model.speed = 1000
        model.play()
        assert model.position == 0
        model.play()  # once is enough
        model.pause()

    asyncio.run(play())
    assert not model.playing


def test_a_new_graph_stops_playing(model):
    async def play():
        model.speed = 1000
        model.play()
        model.graph.load_text("A -> B")
        for _ in range(10):
            await asyncio.sleep(0.001)

    asyncio.run(play())
    assert (model.playing, model.position) == (False, 0)


def test_playing_without_a_notebook_says_what_to_do(model):
    model.play()
    assert not model.playing
    assert "step()" in model.error


def test_it_starts_paused(model):
    assert not model.playing
    assert model.position == 0


def test_a_budget_is_refused_with_the_name_of_what_is_meant():
    with pytest.raises(TypeError, match="step_limit= limits"):
        PlayerModel("A -> B", budget=3)


def test_options_follow_the_algorithms_that_take_them(model):
    assert model.set_option("bookkeeping", "paper")
    assert model.set_option("algorithm", "pc")
    assert model.options == {}
    assert model.set_option("start", "complete")
    assert model.set_option("variant", "stable")
    assert model.set_option("algorithm", "mmpc")
    assert model.options == {"start": "complete"}
    assert model.set_option("algorithm", "collider_set")
    assert model.options == {}
    assert model.set_option("algorithm", "marvel")
    assert model.options == {"bookkeeping": "paper"}
    expected = record("marvel", Dag(SMALL), bookkeeping="paper", budget=model.step_limit)
    assert model.film.trace == expected


def test_an_option_of_another_algorithm_is_reported_in_a_sentence():
    model = PlayerModel(SMALL, algorithm="pc")
    before = model.film
    assert not model.set_option("algorithm", "ges")
    assert model.error.startswith("unknown algorithm 'ges'; choose one of marvel, pc")
    assert not model.set_option("variant", "newest")
    assert "'original', 'stable'" in model.error
    assert model.film is before
    assert model.set_option("variant", "stable")  # what failed is not kept
    with pytest.raises(TypeError, match="bookkeeping"):
        PlayerModel(SMALL, algorithm="pc", bookkeeping="paper")


def test_an_order_goes_with_its_variables():
    model = PlayerModel("A -> C <- B", algorithm="pc", start="complete", order="CBA")
    again = PlayerModel("X -> Y")
    assert again.load_token(model.token)
    assert again.options == {"start": "complete", "order": ["C", "B", "A"]}
    assert len(again.film.trace.tests) == len(model.film.trace.tests)
    assert model.set_option("variant", "stable")
    assert model.options["order"] == "CBA"
    assert model.graph.load_text("A -> C; C -> B")
    assert model.options["order"] == "CBA"
    assert model.graph.load_text("A -> B; B -> F")
    assert model.options == {"start": "complete", "variant": "stable"}
    assert model.set_option("variant", "original")  # the order of other variables is not tried
    assert not model.error
