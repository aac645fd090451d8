"""The learner's edition: what each tag does to a cell, and what stays as it was."""

import copy
import json
import shutil

import pytest

from marvel_widgets._notebooks import bundled_notebooks
from marvel_widgets.classroom.editions import (
    CODE,
    FOLDED,
    RUN,
    SUMMARY,
    WIDGET_VIEW,
    learners_edition,
    names_needed,
    read_notebook,
    stamped,
    with_folds,
    without_asserts,
    without_dead_views,
    without_presses,
    write_edition,
)
from marvel_widgets.classroom.nbgrader_copy import write_nbgrader_sources


@pytest.mark.parametrize(
    ("source", "later", "needed"),
    [
        ("b = a", "bc", "ac"),
        ("c = b\nb = a", "", "ab"),
        ("b = a\nc = b", "", "a"),
        ("b += a", "b", "ab"),
        ("b += a", "", "ab"),
        ("if a:\n    b = 1", "b", "ab"),
        ("for x in a:\n    y = b\n    c.append(x + y)", "d", "abcd"),
        ("d = [x for x in a]", "d", "a"),
        ("import b.c as d", "d", ""),
        ("def d(x):\n    y = x\n    return y + a", "d", "a"),
    ],
)
def test_the_names_that_are_needed_before_a_cell(source, later, needed):
    later = set(later)
    assert names_needed(source, later) == set(needed)
    assert names_needed(source, later) == set(needed)  # what is kept of a cell is not changed
    assert names_needed(source, {*later, "q"}) == {*needed, "q"}


def shown(text="14", **more):
    data = {"text/plain": text, **more}
    return {"output_type": "execute_result", "execution_count": 3, "metadata": {}, "data": data}


def code(source, *tags, outputs=()):
    return {
        "cell_type": "code",
        "id": "cell",
        "execution_count": 3,
        "metadata": {"tags": list(tags)} if tags else {},
        "outputs": list(outputs),
        "source": source.splitlines(keepends=True),
    }


def text(source, *tags):
    metadata = {"tags": list(tags)} if tags else {}
    return {"cell_type": "markdown", "id": "text", "metadata": metadata, "source": source}


def made(*cells):
    return learners_edition({"cells": list(cells), "metadata": {}})["cells"]


def test_an_answer_loses_its_output_its_asserts_and_its_number():
    (cell,) = made(code("n = 14\nprint(n)\nassert n == 14", "answers", outputs=[shown()]))
    assert (cell["source"], cell["outputs"]) == (f"{RUN}\nn = 14\nprint(n)", [])
    assert cell["execution_count"] is None
    assert cell["metadata"]["jupyter"] == {"source_hidden": True}


def test_an_answer_that_shows_nothing_is_collapsed_and_one_of_asserts_alone_is_gone():
    answers = [code("n = 14\nassert n == 14", "answers"), code("assert 1", "answers")]
    assert made(*answers) == []
    cell, _ = made(*answers, code("n"))
    assert cell["source"] == f"{CODE}\nn = 14"
    assert cell["metadata"]["jupyter"] == {"source_hidden": True}


def test_a_cell_of_asserts_alone_is_gone_and_what_others_need_of_one_is_collapsed():
    assert made(code("for x in range(3):\n    assert x < 3"), code("n = 1\nassert n")) == []
    one, _ = made(code("n = 1\nassert n == 1"), code("print(n)", outputs=[shown("1")]))
    assert one["source"] == f"{CODE}\nn = 1"
    assert one["metadata"]["jupyter"] == {"source_hidden": True}


def test_what_is_deeper_is_folded_and_says_so():
    one, two = made(text("### Stars\n\nMany.", "deeper"), code("draw(star)"))
    assert one["source"] == "### Stars\n\nMany."
    assert one["metadata"] == {"tags": ["deeper"], FOLDED: True}
    assert two["source"] == "draw(star)"


def test_a_cell_that_shows_something_keeps_its_output_without_the_asserts():
    (cell,) = made(code("from a import n, m\n\nassert m\nprint(n)", outputs=[shown()]))
    assert cell["source"] == "from a import n, m\n\nprint(n)"
    assert cell["outputs"] == [shown()]


def test_a_bar_with_no_code_behind_it_is_gone():
    imports = code("from b import essential\n\nassert essential", "answers")
    (cell,) = made(code("print(1)", outputs=[shown("1")]), imports)
    assert cell["source"] == "print(1)"


def test_what_is_there_to_be_seen_is_collapsed_and_keeps_its_output():
    (cell,) = made(code("print(n)\nassert n == 14", "paper:lem", "shows", outputs=[shown()]))
    assert cell["source"] == f"{CODE}\nprint(n)\nassert n == 14"
    assert cell["outputs"] == [shown()]
    assert cell["metadata"]["jupyter"] == {"source_hidden": True}


def test_what_we_learned_is_folded_up_to_the_next_section():
    one, two, three, four = made(
        text("## What we learned\n\nSay it first.", "asks:2"),
        text("- A test asks."),
        code("n = 14"),
        text("## Sources\n\nA paper."),
    )
    assert one["source"] == "## What we learned\n\nSay it first."
    assert two["source"] == f"<details><summary>{SUMMARY}</summary>\n\n- A test asks.\n\n</details>"
    assert (three["source"], four["source"]) == ("n = 14", "## Sources\n\nA paper.")
    (alone,) = made(text("## What we learned\n\n- A test asks."))
    assert alone["source"].startswith("## What we learned\n\n<details>")
    assert alone["metadata"] == {}


