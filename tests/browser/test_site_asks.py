"""Exercises answered in the pages of the site: on a phone, from a file, without a network."""

import re

import pytest

from marvel_widgets import exercises
from marvel_widgets.assessment.verdict import judge
from marvel_widgets.cli import main
from marvel_widgets.course.checks import Check, builders
from marvel_widgets.course.journal import NAME, Journal
from marvel_widgets.course.registry import LESSONS, NOT_LEARNERS, NOTEBOOKS
from marvel_widgets.site.ask.cases import DRAWS
from marvel_widgets.widgets import ExerciseBox
from tests.browser import narrow
from tests.browser.asking import ONE_OF_EACH, answer, answers_to, assert_of_python
from tests.browser.serving import Forgotten, serving
from tests.browser.test_site import found_by_axe
from tests.site.test_ask import EVERY

PHONE = {"width": 360, "height": 640}


@pytest.fixture
def asked(browser, site_folder):
    """A function that opens a question from a file on a phone; no page may note an error."""
    context = browser.new_context(viewport=PHONE, has_touch=True)
    page, faults = context.new_page(), []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: line.type == "error" and faults.append(line.text))
    page.goto((site_folder / "ask.html").as_uri())

    def go(notebook, name, draw=0):
        page.evaluate("where => location.hash = where", f"q={notebook}/{name}/{draw}")
        title = Check(notebook, name, builders(notebook)[name], "", draw).exercise.title
        page.get_by_role("heading", name=title, exact=not draw).wait_for()
        return page.locator("[data-asking]")

    yield go
    context.close()
    assert faults == []


def says_what_python_says(asked, notebook, name, draw=0, guesses=4):
    exercise = Check(notebook, name, builders(notebook)[name], "", draw).exercise
    root = asked(notebook, name, draw)
    assert root.page.evaluate(narrow.TOO_WIDE) <= 0
    for value in answers_to(exercise, guesses):
        assert_of_python(exercise, value, answer(root, exercise.kind, value))


def test_the_verdict_of_a_page_is_that_of_python(asked):
    for notebook, name in ONE_OF_EACH:
        says_what_python_says(asked, notebook, name)


@pytest.mark.night
@pytest.mark.parametrize(
    ("notebook", "name"), [each for each in EVERY if NOTEBOOKS[each[0]].place not in NOT_LEARNERS]
)
def test_so_is_every_other(asked, notebook, name):
    for draw in range(DRAWS):
        says_what_python_says(asked, notebook, name, draw, 10)


def said(root):
    return root.locator(".ask-said [data-verdict]").inner_text()


def test_a_tap_in_the_picture_answers_and_the_witness_is_drawn_there(asked):
    root = asked("03", "removable")
    exercise = exercises("03").removable.exercise
    wrong = exercise.mistakes[0].answer
    for name in wrong:
        root.locator(f".ask-picture [data-v={name}]").tap()
        assert root.get_by_role("checkbox", name=name, exact=True).is_checked()
    before = root.locator(".ask-picture svg").inner_html()
    root.get_by_role("button", name="Check").tap()
    assert said(root) == judge(exercise, wrong).text
    assert root.locator(".ask-picture svg").inner_html() != before
    assert ": asked about" in root.locator("figcaption").inner_text()
    root.get_by_role("checkbox").first.tap()  # the next answer has no witness yet
    assert root.locator("figcaption").inner_text() == ""


def test_a_question_is_answered_with_keys_alone(asked):
    root = asked("06", "first_round")
    exercise = exercises("06").first_round.exercise
    page = root.page
    for name in exercise.solution["order"]:
        button = root.get_by_role("button", name=re.compile(f"^{name}( |$)"))
        button.focus()
        page.keyboard.press("Enter")
        assert button.get_attribute("aria-pressed") == "true"
    root.get_by_role("checkbox").first.focus()
    for name in "ABCDE":
        if name in exercise.solution["leaves"]:
            page.keyboard.press("Space")
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Check"
    page.keyboard.press("Enter")
    assert root.get_by_role("status").inner_text().endswith(exercise.because)


@pytest.mark.night
def test_what_is_not_chosen_or_no_number_is_not_judged(asked):
    root = asked("03", "removable")
    check = root.get_by_role("button", name="Check")
    check.tap()
    assert "press Check once more" in said(root)
    check.tap()
    assert said(root).startswith("Not right.")
    root = asked("00", "one_edge")
    root.get_by_role("textbox").fill("eight")
    root.get_by_role("button", name="Check").tap()
    assert said(root) == "We can't read this answer: give a whole number."


@pytest.mark.night
def test_the_last_hint_says_that_it_is_the_answer(asked):
    root = asked("03", "removable")
    hints = exercises("03").removable.exercise.all_hints
    for number in range(1, 5):
        words = "Show the answer" if number == 4 else "Hint"
        root.get_by_role("button", name=words, exact=True).tap()
        assert f"Hint {number} of 4: {hints[number - 1]}" in root.inner_text()
    assert root.get_by_role("button", name="Show the answer").is_disabled()


