"""One writer: whole files, what a killed command has left, and what is still being written."""

import os

import pytest

from marvel_widgets.writing import whole
from marvel_widgets.writing.own_folder import is_free, own_folder, read_list, write_list
from marvel_widgets.writing.whole import fresh_folder, write

LEFT = ".marvel-0123456789abcdef.part"


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def test_what_a_killed_command_has_left_goes_with_the_next_one(tmp_path):
    (tmp_path / LEFT).write_text("half")
    (tmp_path / LEFT.replace("0", "f")).mkdir()
    (tmp_path / LEFT.replace("0", "f") / "page.html").write_text("half")
    write(tmp_path / "a.txt", b"whole")
    assert names_in(tmp_path) == ["a.txt"]


def test_what_another_command_is_writing_stays(tmp_path):
    with fresh_folder(tmp_path) as made, whole.whole(tmp_path / "b.txt") as part:
        write(tmp_path / "a.txt", b"whole")
        assert names_in(tmp_path) == sorted([made.name, part.name, "a.txt"])
    assert names_in(tmp_path) == ["a.txt", "b.txt"]


def test_a_link_with_the_name_of_a_part_is_left_alone(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "work.txt").write_text("mine")
    (tmp_path / LEFT).symlink_to(tmp_path / "mine")
    write(tmp_path / "a.txt", b"whole")
    assert (tmp_path / "mine" / "work.txt").read_text() == "mine"
    assert (tmp_path / LEFT).is_symlink()


def test_a_table_that_others_may_not_read_stays_so(tmp_path):
    table = tmp_path / "grades.csv"
    write(table, b"old")
    assert table.stat().st_mode & 0o777 == 0o666 & ~_umask()
    table.chmod(0o600)
    write(table, b"new")
    assert (table.stat().st_mode & 0o777, table.read_bytes()) == (0o600, b"new")


def _umask():
    found = os.umask(0o22)
    os.umask(found)
    return found


def test_the_error_names_the_file_that_is_meant(tmp_path, monkeypatch):
    with pytest.raises(FileNotFoundError) as caught:
        write(tmp_path / "nowhere" / "a.txt", b"")
    assert caught.value.filename in (str(tmp_path / "nowhere" / "a.txt"), str(tmp_path / "nowhere"))


def test_a_list_comes_back_and_both_hashes_of_a_file_that_is_on_its_way(tmp_path):
    files = {"lite/extensions/@jupyter-widgets/a~b+c.js": {"0" * 64}, "b": {"1" * 64, "2" * 64}}
    write_list(tmp_path / "list", files)
    assert read_list(tmp_path / "list") == files


def test_a_folder_with_leavings_alone_is_free(tmp_path):
    (tmp_path / LEFT).mkdir()
    assert is_free(tmp_path, ".mark")
    (tmp_path / "mine.txt").touch()
    assert not is_free(tmp_path, ".mark")


def test_a_file_that_is_the_same_is_not_touched(tmp_path):
    folder = tmp_path / "out"
    seen = []
    for _ in range(2):
        with own_folder(folder, ".mark") as made:
            (made / "page.html").write_text("same")
        seen.append((folder / "page.html").stat().st_ino)
    assert seen[0] == seen[1]
