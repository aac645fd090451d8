"""The state of a LemmaBench: a graph, a lemma, its roles, and the set in focus."""

from collections.abc import Sequence
from typing import Any

import traitlets

from marvel_widgets.core.graphs.errors import GraphError, Label
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.lessons.lemmas.beginnings import telling_roles
from marvel_widgets.lessons.lemmas.pictures import MOST_DRAWN
from marvel_widgets.lessons.lemmas.words import TITLES
from marvel_widgets.pictures.stage import stage_of
from marvel_widgets.theory import lemma_checks as checks
from marvel_widgets.theory.subset_lattice import Lattice
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.editor.app_state import OnGraph


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
        self.variables = (
            checks.completed_roles(dag, self.lemma, wanted)
            if wanted
            else telling_roles(dag, self.lemma)
        )
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
