"""The frame that all pages share: head, bar on top, and the way back."""

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from string import Template
from typing import Final

from marvel_widgets._data import text_of

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


def contents(entries: Sequence[tuple[str, str]], label: str = "On this page") -> str:
    """Return the list of a page's headings, as (id, words); empty where there are few."""
    if len(entries) < 3:
        return ""
    items = "".join(f'<li><a href="#{where}">{escape(words)}</a></li>' for where, words in entries)
    return f'<nav class="contents" aria-label="{label}"><p>{label}</p><ol>{items}</ol></nav>'
