"""The picture that moves by itself shows each frame at its time, and nothing else."""

import re
from pathlib import Path
from xml.etree import ElementTree

from marvel_widgets import Dag, record
from marvel_widgets.replay.film import Film
from marvel_widgets.replay.run_pictures import RunPictures
from marvel_widgets.replay.stage_words import said_of
from tests.moving_picture import asia_picture, keyframes, moving_picture, telling_positions

SVG = "{http://www.w3.org/2000/svg}"
ROOT = Path(__file__).resolve().parents[2]


def film_on(dag):
    return Film(record("marvel", dag), dag)


def visible(rule, percent):
    """Whether a rule of the style sheet shows its piece at a time."""
    stops = re.findall(r"([\d.]+)%\{visibility:(\w+)\}", rule)
    return [how for at, how in stops if float(at) <= percent][-1] == "visible"


def words_at(svg, percent):
    """The texts that the picture shows at a time, by its style sheet."""
    root = ElementTree.fromstring(svg)
    style = root.find(f"{SVG}style").text
    rules = dict(re.findall(r"@keyframes (k\d+)\{(.*?\})\}", style))
    hidden = {
        text
        for group in root.iter(f"{SVG}g")
        if "f" in group.get("class", "").split()
        and not visible(rules[group.get("class").split()[1]], percent)
        for text in group.iter(f"{SVG}text")
    }
    return [text.text for text in root.iter(f"{SVG}text") if text not in hidden]


def sentences(svg, frames):
    """The words of each frame, read in the middle of its time."""
    return [" ".join(words_at(svg, 100 * (i + 0.5) / (frames + 1))) for i in range(frames)]


def test_each_frame_shows_its_own_words():
    film = film_on(Dag("X -> Y <- T; Y -> Z"))
    positions = telling_positions(film)
    svg = moving_picture(film, positions, RunPictures(film), title="A run")
    for position, said in zip(positions, sentences(svg, len(positions)), strict=True):
        own = said_of(film, film.frame(position))
        assert own.what in said
        assert own.why in said
        others = {said_of(film, film.frame(other)).what for other in positions} - {own.what}
        assert not any(other in said for other in others)


def test_a_piece_is_hidden_before_and_after_its_frame():
    rule = keyframes("k", [1], 3).partition(".k{")[0]
    stops = "0%{visibility:hidden}25%{visibility:visible}50%{visibility:hidden}"
    assert rule == f"@keyframes k{{{stops}}}"


def test_it_ends_with_the_end_and_tells_who_leaves():
    film = film_on(Dag("X -> Y <- T"))
    positions = telling_positions(film)
    assert (len(positions), film.last) == (11, 37)
    assert positions[-1] == film.last
    assert {position for position, _ in film.removals()} <= set(positions)


def test_the_readmes_picture_is_that_of_the_code():
    # python -m tests.moving_picture > docs/asia.svg
    committed = (ROOT / "docs" / "asia.svg").read_text(encoding="utf-8")
    assert committed == asia_picture()
    assert len(committed.encode()) < 300 * 1024
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", committed)
