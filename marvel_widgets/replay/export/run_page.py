"""A recorded run as one HTML page that steps it in any browser, with no kernel and no network."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from string import Template
from typing import Any

from marvel_widgets._data import text_of
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.pictures.card import legend_svg
from marvel_widgets.pictures.palette import FONT_FAMILY, face_rules, with_palette
from marvel_widgets.replay.export.programs import FILM, STAGE
from marvel_widgets.replay.export.reels import MARGIN, film_of, stage_reel_of, stops_of
from marvel_widgets.replay.film import LEVELS, Level
from marvel_widgets.replay.run_pictures import RunPictures
from marvel_widgets.replay.static_views import frame_svg
from marvel_widgets.text import counted, escaped


def export_run(
    path: str | Path, run: Any, *, dag: Dag | None = None, title: str = "", level: Level = "test"
) -> Path:
    """Write a page that steps a run, for slides, course sites and readers without Python.

    Parameters
    ----------
    path : str or Path
        Where to write; an existing file is replaced.
    run : Film, Trace, Dag or CITest
        A recorded run; MARVEL is recorded on a graph or a test.
    dag : Dag, optional
        The true graph, where `run` is a trace.
    title : str
        The heading; by default what the run is.
    level : {"test", "decision", "round"}
        The finest step of the page. A coarser one makes a smaller file.

    Returns
    -------
    Path
        Where it was written.

    Raises
    ------
    ValueError
        The run has too many positions for one page, or the level is unknown.

    Notes
    -----
    The page asks for nothing from anywhere: its policy forbids it. Without JavaScript it
    shows the end of the run and the list of its decisions.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     written = export_run(Path(folder) / "run.html", Dag("X -> Y <- T"))
    ...     written.name, "MARVEL" in written.read_text(encoding="utf-8")
    ('run.html', True)
    """
    target = Path(path)
    page = run_page(run, dag=dag, title=title, level=level)
    target.write_text(page, encoding="utf-8", newline="\n")
    return target


def run_page(run: Any, *, dag: Dag | None = None, title: str = "", level: Level = "test") -> str:
    """Return the page of `export_run` as text."""
    if level not in LEVELS:
        msg = f"level must be one of {', '.join(LEVELS)}; got {shown(level)}"
        raise ValueError(msg)
    film, offered = film_of(run, dag), LEVELS[LEVELS.index(level) :]
    pictures = RunPictures(film)
    reel = stage_reel_of(film, [0, *stops_of(film, level)], pictures)
    (picture,) = reel.pictures
    width, height = picture["width"] + 2 * MARGIN, picture["height"] + 2 * MARGIN
    p, made = counted(len(film.trace.names), "variable"), len(film.trace.tests)
    usual = f"{film.context.presentation.title} on {p}, {counted(made, 'CI test')}"
    lines = []
    position = 0
    while position < film.last:
        position = film.next(position, "decision")
        lines.append(f"<li>{escaped(film.frame(position).explanation.located)}</li>")
    text = json.dumps(reel.data(), ensure_ascii=True, separators=(",", ":"))
    embedded = text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return Template(text_of("replay/export/page.html")).substitute(
        title=escaped(title or usual),
        style=face_rules() + with_palette(text_of("replay/export/page.css")) + STAGE,
        script=FILM,
        levels=levels_html("run", offered, "decision" if "decision" in offered else level),
        box=f"{-MARGIN} {-MARGIN} {width} {height}",
        width=1.6 * width,
        font=FONT_FAMILY,
        legend=legend_svg(reel.samples, width=960),
        data=embedded,
        still=frame_svg(pictures, film.frame(film.last)),
        decisions="".join(lines),
    )


def levels_html(name: str, offered: Sequence[str], chosen: str) -> str:
    """Return the choice of a level for the steps of a page; its name there differs from others."""
    if not offered:
        return ""
    return "<fieldset><legend>A step is one</legend>" + "".join(
        f'<label><input type="radio" name="level-{name}" data-part="level" value="{level}"'
        f"{' checked' if level == chosen else ''}><span>{level}</span></label>"
        for level in offered
    ) + "</fieldset>"  # fmt: skip
