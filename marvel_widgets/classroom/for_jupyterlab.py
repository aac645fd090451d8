"""What JupyterLab needs to show a notebook as it should: a signature, settings, no delay.

JupyterLab shows a picture of a notebook which it has not seen before as a line of text, unless the
notebook is signed in the learner's Jupyter data directory. A signature is of the whole content;
when the learner saves a signed notebook, JupyterLab signs it again.
"""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from marvel_widgets._made_for import library_version
from marvel_widgets.classroom.files import path_argument
from marvel_widgets.classroom.server.foreign_notebooks import hold_back
from marvel_widgets.classroom.server.own_kernel import knows_one
from marvel_widgets.course.journal import begun_here
from marvel_widgets.course.start_page import RUN_BY_ITSELF

WORKING_COPY: Final = "marvel-notebooks"
# No question about news; a saved notebook keeps the last state of its apps; our labextension.
SETTINGS: Final = Path(__file__).resolve().parents[1] / "_lab"
# Jupyter's server leaves Nagle's algorithm on: a small message waits until the page has
# acknowledged the one before, after 40 ms. An app answers a click with several small ones.
_CONNECTIONS: Final = "kernel_websocket_connection_class"
# Of numpy's linear algebra. Where kernels share few cores, the threads of each would wait for those
# of all others by spinning, and a run take 7 times as long.
_THREADS: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def sign(notebooks: Iterable[Path]) -> bool:
    """Sign notebooks for this user, and return whether that could be done.

    Sign only what is known: a signature says that scripts in the outputs may run.
    """
    paths = list(notebooks)
    if not paths:
        return True
    if find_spec("nbformat") is None:
        return False
    nbformat: Any = import_module("nbformat")
    signing: Any = import_module("nbformat.sign")
    unwritten = (OSError, getattr(signing.sqlite3, "Error", OSError))  # a full disk is either
    folder = Path(import_module("jupyter_core.paths").jupyter_data_dir())
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not os.access(folder, os.W_OK):
            return False  # the notary would sign in memory, for nobody
        notary = signing.NotebookNotary(data_dir=str(folder))
        with closing(notary.store):
            for path in paths:
                notary.sign(nbformat.read(path, as_version=4))
    except unwritten:
        return False
    return True


def lab_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of a command that opens a working copy in JupyterLab."""
    parser.add_argument(
        "--dir", type=path_argument, default=Path(WORKING_COPY), metavar="DIR",
        help="the working copy (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--no-browser", dest="browser", action="store_false", help="print the address only"
    )
    parser.add_argument("--port", type=int, metavar="N", help="the port to serve on")


def lab_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the environment in which JupyterLab finds what is ours, below what is the user's.

    Our settings are defaults: whatever the user has chosen in JupyterLab's own settings stays. Our
    labextension is found here before the copy that an installation makes, which grows stale when
    the package is a checkout. An empty or relative entry of ``PYTHONPATH`` stands
    for the present folder, whoever's it is, and goes. Linear algebra has one thread, unless the
    user has chosen.
    """

    def joined(*places: str) -> str:
        return os.pathsep.join(filter(None, places))

    modules = environment.get("PYTHONPATH", "").split(os.pathsep)
    ours = {
        "JUPYTER_CONFIG_PATH": joined(environment.get("JUPYTER_CONFIG_PATH", ""), str(SETTINGS)),
        "JUPYTER_PATH": joined(environment.get("JUPYTER_PATH", ""), str(SETTINGS)),
        "PYTHONPATH": joined(*filter(os.path.isabs, modules)),
    }
    chosen = any(name in environment for name in _THREADS)
    return {**environment, **ours, **({} if chosen else dict.fromkeys(_THREADS, "1"))}


def jupyter_command(
    directory: Path,
    port: int | None = None,
    browser: bool = True,
    extra: Sequence[str] = (),
    first: str | None = None,
) -> list[str]:
    """Return the command line that serves `directory` with this Python's JupyterLab.

    `extra` goes to JupyterLab as it is; `first` is the notebook that opens with it.
    """
    command = [sys.executable, "-P", "-m", "jupyterlab"]
    command += [f"--ServerApp.root_dir={directory.absolute()}"]
    if port is not None:
        command.append(f"--port={port}")
    if not browser:
        command.append("--no-browser")
    if first is not None and not any("default_url" in each for each in extra):
        command.append(f"--LabApp.default_url=/lab/tree/{first}")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")  # containers run as root; JupyterLab would refuse to start
    return [*command, *extra]


def _load_jupyter_server_extension(app: Any) -> None:
    """Hold back what is not trusted, and let kernels send without delay; Jupyter calls this."""
    hold_back(app.contents_manager)
    app.kernel_spec_manager.__class__ = knows_one(type(app.kernel_spec_manager))
    settings = app.web_app.settings
    # Our labextension compares them with the version that a notebook was made for, and with the
    # cells of a start page, which run by themselves where this user began the journal.
    page = settings.setdefault("page_config_data", {})
    page |= {
        "marvelWidgetsVersion": library_version(),
        "marvelWidgetsStart": RUN_BY_ITSELF,
        "marvelWidgetsBegun": begun_here(Path(app.root_dir)),
    }
    plain = settings.get(_CONNECTIONS)
    if plain is not None:  # else this server makes its connections in another way
        settings[_CONNECTIONS] = without_delay(plain)


def without_delay(plain: type[Any]) -> type[Any]:
    """Return a class of connections that does the same, with TCP_NODELAY set."""

    class PromptConnection(plain):  # type: ignore[misc]  # known only when the server runs
        """A connection whose small messages do not wait for each other."""

        def connect(self) -> Any:
            self.websocket_handler.set_nodelay(True)
            return super().connect()

    return PromptConnection
