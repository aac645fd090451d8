"""The site as it is opened from a USB stick: what steps, what asks, and that no host is asked."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser import narrow
from tests.slices import in_each_run

SCREENS = [
    {"viewport": {"width": 1280, "height": 720}, "color_scheme": "light"},
    {"viewport": {"width": 420, "height": 900}, "color_scheme": "dark"},
]
SMALL = """() => [...document.querySelectorAll(
  "button, summary, nav a, .live a, .seek input, .buttons span, .find input")].filter((each) => {
  const { width, height } = each.getBoundingClientRect();
  return width > 0 && height < 44;
}).map((each) => each.textContent || each.type)"""
AT = "name => document.querySelector(`#film-${name} [data-part='seek']`).value"


IDS = ["wide-light", "phone-dark"]
PHONE = pytest.mark.parametrize(
    "opened", in_each_run(SCREENS, [SCREENS[1]]), indirect=True, ids=IDS
)


@pytest.fixture(params=SCREENS, ids=IDS)
def opened(request, browser, site_folder):
    """A function that opens a page of the site; what it asked for must lie in the folder."""
    context = browser.new_context(**request.param)
    page, asked, errors = context.new_page(), [], []
    page.on("request", lambda each: asked.append(each.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: line.type == "error" and errors.append(line.text))

    def go(path):
        page.goto((site_folder / path).as_uri(), wait_until="load")
        return page

    yield go
    context.close()
    assert [url for url in asked if not url.startswith((site_folder.as_uri(), "data:"))] == []
    assert errors == []


def steps(page, name):
    """Wait until the film is in the page, and press its Step."""
    page.locator(f"#film-{name}.ready").wait_for()
    before = page.evaluate(AT, name)
    page.locator(f"#film-{name}").get_by_role("button", name="Step").click()
    return before, page.evaluate(AT, name)


@PHONE
def test_the_front_page_has_all_on_its_first_screen_and_steps_and_asks(opened):
    page = opened("index.html")
    page.locator("#film-asia.ready").wait_for()
    assert page.evaluate(narrow.TOO_WIDE) <= 0
    if page.viewport_size["width"] < 640:  # fingers
        assert page.evaluate(SMALL) == []
    for what in ("#film-asia [data-part=picture]", "[data-predict]", ".doors"):
        box = page.locator(what).bounding_box()
        assert box["y"] + box["height"] <= page.viewport_size["height"], what
    box = page.locator("[data-predict]")
    answer = box.get_attribute("data-answer")
    wrong = next(b for b in box.get_by_role("button").all() if b.inner_text() != answer)
    wrong.click()
    page.wait_for_function("() => document.querySelector('[data-verdict]').textContent")
    assert box.locator("[data-verdict]").inner_text() == box.get_attribute("data-wrong")
    page.wait_for_function(f"() => ({AT})('asia') === '{box.get_attribute('data-position')}'")
    before, after = steps(page, "asia")
    assert int(after) > int(before)
    page.locator("#film-asia").press("ArrowLeft")
    assert int(page.evaluate(AT, "asia")) < int(after)
    page.locator("#film-asia").press("PageDown")  # a clicker
    assert page.evaluate(AT, "asia") == after
    page.locator("#film-asia").press("PageUp")
    assert int(page.evaluate(AT, "asia")) < int(after)
    asked = set()
    for _ in range(10):  # one tap each, after the first
        page.get_by_role("button", name="Next question").click()
        page.locator(".front .predict:not(.told)").wait_for()
        box = page.locator(".front .predict")
        asked.add(box.locator(".ask").inner_text())
        box.get_by_role("button").first.click()
        right = box.locator("button.right").first.inner_text() == box.get_attribute("data-answer")
        told = box.get_attribute("data-wrong" if box.locator(".wrong").count() else "data-right")
        assert right
        assert box.locator("[data-verdict]").inner_text() == told
    assert len(asked) == 10
    assert page.evaluate(narrow.TOO_WIDE) <= 0


@pytest.mark.night
def test_from_the_front_page_to_a_stepped_test_of_pc_is_one_click_and_a_step(opened):
    page = opened("index.html")
    page.get_by_role("link", name="Learn PC").click()
    film = page.locator(".film").first
    film.scroll_into_view_if_needed()
    name = film.get_attribute("id").removeprefix("film-")
    assert page.locator("h1").inner_text().startswith("PC")
    before, after = steps(page, name)
    assert int(after) > int(before)


@pytest.mark.parametrize("opened", SCREENS[1:], indirect=True, ids=IDS[1:])
def test_the_reference_fits_and_a_notebook_page_is_read_at_once_and_its_film_steps(opened):
    page = opened("reference/marvel_widgets/core.html")
    assert page.evaluate(narrow.TOO_WIDE) <= 0
    seen = "a => getComputedStyle(a).color !== getComputedStyle(a.closest('.attr')).backgroundColor"
    assert page.locator(".pdoc .signature a").first.evaluate(seen)
    page = opened("course/12-write-it-yourself.html")
    assert page.evaluate(SMALL) == []
    number = page.locator(".predict", has_text="How many does MARVEL ask?")
    number.get_by_role("button", name="Check").click()  # nothing is filled in
    number.get_by_role("textbox").fill("4")
    number.get_by_role("textbox").press("Tab")
    page.keyboard.press("Enter")
    assert number.locator("[data-verdict]").inner_text().startswith("Not so: ")
    page = opened("course/06-be-marvel.html")
    assert page.evaluate(narrow.TOO_WIDE) <= 0
    first = page.locator(".predict button").first
    assert first.bounding_box()["y"] < 2 * page.viewport_size["height"]
    assert page.locator("pre.code").first.is_hidden()
    first.click()  # the film below goes on to the answer
    assert page.locator(".predict [data-verdict]").first.inner_text().startswith("Not so: ")
    film = page.locator(".film", has=page.locator("svg text", has_text="lung")).first
    name = film.get_attribute("id").removeprefix("film-")
    picture = film.locator("svg[data-part='picture']")
    still = picture.inner_html()
    assert film.get_attribute("class") == "film"  # not loaded: it is far below
    assert "lung" in still
    film.scroll_into_view_if_needed()
    before, after = steps(page, name)
    assert (before, after) == ("62", "63")  # what the committed cell shows, and one test on
    assert picture.inner_html() != still
    formula = page.locator("math:visible").first
    assert formula.bounding_box()["width"] > 5
    page.set_viewport_size(SCREENS[0]["viewport"])
    assert page.evaluate(narrow.TOO_WIDE) <= 0


# Where the pinned film is on the screen, with its picture and its buttons.
PINNED = """() => ['.pinned [data-part=picture]', '.pinned .buttons'].flatMap(what => {
    const {top, bottom} = document.querySelector(what).getBoundingClientRect();
    return [top, bottom];
})"""
READ = "line => line.scrollIntoView({block: 'center'})"


def read(page, chapter):
    """Scroll a chapter's question to where one reads, and wait for the film."""
    chapter.locator(".ask").evaluate(READ)
    begin = chapter.get_attribute("data-begin")
    page.wait_for_function(f"() => ({AT})('asia') === '{begin}'")


