"""A worker of `-n` tells of each test, and of whatever went wrong."""

from types import SimpleNamespace

import pytest

pytest.importorskip("xdist")
from tests.scheduling import is_news


@pytest.mark.parametrize(
    ("when", "passed", "duration", "news"),
    [("setup", True, 0.0, False), ("teardown", True, 0.0, False), ("call", True, 0.0, True),
     ("setup", False, 0.0, True), ("teardown", False, 0.0, True), ("setup", True, 2.0, True)],
)  # fmt: skip
def test_a_worker_tells_of_each_test_and_of_whatever_went_wrong(when, passed, duration, news):
    assert is_news(SimpleNamespace(when=when, passed=passed, duration=duration)) is news
