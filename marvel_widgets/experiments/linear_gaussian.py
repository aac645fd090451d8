"""Linear-Gaussian models with the parameters of the paper's experiments (Section 5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import GraphError, Label
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.graphs.validation import check_dag
from marvel_widgets.core.independence.gaussian import ExactGaussian
from marvel_widgets.core.independence.table import Table

if TYPE_CHECKING:
    import numpy as np

    from marvel_widgets.core.independence.table import FloatArray


@dataclass(frozen=True, slots=True)
class Setting:
    """How the parameters of a model are drawn."""

    coefficients: tuple[float, float]
    noise_sd: tuple[float, float]


SCENARIOS_1_2 = Setting((0.5, 1.0), (1.0, sqrt(3)))
"""Fixed graphs and random graphs: coefficients up to 1, noise up to the root of 3."""

SCENARIO_3 = Setting((0.5, 2.0), (1.0, sqrt(2)))
"""Few samples: coefficients up to 2, noise up to the root of 2."""


@dataclass(frozen=True, slots=True)
class LinearGaussian:
    """A DAG whose variables are weighted sums of their parents plus Gaussian noise.

    Parameters
    ----------
    dag : Dag
    coefficients : mapping of (tail, head) to float
        One for each edge.
    noise_sd : mapping of Label to float
        One positive standard deviation for each variable.

    Raises
    ------
    GraphError
        An edge or a variable has no parameter, a parameter no edge, or noise is not positive.

    Examples
    --------
    >>> model = LinearGaussian(Dag("A -> B"), {("A", "B"): 2.0}, {"A": 1.0, "B": 3.0})
    >>> model.covariance().tolist()
    [[1.0, 2.0], [2.0, 13.0]]
    """

    dag: Dag
    coefficients: Mapping[tuple[Label, Label], float]
    noise_sd: Mapping[Label, float]

    def __post_init__(self) -> None:
        check_dag(self.dag)
        edges, nodes = set(self.dag.edges), set(self.dag.nodes)
        for wrong in (edges ^ set(self.coefficients)) | (nodes ^ set(self.noise_sd)):
            msg = f"{shown(wrong)} is in the graph or among the parameters, not in both"
            raise GraphError(msg)
        for name, deviation in self.noise_sd.items():
            if not deviation > 0:
                msg = (
                    f"the noise of {shown(name)} has standard deviation {shown(deviation)}; "
                    "it must be positive"
                )
                raise GraphError(msg)

    @classmethod
    def random(
        cls, dag: Dag, rng: np.random.Generator, setting: Setting = SCENARIOS_1_2
    ) -> LinearGaussian:
        """Return a model with random parameters.

        Draws, in order: a size and then a sign for each of ``dag.edges``, a deviation for
        each of ``dag.nodes``.

        Examples
        --------
        >>> import numpy as np
        >>> model = LinearGaussian.random(Dag("A -> B <- C"), np.random.default_rng(1))
        >>> all(0.5 <= abs(c) <= 1 for c in model.coefficients.values())
        True
        """
        edges, nodes = dag.edges, dag.nodes
        sizes = rng.uniform(*setting.coefficients, size=len(edges))
        signs = rng.choice((-1.0, 1.0), size=len(edges))
        deviations = rng.uniform(*setting.noise_sd, size=len(nodes))
        weights = dict(zip(edges, (sizes * signs).tolist(), strict=True))
        return cls(dag, weights, dict(zip(nodes, deviations.tolist(), strict=True)))

    def sample(self, n: int, rng: np.random.Generator) -> Table:
        """Return n samples as a table that keeps the names.

        Examples
        --------
        >>> import numpy as np
        >>> rng = np.random.default_rng(1)
        >>> LinearGaussian.random(Dag("A -> B"), rng).sample(100, rng)
        <Table: 100 rows, 2 columns>
        """
        import numpy as np

        names = self.dag.nodes
        deviations = np.array([self.noise_sd[name] for name in names])
        values = rng.standard_normal((n, len(names))) * deviations
        for v, parents, weights in self._equations():
            values[:, v] += values[:, parents] @ weights
        return Table(names, values)

    def covariance(self) -> FloatArray:
        """Return the exact covariance matrix, in the order of ``dag.nodes``.

        Cost: p operations for each edge, and one product of p x p matrices.
        """
        import numpy as np

        deviations = np.array([self.noise_sd[name] for name in self.dag.nodes])
        effects = np.diag(deviations)  # row v: what one deviation of each noise adds to v
        for v, parents, weights in self._equations():
            effects[v] += weights @ effects[parents]
        covariance: FloatArray = effects @ effects.T
        return covariance

    def exact_test(self) -> ExactGaussian:
        """Return the CI test that infinitely many samples would give."""
        return ExactGaussian(self.covariance(), self.dag.nodes)

    def _equations(self) -> list[tuple[int, list[int], FloatArray]]:
        """Return (variable, parents, weights), parents before children."""
        import numpy as np

        names, index = self.dag.nodes, self.dag.index
        rows = []
        for name in self.dag.topological_order:
            v = index[name]
            parents = list(members(self.dag.parent_masks[v]))
            weights = np.array([self.coefficients[names[u], name] for u in parents])
            if parents:
                rows.append((v, parents, weights))
        return rows
