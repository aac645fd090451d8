"""A Jupyter kit that teaches MARVEL, a Markov-boundary algorithm for causal discovery."""

from marvel_widgets.algorithms.marvel import marvel
from marvel_widgets.algorithms.registry import ALGORITHMS, record
from marvel_widgets.algorithms.run import Result, Trace
from marvel_widgets.boundary.by_tests import (
    is_removable_by_tests,
    neighborhood,
    separating_set,
    v_structures_as_parent,
)
from marvel_widgets.boundary.discovery import markov_boundaries
from marvel_widgets.boundary.removability import (
    explain_removability,
    is_removable,
    is_removable_by_definition,
    removable_variables,
)
from marvel_widgets.graphs import networks
from marvel_widgets.graphs.dag import Dag
from marvel_widgets.graphs.equivalence import (
    equivalent_dags,
    essential_graph,
    is_markov_equivalent,
    meek_closure,
)
from marvel_widgets.graphs.gallery import gallery
from marvel_widgets.graphs.pdag import Pdag
from marvel_widgets.graphs.separation import d_separated
from marvel_widgets.graphs.witness import all_paths, moral_certificate, open_path
from marvel_widgets.independence.counting import BudgetExceededError, Counts
from marvel_widgets.independence.oracle import DSeparation
from marvel_widgets.independence.protocol import FunctionTest
from marvel_widgets.teaching.figure import Figure, draw
from marvel_widgets.theory.bounds import lower_bound, upper_bound

__version__ = "0.1.0"

__all__ = [
    "ALGORITHMS",
    "BudgetExceededError",
    "Counts",
    "DSeparation",
    "Dag",
    "Figure",
    "FunctionTest",
    "Pdag",
    "Result",
    "Trace",
    "all_paths",
    "d_separated",
    "draw",
    "equivalent_dags",
    "essential_graph",
    "explain_removability",
    "gallery",
    "is_markov_equivalent",
    "is_removable",
    "is_removable_by_definition",
    "is_removable_by_tests",
    "lower_bound",
    "markov_boundaries",
    "marvel",
    "meek_closure",
    "moral_certificate",
    "neighborhood",
    "networks",
    "open_path",
    "record",
    "removable_variables",
    "separating_set",
    "upper_bound",
    "v_structures_as_parent",
]
