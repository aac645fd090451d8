"""The API reference: pdoc's page of each package that people import from, in the site's frame."""

import re
import warnings
from collections.abc import Iterator
from functools import cache
from html import escape
from importlib import import_module
from importlib.resources import files
from inspect import getdoc, ismodule
from pathlib import Path
from typing import Any, Final

import pdoc.render
from pdoc.doc import Class, Doc, Module, Variable

from marvel_widgets.site.markdown import Page, contents
from marvel_widgets.site.search import PageEntry, searched_words

SHEET: Final = "reference.css"
# In the colors of the site, light and dark; code breaks its lines, so that none must be scrolled.
COLORS: Final = """.reading { --link: var(--accent); }
.pdoc { --text: var(--ink); --muted: var(--soft); --link-hover: var(--ink); --code: var(--panel);
  --active: var(--lit); --accent: var(--panel); --accent2: var(--line); --name: var(--ink);
  --def: var(--k-word); --annotation: var(--k-text); }
.pdoc :is(.attr, pre, .signature) { overflow-x: visible; overflow-wrap: anywhere; }
.pdoc :is(pre, .signature, .param, .return-annotation) { white-space: pre-wrap; }
.pdoc a { text-decoration: underline; }
"""


def faces() -> list[str]:
    """Return the packages that people import from, the top first."""
    root = Path(str(files("marvel_widgets")))
    return sorted(
        ".".join(("marvel_widgets", *path.parent.relative_to(root).parts))
        for path in root.rglob("__init__.py")
        if "lazy(__name__)" in path.read_text(encoding="utf-8")
    )


@cache
def _read() -> dict[str, tuple[Module, str]]:
    """Return what pdoc knows of each face, and of the modules that it offers, with its HTML."""
    found: dict[str, Module] = {}
    for face in faces():
        package = import_module(face)
        offered = [getattr(package, name) for name in package.__all__]  # pdoc sees what is loaded
        inside = [each for each in offered if ismodule(each)]  # of which it shows nothing
        found |= {each.__name__: Module(each) for each in (package, *inside)}
    pdoc.render.configure(docformat="numpy", search=False, show_source=False)
    with warnings.catch_warnings(action="ignore"):  # of types that only a type checker can read
        for name in found["marvel_widgets.core"].members:  # said on core's page alone
            del found["marvel_widgets"].members[name]
        every = [each for module in found.values() for each in module.members.values()]
        for each in every:
            for one in (each, *getattr(each, "members", {}).values()):
                if isinstance(one, Variable):
                    one.default_value_str = ""  # the repr of a set has another order each time
            kind = type(getattr(each, "default_value", None))
            if kind.__module__.startswith("marvel_"):  # what `gallery` is
                each.docstring = getdoc(kind) or ""
            if isinstance(each, Class):  # with what comes from bases that have no page
                members = each.members.values()
                each.own_members = [m for m in members if m.taken_from[0].startswith("marvel_")]
        return {name: (each, pdoc.render.html_module(each, found)) for name, each in found.items()}


def reference_pages() -> Iterator[Page]:
    """Yield the list of all pages, and a page for each face."""
    cards = []
    for name, (module, html) in _read().items():
        main = html.partition("<main ")[2].partition("</main>")[0]
        main = re.sub(r'<a class="headerlink".*?</a>', "", main)  # a link without words
        main = re.sub(r"<h6 .*?>(.*?)</h6>", r"<p><b>\1</b></p>", main)  # with one id for all
        own = [m.name for m in module.own_members if not m.name.startswith("_")]
        listed = contents([(each, each) for each in own])
        body = f'<div class="reading">{listed}<main id="main" {main}</main></div>'
        yield Page(_path(name), f"{name} · Reference · marvel_widgets", body, sheet=SHEET)
        where = _path(name).removeprefix("reference/")
        said = f"<b>{name}</b><span>{escape(_summary(module))}</span>"
        cards.append(f'<a class="card" href="{where}">{said}</a>')
    body = f"""<main id="main" class="wide-page"><h1>Reference</h1>
<p class="lead">Every name that can be imported; what <code>marvel_widgets.core</code> has comes
from <code>marvel_widgets</code> as well.</p><div class="cards">{"".join(cards)}</div></main>"""
    yield Page("reference/index.html", "Reference · marvel_widgets", body)


def _path(face: str) -> str:
    return f"reference/{face.replace('.', '/')}.html"


def _summary(each: Doc[Any]) -> str:
    return searched_words(each.docstring.partition("\n\n")[0].replace("``", "`"))


def reference_sheet() -> str:
    """Return pdoc's styles without pictures and comments, with the site's colors."""
    sheet = pdoc.render.env.get_template("content.css").render()
    return re.sub(r"(?s)/\*.*?\*/|background-image: url[^\n]*", "", sheet) + COLORS


def reference_entries() -> Iterator[PageEntry]:
    """Yield what the search finds: each name, and the members of classes."""
    for page, (module, _) in _read().items():
        for each in module.own_members:
            for one in (each, *(each.own_members if isinstance(each, Class) else ())):
                if not (one.name.startswith("_") or each.name.startswith("_")):
                    within = "" if one is each else one.qualname
                    place = f"{_path(page)}#{one.qualname or one.name}"
                    yield PageEntry(each.name, within, place, "Reference", _summary(one))
