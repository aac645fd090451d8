"""The controls of the shortest proof as a puzzle: a grid of all tests of a graph that is shown."""

from marvel_widgets.lessons.challenge.proof_puzzle import HOW, TASK
from marvel_widgets.text import escaped
from marvel_widgets.widgets.adversary_duel.model import DuelModel
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.chips import CellGrid
from marvel_widgets.widgets.kit.collapsible import Collapsible
from marvel_widgets.widgets.kit.controls import ErrorLine, button, follow, signed
from marvel_widgets.widgets.kit.picture import Picture


class ProvingBox(w.VBox):
    """The task and the cells; `picture` has the graph, and others that fit as well."""

    def __init__(self, model: DuelModel, *, big: bool = False) -> None:
        self.model = model
        self.grid = CellGrid()
        self.grid.add_class("mw-proof")
        self.grid.on_press(model.pick_test)
        self.undo = button("Undo", "Take back the last test", model.undo)
        self.next = button("Another graph", "Prove the next graph", model.next_proof)
        self.text = w.Text(
            value=model.puzzle.dag.to_text(),
            description="Your graph",
            continuous_update=False,
            layout=w.layout(width="min(30em, 95%)"),
        )
        self.begin = button("Prove it", "Prove the graph of this text", self._begin)
        self.task, self.message = w.HTML(), w.HTML()
        self.picture = Picture(big=big, legend=False)
        self.error = ErrorLine(model, "proof")
        own = w.VBox([w.Row([self.text, self.begin]), self.error])
        super().__init__(
            [
                self.task,
                self.grid,
                self.message,
                w.Row([self.undo, self.next]),
                Collapsible("A graph of your own", own),
            ]
        )
        follow(self._show, (model, ["changed", "mode"]))

    def _begin(self) -> None:
        self.model.prove(self.text.value)

    def _show(self) -> None:
        puzzle, tell = self.model.puzzle, self.model.predictions.answers
        if self.model.mode != "prove":
            return
        cells = puzzle.grid(tell)
        self.task.value = (
            f'<div class="mw-sentence"><div>{escaped(TASK)}</div>'
            f'<div class="mw-said">{escaped(HOW)}</div>'
            f'<div class="mw-place">{escaped(cells.reading)}</div></div>'
        )
        self.grid.show(cells.spoken, cells.words)
        self.text.value = puzzle.dag.to_text()
        proved = tell and puzzle.proved
        judged = " mw-judged mw-right" if proved else ""
        said = signed("✓", cells.words) if proved else escaped(cells.words)
        if tell and not proved:  # how many of the other classes fit no longer
            gone = 1 - puzzle.left
            said += f'<div class="mw-grow"><span style="width:{gone:.0%}"></span></div>'
        w.mark_if(self.grid, proved, "mw-proved")
        w.mark_if(self.next, proved, "mw-primary")
        self.message.value = (
            f'<div role="status" aria-live="polite" class="mw-sentence{judged}">{said}</div>'
        )
        self.undo.disabled = not puzzle.asked
        self.picture.show(*puzzle.drawings(tell))
