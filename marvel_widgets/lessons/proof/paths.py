"""Which vertices of a path block it: by the proof's rule, the textbook's, and two mistaken ones."""

from collections.abc import Callable, Collection, Iterable, Sequence

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.witness import PathVertex
from marvel_widgets.theory.path_rules import judged_path

# From a vertex, as the proof judges it and as the textbook does, to whether it lets through.
Rule = Callable[[PathVertex, PathVertex], bool]


def by_paper(paper: PathVertex, textbook: PathVertex) -> bool:  # noqa: ARG001
    """Return what the rule of the proof says (the path lemma)."""
    return paper.is_open


def by_textbook(paper: PathVertex, textbook: PathVertex) -> bool:  # noqa: ARG001
    """Return what the textbook's rule says, where ends of the path open nothing: M27."""
    return textbook.is_open


def by_itself(paper: PathVertex, textbook: PathVertex) -> bool:  # noqa: ARG001
    """Return what M3 says: a collider must be given itself."""
    return paper.given if paper.role == "collider" else paper.is_open


def by_any_given(paper: PathVertex, textbook: PathVertex) -> bool:  # noqa: ARG001
    """Return what M2 says: whatever is given blocks, a collider as well."""
    return paper.is_open and not paper.given


def blockers(
    dag: Dag, names: Sequence[Label], given: Iterable[Label], rule: Rule = by_paper
) -> frozenset[Label]:
    """Return the vertices that block a path by a rule."""
    chosen = list(given)
    papers = judged_path(dag, names, chosen)
    textbooks = judged_path(dag, names, chosen, "textbook")
    pairs = zip(papers.vertices[1:-1], textbooks.vertices[1:-1], strict=True)
    return frozenset(paper.name for paper, textbook in pairs if not rule(paper, textbook))


def is_open(
    dag: Dag, names: Sequence[Label], given: Iterable[Label], rule: Rule = by_paper
) -> bool:
    """Return whether no vertex blocks a path by a rule."""
    return not blockers(dag, names, given, rule)


def openers(dag: Dag, x: Label, given: Collection[Label]) -> frozenset[Label]:
    """Return the members of a set that a collider x leads down to, x itself included."""
    return frozenset(given) & dag.descendants(x) | frozenset(given) & {x}


def replacements(dag: Dag, x: Label, opened: Collection[Label]) -> frozenset[Label]:
    """Return the children of x that lead down to one of some variables, or are one."""
    return frozenset(w for w in dag.children(x) if openers(dag, w, opened))
