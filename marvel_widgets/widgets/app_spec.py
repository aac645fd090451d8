"""An app in one value, beside its widget: whatever lists apps reads it, and no user interface.

The value is in the ``__init__`` of the app's folder. Shell, token, docs/apps.md, site
and the tests of all apps take from it what they need.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from marvel_widgets.pictures.palette import EdgeState, NodeState
    from marvel_widgets.widgets.kit.collapsible import Place

# What a picture, a sentence or a number can be about.
Topic = Literal[
    "separation",  # whether variables are separated, by which sets, over which paths
    "boundary",  # which variables are in a Markov boundary, and as what
    "removability",  # conditions, missing edges, what removal changes, which may leave
    "directions",  # which edges get a direction: the essential graph, Meek's rules
    "run",  # what an algorithm asks, decides and learns next
    "counts",  # how many CI tests a run makes
    "graph",  # a graph that is hidden
    "truth",  # which answers of the data are wrong
    "counterexample",  # the smallest graph that breaks a claim
    "solution",  # of an exercise
]
Tone = Literal["", "right", "wrong"]
# The marks of a path that is open or blocked.
PATH_MARKS: frozenset[NodeState | EdgeState] = frozenset(
    {"path", "blocked_path", "on_path", "blocking", "blocking_given", "opened"}
)

# Where parts with these names are, in each app that has them.
USUAL: Mapping[str, Place] = {
    "graph": "head",
    "said": "said",
    "pictures": "picture",
    "predict": "foot",
}


def unanswered(app: Any) -> bool:
    """Return whether the prediction that an app asks for is still to be made, or is not judged."""
    return not app.predictions.revealed


@dataclass(frozen=True, kw_only=True)
class Secret:
    """What one question of an app asks for: not on the page, nor sent to it, while it is open.

    `topics` are all that would give the answer away: whatever is about one of them is not shown.
    `marks` are the states in which no vertex and no edge is drawn; with `pairs`, not even a hidden
    edge joins a pair that the answer is about. `is_open` is a function of the app.
    """

    name: str
    question: str
    topics: Set[Topic]
    marks: Set[NodeState | EdgeState] = frozenset()
    pairs: bool = False
    is_open: Callable[[Any], bool] = unanswered
    predicted: bool = True  # the answer is a prediction, which the kit asks for and keeps


@dataclass(frozen=True, kw_only=True)
class Scene:
    """A characteristic moment of an app: its arguments, what is done then, and which lines it says.

    The picture is the app's `svg`, the words are those lines of its `text` that begin so; a bar
    parts what different choices say. With none it is the sentence over the picture. An app that
    steps a run says all that it shows. `choices` are what a learner may do instead, each under its
    name: the site has the app after each, and where the name is that of a vertex, a tap on it
    chooses.
    """

    begin: Callable[[], Mapping[str, Any]]
    act: Callable[[Any], object] = lambda _: None
    asked: str = ""
    says: tuple[str, ...] = ()
    tone: Tone | Callable[[Any], Tone] = ""
    choices: Callable[[Any], Mapping[str, Callable[[], object]]] = lambda _app: {}


def each_vertex(
    choose: Callable[[Any, str], object], *but: str
) -> Callable[[Any], dict[str, Callable[[], object]]]:
    """Return the choices of an app in which any vertex may be chosen, but for some."""
    return lambda app: {
        str(v): partial(choose, app, v) for v in app.model.graph.dag.nodes if v not in but
    }


@dataclass(frozen=True, kw_only=True)
class AppSpec:
    """An app: what it is called, asks, keeps, shows first, and how it looks at its best.

    `example` are the arguments of the cell that opens it best, as code. `steps` are sentences; a
    name in bold is that of a control. `acts` is what a learner does most, as [how, what]: a button
    by its words, a vertex, a cell of a grid, the next option of a menu, a key on a slider. `state`
    says what a state token is of: its fields in braces, and what is said where one is empty.
    """

    name: str
    kind: str  # in tokens
    place: int  # in lists of the apps
    does: str  # after "the learner"
    below: str  # the functions below it
    steps: tuple[str, str, str]
    label: str  # said by a screen reader on entering
    scene: Scene
    further: tuple[Scene, ...] = ()  # more of its films on its page
    title: str = ""  # in the bar
    places: Mapping[str, Place] = field(default_factory=dict)  # of parts; "words" if not said
    folds: Mapping[str, str] = field(default_factory=dict)  # the title of a part that is folded
    within: Mapping[str, str] = field(default_factory=dict)  # of a part, what hides and locks it
    names_graph: bool = False  # whether the bar tells the graph; it may be a secret
    predicts: bool = True  # whether it takes `predict`
    tells: bool = False  # whether that may be "telling"
    graph: Literal["shared", "begins", ""] = "shared"  # its first argument; "begins": a copy
    example: str = ""
    acts: tuple[tuple[str, Any], ...] = ()
    state: tuple[str, str] = ("", "")
    secrets: tuple[Secret, ...] = ()

    def secret(self, name: str) -> Secret:
        """Return one of the secrets by its name."""
        return next(secret for secret in self.secrets if secret.name == name)

    @property
    def hides_graph(self) -> bool:
        """Whether the graph of a state is what is asked for."""
        return any("graph" in secret.topics for secret in self.secrets) and self.graph == "begins"


@cache
def every_app() -> Mapping[str, AppSpec]:
    """Return the apps by their names, in the order in which they are listed."""
    package = import_module("marvel_widgets.widgets")
    folders = [each.name for each in iter_modules(package.__path__) if each.ispkg]
    modules = (import_module(f"{package.__name__}.{name}") for name in folders)
    specs = [each for module in modules for each in vars(module).values()
             if isinstance(each, AppSpec)]  # fmt: skip
    return {spec.name: spec for spec in sorted(specs, key=lambda spec: spec.place)}
