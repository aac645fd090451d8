"""No regular expression of the package hangs on a long text.

All are found in the source. What an expression repeats is repeated 8 to 4,000 times after a
beginning of the expression, and then used as the package uses it: milliseconds of processor. Steps
that grow with the square of the length take a tenth of a second, those that double forever.
"""

import ast
import importlib
import re
import time
from itertools import product
from pathlib import Path
from re import _constants as op
from re import _parser

import pytest

import marvel_widgets

PACKAGE = Path(marvel_widgets.__file__).parent
METHODS = "match|fullmatch|search|sub|split|findall|finditer"
SOURCES = {path: path.read_text("utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
MODULES = [path for path, source in SOURCES.items() if re.search(r"\bre\.\w+\(", source)]
USED = {}
for name, use in re.findall(rf"\b(\w+)\.({METHODS})\(", "\n".join(SOURCES.values())):
    USED.setdefault(name, set()).add(use)
# What the few expressions that are put together inside functions are made of.
LOCALS = {"form": "1,234", "name": "removable", "prefix": "mw1.", "stems": ["00-ninety"]}
LETTERS = "a1 \n\"\\'.-_/*#(){}[],;=<>→:|"
pytestmark = pytest.mark.night  # what counts seconds is not for a busy machine
MOST = 0.04  # seconds of processor; of the package's own the dearest takes a tenth of that


def expressions(path):
    """Yield the expressions of a module, each with the methods that the package calls."""
    name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    space = {**vars(importlib.import_module(name)), **LOCALS}
    names = {}
    for node in ast.walk(ast.parse(SOURCES[path])):
        if isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            names[id(node.value)] = ast.unparse(target)
        of_re = isinstance(node, ast.Call) and getattr(node.func, "value", node)
        if isinstance(of_re, ast.Name) and of_re.id == "re":
            how = node.func.attr
            if how == "escape":
                continue
            at = 1 if how == "compile" else 2 + (how in ("sub", "split"))
            flags = [k.value for k in node.keywords if k.arg == "flags"] + node.args[at : at + 1]
            found = [eval(ast.unparse(each), space) for each in [node.args[0], *flags]]
            uses = USED.get(names.get(id(node)), {"search"}) if how == "compile" else {how}
            yield re.compile(*found), uses


def examples(items):
    """Return some short texts that a part of an expression matches."""
    texts = [""]
    for kind, value in items:
        more = [""]
        if kind is op.SUBPATTERN:
            more = examples(value[3])
        elif kind is op.BRANCH:
            more = [text for way in value[1] for text in examples(way)]
        elif kind in (op.MAX_REPEAT, op.MIN_REPEAT):
            more = [text * max(value[0], 1) for text in examples(value[2])] + [""] * (not value[0])
        elif kind is op.LITERAL:
            more = [chr(value)]
        elif kind in (op.NOT_LITERAL, op.ANY, op.IN):
            more = [letter for letter in LETTERS if takes(kind, value, letter)][:2]
        texts = [text + one for text, one in product(texts, more)][:12]
    return texts


def takes(kind, value, letter):
    """Return whether one item of an expression takes a letter."""
    if kind is not op.IN:
        return kind is op.ANY or ord(letter) != value
    negated, found = value[0][0] is op.NEGATE, False
    for which, part in value[negated:]:
        if which is op.CATEGORY:
            name = {"SPACE": r"\s", "DIGIT": r"\d", "WORD": r"\w"}[str(part).split("_")[-1]]
            found |= bool(re.match(name, letter)) != ("_NOT_" in str(part))
        else:
            low, high = part if which is op.RANGE else (part, part)
            found |= low <= ord(letter) <= high
    return negated != found


def repeated(items):
    """Yield what an expression repeats, at whatever depth."""
    for kind, value in items:
        inner = value[2:] if kind in (op.MAX_REPEAT, op.MIN_REPEAT) else ()
        inner = inner or (
            value[1] if kind is op.BRANCH else value[3:] if kind is op.SUBPATTERN else ()
        )
        for body in inner:
            yield from examples(body) if kind in (op.MAX_REPEAT, op.MIN_REPEAT) else ()
            yield from repeated(body)


def hang(expression, uses):
    """Return (use, beginning, what is repeated) for which an expression takes too long."""
    items = list(_parser.parse(expression.pattern, expression.flags))
    starts = dict.fromkeys(text for cut in range(5) for text in examples(items[:cut])[:2])
    pumps = dict.fromkeys([*repeated(items), *examples(items)[:3], " ", "a"])
    for use, start, pump in product(sorted(uses), starts, filter(None, pumps)):
        call = (
            getattr(expression, use) if "sub" not in use else lambda text: expression.sub("", text)
        )
        for times in (8, 12, 16, 20, 24, 28, 100, 500, 4000):
            text = f"{start}{pump * times}\0"
            began = [time.process_time()]
            for _ in range(3):  # which all must be slow
                list(call(text) or ()) if use == "finditer" else call(text)
                began.append(time.process_time())
                if began[-1] - began[-2] < MOST:
                    break
            else:
                return use, start, pump
    return None


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_expression_hangs(path):
    assert [(e.pattern, found) for e, uses in expressions(path) if (found := hang(e, uses))] == []
