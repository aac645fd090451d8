"""The numbers printed in the paper's Tables 2 and 3.

Source: Mokhtarian, Akbari, Ghassami and Kiyavash, "A Recursive Markov Boundary-Based Approach
to Causal Structure Learning", Section 5.2. Averages of 20 runs; run times in seconds, with
MATLAB on a 1.7 GHz laptop. "NA", a row of `printed.csv` without numbers: more than 150,000 CI
tests on average.
"""

import csv
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from marvel_widgets._data import text_of


class Printed(NamedTuple):
    """One entry of a table."""

    performed: float
    seconds: float
    asc: float
    f1: float
    precision: float
    recall: float


Column = int | str
"""A column of a table: p in Table 2, a network in Table 3."""


def _tables() -> Mapping[str, Mapping[tuple[str, Column], Printed | None]]:
    found: dict[str, dict[tuple[str, Column], Printed | None]] = {}
    _, *rows = csv.reader(text_of("experiments/printed.csv").splitlines())
    for experiment, algorithm, name, *numbers in rows:
        column: Column = int(name) if name.isdigit() else name
        entry = Printed(*map(float, numbers)) if all(numbers) else None
        found.setdefault(experiment, {})[algorithm, column] = entry
    return MappingProxyType(found)


PRINTED: Final = _tables()
"""By experiment, then (algorithm, p or network); None where the paper prints NA.

>>> PRINTED["scenario2"]["marvel", 100].performed
2543.0
>>> PRINTED["scenario2"]["grow_shrink", 200] is None
True
"""
