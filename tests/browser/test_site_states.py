"""The site on a server: states in links, the search, and a visit without a network."""

import os
import re
import urllib.error
import urllib.request

import pytest
from axe_playwright_python.sync_playwright import Axe

from marvel_widgets import gallery
from marvel_widgets.site.lite import write_offline
from marvel_widgets.widgets import BeMarvel, DSeparationLab, MarvelPlayer, Race, RemovabilityLab
from tests.browser import driver, narrow
from tests.browser.serving import LikePages, serving
from tests.slices import in_each_run

SENTENCE = "[data-part='sentence']"


@pytest.fixture(scope="module")
def server(site_folder):
    with serving(site_folder) as server:
        yield server


@pytest.fixture(scope="module")
def visitor(browser):
    """Somebody who comes back, so that the browser has the scripts.

    Without a service worker: it would fetch all pages, which takes longer than any of these tests.
    """
    context = browser.new_context(service_workers="block")
    yield context
    context.close()


@pytest.fixture
def page(visitor):
    """A page on a phone; at the end it is looked at on a broad screen, too."""
    page, errors = visitor.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: line.type == "error" and errors.append(line.text))
    page.set_viewport_size({"width": 420, "height": 900})
    yield page
    assert page.evaluate(narrow.TOO_WIDE) <= 0
    page.set_viewport_size({"width": 1280, "height": 900})
    assert page.evaluate(narrow.TOO_WIDE) <= 0
    page.close()
    assert errors == []


def told(page):
    page.locator("[data-state].shown").wait_for()
    return page.inner_text("[data-state] .told")


def test_a_players_link_is_its_film_at_its_position(page, server):
    player = MarvelPlayer("X -> Y <- T; Y -> Z", position=7)  # of no film of the site
    page.goto(player.link(server.base))
    assert "position 7" in told(page)
    assert page.locator("[data-state] svg text").all_text_contents() == ["X", "Y", "T", "Z"]
    assert page.locator(".film").count() == 0
    player = MarvelPlayer(gallery["sachs"], position=31)
    link = player.link(server.base)
    page.goto(link)
    page.locator("#film-of-sachs.ready").wait_for()
    assert page.inner_text(f".film {SENTENCE}") == player.model.frame.explanation.text
    page.locator(".film").get_by_role("button", name="Step").click()
    player.step()
    assert page.inner_text(f".film {SENTENCE}") == player.model.frame.explanation.text
    live = page.get_by_role("link", name="Open this state live").get_attribute("href")
    assert live.partition("#t=")[2] == link.partition("#t=")[2]


@pytest.mark.night
def test_an_apps_link_shows_its_graph_with_what_is_chosen(page, server):
    app = DSeparationLab('"a wet day" -> Y <- T; Y -> Z', x="a wet day", y="T", given=["Z"])
    page.goto(app.link(server.base))
    assert "Are a wet day and T separated by {Z}?" in told(page)
    picture = page.locator("[data-state] svg")
    assert picture.locator("text").all_text_contents() == ["a wet day", "Y", "T", "Z"]
    assert picture.locator("polygon").count() == 3  # an arrowhead for each edge
    assert app.token in page.get_by_role("link", name="Open this state live").get_attribute("href")


def test_a_token_is_taken_on_any_page_and_where_it_is_pasted(page, server):
    token = RemovabilityLab("X -> Y <- T", x="Y").token
    page.goto(f"{server.base}/course/06-be-marvel.html#t={token}")
    page.wait_for_url(re.compile(r"/apps/RemovabilityLab\.html"))
    assert "Is Y removable?" in told(page)
    page.goto(f"{server.base}/apps/index.html")
    page.get_by_label("State token, or a link with one").fill(
        f"https://else.example/a.html#t={token}"
    )
    page.get_by_role("button", name="Show it").click()
    page.wait_for_url(re.compile(r"/apps/RemovabilityLab\.html"))
    assert "Is Y removable?" in told(page)


def test_a_hidden_graph_stays_hidden(page, server):
    page.goto(BeMarvel("Secret -> Y <- T").link(server.base))
    assert "hidden graph" in told(page)
    assert "Secret" not in page.inner_text("main")


LATER = "mwa2.eJyrVkosKFCyUsooKSkottLXLy8v1yvJL0rWUdJRKi5JLElVsqpWKk4uyizQS85PBQoWpSam5AEAXqgQvA"


@pytest.mark.night
def test_what_is_no_token_is_told_in_a_sentence(page, server):
    for token, words in (
        ("hello", "no state of an app"),
        (LATER, "version"),
        ("mwa1.abc", "damaged"),
        ("<img src=x onerror=alert(1)>", "no state of an app"),
    ):
        page.goto(f"{server.base}/apps/Race.html#t={token}")  # but for the first, on the same page
        page.locator(".state-error", has_text=words).wait_for()


