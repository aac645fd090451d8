"""The site served to the phones of a room: files to read, on the one interface that was chosen."""

from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.site.errors import SiteError

PORT: Final = 8000


class _Quiet(SimpleHTTPRequestHandler):
    """Keeps no list of addresses, and shows no list of files."""

    def log_message(self, *_: Any) -> None:
        """Write nothing."""

    def list_directory(self, path: Any) -> None:  # noqa: ARG002
        """Answer as where there is no such file."""
        self.send_error(404)


class _Server(ThreadingHTTPServer):
    request_queue_size = 256  # a room opens the link at once; of 5, the rest waits for seconds


def opened_server(place: str, folder: Path) -> ThreadingHTTPServer:
    """Return a server of a folder that listens at a place, such as ``192.168.1.5:8000``."""
    host, _, port = place.partition(":")
    handler = partial(_Quiet, directory=str(folder))
    try:  # an empty host would be every interface
        return _Server((host or "no host", int(port or PORT)), handler)
    except (OSError, OverflowError, ValueError) as error:
        why = getattr(error, "strerror", None) or "write HOST or HOST:PORT"
        msg = (
            f"Cannot serve at {shown(place)}: {why}; take an address of this machine in the "
            "network of the room, such as 192.168.1.5:8000."
        )
        raise SiteError(msg) from error


def serve(server: ThreadingHTTPServer, say: Callable[[str], object]) -> None:
    """Serve until Ctrl-C; what the app `Vote` needs is printed first."""
    host, port = map(str, server.server_address[:2])
    address = f"http://{host}:{port}/"
    say(f"Phones open {address} in the same network; Ctrl-C ends it. For Vote:")
    say(f"  export MARVEL_WIDGETS_SITE_URL={address}")
    say("Phones keep pages for a room without a network only from an https: address.")
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        say("The server has ended.")
