"""Markdown as HTML: the cells of notebooks and the pages of docs/, links turned to the site's."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from html import escape
from itertools import pairwise
from typing import Any

from marvel_widgets.site.formulas import mathml

Links = Callable[[str], str]  # from a link as it is written to that of the site


@cache
def _parser() -> Any:
    from markdown_it import MarkdownIt
    from mdit_py_plugins.dollarmath import dollarmath_plugin

    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])

    def formula(latex: str, options: Mapping[str, Any]) -> str:
        return mathml(latex.strip(), block=bool(options.get("display_mode")))

    # without `double_inline`, $$...$$ is a block of its own, as in the notebooks
    parser.use(dollarmath_plugin, renderer=formula, double_inline=True, allow_digits=True)
    parser.options["highlight"] = highlighted
    return parser


def markdown_html(text: str, links: Links = str) -> str:
    """Return Markdown as HTML, with headings that can be linked to and formulas as MathML."""
    parser = _parser()
    tokens = parser.parse(text)
    seen: Counter[str] = Counter()
    for i, token in enumerate(tokens):
        if token.type == "heading_open":
            name = anchor(tokens[i + 1].content)
            token.attrSet("id", f"{name}-{seen[name]}" if seen[name] else name)  # as on GitHub
            seen[name] += 1
        for child in token.children or []:
            _turn(child, links)
    html: str = parser.renderer.render(tokens, parser.options, {})
    return _with_frames(html)


def markdown_line(text: str) -> str:
    """Return a line of Markdown as HTML, to be placed inside a line of ours."""
    html: str = _parser().renderInline(text)
    return html


def _turn(token: Any, links: Links) -> None:
    for name in ("href", "src"):
        address = token.attrGet(name)
        if address is None:
            continue
        token.attrs.pop(name)  # what is not on the site stays as words
        if turned := links(address):
            token.attrSet(name, turned)


def _with_frames(html: str) -> str:
    """Let what may be wide scroll in a frame of its own, which a keyboard can reach.

    A head without words becomes a plain cell: to a screen reader it would name its column.
    """
    html = html.replace("<th></th>", "<td></td>")
    html = html.replace("<table>", '<div class="wide" tabindex="0"><table>')
    html = html.replace("</table>", "</table></div>").replace("<pre>", '<pre tabindex="0">')
    return html.replace('<div class="math block">', '<div class="math block" tabindex="0">')


def anchor(heading: str) -> str:
    """Return the id of a heading, as GitHub writes it."""
    words = re.sub(r"[^\w\s-]", "", heading.lower()).strip()
    return re.sub(r"\s+", "-", words)


def headings(text: str) -> Sequence[tuple[int, str]]:
    """Return the level and the words of each heading of a Markdown text."""
    return list(_headings(text))


@cache  # a page is asked for its title, its contents and its place in lists
def _headings(text: str) -> tuple[tuple[int, str], ...]:
    tokens = _parser().parse(text)
    return tuple(
        (int(token.tag[1]), following.content)
        for token, following in pairwise(tokens)
        if token.type == "heading_open"
    )


def highlighted(code: str, language: str = "python", _options: str = "") -> str:
    """Return code with its words marked by classes; only Python's are told apart."""
    if language != "python":
        return escape(code)
    from pygments import highlight

    html: str = highlight(code, *_highlighter())
    return html.rstrip("\n")


@cache  # making one takes as long as using it
def _highlighter() -> tuple[Any, Any]:
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import PythonLexer

    return PythonLexer(), HtmlFormatter(nowrap=True, classprefix="k-")
