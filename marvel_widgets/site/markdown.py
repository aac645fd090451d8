"""Markdown as HTML: the cells of notebooks and the pages of docs/, links turned to the site's."""

import base64
import hashlib
import posixpath
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import pairwise
from string import Template
from typing import Any, Final

from marvel_widgets._data import text_of
from marvel_widgets.site.errors import SiteError

# What latex2mathml leaves undone: a large delimiter of two letters and more, and a negation that
# is drawn as a stroke beside its sign. Few fonts have its "without".
LARGE_FLOOR = re.compile(r"\\[Bb]ig+(?=\\(?:lfloor|lceil))"), re.compile(r"\\[Bb]ig+(?=\\r)")
STROKE = '<mpadded width="0"><mtext>&#x029F8;</mtext></mpadded>'
PERP = "<mi>&#x027C2;</mi>"
INDEPENDENT, DEPENDENT = "<mo>&#x27C2;</mo>", "<mo>&#x27C2;&#x338;</mo>"
RARE, WITHOUT = "<mi>&#x029F5;</mi>", "<mo>&#x2216;</mo>"


@cache
def mathml(latex: str, *, block: bool = False) -> str:
    """Return a formula as a MathML element."""
    from latex2mathml.converter import convert

    opening, closing = LARGE_FLOOR
    ready = closing.sub(r"\\right", opening.sub(r"\\left", latex))
    made: str = convert(ready, display="block" if block else "inline")
    made = made.replace(STROKE + PERP, DEPENDENT).replace(PERP, INDEPENDENT).replace(RARE, WITHOUT)
    if unknown := re.findall(r"\\[A-Za-z]+", made):
        msg = f"the formula {latex!r} has {unknown[0]}, which has no MathML; write it differently"
        raise SiteError(msg)
    return made


# The one script inside a page: before the first paint, so that nothing moves once scripts run.
FIRST: Final = 'document.documentElement.classList.add("js")'

ROOMS = (
    ("course/index.html", "Course"),
    ("apps/index.html", "Apps"),
    ("teach/index.html", "Teach it"),
    ("docs/index.html", "Docs"),
    ("reference/index.html", "Reference"),
)


@dataclass(frozen=True)
class Page:
    """One page of the site."""

    path: str
    title: str
    body: str
    kind: str = "text"
    description: str = ""
    sheet: str = ""  # one more stylesheet

    def html(self) -> str:
        """Return the whole page."""
        root = root_of(self.path)
        sheet = f'\n<link rel="stylesheet" href="{root}assets/{self.sheet}">'
        here, current = self.path.partition("/")[0], ' aria-current="true"'
        navigation = "".join(
            f'<a href="{root}{place}"{current if place.startswith(f"{here}/") else ""}>{words}</a>'
            for place, words in ROOMS
        )
        return Template(text_of("site/static/page.html")).substitute(
            title=escape(self.title),
            description=escape(self.description or self.title),
            root=root,
            more=sheet if self.sheet else "",
            policy=policy(FIRST),
            first=FIRST,
            kind=self.kind,
            navigation=navigation,
            body=self.body,
        )


def policy(script: str, *more: str) -> str:
    """Return what may run in a page that holds this one script: a second wall behind escaping.

    What got into a page in spite of it could neither run nor ask another host. Styles stand in the
    pictures themselves.
    """
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src 'self' 'sha256-{digest}'",
            "worker-src 'self'",
            "style-src 'self' 'unsafe-inline'",
            "font-src 'self'",
            "img-src 'self' data:",
            "form-action 'self'",
            "base-uri 'none'",
            *more,
        )
    )


def missing_page() -> str:
    """Return the page that servers show for an address which is not there, with the search."""
    script = text_of("site/static/404.js")
    template = Template(text_of("site/static/404.html"))
    return template.substitute(policy=policy(script, "connect-src 'self'"), script=script)


def root_of(path: str) -> str:
    """Return the way from a page to the site's top."""
    return "../" * path.count("/")


def contents(entries: Sequence[tuple[str, str]]) -> str:
    """Return the list of a page's headings, as (id, words); empty where there are few."""
    if len(entries) < 3:
        return ""
    items = "".join(f'<li><a href="#{where}">{escape(words)}</a></li>' for where, words in entries)
    head = '<nav class="contents" aria-label="On this page"><p>On this page</p>'
    return f"{head}<ol>{items}</ol></nav>"


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
    # To a screen reader a head without words would name its column. What may be wide scrolls in a
    # frame of its own, which a keyboard can reach.
    html = html.replace("<th></th>", "<td></td>")
    html = html.replace("<table>", '<div class="wide" tabindex="0"><table>')
    html = html.replace("</table>", "</table></div>").replace("<pre>", '<pre tabindex="0">')
    return html.replace('<div class="math block">', '<div class="math block" tabindex="0">')


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


def anchor(heading: str) -> str:
    """Return the id of a heading, as GitHub writes it."""
    return re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", heading.lower()).strip())


@cache  # a page is asked for its title, its contents and its place in lists
def headings(text: str) -> tuple[tuple[int, str], ...]:
    """Return the level and the words of each heading of a Markdown text."""
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


def page_of(source: str) -> str:
    """Return where a file of the repository is on the site; empty if it is not there."""
    folder, name = posixpath.split(source)
    stem, ending = posixpath.splitext(name)
    if source in ("docs/guide.md", "docs/guide/README.md"):
        return "teach/index.html"
    if source == "docs/apps.md":
        return "apps/about.html"
    places = {"notebooks": "course", "docs/guide": "teach", "docs": "docs"}
    if folder not in places:
        return ""
    return f"{places[folder]}/{stem}{'.html' if ending in ('.ipynb', '.md') else ending}"


def links_from(source: str, there: Mapping[str, object]) -> Links:
    """Return what turns the links of one file to those of the site."""
    own = page_of(source)

    def turned(link: str) -> str:
        path, mark, place = link.partition("#")
        if not path or ":" in path:
            return link
        target = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        if target in there:
            return f"{root_of(own)}{page_of(target)}{mark}{place}"
        if any(each.startswith(f"{target}/") for each in there):  # a folder: its first page
            return f"{root_of(own)}{posixpath.dirname(page_of(f'{target}/README.md'))}/index.html"
        return ""

    return turned
