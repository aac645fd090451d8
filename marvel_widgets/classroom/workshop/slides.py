"""Where a notebook's slides begin, as the metadata that nbconvert and RISE read."""

import re
from typing import Any, Literal

from marvel_widgets.classroom.learners_notebook import Cell

Slide = Literal["slide", "subslide", "notes", "skip", ""]
_HEADING = re.compile(r"#{1,2} ")
_FOLDED = re.compile(r"\s*<details>.*</details>\s*", re.DOTALL)


def with_slides(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return a notebook in which each cell says whether a slide begins with it."""
    return {**notebook, "cells": [_with_slide(cell) for cell in notebook["cells"]]}


def slide_of(cell: Cell) -> Slide:
    """Return the slide type of a cell; empty for one that continues the slide before.

    A heading begins a slide, another text one below it; what is folded is the speaker's alone, and
    a cell that shows nothing but collapsed code is left out.
    """
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        if _HEADING.match(source):
            return "slide"
        return "notes" if _FOLDED.fullmatch(source) else "subslide"
    hidden = cell["metadata"].get("jupyter", {}).get("source_hidden", False)
    return "skip" if hidden and not cell.get("outputs") else ""


def _with_slide(cell: Cell) -> Cell:
    if not slide_of(cell):
        return cell
    slideshow = {**cell["metadata"].get("slideshow", {}), "slide_type": slide_of(cell)}
    return {**cell, "metadata": {**cell["metadata"], "slideshow": slideshow}}
