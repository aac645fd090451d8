"""An example reads as in its module: the module's names are there, and `Dag`, `record`, `Path`."""

from importlib import import_module
from pathlib import Path

import pytest

import marvel_widgets

HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def _names_of_the_module(request, doctest_namespace):
    parts = request.path.relative_to(HERE).with_suffix("").parts
    module = import_module(".".join(["marvel_widgets", *parts]))
    common = {"Dag": marvel_widgets.Dag, "Path": Path, "record": marvel_widgets.record}
    own = {name: value for name, value in vars(module).items() if not name.startswith("__")}
    doctest_namespace.update(common | own)
    yield
    doctest_namespace.clear()
