"""DAGitty's model code: ``dag { X -> Y }``."""

from marvel_widgets.core.graphs.construction import Structure
from marvel_widgets.core.graphs.errors import GraphSyntaxError
from marvel_widgets.core.graphs.formats.blocks import read_block, read_statements, written_block
from marvel_widgets.core.graphs.relations import Relations

_KINDS = ("dag", "pdag", "mag", "pag")


def read_dagitty(text: str) -> Structure:
    """Return the DAG of a DAGitty model code.

    Settings such as ``bb``, positions and roles (exposure, outcome, latent) are skipped: a
    latent variable is read as an ordinary one.
    """
    block = read_block(text, _KINDS, '"dag"')
    kind = block.keywords[0]
    if kind.value.lower() != "dag":
        problem = f'expected "dag", found {kind.described()}, where not every edge is an arrow'
        raise GraphSyntaxError(text, kind.position, problem)
    graph = read_statements(block, block.body)
    return Structure(graph.edges, graph.nodes)


def to_dagitty(dag: Relations) -> str:
    """Return a DAG as DAGitty model code, to paste into dagitty.net or R's ``dagitty()``."""
    return written_block("dag", dag)
