"""DAGitty's model code: ``dag { X -> Y }``."""

import re

from marvel_widgets.core.graphs.construction import Structure
from marvel_widgets.core.graphs.errors import GraphSyntaxError
from marvel_widgets.core.graphs.formats.blocks import read_block, read_statements
from marvel_widgets.core.graphs.grammar import in_quotes
from marvel_widgets.core.graphs.relations import Relations

_KINDS = ("dag", "pdag", "mag", "pag")
_RESERVED = ("node", "edge", "graph", "digraph", "subgraph", "strict")  # as in DOT, in any case


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
    names = dict(zip(dag.nodes, map(_quoted, dag.written_names()), strict=True))
    lines = [f"  {name};" for name in names.values()]
    lines += [f"  {names[tail]} -> {names[head]};" for tail, head in dag.edges]
    return "\n".join(["dag {", *lines, "}"]) + "\n"


def _quoted(name: str) -> str:
    """Return a name in quotes unless it is a plain ASCII word."""
    plain = re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name) and name.lower() not in _RESERVED
    return name if plain else in_quotes(name)
