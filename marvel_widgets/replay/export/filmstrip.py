"""A run as a strip of pictures, for print and slides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.svg import grid
from marvel_widgets.replay.export.reels import film_of
from marvel_widgets.replay.film import Film
from marvel_widgets.replay.run_pictures import RunPictures

# A strip with more pictures fits on no page.
MOST_PICTURES = 60


@dataclass(frozen=True, slots=True)
class Filmstrip:
    """Pictures of a run in rows, each with its number and its sentence."""

    svg: str
    words: str

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return self.words


def filmstrip(
    run: Any,
    positions: Iterable[int] | None = None,
    *,
    dag: Dag | None = None,
    columns: int = 3,
    learned: bool = True,
) -> Filmstrip:
    """Return a strip of pictures of a run.

    Parameters
    ----------
    run : Film, Trace, Dag or CITest
        A recorded run; MARVEL is recorded on a graph or a test.
    positions : iterable of int, optional
        Positions of the film; by default where a variable leaves, and the end.
    dag : Dag, optional
        The true graph, where `run` is a trace.
    columns : int
        Pictures in a row.
    learned : bool
        Show the learned graph; the true one otherwise.

    Raises
    ------
    ValueError
        There is nothing to show, too much, or the true graph is not known.

    Examples
    --------
    >>> strip = filmstrip(Dag("X -> Y <- T"))
    >>> print(strip.words.splitlines()[0])
    1. Position 20 of 37. X leaves. We keep in mind that its neighbor was {Y}; 2 variables remain.
    """
    film = film_of(run, dag)
    usual = sorted({*(position for position, _ in film.removals()), film.last})
    chosen = usual if positions is None else list(positions)
    _check(film, chosen, columns, learned)
    pictures = RunPictures(film, widest=340)
    drawings: list[Drawing] = []
    captions: list[str] = []
    for number, position in enumerate(chosen, start=1):
        frame = film.frame(position)
        drawing = pictures.learned_drawing(frame) if learned else pictures.true_drawing(frame)
        assert drawing is not None  # _check refused a film without a true graph
        drawings.append(drawing)
        captions.append(
            f"{number}. Position {frame.position} of {film.last}. {frame.explanation.text}"
        )
    return Filmstrip(grid(drawings, captions, columns=columns), "\n".join(captions))


def _check(film: Film, chosen: Sequence[int], columns: int, learned: bool) -> None:
    if not learned and film.dag is None:
        msg = "the true graph is not known, so it can't be drawn; pass dag=, or learned=True"
        raise ValueError(msg)
    if columns < 1:
        msg = f"columns must be a positive integer; got {columns}"
        raise ValueError(msg)
    if not 1 <= len(chosen) <= MOST_PICTURES:
        msg = (
            f"a strip has 1 to {MOST_PICTURES} pictures; these are {len(chosen)}: choose "
            "positions=, such as positions=range(0, 20)"
        )
        raise ValueError(msg)
    outside = [position for position in chosen if not 0 <= position <= film.last]
    if outside:
        msg = f"the positions of this run are 0 to {film.last}; {outside[0]} is not among them"
        raise ValueError(msg)
