"""No kill, full disk, link or pipe at any write of any command costs a file: see `harness`."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="a process is forked for each run")


def harness(*arguments):
    """Return the exit code and the lines of `python -m tests.faults`: it has one thread to fork."""
    command = [sys.executable, "-m", "tests.faults", *map(str, arguments)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.stderr == ""
    return run.returncode, run.stdout.splitlines()


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param(("copy", "quiz --qti", "report", "--every", 31), id="slice"),
        pytest.param((), id="whole", marks=pytest.mark.night),  # as `python -m tests.faults` does
    ],
)
def test_every_command_is_taken_up_again_after_every_fault(asked):
    code, lines = harness(*asked)
    assert code == 0, "\n".join(lines)
    assert lines[-1].split()[-6:] == ["0"] * 6
