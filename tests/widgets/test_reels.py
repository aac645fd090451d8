"""What an app ships to the page is what its kernel shows, position by position, and no more."""

import asyncio

import pytest

from marvel_widgets import Dag, networks
from marvel_widgets.widgets import (
    BoundaryLab,
    FiniteSampleLab,
    MarvelPlayer,
    OrientationLab,
    ProofWalk,
    Race,
)
from marvel_widgets.widgets.kit.reel import BLOCK
from tests.slices import some_of
from tests.widgets.kit.test_reel import replayed

GRAPHS = {"asia": networks.load("asia"), "small": Dag("{A B C D E}; A -> C <- B; C -> D; A -> E")}
MAKE = {
    "boundaries": lambda dag, **s: BoundaryLab(dag, mode="discover", **s),
    "class": lambda dag, **s: OrientationLab(dag, view="class", **s),
    "orientation": OrientationLab,
    "samples": lambda dag, **s: FiniteSampleLab(dag, n=50, seed=1, **s),
    "player": MarvelPlayer,
    "proof": ProofWalk,
    "race": lambda dag, **s: Race(dag, **{"predict": False, **s}),
}


def listed(values):
    """Return values as JSON has them."""
    return [list(value) if isinstance(value, tuple) else value for value in values]


def shown(app):
    """Return what the widgets have that the reel drives, read off the widgets themselves."""
    reel = app.run.reel
    pairs = zip(reel.targets, reel.traits_set, strict=True)
    return listed(getattr(widget, name) for widget, name in pairs)


def some(last, most):
    """Return positions, spread over a run, in an order that goes back as well."""
    found = sorted({*range(0, last + 1, max(1, last // most)), last})
    return found[::2] + found[1::2][::-1]


def differences(make, dag, most):
    """Return the positions at which a new app that goes there shows something else."""
    shipped, other = make(dag), make(dag)
    assert shipped.run.reel.last > 0
    wrong = []
    for position in some(shipped.run.reel.last, most):
        other.model.seek(position)
        if listed(shipped.run.values(position)) != shown(other):
            wrong.append(position)
    return wrong


@pytest.fixture(params=MAKE)
def make(request):
    return MAKE[request.param]


@pytest.mark.parametrize("graph", GRAPHS)
@some_of(7, 400, name="most")
def test_each_position_is_shipped_as_a_new_app_shows_it(make, graph, most):
    assert differences(make, GRAPHS[graph], most) == []


def test_the_blocks_hold_it(make):
    app = make(GRAPHS["small"])
    reel = app.run.reel
    at = min(3, reel.last)
    assert replayed(reel, at, {at // BLOCK: reel.block(at // BLOCK)}) == listed(app.run.values(at))


def test_the_page_moves_the_kernel_which_says_nothing_about_it(make, sent):
    app = make(GRAPHS["small"])
    reel = app.run.reel
    driven = set(zip(map(id, reel.targets), reel.traits_set, strict=True))
    at = min(3, reel.last)
    sent.take()
    reel.set_state({"position": at})  # as a message from the page does
    assert app.model.position == at
    for widget, state in sent.take():
        assert not {(id(widget), name) for name in state} & driven, (widget, state)
    followed = shown(app)
    app.model.seek(0)  # in a cell: now it is told
    assert {(id(widget), name) for widget, state in sent.take() for name in state} & driven
    app.model.seek(at)
    assert shown(app) == followed


def test_the_page_steps_as_the_kernel_does(make):
    """At every level: to the next stop, or to the end; and back to the one before, or to 0."""
    app = make(GRAPHS["asia"])
    film, stops = app.model.film, app.run.reel.stops
    for level in app.model.levels:
        here = stops.get(app.run.transport.words[level])
        for at in range(film.last + 1):
            after, before = at + 1, at - 1
            if here is not None:
                after = next((stop for stop in here if stop > at), film.last)
                before = max((stop for stop in here if stop < at), default=0)
            assert min(after, film.last) == film.next(at, level), (level, at)
            assert max(before, 0) == film.previous(at, level), (level, at)


@pytest.mark.parametrize("settings", [{"predict": True}, {"answers": False}])
def test_nothing_is_shipped_that_is_asked_or_withheld(make, settings, sent):
    if make is MarvelPlayer and "answers" in settings:
        pytest.skip("the run itself is shown in any case")
    app = make(GRAPHS["small"], **settings)
    assert app.run.reel.last == -1
    assert app.run.reel.targets == []
    assert app.run.reel.stops == {}


def test_what_is_locked_is_not_driven(make):
    app = make(GRAPHS["small"])
    part = next(name for name, part in app.parts.items() if app.run.transport in around(part))
    assert make(GRAPHS["small"], lock=part).run.reel.last == -1


def around(widget):
    """Return a widget and everything in it."""
    inside = widget.children if widget.has_trait("children") else ()
    return [widget, *(part for child in inside for part in around(child))]


def test_another_graph_is_another_run(make):
    app = make(GRAPHS["asia"])
    run, before = app.run.reel.run, app.run.values(0)
    app.model.graph.load(Dag("A -> B -> C -> D; A -> {C D}; B -> D"))
    assert app.run.reel.run > run
    assert app.run.reel.last == app.model.film.last
    assert app.run.values(0) != before


def test_playing_ends_with_the_last_view(make):
    """Its output was replaced: the kernel must not go on for nobody."""

    async def play(app):
        app.model.play()
        await asyncio.sleep(0)
        assert app.model.playing
        app.run.reel._handle_custom_msg({"gone": True}, [])
        assert not app.model.playing

    asyncio.run(play(make(GRAPHS["small"])))
