"""Graphs whose variables have hostile names, in every form in which a graph or a run is written."""

import itertools
import random
from xml.etree import ElementTree

from marvel_widgets import Dag
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.pictures.editor_positions import first_positions
from marvel_widgets.pictures.graph_export import SAVE_AS
from marvel_widgets.replay.export.filmstrip import filmstrip
from marvel_widgets.replay.export.reels import film_of
from marvel_widgets.replay.export.run_page import run_page
from marvel_widgets.replay.run_pictures import RunPictures
from marvel_widgets.replay.static_views import frame_svg
from tests.fuzz.events import HOSTILE
from tests.fuzz.markup import FORBIDDEN, Elements
from tests.moving_picture import moving_picture, telling_positions

PIECES = [
    *HOSTILE, "<", ">", "&", "'", '"', "</title>", "</script>", "</text>", "<!--", "-->", "]]>",
    "${x}", "`", "\\", "%", "#", "\n", "\\input{x}", "%s", "{0}", "';", '";', "*/", "A", "x1",
]  # fmt: skip
MARK = "onmark=1"  # what an attribute would be that a name puts into a page


def draw_graph(rng: random.Random) -> Dag:
    """Return a small graph with names that have broken programs, and pieces of them."""
    while True:
        names = {a_name(rng) for _ in range(rng.choice([2, 2, 3, 4]))} | {f'"{MARK} x="'}
        pairs = [pair for pair in itertools.combinations(names, 2) if rng.random() < 0.6]
        try:
            return Dag(pairs, sorted(names))
        except GraphError:  # empty, say
            continue


def a_name(rng):
    if rng.random() < 0.4:
        return rng.choice(HOSTILE)
    return "".join(rng.choices(PIECES, k=rng.randint(1, 4)))


def check_run(dag: Dag) -> None:
    """Raise where a name becomes anything but text in what shows a run."""
    film = film_of(dag)
    pictures = RunPictures(film)
    for position in {0, film.last // 2, film.last}:
        check_markup(frame_svg(pictures, film.frame(position)))
    check_markup(filmstrip(dag).svg)
    some = telling_positions(film)[-8:]
    check_markup(moving_picture(film, some, pictures, title=dag.nodes[0]))
    page, plain = (
        run_page(each, title=each.nodes[0], level="round") for each in (dag, plainly_named(dag))
    )
    assert tags(page) == tags(plain), "another element in the page"


def plainly_named(dag: Dag) -> Dag:
    """Return the same graph with harmless names in the same order."""
    plain = {name: f"v{at}" for at, name in enumerate(dag.nodes)}
    return Dag([(plain[a], plain[b]) for a, b in dag.edges], list(plain.values()))


def tags(page):
    """Return the elements of a page that run or load something, and what is dangerous."""
    found = Elements()
    found.feed(page)
    return sorted(found.wrong)


def check_markup(svg: str) -> None:
    root = ElementTree.fromstring(svg)  # raises for what is no XML
    assert not tags(svg)
    assert not FORBIDDEN & {each.tag.rpartition("}")[2] for each in root.iter()}


def check_files(dag: Dag) -> None:
    """Raise where a name becomes anything but text in a way to take a graph along."""
    places = first_positions(dag)
    for form in SAVE_AS:
        try:
            text = form.written(dag, places)
        except GraphError as error:
            assert len(str(error)) < 700  # noqa: PT017 - refused for a reason
            continue
        if form.media_type.startswith("image/"):  # of a PNG, what a browser paints
            check_markup(text)
        elif form.file_name != "graph.tex":
            again = Dag(text)
            assert (set(again.nodes), set(again.edges)) == (set(dag.nodes), set(dag.edges))
