"""The editor without a picture: one list of variables, one of edges, and the graph as a line."""

from collections.abc import Sequence
from typing import Any

from marvel_widgets.pictures.palette import printable
from marvel_widgets.text import cut
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.editor.model import GraphModel
from marvel_widgets.widgets.kit import stock as w

TIDY = "Lay the variables out anew; those moved by hand stay, until it is pressed again"
_LONGEST = 60  # letters of a name in a list; two names with the same beginning get numbers


def listed(names: Sequence[str]) -> list[str]:
    """Return how names are written in a list: short, on one line, no two alike."""
    found: list[str] = []
    taken: set[str] = set()
    for number, name in enumerate(names, start=1):
        label = cut(printable(name) or "(blank)", _LONGEST)
        if label in taken:
            label = f"{label} ({number})"
        taken.add(label)
        found.append(label)
    return found


class GraphLists(k.SubscribedWidget, w.HBox):
    """The variables and the edges of a graph, a row for each, with what can be done to them."""

    def __init__(self, model: GraphModel) -> None:
        self._model = model
        self.variables, self.edges = (
            w.Select(description=words, rows=6, layout=w.layout(width="auto"))
            for words in ("Variables", "Edges")
        )
        # not continuous: letters that are still on their way would come after a click
        self.name = w.Text(
            description="Name",
            placeholder="next free name",
            continuous_update=False,
            layout=w.layout(width="auto"),
        )
        self.add = k.button("Add this", "Add a variable with this name", self._add)
        self.rename = k.button("Rename chosen", "Give the chosen variable this name", self._rename)
        self.remove = k.button(
            "Delete variable", "Delete the chosen variable and its edges", self._remove
        )
        self.tail, self.head = k.menu("From", max_width="50%"), k.menu("To", max_width="50%")
        self.connect = k.button("Add edge", "Add this edge", self._connect)
        self.reverse = k.button("Reverse edge", "Turn the chosen edge round", self._reverse)
        self.disconnect = k.button("Delete edge", "Delete the chosen edge", self._disconnect)
        super().__init__(
            [
                _column(self.variables, self.name, w.Row([self.add, self.rename, self.remove])),
                _column(
                    self.edges,
                    w.Row([self.reverse, self.disconnect]),
                    w.Row([self.tail, self.head, self.connect]),
                ),
            ],
            layout=w.layout(flex_flow="row wrap"),
        )
        self.subscriptions.observe(model, self._show_graph, "dag")
        self._show_graph(None)

    # -- showing -----------------------------------------------------------------------------

    def _show_graph(self, _change: Any) -> None:
        dag = self._model.dag
        label = dict(zip(dag.nodes, listed([str(name) for name in dag.nodes]), strict=True))
        names = [(label[name], name) for name in dag.nodes]
        edges = [(f"{label[tail]} → {label[head]}", (tail, head)) for tail, head in dag.edges]
        _offer(self.variables, names)
        _offer(self.edges, edges)
        _offer(self.tail, names)
        _offer(self.head, names, first=1)

    # -- doing -------------------------------------------------------------------------------

    def _add(self) -> None:
        if self._model.add_variable(self.name.value if self.name.value.strip() else None):
            self.name.value = ""

    # The buttons stay on without a choice: one that comes on only when the choice has gone to
    # Python and back would be passed over by a quick Tab.

    def _chosen(self, choice: w.Select | w.Dropdown, what: str) -> bool:
        return choice.value is not None or self._model.refuse(f"choose {what} in the list first")

    def _rename(self) -> None:
        old = self.variables.value
        if self._chosen(self.variables, "a variable") and self._model.rename(old, self.name.value):
            _stay_at(self.variables, self.name.value.strip())
            self.name.value = ""

    def _remove(self) -> None:
        if self._chosen(self.variables, "a variable"):
            self._model.remove_variable(self.variables.value)

    def _connect(self) -> None:
        if self._chosen(self.tail, "a variable"):
            self._model.add_edge(self.tail.value, self.head.value)

    def _reverse(self) -> None:
        if not self._chosen(self.edges, "an edge"):
            return
        tail, head = self.edges.value
        if self._model.reverse_edge(tail, head):
            _stay_at(self.edges, (head, tail))

    def _disconnect(self) -> None:
        if self._chosen(self.edges, "an edge"):
            self._model.remove_edge(*self.edges.value)


def _stay_at(choice: w.Select, value: Any) -> None:
    """Choose what was changed under its new name; lists that no page shows may not have it yet."""
    if any(value == offered for _, offered in choice.options):
        choice.value = value


def _column(*controls: w.Widget) -> w.VBox:
    return w.VBox(controls, layout=w.layout(flex="1 1 250px", max_width="420px"))


def _offer(choice: w.Select | w.Dropdown, options: list[tuple[str, Any]], first: int = 0) -> None:
    """Offer other options; what was chosen stays chosen where it still is there."""
    if list(choice.options) == options:
        return
    chosen = choice.value
    values = [value for _, value in options]
    with choice.hold_sync():
        choice.options = options
        if chosen in values:
            choice.value = chosen
        elif isinstance(choice, w.Select) or not values:
            choice.value = None
        else:
            choice.value = values[min(first, len(values) - 1)]


class TextLine(k.SubscribedWidget, w.HBox):
    """The graph as one line of text, which can be edited."""

    def __init__(self, model: GraphModel) -> None:
        self._model = model
        self.text = w.Text(
            value=model.dag.to_text(),
            description="As text",
            placeholder='X -> Y <- T; Y -> "a name with spaces"',
            continuous_update=False,
            layout=w.layout(width="auto", flex="1 1 200px", min_width="0"),
        )
        self.use = k.button("Use text", "Make the graph that of the text (Enter)", self._load)
        super().__init__([self.text, self.use], layout=w.layout(width="100%"))
        k.hear(self.text, lambda _: self._load())
        self.subscriptions.observe(model, self._show, "dag")

    def _show(self, _change: Any) -> None:
        k.put(self.text, value=self._model.dag.to_text())

    def _load(self) -> None:
        if not self.text.disabled:
            self._model.load_text(self.text.value)
