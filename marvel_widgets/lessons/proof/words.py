"""The proof of Theorem 1 in sentences, one for each step of both sides, in the learner's names.

The letters P, P', P'', G, H and S are the paper's: G is the whole graph, H the graph without
X, S the conditioning set.
"""

from typing import Literal

from marvel_widgets.core.graphs.construction import Edge
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.witness import Path, PathVertex
from marvel_widgets.replay.wording import braces, path_words, vertex_reason
from marvel_widgets.text import listed
from marvel_widgets.theory import removability_proof as proof

PAPERS_RULE = (
    "We judge paths by the rule of the paper's proof: a collider is open when it or a descendant "
    "of it is given or is an end of the path."
)
SAME_VERDICTS = "The textbook's rule, which leaves the ends out, says the same of this path."


# what happens, why, and what can be left for later; in the order in which they are told
Rank = Literal["said", "why", "more"]
Sentences = list[tuple[Rank, str]]


def ranked(sentences: Sentences, rank: Rank) -> str:
    return " ".join(text for each, text in sentences if each == rank)


def vertex_words(vertex: PathVertex, path: Path) -> str:
    """Return in a few words why a vertex is open or blocks, by the paper's rule."""
    name, by = vertex.name, vertex.opened_by
    if vertex.role == "collider" and not vertex.is_open:
        return f"collider {name} is not given and no end, nor is a descendant of it"
    if vertex.role == "collider" and by in (path.names[0], path.names[-1]):
        if by == name:
            return f"collider {name} is an end of the path as well"
        return f"collider {name} leads down to {by}, an end of the path"
    return vertex_reason(vertex)


def verdict_words(path: Path, where: str, blocker: Label | None = None) -> str:
    """Return whether a path is open, and the reason.

    The path is judged by the paper's rule; `where` is ``"G"`` or ``"H"``; `blocker` is the blocking
    vertex to name, by default the first.
    """
    if path.is_open:
        inner = path.vertices[1:-1]
        if not inner:
            return f"It is open in {where}: one edge, nothing between."
        return f"It is open in {where}: {'; '.join(vertex_words(v, path) for v in inner)}."
    closed = [v for v in path.vertices if not v.is_open]
    named = next((v for v in closed if v.name == blocker), closed[0])
    return f"{named.name} blocks it in {where}: {vertex_words(named, path)}."


def rule_words(stage: proof.ProofStage) -> str:
    """Return where the paper's rule and the textbook's differ on the path of a stage."""
    differ = list({vertex.name: vertex for vertex in stage.rules_differ}.values())
    if not differ:
        return SAME_VERDICTS
    names = listed(str(v.name) for v in differ)
    below = listed(dict.fromkeys(str(v.opened_by) for v in differ))
    noun, it = ("colliders", "them") if len(differ) > 1 else ("collider", "it")
    verdict = ", and calls the path blocked" if stage.path.is_open else ""
    return (
        f"The textbook's rule differs here: it leaves the ends out, so it closes the {noun} "
        f"{names}, with the end {below} at or below {it}{verdict}. Whether S separates the ends "
        "never differs."
    )


def side_words(x: Label, *, removable: bool) -> str:
    """Return which side of the theorem a variable lets us walk."""
    if removable:
        return f"Both conditions hold for {x}: we walk the if side of Theorem 1, for one path P."
    return f"{x} is not removable: a condition fails, and we walk the only-if side of Theorem 1."


def no_path_words(x: Label, y: Label, z: Label) -> str:
    """Return that there is nothing to walk between two ends."""
    return f"No path between {y} and {z} goes through {x}. Choose other ends, or another variable."


# -- the if side ---------------------------------------------------------------------------


def stage_title(walk: proof.PathWalk, stage: proof.ProofStage) -> str:
    """Return the name of a step, and the case of the proof."""
    return f"{stage_name(stage)}, case ({walk.case})"


def stage_name(stage: proof.ProofStage) -> str:
    names = {"cut": "P' cut short", "skipped_again": "P''", "conclusion": "Conclusion"}
    name = "P'" if stage.kind in ("replaced", "skipped") else names.get(stage.kind, "P")
    return f"{name} in {'H' if stage.in_smaller else 'G'}"


def stage_words(dag: Dag, walk: proof.PathWalk, stage: proof.ProofStage) -> str:
    return " ".join(text for _, text in stage_sentences(dag, walk, stage))


def stage_sentences(dag: Dag, walk: proof.PathWalk, stage: proof.ProofStage) -> Sentences:
    """Return the sentences of a step of the if side, each with its rank."""
    return {
        "start": _start,
        "opener": _opener,
        "replaced": _replaced,
        "cut": _cut,
        "skipped": _skipped,
        "skipped_again": _skipped_again,
        "conclusion": _conclusion,
    }[stage.kind](dag, walk, stage)


