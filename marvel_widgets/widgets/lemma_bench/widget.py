"""LemmaBench: each lemma of the paper as a live check on the learner's own graph."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import zip_longest
from typing import Any, Unpack

import traitlets

from marvel_widgets.core.graphs.errors import GraphError, Label
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.graphs.witness import open_path
from marvel_widgets.lessons.lemmas import pictures
from marvel_widgets.lessons.lemmas import words as say
from marvel_widgets.lessons.lemmas.beginnings import TELLING_GRAPH, is_telling, telling_roles
from marvel_widgets.lessons.lemmas.pictures import MOST_DRAWN
from marvel_widgets.lessons.lemmas.words import TITLES
from marvel_widgets.pictures.band import Said
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.stage import stage_of
from marvel_widgets.pictures.svg import to_svg
from marvel_widgets.text import escaped, folded
from marvel_widgets.theory import lemma_checks as checks
from marvel_widgets.theory.lemma_checks import LEMMAS, ROLES
from marvel_widgets.theory.subset_lattice import Lattice, SubsetVerdict
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.editor.app_state import OnGraph
from marvel_widgets.widgets.editor.part import GraphPart, graph_model_of
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.lemma_bench import LEMMA_BENCH


class LemmaBenchModel(OnGraph, k.Refusing):
    """The state of a LemmaBench; observers of `changed` find everything in place."""

    error_field = traitlets.Unicode("roles")

    lemma = checks.LEMMAS[0]
    variables: tuple[Label, ...] = ()
    active = 0  # the role that the next click casts
    check: checks.LemmaCheck | None = None
    lattice: Lattice | None = None
    subset: tuple[Label, ...] | None = None  # None: the default one
    _chosen = False  # whether the learner has chosen a variable

    def _set_up(self, lemma: str, variables: Sequence[Label] = (), subset: Any = None) -> None:
        self._place()
        if not self.set_lemma(lemma):
            raise ValueError(self.error)
        checks.check_roles(self.dag, self.lemma, tuple(variables))
        self._cast(tuple(variables))
        if subset is not None and not self.look_at(subset):
            raise ValueError(self.error)

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles of the lemma."""
        return checks.ROLES[self.lemma]

    def choices(self, at: int) -> tuple[Label, ...]:
        """Return the variables that can play a role, with the earlier roles as they are."""
        if at > len(self.variables):
            return ()
        return checks.role_choices(self.dag, self.lemma, self.variables[:at])

    # -- what a learner does ---------------------------------------------------------------

    @k.refusing("roles")
    def set_lemma(self, lemma: str) -> None:
        """Look at another lemma; an X that was chosen stays where it can."""
        self.lemma = checks.checked_lemma(lemma)
        self.active = 0
        self._cast(self.variables[:1] if self._chosen else ())

    @k.refusing("roles")
    def set_role(self, at: int, name: Label) -> None:
        """Give a role to a variable; the later roles keep theirs where they can."""
        self._give(at, name)

    def _give(self, at: int, name: Label) -> None:
        checks.check_roles(self.dag, self.lemma, (*self.variables[:at], name))
        self._chosen = True
        self._cast((*self.variables[:at], name, *self.variables[at + 1 :]))

    @k.refusing("roles")
    def pick(self, name: Label) -> None:
        """Assign the next role to a variable, and go on to the following one."""
        at = min(self.active, len(self.variables), len(self.roles) - 1)
        self._give(at, name)
        self.active = (at + 1) % len(self.roles)

    @k.refusing("roles")
    def look_at(self, subset: Sequence[Label]) -> None:
        """Look at one set of the lattice."""
        known = () if self.lattice is None else self.lattice.family.candidates
        unknown = [name for name in subset if name not in known]
        if self.lattice is None or unknown:
            among = f"the candidates are {shown(list(known))}"
            msg = f"{shown(unknown)} can't be given here; {among}"
            raise GraphError(msg)
        self.subset = tuple(name for name in known if name in set(subset))

    @k.refusing("roles")
    def another(self) -> None:
        """Go on to the next variables that fit the lemma, the last of them first."""
        cast = self.variables
        later = [
            (*cast[:at], names[names.index(cast[at]) + 1])
            for at in reversed(range(len(cast)))
            for names in [self.choices(at)]
            if names[-1] != cast[at]
        ]
        self._cast(later[0] if later else self.choices(0)[:1])

    def _accept(self, _made: object) -> None:
        self.error = self._no_candidate()
        self.changed += 1

    # -- the check -------------------------------------------------------------------------

    def _cast(self, wanted: Sequence[Label]) -> None:
        """Check the lemma for those wanted, as far as they can play."""
        dag = self.dag
        self.variables = telling_roles(dag, self.lemma)
        if wanted:
            self.variables = checks.completed_roles(dag, self.lemma, wanted)
        self.check = self.lattice = self.subset = None
        self._checked = (dag.nodes, dag)
        if self.variables:
            self.check = checks.check_lemma(dag, self.lemma, *self.variables)
            self.lattice = checks.shown_lattice(dag, self.check)
        self.error = self._no_candidate()

    def _follow(self) -> None:
        """Take what the editor has now: another graph, or other places."""
        self._place()
        if (self.dag.nodes, self.dag) != self._checked:
            self._cast(self.variables)
        self.changed += 1

    def _move(self) -> None:
        self._follow()

    def _place(self) -> None:
        small = len(self.dag) <= MOST_DRAWN
        self.stage = stage_of(self.dag, self.graph.positions) if small else None

    def _no_candidate(self) -> str:
        """Return the words for a graph in which no variable can be X."""
        if self.variables:
            return ""
        return f"No variable of this graph can be the X of the lemma on {TITLES[self.lemma]}."


