"""The films of the apps' pages: they step without Python, and fit a phone."""

import pytest

from tests.browser import narrow
from tests.site.test_app_films import STEPPED
from tests.slices import in_each_run

PHONES = ({"width": 390, "height": 844}, {"width": 360, "height": 640})
# What a film shows, where it is, and what can be pressed.
STATE = """film => {
    const part = name => film.querySelector(`[data-part="${name}"]`);
    return {at: Number(part('seek').value), last: Number(part('seek').max),
        shown: part('picture').innerHTML + (part('told') ?? part('sentence')).innerHTML};
}"""
# Where a tap chooses: what is tapped, and what is said then.
TAPPED = (
    ("RemovabilityLab", "T", "T is removable"),
    ("BoundaryLab", "xray", "Mb(xray) = "),
    ("DSeparationLab", "lung", "given {lung}"),
)
# Play, and wait in the page until it is under way: a short film may be over before another looks.
PLAYS = """film => new Promise(done => {
    const seek = film.querySelector('[data-part="seek"]');
    film.querySelector('[data-part="play"]').click();
    const look = () => 0 < seek.valueAsNumber && seek.valueAsNumber < Number(seek.max)
        ? done() : requestAnimationFrame(look);
    look();
})"""
# Of a film whose top is at the top of a phone: what is on the screen, and how large letters are.
ON_A_PHONE = """film => {
    film.scrollIntoView();
    const box = what => film.querySelector(what).getBoundingClientRect();
    const picture = box('.film-picture svg, .film-picture table'), foot = box('.film-foot');
    const scale = text => Math.hypot(text.getScreenCTM().a, text.getScreenCTM().b);
    const letters = [...film.querySelectorAll('.film-picture svg text')].map(text =>
        parseFloat(getComputedStyle(text).fontSize) * scale(text));
    return {picture: [picture.top, picture.bottom], foot: [foot.top, foot.bottom],
        letters: Math.min(99, ...letters)};
}"""


@pytest.fixture
def pages(browser, site_folder):
    context = browser.new_context(has_touch=True, reduced_motion="reduce")
    page, faults = context.new_page(), []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: line.type == "error" and faults.append(line.text))

    def go(name, size):
        page.set_viewport_size(size)
        page.goto((site_folder / f"apps/{name}.html").as_uri())
        films = page.locator(".film[data-film]")
        for film in films.all():
            film.scroll_into_view_if_needed()
            film.locator("xpath=self::*[contains(@class, 'ready')]").wait_for()
        return page, films.all()

    yield go
    context.close()
    assert faults == []


UNLIKE = ("BoundaryLab", "MarvelPlayer")  # chosen by tabs, and a run with its code


@pytest.mark.parametrize("name", in_each_run(STEPPED, UNLIKE))
def test_a_film_steps_back_plays_and_seeks(pages, name):
    _, films = pages(name, {"width": 1280, "height": 720})
    for film in films:
        button = {words: film.get_by_role("button", name=words) for words in ("Back", "Step")}
        film.locator("[data-part=seek]").press("Home")
        first = film.evaluate(STATE)
        assert first["at"] == 0
        assert button["Back"].is_disabled()
        button["Step"].click()
        second = film.evaluate(STATE)
        assert second["at"] > 0
        assert second["shown"] != first["shown"]
        button["Back"].click()
        assert film.evaluate(STATE) == first
        film.press("ArrowRight")  # the film has the focus, not a button
        assert film.evaluate(STATE) == second
        film.locator("[data-part=seek]").press("End")
        end = film.evaluate(STATE)
        assert end["at"] == end["last"]
        assert end["shown"] not in (first["shown"], second["shown"])
        assert button["Step"].is_disabled()
        film.evaluate(PLAYS)  # from its end it begins again
        film.locator("[data-part=play]").click()


@pytest.mark.parametrize("tapped", in_each_run(TAPPED, TAPPED[:1]))
def test_a_tap_on_a_variable_chooses_it(pages, tapped):
    name, vertex, told = tapped
    _, (film, *_) = pages(name, PHONES[0])
    film.locator("[data-part=picture] text", has_text=vertex).first.tap()
    assert film.locator("[data-part=place]").inner_text() == vertex
    assert told in film.locator("[data-part=told]").inner_text()


@pytest.mark.parametrize("size", in_each_run(PHONES, [PHONES[1]]), ids=["390", "360"])
@pytest.mark.parametrize("name", in_each_run(STEPPED, ["BoundaryLab"]))
def test_on_a_phone_picture_and_transport_are_on_the_screen_together(pages, name, size):
    page, films = pages(name, size)
    assert page.evaluate(narrow.TOO_WIDE) <= 0
    for film in films:
        seen = film.evaluate(ON_A_PHONE)
        top, bottom = seen["picture"]
        assert top >= 0
        assert seen["foot"][1] <= size["height"] + 1
        # whole above it; or below it, where it may be taller than the screen
        assert bottom <= seen["foot"][0] + 1 or seen["foot"][1] <= top + 100 <= size["height"]
        assert seen["letters"] >= 10.5, seen