def _as(letter: str, name: Label | None) -> str:
    """Return "W = B", or "W" for a variable that is called so already."""
    return letter if letter == str(name) else f"{letter} = {name}"


def _arrow(edge: Edge) -> str:
    return f"{edge[0]} → {edge[1]}"


def _start(dag: Dag, walk: proof.PathWalk, stage: proof.ProofStage) -> Sentences:
    x = walk.variable
    if walk.case == "a":
        case = f"Both neighbors of {x} on P, {walk.before} and {walk.after}, are parents of {x}"
        case += f": {x} is a collider of P. This is case (a)."
    else:
        case = (
            f"A neighbor of {x} on P is a child of {x}: {x} is no collider of P. This is case (b). "
            f"The later of the two in the causal order is {_as('P_r', walk.later)}, "
            f"the other is {_as('P_l', walk.earlier)}."
        )
    path = f"P = {path_words(stage.path)}, with S = {braces(dag, walk.given)}."
    return [("said", path), ("why", verdict_words(stage.path, "G", stage.blocker)), ("more", case)]


def _opener(dag: Dag, walk: proof.PathWalk, stage: proof.ProofStage) -> Sentences:  # noqa: ARG001
    x, w, t = walk.variable, stage.replacement, stage.way_down[-1]
    way = " → ".join(map(str, stage.way_down))
    if stage.blocker is not None:
        goal = f"The proof has to show that no descendant T of {x} is in S or an end of P."
        down = f"The way down to T begins with a child W of {x}; we look at {_as('W', w)}."
        return [("said", f"{x} alone blocks P."), ("why", goal), ("more", down)]
    what = "is in S" if t in walk.given else "is an end of P"
    return [
        ("said", f"{x} is an open collider: its descendant {_as('T', t)} {what}."),
        ("why", f"The way down is {way}. The first child on it is {_as('W', w)}."),
    ]


def _replaced(dag: Dag, walk: proof.PathWalk, stage: proof.ProofStage) -> Sentences:  # noqa: ARG001
    x, w = walk.variable, stage.replacement
    one, other = (_arrow(edge) for edge in stage.new_edges)
    twice = stage.path.names.count(w) > 1
    walked = f" It visits {w} twice, so it is not yet a path." if twice else ""
    why = f"{walk.before} and {walk.after} are neighbors of {x}, so Condition 1 at {w} gives "
    return [
        ("said", f"P': {w} takes the place of {x}."),
        ("why", f"{why}{one} and {other}."),
        *_in_h("P'", stage, walked),
    ]


def _cut(dag: Dag, walk: proof.PathWalk, stage: proof.ProofStage) -> Sentences:  # noqa: ARG001
    w = stage.replacement
    return [
        ("said", f"P' visits {w} twice, which the printed proof overlooks."),
        ("why", f"We take the short cut through {w}: {path_words(stage.path)}."),
        ("why", verdict_words(stage.path, "H", stage.blocker)),
    ]


def _skipped(dag: Dag, walk: proof.PathWalk, stage: proof.ProofStage) -> Sentences:  # noqa: ARG001
    x, early, late = walk.variable, walk.earlier, walk.later
    why = f"Both {early} and {late} are neighbors of {x}, so Condition 1 at {late} joins them: "
    found: Sentences = [
        ("said", f"P': we leave {x} out."),
        ("why", f"{why}{_arrow(stage.new_edges[0])}."),
        *_in_h("P'", stage),
    ]
    if stage.blocker is not None and len(walk.stages) > 3:
        but = f"But {early} is a collider of P, and there the same set opens it."
        found.append(("more", f"{but} So one more step is needed."))
    elif stage.blocker is not None:
        found.append(_on_p("P'"))
    return found


def _skipped_again(dag: Dag, walk: proof.PathWalk, stage: proof.ProofStage) -> Sentences:  # noqa: ARG001
    x, early, late = walk.variable, walk.earlier, walk.later
    beyond = stage.new_edges[0][0]
    why = f"{beyond} is a parent of {early}, and {early} is a child of {x} and a parent of {late}"
    found: Sentences = [
        ("said", f"P'': we leave {early} out too."),
        ("why", f"{why}, so Condition 2 at {late} gives {_arrow(stage.new_edges[0])}."),
        *_in_h("P''", stage),
    ]
    if stage.blocker is not None:
        found.append(_on_p("P''"))
    return found


