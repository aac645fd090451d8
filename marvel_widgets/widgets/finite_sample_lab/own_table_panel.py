"""The pane for a table of one's own: what is in the way, or the graph that MARVEL learns."""

import csv

from marvel_widgets.core.independence.table import DataError
from marvel_widgets.lessons.finite_samples.own_table import OwnRun, own_run_words, run_on_table
from marvel_widgets.pictures.figure import draw
from marvel_widgets.text import paragraphs
from marvel_widgets.widgets.finite_sample_lab.model import FiniteSampleModel
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.controls import button

ASKED = (
    "Paste a table: names in the first line, then a row for each sample, separated by commas, "
    "semicolons or tabs; or type the name of a CSV file. The levels above are taken, not the "
    "samples. Nothing leaves this kernel."
)


class OwnTablePanel(w.VBox):
    """Read a table and run MARVEL on it, at the levels of the dials."""

    def __init__(self, model: FiniteSampleModel) -> None:
        self.model = model
        self.found: OwnRun | None = None
        self.fault = ""
        self.table = w.Textarea(
            description="Table",
            continuous_update=False,
            layout=w.layout(width="100%", height="9em"),
        )
        self.drop = w.Text(
            description="Leave out the columns", placeholder="a, b", continuous_update=False
        )
        self.whole_rows = w.Checkbox(
            description="Leave out rows in which a value is missing", indent=False
        )
        self.read = button("Read and learn", "Read the table and run MARVEL on it", self.learn)
        self.shown = w.HTML()
        row = w.Row([self.drop, self.whole_rows, self.read])
        super().__init__([self.table, row, self.shown])
        self._show()

    def learn(self) -> None:
        """Read what is pasted, and run; or say what is in the way."""
        self.found, self.fault = None, ""
        dials = self.model.dials
        fields = next(csv.reader([self.drop.value], skipinitialspace=True), [])
        names = [name.strip() for name in fields if name.strip()]
        try:
            self.found = run_on_table(
                self.table.value,
                drop=names,
                missing="drop" if self.whole_rows.value else "refuse",
                alpha=dials.alpha,
                removal_alpha=dials.removal_alpha,
            )
        except DataError as error:
            self.fault = f"{error.says[0].upper()}{error.says[1:].rstrip('.')}."
        except OSError:
            name = self.table.value.strip()
            self.fault = f"There is no file {name!r} here. A pasted table has two lines or more."
        self._show()

    def words(self) -> list[str]:
        """Return the results, or what is in the way."""
        if self.fault:
            return self.fault.split("\n")
        return [ASKED] if self.found is None else own_run_words(self.found)

    def _show(self) -> None:
        lines = paragraphs(self.words())
        role = "alert" if self.fault else "status"
        picture = "" if self.found is None else draw(self.found.result.essential_graph).svg
        self.shown.value = f'<div class="mw-sentence" role="{role}">{lines}</div>{picture}'