def test_words_are_found_and_the_keyboard_is_enough(page, server):
    page.goto(f"{server.base}/course/06-be-marvel.html")
    page.keyboard.press("/")
    page.keyboard.type("markov boundaries")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("search.html"))
    page.locator(".results a").first.wait_for()
    assert page.inner_text(".results a >> nth=0") == "Markov boundaries"
    page.keyboard.press("End")
    page.keyboard.type(" co-paren")  # the last word is unfinished
    page.locator(".results mark", has_text=re.compile("^parents?$")).first.wait_for()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/(course|docs|apps|teach)/"))
    page.goto(f"{server.base}/search.html?q=zzzz")
    page.wait_for_function("() => document.querySelector('[data-found]').textContent")
    assert "No section" in page.inner_text("[data-found]")


@pytest.mark.parametrize("below", in_each_run(["", "my/course/"], ["my/course/"]))
def test_a_mistyped_address_leads_to_the_search(visitor, site_folder, tmp_path, below):
    place = tmp_path / below / "site"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(site_folder)
    (tmp_path / "404.html").symlink_to(site_folder / "404.html")
    page = visitor.new_page()
    with serving(tmp_path, LikePages) as server:
        page.goto(f"{server.base}/{below}site/course/gone/06-be-marvl.html")
        page.locator("body.found").wait_for()
        field = page.get_by_label("Search")
        assert field.input_value() == "be marvl"
        field.fill("markov boundary")
        field.press("Enter")
        page.wait_for_url(f"{server.base}/{below}site/search.html?q=markov*boundary")
        page.locator(".results a").first.wait_for()
    page.close()


@pytest.mark.night
@pytest.mark.parametrize(
    "path", ["search.html?q=markov+boundary+removable", "apps/Race.html#t=STATE"]
)
def test_search_and_state_are_accessible(page, server, path):
    page.emulate_media(color_scheme="dark")
    page.goto(f"{server.base}/{path.replace('STATE', Race().token)}")
    page.locator(".results li, [data-state].shown").first.wait_for()
    found = Axe().run(page, options={"resultTypes": ["violations"]})
    assert found.violations_count == 0, found.generate_report()


def test_after_one_visit_the_pages_open_without_a_network(browser, site_folder):
    context = browser.new_context()
    page = context.new_page()
    with serving(site_folder) as server:
        page.goto(f"{server.base}/")
        page.get_by_text("Saved for offline use").wait_for()
        server.go_away()
        with pytest.raises(urllib.error.URLError):
            urllib.request.urlopen(server.base, timeout=5)
        page.goto(f"{server.base}/course/06-be-marvel.html")
        film = page.locator(".film").first
        film.scroll_into_view_if_needed()
        page.locator(".film.ready").first.wait_for()
        before = film.locator("[data-part='seek']").input_value()
        film.get_by_role("button", name="Step").click()
        assert film.locator("[data-part='seek']").input_value() != before
        page.goto(f"{server.base}/?again")
        page.locator("#film-asia.ready").wait_for()
        page.goto(f"{server.base}/search.html?q=removable")
        page.locator(".results a").first.wait_for()
    context.close()


CACHES = "() => navigator.serviceWorker.ready.then(() => caches.keys())"
REGISTER = "() => navigator.serviceWorker.register('offline.js').then(() => null)"
UPDATE = "() => navigator.serviceWorker.ready.then((r) => r.update()).then(() => null)"
REPLACED = """async (old) => {
    const names = await caches.keys();
    return names.length === 1 && names[0] !== old;
}"""


def test_another_version_of_the_site_replaces_what_was_saved(browser, tmp_path):
    def version(words, second):
        index = tmp_path / "index.html"
        index.write_text(f"<h1>{words}</h1>")
        write_offline(tmp_path)
        # This server says "not modified" to who asks by the second: the pages are of one date, as
        # after some builds, the worker is not.
        os.utime(index, (1_700_000_000, 1_700_000_000))
        for worker in tmp_path.glob("*.js"):
            os.utime(worker, (1_700_000_000 + second, 1_700_000_000 + second))

    version("first", 0)
    with serving(tmp_path) as server:
        page = browser.new_page()
        page.goto(f"{server.base}/")
        page.evaluate(REGISTER)
        (old,) = page.evaluate(CACHES)
        version("second", 1)
        page.evaluate(UPDATE)
        driver.wait_until(page, lambda: page.evaluate(REPLACED, old), True)
        server.go_away()
        page.reload()
        assert page.inner_text("h1") == "second"
        page.close()