def test_progress_is_kept_and_is_the_journal_of_the_notebooks(asked, tmp_path, monkeypatch):
    theirs = (number for number in LESSONS if NOTEBOOKS[number].place not in NOT_LEARNERS)
    every = sum(len(builders(number)) for number in theirs)
    check = exercises("03").removable
    wrong = check.exercise.mistakes[0].answer
    root = asked("03", "removable")
    answer(root, check.exercise.kind, wrong)
    answer(root, check.exercise.kind, wrong)  # the same again is no other try
    root.get_by_role("button", name="Hint").tap()
    page = root.page
    page.reload()
    root.locator(".ask-said [data-verdict]").wait_for()
    assert said(root) == judge(check.exercise, wrong).text
    assert "Hint 1 of 4" in root.inner_text()
    page.get_by_role("link", name="All exercises").tap()
    page.get_by_text(f"1 of {every} answered in this browser.").wait_for()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").tap()
    assert download.value.suggested_filename == NAME
    file = tmp_path / "from-the-phone.jsonl"
    download.value.save_as(file)
    Journal.begin(tmp_path)
    assert main(["progress", str(tmp_path), "--import", str(file)]) == 0
    kept = Check("03", "removable", builders("03")["removable"], journal=Journal(tmp_path / NAME))
    assert kept.attempt.tries == 1
    assert kept.attempt.hints == 1
    assert kept.attempt.verdict == "incorrect"
    assert kept.kept_words == ""  # it is the same case
    page.get_by_role("button", name="Forget").tap()
    page.get_by_role("button", name="Forget all answers?").tap()
    page.get_by_text(f"0 of {every} answered in this browser.").wait_for()
    page.locator("[data-import]").set_input_files(tmp_path / NAME)
    page.get_by_text("2 lines were added").wait_for()
    page.locator("[data-import]").set_input_files(__file__)
    page.get_by_text("no journal of the course").wait_for()


@pytest.mark.night
def test_each_answer_is_read_back_as_it_was_written(asked):
    for notebook, name in ONE_OF_EACH:
        exercise = Check(notebook, name, builders(notebook)[name]).exercise
        root = asked(notebook, name)
        before = answer(root, exercise.kind, exercise.mistakes[0].answer)
        root.page.reload()
        root.locator(".ask-said [data-verdict]").wait_for()
        assert said(root) == before[0]
        root.get_by_role("button", name="Check").tap()
        assert said(root) == before[0]


@pytest.mark.night
def test_a_token_opens_one_question_alone(asked):
    page = asked("03", "removable").page
    box = ExerciseBox(exercises("03").missing, seed=2)
    page.evaluate("token => location.hash = 't=' + token", box.token)
    page.get_by_role("heading", name=box.model.check.exercise.title).wait_for()
    assert (
        box.model.check.exercise.question.split("\n")[0]
        in page.locator("[data-asking]").inner_text()
    )
    exam = ExerciseBox(exercises("03", answers=False).missing)
    other = ExerciseBox(exercises("03", "17").missing)
    late = ExerciseBox(exercises("03").missing, seed=9)
    for token, words in (
        (exam.token, "part of an exam"),
        (other.token, "a case of its own"),
        (late.token, "a case of its own"),
    ):
        page.evaluate("token => location.hash = 't=' + token", token)
        page.get_by_role("alert").get_by_text(words).wait_for()


@pytest.mark.night
def test_the_page_of_the_box_leads_from_a_token_to_the_question(asked, site_folder):
    page = asked("03", "removable").page
    box = ExerciseBox(exercises("03").missing)
    page.goto((site_folder / "apps/ExerciseBox.html").as_uri() + f"#t={box.token}")
    page.get_by_role("link", name="Answer it in this page").tap()
    page.get_by_role("heading", name=box.model.check.exercise.title).wait_for()
    assert page.url.partition("#")[0].endswith("ask.html")


def test_each_exercise_of_a_notebooks_page_is_answered_in_its_place(asked, site_folder):
    page = asked("03", "removable").page
    page.goto((site_folder / "course/03-removable-variables.html").as_uri())
    places = page.locator("[data-ask]")
    names = [place.get_attribute("data-ask") for place in places.all()]
    assert sorted(names) == sorted(f"03/{name}" for name in builders("03"))
    page.locator(".deeper").evaluate_all("folds => folds.forEach(fold => (fold.open = true))")
    root = page.locator("[data-ask='03/removable']")
    root.scroll_into_view_if_needed()
    root.locator(".ask-buttons").wait_for()
    exercise = exercises("03").removable.exercise
    assert answer(root, exercise.kind, exercise.solution)[1] == "correct"
    assert not root.locator("xpath=preceding-sibling::*[1]/figure").is_visible()
    root.get_by_role("button", name="Another case").tap()
    root.get_by_text("practice: it does not count").wait_for()
    assert page.evaluate(narrow.TOO_WIDE) <= 0


@pytest.mark.night
@pytest.mark.parametrize("colors", ["light", "dark"])
def test_questions_are_accessible(asked, colors):
    page = asked("03", "removable").page
    page.emulate_media(color_scheme=colors)
    for notebook, name in ONE_OF_EACH:
        root = asked(notebook, name)
        root.get_by_role("button", name="Hint").tap()
        assert list(found_by_axe(page, name, preload=False)) == []


def test_without_a_network_a_question_is_asked_and_judged(browser, site_folder):
    context = browser.new_context(viewport=PHONE, has_touch=True)
    with serving(site_folder, Forgotten) as server:
        page = context.new_page()
        page.goto(f"{server.base}/index.html")
        page.get_by_text("Saved for offline use").wait_for()
        server.go_away()
        page.goto(f"{server.base}/ask.html#q=03/removable")
        root = page.locator("[data-asking]")
        root.get_by_role("button", name="Check").wait_for()
        exercise = exercises("03").removable.exercise
        assert (
            answer(root, exercise.kind, exercise.solution)[0]
            == judge(exercise, exercise.solution).text
        )
    context.close()
