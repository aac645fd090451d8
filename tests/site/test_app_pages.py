"""The pages of the apps: a telling moment of each, and steps that name controls it has."""

import re

import ipywidgets
import networkx as nx
import pytest

from marvel_widgets import exercises, is_removable, networks, widgets
from marvel_widgets._notebooks import bundled_docs
from marvel_widgets.site.app_pages import App, app_page, apps_of, cover_of, scene_html
from marvel_widgets.site.errors import SiteError
from marvel_widgets.site.scenes.every import scene_of
from marvel_widgets.site.scenes.games import GAMES
from marvel_widgets.site.scenes.labs import LABS

APPS = apps_of(bundled_docs().joinpath("apps.md").read_text(encoding="utf-8"), {})
BY_NAME = {app.name: app for app in APPS}


def test_every_app_has_a_moment_and_no_other_has():
    assert {app.name for app in APPS} == {*LABS, *GAMES} == set(widgets.__all__) & set(BY_NAME)
    with pytest.raises(SiteError, match="NewApp"):
        scene_of("NewApp")


@pytest.mark.parametrize("app", APPS, ids=lambda app: app.name)
def test_a_moment_is_drawn_and_told(app):
    scene = app.scene
    assert all("<svg" in picture and "</svg>" in picture for picture in scene.pictures)
    assert scene.asked
    assert all(scene.told)
    assert scene_html(app).count("<svg") >= len(scene.pictures)


def controls(widget, seen):
    """The words on all controls of an app: buttons, labels of menus, and what they offer."""
    if id(widget) in seen:
        return
    seen.add(id(widget))
    yield getattr(widget, "description", "")
    offered = getattr(widget, "options", ())  # a prediction's box calls a widget so
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
    live.close()
    named = re.findall(r"\*\*(.+?)\*\*", " ".join(app.steps))
    return [words for words in named if words not in there]


@pytest.mark.parametrize("app", APPS, ids=lambda app: app.name)
def test_the_first_steps_name_controls_that_the_app_has(app):
    assert len(app.steps) == 3
    assert lacking(app) == []


def test_a_step_that_names_no_control_is_seen():
    assert lacking(App("Breaker", "", ("Press **Explode**.",))) == ["Explode"]


def test_what_the_moments_say_holds_by_networkx():
    asia = nx.DiGraph(list(networks.load("asia").edges))
    assert "d-connected given {dysp}" in BY_NAME["DSeparationLab"].scene.told[0]
    assert not nx.is_d_separator(asia, {"tub"}, {"bronc"}, {"dysp"})
    assert "Mb(lung) = {tub, smoke, either}" in BY_NAME["BoundaryLab"].scene.told[0]
    rest = set(asia) - {"lung", "tub", "smoke", "either"}
    assert nx.is_d_separator(asia, {"lung"}, rest, {"tub", "smoke", "either"})
    for spare in ("tub", "smoke", "either"):
        others = {"tub", "smoke", "either"} - {spare}
        assert not nx.is_d_separator(asia, {"lung"}, {spare}, others)


def test_the_exercise_shown_is_not_the_one_that_the_live_app_asks():
    shown = exercises("03", "site").removable.exercise
    asked = exercises("03").removable.exercise
    assert shown.drawing != asked.drawing
    told = " ".join(BY_NAME["ExerciseBox"].scene.told)
    (wrong,) = re.findall(r"(\w) is removable", told)
    assert is_removable(shown.dag, wrong)


def test_a_page_of_an_app_escapes_what_it_shows():
    page = app_page(App("Race", "bets", (), [("10-x", "<script>alert()")]), "").html()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def test_a_cover_is_that_of_the_app_which_fewest_notebooks_show():
    box = App("ExerciseBox", "", (), [("01", ""), ("02", "")])
    lab = App("BoundaryLab", "", (), [("02", "")])
    assert cover_of("02", [box, lab]) == lab.scene.pictures[0]
    assert cover_of("07", [box, lab]) == ""
