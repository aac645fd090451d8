"""The run of MARVEL on Asia that the site shows first."""

from typing import Final

from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.graphs import networks
from marvel_widgets.pictures.positions import Positions
from marvel_widgets.pictures.stage import stage_of
from marvel_widgets.replay.film import Film
from marvel_widgets.replay.run_pictures import RunPictures
from marvel_widgets.site.errors import SiteError
from marvel_widgets.site.films import CellFilm

# Where the variables stand: broader than high, so that picture and words share one screen.
PLACES: Final[Positions] = {
    "asia": (0, 0), "tub": (0, 78), "smoke": (165, 0), "lung": (118, 78), "bronc": (235, 108),
    "either": (70, 160), "xray": (14, 238), "dysp": (172, 238),
}  # fmt: skip


def asia_film() -> tuple[CellFilm, RunPictures]:
    """Return the film of the front page, at the position before its question."""
    dag = networks.load("asia")
    film = Film(record("marvel", dag), dag)
    pictures = RunPictures(film, stage=stage_of(dag, PLACES))
    return CellFilm(film, telling_test(film) - 1, "decision"), pictures


def telling_test(film: Film) -> int:
    """Return the position of the last test that a given collider alone makes dependent.

    Most people guess wrong there; after it nothing is needed but the picture.
    """
    for position in range(film.last, 0, -1):
        frame = film.frame(position)
        path = None if frame.reason is None else frame.reason.path
        if frame.test is None or path is None or not path.is_open or len(frame.test.given) != 1:
            continue
        if any(vertex.role == "collider" for vertex in path.vertices[1:-1]):
            return position
    msg = "no test of the run is decided by a given collider; the front page has nothing to ask"
    raise SiteError(msg)
