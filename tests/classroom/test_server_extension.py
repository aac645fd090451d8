"""What the server that `lab` starts does: kernels' small messages do not wait for each other.

What it holds back of notebooks from others is in `test_foreign_notebooks.py`.
"""

import json
from types import SimpleNamespace

from marvel_widgets._made_for import library_version
from marvel_widgets.classroom import for_jupyterlab
from marvel_widgets.classroom.for_jupyterlab import SETTINGS
from marvel_widgets.course.start_page import RUN_BY_ITSELF

NAME = "kernel_websocket_connection_class"


class Plain:
    """What stands for Jupyter's connection."""

    def __init__(self, websocket_handler):
        self.websocket_handler = websocket_handler

    def connect(self):
        return "connected"


class Manager:
    """What stands for Jupyter's manager of contents."""

    def _get_os_path(self, path):
        return path


def loaded(settings, manager=None):
    for_jupyterlab._load_jupyter_server_extension(
        SimpleNamespace(
            web_app=SimpleNamespace(settings=settings), contents_manager=manager or Manager(),
            kernel_spec_manager=Manager(), root_dir=".",
        )
    )  # fmt: skip
    return settings


def test_a_connection_is_the_servers_own_without_delay():
    said = []
    made = loaded({NAME: Plain})[NAME](SimpleNamespace(set_nodelay=said.append))
    assert isinstance(made, Plain)
    assert made.connect() == "connected"
    assert said == [True]


def test_a_server_of_another_kind_is_left_alone():
    assert NAME not in loaded({})


def test_the_page_knows_which_version_is_here_and_what_runs_by_itself():
    told = loaded({"page_config_data": {"mine": 1}})["page_config_data"]
    assert told.pop("mine") == 1
    assert told.pop("marvelWidgetsVersion") == library_version()
    assert told == {"marvelWidgetsStart": RUN_BY_ITSELF, "marvelWidgetsBegun": False}


def test_notebooks_from_others_are_held_back():
    manager = Manager()
    loaded({}, manager)
    assert type(manager).__name__ == "CarefulManager"
    assert isinstance(manager, Manager)


def test_the_settings_name_the_extension():
    path = SETTINGS / "jupyter_server_config.d" / "marvel_widgets.json"
    named = json.loads(path.read_text())["ServerApp"]["jpserver_extensions"]
    assert named == {for_jupyterlab.__name__: True}
