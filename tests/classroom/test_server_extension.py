"""Small messages of a kernel do not wait for each other in the server that `lab` starts."""

import json
from types import SimpleNamespace

from marvel_widgets.classroom import for_jupyterlab
from marvel_widgets.classroom.for_jupyterlab import SETTINGS

NAME = "kernel_websocket_connection_class"


class Plain:
    """What stands for Jupyter's connection."""

    def __init__(self, websocket_handler):
        self.websocket_handler = websocket_handler

    def connect(self):
        return "connected"


def loaded(settings):
    for_jupyterlab._load_jupyter_server_extension(
        SimpleNamespace(web_app=SimpleNamespace(settings=settings))
    )
    return settings


def test_a_connection_is_the_servers_own_without_delay():
    said = []
    made = loaded({NAME: Plain})[NAME](SimpleNamespace(set_nodelay=said.append))
    assert isinstance(made, Plain)
    assert made.connect() == "connected"
    assert said == [True]


def test_a_server_of_another_kind_is_left_alone():
    assert loaded({}) == {}


def test_the_settings_name_the_extension():
    path = SETTINGS / "jupyter_server_config.d" / "marvel_widgets.json"
    named = json.loads(path.read_text())["ServerApp"]["jpserver_extensions"]
    assert named == {for_jupyterlab.__name__: True}
