"""Which cells of a learner's notebook a browser has to run: not those that nbval has run for it.

nbval runs every cell of the reader's edition. A cell whose statements all stand there under the
same id computes the same in a browser, unless it shows an app or makes what such a cell needs.
"""

import ast
import copy

WIDGET = "application/vnd.jupyter.widget-view+json"
_FLAGS = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
_COMPREHENSIONS = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


def needed_cells(learner, reader, left_out=()):
    """Return the positions of the cells to be run, given the cells of both editions.

    An app of a cell whose id is left out is not shown for its own sake.
    """
    ran = {cell["id"]: cell for cell in reader if cell["cell_type"] == "code"}
    used: set[str] = set()
    needed = []
    for index in reversed(range(len(learner))):
        cell = learner[index]
        if cell["cell_type"] != "code":
            continue
        tree = _tree(cell)
        twin = ran.get(cell["id"])
        shown = twin is not None and shows_an_app(twin) and cell["id"] not in left_out
        if twin is None or shown or not _holds(twin, tree) or _made_by(tree) & used:
            needed.append(index)
            used = (used - _made_anew_by(tree)) | _used_by(tree)
    return needed[::-1]


def shows_an_app(cell):
    return any(WIDGET in output.get("data", {}) for output in cell["outputs"])


def _tree(cell):
    return compile("".join(cell["source"]), cell["id"], "exec", _FLAGS)


def _holds(twin, tree):
    """Whether the reader's cell has all statements of the learner's, who gets no asserts."""
    statements = set(_statements(_tree(twin)))
    return all(each in statements for each in _statements(tree))


def _statements(tree):
    kept = _WithoutAsserts().visit(copy.deepcopy(tree)).body
    return [ast.dump(each) for each in kept]


class _WithoutAsserts(ast.NodeTransformer):
    def visit_Assert(self, node):
        return None


def _made_by(tree):
    """Return the names that a cell binds, and those of which it sets a part."""
    found = set()
    inside = _inside_comprehensions(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            found |= {(each.asname or each.name).partition(".")[0] for each in node.names}
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found |= {node.id} - inside.get(id(node), set())
        elif isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
            found |= {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    return found


def _made_anew_by(tree):
    """Return the names that a cell gives to something else, whatever they meant before."""
    targets = [t for each in tree.body if isinstance(each, ast.Assign) for t in each.targets]
    return {target.id for target in targets if isinstance(target, ast.Name)}


def _used_by(tree):
    inside = _inside_comprehensions(tree)
    changed = [node.target for node in ast.walk(tree) if isinstance(node, ast.AugAssign)]
    return {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name)
        and (isinstance(node.ctx, ast.Load) or node in changed)
        and node.id not in inside.get(id(node), set())
    }


def _inside_comprehensions(tree):
    """Return, for each name in a comprehension, which names are the comprehension's own."""
    found: dict[int, set[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, _COMPREHENSIONS):
            targets = [each for part in node.generators for each in ast.walk(part.target)]
            own = {each.id for each in targets if isinstance(each, ast.Name)}
            first = {id(each) for each in ast.walk(node.generators[0].iter)}  # outside, says Python
            for each in ast.walk(node):
                if isinstance(each, ast.Name) and id(each) not in first:
                    found.setdefault(id(each), set()).update(own)
    return found
