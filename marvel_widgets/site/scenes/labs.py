"""Moments of the apps about one graph: its paths, boundaries, conditions, proofs and directions."""

from __future__ import annotations

from html import escape
from typing import Final

from marvel_widgets.core.graphs import networks
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.gallery import gallery
from marvel_widgets.pictures.marks import node_svg, text_line
from marvel_widgets.pictures.palette import BLUE, GRAY, INK
from marvel_widgets.pictures.positions import Positions
from marvel_widgets.pictures.stage import stage_of
from marvel_widgets.pictures.svg import edge_fragments
from marvel_widgets.site.scenes.scene import BOARD, Scene, Scenes, plain

CANVAS: Final[Positions] = {"X": (70, 60), "T": (230, 60), "Y": (150, 150), "Z": (290, 150)}
TRAP: Final[Positions] = {"X": (40, 40), "T": (240, 40), "Y": (140, 150), "Z": (140, 260)}


def trap() -> Dag:
    """Return the smallest graph in which Condition 2 fails."""
    return gallery["condition-2-trap"]


def _board() -> Scene:
    from marvel_widgets.lessons.living_graph.view import (
        essential_drawing,
        graph_drawing,
        sentences,
    )
    from marvel_widgets.lessons.living_graph.words import CAPTION, count_lines
    from marvel_widgets.theory.graph_survey import survey

    found = survey(networks.load("asia"), "either")
    stage = stage_of(found.dag, BOARD)
    pictures = plain(graph_drawing(found, stage), essential_drawing(found, stage))
    first, *others = sentences(found)
    counts = f"{CAPTION}: {'; '.join(count_lines(found))}."
    return Scene((pictures,), "Change an edge: what follows shows at once.",
                 (first, *others, counts))  # fmt: skip


def _workbench() -> Scene:
    told = ("An edge from T to Z is being drawn; the text below follows.",)
    return Scene((workbench_picture(),), "Build a graph, on the canvas or as text.", told)


def workbench_picture() -> str:
    """Return a graph into which an edge is being drawn, and the text that it is.

    Examples
    --------
    >>> "T → Z is being drawn" in workbench_picture()
    True
    """
    dag = Dag("X -> Y <- T", nodes=["X", "T", "Y", "Z"])
    drawing = stage_of(dag, CANVAS).drawing("", {"T": "visited"})
    marks = {mark.name: mark for mark in drawing.nodes}
    start, end = marks["T"], marks["Z"]
    ghost = (
        f'<path d="M{start.x + 12} {start.y + 16}L{end.x - 8} {end.y - 26}" fill="none" '
        f'stroke="{BLUE}" stroke-width="2.5" stroke-dasharray="6 5"/>'
        f'<circle cx="{end.x - 6}" cy="{end.y - 22}" r="5" fill="{BLUE}"/>'
    )
    low = drawing.height
    frame = f'fill="none" stroke="{GRAY}"'
    line = (
        f'<rect x="12" y="{low}" width="{drawing.width - 24}" height="30" rx="6" {frame}/>'
        + text_line(f"{dag.to_text()}", 24, low + 20, INK, anchor="start")
    )
    pieces = [svg for _, svg in edge_fragments(drawing)] + [node_svg(m) for m in drawing.nodes]
    words = "A graph on a canvas: the edge T → Z is being drawn. Below it, the graph as text."
    return (
        f'<svg role="img" aria-label="{escape(words)}" width="{drawing.width}" height="{low + 44}" '
        f'viewBox="0 0 {drawing.width} {low + 44}" font-family="Arial, Helvetica, sans-serif" '
        f'font-size="12">{"".join(pieces)}{ghost}{line}</svg>'
    )


def _separation() -> Scene:
    from marvel_widgets.lessons.separation import view

    dag = networks.load("asia")
    report = view.separation_report(dag, "tub", "bronc", ["dysp"])
    shortest = next(path for path in report.paths.paths if path.is_open)
    drawing = view.path_drawing(stage_of(dag, BOARD), report, shortest)
    told = (view.verdict_words(report), f"{view.path_line(shortest)}.", view.moral_words(report))
    return Scene((plain(drawing),), view.question_words(report), told, "wrong", dag.to_text())


