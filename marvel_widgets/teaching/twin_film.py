"""Two recorded runs on one transport: the oracle's above, that of data below."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Literal, NamedTuple

from marvel_widgets.algorithms import events as ev
from marvel_widgets.graphs.bits import members
from marvel_widgets.graphs.errors import Label
from marvel_widgets.teaching.drawing import Drawing, EdgeMark
from marvel_widgets.teaching.explanations import explain_test
from marvel_widgets.teaching.frames import Film, Frame, Level
from marvel_widgets.teaching.pictures import Scene
from marvel_widgets.teaching.twin_replay import TwinRuns

ORACLE_TITLE, DATA_TITLE = "Oracle run: learned graph", "Data run: learned graph"


class Sign(NamedTuple):
    """A place on the seek bar with its words; what tells of an error is marked as that."""

    position: int
    words: str
    kind: Literal["removal", "dead end", "first wrong", "parting"]


class TwinFilm:
    """The films of twin runs; both are at the same position, the shorter waits at its end.

    Parameters
    ----------
    twins : TwinRuns

    Notes
    -----
    Until the runs part, equal positions show equal things.

    Examples
    --------
    >>> from marvel_widgets import Dag
    >>> from marvel_widgets.teaching.twin_replay import twin_runs
    >>> film = TwinFilm(twin_runs(Dag("X -> Y <- T; Y -> Z"), n=20, seed=1))
    >>> film.flag, film.parting, film.last
    (1, 4, 55)
    """

    def __init__(self, twins: TwinRuns) -> None:
        self.twins = twins
        self.oracle = Film(twins.oracle, twins.dag)
        self.data = Film(twins.data)
        # events of data speak for themselves, but of a test we say whether it is right
        self.judging = Film(twins.data, twins.dag)
        self.telling = self.data.telling
        self.last = max(self.oracle.last, self.data.last)
        self._scenes = Scene(self.oracle), Scene(self.judging)

    @property
    def flag(self) -> int | None:
        """The position of the first wrong test."""
        wrong = self.twins.first_wrong
        return None if wrong is None else self.data.position_of_test(wrong.test.number)

    @property
    def parting(self) -> int | None:
        """The position of the first event in which the runs differ."""
        at = self.twins.parting
        steps = self.twins.data.steps
        if at is None:
            return None
        return steps[at].tests + at + 1 if at < len(steps) else self.data.last

    def event_position(self, number: int) -> int:
        """Return the position of an event of the data run."""
        return self.twins.data.steps[number].tests + number + 1

    def event_number(self, position: int) -> int | None:
        """Return which event of the data run is at a position; None for a test, or none."""
        frame = self.data.frame(position)
        return None if frame.event is None else frame.position - frame.tests_done - 1

    # -- moving ----------------------------------------------------------------------------

    def next(self, position: int, level: Level) -> int:
        """Return where the next step of the data run goes; after its end, of the oracle run."""
        film = self.data if position < self.data.last else self.oracle
        return film.next(position, level)

    def previous(self, position: int, level: Level) -> int:
        """Return where the step before begins."""
        if position <= self.data.last:
            return self.data.previous(position, level)
        return max(self.data.last, self.oracle.previous(position, level))

    def removals(self) -> list[tuple[int, int]]:
        """Return the position and the variable of each removal of the data run."""
        return self.data.removals()

    def signs(self, *, told: bool) -> list[Sign]:
        """Return the marks of the seek bar; `told`: those that give errors away, too."""
        name = self.telling.name
        found = [Sign(at, f"data run: {name(x)} leaves", "removal") for at, x in self.removals()]
        for at in self.twins.dead_ends:
            found.append(Sign(self.event_position(at), "data run: dead end", "dead end"))
        if told and self.flag is not None:
            found.append(Sign(self.flag, "first wrong test", "first wrong"))
        if told and self.parting is not None:
            found.append(Sign(self.parting, "the runs part", "parting"))
        return sorted(found)

    # -- what is there ---------------------------------------------------------------------

    def frames(self, position: int) -> tuple[Frame, Frame]:
        """Return what the oracle run and the data run show."""
        return self.oracle.frame(position), self.data.frame(position)

    def data_sentence(self, position: int, *, told: bool) -> str:
        """Return the sentence of the data run; `told`: whether its test is right, too."""
        frame = self.data.frame(position)
        if frame.test is not None and told:
            return explain_test(frame.test, frame.state, self.judging.telling).text
        return frame.explanation.text

    def oracle_drawing(self, position: int) -> Drawing:
        """Return what the oracle run has learned."""
        scene = self._scenes[0]
        return replace(scene.learned_drawing(self.oracle.frame(position)), title=ORACLE_TITLE)

    def data_drawing(self, position: int, *, told: bool) -> Drawing:
        """Return what the data run has learned.

        With `told`, what differs from the truth is marked: an edge that the true graph has
        not; an arrow that its essential graph has not; a true edge once one of its ends has
        left without it. At the end, each pair of `TwinRuns.damage`.
        """
        frame = self.data.frame(position)
        drawing = self._scenes[1].learned_drawing(frame)
        edges = tuple(self._marked(drawing, frame)) if told else drawing.edges
        return replace(drawing, title=DATA_TITLE, edges=edges)

    def later_edges(self) -> tuple[list[EdgeMark], list[EdgeMark]]:
        """Return the edges that the two drawings may come to have."""
        kept = [list(scene.all_learned_edges()) for scene in self._scenes]
        there = {frozenset((mark.tail, mark.head)) for mark in kept[1]}
        for a, b in self.twins.dag.edges:
            if frozenset((str(a), str(b))) not in there:
                kept[1].append(self._lost_mark(a, b))
        return kept[0], kept[1]

    def removal_notes(self) -> tuple[dict[str, str], dict[str, str]]:
        """Return the notes that the variables of the two runs come to have."""
        oracle, data = self._scenes
        return oracle.removal_notes(), data.removal_notes()

    def _marked(self, drawing: Drawing, frame: Frame) -> Iterator[EdgeMark]:
        truth = self.twins.truth
        skeleton = {frozenset(map(str, pair)) for pair in truth.skeleton}
        arrows = {(str(a), str(b)) for a, b in truth.directed}
        at_end = frame.position == self.data.last
        for mark in drawing.edges:
            pair = (mark.tail, mark.head)
            false_arrow = mark.directed and pair not in arrows
            no_arrow = at_end and not mark.directed and {pair, pair[::-1]} & arrows
            wrong = frozenset(pair) not in skeleton or false_arrow or no_arrow
            yield replace(mark, state="astray") if wrong else mark
        drawn = {frozenset((mark.tail, mark.head)) for mark in drawing.edges}
        here = frame.state.remaining
        for a, b in self.twins.dag.edges:
            both = all(here >> self.twins.dag.position(v) & 1 for v in (a, b))
            if frozenset((str(a), str(b))) not in drawn and (at_end or not both):
                yield self._lost_mark(a, b)

    def _lost_mark(self, a: Label, b: Label) -> EdgeMark:
        bend = self._scenes[1].bends.get((a, b), 0.0)
        return EdgeMark(str(a), str(b), False, "lost", bend)


Named = Callable[[int], str]


def dead_end_words(film: TwinFilm) -> list[str]:
    """Return one sentence for each dead end of the data run, with what the policy did.

    Examples
    --------
    >>> from marvel_widgets import Dag
    >>> from marvel_widgets.teaching.twin_replay import twin_runs
    >>> dag = Dag("A -> B -> C; A -> C; C -> D; B -> D")
    >>> dead_end_words(TwinFilm(twin_runs(dag, n=None)))
    []
    """
    said = []
    name = film.telling.name
    for at in film.twins.dead_ends:
        event = film.twins.data.steps[at].event
        assert isinstance(event, ev.NoneRemovable)
        state = film.data.frame(film.event_position(at)).state
        left = list(members(state.remaining))
        start = (
            f"Dead end at position {film.event_position(at)}: none of {_names(left, name)} passed "
            "both conditions, which cannot happen with an oracle."
        )
        if event.chosen is None:
            end = (
                'The policy "stop" ends the run here; edges among these are known only as far '
                "as the visits have found them."
            )
        else:
            size = state.boundaries[event.chosen].bit_count()
            end = (
                f'The policy "smallest-boundary" removes {name(event.chosen)} all the same: '
                f"no boundary is smaller than its own, of size {size}."
            )
        said.append(f"{start} {end}")
    return said


def _names(left: list[int], name: Named) -> str:
    if len(left) > 8:
        return f"the {len(left)} remaining variables"
    return "{" + ", ".join(map(name, left)) + "}"
