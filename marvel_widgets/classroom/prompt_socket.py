"""What a kernel says reaches the page at once: an extension of the server that `lab` starts.

Jupyter's server leaves Nagle's algorithm on: a small message waits until the page has acknowledged
the one before, which a browser does after 40 ms. An app answers a click with several small ones.
"""

from __future__ import annotations

from typing import Any, Final

_SETTING: Final = "kernel_websocket_connection_class"


def _load_jupyter_server_extension(app: Any) -> None:
    """Let each connection of a page to a kernel send without delay; Jupyter calls this."""
    settings = app.web_app.settings
    plain = settings.get(_SETTING)
    if plain is not None:  # else this server makes its connections in another way
        settings[_SETTING] = without_delay(plain)


def without_delay(plain: type[Any]) -> type[Any]:
    """Return a class of connections that does the same, with TCP_NODELAY set.

    Parameters
    ----------
    plain : type
        Jupyter's, or that of a gateway; its `connect` is called once the websocket is open.
    """

    class PromptConnection(plain):  # type: ignore[misc]  # known only when the server runs
        """A connection whose small messages do not wait for each other."""

        def connect(self) -> Any:
            self.websocket_handler.set_nodelay(True)
            return super().connect()

    return PromptConnection
