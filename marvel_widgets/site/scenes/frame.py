"""The frame of an app's film, which its still has too: a bar, pictures, words, the transport."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Final

from marvel_widgets.site.notebook_page import width_of
from marvel_widgets.site.player import transport

MOST_LETTERS: Final = 32  # of a place that stands in the bar
SCENE_WIDE: Final = 420  # px of pictures that get a row of their own, their words below


@dataclass(frozen=True)
class Shown:
    """What an app shows at one moment, as HTML, and where that is."""

    picture: str
    told: str
    place: str
    legend: str = ""


@dataclass(frozen=True)
class Transport:
    """The controls of a film: marks on its seek bar, the levels of a step, and what is tapped."""

    ticks: Sequence[tuple[float, str]]
    levels: Sequence[str]
    level: str
    taps: Sequence[str]


def kind_of(picture: str) -> str:
    """Return the classes of a frame that holds a picture."""
    if "<div" in picture:
        return " broad"
    return " wide-scene" if width_of(picture) > SCENE_WIDE else ""


def frame_html(name: str, app: Any, moments: Sequence[Shown], at: int, controls: Transport) -> str:
    """Return the frame of a film before its script runs: at one of its moments."""
    moment, title = moments[at], escape(app.spec.title or app.spec.name)
    tapped = " tapped" if controls.taps else ""
    how = "tap a variable, or " if controls.taps else ""
    status = "" if 'role="status"' in moment.picture + moment.told else ' role="status"'
    wide = kind_of(moment.picture)
    reach = ' tabindex="0"' if wide == " wide-scene" else ""  # on a phone it has to be scrolled
    foot = transport(name, controls.ticks, controls.levels, controls.level)
    return f"""<div class="film scene{wide}{tapped}" id="film-{name}" data-name="{name}"
 data-film="../films/{name}.js" role="group"
 aria-label="{title}: {how}arrow keys step, Space plays">
{_head(title, app, moments, at)}<div class="film-body">
<div class="film-picture" data-part="picture"{reach}>{moment.picture}</div>
<div class="film-words" data-part="told"{status}>{moment.told}</div></div>
{foot}{_legend(moments, at)}</div>"""


def _head(title: str, app: Any, moments: Sequence[Shown], at: int) -> str:
    graph = escape(app.shell.subtitle)
    place = f'<span class="progress" data-part="place">{escape(moments[at].place)}</span>'
    short = all(len(moment.place) <= MOST_LETTERS for moment in moments)
    return (
        f'<div class="film-head"><strong>{title}</strong><span>{graph}</span>'
        f"{place if short else ''}</div>"
    )


def _legend(moments: Sequence[Shown], at: int) -> str:
    if not any(moment.legend for moment in moments):
        return ""
    return (
        '<details class="legend"><summary>What the marks mean</summary>'
        f'<div class="picture" data-part="legend">{moments[at].legend}</div></details>'
    )
