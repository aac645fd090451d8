"""What a learner's copy prints about a comparison is compared there, and no cell has left-overs.

The copies are made by taking asserts out of cells; read here is the code that is left.
"""

import ast
import re

import pytest

from marvel_widgets._notebooks import bundled_notebooks
from marvel_widgets.classroom.editions import learners_edition, read_notebook
from tests.classroom.test_editions import code, made, shown

CLAIM = re.compile(
    r"\b(no|none|never|always|(dis)?agree\w*|differ\w*|same|equal|wrong|right|fails?|holds?)\b",
    re.IGNORECASE,
)
CHOOSES = ast.Compare | ast.BoolOp | ast.IfExp
PATHS = sorted(bundled_notebooks().glob("*.ipynb"))


def parsed(source):
    return compile(source, "", "exec", ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)


def names(node, kind):
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, kind)}


def chooses(node):
    """Whether a comparison is in it; what a comprehension takes in is none."""
    taken = {
        id(n)
        for each in ast.walk(node)
        if isinstance(each, ast.comprehension)
        for test in each.ifs
        for n in ast.walk(test)
    }
    return any(isinstance(n, CHOOSES) and id(n) not in taken for n in ast.walk(node))


def compared(call, tree):
    """Whether what a call prints comes from a comparison, by the names that lead to it."""
    reached, todo = [call], names(call, ast.Load)
    sources = [n for n in ast.walk(tree) if isinstance(n, ast.Assign | ast.AugAssign | ast.Expr)]
    for _ in range(len(sources)):
        for each in sources:
            appends = isinstance(each, ast.Expr) and ".append(" in ast.unparse(each)
            if each not in reached and (names(each, ast.Store) & todo or appends):
                reached.append(each)
                todo |= names(each, ast.Load)
    return any(map(chooses, reached))


def unbacked(source):
    """The claims that a cell prints and does not compare."""
    tree = parsed(source)
    if any(isinstance(n, ast.Assert) for n in ast.walk(tree)):
        return []
    calls = [
        n for n in ast.walk(tree) if isinstance(n, ast.Call) and ast.unparse(n.func) == "print"
    ]
    return [
        n.value
        for call in calls
        for n in ast.walk(call)
        if isinstance(n, ast.Constant)
        and isinstance(n.value, str)
        and CLAIM.search(n.value)
        and not compared(call, tree)
    ]


def overwritten(source):
    """The names that a loop sets anew each time, of which only the last value is read."""
    body = parsed(source).body
    found = set()
    for n, loop in enumerate(body):
        if isinstance(loop, ast.For):
            after = set().union(*(names(each, ast.Load) for each in body[n + 1 :]))
            plain = [each for each in loop.body if isinstance(each, ast.Assign)]
            made_here = set().union(*(names(each, ast.Store) for each in plain))
            found |= (made_here & after) - names(loop, ast.Load)
    return found


def left_over(cell, later):
    """The statements of a cell that bind names which no later text has."""
    lines = cell.split("\n")
    for each in parsed(cell).body:
        rest = "\n".join([*lines[each.end_lineno :], *later])
        bound = names(each, ast.Store) if isinstance(each, ast.Assign | ast.For) else set()
        inside = names(each, ast.Load) if isinstance(each, ast.For) else set()
        prints = any(isinstance(n, ast.Expr | ast.AugAssign) for n in ast.walk(each))
        if bound and not prints and not any(re.search(rf"\b{n}\b", rest) for n in bound - inside):
            yield ast.unparse(each)


def copied(path):
    """The code of a learner's copy by cell, and which cells lost something."""
    notebook = read_notebook(path)
    whole = {cell["id"]: "".join(cell["source"]) for cell in notebook["cells"]}
    cells = [c for c in learners_edition(notebook)["cells"] if c["cell_type"] == "code"]
    found = ["".join(cell["source"]) for cell in cells]
    cut = [
        "assert" in whole[c["id"]] and "assert" not in text
        for c, text in zip(cells, found, strict=True)
    ]
    return found, cut


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_claim_that_a_copy_prints_is_compared(path):
    for source in copied(path)[0]:
        assert unbacked(source) == [], source
        assert overwritten(source) == set(), source


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_cell_that_lost_its_asserts_keeps_nothing_that_was_for_them(path):
    found, cut = copied(path)
    for n, source in enumerate(found):
        if cut[n]:
            assert list(left_over(source, found[n + 1 :])) == [], source


def test_what_was_for_an_assert_alone_goes_and_is_noticed_where_it_stays():
    loop = "for x in range(3):\n    near = found(x)\n    assert near"
    source = f"from a import found, n\n\n{loop}\nlast = found(4)\nassert last == 4\nprint(n)"
    (cell,) = made(code(source, outputs=[shown()]))
    assert cell["source"] == "from a import found, n\n\nprint(n)"
    kept = source.replace("    assert near", "").replace("assert last == 4\n", "")
    assert len(list(left_over(kept, []))) == 2
    assert list(left_over(kept, ["print(last, near)"])) == []
