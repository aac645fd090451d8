"""The command `marvel-widgets site`."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

from marvel_widgets._lazy import not_installed
from marvel_widgets.classroom.files import path_argument, text_argument
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


NEEDED = ("markdown_it", "mdit_py_plugins", "latex2mathml", "pdoc", "pygments")
NEEDED_LIVE = ("jupyterlite_core", "jupyterlite_pyodide_kernel", "ipycytoscape", "jupyter_server")


def site_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("dir", type=path_argument, metavar="DIR", help="where the site goes")
    parser.add_argument(
        "--no-lite", dest="lite", action="store_false",
        help="pages and films only, without Python in the browser",
    )  # fmt: skip
    parser.add_argument(
        "--pyodide", type=path_argument, metavar="DISTRIBUTION",
        help="a folder with Pyodide, to be put into the site; without it, 'Run it live' fetches "
        "Pyodide from its CDN, and says so",
    )  # fmt: skip
    parser.add_argument(
        "--serve", type=text_argument, metavar="HOST[:PORT]",
        help="serve it afterwards to the phones of a room, at an address of this machine",
    )  # fmt: skip


def run_site(options: Namespace, say: Callable[[str], object]) -> int:
    """Write the site, perhaps serve it, say what was done, and return the exit code."""
    if options.serve is None:
        return _write(options, say)
    with opened_server(options.serve, options.dir) as server:  # before the work
        _write(options, say)
        serve(server, say)
    return 0


def _write(options: Namespace, say: Callable[[str], object]) -> int:
    if options.pyodide is not None and not options.lite:
        msg = "--pyodide is for the Python behind the pages, and --no-lite leaves it out."
        raise SiteError(msg)
    if missing := not_installed("site", *NEEDED, *(NEEDED_LIVE if options.lite else ())):
        raise SiteError(missing)
    from marvel_widgets.site.build import (
        Live,
        check_target,
        new_site,
        pages_of_the_site,
        write_pages,
    )
    from marvel_widgets.site.lite import write_lite, write_offline
    from marvel_widgets.site.wheels import check_distribution, release

    check_target(options.dir)  # before the work
    if options.pyodide is not None:
        check_distribution(options.pyodide)
        require_apart(options.dir, options.pyodide)
    where: Live = "" if not options.lite else "local" if options.pyodide else "cdn"
    site = pages_of_the_site(where)
    with new_site(options.dir) as made:
        write_pages(made, site)
        if options.lite:
            say("The pages are written; now the Python behind them.")
            say(write_lite(made / "lite", site.lite, options.pyodide, site.forms))
        write_offline(made, release()["url"] if where == "cdn" else "")
    size = sum(path.stat().st_size for path in options.dir.rglob("*") if path.is_file())
    say(f"The site is in {options.dir.absolute()}, {size / 1e6:.1f} MB. Any server can serve it:")
    say(f"  python -m http.server --directory {options.dir}")
    return 0


def require_apart(target: Path, distribution: Path) -> None:
    """Raise if writing the site would remove the distribution that it is made from."""
    inside, whole = distribution.resolve(), target.resolve()
    if inside == whole or whole in inside.parents:
        msg = (
            f"{distribution} lies in {target}, which is overwritten; put Pyodide somewhere else, "
            "or write the site into another directory."
        )
        raise SiteError(msg)
