"""Which tests run again with the lowest versions, and which files take longest."""

import functools
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent

# Where product code that itself calls numpy, scipy or networkx is tested: folders, files, and
# single tests of files that cost much. Others draw data too, or ask networkx for a second opinion:
# they go through the same lines again. tests/test_selection.py holds that no function is left out.
NUMERIC = [
    "assessment/test_plain.py",
    "core/algorithms/test_p_values.py",
    "core/boundary/test_discovery_data.py",
    "core/graphs/test_construction.py",
    "core/graphs/test_dag.py",
    "core/graphs/test_equivalence.py",
    "core/graphs/test_formats.py",
    "core/graphs/test_graphml.py",
    "core/graphs/test_random_models.py",
    "core/independence/test_csv_file.py",
    "core/independence/test_datasets.py",
    "core/independence/test_discrete.py",
    "core/independence/test_gaussian.py",
    "core/independence/test_gaussian_data.py",
    "core/independence/test_gaussian_search.py",
    "experiments",
    "lessons/finite_samples/test_exercises.py::test_both_errors_are_in_the_tables",
    "lessons/finite_samples/test_paired_runs.py",
    "lessons/finite_samples/test_recall_precision.py",
    "lessons/pc_tables/test_pc_tables.py",
]

# Minutes rather than seconds: whichever worker got one of these last would let the other wait.
HEAVY = [
    "tests/browser/test_player.py",
    "tests/browser/test_every_app.py",
    "tests/browser/test_editor.py",
    "tests/browser",
    "notebooks/10-five-algorithms.ipynb",
    "notebooks/11-real-data.ipynb",
    "tests/experiments",
    "tests/site",
    "tests/course/test_every_exercise.py",
    "notebooks",
    "tests/core/algorithms",
    "tests/replay",
    "tests/theory",
    "tests/lessons",
    "tests",
]


@functools.cache
def heavy_first(path: Path) -> int:
    """Return the place of a file in the order of tests; smaller is earlier."""
    for place, heavy in enumerate(HEAVY):
        if path.is_relative_to(HERE.parent / heavy):
            return place
    return len(HEAVY)


if __name__ == "__main__":  # for .ci/run: what to hand to pytest
    sys.stdout.write(" ".join(f"tests/{place}" for place in NUMERIC))
