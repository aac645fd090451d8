"""A phone as a card: in airplane mode, at 360 px, by forged links; it says nothing too early."""

import json
import re

import pytest

from marvel_widgets import exercises
from marvel_widgets.pictures.voting_cards import CARDS
from marvel_widgets.widgets.vote.model import card_link
from tests.browser import narrow
from tests.browser.serving import serving
from tests.browser.test_site import found_by_axe

PHONE = {"width": 360, "height": 640}
FORGED = {
    "nothing": "",
    "markup": "<img src=x onerror=window.boom=1>",
    "percent": "03/%3Cimg%20src%3Dx%20onerror%3Dwindow.boom%3D1%3E",
    "no such exercise": "03/nothing",
    "no such notebook": "99/removable",
    "a prototype": "03/__proto__",
    "a constructor": "03/constructor",
    "its own list": "__proto__/removable",
    "a way out": "../../etc/passwd",
    "another script": "//example.org/x.js/removable",
    "a third vote": "03/removable/3",
    "no second vote": "00/one_edge/2",
    "too few cards": "2",
    "many cards": "999999999",
    "a long name": "03/" + "a" * 100_000,
    "a token": "mwa1.AAAA",
}


@pytest.fixture
def phone(browser, site_folder):
    """A phone that opens a vote from a server; no page may note an error."""
    with serving(site_folder) as server:
        context = browser.new_context(viewport=PHONE, has_touch=True, service_workers="block")
        page, faults = context.new_page(), []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda line: line.type == "error" and faults.append(line.text))
        page.base = server.base
        yield page
        context.close()
    assert faults == []


def opened(page, check, turn=0):
    ballot = check.ballot(turn)
    page.goto(f"{page.base}/{card_link(check, turn, ballot)}")
    page.locator(".card-option").first.wait_for()
    return ballot


def judged(page, digits):
    page.get_by_label("After the vote").fill(digits)
    page.get_by_role("button", name="Show").tap()
    return page.locator("[data-vote] [role=status]").inner_text()


def option(page, ballot, card):
    words = next(each.words for each in ballot.options if each.card == card)
    return page.get_by_role("button", name=f"{card} {words}", exact=True)


def test_in_airplane_mode_a_phone_becomes_a_card_twice(phone):
    check = exercises("03").removable
    ballot = opened(phone, check)
    phone.context.set_offline(True)
    assert phone.evaluate(narrow.TOO_WIDE) <= 0
    for sentence in ballot.exercise.sentences:
        assert sentence in phone.locator("[data-vote]").inner_text()
    option(phone, ballot, "square").tap()
    card = phone.locator(".card-held")
    assert card.bounding_box() == {"x": 0, "y": 0, **PHONE}
    drawn = card.locator("svg").bounding_box()
    assert drawn["width"] == PHONE["width"]
    card.tap()
    assert option(phone, ballot, "square").get_attribute("aria-pressed") == "true"
    assert judged(phone, "0") == "These are not the two digits on the stage."
    right = ballot.right.card
    assert judged(phone, ballot.digits) == f"Right is the {right}. Your card was the square."
    phone.get_by_role("link", name="To the second vote").tap()
    second = check.ballot(1)
    option(phone, second, second.right.card).tap()
    phone.locator(".card-held").tap()
    assert judged(phone, ballot.digits) == "These are not the two digits on the stage."
    right = second.right.card
    assert judged(phone, second.digits) == f"Right is the {right}. Your card was the {right}."


def test_nothing_is_judged_before_the_digits_and_nothing_is_kept_or_sent(phone, site_folder):
    check = exercises("03").removable
    asked = []
    phone.on("request", lambda request: asked.append(request.method))
    ballot = opened(phone, check)
    told = (site_folder / "votes/03.js").read_text(encoding="utf-8")
    for each in ballot.options:
        assert not each.belief or each.named[8:] not in told
    assert ballot.exercise.because not in told
    votes = json.loads(told[told.index(",") + 1 : told.rindex(")")])["removable"][0]
    assert set(votes) == {"title", "lines", "options", "seed", "tag"}
    for card in ballot.cards:
        option(phone, ballot, card).tap()
        phone.locator(".card-held").tap()
        words = phone.locator("[data-vote]").inner_text()
        assert not re.search(r"Right|right is|belief|correct", words)
    assert phone.evaluate("Object.keys(localStorage).length + document.cookie.length") == 0
    assert set(asked) == {"GET"}


@pytest.mark.night
def test_a_case_that_the_site_does_not_have_gets_bare_cards(phone):
    check = exercises("03", "17").removable
    phone.goto(f"{phone.base}/{card_link(check, 0, check.ballot())}")
    buttons = phone.locator(".card-option")
    buttons.first.wait_for()
    names = [each.rpartition("\n")[2] for each in buttons.all_inner_texts()]
    assert names == [*check.ballot().cards]
    assert phone.get_by_label("After the vote").count() == 0


def test_forged_links_are_told_in_a_sentence(phone):
    opened(phone, exercises("03").removable)
    for name, link in FORGED.items():
        phone.evaluate("link => location.hash = 'v=' + link", link)
        phone.get_by_text("This link names no vote of this site.").wait_for()
        assert phone.locator(".card-option").count() == 0, name
        assert phone.evaluate("window.boom ?? 0") == 0, name
        assert phone.locator("main img, main script").count() == 0, name
        assert phone.evaluate(narrow.TOO_WIDE) <= 0, name
        phone.evaluate("location.hash = 'v=03/removable'")
        phone.locator(".card-option").first.wait_for()  # the page goes on
    phone.goto(f"{phone.base}/ask.html#v=03/nothing")
    phone.get_by_role("link", name="All exercises").tap()
    phone.get_by_role("heading", name="All exercises").wait_for()


@pytest.mark.night
def test_options_are_texts(phone):
    phone.route("**/votes/03.js", lambda route: route.fulfill(
        content_type="text/javascript",
        body=f"marvelVotes('03',{json.dumps({'removable': [MARKED]})});",
    ))  # fmt: skip
    phone.goto(f"{phone.base}/ask.html#v=03/removable")
    phone.locator(".card-option").first.wait_for()
    assert phone.locator("main img").count() == 0
    assert "<img" in phone.locator("[data-vote]").inner_text()


MARKED = {
    "title": "<img src=x>",
    "lines": ["<img src=x onerror=window.boom=1>"],
    "options": ["<img src=x>"] * 4,
    "seed": "x",
    "tag": 1,
}


@pytest.mark.night
@pytest.mark.parametrize("colors", ["light", "dark"])
def test_a_vote_is_accessible(phone, colors):
    phone.emulate_media(color_scheme=colors)
    ballot = opened(phone, exercises("03").removable)
    assert list(found_by_axe(phone, "vote", preload=False)) == []
    phone.keyboard.press("Tab")
    option(phone, ballot, "circle").press("Enter")
    assert list(found_by_axe(phone, "card", preload=False)) == []
    phone.keyboard.press("Enter")
    assert phone.locator(".card-held").count() == 0
    assert option(phone, ballot, "circle").evaluate("each => each === document.activeElement")


@pytest.mark.night
def test_there_is_a_card_for_each_shape(phone):
    opened(phone, exercises("03").removable)
    phone.evaluate("location.hash = 'v=6'")
    phone.get_by_text("on the stage").first.wait_for()
    for card in CARDS:
        phone.get_by_role("button", name=card).tap()
        assert phone.locator(".card-held svg").get_attribute("aria-label") == card
        phone.locator(".card-held").tap()
