"""The tests near to a file: its own come first, and every module has some."""

from tests.near import modules, near

PACKAGE = [name for name in modules() if name.startswith("marvel_widgets")]


def test_every_module_has_near_tests():
    assert len(PACKAGE) > 300
    assert [name for name in PACKAGE if not near(name)] == []
