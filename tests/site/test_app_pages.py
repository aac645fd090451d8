"""The pages of the apps: a characteristic moment of each, and steps that name controls it has."""

import asyncio
import re
from dataclasses import replace

import ipywidgets
import networkx as nx
import pytest

from marvel_widgets import exercises, is_removable, networks
from marvel_widgets.site import app_pages
from marvel_widgets.site.app_pages import (
    ShownApp,
    app_films,
    app_page,
    apps_of,
    cover_of,
    moment_of,
    scene_html,
)
from marvel_widgets.site.errors import SiteError
from marvel_widgets.widgets.app_spec import every_app
from tests.app_features import common

APPS = apps_of({})
BY_NAME = {app.name: app for app in APPS}


def changed(name, **fields):
    """Return an app whose description says something else."""
    return ShownApp(replace(every_app()[name], **fields))


def test_a_line_that_an_app_does_not_say_is_no_moment(monkeypatch):
    duel = every_app()["AdversaryDuel"]
    other = replace(duel, scene=replace(duel.scene, says=("Too late.",)))
    monkeypatch.setattr(app_pages, "every_app", lambda: {"AdversaryDuel": other})
    with pytest.raises(SiteError, match="no line that begins with 'Too late"):
        moment_of.__wrapped__("AdversaryDuel")


@pytest.mark.parametrize("app", APPS, ids=lambda app: app.name)
def test_a_moment_is_drawn_and_told(app):
    moment = app.moment
    assert moment.picture.startswith("<svg")
    if not app.spec.scene.says:  # it steps a run, and says what that shows
        assert app_films(app.name)
        return
    asked, *told = re.findall(r"<p[^>]*>(.*?)</p>", moment.told)
    assert asked.endswith((".", "?"))
    assert told
    assert all(told)
    page = scene_html(app)
    assert moment.picture in page
    assert moment.told in page


@pytest.mark.parametrize("name", BY_NAME)
def test_a_moment_is_the_same_where_an_event_loop_runs(name):
    """As in a notebook: what an app otherwise does step by step is to be done at once."""

    async def within():
        return moment_of.__wrapped__(name)

    assert asyncio.run(within()) == moment_of(name)


def controls(widget, seen):
    """The words on all controls of an app: buttons, labels of menus, and what they offer."""
    if id(widget) in seen:
        return
    seen.add(id(widget))
    yield getattr(widget, "description", "")
    offered = getattr(widget, "options", ())  # a prediction's box calls a widget so
    yield from map(str, getattr(widget, "names", ()))  # of the lenses of a rail
    for option in offered if isinstance(offered, tuple) else ():
        yield str(option[0] if isinstance(option, tuple) else option)
    for child in getattr(widget, "children", ()) or ():
        if isinstance(child, ipywidgets.Widget):
            yield from controls(child, seen)


def lacking(app):
    """The controls that the first steps of an app name, and its live cell has not."""
    names = {"exercises": exercises, "networks": networks}
    code = app.cell()
    exec(code.rpartition("\n")[0], names)
    live = eval(code.rpartition("\n")[2], names)
    there = {re.sub(r"^[▸▾]\s*", "", words).strip() for words in controls(live, set())}
    there.update(common()["Bar"])
    live.close()
    named = re.findall(r"\*\*(.+?)\*\*", " ".join(app.spec.steps))
    return [words for words in named if words not in there]


@pytest.mark.parametrize("app", APPS, ids=lambda app: app.name)
def test_the_first_steps_name_controls_that_the_app_has(app):
    assert lacking(app) == []


def test_what_the_moments_say_holds_by_networkx():
    asia = nx.DiGraph(list(networks.load("asia").edges))
    told = {
        n: re.sub("<[^>]*>", "", BY_NAME[n].moment.told) for n in ("DSeparationLab", "BoundaryLab")
    }
    assert "d-connected given {dysp}" in told["DSeparationLab"]
    assert not nx.is_d_separator(asia, {"tub"}, {"bronc"}, {"dysp"})
    assert "Mb(lung) = {tub, smoke, either}" in told["BoundaryLab"]
    rest = set(asia) - {"lung", "tub", "smoke", "either"}
    assert nx.is_d_separator(asia, {"lung"}, rest, {"tub", "smoke", "either"})
    for spare in ("tub", "smoke", "either"):
        others = {"tub", "smoke", "either"} - {spare}
        assert not nx.is_d_separator(asia, {"lung"}, {spare}, others)


def test_the_exercise_shown_is_not_the_one_that_the_live_app_asks():
    shown = exercises("03", "site").removable.exercise
    asked = exercises("03").removable.exercise
    assert shown.drawing != asked.drawing
    told = BY_NAME["ExerciseBox"].moment.told
    (wrong,) = re.findall(r"(\w) is removable", told)
    assert is_removable(shown.dag, wrong)


def test_a_page_of_an_app_escapes_what_it_shows():
    page = app_page(ShownApp(every_app()["Race"], [("10-x", "<script>alert()")]), "").html()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def test_a_cover_is_that_of_the_app_which_fewest_notebooks_show():
    box = ShownApp(every_app()["ExerciseBox"], [("01", ""), ("02", "")])
    lab = ShownApp(every_app()["BoundaryLab"], [("02", "")])
    assert cover_of("02", [box, lab]) == lab.moment.picture
    assert cover_of("07", [box, lab]) == ""
