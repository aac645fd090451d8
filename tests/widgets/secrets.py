"""What a learner is asked in each app, worked out from the core library alone."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import comb

from marvel_widgets import Dag, d_separated, essential_graph, is_removable, marvel, record
from marvel_widgets.core.graphs.equivalence import meek_steps
from marvel_widgets.core.graphs.witness import all_paths
from marvel_widgets.experiments.metrics import skeleton_scores
from marvel_widgets.theory.bounds import upper_bound
from marvel_widgets.widgets import (
    AdversaryDuel,
    BoundAnatomy,
    BoundaryLab,
    Breaker,
    DSeparationLab,
    FiniteSampleLab,
    LemmaBench,
    LiveBoard,
    OrientationLab,
    ProofWalk,
    RemovabilityLab,
)

GRAPH = Dag("{A B C D E}; A -> C <- B; C -> D; A -> E")
TRAP = "X -> Y <- T; Y -> Z; X -> Z"


def no_pairs(_app):
    return set()


@dataclass(frozen=True)
class Case:
    """A question of an app, and what would give its answer away.

    In which states no vertex or edge may be drawn before, the app says itself: its `Secret`.

    Attributes
    ----------
    make : partial of an app
        Takes a teacher's settings.
    name : str
        The secret's name in the description of the app.
    secrets : function of the app
        Patterns that may be nowhere before the answer.
    reach : function of the app
        Brings it to the question.
    pairs : function of the app
        Pairs, by number, that no live picture may join before, not even by a hidden edge.
    drawn_before : bool
        Whether an earlier answer has drawn what this one may not.
    """

    make: partial
    name: str
    secrets: Callable
    reach: Callable = lambda app: None
    pairs: Callable = no_pairs
    drawn_before: bool = False

    @property
    def secret(self):
        return self.make.func.spec.secret(self.name)


def _arrows(path):
    words = str(path.names[0])
    for name, arrow in zip(path.names[1:], path.arrows, strict=True):
        words += f" {'→' if arrow == '->' else '←'} {name}"
    return words


def separation(app):
    x, y, given = "A", "B", set(app.model.given)
    verdict = "separated" if d_separated(GRAPH, x, y, given=given) else "connected"
    paths = all_paths(GRAPH, x, y, given=given).paths
    found = [f"{re.escape(_arrows(p))}: {'open' if p.is_open else 'blocked'}" for p in paths]
    return [f"{x} and {y} are d-{verdict} given", *found]


def boundary(_app):
    x = "A"
    roles = dict.fromkeys(GRAPH.children(x), "child")
    roles |= dict.fromkeys(GRAPH.parents(x), "parent")
    roles |= dict.fromkeys(GRAPH.co_parents(x), "co-parent")
    inside = [f"{name} is a {role} of {x}" for name, role in roles.items()]
    outside = set(GRAPH.nodes) - {x} - set(GRAPH.markov_boundary(x))
    return [*inside, *(f"{name} is outside" for name in outside), rf"Mb\({x}\) ="]


def discovery(_app):
    x, y, *rest = GRAPH.nodes  # total conditioning begins with the first two
    answer = "Yes" if d_separated(GRAPH, x, y, given=set(rest)) else "No"
    asked = rf"{x} and {y} independent given \{{{', '.join(rest)}\}}\? {answer}"
    return [asked, f"{x} and {y} are (in)?dependent"]


def removability(app):
    x = app.shown.model.x
    verdict = "is" if is_removable(GRAPH, x) else "is not"
    return [f"{x} {verdict} removable", r"Condition \d at \w (fails|holds)", "separated after"]


def missing(app):
    """The edges that Theorem 1 misses at the variable: some neighbor to some child."""
    dag, x = app.shown.model.dag, app.shown.model.x
    pairs = {(z, y) for y in dag.children(x) for z in dag.neighbors(x) if z != y}
    return {
        frozenset(map(dag.position, pair))
        for pair in pairs
        if pair[0] not in dag.neighbors(pair[1])
    }


def neighbor_lemma(app):
    dag, (x, y) = app.model.dag, map(str, app.model.variables[:2])
    verdict = "is a" if y in dag.neighbors(x) else "is not a"
    return [f"Both sides agree: {y} {verdict} neighbor of {x}", "In the graph: ", "✗ does not"]


def smallest(_app):
    # two variables without an edge: the boundary is empty, and the empty set separates them
    return ["smallest counterexample has 2 variables", "No graph with fewer", '"max": 2[,}]']


def next_direction(app):
    dag = app.model.dag
    whole = essential_graph(dag)
    start = type(whole).from_edges(
        whole.nodes,
        directed={(a, c) for a, c, b in whole.v_structures}
        | {(b, c) for a, c, b in whole.v_structures},
        undirected=[
            tuple(pair)
            for pair in whole.skeleton
            if not any(c in pair and pair & {a, b} for a, c, b in whole.v_structures)
        ],
    )
    step = meek_steps(start)[0][0]
    tail, head = dag.nodes[step.tail], dag.nodes[step.head]
    return [f"{step.rule} directs {tail} → {head}", f"{tail} to {head} "]


def share(app):
    counts = record("marvel", app.model.graph.dag).result.counts
    return [
        rf"makes {counts.distinct} distinct CI tests",
        r"your DAG(, distinct after|</th><td></td>)",
    ]


def concession(app):
    return [
        "The hidden graph H may be",
        "Too early",
        "and that is where H differs",
        "The adversary concedes",
    ]


def turned(_app):
    # 8 variables in place of 4, in-degree 2
    return [rf"(?<![\w.]){re.escape(f'{float(upper_bound(8, 2)) + comb(8, 2):g}')}(?!\w)"]


def look_at_my_graph(app):
    app.charts.value = "my DAG"


def blocker(_app):
    return ["It is open in G", "blocks it in G", "collider B is given; fork X is not given"]


def gap(app):
    x = app.model.side.x
    assert not is_removable(app.model.dag, x)
    return [f"{x} is not removable", "Condition 1 fails", "a condition fails"]


def the_end(app):
    runs = app.model.runs
    f1 = skeleton_scores(runs.data.result, essential_graph(runs.dag)).f1
    return [
        "graph differs from the essential graph",
        "ends with the essential graph of the true DAG\\.",
        f"F1 {f1:.2f}",
        "CONSEQUENCE",
    ]


def one_answer(app):
    return ["FIRST WRONG ANSWER", "In the true graph they are d?-?(in)?dep", "First wrong answer,"]


def to_decoy(app):
    app.model.seek(min(app.model.asked))


def to_what_follows(app):
    app.model.end()
    app.predictions.skip()
    app.model.step()


def to_prediction(app):
    for _ in range(9):
        if app.predictions.question is not None:
            return
        app.model.step()


def to_step(app):
    app.shown.model.choose_mode("discover")
    app.shown.model.choose_level("test")
    app.shown.model.step()


def board(_app):
    # T -> Z in the smallest graph on which the printed rule errs: what follows, by batch runs
    before, after = Dag(TRAP), Dag(f"{TRAP}; T -> Z")
    tests = [marvel(dag, boundaries(dag)).counts.after_boundaries for dag in (before, after)]
    freed = [x for x in after.nodes if is_removable(after, x) and not is_removable(before, x)]
    assert freed
    return [
        rf"\b{tests[1]} tests",
        rf"\+{tests[1] - tests[0]}\b",
        f"Now removable: {freed[0]}",
        # alone: the ids of widgets are full of figures
        rf"(?<![\w.]){re.escape(str(float(upper_bound(4, 3))))}(?!\w)",
    ]


def to_pair(app):
    app.shown.model.pick("B")
    app.shown.model.give("D")


def of_the_board(app):
    return [words for words in boundary(app) if "outside" not in words] + [
        "Markov boundary of A(:|</span>)"
    ]


def boundaries(dag):
    return {x: dag.markov_boundary(x) for x in dag.nodes}


def to_edit(app):
    assert app.model.graph.add_edge("T", "Z")


def to_claim(app):
    app.model.ask_cell(0, 0)
    app.model.done(app.model.suggestion())


def then(change):
    def reach(app):
        app.predictions.skip()
        change(app.model)

    return reach


of_samples = partial(FiniteSampleLab, n=20, seed=1)


CASES = {
    "separation": Case(
        partial(DSeparationLab, GRAPH, x="A", y="B", given=["D"]), "separation", separation
    ),
    "boundary": Case(partial(BoundaryLab, GRAPH, x="A"), "boundary", boundary),
    "discovery": Case(
        partial(BoundaryLab, GRAPH, mode="discover", methods=("tc",)),
        "discovery",
        discovery,
        reach=to_step,
    ),
    "not removable": Case(
        partial(RemovabilityLab, GRAPH, x="C"), "removability", removability, pairs=missing
    ),
    "removable": Case(partial(RemovabilityLab, GRAPH, x="E"), "removability", removability),
    "lemma": Case(partial(LemmaBench), "lemma", neighbor_lemma),
    "breaker": Case(partial(Breaker), "counterexample", smallest, reach=lambda app: app.search()),
    "orientation": Case(partial(OrientationLab), "direction", next_direction, reach=to_prediction),
    "bound": Case(partial(BoundAnatomy), "share", share, reach=look_at_my_graph),
    "bound, turned": Case(partial(BoundAnatomy, across="in-degree"), "turn", turned),
    "duel": Case(partial(AdversaryDuel), "concession", concession, reach=to_claim),
    "duel, played": Case(
        partial(AdversaryDuel), "concession", concession, reach=lambda app: app.play("marvel")
    ),
    "proof": Case(partial(ProofWalk, x="X", path="ABXC", given="B"), "blocker", blocker),
    "gap": Case(partial(ProofWalk, "A -> B -> C; D -> C", x="B"), "gap", gap),
    "board": Case(partial(LiveBoard, TRAP), "edit", board, reach=to_edit),
    "board, separate": Case(
        partial(LiveBoard, GRAPH, x="A", lens="separate"), "separation", separation, reach=to_pair
    ),
    "board, boundary": Case(
        partial(LiveBoard, GRAPH, x="A", lens="boundary"),
        "boundary",
        of_the_board,
        drawn_before=True,  # "parent" and "child" are in its menu of graphs
    ),
    "board, discovery": Case(
        partial(LiveBoard, GRAPH, lens="boundary"), "discovery", discovery, reach=to_step
    ),
    "board, leave": Case(
        partial(LiveBoard, GRAPH, x="C", lens="leave"), "removability", removability, pairs=missing
    ),
    # a second question: what was told of the first may stay
    "separation, then another": Case(
        partial(DSeparationLab, GRAPH, x="A", y="B"),
        "separation",
        separation,
        reach=then(lambda model: model.choose_given(["D"])),
        drawn_before=True,
    ),
    "boundary, then another": Case(
        partial(BoundaryLab, GRAPH, x="E"),
        "boundary",
        lambda app: [words for words in boundary(app) if "outside" not in words],
        reach=then(lambda model: model.choose("A")),
        drawn_before=True,
    ),
    "removable, then not": Case(
        partial(RemovabilityLab, GRAPH, x="E"),
        "removability",
        removability,
        reach=then(lambda model: model.choose("C")),
        pairs=missing,
    ),
    "lemma, then another": Case(
        partial(LemmaBench),
        "lemma",
        lambda app: neighbor_lemma(app)[:1],
        reach=then(lambda model: model.set_role(1, "T")),
        drawn_before=True,
    ),
    "bound, then another": Case(
        partial(BoundAnatomy),
        "share",
        lambda app: share(app)[:1],
        reach=then(lambda model: model.graph.load(GRAPH)),
    ),
    "what is lost": Case(of_samples, "lost", the_end, reach=to_what_follows, drawn_before=True),
    "one answer": Case(of_samples, "answer", one_answer, reach=to_decoy),
}
