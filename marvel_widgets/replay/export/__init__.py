"""Taking a run along: one page that steps it in any browser, and a strip of pictures for print."""

from marvel_widgets.replay.export.filmstrip import Filmstrip, filmstrip
from marvel_widgets.replay.export.run_page import export_run, run_page

__all__ = ["Filmstrip", "export_run", "filmstrip", "run_page"]
