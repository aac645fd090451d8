"""The sentence over a picture: a sign, what just happened, and why, with marks."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.text import capitalized, escaped

Sign = Literal["", "yes", "no", "independent", "dependent", "differs", "differs dependent"]


def sign_path(*, independent: bool) -> str:
    """Return the sign of independence, struck through where there is none, 14 px wide, around 0.

    As a path, since few typefaces have it.
    """
    sign = "M-7 7H7M-2 7V-7M2 7V-7"
    return sign if independent else f"{sign}M-7 4L7-4"


_INDEPENDENT: Final = f'<path d="{sign_path(independent=True)}"/>'
_DEPENDENT: Final = f'<path d="{sign_path(independent=False)}"/>'
_DOUBLE: Final = '<circle r="12"/><circle r="15"/>'
# 32 px wide, around 0
_SIGNS: Final[dict[Sign, str]] = {
    "yes": '<circle r="15"/><path d="M-7 0-2 5 7-5"/>',
    "no": '<circle r="15"/><path d="M-6-6 6 6M6-6-6 6"/>',
    "independent": f'<circle r="14"/>{_INDEPENDENT}',
    "dependent": f'<circle r="15"/>{_DEPENDENT}',
    "differs": f"{_DOUBLE}{_INDEPENDENT}",
    "differs dependent": f"{_DOUBLE}{_DEPENDENT}",
}
# The edges of which a sentence speaks: its ends bear their mark, where they have none of their own.
_EDGES: Final = ("missing", "new", "object", "cause", "moral", "differs")
_SPOKEN: Final[dict[Sign, str]] = {"yes": "Yes: ", "no": "No: "}  # the others are in the sentence


@dataclass(frozen=True, slots=True)
class Said:
    """What an app says of its present state: a whole sentence, and why in a second line."""

    what: str
    why: str = ""
    sign: Sign = ""


def band_html(said: Said, *drawings: Drawing) -> str:
    """Return a sentence as HTML; a name that a drawing marks has its mark, where it is first."""
    marked: dict[str, str] = {}
    what, why = said.what, said.why
    if what.endswith((",", ":", ";")):  # its reason stands in a line of its own
        names = {mark.name for each in drawings for mark in each.nodes}
        what, why = what[:-1] + ".", capitalized(why, names)
    for each in drawings:
        for edge in each.edges:
            if edge.state in _EDGES:
                marked |= dict.fromkeys((edge.tail, edge.head), edge.state)
        marked |= {mark.name: mark.state for mark in each.nodes if mark.state != "idle"}
    what, why = (_with_marks(line, marked) for line in (what, why))
    sign = _SIGNS.get(said.sign, "") and (
        f'<svg class="mw-say-sign mw-{said.sign}" viewBox="-16 -16 32 32" aria-hidden="true">'
        f"{_SIGNS[said.sign]}</svg>"
    )
    spoken = _SPOKEN.get(said.sign, "")
    spoken = f'<span class="mw-sr">{spoken}</span>' if spoken else ""
    because = f'<p class="mw-why">{why}</p>' if why else ""
    return (
        f'<div class="mw-sentence mw-said-{said.sign or "plain"}" role="status" aria-live="polite">'
        f'{sign}<p class="mw-what">{spoken}{what}</p>{because}</div>'
    )


def _with_marks(line: str, marked: dict[str, str]) -> str:
    """Return a line as HTML, each marked name with its mark where it comes first."""
    places = ((at, -len(name), name) for name in marked for at in _places(line, name))
    found, last, told = [], 0, set()
    for start, _, name in sorted(places):
        if start < last:  # within a longer name
            continue
        found.append(escaped(line[last:start]))
        look = "" if name in told else f' class="mw-m mw-m-{marked[name]}"'
        found.append(f"<span{look}>{escaped(name)}</span>" if look else escaped(name))
        last = start + len(name)
        told.add(name)
    return "".join(found) + escaped(line[last:])


def _places(line: str, name: str) -> Iterator[int]:
    """Yield where a name is a word of its own; a pattern of long names takes long to compile."""
    at = line.find(name)
    while at >= 0:
        beside = line[max(0, at - 1) : at] + line[at + len(name) :][:1]
        if not any(letter.isalnum() or letter in "_-" for letter in beside):
            yield at
        at = line.find(name, at + 1)
