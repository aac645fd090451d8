"""The search: what is found, and that no answer is in it."""

import json
import re
from pathlib import Path

import pytest

from marvel_widgets.site.search import PageEntry, entries_of, index_script, searched_words, terms_of

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def entries():
    notebooks = {
        path.stem: json.loads(path.read_text(encoding="utf-8"))
        for path in sorted(ROOT.glob("notebooks/*.ipynb"))
    }
    docs = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for path in [*ROOT.glob("docs/*.md"), *ROOT.glob("docs/guide/*.md")]
    }
    return list(entries_of(notebooks, docs))


def index_of(entries):
    script = index_script(entries)
    return json.loads(script.removeprefix("marvelIndex(").removesuffix(");\n"))


def test_every_page_can_be_found(entries):
    found = {entry.address.partition("#")[0] for entry in entries}
    for notebook in ROOT.glob("notebooks/*.ipynb"):
        assert f"course/{notebook.stem}.html" in found
    assert {"docs/core.html", "apps/about.html", "teach/06-be-marvel.html"} <= found


def test_a_section_is_named_by_its_heading(entries):
    for path in ROOT.glob("docs/*.md"):
        lines = path.read_text(encoding="utf-8").splitlines()
        headings = {searched_words(line.lstrip("# ")) for line in lines if line.startswith("##")}
        sections = [e for e in entries if e.address.startswith(f"docs/{path.stem}.html#")]
        assert {entry.heading for entry in sections} <= headings, path
    assert any(e.page == "Contributing" and e.heading == "Notebooks" for e in entries)


def test_a_word_leads_to_each_section_that_has_it(entries):
    shown, postings = index_of(entries)
    for word in ("collider", "moralized", "bookkeeping"):
        (term,) = terms_of(word)
        listed = set(postings.get(term, [])[::2])
        here = {
            i
            for i, entry in enumerate(entries)
            if term in terms_of(f"{entry.page} {entry.heading} {entry.text}")
        }
        assert listed == here
    assert len(shown) == len(entries)


def test_answers_are_in_no_result(entries):
    text = index_script(entries)
    # what the learner's edition folds away, and what the teacher's pages say of it
    assert "has a child and is removable all the same" not in text
    for path in ROOT.glob("notebooks/*.ipynb"):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            source = "".join(cell["source"])
            if cell["cell_type"] == "markdown" and "answers" in cell["metadata"].get("tags", []):
                words = searched_words(re.sub(r"^#+ .*$", "", source, flags=re.MULTILINE))[:60]
                assert words not in text, (path.stem, words)
    assert all(not entry.text for entry in entries if entry.kind == "For teachers")


def test_a_title_counts_more_than_a_mention():
    entries = [
        PageEntry("Other", "A word", "a.html#a", "Docs", "boundary " * 50),
        PageEntry("Boundaries", "", "b.html", "Course", "text"),
    ]
    _, postings = index_of(entries)
    weights = dict(zip(postings["boundary"][::2], postings["boundary"][1::2], strict=True))
    assert weights[1] > weights[0]


def test_words_stand_in_the_order_in_which_they_come():
    """Two builds from the same files have the same index."""
    words = "oracle boundary collider separation removable orientation skeleton moral"
    script = index_script([PageEntry(words, words, "a.html", "Docs", "")])
    _, postings = json.loads(script.removeprefix("marvelIndex(").removesuffix(");\n"))
    assert list(postings) == words.split()
