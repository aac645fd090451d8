"""A run as a picture that moves by itself, for a page that runs no program: one animated SVG.

python -m tests.moving_picture > docs/asia.svg
"""

import sys
from collections.abc import Sequence
from html import escape

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.pictures.card import wrapped
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.marks import px, text_line
from marvel_widgets.pictures.palette import CARD, CARD_BORDER, FONT_FAMILY, GRAY, INK, printable
from marvel_widgets.pictures.svg import hull_svg
from marvel_widgets.replay.export.reels import Slots
from marvel_widgets.replay.film import Film, Frame
from marvel_widgets.replay.run_pictures import RunPictures
from marvel_widgets.replay.stage_layers import arc_svg, truth_svg, witness_svg
from marvel_widgets.replay.stage_words import breadcrumb, progress_words, said_of
from marvel_widgets.site.films import asia_film

WIDTH, PAD, SCALE, WORDS = 880, 24, 1.4, 330
LOOPS = 3  # then it rests on the end: what moves for ever keeps from reading
STYLE = """
.mw-truth{opacity:.33}
.mw-arc path{fill:none;stroke:#17202b;stroke-width:2;stroke-dasharray:4 4}
.mw-arc circle{fill:#00704f}.mw-arc.mw-dependent circle{fill:#c04f00}
.mw-arc .mw-answer{stroke:#fff;stroke-dasharray:none}.mw-arc .mw-asking{display:none}
@media (prefers-reduced-motion:reduce){.f{animation:none!important}}
"""


def telling_positions(film: Film) -> list[int]:
    """Return the positions that summarize a run: its tests after the boundaries, the removals."""
    found = []
    for position in range(film.last + 1):
        frame = film.frame(position)
        tested = frame.test is not None and frame.state.round > 0
        if tested or isinstance(frame.event, ev.RoundStarted | ev.Removed):
            found.append(position)
    return [*found, film.last] if not found or found[-1] != film.last else found


def moving_picture(
    film: Film, positions: Sequence[int], pictures: RunPictures, *, title: str, seconds: float = 1.6
) -> str:
    """Return some positions of a film as one SVG that shows them in turn."""
    frames = [film.frame(position) for position in positions]
    drawing = pictures.stage_drawing(frames[0])
    slots = Slots(drawing, pictures)
    shown = [_pieces(film, frame, pictures, slots) for frame in frames]
    steps = len(frames) + 1  # the last one counts twice
    spans: dict[tuple[int, str], list[int]] = {}
    for i, pieces in enumerate(shown):
        for slot, piece in enumerate(pieces):
            if piece:
                spans.setdefault((slot, piece), []).append(i)
    rules, layers = _animated(spans, len(frames), len(shown[0]))
    height = drawing.height * SCALE + 2 * PAD + 44
    duration = f"{px(seconds * steps)}s"
    rules.append(f".f{{animation-duration:{duration};animation-iteration-count:{LOOPS}}}")
    return _document((WIDTH, height), title, film, rules, layers)


def _pieces(film: Film, frame: Frame, pictures: RunPictures, slots: Slots) -> list[str]:
    """Return the content of each slot at a frame, bottom first; the words come last."""
    drawing: Drawing = pictures.stage_drawing(frame)
    return [
        hull_svg(drawing),
        truth_svg(pictures),
        witness_svg(pictures, frame, drawing),
        *slots.filled(drawing, named=False),
        arc_svg(pictures, frame, drawing),
        _words(film, frame),
    ]


def _words(film: Film, frame: Frame) -> str:
    x, y = WIDTH - PAD - WORDS, 0.0
    crumb = text_line(printable(breadcrumb(film, frame)), x, y, GRAY, anchor="start", size=15)
    lines = [crumb]
    said = said_of(film, frame)
    for line in wrapped(printable(said.what), WORDS, 18):
        y += 27
        lines.append(text_line(line, x, y + 8, INK, anchor="start", size=18, weight="bold"))
    for line in wrapped(printable(said.why), WORDS, 16) if said.why else ():
        y += 24
        lines.append(text_line(line, x, y + 12, INK, anchor="start", size=16))
    done = printable(progress_words(film, frame))
    lines.append(text_line(done, x, y + 48, GRAY, anchor="start", size=15))
    return "".join(lines)


def _animated(
    spans: dict[tuple[int, str], list[int]], frames: int, slots: int
) -> tuple[list[str], list[str]]:
    """Return the rules of the style sheet, and the pieces of each slot with their classes."""
    rules: list[str] = []
    names: dict[tuple[int, ...], str] = {}
    layers = [""] * slots
    for (slot, piece), at in spans.items():
        if len(at) == frames:
            layers[slot] += piece
            continue
        times = tuple(at)
        if times not in names:
            names[times] = f"k{len(names)}"
            rules.append(keyframes(names[times], at, frames))
        rest = "" if at[-1] == frames - 1 else ' visibility="hidden"'
        layers[slot] += f'<g class="f {names[times]}"{rest}>{piece}</g>'
    return rules, layers


def keyframes(name: str, at: Sequence[int], frames: int) -> str:
    """Return the rule that shows a piece at some frames, and hides it at the others."""
    steps = frames + 1
    stops, before = [], None
    for i in range(frames):
        now = i in at
        if now != before:
            stops.append(f"{px(100 * i / steps)}%{{visibility:{'visible' if now else 'hidden'}}}")
        before = now
    timing = f".{name}{{animation-name:{name};animation-timing-function:step-end}}"
    return f"@keyframes {name}{{{''.join(stops)}}}{timing}"


def _document(
    size: tuple[float, float], title: str, film: Film, rules: Sequence[str], layers: Sequence[str]
) -> str:
    width, height = size
    *drawn, words = layers
    title, end = printable(title), printable(film.frame(film.last).explanation.text)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {px(width)} {px(height)}" '
        f'width="{px(width)}" height="{px(height)}" role="img" fill="{INK}" '
        f'font-family="{escape(FONT_FAMILY)}" font-size="12">'
        f"<title>{escape(title)}</title><desc>{escape(end)}</desc>"
        f"<style>{STYLE}{''.join(rules)}</style>"
        f'<rect x="1" y="1" width="{px(width - 2)}" height="{px(height - 2)}" rx="14" '
        f'fill="{CARD}" stroke="{CARD_BORDER}"/>'
        f"{text_line(title, PAD, PAD + 16, INK, anchor='start', size=20, weight='bold')}"
        f'<g transform="translate({PAD} {PAD + 44}) scale({SCALE})">{"".join(drawn)}</g>'
        f'<g transform="translate(0 {PAD + 84})">{words}</g></svg>\n'
    )


def asia_picture() -> str:
    """Return the picture of README.md."""
    shown, pictures = asia_film()
    positions = telling_positions(shown.film)
    return moving_picture(shown.film, positions, pictures, title="MARVEL learns the network Asia")


if __name__ == "__main__":
    sys.stdout.write(asia_picture())
