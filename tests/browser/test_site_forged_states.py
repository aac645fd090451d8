"""Tokens that no app has written: a sentence, a page that goes on, and never somebody's HTML."""

import base64
import json
import re
import zlib
from itertools import chain

import pytest

from marvel_widgets.tokens import pack
from marvel_widgets.widgets import DSeparationLab, MarvelPlayer, RemovabilityLab
from tests.browser import narrow
from tests.browser.serving import serving

MARKUP = "<img src=x onerror=window.boom=1><script>window.boom=1</script>"
GOOD = RemovabilityLab("X -> Y <- T", x="Y").token
# Work whose time tells how fast this machine is now: 200,000 numbers are sorted.
SORT = """() => {
    const begin = performance.now();
    Array.from({length: 2e5}, (_, i) => (i * 2654435761) % 1000003).sort((a, b) => a - b);
    window.sorting = performance.now() - begin;
}"""
MOST_WORK = 50  # times as long as sorting; the worst of these tokens takes as long as that
TRIES = 3
OPEN = """async (token) => {
    const went = [], begin = performance.now();
    await openToken(token, (page) => went.push(page));
    return {
        went, work: (performance.now() - begin) / window.sorting, boom: window.boom ?? 0,
        error: document.querySelector('.state-error')?.textContent ?? '',
        told: document.querySelector('[data-state] .told')?.textContent ?? '',
        strange: document.querySelectorAll('main img, main script, main iframe').length,
        elements: document.querySelectorAll('main *').length,
        page: document.querySelector('[data-state]').innerHTML,
    };
}"""


def lab(graph, **state):
    return "mwa1." + pack({"app": "removability-lab", "state": {"graph": graph} | state})


def packed(raw):
    return base64.urlsafe_b64encode(zlib.compress(raw, 9)).decode().rstrip("=")


NO_TOKENS = {
    "nothing": "",
    "words": "hello",
    "markup": MARKUP,
    "a script": "javascript:window.boom=1",
    "percent": "mwa1.%3Cimg%20src%3Dx%3E",
    "null": "mwa1.\x00\x00",
    "a megabyte": "mwa1." + "A" * 1_000_000,
    "later": "mwa2." + pack({"app": "race", "state": {}}),
    "much later": "mwa" + "9" * 400 + ".AAAA",
    "no zlib": "mwa1.AAAA",
    "no JSON": "mwa1." + packed(b"window.boom=1"),
    "no UTF-8": "mwa1." + packed(b'"\xff\xfe"'),
    "a bomb": "mwa1." + packed(b" " * 30_000_000),
    "deep": "mwa1." + packed(b"[" * 900_000),
    "a list": "mwa1." + packed(b"[1, 2]"),
    "null in JSON": "mwa1." + packed(b"null"),
    "prototype": "mwa1." + pack({"app": "__proto__", "state": {}}),
    "constructor": "mwa1." + pack({"app": "constructor", "state": {}}),
    "an app as a list": "mwa1." + pack({"app": [["race"]], "state": {}}),
    "no state": "mwa1." + pack({"app": "removability-lab"}),
    "a player in the wrong form": "mwa1." + pack({"app": "player", "state": {}}),
    "a player without a graph": "mw1." + pack({"position": 3}),
    "a player of no algorithm": "mw1." + pack({"graph": "A -> B", "algorithm": [MARKUP]}),
    "arrows alone": lab({"graph": "-> -> ->  -> X"}, x="X"),
    "an arrow from a brace": lab({"graph": "{A} -> B"}, x="A"),
    "a long text": lab({"graph": "A" * 1_000_000}, x="A"),
}
STATES = {
    "markup": lab({"graph": json.dumps(MARKUP) + " -> B"}, x=MARKUP),
    "a name for HTML": lab({"graph": '"</text></svg>' + MARKUP.replace('"', "") + '" -> B'}, x="B"),
    "open quotes": lab({"graph": 'A -> B; "' + '\\"' * 90_000}, x="A"),
    "quotes": lab({"graph": '"' * 150_000}, x="A"),
    "one edge often": lab({"graph": "A -> B; " * 20_000}, x="A"),
    "many names": lab({"graph": " ".join(f"v{i}" for i in range(20_000))}, x="v1"),
    "a long name": lab({"graph": "A" * 50_000 + " -> B"}, x="A" * 50_000),
    "far away": lab({"graph": "A -> B", "places": [[1e300, 1], [-1e300, 2]]}, x="A"),
    "places in places": lab({"graph": "A -> B", "places": [[[1], 2, 3], [4]]}, x="A"),
    "a circle": lab({"graph": "A -> B; B -> A"}, x="A"),
    "a circle below": lab({"graph": "X -> A; A -> B; B -> C; C -> A"}, x="X"),
    "a circle in its places": lab({"graph": "A -> B; B -> A", "places": [[1, 2], [3, 4]]}, x="A"),
    "half a character": lab({"graph": '"A\ud800" -> B'}, x="B"),
    "half a character as a key": lab({"graph": "A -> B"}, x="A", later={"\udfff": 1}),
    "turned letters": lab({"graph": '"\u202eA" -> "B\u0000"'}, x="\u202e"),
    "numbers for names": lab({"graph": "A -> B"}, x={"toString": 1}),
    "a graph as a number": lab({"graph": 7}, x="A"),
}
TURNING = {*"\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\0"}
CIRCLES = ("a circle", "a circle below", "a circle in its places")
HALVES = ("half a character", "half a character as a key")
REFUSED = {
    "a long name": r"^The name .A{29}…. in this link has 50,000 letters; at most 2,000 are",
    **dict.fromkeys(CIRCLES, r"^The edges .* close a cycle; no app has written it\.$"),
    **dict.fromkeys(HALVES, "damaged or cut short"),
}


