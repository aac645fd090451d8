"""The benchmarks of the page follow the apps: each runs to its end, in its quick form."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
QUICK = {"apps.py": ["--quick"], "live_board.py": ["--quick"], "stage.py": ["--steps", "5"]}


@pytest.mark.night
@pytest.mark.parametrize("program", QUICK)
def test_a_benchmark_of_the_page_runs_to_its_end(program):
    command = [sys.executable, ROOT / "benchmarks" / program, *QUICK[program]]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
