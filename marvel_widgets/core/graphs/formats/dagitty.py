"""DAGitty's model code: ``dag { X -> Y }``."""

import re

from marvel_widgets.core.graphs.errors import GraphSyntaxError
from marvel_widgets.core.graphs.formats.blocks import read_block, read_statements
from marvel_widgets.core.graphs.grammar import ParsedGraph, in_quotes
from marvel_widgets.core.graphs.relations import Relations

_KINDS = ("dag", "pdag", "mag", "pag")
# R's call around a model code, with or without an assignment in front of it
CALL = (
    r"\s*(?:[\w.]+\s*(?:<-|=)\s*)?[\w.:]*dagitty\s*\(\s*"
    r"(?P<mark>[\"'])(?P<code>.*)(?P=mark)\s*\)[\s;]*"
)
_RESERVED = ("node", "edge", "graph", "digraph", "subgraph", "strict")  # as in DOT, in any case


def read_dagitty(text: str, *, lines: bool = False) -> ParsedGraph:
    """Return the graph of a DAGitty model code, with or without the call ``dagitty("...")``.

    Settings such as ``bb``, positions and roles (exposure, outcome, adjusted) are skipped; which
    variables are latent or selected is kept. `lines`: a ``pdag`` is read, too.
    """
    if call := re.fullmatch(CALL, text, re.DOTALL):
        text = re.sub(r"\\(.)", r"\1", call["code"])
    block = read_block(text, _KINDS, '"dag"')
    kind = block.keywords[0]
    if kind.value.lower() not in ("dag", "pdag")[: 1 + lines]:
        problem = f'expected "dag", found {kind.described()}, where not every edge is an arrow'
        raise GraphSyntaxError(text, kind.position, problem)
    return read_statements(block, block.body, lines=lines)


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
