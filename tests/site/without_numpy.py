"""Run notebooks of learners where numpy and scipy are not, and print what went wrong.

python -m tests.site.without_numpy 10-five-algorithms
"""

import contextlib
import io
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Absent:
    """A finder that knows of no numpy."""

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numpy", "scipy"):
            msg = f"No module named {name!r}"
            raise ModuleNotFoundError(msg, name=name)


def run(name):
    """Yield each error of a notebook, and at the end the sentences that were printed."""
    from IPython.core.interactiveshell import InteractiveShell

    from marvel_widgets.classroom.editions import learners_edition
    from marvel_widgets.site.in_the_browser import start

    shell, errors = InteractiveShell.instance(), []
    shell._showtraceback = lambda kind, error, traceback: errors.append(repr(error))
    start(shell, "")
    notebook = json.loads((ROOT / "notebooks" / f"{name}.ipynb").read_text(encoding="utf-8"))
    said = io.StringIO()
    for cell in learners_edition(notebook)["cells"]:
        if cell["cell_type"] == "code":
            with contextlib.redirect_stdout(said):
                shell.run_cell("".join(cell["source"]), store_history=True)
    lines = said.getvalue().splitlines()
    told = [each for each in lines if each.startswith(("This cell needs", "Skipped: "))]
    return errors, told


if __name__ == "__main__":
    sys.meta_path.insert(0, Absent())
    errors, told = run(sys.argv[1])
    sys.stdout.write("\n".join([f"{len(told)} cells told", *errors]) + "\n")
