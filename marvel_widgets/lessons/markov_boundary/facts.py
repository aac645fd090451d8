"""Facts on Markov boundaries: which variable is in one and why, and the tests of grow-shrink."""

from marvel_widgets.assessment.facts import Case, Facts
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.graphs.witness import Path
from marvel_widgets.lessons.markov_boundary.reading import Role
from marvel_widgets.lessons.separation.by_arrows import in_order, kindred, members_of
from marvel_widgets.lessons.separation.facts import Labels, Separates, is_described
from marvel_widgets.replay.wording import path_words
from marvel_widgets.text import listed

Asked = tuple[Label, Labels]  # a variable, and what is given


@kind("{y} is a {role} of {x}: both point at {through}.", "{y} is a {role} of {x}.")
def MemberIs(case: Case, x: Label, y: Label, role: Role, through: Labels) -> bool:
    """Why a variable belongs to a boundary; of a co-parent the common children."""
    return (role, through) == role_in(case.graph, x, y)


def _without(x: Label, y: Label, path: Path | None) -> str:
    without = f"Without {y}:"
    if path is None:
        return f"{without} nothing is open, so it would not be needed."
    way, inner = path_words(path), path.names[1:-1]
    if not inner:
        return f"{without} {way} is an edge, and no set separates {x} and {y}."
    opened = f"is a child of {x} and has to be given, which opens {way}."
    return f"{without} {listed(map(str, inner))} {opened}"


@kind(_without)
def Needed(case: Case, x: Label, y: Label, path: Path | None, given: Labels) -> bool:
    """What is open where a member is left out of a boundary: an edge, or a way by a child."""
    if {*given} != members_of(case.graph, x) - {y} or path is None:
        return False
    return path.is_open and is_described(case.graph, path, given)


@kind("{others} {brief:is outside|{others:is|are} not in the boundary}.")
def Outside(case: Case, x: Label, others: Labels, brief: bool = False) -> bool:
    """Variables that are not in a boundary."""
    return all(role_in(case.graph, x, v)[0] == "outside" for v in others)


@kind(
    "Mb({x}) = {{{members:row}}}: neighbors {neighbors:set} and co-parents {co_parents:set}.",
    "Mb({x}) = {{}}: {x} has no neighbor, so no co-parent either.",
)
def BoundaryIs(
    case: Case, x: Label, members: Labels, neighbors: Labels, co_parents: Labels
) -> bool:
    """The boundary of a variable, in its two parts."""
    near, far = (kindred(case.graph, x, kin) for kin in ("neighbor", "co-parent"))
    return near == {*neighbors} and far == {*co_parents} and {*members} == near | far


@kind(
    "{adjacent:An edge joins {x} and {y}. They also share {through}, but a co-parent is no "
    "neighbor|No edge joins {x} and {y}, and both point at {through}}.",
    "{adjacent:An edge joins {x} and {y}|{y} shares no edge and no child with {x}}.",
)
def Shares(case: Case, x: Label, y: Label, adjacent: bool, through: Labels) -> bool:
    """Whether an edge or common children join two variables."""
    joined = any({*edge} == {x, y} for edge in case.graph.edges)
    return (joined, through) == (adjacent, common(case.graph, x, y))


# -- grow-shrink -----------------------------------------------------------------------------------


@kind("{y} {comes:comes in once a test says dependent|does not come in}: {tests}")
def ComesIn(case: Case, x: Label, y: Label, comes: bool, tests: Facts) -> bool:
    """Whether grow-shrink adds a variable to the set of x, with all its tests of it."""
    asked, grown = growing(case.graph, x)
    mine = [given for name, given in asked if name == y]
    told = [test.given for test in tests if isinstance(test, Separates)]
    return all(test.holds(case) for test in tests) and told == mine and (y in grown) == comes


@kind("In shrinking: {test}", "{y} never came in, so it is not thrown out.")
def InShrinking(case: Case, x: Label, y: Label, test: Separates | None) -> bool:
    """The test by which grow-shrink keeps or removes a variable; none where it never came in."""
    asked = dict(shrinking(case.graph, x))
    if test is None or y not in asked:
        return test is None and y not in asked
    return test.given == asked[y] and test.holds(case)


# -- by the definition -----------------------------------------------------------------------------


def role_in(dag: Dag, x: Label, y: Label) -> tuple[str, Labels]:
    """Return the role of a variable in the boundary of another, and the common children."""
    if (y, x) in dag.edges:
        return "parent", ()
    if (x, y) in dag.edges:
        return "child", ()
    shared = () if x == y else common(dag, x, y)
    return ("co-parent" if shared else "outside"), shared


def common(dag: Dag, x: Label, y: Label) -> Labels:
    """Return the common children of two variables."""
    return tuple(v for v in dag.nodes if {(x, v), (y, v)} <= {*dag.edges})


def growing(dag: Dag, x: Label) -> tuple[list[Asked], list[Label]]:
    """Return what grow-shrink asks while the set of x grows, and the set."""
    asked: list[Asked] = []
    found: list[Label] = []
    since, at = 0, -1  # tests in a row that add nothing, and the place in the round
    others = [v for v in dag.nodes if v != x]
    while since < len(others) - len(found):
        at = (at + 1) % len(others)
        y = others[at]
        if y in found:
            continue
        asked.append((y, in_order(dag, found)))
        since += 1
        if not d_separated(dag, x, y, found):
            found.append(y)
            since = 0
    return asked, found


def shrinking(dag: Dag, x: Label) -> list[Asked]:
    """Return what grow-shrink asks while the set of x shrinks."""
    asked: list[Asked] = []
    left = in_order(dag, growing(dag, x)[1])
    for y in left:
        rest = tuple(v for v in left if v != y)
        asked.append((y, rest))
        left = rest if d_separated(dag, x, y, rest) else left
    return asked
