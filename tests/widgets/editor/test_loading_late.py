"""A text that arrives after the press that was meant to load it."""

from marvel_widgets.widgets.editor.loading import PASTED, LoadPanel
from marvel_widgets.widgets.editor.model import GraphModel


def test_a_text_that_arrives_late_is_loaded_and_once():
    model = GraphModel("A -> B")
    panel = LoadPanel(model, first=PASTED)
    panel.pasted.value = "A -> ;"
    panel.use.click()
    assert model.error
    panel.pasted.value = "X -> Y  <-  T"  # not as we would write it
    assert (model.dag.to_text(), model.error) == ("X -> Y; T -> Y", "")
    assert panel.pasted.value == "X -> Y; T -> Y"
    model.undo()
    assert model.dag.to_text() == "A -> B"