def _boundary() -> Scene:
    from marvel_widgets.lessons.markov_boundary import view
    from marvel_widgets.lessons.markov_boundary.reading import boundary_reading

    dag = networks.load("asia")
    reading = boundary_reading(dag, "lung")
    drawing = view.boundary_drawing(stage_of(dag, BOARD), reading, "lung")
    told = (
        view.boundary_words(reading),
        view.separation_words(reading),
        view.smallest_words(reading),
    )
    question = view.boundary_question_words("lung")
    return Scene((plain(drawing),), question, told, "right", dag.to_text())


def _removability() -> Scene:
    from marvel_widgets.lessons.removability.definition_view import comparison_words
    from marvel_widgets.lessons.removability.view import removability_drawing, theorem_words

    dag = trap()
    picture = plain(removability_drawing(dag, "X", TRAP))
    told = theorem_words(dag, "X"), comparison_words(dag, "X")
    return Scene((picture,), "Is X removable?", told, "wrong", dag.to_text())


def _proof() -> Scene:
    from marvel_widgets.lessons.proof.view import stage_drawing
    from marvel_widgets.lessons.proof.words import stage_title, stage_words
    from marvel_widgets.theory.removability_proof import walk_path

    dag = gallery["proof-collider"]
    walk = walk_path(dag, "X", ("Y", "Pl", "X", "Pr", "Z"), given={"T"})
    step = walk.stages[2]
    picture = plain(stage_drawing(dag, walk, step))
    asked = f"Step 3 of {len(walk.stages)}: {stage_title(walk, step)}"
    return Scene((picture,), asked, (stage_words(dag, walk, step),), "", dag.to_text())


def _lemma() -> Scene:
    from marvel_widgets.lessons.lemmas.lattice_svg import lattice_svg
    from marvel_widgets.lessons.lemmas.pictures import lemma_drawing
    from marvel_widgets.lessons.lemmas.words import check_words
    from marvel_widgets.theory.lemma_checks import check_lemma, shown_lattice

    dag = trap()
    check = check_lemma(dag, "neighbor", "X", "T")
    lattice = shown_lattice(dag, check)
    assert lattice is not None  # this lemma has one
    drawing = lemma_drawing(dag, check, (), stage=stage_of(dag, TRAP))
    statement, *others = check_words(dag, check)
    told = (others[2], *others[:2])
    pictures = plain(drawing), lattice_svg(lattice)
    return Scene(pictures, statement, told, "right", dag.to_text())


def _breaker() -> Scene:
    from marvel_widgets.lessons.lemmas.breaker_words import found_words
    from marvel_widgets.lessons.lemmas.claims_in_words import claim_sentences
    from marvel_widgets.lessons.lemmas.pictures import role_drawing
    from marvel_widgets.theory.counterexamples import smallest_counterexample

    found = smallest_counterexample("condition-2", "condition-1")
    assert found is not None  # it has four variables
    dag = found.dag
    roles = {role: dag.nodes[place] for role, place in found.where.roles}
    _, left_out = claim_sentences("condition-2", "condition-1")
    words = found_words(found)
    picture = plain(role_drawing(dag, roles, (), ""))
    return Scene((picture,), left_out, words, "wrong", dag.to_text())


def _orientation() -> Scene:
    from marvel_widgets.lessons.orientation.class_members import Members
    from marvel_widgets.lessons.orientation.printed_rule import PrintedRule

    dag = networks.load("asia")
    members, both = Members(dag, positions=BOARD), PrintedRule(dag, BOARD)
    run = both.recorded
    essential = run.drawing(len(run.stages) - 1, "Essential graph")
    picture = plain(essential, members.drawing(3))
    told = members.count_words, members.text(3)
    return Scene((picture,), "Which of these graphs is the true one? No CI test tells.", told)


LABS: Final[Scenes] = {
    "LiveBoard": _board,
    "Workbench": _workbench,
    "DSeparationLab": _separation,
    "BoundaryLab": _boundary,
    "RemovabilityLab": _removability,
    "ProofWalk": _proof,
    "LemmaBench": _lemma,
    "Breaker": _breaker,
    "OrientationLab": _orientation,
}