@pytest.mark.night
@PHONE
def test_each_chapter_of_the_story_seeks_the_film_and_judges_a_prediction(opened):
    page = opened("story.html")
    page.locator("#film-asia.ready").wait_for()
    assert page.evaluate(narrow.TOO_WIDE) <= 0
    picture = page.locator(".pinned [data-part=picture]")
    pictures, chapters = [], page.locator(".chapter[data-begin]").all()
    for number, chapter in enumerate(chapters):
        read(page, chapter)
        pictures.append(picture.inner_html())
        top, low, buttons, end = page.evaluate(PINNED)
        assert 0 <= top < low <= buttons < end <= page.viewport_size["height"]
        box = chapter.locator("[data-predict]")
        assert chapter.locator("[data-verdict]").inner_text() == ""
        answer = box.get_attribute("data-answer")
        options = box.get_by_role("button").all()
        right = number % 2 == 0
        pressed = next(b for b in options if (b.inner_text() == answer) == right)
        pressed.press("Enter")  # from the keyboard
        told = box.get_attribute("data-right" if right else "data-wrong")
        assert chapter.locator("[data-verdict]").inner_text() == told
        place = box.get_attribute("data-position")
        page.wait_for_function(f"() => ({AT})('asia') === '{place}'")
        assert all(button.is_disabled() for button in options)
    assert len(set(pictures)) >= len(chapters) - 1  # the last one begins where the run has ended
    score = page.locator("[data-score]").inner_text()
    assert score == "Your predictions: 8 of 8; right: 4."
    # back at the first chapter its answer is shown
    chapters[0].locator(".ask").evaluate(READ)
    place = chapters[0].locator("[data-predict]").get_attribute("data-position")
    page.wait_for_function(f"() => ({AT})('asia') === '{place}'")
    before, after = steps(page, "asia")  # and it can still be stepped by hand
    assert int(after) > int(before)


