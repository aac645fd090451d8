"""A link to a state, opened on this computer: a notebook whose cell shows the app in that state."""

import hashlib
import re
from argparse import ArgumentParser
from pathlib import Path
from typing import Final

from marvel_widgets.classroom.editions import write_notebook
from marvel_widgets.classroom.for_jupyterlab import lab_arguments
from marvel_widgets.classroom.workshop.notebooks import text_cell
from marvel_widgets.replay.state_token import from_token
from marvel_widgets.site.app_pages import App, apps_of
from marvel_widgets.site.errors import SiteError
from marvel_widgets.site.films import PLAYER
from marvel_widgets.tokens import unpack
from marvel_widgets.widgets.app_spec import every_app

FOLDER: Final = "opened"  # of a working copy
_OF_APPS: Final = "mwa1."
_RUN: Final = "The app as your link has it. Click into the cell below, and press Shift and Enter."


def add_arguments(parser: ArgumentParser, lab: ArgumentParser) -> None:
    """Add the arguments of the command `marvel-widgets open`, which has those of `lab`, too."""
    parser.usage = (lab.usage or "").replace("[--", "LINK [--", 1)
    parser.epilog = lab.epilog
    parser.add_argument("link", metavar="LINK", help="the link, or the state token in it")
    lab_arguments(parser)


def write_opened(link: str, folder: Path) -> str:
    """Write the notebook that opens a state into a folder, and return its name there."""
    token = token_in(link)
    app = _app_of(token)
    notebook = app.notebook()
    (code,) = notebook["cells"]
    code["source"] = app.cell_of_token().replace("TOKEN", token)
    words = text_cell("words", f"# {app.words}\n\n{_RUN}")
    digest = hashlib.sha256(token.encode()).hexdigest()[:8]
    name = f"{FOLDER}/{app.name}-{digest}.ipynb"  # the same state is the same file
    (folder / FOLDER).mkdir()
    write_notebook({**notebook, "cells": [words, code]}, folder / name)
    return name


def token_in(link: str) -> str:
    """Return the token in a link, or the token itself."""
    found = re.fullmatch(r"(?:[^\s#?]+[#?](?:[^\s#?]*&)?t=)?(mwa?\d+\.[\w-]+)", link.strip(), re.A)
    if found is None:
        msg = (
            f"{link[:60]!r} is neither a link to an app's state nor a state token; copy it whole, "
            "and put it between quotation marks."
        )
        raise SiteError(msg)
    return found[1]


def _app_of(token: str) -> App:
    apps = {app.spec.kind: app for app in apps_of({})}
    try:
        if not token.startswith("mwa"):
            from_token(token)
            return apps[every_app()[PLAYER].kind]
        kind = unpack(token, _OF_APPS).get("app")
    except ValueError as error:
        msg = f"This link can't be opened: {error}."
        raise SiteError(msg) from error
    if not isinstance(kind, str) or not kind or kind not in apps:
        msg = "This link can't be opened: its state belongs to no app of this version."
        raise SiteError(msg)
    return apps[kind]
