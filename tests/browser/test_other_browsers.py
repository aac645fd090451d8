"""The site in Firefox and WebKit: its question, a film, an app's picture, and an app that runs.

    python -m pytest -m browsers

Where MARVEL_WIDGETS_SITE names a site with Python in it, that one is visited, and its Python too.
"""

import os
from pathlib import Path

import pytest

from marvel_widgets import exercises
from marvel_widgets.course.checks import builders
from marvel_widgets.course.registry import LESSONS, NOT_LEARNERS, NOTEBOOKS
from marvel_widgets.site.ask.forms import answer_as_json, kind_as_json
from tests.browser.asking import GIVE, answers_to, assert_of_python
from tests.browser.other_browsers import Noting, firefox, webkit
from tests.browser.serving import serving

pytestmark = pytest.mark.browsers
SITE = os.environ.get("MARVEL_WIDGETS_SITE", "")
needs_python = pytest.mark.skipif(not SITE, reason="MARVEL_WIDGETS_SITE is not set")
BOX = "const box = document.querySelector('[data-predict]').dataset;"


@pytest.fixture(scope="module")
def folder(request):
    return Path(SITE) if SITE else request.getfixturevalue("site_folder")


@pytest.fixture(scope="module", params=[firefox, webkit], ids=["firefox", "webkit"])
def driven(request, tmp_path_factory):
    with request.param(tmp_path_factory.mktemp("private")) as driven:
        yield driven


@pytest.fixture
def opened(driven, folder):
    """A function that opens a page of the site; at its end no page may have noted an error."""
    with serving(folder, Noting) as server:

        def go(path):
            driven.goto(f"{server.base}/{path}")
            return driven

        yield go
        assert driven.errors() == []
        driven.goto("about:blank")


def test_the_question_of_the_front_page_is_answered(opened):
    page = opened("index.html")
    page.wait("document.querySelector('#film-asia.ready')")
    answer, right, position = page.run(f"{BOX} return [box.answer, box.right, box.position]")
    page.click(f"[data-predict] button[value='{answer}']")
    page.wait("document.querySelector('[data-verdict]').textContent")
    assert page.run("return document.querySelector('[data-verdict]').textContent") == right
    page.wait(f"document.querySelector('#film-asia [data-part=seek]').value === '{position}'")


def test_a_film_of_a_course_page_steps(opened):
    page = opened("course/06-be-marvel.html")
    page.run(
        "const film = document.querySelector('.film'); const fold = film.closest('details'); "
        "if (fold) fold.open = true; film.scrollIntoView()"
    )
    page.wait("document.querySelector('.film.ready')")
    look = "return document.querySelector('.film.ready [data-part=picture]').innerHTML"
    before = page.run(look)
    page.click(".film.ready [data-part=step]")
    assert page.run(look) != before
    assert page.run("return document.querySelector('math').getBoundingClientRect().width") > 5


def test_the_page_of_an_app_shows_its_picture(opened):
    page = opened("apps/RemovabilityLab.html")
    height = "return document.querySelector('.scene svg').getBoundingClientRect().height"
    assert page.run(height) > 50


def test_from_a_file_a_page_has_its_colors_and_scripts(driven, folder):
    driven.goto((folder / "index.html").as_uri())
    driven.wait("document.querySelector('#film-asia.ready')")
    assert driven.run("return getComputedStyle(document.body).margin") == "0px"


@pytest.mark.parametrize("notebook", [n for n in LESSONS if NOTEBOOKS[n].place not in NOT_LEARNERS])
def test_every_exercise_is_answered_in_its_page(opened, notebook):
    give = f"return ({GIVE})(document.querySelector('[data-asking]'), arguments[0])"
    for name in builders(notebook):
        exercise = getattr(exercises(notebook), name).exercise
        page = opened(f"ask.html?{name}#q={notebook}/{name}")
        page.wait("document.querySelector('.ask-ready .ask-buttons')")
        for value in answers_to(exercise, 10):
            given = [kind_as_json(exercise.kind), answer_as_json(exercise.kind, value)]
            assert_of_python(exercise, value, page.run(give, given))


@needs_python
def test_an_app_runs_in_the_page(opened):
    page = opened("apps/RemovabilityLab.html")
    page.click("a[data-live]")
    page.wait("document.querySelector('.mw-app canvas')?.width > 50")
    page.run(
        "[...document.querySelectorAll('.mw-app button')]"
        ".find((each) => each.textContent === 'Next variable').id = 'next'"
    )
    page.click("#next")
    page.wait("document.querySelector('.mw-app').innerText.includes('Is Y removable?')")
