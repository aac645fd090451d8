"""The table of rows that comes with the package, made anew in about a minute.

python -m tests.class_table marvel_widgets/lessons/finite_samples/class_rows.csv
"""

import sys
from pathlib import Path

from marvel_widgets.experiments.rows import write_rows
from marvel_widgets.lessons.finite_samples.figures import STORED, class_design, class_rows

TIMES = ("seconds", "boundary_seconds")  # the only columns that differ from one run to the next


def without_times(rows):
    """Return the rows without their times: equal seeds give equal rows."""
    return [{k: v for k, v in row.items() if k not in TIMES} for row in rows]


def write_table(path):
    """Make all rows of the table, and write them into a CSV file."""
    designs = [class_design(name, repetitions) for name, repetitions in STORED.items()]
    write_rows([row for each in designs for row in class_rows(each)], path)


if __name__ == "__main__":
    write_table(Path(sys.argv[1]))