MOST_IN_STRIP = 8  # sets: one row above the graph; more are a sheet beside it


class LemmaBench(k.App):
    """Check a lemma of the paper in both directions on a graph of one's own.

    Parameters
    ----------
    source : Dag, str, GraphModel, or whatever Dag takes
        The graph; a GraphModel is shared with its other views.
    lemma : str, optional
        Where to begin, one of `marvel_widgets.theory.lemma_checks.LEMMAS`.
    **settings
        As all apps take them, see `AppSettings`: `predict` asks for the verdict. Parts:
        "graph", "said", "pictures", "set", "predict", "lemma", "acts", "statement", "verdict",
        "roles".

    Raises
    ------
    GraphError, ValueError
        An argument is invalid; on the screen, a sentence says so.

    Examples
    --------
    >>> bench = LemmaBench("X -> Y <- T", lemma="neighbor")
    >>> bench.choose("X", "T")
    >>> bench.text().splitlines()[3]
    'Both sides agree: T is not a neighbor of X.'
    """

    spec = LEMMA_BENCH
    model: LemmaBenchModel

    def __init__(
        self,
        source: Any = TELLING_GRAPH,
        *,
        lemma: str = "neighbor",
        **settings: Unpack[k.AppSettings],
    ) -> None:
        self.read_settings(settings)
        model = LemmaBenchModel(graph_model_of(source), lemma=lemma)
        self.model = self.restored(model)
        self._ask()  # first: a picture that is made before would show the answer
        super().__init__(self._make_parts(model), model=model)
        self.add_class("mw-lemma-bench")
        model.observe(lambda _: self._ask(), "changed")
        k.follow(self._show, (model, "changed"), (self.predictions, "revealed"))

    def _make_parts(self, model: LemmaBenchModel) -> dict[str, w.Widget]:
        big = self.settings["big"]
        self.lemma_choice = k.menu("Claim", [(say.TITLES[x], x) for x in LEMMAS], model.set_lemma)
        wide, most = "230px" if big else "145px", max(map(len, ROLES.values()))
        self.role_choices = [
            k.menu("", (), partial(self._give, at), width=wide) for at in range(most)
        ]
        self.error = k.ErrorLine(model, "roles")
        tip = "The next set of the search, or other variables"
        self.next = k.button("Next set", tip, self.go_on)
        self.said, self.sets = k.Band(self.predictions), k.CellGrid()
        self.hint, self.statement, self.verdict, self.reason = (w.HTML() for _ in range(4))
        heard: Any = {"on_pick": model.pick, "on_give": self._given}
        self.picture = k.Picture(self._drawing(), **heard, big=big, noted=True, layered=True)
        self.sets.add_class("mw-lattice")
        self.sets.on_press(lambda row, column: model.look_at(self._offered[row][column].members))
        self._offered: list[list[SubsetVerdict]] = []
        return {
            "graph": GraphPart(model.graph, big=big),
            "said": self.said,
            "pictures": self.picture,
            "set": self.sets,
            "predict": k.PredictBox(self.predictions),
            "lemma": self.lemma_choice,
            "acts": w.HBox([self.next, self.error]),
            "statement": self.statement,
            "verdict": w.VBox([self.verdict, self.reason]),
            "roles": w.HBox([self.hint, *self.role_choices], layout=w.layout(flex_flow="row wrap")),
        }

    def _give(self, at: int, name: Label | None) -> None:
        if name is not None:
            self.model.set_role(at, name)

    # -- what the controls do, for use in a cell ---------------------------------------------

    def choose(self, *variables: Label) -> None:
        """Cast the roles of the lemma, X first.

        Raises
        ------
        ValueError
            A variable can't play its role; the message says why.
        """
        for at, name in enumerate(variables):
            if not self.model.set_role(at, name):
                raise ValueError(self.model.error)

    def go_on(self) -> None:
        """Look at the next set that the search asks; after the last one, at other variables.

        Where nothing can fail, at a graph in which the lemma has something to test.
        """
        if self._vacuous:
            self.model.graph.load_text(TELLING_GRAPH)
        elif waiting := self._waiting():
            self.model.look_at(waiting[0])
        else:
            self.model.another()

    def _waiting(self) -> list[tuple[Label, ...]]:
        """Return the sets that the search asks after the present one, of those that show."""
        lattice, subset = self.model.lattice, self.model.subset
        sets = [s.members for row in self._offered for s in row if s.separates is not None]
        if lattice is not None and lattice.first is not None:
            sets = sets[: sets.index(lattice.first.members) + 1]
        if subset is None:  # one is in view all the same
            return [each for each in sets if each != self.subset]
        return sets[sets.index(subset) + 1 :] if subset in sets else []

    @property
    def revealed(self) -> bool:
        """Whether verdicts are shown."""
        return self.predictions.revealed

    @property
    def subset(self) -> tuple[Label, ...]:
        """The set in focus: the one chosen, else the first that separates once that is shown."""
        model = self.model
        if model.subset is not None:
            return model.subset
        first = None if model.lattice is None or not self.revealed else model.lattice.first
        return () if first is None else first.members

    # -- twins -------------------------------------------------------------------------------

    def text(self) -> str:
        """Return the present state as text."""
        model = self.model
        if model.check is None:
            return model.error
        return pictures.lemma_text(model.dag, model.check, self.subset, revealed=self.revealed)

    def svg(self) -> str:
        """Return the present state as SVG."""
        model = self.model
        if model.check is None:
            return to_svg(self._drawing())
        return pictures.lemma_svg(
            model.dag, model.check, self.subset, revealed=self.revealed, stage=model.stage
        )

    # -- showing -----------------------------------------------------------------------------

    def _given(self, name: str) -> None:
        self.model.look_at(tuple({*self.subset} ^ {name}))

    def _ask(self) -> None:
        check = self.model.check
        self.predictions.ask(None if check is None else say.lemma_question(self.model.dag, check))

    def _drawing(self) -> Drawing:
        model = self.model
        if model.check is None:
            return pictures.plain_drawing(model.dag, model.stage)
        return pictures.lemma_drawing(
            model.dag, model.check, self.subset, revealed=self.revealed, stage=model.stage
        )

    def _show(self) -> None:
        model = self.model
        self._show_roles()
        lattice, rows = self.model.lattice, []
        if lattice is not None:
            rows = say.lattice_rows(lattice, self.subset, revealed=self.revealed)
        w.show_if(self.sets, rows)
        w.mark_if(self, sum(len(cells) for _, _, cells in rows) <= MOST_IN_STRIP, "mw-strip")
        self._offered = [sets for _, sets, _ in rows]
        head = say.heading(lattice) if lattice else ""
        self.sets.show([(n, cells) for n, _, cells in rows], head)
        self._show_words()
        fixed = "graph" in (*self.settings["hide"], *self.settings["lock"])
        self._vacuous = not fixed and not is_telling(model.dag, model.lemma)
        word = f"Try {TELLING_GRAPH.replace('->', '→').replace('<-', '←')}"
        if not self._vacuous:
            word = "Next set" if self._waiting() else f"Another {'pair' if model.lattice else 'X'}"
        goes_on = self._vacuous or (self.revealed and model.check is not None)
        k.put(self.next, shown=goes_on, blue=True, description=word)
        self._show_set()

    def _show_set(self) -> None:
        """Say what the set in view answers, and draw it as an arc."""
        model, check, drawing, tested = self.model, self.model.check, self._drawing(), None
        said = Said(model.error or "The graph has no variable.")
        if check is not None:
            said = pictures.lemma_said(model.dag, check, model.subset, revealed=self.revealed)
            if self.revealed and check.shown is not None:
                pair = check.shown.family.pair
                given = (*self.subset, *check.shown.family.always)
                tested = (*pair, open_path(model.dag, *pair, given) is None)
        w.mark_if(self, model.stage is not None, "mw-untitled")  # each role is at its variable
        self.picture.show(drawing)
        self.picture.lay_answer(tested)
        self.said.show(said, drawing)

    def _show_roles(self) -> None:
        model = self.model
        k.put(self.lemma_choice, value=model.lemma)
        cast = zip_longest(self.role_choices, model.roles, model.variables[: len(model.roles)])
        for at, (choice, role, name) in enumerate(cast):
            names = [(str(v), v) for v in model.choices(at)] if role else []
            offered: Any = {"options": names, "description": role or "", "value": name}
            k.put(choice, shown=role is not None, off=not names, **offered)

    def _show_words(self) -> None:
        model, check = self.model, self.model.check
        if check is None:
            for words in (self.statement, self.verdict, self.reason, self.hint):
                words.value = ""
            return
        statement, *verdict = say.check_words(model.dag, check, revealed=self.revealed)
        title = f"<b>{escaped(say.TITLES[check.lemma])}.</b>"
        self.statement.value = f'<div class="mw-lemma">{title} {escaped(statement)}</div>'
        said = [k.typeset(escaped(each)) for each in verdict]
        if said:  # the verdict, then both sides, and what it cost
            said = [
                f'<div class="mw-sentence" role="status" aria-live="polite"><div>{said[2]}</div>',
                *(f'<div class="mw-said">{each}</div>' for each in said[:2]),
                f"{folded('What it costs', said[3])}</div>",
            ]
        self.verdict.value = "".join(said)
        told = self.revealed and model.lattice is not None
        text = pictures.subset_reason(model.dag, check, self.subset) if told else ""
        self.reason.value = f"<div>{escaped(text)}</div>"
        click = say.click_words(model.lemma, model.active, with_sets=model.lattice is not None)
        self.hint.value = f'<div class="mw-place">{escaped(click)}</div>'