def test_an_import_that_no_cell_needs_any_more_goes():
    first = code("import asyncio\nfrom a import n\napp = n()\nawait app.run()\napp", "plays")
    later = code("from b import essential\n\nprint(n)\nassert essential", outputs=[shown()])
    one, two = made(first, later)
    assert one["source"] == "from a import n\napp = n()\napp"
    assert two["source"] == "print(n)"
    one, _ = made(first, code("asyncio.run"))
    assert one["source"].startswith("import asyncio")


def test_an_argument_of_a_function_is_no_name_that_a_cell_above_must_give():
    loop = code("for given in (1, 2):\n    half = given / 2\n    assert half", "answers")
    for later in ("ask = lambda given: not given", "def ask(given, *, half=1):\n    return given"):
        assert [cell["source"] for cell in made(loop, code(later))] == [later]
    assert len(made(loop, code("ask = [given, lambda given: given]"))) == 2


def test_what_readers_see_is_left_out():
    assert made(code("app.end.click()", "reader"), text("At the end:", "reader")) == []


def test_an_app_is_untouched():
    source = (
        "game = Duel(3)\ngame.model.ask('X')\ngame.x.value, game.y.value = 1, 2\n"
        "while game.running:\n    await nothing()\nassert game.over\ngame"
    )
    (cell,) = made(code(source, "plays", outputs=[shown()]))
    assert cell["source"] == "game = Duel(3)\ngame"
    assert cell["outputs"] == []


def test_a_cell_without_tag_stays_as_it_is():
    cell = code("draw(dag)", "paper:figure-1", outputs=[shown(**{"image/svg+xml": "<svg/>"})])
    (same,) = made(cell)
    assert same == {**cell, "source": "draw(dag)"}


def test_the_given_notebook_is_not_changed():
    for path in bundled_notebooks().glob("*.ipynb"):
        notebook = read_notebook(path)
        before = copy.deepcopy(notebook)
        learners_edition(notebook)
        without_dead_views(notebook)
        assert notebook == before


def test_a_view_goes_where_something_else_is_there_to_see():
    view = {WIDGET_VIEW: {"model_id": "1"}}
    dead = code("app", outputs=[shown(**view, **{"image/svg+xml": "<svg/>"}), {"data": view}])
    (cell,) = without_dead_views({"cells": [dead]})["cells"]
    assert list(cell["outputs"][0]["data"]) == ["text/plain", "image/svg+xml"]
    assert cell["outputs"][1] == {"data": view}


THREE = "## Predict\n\nIt is 14.\n\nIt is even.\n\nWhat is next?"


@pytest.mark.parametrize(
    ("tags", "wanted"),
    [
        ([], THREE),
        (["asks", "paper:lem"], THREE),
        (["reader:4"], "## Predict\n\nIt is 14.\n\nIt is even."),
        (
            ["answers:2", "answers:3"],
            f"## Predict\n\n<details><summary>{SUMMARY}</summary>\n\n"
            "It is 14.\n\nIt is even.\n\n</details>\n\nWhat is next?",
        ),
    ],
)
def test_paragraphs(tags, wanted):
    assert with_folds(THREE, tags) == wanted


def test_a_heading_is_never_folded():
    assert with_folds(THREE, ["answers"]).startswith("## Predict\n\n<details>")
    assert with_folds(THREE, ["answers"]).endswith("What is next?\n\n</details>")


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("assert x  # why", ""),
        ("a = 1\n\nassert x\n\nb = 2", "a = 1\n\nb = 2"),
        ("assert (\n    x\n)\nprint(x)", "print(x)"),
        ("for x in y:\n    print(x)\n    assert x", "for x in y:\n    print(x)"),
        ("if x:\n    assert x\nelse:\n    y", "if x:\n    assert x\nelse:\n    y"),
        ("with x:\n    for y in x:\n        assert y\nz", "z"),
        ('print("assert x")', 'print("assert x")'),
    ],
)
def test_asserts_are_taken_out_by_statement(source, wanted):
    assert without_asserts(source) == wanted


def test_what_makes_an_app_stays():
    source = "from a import B\ndef f(x):\n    return x\na, b = 1, 2\nB.c = 1\nB.run()\nB(f)"
    assert without_presses(source) == (
        "from a import B\ndef f(x):\n    return x\na, b = 1, 2\nB(f)"
    )


def test_files_beside_the_notebooks_come_along(tmp_path):
    source, target = tmp_path / "source", tmp_path / "target"
    (source / "images").mkdir(parents=True)
    target.mkdir()
    (source / "images" / "star.svg").write_text("<svg/>")
    (source / ".hidden").write_text("scratch")
    (source / "00.ipynb").write_text(json.dumps({"cells": [code("app", "reader")]}))
    write_edition("learner", source, target)
    assert sorted(p.name for p in target.rglob("*")) == ["00.ipynb", "images", "star.svg"]
    made = json.loads((target / "00.ipynb").read_text())
    assert made == stamped({"cells": []})


def test_nbgraders_assignments_tell_nothing_either(tmp_path):
    given, name = tmp_path / "given", "03-removable-variables"
    given.mkdir()
    shutil.copy(bundled_notebooks() / f"{name}.ipynb", given)
    write_nbgrader_sources(given, tmp_path)
    text = (tmp_path / "source" / name / f"{name}.ipynb").read_text(encoding="utf-8")
    assert "removable_variables(asia)" in text
    assert '\\"asia\\", \\"xray\\", \\"dysp\\"' not in text
