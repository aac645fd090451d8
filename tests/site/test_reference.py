"""The reference: every name that people import, written as it is called, and links that lead."""

import inspect
import re
from functools import cache
from importlib import import_module

import pytest

import marvel_widgets
from marvel_widgets import _lazy
from marvel_widgets.site.reference.docstring import docstring_html, entries_of, sections_of
from marvel_widgets.site.reference.pages import reference_entries, reference_pages
from marvel_widgets.site.reference.rooms import ROOMS, rooms
from marvel_widgets.site.reference.source import documented, faces
from tests.site.made import the_site

OFFERED = sorted({(home, name) for homes in faces().values() for name, home in homes.items()})


@cache
def pages():
    return {page.path: page.body for page in reference_pages()}


def ids_of(body):
    return re.findall(r' id="([^"]+)"', body)


def dead_links(bodies):
    """Return the links of pages, as (page, link), that lead to no place on any of them."""
    known = {"reference/index.html"} | {
        f"{path}{place}"
        for path, body in bodies.items()
        for place in ("", *map("#{}".format, ids_of(body)))
    }
    found = []
    for path, body in bodies.items():
        for link in re.findall(r'href="([^"]+)"', body):
            target = f"{path}{link}" if link.startswith("#") else f"reference/{link}"
            if target not in known:
                found.append((path, link))
    return found


def test_every_name_of_a_face_has_one_entry():
    listed = [entry for room in rooms() for entry in room.entries]
    places = [f"{room.path}#{entry.name}" for room in rooms() for entry in room.entries]
    assert len(set(places)) == len(places)
    assert {name for _, name in OFFERED} == {entry.name for entry in listed if entry.face}
    for entry in listed:
        if entry.face:
            assert entry.name in import_module(entry.face).__all__
    assert all(room.groups for room in rooms())


def test_each_room_has_a_page_and_all_are_on_the_site():
    site = the_site()
    assert set(pages()) <= set(site.files)
    assert len(pages()) == len(ROOMS) + 1
    for path in pages():
        assert "http://" not in site.files[path]
        assert not re.search(r"<(script|img|link)[^>]*(src|href)=\"(https?:)?//", site.files[path])


def test_every_link_leads_somewhere_and_no_place_is_there_twice():
    assert dead_links(pages()) == []
    for path, body in pages().items():
        assert len(set(ids_of(body))) == len(ids_of(body)), path
    broken = {path: body.replace('id="marvel"', 'id="marvle"') for path, body in pages().items()}
    assert ("reference/algorithms.html", "#marvel") in dead_links(broken)


def as_written(annotation):
    """Of a module without annotations of the future, the types themselves are there."""
    if not isinstance(annotation, str):
        annotation = inspect.formatannotation(annotation)
    return annotation.replace('"', "'")


@pytest.mark.parametrize(("home", "name"), OFFERED, ids=lambda value: value)
def test_what_is_read_is_what_python_has(home, name):
    """Signatures and docstrings are read from the source; Python's own say the same."""
    found, made = documented(home, name), getattr(import_module(home), name, None)
    if made is None or not callable(made) or found.kind in ("value", "module"):
        return
    assert found.doc == inspect.getdoc(made)
    if found.kind == "function":
        parameters = inspect.signature(made).parameters
        read = [p for p in found.parameters if p.name not in ("*", "/")]
        assert [p.name.lstrip("*") for p in read] == list(parameters)
        for ours, theirs in zip(read, parameters.values(), strict=True):
            assert bool(ours.default) == (theirs.default is not theirs.empty)
            assert ours.annotation == as_written(theirs.annotation)
    for member in found.members:
        assert hasattr(made, member.name)


def test_help_says_types_as_they_are_written():
    for name in _lazy.homes_of(inspect.getsource(marvel_widgets)):
        made = getattr(marvel_widgets, name)
        if inspect.isfunction(made):
            assert "marvel_widgets." not in str(inspect.signature(made)), name


def test_members_come_from_the_bases_too():
    (dag,) = [e.found for room in rooms() for e in room.entries if e.name == "Dag"]
    assert {"from_file", "markov_boundary", "edges", "to_text"} <= {m.name for m in dag.members}
    assert not any(member.name.startswith("_") for member in dag.members)


def test_the_search_finds_names_and_members():
    found = {entry.address for entry in reference_entries()}
    assert {
        "reference/algorithms.html#marvel",
        "reference/graphs.html#Dag.markov_boundary",
    } <= found
    places = {f"{path}#{place}" for path, body in pages().items() for place in ids_of(body)}
    assert found <= places


DOC = """Return it.

More of ``it``, see `other` and :func:`kit.other`.

Parameters
----------
x, y : Dag or str
    A pair,

    - first
    - second <b>
**more

Raises
------
GraphError, ValueError
    It is wrong.

Examples
--------
>>> for a in "AB":
...     print(a)
A
B
"""


def test_a_docstring_is_rendered():
    html = docstring_html(DOC, {"Dag": "#Dag", "other": "#other"}.get)
    assert [part.title for part in sections_of(DOC)] == ["", "Parameters", "Raises", "Examples"]
    assert '<a href="#Dag">Dag</a> or str' in html
    assert '<a href="#other"><code>other</code></a> and <code>kit.other</code>' in html
    assert "<li>second &lt;b&gt;</li>" in html
    assert "<li><code>x</code>, <code>y</code>" in html
    assert "<code>**more</code>" in html
    assert html.count('<i class="prompt">') == 2
    assert '<span class="out">A\nB</span>' in html
    assert list(entries_of("a : int\nb")) == [("a : int", ""), ("b", "")]


def test_all_of_every_docstring_is_shown():
    """Each word of each docstring is on its page, but for what underlines the headings."""
    for room in rooms():
        words = re.sub(r"</?(?:span|code|a|b|i|em|strong)\b[^>]*>", "", pages()[room.path])
        words = re.sub(r"<[^>]*>", " ", words)
        shown = set(re.findall(r"\w+", words))
        for entry in room.entries:
            for doc in (entry.found.doc, *(member.doc for member in entry.found.members)):
                said = set(re.findall(r"\w+", re.sub(r":[a-z]+:`", "`", doc)))
                assert said <= shown, (entry.name, said - shown)
