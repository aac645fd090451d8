"""The roles of a lemma: which variables can play each, and why others can't."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, get_args

from marvel_widgets.core.boundary.removability import condition_one_holds, is_removable
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import GraphError, Label
from marvel_widgets.core.graphs.shortening import shown

Lemma = Literal[
    "neighbor", "v-structures", "condition-1", "condition-2", "boundary-size", "boundary-update"
]
LEMMAS: Final[tuple[Lemma, ...]] = get_args(Lemma)

# Where each stands in the paper.
PLACES: Final[Mapping[Lemma, str]] = MappingProxyType(
    {
        "neighbor": "Section 3.2",
        "v-structures": "Section 3.2",
        "condition-1": "Section 3.2",
        "condition-2": "Section 3.2",
        "boundary-size": "Section 3.3",
        "boundary-update": "Section 3.3.1",
    }
)
ROLES: Final[Mapping[Lemma, tuple[str, ...]]] = MappingProxyType(
    {
        "neighbor": ("X", "Y"),
        "v-structures": ("X", "T", "Y"),
        "condition-1": ("X", "Z", "W"),
        "condition-2": ("X", "T", "Y", "Z"),
        "boundary-size": ("X",),
        "boundary-update": ("X", "Y", "Z"),
    }
)
# A lattice of 2^13 sets is drawn folded; more helps nobody.
LARGEST_BOUNDARY: Final = 14


def checked_lemma(lemma: str) -> Lemma:
    """Return the name of a lemma."""
    for known in LEMMAS:
        if lemma == known:
            return known
    msg = f"there is no lemma {shown(lemma)}; choose one of {', '.join(LEMMAS)}"
    raise ValueError(msg)


def role_choices(dag: Dag, lemma: str, chosen: Sequence[Label] = ()) -> tuple[Label, ...]:
    """Return the variables that can play the next role, once the earlier ones are cast."""
    name = checked_lemma(lemma)
    check_roles(dag, name, chosen)
    if len(chosen) >= len(ROLES[name]):
        return ()
    if not chosen:
        return tuple(x for x in dag if not why_not_first(dag, name, x))
    places = [dag.position(v) for v in chosen]
    return tuple(dag.nodes[i] for i in members(_mask(dag, name, places)))


def check_roles(dag: Dag, lemma: str, variables: Sequence[Label]) -> tuple[int, ...]:
    """Return the variables in the roles of a lemma by number, some or all of the roles."""
    name = checked_lemma(lemma)
    roles = ROLES[name]
    if len(variables) > len(roles):
        msg = (
            f"the lemma {shown(name)} has the roles {', '.join(roles)}: "
            f"{len(roles)}, not {len(variables)}"
        )
        raise ValueError(msg)
    places = tuple(dag.position(v) for v in variables)
    for at, place in enumerate(places):
        reason = (
            why_not_first(dag, name, variables[0])
            if at == 0
            else _why_not(dag, name, places[:at], place)
        )
        if reason:
            raise GraphError(reason)
    return places


def completed_roles(dag: Dag, lemma: str, wanted: Sequence[Label] = ()) -> tuple[Label, ...]:
    """Return a casting of a lemma: those wanted if they fit, the first possible for the rest."""
    name = checked_lemma(lemma)
    chosen: tuple[Label, ...] = ()
    for at in range(len(ROLES[name])):
        options = role_choices(dag, name, chosen)
        if not options:
            return chosen[:1]
        fits = at < len(wanted) and wanted[at] in options
        chosen += (wanted[at] if fits else options[0],)
    return chosen


def why_not_first(dag: Dag, lemma: Lemma, x: Label) -> str:
    """Return why a variable can't be the X of a lemma, or an empty text."""
    i = dag.position(x)
    boundary, neighbor_mask = dag.boundary_masks[i], dag.adjacency_masks[i]
    if boundary.bit_count() > LARGEST_BOUNDARY and lemma != "boundary-size":
        return (
            f"the Markov boundary of {x} has {boundary.bit_count()} variables; every subset is "
            f"looked at here, so at most {LARGEST_BOUNDARY} are allowed"
        )
    if lemma == "neighbor" and not boundary:
        return f"the Markov boundary of {x} is empty; there is nothing to tell apart"
    if lemma == "v-structures" and not boundary & ~neighbor_mask:
        return f"{x} has no co-parent; the lemma needs one"
    if lemma == "condition-2" and not condition_one_holds(dag, i):
        return f"Condition 1 fails for {x}: {_gap(dag, i)}; the lemma needs Condition 1"
    if lemma == "boundary-update":
        if not is_removable(dag, x):
            return f"{x} is not removable; the update of the boundaries needs an X that is"
        if neighbor_mask.bit_count() < 2:
            return f"{x} has fewer than two neighbors, so its removal parts no pair of them"
    return ""


def _gap(dag: Dag, x: int) -> str:
    neighbor_masks = dag.adjacency_masks
    z = next(
        z for z in members(dag.child_masks[x]) if neighbor_masks[x] & ~neighbor_masks[z] & ~(1 << z)
    )
    w = next(members(neighbor_masks[x] & ~neighbor_masks[z] & ~(1 << z)))
    return f"its child {dag.nodes[z]} and its neighbor {dag.nodes[w]} are not adjacent"


def _why_not(dag: Dag, lemma: Lemma, earlier: tuple[int, ...], v: int) -> str:
    """Return why a variable can't play the role after `earlier`, or an empty text."""
    allowed = _mask(dag, lemma, earlier)
    if allowed >> v & 1:
        return ""
    name, x = dag.nodes[v], dag.nodes[earlier[0]]
    if v in earlier:
        return f"{name} has a role already; each role needs a variable of its own"
    some = "{" + ", ".join(str(dag.nodes[i]) for i in members(allowed)) + "}"
    if lemma == "neighbor":
        return (
            f"{name} is not in the Markov boundary of {x}, {some}; the lemma speaks of its members"
        )
    role = ROLES[lemma][len(earlier)]
    if role == "T":
        return f"{name} is not a co-parent of {x}; T can be one of {some}"
    if lemma == "condition-2" and role == "Y":
        t = dag.nodes[earlier[1]]
        return f"{name} is not a common child of {x} and {t}; Y can be one of {some}"
    return f"{name} is not a neighbor of {x}; {role} can be one of {some}"


def _mask(dag: Dag, lemma: Lemma, earlier: Sequence[int]) -> int:
    """Return the variables that can play the role after the earlier ones."""
    x = earlier[0]
    taken = sum(1 << v for v in earlier)
    neighbor_mask, boundary = dag.adjacency_masks[x], dag.boundary_masks[x]
    choose: dict[str, Callable[[], int]] = {
        "neighbor": lambda: boundary,
        "v-structures": lambda: boundary & ~neighbor_mask if len(earlier) == 1 else neighbor_mask,
        "condition-1": lambda: neighbor_mask,
        "condition-2": lambda: _condition_two_mask(dag, earlier),
        "boundary-update": lambda: neighbor_mask,
    }
    return choose[lemma]() & ~taken


def _condition_two_mask(dag: Dag, earlier: Sequence[int]) -> int:
    x = earlier[0]
    neighbor_mask = dag.adjacency_masks[x]
    if len(earlier) == 1:
        return dag.boundary_masks[x] & ~neighbor_mask
    if len(earlier) == 2:
        return dag.child_masks[x] & dag.child_masks[earlier[1]]
    return neighbor_mask
