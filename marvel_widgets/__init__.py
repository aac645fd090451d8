"""A Jupyter kit that teaches MARVEL, a Markov-boundary algorithm for causal discovery."""

from marvel_widgets.algorithms.boundary_run import record_boundaries
from marvel_widgets.algorithms.collider_set import collider_set
from marvel_widgets.algorithms.grow_shrink import grow_shrink
from marvel_widgets.algorithms.marvel import marvel
from marvel_widgets.algorithms.mmpc import mmpc
from marvel_widgets.algorithms.pc import pc
from marvel_widgets.algorithms.registry import ALGORITHMS, record
from marvel_widgets.algorithms.run import Result, Trace
from marvel_widgets.boundary.by_tests import (
    is_removable_by_tests,
    neighborhood,
    separating_set,
    v_structures_as_parent,
)
from marvel_widgets.boundary.discovery import discover_boundaries, markov_boundaries
from marvel_widgets.boundary.removability import (
    explain_removability,
    is_removable,
    is_removable_by_definition,
    removable_variables,
)
from marvel_widgets.experiments.linear_gaussian import LinearGaussian
from marvel_widgets.experiments.metrics import (
    directed_scores,
    skeleton_scores,
    structural_hamming_distance,
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
from marvel_widgets.independence.discrete import GTest
from marvel_widgets.independence.gaussian import ExactGaussian, FisherZ
from marvel_widgets.independence.oracle import DSeparation
from marvel_widgets.independence.protocol import FunctionTest
from marvel_widgets.independence.table import DataError, SampleSizeError
from marvel_widgets.teaching.exercises.course import exercises
from marvel_widgets.teaching.export import export_run, filmstrip
from marvel_widgets.teaching.figure import Figure, draw
from marvel_widgets.theory.bounds import lower_bound, upper_bound

__version__ = "0.1.0"

__all__ = [
    "ALGORITHMS",
    "BudgetExceededError",
    "Counts",
    "DSeparation",
    "Dag",
    "DataError",
    "ExactGaussian",
    "Figure",
    "FisherZ",
    "FunctionTest",
    "GTest",
    "LinearGaussian",
    "Pdag",
    "Result",
    "SampleSizeError",
    "Trace",
    "all_paths",
    "collider_set",
    "d_separated",
    "directed_scores",
    "discover_boundaries",
    "draw",
    "equivalent_dags",
    "essential_graph",
    "exercises",
    "explain_removability",
    "export_run",
    "filmstrip",
    "gallery",
    "grow_shrink",
    "is_markov_equivalent",
    "is_removable",
    "is_removable_by_definition",
    "is_removable_by_tests",
    "lower_bound",
    "markov_boundaries",
    "marvel",
    "meek_closure",
    "mmpc",
    "moral_certificate",
    "neighborhood",
    "networks",
    "open_path",
    "pc",
    "record",
    "record_boundaries",
    "removable_variables",
    "separating_set",
    "skeleton_scores",
    "structural_hamming_distance",
    "upper_bound",
    "v_structures_as_parent",
]
