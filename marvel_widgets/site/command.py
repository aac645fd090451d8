"""The command `marvel-widgets site`."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

from marvel_widgets._lazy import not_installed
from marvel_widgets.classroom.files import path_argument, text_argument
from marvel_widgets.site.errors import SiteError

NEEDED = ("markdown_it", "mdit_py_plugins", "latex2mathml", "pdoc", "pygments")
NEEDED_LIVE = ("jupyterlite_core", "jupyterlite_pyodide_kernel", "ipycytoscape", "jupyter_server")


def add_arguments(parser: ArgumentParser) -> None:
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


def run_command(options: Namespace, say: Callable[[str], object]) -> int:
    """Write the site, perhaps serve it, say what was done, and return the exit code."""
    if options.serve is None:
        return _write(options, say)
    from marvel_widgets.site.ask.serving import opened_server, serve

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
    from marvel_widgets.site.lite import write_lite
    from marvel_widgets.site.lock import check_distribution, release
    from marvel_widgets.site.offline import write_offline

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
