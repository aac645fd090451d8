"""The members of a Markov equivalence class, one by one."""

from functools import cached_property
from itertools import islice

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.equivalence import equivalent_dags, essential_graph
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.palette import EdgeState
from marvel_widgets.pictures.positions import Positions
from marvel_widgets.pictures.stage import Stage, stage_of
from marvel_widgets.text import counted, listed

MOST_MEMBERS = 200  # shown of one class


class Members:
    """The DAGs of the Markov equivalence class of a graph."""

    def __init__(
        self, dag: Dag, limit: int = MOST_MEMBERS, positions: Positions | None = None
    ) -> None:
        self.dag, self.graph = dag, essential_graph(dag)
        found = tuple(islice(equivalent_dags(self.graph, limit=limit + 1), limit + 1))
        self.dags, self.is_cut = found[:limit], len(found) > limit
        self.limit = limit
        self._places = positions

    @cached_property
    def layout(self) -> Stage:
        """The positions of the variables, in the picture of every member."""
        return stage_of(self.dag, self._places)

    @property
    def count_words(self) -> str:
        """How many members there are."""
        if self.is_cut:
            return (
                f"The class has more than {self.limit:,} members; we show the first {self.limit:,}."
            )
        return f"The class has {counted(len(self.dags), 'member')}."

    def text(self, number: int) -> str:
        """Return what is special about a member."""
        of = f"{len(self.dags):,}{' and more' if self.is_cut else ''}"
        turned = [edge for edge in self.dags[number].edges if edge[::-1] in self.dag.edges]
        if not turned:
            return f"Member {number + 1:,} of {of}: this is the true graph itself."
        words = listed(f"{a} → {b}" for a, b in turned)
        against = "against" if len(turned) == 1 else "all against"
        return (
            f"Member {number + 1:,} of {of}: {words}, {against} the true graph. Skeleton and "
            "v-structures are the same, so no CI test tells the two apart."
        )

    def drawing(self, number: int) -> Drawing:
        """Return a member; edges that all members share look as in the essential graph."""
        in_v = {(end, c) for a, c, b in self.dag.v_structures() for end in (a, b)}
        marks = []
        for a, b in self.dags[number].edges:
            state: EdgeState = "free"
            if (a, b) in self.graph.directed:
                state = "v_structure" if (a, b) in in_v else "compelled"
            marks.append(self.layout.mark(a, b, True, state))
        return self.layout.with_edges(f"Member {number + 1}", marks)
