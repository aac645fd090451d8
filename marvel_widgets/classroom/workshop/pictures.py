"""What an app shows before any interaction, as the output of its cell.

A notebook that is opened without being run then shows pictures. The cells are run here, one after
the other in one namespace, without a kernel; apps come in through the code of the cells alone.
"""

import ast
from collections.abc import Callable
from contextlib import redirect_stdout
from importlib.util import find_spec
from io import StringIO
from typing import Any, Final

from marvel_widgets.classroom.learners_notebook import Cell

NEEDED: Final = ("ipywidgets", "ipycytoscape", "anywidget")
SHOWN: Final = ("text/plain", "image/svg+xml")


def can_draw() -> bool:
    """Return whether the packages are there that apps need."""
    return all(find_spec(name) is not None for name in NEEDED)


def with_pictures(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return a notebook whose code cells show what they show when all are run for the first time.

    Where the packages for apps are missing, the notebook is returned as it is. Only pictures and
    texts are kept: a view of an app is nothing without its kernel.
    """
    if not can_draw():
        return notebook
    names: dict[str, Any] = {"__name__": "__main__"}
    shown: list[Any] = []
    cells = [_run(cell, names, shown) for cell in notebook["cells"]]
    for each in shown:
        if hasattr(each, "close"):
            each.close()
    return {**notebook, "cells": cells}


def _run(cell: Cell, names: dict[str, Any], shown: list[Any]) -> Cell:
    if cell["cell_type"] != "code":
        return cell
    tree = ast.parse(cell["source"])
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = StringIO()
    with redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), names)
        value = None
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    outputs: list[Any] = []
    if printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": printed.getvalue()})
    if value is not None:
        shown.append(value)
        make: Callable[[], Any] | None = getattr(value, "_repr_mimebundle_", None)
        bundle = make() if make is not None else {"text/plain": repr(value)}
        if make is None and hasattr(value, "_repr_svg_"):
            bundle["image/svg+xml"] = value._repr_svg_()
        seen = {kind: bundle[kind] for kind in SHOWN if kind in bundle}
        outputs.append({"output_type": "display_data", "metadata": {}, "data": seen})
    return {**cell, "outputs": outputs}
