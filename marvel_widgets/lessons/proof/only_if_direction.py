"""The only-if side of the proof of Theorem 1 in sentences, one for each of its steps."""

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.proof.words import Sentences
from marvel_widgets.replay.wording import braces, path_words
from marvel_widgets.theory.only_if_direction import LossStage, MissingSeparator


def loss_title(stage: LossStage) -> str:
    """Return the name of a step of the only-if side."""
    return {
        "gap": "A condition fails",
        "joined": "In G, an open path",
        "separated": "In H, a separating set",
        "conclusion": "Conclusion",
    }[stage.kind]


def loss_words(dag: Dag, found: MissingSeparator, stage: LossStage) -> str:
    """Return the sentences of a step of the only-if side."""
    return " ".join(text for _, text in loss_sentences(dag, found, stage))


def loss_sentences(dag: Dag, found: MissingSeparator, stage: LossStage) -> Sentences:
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
        so = f"So the parents of {b} in H separate them: S = {chosen}."
        return [("why", f"{apart}of {b}."), ("said", so)]
    were = "Were it removable, S would separate them in G as well; so the missing edge would have"
    return [
        ("said", f"{a} and {b} given S = {chosen}: not separated in G, separated in H."),
        ("why", f"Removing {x} changes this d-separation, so {x} is not removable."),
        ("more", f"{were} to be there."),
    ]


def gap_line(found: MissingSeparator) -> str:
    """Return a failing condition in one line of a list."""
    (a, b), v = found.pair, found.violation
    line = "–" if v.either_direction else "→"
    return f"Condition {v.condition} at {v.child}: {a} {line} {b} is missing"


def _gap(found: MissingSeparator) -> Sentences:
    (a, b), v, x = found.pair, found.violation, found.variable
    if v.condition == 1:
        other = b if v.child == a else a
        why = f"{other} is a neighbor of {x}, and no edge joins {other} and {v.child}."
    else:
        why = (
            f"{a} is a parent of {v.through}, and {v.through} is a child of {x} and a parent of "
            f"{v.child}, but {a} → {b} is missing."
        )
    return [("said", f"Condition {v.condition} fails at the child {v.child} of {x}:"), ("why", why)]


def _joined(found: MissingSeparator, stage: LossStage) -> Sentences:
    (a, b), y, x = found.pair, found.violation.through, found.variable
    assert stage.path is not None  # this kind has one
    path = path_words(stage.path)
    end = f"So no set of variables of H separates {a} and {b} in G."
    if y is None:
        why = f"Only {x} could block it, and H has no {x}."
        return [("said", f"{path} is a path of G."), ("why", f"{why} {end}")]
    if x not in stage.path.names:
        return [
            ("said", f"{path} is a path of G."),
            ("why", f"A set blocks it only with {y} in it."),
        ]
    return [
        ("said", f"With {y} in the set, {path} is open at its collider {y};"),
        ("why", f"only {x} could block it, and H has no {x}. {end}"),
    ]
