"""The list of a class: what is read, and what is refused in a sentence."""

import pytest

from marvel_widgets.classroom.files import TeacherError
from marvel_widgets.classroom.student_list import read_students


def listed(tmp_path, content):
    path = tmp_path / "class.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_students(path)


@pytest.mark.parametrize(
    ("content", "ids"),
    [
        ("17\n18\n", ("17", "18")),
        ("17\r\n18", ("17", "18")),
        ("\ufeff17\n\n# the second group\n18\n", ("17", "18")),
        ("id\n17\n18\n", ("17", "18")),
        ("Surname,First name,ID number\nLovelace,Ada,17\nTuring,Alan,18\n", ("17", "18")),
        ('"17";"Ada; Countess"\n"18";"Alan"\n', ("17", "18")),
        ("number\tname\n 017 \tAda\n18\tAlan\n", ("017", "18")),
        ("17,Ada\n18,Alan\n", ("17", "18")),
        ("a-7\nb_8.x\n", ("a-7", "b_8.x")),
        ("17\n18\n".encode("utf-16"), ("17", "18")),
        ("é7\n", ("é7",)),
        ("１７\ne\u03017\n", ("17", "é7")),
    ],
)
def test_lists_of_other_programs_are_read(tmp_path, content, ids):
    assert listed(tmp_path, content) == ids


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "contains no ids"),
        ("id\n", "contains no ids"),
        ("# 17\n", "contains no ids"),
        ("17\n18\n17\n", "line 3: '17' is already the id on line 1"),
        ("a7\nA7\n", "line 2: 'A7' is already the id on line 1"),
        ("17\n１７\n", "line 2: '17' is already the id on line 1"),
        ("17\n١٧\n", "line 2: '١٧' is already the id on line 1"),
        ("--help\n", "line 1: '--help' can't be an id: an id has letters and digits, and begins"),
        ("17\n-\n", "line 2: '-' can't be an id"),
        ("../17\n", "line 1: '../17' can't be an id"),
        ("17\n.hidden\n", "line 2"),
        ("17/18\n", "line 1"),
        ("=1+1\n", "line 1"),
        ("Ada Lovelace\n", "line 1"),
        ("17.\n", "line 1"),
        ("nul\n", "line 1"),
        ("name,id\nAda\n", "line 2: '' can't be an id"),
        ("x" * 65, "line 1"),
        ("x" * 500_000, "line 1"),
        ("17\n" * 400_000, "too large, or not text"),
        (b"\x89PNG\0\0", "too large, or not text"),
        (b"\xff\xfe\x00", "line 1"),
    ],
)
def test_what_is_no_list_of_ids_is_refused_in_a_sentence(tmp_path, content, said):
    with pytest.raises(TeacherError) as caught:
        listed(tmp_path, content)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 200 + len(str(tmp_path))


def test_no_file_is_told(tmp_path):
    for path in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(TeacherError, match="is not a file; expected"):
            read_students(path)
