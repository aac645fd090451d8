"""No regular expression of the package takes more than linear time, whatever it is given.

All are found in the source, so a new one is examined without being listed here. Steps are
counted by a matcher of our own (`tests/reference/regex_steps.py`), not seconds: texts made of
the expression's own parts, repeated 6 and 24 times, may take 4 times the steps, and not 16.
"""

import ast
import contextlib
import functools
import importlib
import random
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

import marvel_widgets
from tests.reference.regex_steps import SlowPattern, TooManyStepsError, hard_texts

PACKAGE = Path(marvel_widgets.__file__).parent
AT_ONE_PLACE = {"match", "fullmatch"}
EVERYWHERE = {"search", "sub", "subn", "split", "findall", "finditer"}
# What the few expressions that are put together inside functions are made of.
LOCALS = {
    "form": "1,234",
    "name": "removable",
    "prefix": "mw1.",
    "stems": ["00-ninety", "01-reading"],
}
FEW = 6
# From 6 to 24 repetitions; linear is about 4, quadratic about 16.
MOST_GROWTH = 5.0


@dataclass(frozen=True)
class Expression:
    where: str
    pattern: str
    flags: int
    uses: frozenset[str]


TEXTS = {
    path: path.read_text(encoding="utf-8")
    for path in sorted(PACKAGE.rglob("*.py"))
    if "bundled" not in str(path)
}
CALL = re.compile(rf"\bre\.(?:compile|{'|'.join(sorted(AT_ONE_PLACE | EVERYWHERE))})\(")
NAMED = re.compile(r"^ *(\w+)(?:: [^=\n]+)? = re\.compile\(", re.MULTILINE)
# All trees are parsed by the first test that needs an expression, not where tests are collected.
MODULES = [str(path.relative_to(PACKAGE)) for path, text in TEXTS.items() if CALL.search(text)]


@functools.cache
def all_expressions() -> dict[str, list[Expression]]:
    """Return the expressions of each module that has some."""
    # Who else may use one says its name; most modules don't.
    named = {name for text in TEXTS.values() for name in NAMED.findall(text)}
    said = re.compile(rf"\b(?:{'|'.join(sorted(named))})\b")
    trees = {
        path: ast.parse(text)
        for path, text in TEXTS.items()
        if CALL.search(text) or said.search(text)
    }
    used: dict[str, set[str]] = {}
    for tree in trees.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr in AT_ONE_PLACE | EVERYWHERE:
                name = getattr(node.value, "id", getattr(node.value, "attr", ""))
                used.setdefault(name, set()).add(node.attr)
            elif isinstance(node, ast.Call):  # handed to a function that matches
                for argument in node.args:
                    used.setdefault(getattr(argument, "id", ""), set())
    return {name: expressions_of(PACKAGE / name, trees, used) for name in MODULES}


def expressions_of(path: Path, trees: dict[Path, ast.Module], used) -> list[Expression]:
    tree = trees[path]
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and is_of_re(node)]
    if not calls:
        return []
    name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    space = {**vars(importlib.import_module(name)), **LOCALS}
    targets = {
        id(node.value): node.targets[0].id if isinstance(node, ast.Assign) else node.target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign | ast.AnnAssign)
        and isinstance(node.value, ast.Call)
        and isinstance(getattr(node, "target", None) or node.targets[0], ast.Name)
    }
    found = []
    for call in calls:
        given = dict(zip(("pattern",), call.args[:1], strict=False))
        method = call.func.attr
        flags = [k.value for k in call.keywords if k.arg == "flags"]
        flags += call.args[1:2] if method == "compile" else call.args[2:3] if method in (
            "match", "fullmatch", "search", "finditer", "findall"
        ) else []  # fmt: skip
        known = {**space, **assigned_around(call, tree, space)}
        values = [value_of(node, known) for node in flags]
        pattern = value_of(given["pattern"], known)
        uses = used.get(targets.get(id(call), ""), set()) if method == "compile" else {method}
        found.append(
            Expression(
                f"{name}:{call.lineno}", pattern, int(values[0]) if values else 0, frozenset(uses)
            )
        )
    return found


def value_of(node: ast.expr, known):
    return eval(compile(ast.Expression(node), "a regular expression", "eval"), known)


