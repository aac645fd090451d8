"""An app's state as a short string, for a link, a mail, or a student's answer sheet; its link."""

import re
from html import escape
from typing import Any, Final

from traitlets import TraitError

from marvel_widgets.core.graphs.shortening import shortened, shown
from marvel_widgets.pictures.voting_cards import QrCode
from marvel_widgets.tokens import pack, unpack

_PREFIX = "mwa1."
SITE: Final = "MARVEL_WIDGETS_SITE"  # of the environment; the site's own Python sets it


def to_app_token(kind: str, state: dict[str, Any]) -> str:
    """Return the state of one kind of app as a string."""
    return _PREFIX + pack({"app": kind, "state": state})


def from_app_token(kind: str, token: str) -> dict[str, Any]:
    """Return the state that `to_app_token` wrote for the same kind of app."""
    data = unpack(token, _PREFIX)
    if not isinstance(data.get("state"), dict) or data.get("app") != kind:
        msg = f"this state token is of {shown(data.get('app'))}; this app is {kind!r}"
        raise ValueError(msg)
    return dict(data["state"])


# What Python says of values that it meets in the middle of our code.
_OF_PYTHON: Final = re.compile(
    r"object (?:is|has|of)\b|unhashable|to unpack|unpack non|zip\(\) argument|not supported between"
    r"|\bargument|indices must|must be real|invalid literal|codec can't"
    r"|(?:could not|cannot) convert"
)


def refused_state(error: Exception) -> str:
    """Return why a state is none: the error's own sentence, or one in the place of Python's."""
    if isinstance(error, TraitError):
        # "The 'across' trait of a BoundModel instance expected ...": our classes' names go
        whose, instance, expected = str(error).partition(" instance ")
        name = whose.partition("The '")[2].partition("' trait of ")[0]
        expected = expected.replace("the NoneType None", "null")
        return f"its {name!r} {shortened(expected)}" if name and instance else shortened(error)
    if isinstance(error, ValueError) and not _OF_PYTHON.search(str(error)):
        return str(error)
    return "it was changed by hand, or comes from another version"


class Link(str):
    """An address as text, which a notebook shows as a link with its QR code below."""

    __slots__ = ()

    def qr(self) -> QrCode:
        """Return the QR code of the address."""
        return QrCode(str(self))

    def _repr_mimebundle_(self, **_kwargs: Any) -> dict[str, str]:
        address = escape(self)
        try:
            code = f'<div style="width:min(20em,100%)">{self.qr().svg}</div>'
        except (ImportError, ValueError) as error:
            code = f"<p>{escape(str(error))}</p>"
        html = f'<a href="{address}" style="overflow-wrap:anywhere">{address}</a>{code}'
        return {"text/plain": str(self), "text/html": html}


def checked_site(site: str) -> str:
    """Return the address of a site's folder, which ends with a slash."""
    if not site:
        msg = (
            'give the address of a site, app.link("https://..."), or set the environment variable '
            f"{SITE} to its address; `marvel-widgets site DIR` makes one"
        )
        raise ValueError(msg)
    found = re.fullmatch(r"((?:https?|file)://[^\s?#]+?)/?(?:index\.html)?", site.strip())
    if not found:
        msg = f"{site[:80]!r} is not the address of a site, such as https://me.github.io/course/"
        raise ValueError(msg)
    return f"{found[1]}/"
