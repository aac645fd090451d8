"""Browser files go to every second worker first, and nobody is idle while files are left."""

from types import SimpleNamespace

import pytest

pytest.importorskip("xdist")
from tests.scheduling import BrowsersApart, is_news

BROWSER = ["tests/browser/a.py", "tests/browser/b.py", "tests/site/c.py"]
OTHERS = ["tests/a.py", "notebooks/b.ipynb", "tests/c.py"]


class Worker:
    """What a scheduler needs of a worker; keeps which tests it was told to run."""

    gateway = SimpleNamespace(id="a worker")
    shutting_down = False

    def __init__(self):
        self.told = []

    def send_runtest_some(self, indices):
        self.told += indices

    def shutdown(self):
        self.shutting_down = True


def scheduled(pytestconfig, monkeypatch, files, workers=2):
    """Return a scheduler that has handed out the first files, the workers, and all tests."""
    monkeypatch.setattr(pytestconfig.option, "loadscopereorder", False, raising=False)
    monkeypatch.setattr(pytestconfig.option, "tx", ["popen"] * workers, raising=False)
    scheduler = BrowsersApart(pytestconfig)
    nodes = [Worker() for _ in range(workers)]
    tests = [f"{name}::test_{n}" for name in files for n in range(4)]
    for node in nodes:
        scheduler.add_node(node)
        scheduler.add_node_collection(node, tests)
    scheduler.schedule()
    return scheduler, nodes, tests


def files_of(node, tests):
    return list(dict.fromkeys(tests[i].partition("::")[0] for i in node.told))


def finish(scheduler, node):
    for index in list(node.told):
        scheduler.mark_test_complete(node, index)


def test_browser_files_go_to_the_first_worker_in_their_order(pytestconfig, monkeypatch):
    scheduler, nodes, tests = scheduled(pytestconfig, monkeypatch, [*BROWSER, *OTHERS])
    for _ in range(3):
        for node in nodes:
            finish(scheduler, node)
    assert [files_of(node, tests) for node in nodes] == [BROWSER, OTHERS]


def test_who_has_nothing_left_takes_of_the_others(pytestconfig, monkeypatch):
    scheduler, (first, second), tests = scheduled(pytestconfig, monkeypatch, BROWSER)
    for _ in range(3):
        finish(scheduler, second)
    assert files_of(first, tests) == BROWSER[:1]
    assert files_of(second, tests) == BROWSER[1:]
    assert second.shutting_down


def test_all_that_looks_at_the_site_goes_to_one_worker(pytestconfig, monkeypatch):
    site = ["tests/site/a.py", "tests/site/b.py"]
    _, nodes, tests = scheduled(pytestconfig, monkeypatch, [*BROWSER, *site, *OTHERS])
    assert files_of(nodes[1], tests)[:2] == site


@pytest.mark.parametrize(
    ("when", "passed", "duration", "news"),
    [("setup", True, 0.0, False), ("teardown", True, 0.0, False), ("call", True, 0.0, True),
     ("setup", False, 0.0, True), ("teardown", False, 0.0, True), ("setup", True, 2.0, True)],
)  # fmt: skip
def test_a_worker_tells_of_each_test_and_of_whatever_went_wrong(when, passed, duration, news):
    assert is_news(SimpleNamespace(when=when, passed=passed, duration=duration)) is news
