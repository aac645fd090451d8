"""Links to an app's state, and their QR codes."""

import re

import pytest

from marvel_widgets import networks
from marvel_widgets.widgets import DSeparationLab, FiniteSampleLab, MarvelPlayer, RemovabilityLab
from marvel_widgets.widgets.kit.app_token import checked_site

SITE = "https://me.github.io/course/"


def test_a_link_holds_the_state_and_leads_to_the_apps_page():
    app = RemovabilityLab("X -> Y <- T; Y -> Z", x="Y")
    link = app.link(SITE)
    page, _, token = link.partition("#t=")
    assert page == f"{SITE}apps/RemovabilityLab.html"
    assert RemovabilityLab.from_token(token).model.x == "Y"


def test_a_class_of_somebodys_own_leads_to_the_page_of_ours():
    class Mine(RemovabilityLab):
        pass

    assert "/apps/RemovabilityLab.html#" in Mine("X -> Y").link(SITE)


def test_the_site_is_named_or_of_the_environment(monkeypatch):
    app = MarvelPlayer("X -> Y")
    monkeypatch.delenv("MARVEL_WIDGETS_SITE", raising=False)
    with pytest.raises(ValueError, match="give the address of a site"):
        app.link()
    monkeypatch.setenv("MARVEL_WIDGETS_SITE", SITE)
    assert app.link().startswith(f"{SITE}apps/MarvelPlayer.html#t=mw1.")


@pytest.mark.parametrize("site", ["me.github.io", "javascript:alert(1)", "https://a b/", "x" * 999])
def test_what_is_no_address_is_refused(site):
    with pytest.raises(ValueError, match="is not the address of a site") as refused:
        checked_site(site)
    assert len(str(refused.value)) < 200


def test_a_run_on_data_has_no_link():
    from marvel_widgets import FisherZ

    samples = [[float(i * j % 7), float(i + j), float(i * i % 5)] for i in range(20) for j in (1,)]
    player = MarvelPlayer(FisherZ(samples))
    with pytest.raises(ValueError, match="no state token"):
        player.link(SITE)


def pixels(svg, scale=8):
    """Draw the code of an SVG of segno's: a path of horizontal lines, one module each."""
    import numpy as np

    size = int(re.search(r'viewBox="0 0 (\d+)', svg)[1])
    picture = np.full((size, size), 255, dtype="uint8")
    x = y = 0.0
    path = re.search(r'stroke="#000" d="([^"]+)"', svg)[1]
    for kind, a, _, b in re.findall(r"([Mmh])(-?[\d.]+)( (-?[\d.]+))?", path):
        if kind == "h":
            picture[int(y), int(x) : int(x) + int(float(a))] = 0
            x += float(a)
        else:
            x, y = (float(a), float(b)) if kind == "M" else (x + float(a), y + float(b))
    return np.kron(picture, np.ones((scale, scale), dtype="uint8"))


@pytest.mark.parametrize("app", [DSeparationLab, FiniteSampleLab])
def test_another_program_reads_the_qr_code(app):
    zxingcpp = pytest.importorskip("zxingcpp")

    shown = app(networks.load("asia"))
    code = shown.qr(SITE)
    (read,) = zxingcpp.read_barcodes(pixels(code.svg))
    assert read.text == shown.link(SITE) == code.address


def test_a_notebook_shows_link_and_code():
    bundle = RemovabilityLab("X -> Y").link(SITE)._repr_mimebundle_()
    assert bundle["text/plain"].startswith(SITE)
    assert 'role="img"' in bundle["text/html"]
    assert bundle["text/html"].count("<a href=") == 1


def test_without_segno_there_is_a_sentence(monkeypatch):
    monkeypatch.setattr("marvel_widgets.pictures.voting_cards.find_spec", lambda name: None)
    app = RemovabilityLab("X -> Y")
    assert "needs segno" in app.link(SITE)._repr_mimebundle_()["text/html"]
    with pytest.raises(ModuleNotFoundError, match="marvel-widgets\\[widgets\\]"):
        app.qr(SITE)


def test_a_link_too_long_for_a_code_says_so():
    from marvel_widgets import Dag

    app = DSeparationLab(Dag([(f"a{i}", f"b{i * 7919 % 991}") for i in range(400)]))
    with pytest.raises(ValueError, match="too long for a QR code"):
        app.qr(SITE)
    assert "too long" in app.link(SITE)._repr_mimebundle_()["text/html"]
