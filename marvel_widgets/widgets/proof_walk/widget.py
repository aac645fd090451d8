"""The walk through the proof of Theorem 1 on the learner's own graph, step by step."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Unpack

import traitlets

from marvel_widgets.assessment.prediction import Question
from marvel_widgets.core.boundary.removability import is_removable
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.graphs.witness import Path
from marvel_widgets.lessons.proof import view
from marvel_widgets.lessons.proof import words as say
from marvel_widgets.lessons.proof.view import blocker_question
from marvel_widgets.lessons.removability.view import removability_drawing, removability_question
from marvel_widgets.pictures.band import Said
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.svg import side_by_side
from marvel_widgets.replay.stage_words import steps_html
from marvel_widgets.replay.wording import path_words
from marvel_widgets.text import escaped
from marvel_widgets.theory import removability_proof as proof
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.editor.app_state import AsksOnGraph
from marvel_widgets.widgets.editor.part import GraphPart, graph_model_of
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.proof_walk import PROOF_WALK

MOST_PATHS = 200  # between the two ends, through X or not
INSTRUCTIVE_STEPS = 4  # of a walk that shows P, P' and P''
MOST_TRIED = 6  # variables that are searched for such a walk


@dataclass(frozen=True)
class Side:
    """The if side for a removable variable x, the only-if side for any other.

    The if side walks a path P between y and z through x, with a set S; the only-if side one of
    the gaps, which are the failing conditions.
    """

    dag: Dag
    x: str = ""
    removable: bool = True
    y: str = ""
    z: str = ""
    given: tuple[Any, ...] = ()
    walk: proof.PathWalk | None = None
    paths: tuple[Path, ...] = ()
    is_cut: bool = False  # whether there may be more paths than are listed
    gaps: tuple[proof.MissingSeparator, ...] = ()
    gap: int = 0

    @property
    def path(self) -> tuple[Any, ...]:
        """The variables of P; empty without a walk."""
        return () if self.walk is None else self.walk.stages[0].path.names

    @cached_property
    def losses(self) -> tuple[proof.LossStage, ...]:
        """The steps of the only-if side."""
        return proof.loss_stages(self.dag, self.gaps[self.gap]) if self.gaps else ()

    @property
    def steps(self) -> int:
        """How many steps there are to walk."""
        return len(self.losses) if self.walk is None else len(self.walk.stages)

    def stage(self, position: int) -> proof.ProofStage | None:
        """Return a step of the if side."""
        return None if self.walk is None else self.walk.stages[position]

    def loss(self, position: int) -> proof.LossStage | None:
        """Return a step of the only-if side."""
        return self.losses[position] if self.gaps else None

    def with_path(self, names: tuple[Any, ...], given: Iterable[Any]) -> Side:
        """Return the walk along a path through x; raises if it is none."""
        given = tuple(given)
        walk = proof.walk_path(self.dag, self.x, names, given)
        return replace(self, y=str(names[0]), z=str(names[-1]), walk=walk)._listing_paths(given)

    def with_ends(self, y: str, z: str, given: Iterable[Any]) -> Side:
        """Return the walk along the first open path between two ends, or else the first path."""
        side = replace(self, y=y, z=z, walk=None)._listing_paths(given)
        if not side.paths:
            return side
        first = next((path for path in side.paths if path.is_open), side.paths[0])
        return replace(side, walk=proof.walk_path(self.dag, self.x, first.names, side.given))

    def _listing_paths(self, given: Iterable[Any]) -> Side:
        """List the paths between the ends through x, the one that is walked included."""
        chosen = tuple(sorted(set(given), key=self.dag.position))
        found, is_cut = proof.paths_through(
            self.dag, self.x, self.y, self.z, chosen, limit=MOST_PATHS
        )
        if self.walk is not None and self.path not in {path.names for path in found}:
            found = (*found, self.walk.stages[0].path)
        return replace(self, given=chosen, paths=found, is_cut=is_cut)


def side_of(dag: Dag, x: str, path: tuple[Any, ...] = (), given: Iterable[Any] = ()) -> Side:
    """Return the side of the theorem for a variable, by default with an instructive path."""
    if not x:
        return Side(dag)
    if not is_removable(dag, x):
        return Side(dag, x, removable=False, gaps=proof.missing_separators(dag, x))
    found = (path, given) if path else proof.instructive_query(dag, x)
    if found is not None:
        return Side(dag, x).with_path(*found)
    y, z = [*(str(v) for v in dag.nodes if v != x), "", ""][:2]
    return Side(dag, x, y=y, z=z)


def instructive_variable(dag: Dag) -> str:
    """Return a variable for which the proof has something to show; empty for an empty graph.

    The first removable one with a walk of `INSTRUCTIVE_STEPS` steps, of the first few; else one
    that is not removable; else the one with the longest walk.
    """
    names = [str(v) for v in dag.nodes]
    removable = [v for v in names if is_removable(dag, v)]
    longest = 0, names[0] if names else ""
    for x in removable[:MOST_TRIED]:
        found = proof.instructive_query(dag, x)
        steps = 0 if found is None else len(proof.walk_path(dag, x, *found).stages)
        if steps >= INSTRUCTIVE_STEPS:
            return x
        longest = max(longest, (steps, x), key=lambda pair: pair[0])
    return next((v for v in names if v not in removable), longest[1])


class ProofModel(AsksOnGraph, k.Moving):
    """A walk through the proof of Theorem 1 on a graph that may be edited.

    `side` is what is walked, `position` the step.
    """

    level: Any = traitlets.Enum(("step",), "step")
    changed = traitlets.Int(0, help="Counts the changes; views observe it.")

    side: Side
    path_was_chosen = False

    def _set_up(
        self,
        x: str = "",
        path: Iterable[str] = (),
        given: Iterable[str] = (),
        gap: int = 0,
        step: int = 0,
    ) -> None:
        names = tuple(path)
        if x:
            self.dag.position(x)  # raises for an unknown name
        elif names:
            msg = f"name x, the variable inside the path {shown(list(names))} that is to leave"
            raise GraphError(msg)
        side = side_of(self.dag, x or instructive_variable(self.dag), names, given)
        side = replace(side, gap=max(0, min(gap, len(side.gaps) - 1)))  # or the nearest one
        self._walk(side, step, path_was_chosen=bool(names))

    @property
    def stage(self) -> proof.ProofStage | None:
        """The present step of the if side."""
        return self.side.stage(self.position)

    def _walk(self, side: Side, position: int = 0, *, path_was_chosen: bool) -> None:
        self.side, self.path_was_chosen = side, path_was_chosen
        self._show_step(position)

    def _show_step(self, position: int) -> None:
        with self.hold_trait_notifications():
            self.position = max(0, min(position, self.film.last))
            self.predictions.ask(self._question())
            self.changed += 1

    def _follow(self) -> None:
        """Keep the variable, and a path and set that were chosen, as far as the graph has them."""
        self.pause()
        old, dag = self.side, self.dag
        x = old.x if old.x in dag else instructive_variable(dag)
        path = old.path if self.path_was_chosen and x == old.x else ()
        try:
            side = side_of(dag, x, path, old.given)
        except ValueError:  # the path is no longer one
            side, path = side_of(dag, x), ()
        self._walk(side, path_was_chosen=bool(path and side.path))

    # -- the question ----------------------------------------------------------------------

    def _question(self) -> Question | None:
        if self._first_step_may_ask:
            return removability_question(self.dag, self.side.x)
        walk, stage = self.side.walk, self.stage
        return None if walk is None or stage is None else blocker_question(self.dag, walk, stage)

    @property
    def _first_step_may_ask(self) -> bool:
        """Whether the question here is if x is removable: not where a path was chosen for it."""
        if not self.side.x or self.position or self.path_was_chosen:
            return False
        return not self.side.removable or (self.predictions.on and self.predictions.answers)

    @property
    def hides_side(self) -> bool:
        """Whether it is still asked which side of the theorem is walked."""
        return self._first_step_may_ask and not self.predictions.revealed

    @property
    def awaits_answer(self) -> bool:
        """Whether a question is to be answered, or skipped, before the next step."""
        on, question = self.predictions.on, self.predictions.question
        return on and question is not None and question.key not in self.predictions.given

    # -- choosing --------------------------------------------------------------------------

    def choose(self, x: str) -> None:
        """Choose the variable that is to leave."""
        if x in self.dag and x != self.side.x:
            self.pause()
            self._walk(side_of(self.dag, x), path_was_chosen=False)

    def choose_ends(self, y: str, z: str) -> None:
        """Choose the ends of the path; they are removed from the set."""
        side = self.side
        if side.removable and y and z and y != z and side.x not in (y, z):
            for end in (y, z):
                self.dag.position(end)  # raises for an unknown name
            kept = [v for v in side.given if v not in (y, z)]
            self._walk(side.with_ends(y, z, kept), path_was_chosen=True)

    def choose_given(self, given: Iterable[str]) -> None:
        """Choose the set S; X and the ends are left out of it."""
        side = self.side
        if not (side.removable and side.y and side.z):
            return
        chosen = [v for v in given if v not in (side.x, side.y, side.z)]
        if side.walk is None:
            side = side.with_ends(side.y, side.z, chosen)
        else:
            side = side.with_path(side.path, chosen)
        self._walk(side, path_was_chosen=True)

    def choose_path(self, number: int) -> None:
        """Choose one of the listed paths."""
        side = self.side
        if 0 <= number < len(side.paths):
            chosen = side.with_path(side.paths[number].names, side.given)
            self._walk(chosen, path_was_chosen=True)

    def choose_gap(self, number: int) -> None:
        """Choose one of the failing conditions."""
        if 0 <= number < len(self.side.gaps):
            self.side = replace(self.side, gap=number)
            self._show_step(0)

    # -- stepping --------------------------------------------------------------------------

    @property
    def film(self) -> k.Ticks:
        """The steps."""
        return k.Ticks(max(0, self.side.steps - 1))

    @property
    def offered(self) -> int:
        """The last step; 0 while it is asked which side of the theorem is walked."""
        return 0 if self.hides_side else self.film.last

    @property
    def halted(self) -> bool:
        """Whether playing stops here: at the end, or at a question."""
        return self.at_end or self.awaits_answer

    def seek(self, position: int) -> None:
        """Go to a step; with predictions on by one step, and only once its question is answered."""
        position = min(max(0, position), self.film.last)
        if position != self.position and not (position > self.position and self.awaits_answer):
            # one at a time, so that no question is passed over
            self._show_step(min(position, self.position + 1) if self.predictions.on else position)

    def _saved(self, name: str) -> Any:
        """Return one field of the state; a path that was not chosen is found again."""
        if name == "step":
            return self.position
        if name in ("path", "given"):
            return [str(v) for v in getattr(self.side, name)] if self.path_was_chosen else []
        return getattr(self.side, name)


CAPTION_WIDTH = 440.0  # px; a line of about 60 letters, where the graph is narrow
NO_VARIABLES = "The graph has no variables. Add one, or load another graph."


class ProofWalk(k.App):
    """Walk through the proof of Theorem 1: P becomes P' and P'', or a separator is lost.

    Parameters
    ----------
    source : Dag, str, GraphModel, or whatever Dag takes
    x : str
        The variable that leaves. A removable one is walked on the theorem's if side, any
        other on the only-if side.
    path : iterable of str
        The path P through x; by default an instructive one.
    given : iterable of str
        The set S, with `path`.
    **settings
        As all apps take them, see `AppSettings`: `predict` asks which vertex blocks a
        path, or whether x is removable; without `answers` it does not show what blocks or opens
        a path, nor which edge is missing. Parts: "graph", "said", "pictures", "predict",
        "steps", "reasons", "question".

    Raises
    ------
    GraphError, ValueError
        A name is unknown, the path is none, or the token is damaged.

    Notes
    -----
    Proof of Theorem 1. Paths are judged by the proof's own rule, which counts the
    ends of a path as given below a collider; where the textbook's rule says otherwise, the
    walk says so. With the focus in the app, the arrow keys go back and on.

    Examples
    --------
    >>> walk = ProofWalk("X -> B <- A; B -> C; X -> C; A -> C", x="X", path="ABXC", given="B")
    >>> walk.model.step()
    >>> walk.text().splitlines()[2]
    "Step 2 of 4: P' in H, case (b)."
    """

    spec = PROOF_WALK
    model: ProofModel

    def __init__(
        self,
        source: Any = "X -> B <- A; B -> C; X -> C; A -> C",
        *,
        x: str = "",
        path: Iterable[str] = (),
        given: Iterable[str] = (),
        **settings: Unpack[k.AppSettings],
    ) -> None:
        self.read_settings(settings)
        chosen = (given,) if isinstance(given, str) else tuple(given)
        graph = graph_model_of(source)
        model = ProofModel(graph, self.predictions, x=x, path=tuple(path), given=chosen)
        super().__init__(self._make_parts(self.restored(model)), model=model)
        self.add_class("mw-untitled")
        self._staged: object = None  # of what the picture is
        k.follow(self._show, (model, "changed"), (self.predictions, "revealed"))

    def _make_parts(self, model: ProofModel) -> dict[str, w.Widget]:
        big = self.settings["big"]
        self.graph = GraphPart(model.graph, big=big)
        self.steps = k.Transport(model)
        self.said, self.reasons = k.Band(self.predictions), w.HTML()
        self.picture = k.Picture(
            *_drawings(model, model.position),
            on_pick=lambda name: model.choose_given({*model.side.given} ^ {name}),
            big=big,
            noted=True,
        )
        self.run = k.ShownRun(model, self.steps, self._screen, self._said, self._draw)
        return {
            "graph": self.graph,
            "predict": k.PredictBox(self.predictions),
            "said": self.said,
            "reasons": self.reasons,
            "question": self._make_choice(model),
            "steps": self.steps,
            "pictures": self.picture,
        }

    def _make_choice(self, model: ProofModel) -> w.VBox:
        """Make the variable; then ends, set and path, or the failing condition."""
        broad = {"min_width": "110px"}
        self.x = k.menu("Variable X that leaves", (), model.choose, **broad)
        self.y = k.menu("P runs from", (), lambda y: model.choose_ends(y, self.z.value), **broad)
        self.z = k.menu("to", (), lambda z: model.choose_ends(self.y.value, z), **broad)
        self.gap = k.menu("What fails", (), model.choose_gap, **broad)
        self.given, self.path = k.Chips("Set S"), k.Rows("Path P")
        k.hear(self.given, model.choose_given)
        k.hear(self.path, model.choose_path)
        self.side, self.note = w.HTML(), w.Label("There are more paths than are listed.")
        wrap = w.layout(flex_flow="row wrap", align_items="flex-start")
        self.if_side = w.HBox([self.y, self.z, self.given, self.path], layout=wrap)
        fields = w.VBox([self.side, self.x, self.if_side, self.gap, self.note])
        made = w.VBox([k.Collapsible("Another variable, path or set", fields)])
        made.add_class("mw-below")
        return made

    def _show_choice(self) -> None:
        model, side = self.model, self.model.side
        # with a question open, the side would be the answer
        told = model.predictions.revealed or (side.removable and not model.hides_side)
        names, told = [str(v) for v in model.dag.nodes], bool(side.x) and told
        text = say.side_words(side.x, removable=side.removable) if told else ""
        k.put(self.side, value=f'<div class="mw-place">{escaped(text)}</div>')
        k.put(self.x, options=names, value=side.x or None)
        gaps = [(say.gap_line(found), at) for at, found in enumerate(side.gaps)]
        k.put(self.gap, shown=gaps and told, options=gaps, value=side.gap if gaps else None)
        w.show_if(self.note, side.is_cut and side.removable and told)
        w.show_if(self.if_side, side.removable and len(names) > 1 and told)
        others = [v for v in names if v != side.x]
        k.put(self.y, options=(v for v in others if v != side.z), value=side.y or None)
        k.put(self.z, options=(v for v in others if v != side.y), value=side.z or None)
        free = [v for v in others if v not in (side.y, side.z)]
        k.put(self.given, options=free, value=tuple(v for v in side.given if v in free))
        places = [path.names for path in side.paths]
        at = places.index(side.path) if side.path in places else None
        self.path.offer([path_words(path) for path in side.paths], at)

    def _show(self) -> None:
        self._show_choice()
        model = self.model
        openly = self.predictions.openly
        run = (model.side, model.graph.positions, openly)
        if run != self._staged:
            self._staged = run
            places = range(max(1, model.side.steps)) if openly else ()
            later = [edge for at in places for each in _drawings(model, at) for edge in each.edges]
            self.picture.stage(*_drawings(model, model.position), more=[later])
        self.run.ship(run, openly=openly)
        self.run.show(model.position)

    def _screen(self, position: int) -> list[tuple[k.Target, Any]]:
        what, why, more = _told(self.model, position)
        below = "".join(f"<p>{_indexed(escaped(line))}</p>" for line in more)
        steps = steps_html(titles, position) if (titles := _titles(self.model, position)) else ""
        drawings = _drawings(self.model, position)
        said = _indexed(self.said.html(Said(what, why), *drawings))
        pictured = zip(self.picture.targets, self.picture.values(*drawings), strict=True)
        told = [((self.said, "value"), said), ((self.reasons, "value"), steps + below)]
        return [*told, *pictured]

    def _draw(self, position: int) -> None:
        self.picture.show(*_drawings(self.model, position))

    def _said(self, position: int) -> str:
        model = self.model
        return "" if model.hides_side else f"Step {position + 1} of {max(1, model.side.steps)}"

    def text(self) -> str:
        """Return the graph and the present step as text."""
        model, side = self.model, self.model.side
        if not side.x:
            return NO_VARIABLES
        head = model.dag.to_text()
        if not model.predictions.revealed:
            title, text, _ = _words(model, model.position)
            return f"{head}\n{title}\n{text}"
        if side.walk is not None:
            return f"{head}\n{view.walk_text(model.dag, side.walk, model.position)}"
        if side.gaps:
            words = say.side_words(side.x, removable=False)
            return (
                f"{head}\n{words}\n{view.loss_text(model.dag, side.gaps[side.gap], model.position)}"
            )
        return f"{head}\n{say.no_path_words(side.x, side.y, side.z)}"

    def svg(self) -> str:
        """Return the picture of the present step, its sentence below; empty for no graph."""
        drawings = _drawings(self.model, self.model.position)
        if not drawings:
            return ""
        title, text, remarks = _words(self.model, self.model.position)
        caption = " ".join([f"{title}.", text, *remarks])
        return side_by_side(drawings, caption=caption, least=CAPTION_WIDTH)


def _indexed(html: str) -> str:
    return re.sub(r"\bP_([lr])\b", r"P<sub>\1</sub>", html)


def _words(model: ProofModel, position: int) -> tuple[str, str, list[str]]:
    """Return the title of a step, its sentences, and remarks in small print."""
    dag, side, shown = model.dag, model.side, model.predictions.revealed
    if not side.x:
        return "No graph", NO_VARIABLES, []
    if model.hides_side:
        return f"Is {side.x} removable?", "", []
    where = f"Step {position + 1} of {side.steps}"
    stage, loss = side.stage(position), side.loss(position)
    if side.walk is not None and stage is not None:
        title = f"{where}: {say.stage_title(side.walk, stage)}"
        if not shown:
            return title, view.announcement_words(dag, side.walk, stage), [say.PAPERS_RULE]
        return (
            title,
            say.stage_words(dag, side.walk, stage),
            [say.PAPERS_RULE, say.rule_words(stage)],
        )
    if loss is not None and shown:
        found = side.gaps[side.gap]
        return f"{where}: {say.loss_title(loss)}", say.loss_words(dag, found, loss), []
    if side.removable:
        return "Nothing to walk", say.no_path_words(side.x, side.y, side.z), []
    return f"Is {side.x} removable?", "", []


def _told(model: ProofModel, position: int) -> tuple[str, str, list[str]]:
    """Return what a step says on the screen: what happens, why, and what is folded."""
    dag, side = model.dag, model.side
    stage, loss = side.stage(position), side.loss(position)
    title, text, remarks = _words(model, position)
    if model.hides_side or not model.predictions.revealed or not side.steps:
        return (text, "", remarks) if remarks else (title, text, [])
    if side.walk is None or stage is None:
        assert loss is not None  # a side has steps of one kind
        found = say.loss_sentences(dag, side.gaps[side.gap], loss)
    else:
        found = say.stage_sentences(dag, side.walk, stage)
    why, more = say.ranked(found, "why"), [say.ranked(found, "more"), *remarks]
    if stage is not None and stage.rules_differ:
        why = f"{why} {more.pop()}"
    return say.ranked(found, "said"), why, [line for line in more if line]


def _titles(model: ProofModel, position: int) -> list[str]:
    """Return the names of the steps; where something is asked, those so far."""
    side, asks = model.side, not model.predictions.openly
    if model.hides_side or (side.gaps and not model.predictions.revealed):
        return []
    titles = [] if side.walk is None else [say.stage_name(stage) for stage in side.walk.stages]
    titles += [say.loss_title(stage) for stage in side.losses]
    return titles[: position + 1] if asks else titles


def _drawings(model: ProofModel, position: int) -> list[Drawing]:
    dag, side, shown = model.dag, model.side, model.predictions.revealed
    positions = model.graph.positions
    if not side.x:
        return []
    stage, loss = side.stage(position), side.loss(position)
    if side.walk is not None and stage is not None and not model.hides_side:
        return [view.stage_drawing(dag, side.walk, stage, positions, answers=shown)]
    if loss is not None and shown:
        return [view.loss_drawing(dag, side.gaps[side.gap], loss, positions)]
    return [removability_drawing(dag, side.x, positions, answers=False)]