def _in_h(name: str, stage: proof.ProofStage, also: str = "") -> Sentences:
    """Return what a path without X is, and whether it is open in H."""
    return [
        ("more", f"{name} = {path_words(stage.path)}.{also}"),
        ("said", verdict_words(stage.path, "H", stage.blocker)),
    ]


def _on_p(name: str) -> tuple[Rank, str]:
    return "more", f"It does on P what it does on {name}, so it blocks P in G."


def _conclusion(dag: Dag, walk: proof.PathWalk, stage: proof.ProofStage) -> Sentences:
    x, (y, z), chosen = walk.variable, walk.ends, braces(dag, walk.given)
    if walk.outcome == "open":
        both = f"P is open in G, and {path_words(stage.path)} is open in H, without {x}."
        turned = "Turned round: a set that separates them in H leaves no such P open in G."
        so = f"So S = {chosen} separates {y} and {z} neither in G nor in H."
        return [("said", both), ("why", so), ("more", turned)]
    if walk.case == "b":
        return [("said", f"{stage.blocker} blocks P in G, as it blocks the path without {x} in H.")]
    if stage.blocker != x:
        blocks = f"{stage.blocker}, and not {x}, blocks P in G."
        return [("said", blocks), ("why", "Nothing has to be built.")]
    if not dag.children(x):
        alone = f"{x} has no children, is not given and is no end of P: it blocks P in G."
        return [("said", alone)]
    none = f"W could be any child of {x}: no descendant of {x} is in S = {chosen} or an end of P."
    return [("why", none), ("said", f"So {x} blocks P in G.")]


# -- the only-if side ----------------------------------------------------------------------


def loss_title(stage: proof.LossStage) -> str:
    """Return the name of a step of the only-if side."""
    return {
        "gap": "A condition fails",
        "joined": "In G, an open path",
        "separated": "In H, a separating set",
        "conclusion": "Conclusion",
    }[stage.kind]


def loss_words(dag: Dag, found: proof.MissingSeparator, stage: proof.LossStage) -> str:
    """Return the sentences of a step of the only-if side."""
    return " ".join(text for _, text in loss_sentences(dag, found, stage))


def loss_sentences(dag: Dag, found: proof.MissingSeparator, stage: proof.LossStage) -> Sentences:
    """Return the sentences of a step of the only-if side, each with its rank."""
    a, b = found.pair
    x = found.variable
    if stage.kind == "gap":
        return _gap(found)
    if stage.kind == "joined":
        return _joined(found, stage)
    chosen = braces(dag, stage.given)
    if stage.kind == "separated":
        apart = f"In H, the graph without {x}, no edge joins {a} and {b}, and {a} is no descendant "
        so = f"So S = {chosen}, the parents of {b} in H, separates {a} and {b} there."
        return [("why", f"{apart}of {b}."), ("said", so)]
    were = "Were it removable, S would separate them in G as well; so the missing edge would have"
    assert stage.path is not None  # this kind has one
    still_open = f"In G, the graph with {x}, {path_words(stage.path)} is open:"
    return [
        ("said", f"S = {chosen} separates {a} and {b} in H, and does not in G."),
        ("why", f"{still_open} {x} is not removable."),
        ("more", f"{were} to be there."),
    ]


def gap_line(found: proof.MissingSeparator) -> str:
    (a, b), v = found.pair, found.violation
    line = "–" if v.either_direction else "→"
    return f"Condition {v.condition} at {v.child}: {a} {line} {b} is missing"


def _gap(found: proof.MissingSeparator) -> Sentences:
    (a, b), v, x = found.pair, found.violation, found.variable
    other = b if v.child == a else a
    why = f"{other} is a neighbor of {x}, and no edge joins {other} and {v.child}."
    if v.condition == 2:
        why = f"{a} is a parent of {v.through}, and {v.through} is a child of {x} and a parent of "
        why += f"{v.child}, but {a} → {b} is missing."
    return [("said", f"Condition {v.condition} fails at the child {v.child} of {x}."), ("why", why)]


def _joined(found: proof.MissingSeparator, stage: proof.LossStage) -> Sentences:
    (a, b), y, x = found.pair, found.violation.through, found.variable
    assert stage.path is not None  # this kind has one
    path = path_words(stage.path)
    end = f"So no set of variables of H separates {a} and {b} in G."
    if y is None or x not in stage.path.names:
        why = f"Only {x} could block it, and H has no {x}. {end}"
        if y is not None:
            why = f"A set blocks it only with {y} in it."
        return [("said", f"{path} is a path of G."), ("why", why)]
    return [
        ("said", f"With {y} in the set, {path} is open at its collider {y};"),
        ("why", f"only {x} could block it, and H has no {x}. {end}"),
    ]
