"""The core library: graphs, conditional independence, Markov boundaries, MARVEL, its rivals.

It stands alone: nothing here knows a widget, a picture or a lesson, and each name is loaded when
it is first asked for. docs/core.md begins with ten lines of use.
"""

from typing import TYPE_CHECKING

from marvel_widgets._lazy import lazy

if TYPE_CHECKING:
    from marvel_widgets.core.algorithms import events as events
    from marvel_widgets.core.algorithms.boundary_run import record_boundaries as record_boundaries
    from marvel_widgets.core.algorithms.collider_set import collider_set as collider_set
    from marvel_widgets.core.algorithms.grow_shrink import grow_shrink as grow_shrink
    from marvel_widgets.core.algorithms.marvel import marvel as marvel
    from marvel_widgets.core.algorithms.mmpc import mmpc as mmpc
    from marvel_widgets.core.algorithms.options import MarvelOptions as MarvelOptions
    from marvel_widgets.core.algorithms.pc import pc as pc
    from marvel_widgets.core.algorithms.registry import ALGORITHMS as ALGORITHMS
    from marvel_widgets.core.algorithms.registry import record as record
    from marvel_widgets.core.algorithms.run import Result as Result
    from marvel_widgets.core.algorithms.run import Trace as Trace
    from marvel_widgets.core.boundary.by_tests import is_removable_by_tests as is_removable_by_tests
    from marvel_widgets.core.boundary.by_tests import neighborhood as neighborhood
    from marvel_widgets.core.boundary.by_tests import removability_by_tests as removability_by_tests
    from marvel_widgets.core.boundary.by_tests import separating_set as separating_set
    from marvel_widgets.core.boundary.by_tests import (
        v_structures_as_parent as v_structures_as_parent,
    )
    from marvel_widgets.core.boundary.discovery import markov_boundaries as markov_boundaries
    from marvel_widgets.core.boundary.events import Grown as Grown
    from marvel_widgets.core.boundary.events import Shrunk as Shrunk
    from marvel_widgets.core.boundary.removability import changed_separations as changed_separations
    from marvel_widgets.core.boundary.removability import (
        explain_removability as explain_removability,
    )
    from marvel_widgets.core.boundary.removability import is_removable as is_removable
    from marvel_widgets.core.boundary.removability import (
        is_removable_by_definition as is_removable_by_definition,
    )
    from marvel_widgets.core.boundary.removability import removable_variables as removable_variables
    from marvel_widgets.core.graphs import networks as networks
    from marvel_widgets.core.graphs.dag import Dag as Dag
    from marvel_widgets.core.graphs.equivalence import equivalent_dags as equivalent_dags
    from marvel_widgets.core.graphs.equivalence import essential_graph as essential_graph
    from marvel_widgets.core.graphs.equivalence import is_markov_equivalent as is_markov_equivalent
    from marvel_widgets.core.graphs.equivalence import meek_closure as meek_closure
    from marvel_widgets.core.graphs.equivalence import meek_steps as meek_steps
    from marvel_widgets.core.graphs.errors import CycleError as CycleError
    from marvel_widgets.core.graphs.errors import DuplicateEdgeError as DuplicateEdgeError
    from marvel_widgets.core.graphs.errors import GraphError as GraphError
    from marvel_widgets.core.graphs.errors import GraphSyntaxError as GraphSyntaxError
    from marvel_widgets.core.graphs.errors import HiddenVariableError as HiddenVariableError
    from marvel_widgets.core.graphs.errors import SelfEdgeError as SelfEdgeError
    from marvel_widgets.core.graphs.errors import UnknownVariableError as UnknownVariableError
    from marvel_widgets.core.graphs.gallery import gallery as gallery
    from marvel_widgets.core.graphs.moral import moral_certificate as moral_certificate
    from marvel_widgets.core.graphs.pdag import Pdag as Pdag
    from marvel_widgets.core.graphs.pdag import pattern as pattern
    from marvel_widgets.core.graphs.separation import d_separated as d_separated
    from marvel_widgets.core.graphs.witness import all_paths as all_paths
    from marvel_widgets.core.graphs.witness import open_path as open_path
    from marvel_widgets.core.independence import datasets as datasets
    from marvel_widgets.core.independence.counting import BudgetExceededError as BudgetExceededError
    from marvel_widgets.core.independence.counting import Counts as Counts
    from marvel_widgets.core.independence.csv_file import read_csv as read_csv
    from marvel_widgets.core.independence.discrete import GTest as GTest
    from marvel_widgets.core.independence.gaussian import FisherZ as FisherZ
    from marvel_widgets.core.independence.oracle import DSeparation as DSeparation
    from marvel_widgets.core.independence.protocol import CITest as CITest
    from marvel_widgets.core.independence.protocol import FunctionTest as FunctionTest
    from marvel_widgets.core.independence.table import DataError as DataError
    from marvel_widgets.core.independence.table import SampleSizeError as SampleSizeError

__getattr__, __dir__, __all__ = lazy(__name__)
