"""numpydoc docstrings as HTML: sections, parameters, examples, and links to what they name."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from doctest import DocTestParser, Example
from html import escape

from marvel_widgets.site.markdown import highlighted

Link = Callable[[str], str]  # the address of a name, empty where it has none

_HEADER = re.compile(r"^([A-Z][A-Za-z ]{2,20})\n(-{3,})$", re.MULTILINE)
_LISTS = ("Parameters", "Attributes", "Returns", "Yields", "Raises", "Other Parameters", "See Also")
_INLINE = re.compile(r"``([^`]+)``|(?::[a-z]+:)?`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*")
_NAME = re.compile(r"\"[^\"]*\"|'[^']*'|[A-Za-z_][\w.]*")


@dataclass(frozen=True)
class Section:
    """A part of a docstring; the first has no title."""

    title: str
    text: str


def sections_of(doc: str) -> list[Section]:
    """Return the parts of a docstring."""
    pieces = _HEADER.split(doc)
    parts = [Section("", pieces[0].strip())]
    parts += [
        Section(t, text.strip("\n")) for t, text in zip(pieces[1::3], pieces[3::3], strict=True)
    ]
    return parts


def summary(doc: str) -> str:
    """Return the first paragraph of a docstring as one line."""
    return " ".join(doc.partition("\n\n")[0].split())


def docstring_html(doc: str, link: Link) -> str:
    """Return a docstring as HTML."""
    return "".join(_section_html(part, link) for part in sections_of(doc))


def _section_html(part: Section, link: Link) -> str:
    if part.title in _LISTS:
        rows = "".join(_entry_html(part.title, *entry, link) for entry in entries_of(part.text))
        return f'<div class="part"><p class="heading">{part.title}</p><ul>{rows}</ul></div>'
    body = prose_html(part.text, link)
    if part.title:
        return f'<div class="part"><p class="heading">{part.title}</p><div>{body}</div></div>'
    return body


def entries_of(text: str) -> Iterator[tuple[str, str]]:
    """Yield the entries of a section: a line, and what is indented below it."""
    head, body = "", list[str]()
    for line in text.splitlines():
        if line.strip() and not line.startswith(" "):
            if head:
                yield head, "\n".join(body).strip()
            head, body = line, []
        else:
            body.append(line.removeprefix("    "))
    if head:
        yield head, "\n".join(body).strip()


def _entry_html(title: str, head: str, body: str, link: Link) -> str:
    names, colon, kind = head.partition(" : ")
    if title in ("Parameters", "Attributes", "Other Parameters"):
        named = ", ".join(f"<code>{escape(name)}</code>" for name in names.split(", "))
        typed = f' <span class="type">{type_html(kind, link)}</span>' if colon else ""
        term = f"{named}{typed}"
    else:
        term = f'<span class="type">{type_html(head, link)}</span>'
    said = prose_html(body, link)
    return f"<li>{term}<div>{said}</div></li>" if said else f"<li>{term}</li>"


def type_html(words: str, link: Link) -> str:
    """Return a type with links to the classes in it; what is quoted is none."""
    done, out = 0, []
    for found in _NAME.finditer(words):
        address = link(found[0]) if found[0][0].isupper() else ""
        out.append(escape(words[done : found.start()].replace("`", "")))
        said = escape(found[0])
        out.append(f'<a href="{address}">{said}</a>' if address else said)
        done = found.end()
    return "".join([*out, escape(words[done:].replace("`", ""))])


def prose_html(text: str, link: Link) -> str:
    """Return paragraphs, lists and examples as HTML."""
    html, shown = [], list[str]()
    for piece in DocTestParser().parse(text):
        if isinstance(piece, Example):
            shown.append(_example_html(piece))
        elif piece.strip():
            html += [_shown(shown), _paragraphs(piece, link)]
            shown = []
    return "".join([*html, _shown(shown)])


def _shown(examples: list[str]) -> str:
    joined = "\n".join(examples)
    return f'<pre class="example" tabindex="0">{joined}</pre>' if examples else ""


def _example_html(example: Example) -> str:
    """Return an example whose prompts are not copied with it."""
    lines = highlighted(example.source.rstrip("\n")).split("\n")
    marks = ["&gt;&gt;&gt; ", *["... "] * (len(lines) - 1)]
    code = [f'<i class="prompt">{m}</i>{line}' for m, line in zip(marks, lines, strict=True)]
    want = escape(example.want.rstrip("\n"))
    return "\n".join([*code, f'<span class="out">{want}</span>'] if want else code)


def _paragraphs(text: str, link: Link) -> str:
    html = []
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        if block.lstrip().startswith(("* ", "- ")):
            items = re.split(r"^[ \t]*[*-] ", block, flags=re.MULTILINE)[1:]
            html.append(f"<ul>{''.join(f'<li>{_line(item, link)}</li>' for item in items)}</ul>")
        elif block.startswith("    "):
            html.append(f'<pre tabindex="0">{escape(block)}</pre>')
        elif block.strip() and block.strip() != "::":
            html.append(f"<p>{_line(block.removesuffix('::'), link)}</p>")
    return "".join(html)


def _line(text: str, link: Link) -> str:
    done, out = 0, []
    text = " ".join(text.split())
    for found in _INLINE.finditer(text):
        out.append(escape(text[done : found.start()], quote=False))
        code, name, strong, emphasis = found.groups()
        if code is not None:
            out.append(f"<code>{escape(code, quote=False)}</code>")
        elif name is not None:
            said = f"<code>{escape(name, quote=False)}</code>"
            address = link(name.partition("(")[0])
            out.append(f'<a href="{address}">{said}</a>' if address else said)
        elif strong is not None:
            out.append(f"<strong>{escape(strong, quote=False)}</strong>")
        else:
            out.append(f"<em>{escape(emphasis, quote=False)}</em>")
        done = found.end()
    return "".join([*out, escape(text[done:], quote=False)])
