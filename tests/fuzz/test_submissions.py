"""Whatever is handed in: a report of it, in whole tables, with the points of its answers.

`python -m tests.fuzz submissions` looks at all cases.
"""

import csv
import io
import json
import shutil
import tempfile
import textwrap
from functools import cache
from pathlib import Path

import pytest

from marvel_widgets import exercises
from marvel_widgets.assessment.results import COURSE
from marvel_widgets.assessment.signing import signed
from marvel_widgets.classroom.reports import (
    COLUMNS,
    report,
    summary,
    to_canvas,
    to_csv,
    to_moodle,
    totals,
)
from marvel_widgets.course.checks import question_digest
from tests.fuzz.common import Harness, corpus
from tests.fuzz.spellings import damaged

KEY = "spring"
NAMES = ["gain", "revealing", "behind", "settings"]
IDS = ["17", "18", "", "=1+1", "17;=1+1", "a|-1", '"', "é", "<b>", "x\ny", "\ud800", "9" * 300]
ODD = [None, True, -1, 10**30, 1.5, [], {}, "", "x" * 400, "{'A'}", "__import__('os')", "[" * 300]
FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")


@cache
def course(student):
    """The exercises of a student, and the digest of each question, as strings hold them."""
    checks = exercises("T", student)
    return {name: (getattr(checks, name), question_digest(getattr(checks, name))) for name in NAMES}


def draw_folder(rng):
    """Return texts by the names of files; and the points of the strings that nobody damaged."""
    files, points = {}, {}
    for number in range(rng.randint(1, 3)):
        student = rng.choice(IDS[:3] if rng.random() < 0.6 else IDS)
        name = f"{number}{rng.choice(['.txt', '.ipynb', '.md', ';=1', '-é'])}"
        honest = {whose for whose, _ in points.values()}
        if student in ("17", "18") and student not in honest and rng.random() < 0.5:
            string, sums = _honest(student, rng)
            points[name] = (student, sums)
        else:
            string = _by_hand(student, rng)
        files[name] = _dressed(string, name, rng, honest=name in points)
    return files, points


def _honest(student, rng):
    rows, sums = [], 0.0
    for name, (check, question) in course(student).items():
        kind = check.exercise.kind
        value = check.exercise.solution if rng.random() < 0.5 else kind.random(rng)
        rows.append([name, 0, question, kind.code(value), 1, 0, "correct"])
        sums += check(value).points
    return signed(_content(student, rows), KEY), sums


def _content(student, rows, **changes):
    return {"c": COURSE, "n": "T", "s": student, "v": "0.1.0", "x": rows, **changes}


def _by_hand(student, rng):
    rows = [
        [rng.choice([*NAMES, "dance"]), rng.choice([0, 0, 3]), "abcdef", rng.choice(ODD[7:]),
         rng.choice([1, 10**20]), 0, rng.choice(["correct", "open", "unread"])]
        for _ in range(rng.randint(0, 3))
    ]  # fmt: skip
    if rows and rng.random() < 0.4:
        rows[0][rng.randrange(7)] = rng.choice(ODD)
    changes = {rng.choice("cnsvx"): rng.choice(ODD)} if rng.random() < 0.3 else {}
    string = signed(_content(student, rows, **changes), rng.choice([KEY, "autumn"]))
    return damaged(string, rng) if rng.random() < 0.3 else string


def _dressed(string, name, rng, honest):
    if name.endswith(".ipynb"):
        output = {"data": {"text/plain": textwrap.wrap(string, 60, break_on_hyphens=False)}}
        if honest:
            output["data"]["text/plain"] = [f"{line}\n" for line in output["data"]["text/plain"]]
        text = json.dumps({"cells": [{"source": "check.result()", "outputs": [output]}]})
        return text if honest or rng.random() < 0.7 else text[: rng.randint(0, len(text))]
    lines = textwrap.wrap(string, rng.choice([40, 72, 10_000]), break_on_hyphens=False)
    mark = rng.choice(["", "> ", "  "])
    return "Hello,\n" + "\n".join(f"{mark}{line}" for line in lines) + "\nRegards\n"


def check_folder(case, folder):
    files, points = case
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8", errors="replace")
    rows = report(folder, KEY)
    assert {row.file for row in rows} == set(files)
    assert all(len(row.note) < 600 for row in rows)
    assert all(row.points == 0 or row.verdict in ("correct", "close") for row in rows)
    for name, (student, sums) in points.items():
        own = [row for row in rows if row.file == name]
        assert {row.student for row in own} == {student}, own
        assert sum(row.points for row in own) == sums
    check_tables(rows)


def check_tables(rows):
    text = to_csv(rows)
    text.encode()
    lines = list(csv.reader(io.StringIO(text)))
    assert len(lines) == len(rows) + 1
    assert {len(line) for line in lines} == {len(COLUMNS)}
    cells = [cell for line in lines for cell in line]
    cells += [cell for line in text.splitlines() for cell in line.split(";")]
    assert not any(cell.strip(' "').startswith(FORMULA) for cell in cells)
    every = totals(rows, ["17", "99"])
    for written in (to_moodle(every), to_canvas(every)):
        width = {len(line) for line in csv.reader(io.StringIO(written))}
        assert len(width) == 1
    assert summary(rows)


def check_anywhere(case):
    with tempfile.TemporaryDirectory() as folder:
        check_folder(case, Path(folder) / "handed in")


HARNESSES = {"submissions": Harness(draw_folder, check_anywhere, 40, 4_000)}


@pytest.mark.parametrize("found", corpus("submissions"), ids=lambda found: found["what"])
def test_what_was_found_once(found):
    content = _content(found["student"], [found["row"]])
    check_anywhere(({f"{found['student'][:9]}.txt": signed(content, KEY)}, {}))
