"""The pages of the reference as HTML, and their entries in the search."""

import re
from collections.abc import Iterator
from functools import cache
from html import escape, unescape
from itertools import groupby
from typing import Final

from marvel_widgets.site.layout import Page, contents
from marvel_widgets.site.reference.docstring import (
    Link,
    docstring_html,
    prose_html,
    sections_of,
    summary,
    type_html,
)
from marvel_widgets.site.reference.rooms import Entry, Room, rooms
from marvel_widgets.site.reference.source import Documented, Parameter, module
from marvel_widgets.site.search import Entry as Found
from marvel_widgets.site.search import plain

LONGEST = 78  # letters of a signature in one line

SHEET: Final = "reference.css"


def reference_pages() -> Iterator[Page]:
    """Yield the page of all names, and one for each room."""
    yield _index()
    yield from map(_room_page, rooms())


def reference_entries() -> Iterator[Found]:
    """Yield what the search finds: each name, and the members of classes."""
    for room in rooms():
        for entry in room.entries:
            address = f"{room.path}#{entry.name}"
            yield Found(entry.name, "", address, "Reference", _text(entry.found.doc))
            for member in entry.found.members:
                place, said = f"{entry.name}.{member.name}", _text(member.doc)
                yield Found(entry.name, place, f"{room.path}#{place}", "Reference", said)


def _text(doc: str) -> str:
    return plain(sections_of(doc)[0].text.replace("``", "`"))


@cache
def _places() -> dict[str, str]:
    """Return where each name is, from a page of the reference."""
    places: dict[str, str] = {}
    for room in reversed(rooms()):  # of two equal names the lower room's
        page = room.path.removeprefix("reference/")
        for entry in room.entries:
            here = f"{page}#{entry.name}"
            places |= {entry.name: here, f"{entry.found.home}.{entry.name}": here}
            for member in entry.found.members:
                places[f"{entry.name}.{member.name}"] = f"{here}.{member.name}"
    return places


def _link(name: str) -> str:
    """Return the address of a name, written alone, with its class, or with its module."""
    return _places().get(name, "")


def _link_within(owner: Entry, asked: Documented) -> Link:
    """Return the same as a module reads it: `Path` may be Python's, and `names` a parameter."""
    where = module(asked.home)
    members = {m.name: f"#{owner.name}.{m.name}" for m in owner.found.members}
    own = {parameter.name for parameter in asked.parameters} | {owner.name}

    def link(name: str) -> str:
        if name in own:
            return ""
        if name in members:
            return members[name]
        home = where.imported.get(name, where.name if name in where.defined else "")
        return _link(f"{home}.{name}" if home else name)

    return link


def _index() -> Page:
    cards = "".join(
        f'<a class="card" href="{room.path.removeprefix("reference/")}"><b>{escape(room.title)}</b>'
        f"<span>{escape(summary(room.doc))}</span><small>{_some(room)}</small></a>"
        for room in rooms()
        if room.groups
    )
    names = [(entry.name, room) for room in rooms() for entry in room.entries]
    names.sort(key=lambda named: (named[0].lower(), named[1].package))
    listed = "".join(
        f'<li><a href="{room.path.removeprefix("reference/")}#{name}"><code>{name}</code></a></li>'
        for name, room in names
    )
    body = f"""<main id="main" class="wide-page"><h1>Reference</h1>
<p class="lead">Every name that can be imported, from its signature and its docstring. Most come
from <code>marvel_widgets</code> itself; the apps come from <code>marvel_widgets.widgets</code>. A
<code>Label</code> is whatever names a variable: a text, a number or a tuple. Where a CI test is
asked for, a <code>Dag</code> or a networkx <code>DiGraph</code> gives its oracle.</p>
<div class="cards">{cards}</div><h2>All names</h2><ul class="names">{listed}</ul></main>"""
    return Page("reference/index.html", "Reference · marvel_widgets", body, sheet=SHEET)


def _some(room: Room) -> str:
    names = [entry.name for entry in room.entries if entry.face]
    more = f", and {len(names) - 3} more" if len(names) > 4 else ""
    return escape(", ".join(names[: 3 if more else 4]) + more)


