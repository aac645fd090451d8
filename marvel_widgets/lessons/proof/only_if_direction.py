"""The only-if side of the proof of Theorem 1 in sentences, one for each of its steps."""

from marvel_widgets.core.graphs.dag import Dag
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
    a, b = found.pair
    x = found.variable
    if stage.kind == "gap":
        return _gap(found)
    if stage.kind == "joined":
        return _joined(found, stage)
    chosen = braces(dag, stage.given)
    if stage.kind == "separated":
        return (
            f"In H, the graph without {x}, no edge joins {a} and {b}, and {a} is no descendant of "
            f"{b}. So the parents of {b} in H separate them: S = {chosen}."
        )
    return (
        f"{a} and {b} given S = {chosen}: not separated in G, separated in H. Removing {x} changes "
        f"this d-separation, so {x} is not removable. Were it removable, S would separate them in "
        "G as well; so the missing edge would have to be there."
    )


def gap_line(found: MissingSeparator) -> str:
    """Return a failing condition in one line of a list."""
    (a, b), v = found.pair, found.violation
    line = "–" if v.either_direction else "→"
    return f"Condition {v.condition} at {v.child}: {a} {line} {b} is missing"


def _gap(found: MissingSeparator) -> str:
    (a, b), v, x = found.pair, found.violation, found.variable
    if v.condition == 1:
        other = b if v.child == a else a
        return (
            f"Condition 1 fails at the child {v.child} of {x}: {other} is a neighbor of {x}, and "
            f"no edge joins {other} and {v.child}."
        )
    return (
        f"Condition 2 fails at the child {v.child} of {x}: {a} is a parent of {v.through}, and "
        f"{v.through} is a child of {x} and a parent of {v.child}, but {a} → {b} is missing."
    )


def _joined(found: MissingSeparator, stage: LossStage) -> str:
    (a, b), y, x = found.pair, found.violation.through, found.variable
    assert stage.path is not None  # this kind has one
    path = path_words(stage.path)
    end = f"So no set of variables of H separates {a} and {b} in G."
    if y is None:
        return f"{path} is a path of G. Only {x} could block it, and H has no {x}. {end}"
    if x not in stage.path.names:
        return f"{path} is a path of G. A set blocks it only with {y} in it."
    return (
        f"With {y} in the set, {path} is open at its collider {y}; only {x} could block it, and H "
        f"has no {x}. {end}"
    )
