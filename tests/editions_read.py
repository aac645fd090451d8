"""The notebooks in both editions, by number, each read when a test first asks for it."""

import json
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from marvel_widgets.classroom.editions import learners_edition

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
# What is asked where, and what tells the answer.
ASKED = [
    {"notebook": number, "asks": cell, "told": told}
    for number, asked in tomllib.loads(
        Path(__file__).with_name("asked.toml").read_text(encoding="utf-8")
    ).items()
    for cell, told in asked.items()
]


class Editions(Mapping):
    """What a function makes of each notebook: nothing is made where only the numbers are asked."""

    def __init__(self, make):
        self.paths = {p.stem.partition("-")[0]: p for p in sorted(NOTEBOOKS.glob("*.ipynb"))}
        self.make = cache(make)

    def __getitem__(self, number: str) -> dict:
        return self.make(self.paths[number])

    def __iter__(self) -> Iterator[str]:
        return iter(self.paths)

    def __len__(self) -> int:
        return len(self.paths)


READER = Editions(lambda path: json.loads(path.read_text(encoding="utf-8")))
LEARNER = Editions(lambda path: learners_edition(READER[path.stem.partition("-")[0]]))
