"""`marvel-widgets open`: a link to a state becomes a notebook of the working copy, and opens."""

import json

import pytest

from marvel_widgets import cli
from marvel_widgets.tokens import pack
from marvel_widgets.widgets import BoundaryLab, MarvelPlayer, Race, RemovabilityLab

SITE = "https://me.example/course/"


@pytest.fixture
def started(monkeypatch, tmp_path):
    """The commands that would have been started, from an empty folder with one notebook to copy."""
    commands, source = [], tmp_path / "source"
    source.mkdir()
    made = {"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (source / "00.ipynb").write_text(json.dumps(made))
    monkeypatch.setattr(cli, "bundled_notebooks", lambda: source)
    monkeypatch.setattr(cli, "_start", lambda command, environment: commands.append(command))
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return commands


def opened(folder, name):
    """The notebooks that were opened with an app."""
    return sorted((folder / "marvel-notebooks" / "opened").glob(f"{name}-*.ipynb"))


def shown(path):
    """Return the app that the only cell of a notebook shows."""
    words, code = json.loads(path.read_text(encoding="utf-8"))["cells"]
    assert "Shift and Enter" in "".join(words["source"])
    imports, call = "".join(code["source"]).split("\n\n")
    names = {}
    exec(imports, names)
    return eval(call, names)


@pytest.mark.parametrize(
    "app",
    [
        RemovabilityLab("X -> Y <- T", x="Y"),
        BoundaryLab("X -> Y <- T", x="Y"),
        MarvelPlayer("X -> Y <- T; Y -> Z", position=7),
        Race("X -> Y <- T"),
    ],
    ids=lambda app: type(app).__name__,
)
def test_a_link_opens_the_app_in_its_state(started, tmp_path, app):
    cli.main(["open", app.link(SITE), "--no-browser"])
    (path,) = opened(tmp_path, type(app).__name__)
    assert shown(path).token == app.token
    (command,) = started
    assert f"--LabApp.default_url=/lab/tree/opened/{path.name}" in command
    assert "--no-browser" in command
    assert (tmp_path / "marvel-notebooks" / "00.ipynb").is_file()


def test_each_state_has_a_notebook_and_what_was_edited_there_stays(started, tmp_path):
    first, second = (RemovabilityLab("X -> Y <- T", x=x).token for x in "XY")
    cli.main(["open", first])
    (path,) = opened(tmp_path, "RemovabilityLab")
    edited = path.read_text().replace("Removability Lab", "My notes")
    path.write_text(edited)
    cli.main(["open", first])
    cli.main(["open", f"https://me.example/voila/render/RemovabilityLab.ipynb?a=b&t={second}"])
    assert len(opened(tmp_path, "RemovabilityLab")) == 2
    assert path.read_text() == edited


TOKEN = RemovabilityLab("X -> Y <- T").token


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("hello", "neither a link to an app's state"),
        ("https://me.example/course/", "neither a link to an app's state"),
        (f'{TOKEN}"); import os', "neither a link to an app's state"),
        (TOKEN[:-9], "damaged or cut short"),
        (TOKEN.replace("mwa1.", "mwa2."), "another version"),
        ("mwa1." + pack({"app": "of-others", "state": {}}), "no app of this version"),
        ("mwa1." + pack({"app": ["race"], "state": {}}), "no app of this version"),
        ("mw1." + pack({"graph": "A -> B"}), "damaged or cut short"),
    ],
)
def test_what_is_no_state_of_ours_is_refused_and_nothing_written(
    started, tmp_path, capsys, link, words
):
    assert cli.main(["open", link]) == 1
    told = capsys.readouterr().err
    assert words in told
    assert told.count("\n") == 1
    assert started == []
    assert not (tmp_path / "marvel-notebooks").exists()
