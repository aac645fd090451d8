"""Our own notation as a file format, and the names that every format writes."""

from __future__ import annotations

from marvel_widgets.graphs.dag import Dag


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
        As `Dag.written_names`.

    Examples
    --------
    >>> to_notation(Dag("X -> Y"))
    'X -> Y\n'
    """
    return dag.to_text() + "\n"
