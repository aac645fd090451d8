"""Our own notation as a file format, and the names that every format writes."""

from __future__ import annotations

from marvel_widgets.graphs.dag import Dag
from marvel_widgets.graphs.errors import GraphError


def from_notation(text: str) -> Dag:
    """Return the DAG of a text in our own notation, as ``Dag(text)`` does.

    Raises
    ------
    GraphError
        The text is not a DAG.

    Examples
    --------
    >>> from_notation("X -> {Y Z}; Y -> Z").edges
    (('X', 'Y'), ('X', 'Z'), ('Y', 'Z'))
    """
    return Dag(text)


def to_notation(dag: Dag) -> str:
    r"""Return a DAG as the content of a file in our own notation.

    Labels that are not strings come back as strings.

    Raises
    ------
    GraphError
        As `written_names`.

    Examples
    --------
    >>> to_notation(Dag("X -> Y"))
    'X -> Y\n'
    """
    written_names(dag)
    return dag.to_text() + "\n"


def written_names(dag: Dag) -> tuple[str, ...]:
    """Return the variables as a file names them: every label as a string.

    Raises
    ------
    GraphError
        Two labels would be written alike, or one would leave nothing to read.

    Examples
    --------
    >>> written_names(Dag([(0, 1)]))
    ('0', '1')
    """
    names = tuple(str(label) for label in dag.nodes)
    if "" in names:
        msg = "a variable has an empty name, which no file format can hold; rename it"
        raise GraphError(msg)
    first: dict[str, object] = {}
    for name, label in zip(names, dag.nodes, strict=True):
        if name in first:
            msg = f"the variables {first[name]!r} and {label!r} are both written {name}; rename one"
            raise GraphError(msg)
        first[name] = label
    return names
