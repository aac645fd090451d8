"""The workshop on the site: what its two pages show, ask and leave unsaid."""

import re

from marvel_widgets._notebooks import bundled_guides
from marvel_widgets.classroom.workshop.acts import ACTS
from marvel_widgets.classroom.workshop.notebooks import presenters_notebook
from marvel_widgets.classroom.workshop.pictures import with_pictures
from marvel_widgets.course.checks import exercises
from marvel_widgets.site.workshop_pages import workshop_pages
from tests.site.made import the_site

PAGES = ("workshop/index.html", "workshop/slides.html")
VOTES = [act for act in ACTS if act.vote]
ADDRESS = "https://me.example/kit/"


def test_both_pages_ask_what_the_notebooks_ask():
    asked = [f"{act.notebook}/{act.exercise}" for act in ACTS if act.exercise]
    for path in PAGES:
        page = the_site().files[path]
        assert re.findall(r'data-ask="([^"]+)"', page) == asked
        assert re.findall(r'<section[^>]* id="(\w+)"', page) == [act.key for act in ACTS]
    assert the_site().files[PAGES[0]].count("<figure") == len(ACTS)


def test_the_talk_track_is_on_the_slides_alone():
    students, slides = (the_site().files[path] for path in PAGES)
    assert "Talk track" not in students
    assert slides.count("Talk track</summary>") == len(ACTS)
    assert slides.count("<details>") == len(ACTS) + len(VOTES)
    assert slides.count("<details") == slides.count("</details>")
    spans = re.findall(r"minutes (\d+) to (\d+)", slides)
    assert [int(end) - int(begin) for begin, end in spans] == [act.minutes for act in ACTS]


def test_both_notebooks_run_behind_the_pages():
    site = the_site()
    for path, name in zip(PAGES, ("workshop-students.ipynb", "workshop.ipynb"), strict=True):
        assert site.files[path].count(f"index.html?path={name}") >= len(ACTS)
        assert name in site.lite


def test_phones_find_the_cards_of_each_vote():
    for path in PAGES:
        page = the_site().files[path]
        links = re.findall(r'href="\.\./(ask\.html#v=[^"]+)"', page)
        assert links == [f"ask.html#v={act.notebook}/{act.vote}" for act in VOTES]
    for act in VOTES:
        assert f'"{act.vote}":[{{"title"' in the_site().files[f"votes/{act.notebook}.js"]


def test_the_slides_tell_the_digits_after_the_vote_alone():
    students, slides = (the_site().files[path] for path in PAGES)
    for act in VOTES:
        for turn in (0, 1):
            ballot = getattr(exercises(act.notebook), act.vote).ballot(turn)
            said = f"{ballot.right.letter} is right, the digits for phones are {ballot.digits}."
            folded = re.findall(r"<details><summary>After the vote.*?</details>", slides, re.DOTALL)
            assert sum(said in each for each in folded) == slides.count(said) == 1
            assert said not in students


def test_the_game_ends_on_the_slides_in_a_film():
    site = the_site()
    (film,) = re.findall(r'data-film="\.\./(films/[^"]+)"', site.files[PAGES[1]])
    assert site.files[film].startswith('marvelFilm("workshop"')
    assert "data-film" not in site.files[PAGES[0]]


def codes(page):
    """The links whose QR codes a page shows."""
    return re.findall(r'aria-label="QR code of ([^"]+)"', page)


def test_where_the_address_is_known_the_slides_have_qr_codes():
    room = with_pictures(presenters_notebook(bundled_guides(), ADDRESS))
    _, slides = workshop_pages([room], "", "", "")
    links = [f"ask.html#v={act.notebook}/{act.vote}" for act in VOTES]
    assert codes(slides.html()) == [ADDRESS + each for each in ["workshop/index.html", *links]]
    assert codes(the_site().files[PAGES[1]]) == []