def cut_short():
    whole = DSeparationLab("X -> Y <- T", x="X", y="T").token
    return [whole[:end] for end in chain(range(len(whole) - 1, 0, -9), [3, 4, 5])]


@pytest.fixture(scope="module")
def server(site_folder):
    with serving(site_folder) as server:
        yield server


@pytest.fixture
def page(browser, server):
    # Without a service worker: it would fetch all pages, which takes longer than these tests.
    context = browser.new_context(viewport={"width": 420, "height": 900}, service_workers="block")
    page, errors = context.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{server.base}/apps/RemovabilityLab.html")
    page.evaluate(SORT)
    page.evaluate(OPEN, GOOD)
    yield page
    after = page.evaluate(OPEN, GOOD)  # the page goes on
    assert (after["error"], after["boom"]) == ("", 0)
    assert "Is Y removable?" in after["told"]
    assert errors == []
    context.close()


def opened(page, token):
    """Return what came of a token; what is slow once may be so by other work of the machine."""
    for _ in range(TRIES):
        page.evaluate("() => document.querySelector('.state-error')?.remove()")
        found = page.evaluate(OPEN, token)
        if found["work"] < MOST_WORK:
            break
        page.evaluate(SORT)
    return found


def harmless(found):
    return (
        found["boom"] == found["strange"] == 0
        and found["work"] < MOST_WORK
        and found["elements"] < 1500
        and (not found["went"] or found["went"][0].partition("#")[0].endswith(".html"))
    )


@pytest.mark.night
def test_what_is_no_state_is_told_in_a_sentence(page):
    for name, token in NO_TOKENS.items():
        found = opened(page, token)
        assert harmless(found), (name, found)
        if not found["went"]:  # the page of another app says it
            assert found["error"].endswith((".", "more.")), (name, found)
        assert page.evaluate(narrow.TOO_WIDE) <= 0, name


@pytest.mark.night
def test_a_token_that_was_cut_short_is_told(page):
    for token in cut_short():
        found = opened(page, token)
        assert harmless(found)
        assert found["error"] or found["went"], token


def test_a_forged_state_is_shown_as_text_or_told(page):
    for name, token in STATES.items():
        found = opened(page, token)
        assert harmless(found), (name, found)
        assert found["error"] or found["told"], name
        assert len(found["told"]) < 1000, name
        assert "NaN" not in found["page"], name
        assert not set(found["told"] + found["page"]) & TURNING, name
        assert re.search(REFUSED.get(name, ""), found["error"]), (name, found["error"])
        assert page.evaluate(narrow.TOO_WIDE) <= 0, name
        if name == "markup" and not found["error"]:
            assert "<img" in found["told"]  # as letters


def test_forged_tokens_in_the_address_leave_the_pages_alive(browser, server):
    page = browser.new_page(service_workers="block")
    for path, token in (
        ("index.html", MARKUP),
        ("course/06-be-marvel.html", NO_TOKENS["deep"]),
        ("search.html", NO_TOKENS["a bomb"]),
        ("apps/LiveBoard.html", "mw1." + pack({"graph": MARKUP, "algorithm": "marvel"})),
        ("apps/MarvelPlayer.html", NO_TOKENS["a player of no algorithm"]),
    ):
        page.goto("about:blank")
        page.goto(f"{server.base}/{path}#t={token}")
        page.locator(".state-error, [data-state].shown").first.wait_for()
        assert page.evaluate("() => window.boom ?? 0") == 0
    page.goto(f"{server.base}/apps/index.html")
    page.get_by_label("State token, or a link with one").fill("x" * 100_000)
    page.get_by_role("button", name="Show it").click()
    page.get_by_text("holds no state of an app").wait_for()
    page.get_by_label("State token, or a link with one").fill(
        MarvelPlayer("A -> B", position=1).token
    )
    page.get_by_role("button", name="Show it").click()
    page.locator("[data-state].shown").wait_for()
    page.close()
