"""The films of the apps' pages: what each shows is what the app itself shows there."""

import json
import re
from html import unescape

import ipywidgets
import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets.replay.export.reels import CUTS, aligned_drawings
from marvel_widgets.site.app_pages import ShownApp, app_films, app_page, opened_scene
from marvel_widgets.widgets.app_spec import every_app
from marvel_widgets.widgets.kit.moving import Moving
from marvel_widgets.widgets.kit.widget_tree import subtree
from tests.site.made import the_site
from tests.slices import one_in

STEPPED = ("LiveBoard", "LemmaBench", "DSeparationLab", "BoundaryLab", "RemovabilityLab",
           "ProofWalk", "OrientationLab", "BoundAnatomy", "Race", "FiniteSampleLab",
           "MarvelPlayer")  # fmt: skip
FILMS = [(name, n) for name in STEPPED for n in range(1 + len(every_app()[name].further))]


def positions(script):
    """What a film's script shows at each position, by the names of its parts."""
    data = json.loads(re.fullmatch(r"marvelFilm\([^,]*,(.*)\);\n", script, re.DOTALL)[1])
    block, found = data["block"], []
    state = list(block["start"])
    for changes in [[], *block["changes"]]:
        for slot, value in zip(changes[::2], changes[1::2], strict=True):
            state[slot] = value
        told = [block["values"][value] for value in state]
        found.append({
            part: told[place] if isinstance(place, int) else "".join(told[slice(*place)])
            for part, place in data["texts"].items()
        })  # fmt: skip
    return data, found


def words(html):
    return re.sub(
        r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", re.sub(r"</?span[^>]*>", "", html)))
    )


def sentences(app):
    """What stands over the picture of an app, where it has such a sentence."""
    html = "".join(getattr(part, "value", "") for whole in app.shown.parts.values()
                   for part in subtree(whole) if isinstance(part, ipywidgets.HTML))  # fmt: skip
    return [words(said).strip() for said in re.findall('<p class="mw-what">(.*?)</p>', html)]


def test_every_app_that_steps_in_a_notebook_steps_on_its_page():
    """Found by the models, which know nothing of pages."""
    moving = set()
    for name, spec in every_app().items():
        app = opened_scene(name, spec.scene)
        if isinstance(app.model, Moving):
            moving.add(name)
        app.close()
    assert moving <= set(STEPPED)
    films = {name for name, text in the_site().files.items() if name.startswith("apps/")
             and "data-film" in text}  # fmt: skip
    assert films == {f"apps/{name}.html" for name in STEPPED}


@pytest.mark.parametrize(("name", "number"), FILMS)
@one_in(7)
def test_a_film_says_at_each_position_what_the_app_says(name, number, every):
    scene = (every_app()[name].scene, *every_app()[name].further)[number]
    _, shown = positions(app_films(name)[number].script)
    app = opened_scene(name, scene)
    for index, each in [*enumerate(shown)][::-every][::-1]:  # the last one always
        if choices := scene.choices(app):
            choices[each["place"]]()
        elif len(shown) > app.model.film.last:
            app.model.seek(index)
        else:
            continue  # a film with the decisions of a long run alone
        said = words(each["told"] + each["picture"])
        lines = app.text().splitlines()
        # one whose sentence tells a change has lines of its text: any position may come before
        own = [line for line in lines if line.startswith(scene.says)] or sentences(app)
        assert all(sentence in said for sentence in own), (index, said)
        assert own or any(line.strip() in said for line in lines), (index, said, lines)
        assert each["picture"].count("<svg") == each["picture"].count("</svg>")
    app.close()


@given(st.lists(st.text("<ab/>., ", max_size=30), min_size=1, max_size=6))
def test_pieces_make_the_texts_again(texts):
    rows = aligned_drawings(texts)
    assert ["".join(row) for row in rows] == texts
    assert len({len(row) for row in rows}) == 1


def test_a_piece_that_stays_is_not_told_again():
    texts = [f"<a/>{'<n/>' * n}<b/><c/>" for n in (0, 2, 1, 3)]
    rows = aligned_drawings(texts)
    kept = [
        {i: piece for i, piece in enumerate(row) if piece in ("<a/>", "<b/>", "<c/>")}
        for row in rows
    ]
    assert kept[1:] == kept[:-1]
    assert [len(CUTS.split(text)) for text in texts] == [3, 5, 4, 6]
    assert len(rows[0]) == 6  # no more than the longest needs


def test_a_page_without_a_film_says_that_its_picture_is_a_still():
    for name, spec in every_app().items():
        page = words(app_page(ShownApp(spec), "").body)
        here = re.search(r"The picture here is a still|It steps in this page", page)[0]
        assert here.startswith("It" if name in STEPPED else "The")
        # what the still does not do is under a heading that says what does
        assert page.index(here) < page.index("First steps, with Python")


def test_films_are_small():
    """Lecture halls have poor networks: with what a server compresses a tenth of these."""
    weights = {film.name: len(film.script.encode()) for name in STEPPED if name != "MarvelPlayer"
               for film in app_films(name)}  # fmt: skip
    assert {name: size for name, size in weights.items() if size > 90_000} == {}
