"""What `marvel-widgets site` refuses: it names the value, and nothing of anybody's is gone."""

import json
import os

import pytest

from marvel_widgets.cli import main
from marvel_widgets.site import build, command
from marvel_widgets.site.build import MARK, Site, check_target, write_pages
from marvel_widgets.site.errors import SiteError
from marvel_widgets.site.lock import CORE, LOCK, release

SMALL = Site({}, {}, "", files={"index.html": "<h1>new</h1>", "course/index.html": "new"})


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """The checks come before the work: a site of two pages is enough."""
    monkeypatch.setattr(build, "pages_of_the_site", lambda live: SMALL)
    monkeypatch.setattr("marvel_widgets.site.lite.write_lite", lambda *_: "Lite.")


def everything_in(folder):
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def refused(capsys, *arguments):
    assert main(["site", *map(str, arguments)]) == 1
    told = capsys.readouterr().err
    assert told.startswith("marvel-widgets: ")
    assert "Traceback" not in told
    return told


@pytest.fixture
def older(tmp_path):
    """An older site with what somebody has put beside it."""
    folder = tmp_path / "older"
    write_pages(folder, SMALL)
    (folder / "lite").mkdir()
    (folder / "lite" / "index.html").write_text("live")
    (folder / "CNAME").write_text("me.example")
    return folder


@pytest.mark.parametrize(
    "name", ["thesis.tex", "thesis.tex/site", "mine", "<b>mine", "mine\nand more", "-mine"]
)
def test_what_is_no_place_for_a_site_is_named_and_kept(tmp_path, capsys, name):
    (tmp_path / "thesis.tex").write_text("mine")
    if not name.startswith("thesis"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "paper.tex").write_text("mine")
    before = everything_in(tmp_path)
    told = refused(capsys, "--no-lite", tmp_path / name)
    assert name in told
    assert everything_in(tmp_path) == before


def test_a_folder_that_may_not_be_written_into_is_named(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root may write everywhere
    told = refused(capsys, tmp_path / "deep" / "site", "--no-lite")
    assert f"{tmp_path} may not be written into" in told
    assert not (tmp_path / "deep").exists()


def test_a_place_that_takes_no_files_is_told(capsys):
    assert "Cannot write the site into /proc/marvel" in refused(capsys, "/proc/marvel", "--no-lite")


def test_a_disk_that_is_full_is_told(tmp_path, capsys, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("marvel_widgets.site.offline.write_offline", full)
    assert "No space left" in refused(capsys, tmp_path / "site", "--no-lite")


def distribution(folder, lock=None, without=""):
    folder.mkdir(parents=True)
    for name in {*CORE, LOCK} - {without}:
        (folder / name).write_text("x")
    if without != LOCK:
        found = lock if lock is not None else release()
        (folder / LOCK).write_text(found if isinstance(found, str) else json.dumps(found))
    return folder


@pytest.mark.parametrize("without", ["pyodide.asm.wasm", LOCK])
def test_a_folder_without_pyodide_is_named_before_anything_is_replaced(
    tmp_path, older, capsys, without
):
    before = everything_in(older)
    told = refused(capsys, older, "--pyodide", distribution(tmp_path / "py", without=without))
    assert str(tmp_path / "py") in told
    assert without in told
    for wrong in (tmp_path / "nowhere", older / "CNAME"):
        assert str(wrong) in refused(capsys, older, "--pyodide", wrong)
    assert everything_in(older) == before


OTHER = release() | {"info": release()["info"] | {"abi_version": "1999_0"}}


@pytest.mark.parametrize(
    ("lock", "words"),
    [
        (OTHER, "1999_0"),
        ("{", "cannot be read"),
        ("[]", "cannot be read"),
        ('{"info": {}}', "cannot be read"),
        ('{"info": {"abi_version": "2026_0"}, "packages": []}', "cannot be read"),
        ("\udcff".encode("utf-8", "surrogateescape").decode("latin-1"), "cannot be read"),
    ],
)
def test_a_pyodide_of_another_kind_is_named(tmp_path, older, capsys, lock, words):
    before = everything_in(older)
    told = refused(capsys, older, "--pyodide", distribution(tmp_path / "py", lock))
    assert words in told
    assert str(tmp_path / "py") in told
    assert everything_in(older) == before


def test_a_pyodide_inside_the_site_is_not_written_over(older, capsys):
    inside = distribution(older / "lite" / "static" / "pyodide")
    before = everything_in(older)
    assert str(inside) in refused(capsys, older, "--pyodide", inside)
    assert everything_in(older) == before
    command.require_apart(older, older.parent / "pyodide")


def test_a_link_in_an_older_site_is_replaced_and_its_target_kept(tmp_path, older):
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "index.html").write_text("mine")
    (older / "course" / "index.html").unlink()
    (older / "course").rmdir()
    (older / "course").symlink_to(mine)
    write_pages(older, SMALL)
    assert (mine / "index.html").read_text() == "mine"
    assert (older / "course" / "index.html").read_text() == "new"
    assert (older / "CNAME").exists()


def test_a_new_and_an_older_place_are_taken(tmp_path, older, capsys):
    check_target(tmp_path / "new" / "er")
    assert main(["site", str(older), "--no-lite"]) == 0
    assert (older / MARK).exists()
    with pytest.raises(SiteError, match="something else"):
        check_target(tmp_path)
