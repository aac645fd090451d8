"""What `marvel-widgets site` refuses: it names the value, and nothing of anybody's is gone."""

import json
import os

import pytest

from marvel_widgets.cli import main
from marvel_widgets.site import build, command
from marvel_widgets.site.build import MARK, Site, check_target, new_site, write_pages
from marvel_widgets.site.errors import SiteError
from marvel_widgets.site.wheels import CORE, LOCK, release

SMALL = Site({}, {}, "", files={"index.html": "<h1>new</h1>", "course/index.html": "new"})


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """The checks come before the work: a site of two pages is enough."""
    monkeypatch.setattr(build, "pages_of_the_site", lambda *_: SMALL)
    monkeypatch.setattr("marvel_widgets.site.lite.write_lite", lambda *_: "Lite.")


def put(folder, site=SMALL):
    with new_site(folder) as made:
        write_pages(made, site)


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
    put(folder)
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

    monkeypatch.setattr("marvel_widgets.site.lite.write_offline", full)
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


@pytest.mark.parametrize("name", ["course", "course/index.html", MARK])
def test_a_link_in_an_older_site_is_named_and_its_target_kept(tmp_path, older, capsys, name):
    mine = tmp_path / "mine"
    (older / name).rename(mine)
    (older / name).symlink_to(mine)
    before = everything_in(tmp_path)
    told = refused(capsys, older, "--no-lite")
    assert f"Cannot write {name} of the site into {older}: it is a link" in told
    assert everything_in(tmp_path) == before


NEWER = Site({}, {}, "", files={"index.html": "<h1>newer</h1>", "docs/mine.html": "ours"})


def test_what_others_have_put_into_a_site_stays_and_only_our_old_files_go(tmp_path):
    site = tmp_path / "site"
    put(site, Site({}, {}, "", files={**SMALL.files, "course/a.html": "a", "films/b.js": "b"}))
    (site / "course" / "mine.txt").write_text("mine")
    (site / "course" / "a.html").write_text("a, and what I added")
    put(site, NEWER)
    there = {str(path.relative_to(site)) for path in site.rglob("*") if path.is_file()}
    assert there == {
        MARK, ".nojekyll", "index.html", "docs/mine.html", "course/mine.txt", "course/a.html",
        *(f"assets/source-sans-3-{weight}.woff2" for weight in (400, 600)),
    }  # fmt: skip
    assert not (site / "films").exists()
    assert (site / "index.html").read_text() == "<h1>newer</h1>"


@pytest.mark.parametrize("name", ["index.html", "docs/mine.html"])
def test_a_page_that_is_not_ours_is_named_before_anything_is_replaced(older, name):
    (older / name).parent.mkdir(exist_ok=True)
    (older / name).write_text("mine")
    before = everything_in(older)
    with pytest.raises(SiteError, match=f"Cannot write {name} of the site into .*; move it"):
        put(older, NEWER)
    assert everything_in(older) == before


def test_an_older_site_is_whole_until_the_new_one_is(older):
    before = everything_in(older)
    with new_site(older) as made:
        write_pages(made, NEWER)
        assert everything_in(older).items() >= before.items()
    assert (older / "index.html").read_text() == "<h1>newer</h1>"


def test_a_new_and_an_older_place_are_taken(tmp_path, older, capsys):
    check_target(tmp_path / "new" / "er")
    assert main(["site", str(older), "--no-lite"]) == 0
    assert (older / MARK).exists()
    with pytest.raises(SiteError, match="something other"):
        check_target(tmp_path)
