"""Names without quotes in the calls of exercises."""

import ast

import pytest

from marvel_widgets import exercises
from marvel_widgets.course.checks import Checks
from marvel_widgets.course.unquoted import Quoting


@pytest.fixture
def notebook():
    """What a notebook knows, and how a cell of it runs."""
    known = {"check": exercises("01"), "game": exercises("02"), "moves": exercises("03")}

    def run(cell):
        tree = Quoting(known, Checks).visit(ast.parse(cell))
        *before, last = tree.body
        exec(compile(ast.Module(before, []), "cell", "exec"), known)
        return eval(compile(ast.Expression(last.value), "cell", "eval"), known)

    return run


@pytest.mark.parametrize(
    ("cell", "answer"),
    [
        ("check.blockers({C})", '{"C"}'),
        ("check.blockers(C)", '{"C"}'),
        ("check.blockers(C, D)", '{"C", "D"}'),
        ("check.blockers(set([C]))", '{"C"}'),
        ("check.separable({A - B, (C, D)})", '{("A", "B"), ("C", "D")}'),
        ("game.split({neighbors: {A, B}, co-parents: C})",
         '{"neighbors": {"A", "B"}, "co-parents": {"C"}}'),
        ("game.split(neighbors=A, co_parents=C)", '{"neighbors": {"A"}, "co-parents": {"C"}}'),
        ("moves.order([F, E, B, A, D, C])", '["F", "E", "B", "A", "D", "C"]'),
        ("moves.order(FEBADC)", '["F", "E", "B", "A", "D", "C"]'),
        ("moves.repair(A, B)", '{("A", "B")}'),
    ],
)  # fmt: skip
def test_names_get_their_quotes(notebook, cell, answer):
    verdict = notebook(cell)
    assert verdict.answer == answer
    assert verdict.text.startswith(f"We read this as {answer}. ")


@pytest.mark.parametrize(
    ("cell", "answer"),
    [
        ("check.blockers({'C'})", '{"C"}'),
        ("C = 'D'\ncheck.blockers({C})", '{"D"}'),
        ("[check.blockers(A) for A in 'CD'][1]", '{"D"}'),
        ("(lambda D: check.blockers(D))('C')", '{"C"}'),
    ],
)
def test_names_that_mean_something_are_not_touched(notebook, cell, answer):
    verdict = notebook(cell)
    assert verdict.answer == answer
    assert "We read this" not in verdict.text


def test_a_letter_that_is_no_variable_gets_a_sentence(notebook):
    assert notebook("check.blockers({Q})").text.startswith(
        "We can't read this answer: 'Q' is not among "
    )


@pytest.mark.parametrize(
    "cell",
    ["check.blockers(mine)", "check.blockers(C.parents)", "check.blockers(work(C))", "print(C)",
     "other.blockers(C)", "check.blockers.another()(C)"],
)  # fmt: skip
def test_another_fault_stays_an_error(notebook, cell):
    with pytest.raises(NameError):
        notebook(cell)


def test_it_counts_as_a_try(notebook):
    notebook("check.blockers({C})")
    assert notebook("check.blockers.attempt").tries == 1


def test_ipython_reads_cells_so_once_exercises_are_asked_for():
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell()
    shell.run_cell("from marvel_widgets import exercises")
    for _ in range(2):
        shell.run_cell('check = exercises("01")')
    assert shell.run_cell("check.blockers({C})").result.answer == '{"C"}'
    assert sum(isinstance(each, Quoting) for each in shell.ast_transformers) == 1
    assert isinstance(shell.run_cell("{C}").error_in_exec, NameError)
