"""Whatever stands in the place of a journal: it is read or named, and nothing in it is lost.

`python -m tests.fuzz journals` looks at all cases.
"""

import json
import random
import tempfile
from pathlib import Path
from unittest import mock

import pytest

from marvel_widgets.experiments import journal as journals
from marvel_widgets.experiments.designs import design
from marvel_widgets.experiments.errors import ExperimentError
from marvel_widgets.experiments.journal import Journal
from marvel_widgets.experiments.rows import COLUMNS
from tests.fuzz.common import Harness, cases, corpus

IDENTITY = design("scenario1").identity
VALUES = [0, 1, -3, 0.5, "done", None, float("nan"), [1], {"p": 1}, True, "x" * 300]
LINES = [
    b"", b"null", b"[]", b"{}", b'{"cell": "c"}', b'{"cell": ["c"], "rows": []}', b"my notes",
    b'{"cell": "c", "rows": "zzz"}', b'{"cell": "c", "rows": [null]}', b"[" * 50_000, b"9" * 5_000,
    b"\xff\xfe\0", b'{"format": 9}', b'{"cell": "c", "rows": [{"p": [1]}]}', b"\r",
]  # fmt: skip


def draw_journal(rng):
    """Return the bytes of a file: a journal, one with damage, or something else."""
    lines = [json.dumps(IDENTITY).encode()]
    for n in range(rng.randint(0, 5)):
        rows = [
            {name: rng.choice(VALUES[:7]) for name in rng.sample(list(COLUMNS), rng.randint(0, 4))}
            for _ in range(rng.randint(0, 3))
        ]
        lines.append(json.dumps({"cell": f"c{n}", "rows": rows}).encode())
    whole = b"\n".join(lines) + b"\n"
    for _ in range(rng.choice([0, 1, 1, 2, 3])):
        whole = rng.choice([_cut, _flip, _line, _drop, _double])(whole, rng)
    return whole


def _cut(whole, rng):
    return whole[: rng.randint(0, len(whole))]


def _flip(whole, rng):
    at = rng.randrange(len(whole) or 1)
    return whole[:at] + bytes([rng.randrange(256)]) + whole[at + 1 :]


def _line(whole, rng):
    lines = whole.split(b"\n")
    lines.insert(rng.randint(0, len(lines)), rng.choice(LINES))
    return b"\n".join(lines)


def _drop(whole, rng):
    lines = whole.split(b"\n")
    del lines[rng.randrange(len(lines))]
    return b"\n".join(lines)


def _double(whole, rng):
    return whole + whole[: rng.randint(0, len(whole))]


def check_journal(path, content):
    path.write_bytes(content)
    kept = content[: content.rfind(b"\n") + 1]
    before, refused = {}, ""
    try:
        with Journal(path, IDENTITY) as journal:
            before = dict(journal.cells)
            journal.append("new", [{"p": 1}])
    except ExperimentError as error:
        refused = str(error).replace(str(path), "")
    if refused:
        assert 20 < len(refused) < 500
        assert path.read_bytes() == content
    else:
        check_opened(path, content, kept, before)


def check_opened(path, content, kept, before):
    assert kept or f"{json.dumps(IDENTITY)}\n".encode().startswith(content)
    for key, rows in before.items():
        assert isinstance(key, str)
        assert all(set(row) <= set(COLUMNS) for row in rows)
        assert not any(isinstance(v, list | dict) for row in rows for v in row.values())
    # every whole line stays; what is cut off is at most the beginning of one
    assert path.read_bytes().startswith(kept)
    told = {json.loads(line)["cell"] for line in kept.split(b"\n")[1:-1]}
    assert set(before) == told
    with Journal(path, IDENTITY) as again:
        assert set(again.cells) == {*before, "new"}


def check_anywhere(content):
    """Check a journal in a folder of its own; a disk is not what is tried."""
    with tempfile.TemporaryDirectory() as folder, mock.patch.object(journals.os, "fsync"):
        check_journal(Path(folder) / "rows.csv.journal", content)


HARNESSES = {"journals": Harness(draw_journal, check_anywhere, 200, 20_000)}


def test_journals():
    assert HARNESSES["journals"].fails() == {}


@pytest.mark.slow
def test_many_journals():
    assert HARNESSES["journals"].fails(HARNESSES["journals"].many) == {}


@pytest.mark.parametrize("found", corpus("journals"), ids=lambda found: found["what"])
def test_what_was_found_once(found):
    """Bytes are kept as pieces with their numbers; `True` stands for the line of this run."""
    line = json.dumps(IDENTITY)
    pieces = [(line if piece is True else piece) * number for piece, number in found["content"]]
    check_anywhere("".join(pieces).encode())


def test_cases_are_the_same_at_every_run():
    first, second = (list(cases(draw_journal, 5)) for _ in range(2))
    assert first == second
    assert draw_journal(random.Random("1/3")) == first[3]
