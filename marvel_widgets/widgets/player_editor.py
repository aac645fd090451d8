"""The editor of a player's graph: every edit is a new run."""

from __future__ import annotations

from marvel_widgets.widgets.graph_model import GraphModel
from marvel_widgets.widgets.graph_part import GraphPart
from marvel_widgets.widgets.player_model import PlayerModel


class PlayerEditor(GraphPart):
    """A folded workbench whose graph is the player's.

    It is filled when it is opened: a player that nobody edits lays no canvas out. Where the
    player runs on data there is no graph to edit, and nothing shows.

    Parameters
    ----------
    player : PlayerModel
    big : bool
        For a projector.

    Examples
    --------
    >>> player = PlayerModel("A -> B")
    >>> editor = PlayerEditor(player)
    >>> editor.opened = True
    >>> editor.graph.add_edge("C", "A") or editor.graph.add_variable("C")
    True
    >>> player.dag.nodes
    ('A', 'B', 'C')
    """

    def __init__(self, player: PlayerModel, *, big: bool = False) -> None:
        self.player = player
        super().__init__(GraphModel(""), big=big)
        player.observe(lambda _: self._follow(), "loaded")
        self.graph.observe(lambda _: self._run(), "dag")
        self._follow()

    def _make(self) -> None:
        self._follow()
        super()._make()

    def _follow(self) -> None:
        """Take the player's graph over."""
        dag = self.player.dag
        self.layout.display = None if dag is not None else "none"
        if self.opened and dag is not None and dag.to_text() != self.graph.dag.to_text():
            self.graph.load(dag)

    def _run(self) -> None:
        """Run on the edited graph."""
        dag, shown = self.graph.dag, self.player.dag
        if shown is not None and dag.to_text() != shown.to_text():
            self.player.load_dag(dag)