@pytest.mark.night
def test_the_story_hides_the_true_graph_where_it_would_be_the_answer(opened):
    page = opened("story.html")
    page.locator("#film-asia.ready").wait_for()
    truth = page.locator(".pinned .mw-truth").first
    sixth, seventh = page.locator(".chapter[data-begin]").all()[5:7]
    read(page, sixth)
    assert truth.is_visible()
    read(page, seventh)
    assert not truth.is_visible()
    seventh.get_by_role("button").first.click()
    assert truth.is_visible()


# What may run in a page is in its policy; a script that came in with a name or a picture is not.
SMUGGLED = """async () => {
    document.querySelector('main').insertAdjacentHTML(
        'beforeend', '<img src="data:," onerror="window.smuggled = true">');
    const image = document.querySelector('main > img:last-child');
    await new Promise((resolve) => image.addEventListener('error', resolve));
    return window.smuggled ?? false;
}"""


def test_a_script_that_is_smuggled_into_a_page_does_not_run(browser, site_folder):
    with browser.new_context() as context:
        page = context.new_page()
        for path in ("index.html", "course/06-be-marvel.html", "search.html"):
            page.goto((site_folder / path).as_uri())
            assert page.evaluate(SMUGGLED) is False, path


def test_without_javascript_text_and_pictures_are_there(browser, site_folder):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    for path in ("index.html", "apps/ProofWalk.html", "story.html"):
        page.goto((site_folder / path).as_uri())
        assert page.locator("h1").is_visible()
        assert page.locator("main svg[role='img']").first.bounding_box()["height"] > 50
        assert not page.get_by_role("button", name="Step").first.is_visible()
    context.close()


def violations(browser, folder, paths):
    """What axe finds on pages, one after the other in one tab, in light and in dark colors."""
    context = browser.new_context(color_scheme="light")
    page = context.new_page()
    for path in paths:
        page.goto((folder / path).as_uri())
        yield from found_by_axe(page, path)
        page.emulate_media(color_scheme="dark")  # other colors, and nothing else
        yield from found_by_axe(page, path, runOnly=["color-contrast"])
        page.emulate_media(color_scheme="light")
    context.close()


def found_by_axe(page, path, **options):
    found = Axe().run(page, options={"resultTypes": ["violations"], **options})
    if found.violations_count:
        yield f"{path}: {found.generate_report()}"


# Two kinds; a page of a notebook has 5,000 elements, and takes as long as all others.
KINDS = ("index.html", "apps/RemovabilityLab.html")


def test_a_page_of_some_kinds_is_accessible(browser, site_folder):
    assert list(violations(browser, site_folder, KINDS)) == []


@pytest.mark.night
def test_every_page_is_accessible(browser, site_folder):
    paths = sorted(path.relative_to(site_folder).as_posix() for path in site_folder.rglob("*.html"))
    assert len(paths) > 60
    assert list(violations(browser, site_folder, paths)) == []
