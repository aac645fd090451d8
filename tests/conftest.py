"""What all tests share. Imports nothing beyond pytest and hypothesis: the run with the lowest
versions of the core dependencies has no more."""

import gc
import os
import sys
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from zlib import crc32

import pytest
from _pytest.doctest import DoctestModule
from _pytest.runner import runtestprotocol
from hypothesis import settings

from tests import compiled
from tests.chromium import BrowserWanted
from tests.selection import heavy_first

# No deadline: a busy machine is no bug. On CI the examples are fixed, so that a red run tells about
# the change, and fewer than in everybody else's runs, which keep exploring.
FIXED = {"deadline": None, "derandomize": True, "print_blob": True}
settings.register_profile("default", deadline=None)
settings.register_profile("ci", max_examples=25, **FIXED)
# For a second run of what has passed, on another Python.
settings.register_profile("brief", max_examples=20, **FIXED)
settings.load_profile("ci" if os.environ.get("CI") else "default")

# numpy's threads wait for each other by spinning: where all cores are busy already, as in a run
# with `-n`, a product of matrices took up to five times the time. Kernels inherit it.
for library in ("OPENBLAS", "MKL", "OMP"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")


# As on Python 3.11, which is promised: there an f-string with a Fraction and a format is an error.
Fraction.__format__ = object.__format__


def pytest_addoption(parser):
    parser.addoption("--seconds", metavar="FILE", help="write the seconds of each test file there")
    parser.addoption("--share", metavar="K/N", help="run only the K-th of N shares of the tests")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config):
    """Take one process where a test or two files are asked for, or a debugger."""
    named = config.args_source is pytest.Config.ArgsSource.ARGS
    files = [arg.partition("::")[0] for arg in config.args]
    few = named and len(files) < 3 and all(file.endswith((".py", ".ipynb")) for file in files)
    if (few or config.option.usepdb) and hasattr(config.option, "numprocesses"):
        config.option.numprocesses, config.option.dist = 0, "no"


def pytest_configure(config):
    config.pluginmanager.register(ExamplesOnly())
    config.pluginmanager.register(BrowserWanted())
    if config.option.seconds:
        from tests.seconds import Seconds

        config.pluginmanager.register(Seconds(config))
    compiled.keep(config.rootpath / ".pytest_cache" / "bytecode")
    if config.pluginmanager.hasplugin("nbval"):
        kernels_without_ports()
        kernels_without_log()
    # With `-n`, files go out in the order in which they are collected: see `heavy_first`.
    if hasattr(config.option, "loadscopereorder"):
        config.option.loadscopereorder = False


def kernels_without_log():
    """Leave out what nbval writes for its log, which is thrown away: each message, formatted.

    An app sends hundreds of them, and this took longer than all else that nbval does.
    """
    from nbval import kernel

    kernel.pformat = type


class ExamplesOnly:
    """Where no example is written, doctest has none to find: two thirds of all files.

    It would load each of them, the tests a second time. A hook of this file would be asked only
    about the files of this folder, one of a plugin is asked about those of the package too.
    """

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self, file_path):
        collectors = yield
        if file_path.suffix != ".py" or ">>>" in file_path.read_text(encoding="utf-8"):
            return collectors
        return [found for found in collectors if not isinstance(found, DoctestModule)]


def kernels_without_ports():
    """Let the notebooks' kernels be spoken to through files, where there are such sockets.

    jupyter_client looks for free ports and lets them go until the kernel takes them: of two
    processes that start a kernel at the same moment, one found "Kernel died before replying".
    """
    import tempfile
    import uuid

    from jupyter_client.manager import KernelManager
    from nbval import kernel

    def manager(**given):
        # The system's own folder: the name of such a socket may have 107 characters.
        file = Path(tempfile.gettempdir(), f"nbval-{uuid.uuid4().hex[:12]}.json")
        return KernelManager(transport="ipc", connection_file=str(file), **given)

    if hasattr(os, "fork"):
        kernel.KernelManager = manager


def pytest_collection_modifyitems(config, items):
    if config.option.share:
        share, shares = map(int, config.option.share.split("/"))
        # A notebook's cells need those above them: it is in one share, whole.
        place = {each: crc32(each.nodeid.partition(".ipynb")[0].encode()) for each in items}
        items[:] = [each for each in items if place[each] % shares == share]
    if hasattr(config, "workerinput"):  # a worker of `-n`, which is not told that there are others
        items.sort(key=lambda item: heavy_first(item.path))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(config, specs):
    compiled.before_the_workers(config, len(specs))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    if config.getvalue("dist") != "loadfile":
        return None
    from tests.scheduling import BrowsersApart

    return BrowsersApart(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    # What is collected stays to the end; each full collection of garbage would walk through it.
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000)  # of the usual ten times: widgets are made by the hundred
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    """Let a worker of `-n` send, of most tests, their result alone.

    That it begins, is set up, is cleared away and ends goes to the other process otherwise, for
    thousands of tests of a millisecond: this took longer than they do.
    """
    if not hasattr(item.config, "workerinput"):
        return None
    from tests.scheduling import is_news

    for report in runtestprotocol(item, nextitem=nextitem, log=False):
        if is_news(report):
            item.ihook.pytest_runtest_logreport(report=report)
    return True


@pytest.fixture(scope="module", autouse=True)
def _no_widgets_of_other_files():
    """Close what another file or a doctest has left: some tests look at all widgets there are."""
    if "ipywidgets" in sys.modules:
        sys.modules["ipywidgets"].Widget.close_all()


@pytest.fixture
def monkeypatch(monkeypatch):
    """Let no case that was drawn before hide what a test replaces, nor a later test get it."""
    from marvel_widgets.course import checks

    kept = checks._drawn
    monkeypatch.setattr(checks, "_drawn", lru_cache(**kept.cache_parameters())(kept.__wrapped__))
    return monkeypatch
