"""The text notation: what can be written, and what is wrong is named and placed."""

import pytest

from marvel_widgets import Dag
from marvel_widgets.core.graphs.errors import GraphSyntaxError


@pytest.mark.parametrize(
    ("text", "nodes", "edges"),
    [
        ("", "", ""),
        (" \n ; , \n", "", ""),
        ("A", "A", ""),
        ("A; B", "AB", ""),
        ("A, B", "AB", ""),
        ("A -> B", "AB", "AB"),
        ("A<-B", "AB", "BA"),
        ("A → B ← C", "ABC", "AB CB"),
        ("A -> B -> C", "ABC", "AB BC"),
        ("A -> B\nB -> C", "ABC", "AB BC"),
        ("A -> {B C}", "ABC", "AB AC"),
        ("{A, B} -> {C; D}", "ABCD", "AC AD BC BD"),
        ("{A B} -> C <- D", "ABCD", "AC BC DC"),
        ("{C B A}; A -> B", "CBA", "AB"),
        ("A -> B # why", "AB", "AB"),
        ("A -> B // why\nC", "ABC", "AB"),
        ("A /* A -> Q */ -> B", "AB", "AB"),
        ('"A" -> B', "AB", "AB"),
        ("A\u00a0->\tB", "AB", "AB"),
        ("A -> B;;\n\n; B -> C;", "ABC", "AB BC"),
    ],
)
def test_what_can_be_written(text, nodes, edges):
    dag = Dag(text)
    assert dag.nodes == tuple(nodes)
    assert sorted(dag.edges) == [tuple(edge) for edge in edges.split()]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("X1 -> X_2", ("X1", "X_2")),
        ("a.b -> c'", ("a.b", "c'")),
        ("Größe -> 変数", ("Größe", "変数")),
        ('"Drive quality" -> "say \\"hi\\""', ("Drive quality", 'say "hi"')),
        ('"back\\\\slash" -> "a -> b"', ("back\\slash", "a -> b")),
        ('"two\nlines" -> x', ("two\nlines", "x")),
    ],
)
def test_names_that_can_be_written(text, names):
    assert Dag(text).edges == (names,)


SYNTAX_ERRORS = [
    # (text, line, column, what the message must say)
    ("A ->", 1, 5, 'expected a name or "{", found the end of the text'),
    ("-> B", 1, 1, 'expected a name or "{", found "->"'),
    ("A -> -> B", 1, 6, 'expected a name or "{", found "->"'),
    ("A -> B -> ; C", 1, 11, 'found ";"'),
    ("A ->\nB", 1, 5, "found the end of the line"),
    ("A B", 1, 3, 'write "A B" in double quotes if it is one name'),
    ("A -> Drive quality", 1, 12, '"Drive quality"'),
    ("A -> B\nB -> C D", 2, 8, 'expected "->", "<-" or ";" after "C", found "D"'),
    ("A -- B", 1, 3, "an undirected edge --; a DAG has only -> and <-"),
    ("A <-> B", 1, 3, "a two-headed arrow <->"),
    ("A ↔ B", 1, 3, "a two-headed arrow"),
    ("A @-> B", 1, 3, "an edge with an open end"),
    ("A @-@ B", 1, 3, "an edge with open ends"),
    ("A -> {B C", 1, 6, 'this "{" is never closed with "}"'),
    ("A -> {}", 1, 7, 'expected a name after "{"'),
    ("A -> {B -> C}", 1, 9, 'expected a name or "}"'),
    ("A }", 1, 3, 'expected "->"'),
    ("}", 1, 1, 'found "}"'),
    ('A -> "B', 1, 6, "this quote is never closed"),
    ('A -> ""', 1, 6, "expected a name between the quotes"),
    ("A -> B [color=red", 1, 8, "this bracket is never closed"),
    ("A -> B [color=red]", 1, 8, 'found "[color=red]"'),
    ("A = B", 1, 3, 'found "="'),
    ("A ? B", 1, 3, 'found "?"; put names with special characters in double quotes'),
    ("A -> B;\n\n  C => D", 3, 6, 'expected a name or an arrow, found ">"; an arrow is written'),
    ("A -> B\n\tC -> 🎲", 2, 7, 'found "🎲"'),
    ("{A} {B}", 1, 5, 'expected "->", "<-" or ";" after "}", found "{"'),
    ("A -> B\r\nC ->", 2, 5, "found the end of the text"),
]


@pytest.mark.parametrize(("text", "line", "column", "message"), SYNTAX_ERRORS)
def test_a_syntax_error_names_the_place_and_what_was_expected(text, line, column, message):
    with pytest.raises(GraphSyntaxError) as caught:
        Dag(text)
    error = caught.value
    assert (error.line, error.column) == (line, column)
    assert message in error.problem
    assert str(error).startswith(f"line {line}, column {column}: ")
    assert error.text == text
    _, shown, pointer = str(error).rsplit("\n", 2)
    assert shown == "  " + text.split("\n")[line - 1]
    assert pointer == " " * (column + 1) + "^"
