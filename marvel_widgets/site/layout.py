"""The frame that all pages share: head, bar on top, and the way back."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from string import Template
from typing import Final

# The one script inside a page: before the first paint, so that nothing moves once scripts run.
FIRST: Final = 'document.documentElement.classList.add("js")'
_HASH = base64.b64encode(hashlib.sha256(FIRST.encode()).digest()).decode()
# A second wall behind escaping: whatever gets into a page can neither run nor ask another host.
# Styles stand in the pictures themselves. No quotes but single ones: it is an attribute.
POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        f"script-src 'self' 'sha256-{_HASH}'",
        "worker-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "form-action 'self'",
        "base-uri 'none'",
    )
)

ROOMS = (
    ("course/index.html", "Course"),
    ("apps/index.html", "Apps"),
    ("teach/index.html", "Teach it"),
    ("docs/index.html", "Docs"),
)


@dataclass(frozen=True)
class Page:
    """One page of the site.

    Attributes
    ----------
    path : str
        From the site's top, such as ``"course/06-be-marvel.html"``.
    title : str
    body : str
        HTML.
    kind : str
        A class of the page's body, for its looks.
    description : str
    """

    path: str
    title: str
    body: str
    kind: str = "text"
    description: str = ""

    def html(self) -> str:
        """Return the whole page."""
        root = root_of(self.path)
        template = files("marvel_widgets").joinpath("site/static/page.html")
        return Template(template.read_text(encoding="utf-8")).substitute(
            title=escape(self.title),
            description=escape(self.description or self.title),
            root=root,
            policy=POLICY,
            first=FIRST,
            kind=self.kind,
            navigation=_navigation(self.path, root),
            body=self.body,
        )


def root_of(path: str) -> str:
    """Return the way from a page to the site's top.

    Examples
    --------
    >>> root_of("index.html"), root_of("course/06.html")
    ('', '../')
    """
    return "../" * path.count("/")


def _navigation(path: str, root: str) -> str:
    here, current = path.partition("/")[0], ' aria-current="true"'
    return "".join(
        f'<a href="{root}{address}"{current if address.startswith(f"{here}/") else ""}>{words}</a>'
        for address, words in ROOMS
    )


def contents(entries: Sequence[tuple[str, str]], label: str = "On this page") -> str:
    """Return the list of a page's headings, as (id, words); empty where there are few."""
    if len(entries) < 3:
        return ""
    items = "".join(f'<li><a href="#{where}">{escape(words)}</a></li>' for where, words in entries)
    return f'<nav class="contents" aria-label="{label}"><p>{label}</p><ol>{items}</ol></nav>'
