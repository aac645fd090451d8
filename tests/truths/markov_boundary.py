"""When what is said in the lesson markov_boundary is true."""

from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.markov_boundary.exercises import ComesIn, InShrinking, Outside, Shares
from marvel_widgets.lessons.markov_boundary.view import BoundaryIs, MemberIs, Needed
from marvel_widgets.lessons.separation.by_arrows import in_order
from marvel_widgets.lessons.separation.facts import Labels, Separates
from tests.truths import holds, true_when
from tests.truths.separation import is_described, kindred, members_of

Asked = tuple[Label, Labels]  # a variable, and what is given


@true_when(MemberIs)
def _(case, x, y, role, through):
    return (role, through) == role_in(case.graph, x, y)


@true_when(Needed)
def _(case, x, y, path, given):
    if {*given} != members_of(case.graph, x) - {y} or path is None:
        return False
    return path.is_open and is_described(case.graph, path, given)


@true_when(Outside)
def _(case, x, others, brief):
    return all(role_in(case.graph, x, v)[0] == "outside" for v in others)


@true_when(BoundaryIs)
def _(case, x, members, neighbors, co_parents):
    near, far = (kindred(case.graph, x, kin) for kin in ("neighbor", "co-parent"))
    return near == {*neighbors} and far == {*co_parents} and {*members} == near | far


@true_when(Shares)
def _(case, x, y, adjacent, through):
    joined = any({*edge} == {x, y} for edge in case.graph.edges)
    return (joined, through) == (adjacent, common(case.graph, x, y))


@true_when(ComesIn)
def _(case, x, y, comes, tests):
    asked, grown = growing(case.graph, x)
    mine = [given for name, given in asked if name == y]
    told = [test.given for test in tests if isinstance(test, Separates)]
    return all(holds(test, case) for test in tests) and told == mine and (y in grown) == comes


@true_when(InShrinking)
def _(case, x, y, test):
    asked = dict(shrinking(case.graph, x))
    if test is None or y not in asked:
        return test is None and y not in asked
    return test.given == asked[y] and holds(test, case)


def role_in(dag, x, y):
    """Return the role of a variable in the boundary of another, and the common children."""
    if (y, x) in dag.edges:
        return "parent", ()
    if (x, y) in dag.edges:
        return "child", ()
    shared = () if x == y else common(dag, x, y)
    return ("co-parent" if shared else "outside"), shared


def common(dag, x, y):
    """Return the common children of two variables."""
    return tuple(v for v in dag.nodes if {(x, v), (y, v)} <= {*dag.edges})


def growing(dag, x):
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


def shrinking(dag, x):
    """Return what grow-shrink asks while the set of x shrinks."""
    asked: list[Asked] = []
    left = in_order(dag, growing(dag, x)[1])
    for y in left:
        rest = tuple(v for v in left if v != y)
        asked.append((y, rest))
        left = rest if d_separated(dag, x, y, rest) else left
    return asked
