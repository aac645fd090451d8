"""What the site's own Python does at its start: it knows its site, and can do without numpy.

Where a Pyodide has no numpy, and none can be fetched, a cell that needs it says so in one sentence,
and the cells below that need its results say that they are skipped, instead of a NameError each.
"""

import ast
import os
import platform
import sys
from importlib import import_module
from types import TracebackType
from typing import Any, Final

COMPILED: Final = ("numpy", "scipy")
STARTUP: Final = """from marvel_widgets.site.in_the_browser import start as _start
_start(get_ipython())
del _start
"""
LACKING: Final = (
    "This cell needs {name}, which is not in this browser, and can't be fetched now. All cells "
    "that need no data run here; for this one, open the notebook in JupyterLab "
    "(`marvel-widgets lab`), or ask for a site that was made with `--pyodide DISTRIBUTION`."
)
FILLING: Final = frozenset({"add", "append", "extend", "setdefault", "update"})
SKIPPED: Final = "Skipped: `{name}` comes from a cell above that needs {cause}."


def start(shell: Any, here: str | None = None) -> None:
    """Prepare the shell of a browser's Python."""
    if here is None:  # the address of the script that runs this; empty outside a browser
        browser = platform.system() == "Emscripten"
        here = str(import_module("js").self.location.href) if browser else ""
    site, found, _ = here.partition("/lite/")
    if found:
        os.environ.setdefault("MARVEL_WIDGETS_SITE", f"{site}/")
    shell.Completer.use_jedi = False  # which the kernel takes for granted, and the site leaves out
    Missing(shell)


class Missing:
    """Reports what a cell can't have, once, and which cells are skipped for it."""

    def __init__(self, shell: Any) -> None:
        self.cause = ""
        self.lost: set[str] = set()
        self._as_ever = shell.showtraceback
        shell.set_custom_exc((ModuleNotFoundError, NameError), self.tell)
        shell.showtraceback = self.show  # called for what fails while a value is displayed

    def show(self, exc_tuple: Any = None, *rest: Any, **options: Any) -> None:
        """Say what is missed where a value can't be displayed; show any other error as ever."""
        if not self.missed((exc_tuple or sys.exc_info())[1]):
            self._as_ever(exc_tuple, *rest, **options)

    def missed(self, error: BaseException | None) -> bool:
        """Say it if an error is that numpy or scipy is not there."""
        top = str(getattr(error, "name", "") or "").partition(".")[0]
        if not isinstance(error, ModuleNotFoundError) or top not in COMPILED:
            return False
        self.cause = self.cause or top
        print(LACKING.format(name=top))  # noqa: T201 - it is the cell's output
        return True

    def tell(
        self,
        shell: Any,
        kind: type[BaseException],
        error: BaseException,
        traceback: TracebackType | None,
        tb_offset: int | None = None,
    ) -> None:
        """Say what an error means; any other one is shown as ever."""
        name = str(getattr(error, "name", "") or "")
        if self.cause and isinstance(error, NameError) and name in self.lost:
            print(SKIPPED.format(name=name, cause=self.cause))  # noqa: T201 - it is its output
        elif not self.missed(error):
            self._as_ever((kind, error, traceback), tb_offset=tb_offset)
            return
        lost = names_lost(str(shell.user_ns.get("In", [""])[-1]), _failed_at(shell, traceback))
        self.lost |= lost
        # one of a cell above is of another meaning: the cells below mean the new one
        for each in lost:
            shell.user_ns.pop(each, None)


def _failed_at(shell: Any, traceback: TracebackType | None) -> int:
    """Return the line of the cell that failed; 1 where that is not known."""
    while traceback is not None:
        if traceback.tb_frame.f_globals is shell.user_ns:
            return traceback.tb_lineno
        traceback = traceback.tb_next
    return 1


def names_lost(code: str, line: int = 1) -> set[str]:
    """Return the names that a cell would bind or fill, from a line on."""
    from marvel_widgets.classroom.editions import bound_by, outside_functions

    try:
        statements = ast.parse(code).body
    except SyntaxError:  # magics: there are none in our notebooks
        return set()
    body = [each for each in statements if (each.end_lineno or line) >= line]
    return bound_by(body) | {_filled(node) for node in outside_functions(body)} - {""}


def _filled(node: ast.AST) -> str:
    """Return the name of what `name[key] = value` or `name.append(value)` fills, or nothing."""
    if isinstance(node, ast.Call):
        if not isinstance(node.func, ast.Attribute) or node.func.attr not in FILLING:
            return ""
        base: ast.expr = node.func.value
    elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
        base = node.value
    else:
        return ""
    while isinstance(base, ast.Subscript):
        base = base.value
    return base.id if isinstance(base, ast.Name) else ""
