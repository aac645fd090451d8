"""A d-separation with both reasons: its paths by the textbook's rule, and the moral graph."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, pairwise

from marvel_widgets.assessment.prediction import Question
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.moral import MoralCertificate, moral_certificate
from marvel_widgets.core.graphs.witness import Path, PathList, all_paths, open_path
from marvel_widgets.pictures.band import Said
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.palette import EdgeState, NodeState
from marvel_widgets.pictures.path_marks import asked, path_edges, vertex_marks
from marvel_widgets.pictures.stage import Joined, Stage
from marvel_widgets.replay.wording import given_names, path_words, vertex_reason
from marvel_widgets.text import counted, listed

SEPARATED, CONNECTED = "d-separated", "d-connected"


@dataclass(frozen=True, slots=True)
class SeparationReport:
    """One question of d-separation, with the two reasons for its answer."""

    x: Label
    y: Label
    given: tuple[Label, ...]
    paths: PathList
    certificate: MoralCertificate

    @property
    def by_paths(self) -> bool:
        return not any(path.is_open for path in self.paths.paths)

    @property
    def agree(self) -> bool:
        """Whether both reasons give the same answer."""
        return self.by_paths == self.certificate.separated

    @property
    def verdict(self) -> str:
        """``"d-separated"`` or ``"d-connected"``, by the moral graph."""
        return SEPARATED if self.certificate.separated else CONNECTED


def separation_report(
    dag: Dag, x: Label, y: Label, given: Iterable[Label] = (), *, limit: int = 40
) -> SeparationReport:
    """Return whether two variables are d-separated, with both reasons.

    The paths are listed shortest first. Where there are more than `limit`, and the open ones
    are longer, a shortest open one takes the last place. Cost: that of `all_paths`.
    """
    chosen = set(given)
    listed_paths = all_paths(dag, x, y, chosen, limit=limit)
    shown = listed_paths.paths
    if listed_paths.is_cut and not any(path.is_open for path in shown):
        open_one = open_path(dag, x, y, chosen)
        if open_one is not None:
            shown = (*shown[: limit - 1], open_one)
    return SeparationReport(
        x,
        y,
        tuple(name for name in dag.nodes if name in chosen),
        PathList(shown, listed_paths.is_cut),
        moral_certificate(dag, x, y, chosen),
    )


def shown_path(report: SeparationReport) -> Path | None:
    """Return the path that a sentence on two variables names: the first open one, if any.

    Else the first that a given variable blocks: that is what giving it has done.
    """
    paths = report.paths.paths
    of_given = (p for p in paths if any(v.given and not v.is_open for v in p.vertices))
    return next(chain((p for p in paths if p.is_open), of_given, paths), None)


# -- words ----------------------------------------------------------------------------------


def question_words(report: SeparationReport) -> str:
    """Return the question of a report: "Are X and T d-separated given {Z}?"."""
    return f"Are {report.x} and {report.y} d-separated {given_names(report.given)}?"


def verdict_words(report: SeparationReport) -> str:
    return f"{report.x} and {report.y} are {report.verdict} {given_names(report.given)}."


def separating(report: SeparationReport, path: Path | None) -> Said:
    """Return whether two variables are d-separated, and what one of their paths says of it."""
    why = paths_words(report)
    if path is not None:
        state = "open" if path.is_open else "blocked"
        why = f"{path_words(path)} is {state}: {path_reason(path)}."
    separated = report.certificate.separated
    return Said(verdict_words(report), why, "independent" if separated else "dependent")


def path_line(path: Path) -> str:
    return f"{path_words(path)}: {'open' if path.is_open else 'blocked'}, {path_reason(path)}"


def short_line(path: Path) -> str:
    blockers = [str(vertex.name) for vertex in path.vertices if not vertex.is_open]
    return f"{path_words(path)}: {f'blocked at {listed(blockers)}' if blockers else 'open'}"


def path_reason(path: Path) -> str:
    if not path.is_open:
        return listed(vertex_reason(vertex) for vertex in path.vertices if not vertex.is_open)
    inner = path.vertices[1:-1]
    if len(inner) > 1 and all(vertex.role != "collider" for vertex in inner):
        return "it has no collider, and nothing on it is given"
    return "; ".join(map(vertex_reason, inner)) or "the two are adjacent"


def paths_words(report: SeparationReport) -> str:
    paths = report.paths.paths
    if not paths:
        return "By the paths: there is none, so they are d-separated."
    open_ones = sum(path.is_open for path in paths)
    if report.by_paths and report.paths.is_cut:
        return (
            f"By the paths: the {len(paths):,} shortest are blocked, and a search over all "
            "finds no open one, so they are d-separated."
        )
    if report.by_paths:
        many = {1: "the only one is", 2: "both are"}.get(len(paths), f"all {len(paths):,} are")
        return f"By the paths: {many} blocked, so they are d-separated."
    many = "the only one is" if len(paths) == 1 else f"{open_ones:,} of the {len(paths):,} listed"
    verb = "" if len(paths) == 1 else " is" if open_ones == 1 else " are"
    return f"By the paths: {many}{verb} open; one open path is enough, so they are d-connected."


def moral_words(report: SeparationReport) -> str:
    """Return what the moral graph says, in a few sentences."""
    certificate = report.certificate
    married = sorted(" - ".join(sorted(map(str, pair))) for pair in certificate.married)
    joined = f" ({listed(married)})" if married else " (none to join)"
    out = f", take out {listed(map(str, report.given))}" if report.given else ""
    if certificate.path is None:
        end = f"There no path joins {report.x} and {report.y}"
    else:
        end = f"There {' - '.join(map(str, certificate.path))} still joins them"
    return (
        f"By the moral graph: keep {report.x}, {report.y}, the given and their ancestors "
        f"({counted(len(certificate.ancestral), 'variable')}), join parents of a common child"
        f"{joined}, forget the directions{out}. {end}, so they are {report.verdict}."
    )


def agreement_words(report: SeparationReport) -> str:
    return "Both reasons agree." if report.agree else "The two reasons disagree: that is a bug."


def separation_question(report: SeparationReport) -> Question:
    """Return the question that is asked before the verdict shows."""
    key = f"{report.x}|{report.y}|{report.given}|{report.certificate.ancestral!r}"
    path = next((path for path in report.paths.paths if path.is_open), None)
    because = f"{path_line(path)}." if path is not None else paths_words(report)
    options = (SEPARATED, CONNECTED)
    return Question(key, question_words(report), options, report.verdict, because)


# -- pictures -------------------------------------------------------------------------------


def path_drawing(stage: Stage, report: SeparationReport, path: Path | None) -> Drawing:
    """Return the graph with the question marked, and one path with what opens or blocks it."""
    states = asked(report.x, report.y, report.given)
    if path is None:
        return stage.drawing("Graph", states)
    inside, notes = vertex_marks(path)
    return stage.drawing("Graph", states | inside, path_edges(path), notes=notes)


def moral_drawing(stage: Stage, report: SeparationReport) -> Drawing:
    """Return the moral graph of the ancestors, with what joins the two once the given are out."""
    certificate = report.certificate
    states: dict[Label, NodeState] = {
        name: "removed" for name in stage.dag.nodes if name not in certificate.ancestral
    }
    states |= asked(report.x, report.y, report.given)
    way = set(map(frozenset, pairwise(certificate.path or ())))
    for name in (certificate.path or ())[1:-1]:
        states[name] = "on_path"
    joined: list[Joined] = []
    for a, b in stage.dag.edges:
        if {a, b} <= certificate.ancestral:
            state: EdgeState = "path" if frozenset((a, b)) in way else "true"
            joined.append((a, b, False, state))
    for pair in certificate.married:
        a, b = sorted(pair, key=stage.dag.position)
        joined.append((a, b, False, "path" if pair in way else "moral"))
    joined.sort(key=lambda mark: (stage.dag.position(mark[0]), stage.dag.position(mark[1])))
    edges = [stage.mark(*edge) for edge in joined]
    return stage.with_edges("Moral graph of the ancestors", edges, states)
