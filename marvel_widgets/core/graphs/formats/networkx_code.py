"""Python code that makes the graph again with networkx."""

from marvel_widgets.core.graphs.relations import Relations


def to_networkx_code(dag: Relations) -> str:
    """Return a DAG as a Python expression with networkx; the order of the variables is kept."""
    names = dict(zip(dag.nodes, dag.written_names(), strict=True))
    edges = [(names[tail], names[head]) for tail, head in dag.edges]
    met = dict.fromkeys(name for edge in edges for name in edge)
    if list(met) == list(names.values()) and edges:
        return f"nx.DiGraph({edges!r})\n"
    # a list of edges would lose variables without edges, or the order
    below: dict[str, list[str]] = {name: [] for name in names.values()}
    for tail, head in edges:
        below[tail].append(head)
    return f"nx.DiGraph({below!r})\n"
