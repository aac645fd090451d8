"""When what a verdict states is true: by the definition, and not by the code that found it.

Of each kind of fact one function says whether it holds in a case, `@true_when(Kind)`; a file for
each lesson. `tests/course/test_facts.py` evaluates every fact of every exercise with `holds`.
"""

from dataclasses import dataclass
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any

from marvel_widgets.core.graphs.dag import Dag

TRUTHS = {}


@dataclass(frozen=True)
class Case:
    """What a fact is about: the graph of the question, its solution, and the judged answer."""

    dag: Dag | None
    answer: Any = None
    solution: Any = None
    asked: tuple[str, ...] = ()  # the lines of the question, and its statements

    @property
    def graph(self):
        assert self.dag is not None, "this fact is about a graph, and the question has none"
        return self.dag


def case_of(exercise, value):
    """The case of an answer to an exercise."""
    return Case(exercise.graph, value, exercise.solution, exercise.sentences)


def true_when(kind):
    """Register the truth of a kind: of a case, and of those fields that it takes."""

    def registered(truth):
        assert kind not in TRUTHS, f"{kind} has two truths"
        TRUTHS[kind] = truth, [*signature(truth).parameters][1:]

    return registered


def holds(fact, case):
    """Whether a fact is true in a case."""
    truth, fields = TRUTHS[type(fact)]
    return truth(case, *(getattr(fact, name) for name in fields))


for _path in Path(__file__).parent.glob("[a-z]*.py"):
    import_module(f"tests.truths.{_path.stem}")
