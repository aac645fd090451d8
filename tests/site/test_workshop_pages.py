"""The workshop on the site: what its two pages show, ask and leave unsaid."""

import re

from marvel_widgets.classroom.workshop.acts import ACTS
from tests.site.made import the_site

PAGES = ("workshop/index.html", "workshop/slides.html")


def test_both_pages_ask_what_the_notebooks_ask():
    asked = [f"{act.notebook}/{act.exercise}" for act in ACTS if act.exercise]
    for path in PAGES:
        page = the_site().files[path]
        assert re.findall(r'data-ask="([^"]+)"', page) == asked
        assert re.findall(r'<section[^>]* id="(\w+)"', page) == [act.key for act in ACTS]
        assert page.count("<figure") == len(ACTS)


def test_the_talk_track_is_on_the_slides_alone():
    students, slides = (the_site().files[path] for path in PAGES)
    assert "Talk track" not in students
    assert slides.count("Talk track</summary>") == len(ACTS)
    assert slides.count("<details>") == slides.count("</details>") == len(ACTS)
    spans = re.findall(r"minutes (\d+) to (\d+)", slides)
    assert [int(end) - int(begin) for begin, end in spans] == [act.minutes for act in ACTS]


def test_both_notebooks_run_behind_the_pages():
    site = the_site()
    for path, name in zip(PAGES, ("workshop-students.ipynb", "workshop.ipynb"), strict=True):
        assert site.files[path].count(f"index.html?path={name}") >= len(ACTS)
        assert name in site.lite
