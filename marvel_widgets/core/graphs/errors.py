"""What can be wrong with a graph, each with the offending value kept as an attribute."""

from collections.abc import Hashable, Mapping, Sequence
from difflib import get_close_matches

from marvel_widgets.core.graphs.shortening import line_with_pointer, shortened, shown

Label = Hashable

_SHOWN_OF_A_CYCLE = 12  # vertices; of a longer one the beginning and the end are shown


class GraphError(ValueError):
    """A graph, or a question about one, that makes no sense. Root of the errors below."""


class GraphSyntaxError(GraphError):
    """A text that is not a graph.

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
        line = text[start : end if end >= 0 else len(text)]
        super().__init__(
            f"line {self.line}, column {self.column}: {problem}\n"
            f"{line_with_pointer(line, self.column)}"
        )


class HiddenVariableError(GraphError):
    """A text with variables that are latent or selected; `in_app` says it where no code is."""

    def __init__(self, hidden: Mapping[str, str]) -> None:
        self.hidden = dict(hidden)
        some, role = shortened(", ".join(hidden)), " or ".join(dict.fromkeys(hidden.values()))
        is_, it, one = ("are", "them", "such") if len(hidden) > 1 else ("is", "it", "one")
        says = f"{some} {is_} {role}, and here every variable is measured"
        self.in_app = f"{says}: take that out of the text to have {some} measured"
        super().__init__(
            f'{says}. Dag(text, latents="measured") takes {some} as {one}; to see what goes wrong '
            f"without {it}, run PC on FunctionTest(names, DSeparation(dag)) with names that leave "
            f"{some} out."
        )


class SelfEdgeError(GraphError):
    """An edge from a variable to itself."""

    def __init__(self, node: Label) -> None:
        self.node = node
        name = shortened(node)
        super().__init__(f"the edge {name} -> {name} joins {name} to itself; delete it")


class DuplicateEdgeError(GraphError):
    """An edge that is given twice."""

    def __init__(self, tail: Label, head: Label) -> None:
        self.edge = (tail, head)
        arrow = f"{shortened(tail)} -> {shortened(head)}"
        super().__init__(f"the edge {arrow} is given twice; keep one of them")


class CycleError(GraphError):
    """A set of edges that closes a directed cycle."""

    def __init__(self, cycle: Sequence[Label]) -> None:
        self.cycle = tuple(cycle)
        around = walk(self.cycle)
        super().__init__(f"the edges {around} close a cycle; a DAG has none: turn or delete one")


class ClosingEdgeError(CycleError):
    """An edge that would close a directed cycle in a graph that has none."""

    def __init__(self, cycle: Sequence[Label]) -> None:
        super().__init__(cycle)
        self.edge = (self.cycle[0], self.cycle[1])
        around = walk(self.cycle)
        arrow = walk(self.edge)
        self.args = (f"the edge {arrow} would close the cycle {around}; a DAG has none",)


class UnknownVariableError(GraphError):
    """A name that the graph does not have."""

    def __init__(self, name: Label, known: Sequence[Label]) -> None:
        self.name = name
        # Long names are left out, and only the first thousand are looked at: to compare two names
        # takes time that grows with the product of their lengths.
        words = [word for word in map(shortened, known[:1000]) if len(word) <= 40]
        alike = [word for word in words if word.casefold() == shortened(name).casefold()]
        close = next(iter(alike or get_close_matches(shortened(name), words, n=1)), "")
        some = ", ".join(shown(k) for k in known[:8]) + (", ..." if len(known) > 8 else "")
        hint = f"did you mean {close!r}?" if close else f"the variables are {some}"
        super().__init__(f"there is no variable {shown(name)}; {hint}")


def walk(cycle: Sequence[Label]) -> str:
    """Return a cycle in words, the middle of a long one left out."""
    names = [shortened(node) for node in cycle]
    if len(names) > _SHOWN_OF_A_CYCLE:
        half = _SHOWN_OF_A_CYCLE // 2
        left_out = len(names) - 2 * half
        names = [*names[:half], f"... ({left_out:,} more) ...", *names[-half:]]
    return " -> ".join(names)