def assigned_around(call: ast.Call, tree: ast.Module, space) -> dict[str, object]:
    """Return the names that the function around a call gives to texts, as far as they are told."""
    found: dict[str, object] = {}
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and call in ast.walk(function):
            for node in ast.walk(function):
                if isinstance(node, ast.Assign) and isinstance(node.value, ast.JoinedStr):
                    with contextlib.suppress(NameError):
                        found[node.targets[0].id] = value_of(node.value, {**space, **found})
    return found


def is_of_re(node: ast.Call) -> bool:
    return (
        isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "re"
        and node.func.attr in AT_ONE_PLACE | EVERYWHERE | {"compile"}
    )


@pytest.fixture(params=MODULES)
def expressions(request):
    """Those of one module."""
    return all_expressions()[request.param]


def steps(slow: SlowPattern, text: str, uses) -> int:
    """Return the most steps that a use of the expression takes."""
    counts = []
    for use in uses or {"finditer", "fullmatch"}:  # unknown: it may be any
        slow.steps = 0
        if use == "fullmatch":
            slow.match(text, full=True)
        elif use == "match":
            slow.tokens(text)
        else:
            slow.every_match(text)
        counts.append(slow.steps)
    return max(counts)


def first_hard_text(expression: Expression, *, thorough: bool = False):
    """Return a text whose steps grow faster than its length, and the growth; None without one."""
    slow = SlowPattern(expression.pattern, expression.flags, most=60_000)
    for start, pump, end in hard_texts(slow, thorough=thorough):
        try:
            few = steps(slow, start + FEW * pump + end, expression.uses)
            many = steps(slow, start + 4 * FEW * pump + end, expression.uses)
        except TooManyStepsError:
            return start, pump, end, "gave up"
        if many > MOST_GROWTH * few:
            return start, pump, end, many / few
    return None


def slow_ones(expressions, *, thorough: bool = False):
    """Return where an expression takes too many steps, with a text that shows it."""
    found = {e.where: first_hard_text(e, thorough=thorough) for e in expressions}
    return {where: text for where, text in found.items() if text is not None}


def test_steps_grow_in_proportion_to_the_text(expressions):
    assert slow_ones(expressions) == {}


@pytest.mark.night
def test_steps_grow_in_proportion_to_many_more_texts(expressions):
    assert slow_ones(expressions, thorough=True) == {}


GAP = r"(?:\s|//[^\n]*|\#[^\n]*|/\*.*?\*/)"
HANG = {  # each of these has been written somewhere
    "comments before a brace": (rf"(?:dag|mag)\b{GAP}*\{{", "match"),
    "settings in a long word": (r'([\w.]+|"(?:[^"\\]|\\.)*")\s*=\s*[\w.]+', "finditer"),
    "blanks around a comma": (r"\s*[,;]\s*", "split"),
    "blanks in brackets": (r"""\(\s*["']?([^"',()]+)["']?\s*,""", "findall"),
    "nested repetition": (r"(a+)+b", "match"),
    "the same letter twice": (r"\w*\d*x", "fullmatch"),
}


@pytest.mark.parametrize("what", HANG)
def test_the_check_notices(what):
    pattern, use = HANG[what]
    assert first_hard_text(Expression("", pattern, re.DOTALL, frozenset({use}))) is not None


def test_the_counting_matcher_finds_what_re_finds(expressions):
    for expression in expressions:
        found_alike(expression)


def found_alike(expression):
    own = SlowPattern(expression.pattern, expression.flags)
    python = re.compile(expression.pattern, expression.flags)
    rng = random.Random(0)
    pieces = list({text for start, pump, _ in hard_texts(own) for text in (start, pump)})
    for _ in range(40):
        text = "".join(rng.choices(pieces, k=rng.randint(0, 6)))
        own.steps = 0
        found = python.match(text)
        where = (expression.where, text)
        assert own.match(text) == (found.end() if found else None), where
        assert (own.match(text, full=True) is None) == (python.fullmatch(text) is None), where


def test_all_expressions_are_found():
    """Counted by another method: lines of source that hold a call."""
    lines = [
        line
        for text in TEXTS.values()
        for line in text.splitlines()
        if not line.strip().startswith("#")
    ]
    found = sum(map(len, all_expressions().values()))
    assert found == sum(len(CALL.findall(line)) for line in lines) > 30
