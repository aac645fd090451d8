"""What the processes of a run need compiled is kept, and in a new clone compiled once.

With `-n` each worker collects everything. In a new clone each of them compiled 800 files and
rewrote the asserts of half of them, all at the same moment: half of what collecting takes.
"""

import compileall
import multiprocessing
import os
import sys
from contextlib import suppress
from pathlib import Path

from _pytest.assertion import rewrite

FEW = 50  # files that a worker alone compiles as soon


def keep(folder: Path) -> None:
    """Let this process and those started here keep what they compile, if only in a folder of ours.

    Where nothing may be written beside the modules, as in many containers, every worker, kernel
    and server would compile all that it imports: 6 seconds for the apps instead of 1.5.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        sys.pycache_prefix = os.environ.setdefault("PYTHONPYCACHEPREFIX", str(folder))
        sys.dont_write_bytecode = False


def compile_files(config, files: list[Path]) -> None:
    """Write what an import of each file would; a file with a fault is left to whoever collects."""
    for file in files:
        if file.name == "conftest.py" or file.name.startswith("test_"):
            with suppress(Exception):
                rewrite_asserts(config, file)
        else:
            compileall.compile_file(file, quiet=2)


def rewrite_asserts(config, file: Path) -> None:
    """Write what pytest makes of a file with tests, unless it is there."""
    folder = rewrite.get_cache_dir(file)
    place = folder / f"{file.stem}{rewrite.PYC_TAIL}"
    if rewrite._read_pyc(file, place) is None and rewrite.try_makedirs(folder):
        known_by, code = rewrite._rewrite_test(file, config)
        rewrite._write_pyc(config.stash[rewrite.assertstate_key], code, known_by, place)


def collected(config) -> list[Path]:
    """Return all files below the folders that are asked for, by the names under which they run."""
    places = (Path(config.invocation_params.dir, place) for place in config.args)
    return [file for place in places for file in place.rglob("*.py")]


def before_the_workers(config, workers: int) -> None:
    """Compile all that will be collected, in as many processes as there will be workers."""
    files = collected(config)
    if len(files) <= FEW or not hasattr(os, "fork") or sys.dont_write_bytecode:
        return
    fork = multiprocessing.get_context("fork")
    shares = (files[first::workers] for first in range(workers))
    helpers = [fork.Process(target=compile_files, args=(config, share)) for share in shares]
    for helper in helpers:
        helper.start()
    for helper in helpers:
        helper.join()
