"""What can be wrong with a graph, each with the offending value kept as an attribute."""

from collections.abc import Hashable, Sequence
from difflib import get_close_matches

Label = Hashable


class GraphError(ValueError):
    """A graph, or a question about one, that makes no sense. Root of the errors below."""


class GraphSyntaxError(GraphError):
    """A text that is not a graph.

    Attributes
    ----------
    text : str
        The whole text.
    position : int
        Offset of the offending character, 0-based.
    line, column : int
        The same place, 1-based.
    problem : str
        What was found and what was expected there, without the place.

    Examples
    --------
    >>> error = GraphSyntaxError("A ->", 4, "expected a name, found the end of the text")
    >>> print(error)
    line 1, column 5: expected a name, found the end of the text
      A ->
          ^
    """

    def __init__(self, text: str, position: int, problem: str) -> None:
        self.text = text
        self.position = position
        self.problem = problem
        before = text[:position]
        self.line = before.count("\n") + 1
        start = before.rfind("\n") + 1
        self.column = position - start + 1
        end = text.find("\n", position)
        shown = text[start : end if end >= 0 else len(text)]
        super().__init__(
            f"line {self.line}, column {self.column}: {problem}\n"
            f"  {shown}\n  {' ' * (self.column - 1)}^"
        )


class SelfEdgeError(GraphError):
    """An edge from a variable to itself.

    Attributes
    ----------
    node : Label
    """

    def __init__(self, node: Label) -> None:
        self.node = node
        super().__init__(f"the edge {node} -> {node} joins {node} to itself; delete it")


class DuplicateEdgeError(GraphError):
    """An edge that is given twice.

    Attributes
    ----------
    edge : tuple of (Label, Label)
    """

    def __init__(self, tail: Label, head: Label) -> None:
        self.edge = (tail, head)
        super().__init__(f"the edge {tail} -> {head} is given twice; keep one of them")


class CycleError(GraphError):
    """A set of edges that closes a directed cycle.

    Attributes
    ----------
    cycle : tuple of Label
        The vertices in order, the first one repeated at the end.
    """

    def __init__(self, cycle: Sequence[Label]) -> None:
        self.cycle = tuple(cycle)
        walk = " -> ".join(str(node) for node in self.cycle)
        super().__init__(f"the edges {walk} close a cycle; a DAG has none: turn or delete one")


class ClosingEdgeError(CycleError):
    """An edge that would close a directed cycle in a graph that has none.

    Attributes
    ----------
    edge : tuple of (Label, Label)
    cycle : tuple of Label
        The vertices in order from the tail of the edge, which is repeated at the end.

    Examples
    --------
    >>> print(ClosingEdgeError(["C", "A", "B", "C"]))
    the edge C -> A would close the cycle C -> A -> B -> C; a DAG has none
    """

    def __init__(self, cycle: Sequence[Label]) -> None:
        super().__init__(cycle)
        self.edge = (self.cycle[0], self.cycle[1])
        walk = " -> ".join(str(node) for node in self.cycle)
        arrow = f"{self.cycle[0]} -> {self.cycle[1]}"
        self.args = (f"the edge {arrow} would close the cycle {walk}; a DAG has none",)


class UnknownVariableError(GraphError):
    """A name that the graph does not have.

    Attributes
    ----------
    name : Label
    """

    def __init__(self, name: Label, known: Sequence[Label]) -> None:
        self.name = name
        close = get_close_matches(str(name), [str(k) for k in known], n=1)
        some = ", ".join(repr(k) for k in known[:8]) + (", ..." if len(known) > 8 else "")
        hint = f"did you mean {close[0]!r}?" if close else f"the variables are {some}"
        super().__init__(f"there is no variable {name!r}; {hint}")