def _room_page(room: Room) -> Page:
    tables = "".join(_tables(room))
    entries = "".join(_entry_html(entry) for entry in room.entries)
    listed = contents([(entry.name, entry.name) for entry in room.entries])
    body = f"""<div class="reading api-page">{listed}<main id="main" class="api">
<p class="way"><a href="index.html">Reference</a> · <code>marvel_widgets.{room.package}</code></p>
<h1>{escape(room.title)}</h1>{prose_html(room.doc, _link)}{tables}{entries}</main></div>"""
    return Page(room.path, f"{room.title} · Reference · marvel_widgets", body, sheet=SHEET)


def _tables(room: Room) -> Iterator[str]:
    """Yield a table for each module; modules with one name, one after the other, share theirs."""
    for alone, groups in groupby(room.groups.items(), key=lambda one: len(one[1]) == 1):
        listed = list(groups)
        if alone and len(listed) > 1:
            yield _table("", [entry for _, group in listed for entry in group])
        else:
            yield from (_table(summary(module(home).doc), group) for home, group in listed)


def _table(caption: str, group: list[Entry]) -> str:
    rows = "".join(
        f'<tr><td><a href="#{e.name}"><code>{e.name}</code></a></td>'
        f"<td>{_inline(summary(e.found.doc))}</td></tr>"
        for e in group
    )
    head = f"<caption>{_inline(caption.removesuffix('.'))}</caption>" if caption else ""
    table = f'<table class="summary">{head}<tbody>{rows}</tbody></table>'
    return f'<div class="wide" tabindex="0">{table}</div>'


def _inline(text: str) -> str:
    return prose_html(text, _link).removeprefix("<p>").removesuffix("</p>")


def _entry_html(entry: Entry) -> str:
    found, link = entry.found, _link_within(entry, entry.found)
    way = f'<p class="from"><code>from {entry.face} import {entry.name}</code></p>'
    way = way if entry.face else ""
    members = "".join(_member_html(entry, member) for member in found.members)
    above = [base.rpartition(".")[2] for base in found.bases]
    also = [f'<a href="{_link(base)}"><code>{base}</code></a>' for base in above if _link(base)]
    based = f'<p class="based">Has also what {" and ".join(also)} has.</p>' if also else ""
    listed = f'<div class="members">{members}</div>' if members else ""
    return (
        f'<section class="entry" id="{entry.name}"><h2>{entry.name}'
        f'<span class="kind">{found.kind}</span></h2>{way}{signature_html(found, link)}'
        f"{docstring_html(found.doc, link)}{based}{listed}</section>"
    )


def _member_html(entry: Entry, member: Documented) -> str:
    link, name = _link_within(entry, member), f"{entry.name}.{member.name}"
    owner = f"{entry.name}." if member.of_class else ""
    return (
        f'<div class="member" id="{name}"><h3 class="visually-hidden">{name}</h3>'
        f"{signature_html(member, link, owner)}{docstring_html(member.doc, link)}</div>"
    )


def signature_html(found: Documented, link: Link, owner: str = "") -> str:
    """Return how a name is written and called, one parameter a line where it is long."""
    name = f"{owner}<b>{escape(found.name)}</b>"
    returns = f" → {type_html(found.returns, link)}" if found.returns else ""
    if found.kind in ("module", "error"):
        return ""
    if found.kind in ("property", "value"):
        typed = f": {type_html(found.returns, link)}" if found.returns else ""
        return f'<p class="signature">{name}{typed}</p>' if typed or found.kind != "value" else ""
    parts = [_parameter_html(parameter, link) for parameter in found.parameters]
    words = re.sub(r"<[^<>]*>", "", f"{owner}{found.name}({', '.join(parts)}) -> {found.returns}")
    if len(unescape(words)) <= LONGEST:
        return f'<p class="signature">{name}({", ".join(parts)}){returns}</p>'
    lines = "".join(f"<span>{part},</span>" for part in parts)
    return f'<p class="signature long">{name}({lines}){returns}</p>'


def _parameter_html(parameter: Parameter, link: Link) -> str:
    typed = f": {type_html(parameter.annotation, link)}" if parameter.annotation else ""
    equals = " = " if typed else "="
    default = f'<span class="default">{equals}{escape(parameter.default)}</span>'
    return f"<i>{escape(parameter.name)}</i>{typed}{default if parameter.default else ''}"
