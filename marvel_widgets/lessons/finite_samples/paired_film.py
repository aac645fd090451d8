"""Two recorded runs on one transport: the oracle's above, that of data below."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, NamedTuple

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.lessons.finite_samples.runs import OracleAndDataRuns
from marvel_widgets.pictures.drawing import Drawing, EdgeMark
from marvel_widgets.pictures.positions import Pane
from marvel_widgets.pictures.svg import hull_svg
from marvel_widgets.replay.explanations import explain_test
from marvel_widgets.replay.film import Film, Frame, Level
from marvel_widgets.replay.run_pictures import RunPictures
from marvel_widgets.replay.stage_layers import layer, over_svg, under_svg
from marvel_widgets.text import counted, in_braces

ORACLE_TITLE, DATA_TITLE = "Oracle run: learned graph", "Data run: learned graph"


class Sign(NamedTuple):
    """A mark on the seek bar with its label, and whether it reveals an error."""

    position: int
    words: str
    kind: Literal["removal", "dead end", "first wrong", "parting"]


class PairedFilm:
    """The films of twin runs; both are at the same position, the shorter waits at its end."""

    def __init__(self, runs: OracleAndDataRuns, pane: Pane = "wide") -> None:
        self.runs = runs
        self.oracle = Film(runs.oracle, runs.dag)
        self.data = Film(runs.data)
        # events of data speak for themselves, but of a test we say whether it is right
        self.judging = Film(runs.data, runs.dag)
        self.context = self.data.context
        self.last = max(self.oracle.last, self.data.last)
        self.lay_out(pane)

    def lay_out(self, pane: Pane) -> None:
        """Draw both runs for another pane, a variable at one place in both."""
        first = RunPictures(self.oracle, pane=pane)
        self._pictures = first, RunPictures(self.judging, stage=first.stage)

    @property
    def flag(self) -> int | None:
        """The position of the first wrong test."""
        wrong = self.runs.first_wrong
        return None if wrong is None else self.data.position_of_test(wrong.test.number)

    @property
    def parting(self) -> int | None:
        """The position of the first event in which the runs differ."""
        at = self.runs.parting
        steps = self.runs.data.steps
        if at is None:
            return None
        return steps[at].tests + at + 1 if at < len(steps) else self.data.last

    def event_position(self, number: int) -> int:
        return self.runs.data.steps[number].tests + number + 1

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

    def signs(self, *, revealed: bool) -> list[Sign]:
        """Return the marks of the seek bar; with `revealed`, also those that reveal errors."""
        name = self.context.name
        found = [Sign(at, f"data run: {name(x)} leaves", "removal") for at, x in self.removals()]
        for at in self.runs.dead_ends:
            found.append(Sign(self.event_position(at), "data run: dead end", "dead end"))
        if revealed and self.flag is not None:
            found.append(Sign(self.flag, "first wrong test", "first wrong"))
        if revealed and self.parting is not None:
            found.append(Sign(self.parting, "the runs part", "parting"))
        return sorted(found)

    # -- what is there ---------------------------------------------------------------------

    def frames(self, position: int) -> tuple[Frame, Frame]:
        """Return what the oracle run and the data run show."""
        return self.oracle.frame(position), self.data.frame(position)

    def data_sentence(self, position: int, *, revealed: bool) -> str:
        """Return the sentence of the data run; with `revealed`, also whether its test is right."""
        if position == 0:  # how many tests a run makes tells that the runs part
            return f"{counted(len(self.runs.dag), 'variable')}, nothing learned yet."
        frame = self.data.frame(position)
        if frame.test is not None and revealed:
            return explain_test(frame.test, frame.state, self.judging.context).text
        return frame.explanation.text

    def oracle_sentence(self, position: int) -> str:
        """Return the sentence of the oracle run, as far as it is not that of the data run."""
        oracle, data = self.frames(position)
        if position == 0:
            return "the same"
        if oracle.test is None or data.test is None:
            learned = [(frame.state.edges, frame.state.arrows) for frame in (oracle, data)]
            same = oracle.event == data.event and learned[0] == learned[1]
            return "the same" if same else oracle.explanation.text
        asked = [(test.x, test.y, test.given) for test in (oracle.test, data.test)]
        if asked[0] != asked[1]:
            return oracle.explanation.text
        if oracle.test.independent == data.test.independent:
            return "the same"
        answer = "independent" if oracle.test.independent else "dependent"
        return f"the same question, answered {answer}"

    def layers(self, position: int, *, revealed: bool) -> list[str]:
        """Return what is below and above the oracle's picture and that of data.

        With `revealed` that is also the true graph, and the path that decides; without, only
        the data run's own boundary and question.
        """
        found = []
        for pictures, frame in zip(self._pictures, self.frames(position), strict=True):
            drawing = pictures.learned_drawing(frame)
            under = layer("mw-under", drawing, hull_svg(drawing))
            if revealed:
                under = under_svg(pictures, frame, drawing)
            found += [under, over_svg(pictures, frame, drawing)]
        asked = self.data.frame(position)
        wrong = asked.test is not None and not self.runs.judged[asked.tests_done - 1].is_right
        if revealed and wrong:
            found[3] = found[3].replace('class="mw-arc ', 'class="mw-arc mw-differs ')
        return found if revealed else found[2:]

    def oracle_drawing(self, position: int) -> Drawing:
        pictures = self._pictures[0]
        return replace(pictures.learned_drawing(self.oracle.frame(position)), title=ORACLE_TITLE)

    def data_drawing(self, position: int, *, revealed: bool) -> Drawing:
        """Return what the data run has learned.

        With `revealed`, what differs from the truth is marked: an edge that the true graph has
        not, of PC once it is not to be tested any more; an arrow that its essential graph has not;
        a true edge once one of its ends has left without it, of PC once it is taken away. At the
        end, each pair of `OracleAndDataRuns.damage`; two heads on a true edge are their own mark.
        """
        frame = self.data.frame(position)
        drawing = self._pictures[1].learned_drawing(frame)
        edges = tuple(self._marked(drawing, frame)) if revealed else drawing.edges
        return replace(drawing, title=DATA_TITLE, edges=edges)

    def later_edges(self) -> tuple[list[EdgeMark], list[EdgeMark]]:
        """Return all edges that the two drawings have at some position."""
        kept = [list(pictures.all_learned_edges()) for pictures in self._pictures]
        there = {frozenset((mark.tail, mark.head)) for mark in kept[1]}
        for a, b in self.runs.dag.edges:
            if frozenset((str(a), str(b))) not in there:
                kept[1].append(self._pictures[1].stage.mark(a, b, False, "lost"))
        return kept[0], kept[1]

    def removal_notes(self) -> tuple[dict[str, str], dict[str, str]]:
        """Return all notes that the variables have in either run."""
        oracle, data = self._pictures
        return oracle.removal_notes(), data.removal_notes()

    def _marked(self, drawing: Drawing, frame: Frame) -> Iterator[EdgeMark]:
        truth = self.runs.truth
        skeleton = {frozenset(map(str, pair)) for pair in truth.skeleton}
        arrows = {(str(a), str(b)) for a, b in truth.directed}
        at_end, by_pc = frame.position == self.data.last, self.runs.dials.algorithm == "pc"
        for mark in drawing.edges:
            pair = (mark.tail, mark.head)
            false_arrow = mark.directed and mark.state != "two_headed" and pair not in arrows
            no_arrow = at_end and not mark.directed and {pair, pair[::-1]} & arrows
            tested = at_end or mark.directed or not by_pc
            wrong = (tested and frozenset(pair) not in skeleton) or false_arrow or no_arrow
            yield replace(mark, state="astray") if wrong else mark
        drawn = {frozenset((mark.tail, mark.head)) for mark in drawing.edges}
        here = frame.state.remaining
        for a, b in self.runs.dag.edges:
            both = all(here >> self.runs.dag.position(v) & 1 for v in (a, b))
            gone = at_end or not both or (by_pc and frame.position > 0)
            if frozenset((str(a), str(b))) not in drawn and gone:
                yield self._pictures[1].stage.mark(a, b, False, "lost")


def dead_end_words(film: PairedFilm) -> list[str]:
    """Return one sentence for each dead end of the data run, with what the policy did.

    Examples
    --------
    >>> from marvel_widgets import Dag
    >>> from marvel_widgets.lessons.finite_samples.runs import paired_runs
    >>> dag = Dag("A -> B -> C; A -> C; C -> D; B -> D")
    >>> dead_end_words(PairedFilm(paired_runs(dag, n=None)))
    []
    """
    lines = []
    name = film.context.name
    for at in film.runs.dead_ends:
        event = film.runs.data.steps[at].event
        assert isinstance(event, ev.NoneRemovable)
        state = film.data.frame(film.event_position(at)).state
        left = list(map(name, members(state.remaining)))
        those = in_braces(left) if len(left) <= 8 else f"the {len(left)} remaining variables"
        start = (
            f"Dead end at position {film.event_position(at)}: none of {those} passed both "
            "conditions, which cannot happen with an oracle."
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
        lines.append(f"{start} {end}")
    return lines
