"""Which version this is; a notebook that was made for another one says so in its first cell."""

import os
import re
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

# As `marvel-widgets copy` writes it into a notebook's metadata (classroom/editions.py).
_STAMP = re.compile(r'"marvel_widgets": \{[^{}]*"version": "([\w.+-]{1,40})"')


def library_version() -> str:
    """Return the version of marvel-widgets, or an empty text where it is not installed."""
    try:
        return version("marvel-widgets")
    except PackageNotFoundError:
        return ""


def say_for_which_version() -> None:
    """Print a sentence where the notebook of this kernel is of another version; else nothing.

    Only Jupyter's server names the notebook, so that a run by nbval or nbconvert says nothing.
    """
    name = os.environ.get("JPY_SESSION_NAME", "")
    try:
        made = _STAMP.findall(Path(Path(name).name).read_text("utf-8", "replace")) if name else []
    except OSError:
        return
    here = library_version()
    if here and made and made[-1] != here:
        sys.stdout.write(
            f"This notebook was made for marvel_widgets {made[-1]}; this is {here}, and "
            "some cells may fail. `marvel-widgets copy` puts the notebook for this version in its "
            'place, or beside it with ".new" in its name; your answers are carried over.\n'
        )
