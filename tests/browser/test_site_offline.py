"""What a reader sees where Python can't start: without a network, and from a USB stick."""

from importlib.resources import files

import pytest

from marvel_widgets.site.lite import write_offline
from tests.browser import driver
from tests.browser.serving import Forgotten, serving

LITE = "lite/notebooks/index.html"
# JupyterLite, as far as it matters here: its page is not whole without a script of its own, and its
# worker comes when both are there already.
ITS_PAGE = """<!DOCTYPE html><title>Live</title><body><script src="../build.js"></script>
<script src="../live.js"></script><script>navigator.serviceWorker.register("../service-worker.js")
</script>"""
ITS_WORKER = """self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));"""
SAVED = """async () => {
    const saved = (await Promise.all((await caches.keys()).map(async (name) =>
        (await (await caches.open(name)).keys()).map(({url}) => new URL(url).pathname)))).flat();
    return ['/lite/notebooks/index.html', '/lite/build.js'].every((each) => saved.includes(each));
}"""


@pytest.fixture
def server(tmp_path):
    plugin = files("marvel_widgets").joinpath("site/static/live/static/remoteEntry.js")
    made = {
        "index.html": "<h1>marvel_widgets</h1>",
        "course/index.html": "<h1>The course</h1>",
        LITE: ITS_PAGE,
        "lite/build.js": "document.body.append('It runs.')",
        "lite/live.js": plugin.read_text(encoding="utf-8"),
        "lite/service-worker.js": ITS_WORKER,
    }
    for path, text in made.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    write_offline(tmp_path)
    with serving(tmp_path, Forgotten) as server:
        yield server


@pytest.fixture
def page(browser):
    context = browser.new_context()
    yield context.new_page()
    context.close()


def test_who_came_before_the_worker_comes_again_without_a_network(server, page):
    page.goto(f"{server.base}/{LITE}?path=a.ipynb")
    driver.wait_until(page, lambda: page.evaluate(SAVED), True)
    server.go_away()
    page.goto(f"{server.base}/{LITE}?path=b.ipynb")
    assert "It runs." in page.inner_text("body")


def test_what_never_ran_here_says_so_without_a_network(server, page):
    page.goto(f"{server.base}/index.html")
    page.evaluate("() => navigator.serviceWorker.register('offline.js').then(() => null)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    server.go_away()
    page.goto(f"{server.base}/{LITE}?path=a.ipynb")
    assert "did not run here before" in page.inner_text("h1")
    page.get_by_role("link", name="pages of the course").click()
    assert page.inner_text("h1") == "The course"


@pytest.mark.night
def test_from_a_usb_stick_the_place_of_the_live_link_says_what_it_needs(browser, site_folder):
    with browser.new_context() as context:
        page = context.new_page()
        for path in ("apps/RemovabilityLab.html", "course/06-be-marvel.html"):
            page.goto((site_folder / path).as_uri())
            told = page.locator(".live").first.inner_text()
            assert "python -m http.server" in told
            assert page.locator("a[href*='lite/']").count() == 0
