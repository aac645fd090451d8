"""What a lemma bench offers where its lemma has nothing to test on the present graph."""

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.lemmas.beginnings import TELLING_GRAPH, is_telling
from marvel_widgets.widgets.editor.model import GraphModel
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.controls import button


class Instead(w.Row):
    """A button for a graph on which the lemma can fail."""

    def __init__(self, graph: GraphModel, *, fixed: bool) -> None:
        self.fixed = fixed
        shown = TELLING_GRAPH.replace("->", "→").replace("<-", "←")
        tip = "Look at this lemma on a graph where it has something to test"
        self.take = button(f"Try {shown}", tip, lambda: graph.load_text(TELLING_GRAPH))
        self.take.add_class("mw-primary")
        super().__init__([w.HTML("Nothing can fail here."), self.take])

    def show(self, dag: Dag, lemma: str) -> None:
        """Appear where there is nothing to test."""
        vacuous = not self.fixed and not is_telling(dag, lemma)
        w.show_if(self, vacuous)
