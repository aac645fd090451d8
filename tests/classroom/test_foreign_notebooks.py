"""Notebooks from others: their saved apps stay in the file, and out of the page until trusted."""

import asyncio
import json
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
from jupyter_core.utils import ensure_async
from jupyter_server.services.contents.largefilemanager import (
    AsyncLargeFileManager,
    LargeFileManager,
)
from nbformat.sign import NotebookNotary, TrustNotebookApp
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from marvel_widgets.classroom.server.foreign_notebooks import MARK, hold_back

STATE = "application/vnd.jupyter.widget-state+json"
VIEW = "application/vnd.jupyter.widget-view+json"


def saved(**models):
    return {STATE: {"version_major": 2, "version_minor": 0, "state": models}}


def model(words):
    return {
        "model_name": "AnyModel",
        "model_module": "anywidget",
        "model_module_version": "~0.11.0",
        "state": {"_esm": words},
    }


THEIRS = saved(theirs=model("window.PWN = 1"))
EMPTY = saved()
OURS = saved(ours=model("ours"))


def showing(*names):
    """Return a cell of code for each name, whose output shows that model."""
    return [
        new_code_cell("app", outputs=[new_output("display_data", {VIEW: {"model_id": name}})])
        for name in names
    ]


class House:
    """A folder that a server serves to a page, as one person's."""

    def __init__(self, kind, root, notary):
        self.root, self.notary = root, notary
        self.manager = kind(root_dir=str(root), notary=notary, delete_to_trash=False)
        hold_back(self.manager)

    def does(self, method, *arguments, **options):
        called = getattr(self.manager, method)(*arguments, **options)
        return asyncio.run(ensure_async(called))

    def write(self, name, widgets, *cells, signed=False):
        notebook = new_notebook(cells=list(cells) or showing("theirs"))
        if widgets is not None:
            notebook.metadata["widgets"] = widgets
        nbformat.write(notebook, self.root / name)
        if signed:
            self.notary.sign(nbformat.read(self.root / name, as_version=4))
        return name

    def sent(self, name, **options):
        """Return what a page is sent, as it comes through the wire."""
        content = self.does("get", name, type="notebook", **options)["content"]
        return json.loads(json.dumps(content))

    def save(self, name, content):
        model = {"type": "notebook", "format": "json", "content": content}
        return self.does("save", model, name)

    def kept(self, name):
        return json.loads((self.root / name).read_text(encoding="utf-8"))["metadata"]


@pytest.fixture(params=[AsyncLargeFileManager, LargeFileManager])
def house(request, tmp_path):
    root, data = tmp_path / "root", tmp_path / "data"
    root.mkdir()
    data.mkdir()
    notary = NotebookNotary(data_dir=str(data))
    with closing(notary.store):
        yield House(request.param, root, notary)


def is_harmless(content):
    return "widgets" not in content["metadata"] and "PWN" not in json.dumps(content)


def run_in_page(content, *names, widgets=OURS):
    """Change a page's notebook as running it does: outputs of its own, trusted, and their state."""
    content["cells"] = showing(*names)
    for cell in content["cells"]:
        cell["metadata"]["trusted"] = True
    content["metadata"]["widgets"] = widgets
    return content


@pytest.mark.parametrize("options", [{}, {"require_hash": True}, {"format": "text"}])
def test_what_is_not_signed_is_sent_without_its_saved_apps(house, options):
    content = house.sent(house.write("his.ipynb", THEIRS), **options)
    assert is_harmless(content)
    assert content["metadata"][MARK] == "his.ipynb"


def test_the_hash_is_that_of_the_file(house):
    name = house.write("his.ipynb", THEIRS)
    assert (
        house.does("get", name, require_hash=True)["hash"]
        == (house.does("get", name, content=False, require_hash=True)["hash"])
    )


def test_what_is_signed_is_sent_as_it_is(house):
    content = house.sent(house.write("mine.ipynb", THEIRS, signed=True))
    assert content["metadata"] == {"widgets": THEIRS}


@pytest.mark.parametrize("widgets", [None, {}, EMPTY])
def test_without_saved_apps_nothing_is_marked(house, widgets):
    metadata = house.sent(house.write("his.ipynb", widgets))["metadata"]
    assert metadata.get("widgets") == widgets
    assert MARK not in metadata


def test_a_file_under_another_name_is_no_way_around(house):
    assert is_harmless(house.sent(house.write("his.txt", THEIRS)))


def test_a_mark_in_the_file_is_nobodys_word(house):
    notebook = new_notebook(metadata={MARK: "other.ipynb"})
    nbformat.write(notebook, house.root / "his.ipynb")
    assert house.sent("his.ipynb")["metadata"] == {}


def test_marks_of_trust_in_the_file_are_nobodys_word(house):
    [cell] = showing("theirs")
    house.write("his.ipynb", THEIRS, cell)
    text = (house.root / "his.ipynb").read_text().replace(
        '"metadata": {}', '"metadata": {"trusted": true}'
    )  # fmt: skip
    assert "trusted" in text
    (house.root / "his.ipynb").write_text(text)
    assert is_harmless(house.sent("his.ipynb"))


def test_an_old_notebook_is_no_way_around(house):
    old = {"nbformat": 3, "nbformat_minor": 0, "metadata": {"name": "", "widgets": THEIRS}}
    (house.root / "his.ipynb").write_text(json.dumps(old | {"worksheets": [{"cells": []}]}))
    assert is_harmless(house.sent("his.ipynb"))


@pytest.mark.parametrize(
    "widgets",
    [["PWN"], "PWN", {STATE: ["PWN"]}, {STATE: {"state": ["PWN"]}}, {STATE: None, "PWN": 1}, 7],
)
def test_damaged_metadata_is_held_back_and_put_back(house, widgets):
    name = house.write("his.ipynb", widgets)
    before = (house.root / name).read_bytes()
    content = house.sent(name)
    assert is_harmless(content)
    house.save(name, content)
    assert (house.root / name).read_bytes() == before


# With rich outputs, without any (Jupyter signs such a notebook when it is saved), without code.
CELLS = {
    "shown": showing("theirs"),
    "plain": [new_code_cell("1 + 1")],
    "text": [new_markdown_cell("Words")],
}


@pytest.mark.parametrize("written", [None, EMPTY], ids=["as sent", "with an empty state"])
@pytest.mark.parametrize("cells", CELLS.values(), ids=CELLS)
def test_opened_and_saved_the_file_is_the_same_and_still_not_trusted(house, cells, written):
    """JupyterLab that keeps states writes one at each saving, even without a model."""
    name = house.write("his.ipynb", THEIRS, *cells)
    before = (house.root / name).read_bytes()
    for _ in range(2):
        content = house.sent(name)
        assert is_harmless(content)
        if written is not None:
            content["metadata"]["widgets"] = written
        house.save(name, content)
        assert (house.root / name).read_bytes() == before


def test_a_large_state_is_held_back_and_put_back(house):
    name = house.write("his.ipynb", saved(theirs=model("PWN" * 3_000_000)))
    before = (house.root / name).read_bytes()
    content = house.sent(name)
    assert is_harmless(content)
    house.save(name, content)
    assert (house.root / name).read_bytes() == before


def test_run_and_saved_it_has_the_learners_own_apps_and_their_signature(house):
    name = house.write("his.ipynb", THEIRS)
    house.save(name, run_in_page(house.sent(name), "ours"))
    assert house.kept(name) == {"widgets": OURS}
    assert house.sent(name)["metadata"] == {"widgets": OURS}


def test_run_in_part_both_are_kept_and_nothing_is_signed(house):
    name = house.write("his.ipynb", THEIRS)
    content = run_in_page(house.sent(name), "ours", "theirs")
    for _ in range(2):
        house.save(name, json.loads(json.dumps(content)))
        assert house.kept(name)["widgets"] == saved(
            theirs=model("window.PWN = 1"), ours=model("ours")
        )
        assert is_harmless(house.sent(name))
    house.save(name, run_in_page(content, "ours"))  # run to the end, in the same page
    assert house.sent(name)["metadata"] == {"widgets": OURS}


def test_no_run_without_apps_signs_what_was_held_back(house):
    """Every cell is trusted, as after Run All: that is not to trust what nobody saw."""
    name = house.write("his.ipynb", THEIRS)
    content = run_in_page(house.sent(name), "theirs", widgets=EMPTY)
    content["cells"][0]["outputs"] = []
    house.save(name, content)
    assert house.kept(name) == {"widgets": THEIRS}
    assert is_harmless(house.sent(name))


def trust_on_the_command_line(house, name):
    TrustNotebookApp(notary=house.notary).sign_notebook_file(str(house.root / name))


@pytest.mark.parametrize(
    "trust",
    [lambda house, name: house.does("trust_notebook", name), trust_on_the_command_line],
    ids=["server", "jupyter trust"],
)
def test_trusted_the_apps_are_back(house, trust):
    name = house.write("his.ipynb", THEIRS)
    house.save(name, house.sent(name))
    trust(house, name)
    content = house.sent(name)
    assert content["metadata"] == {"widgets": THEIRS}
    house.save(name, content)
    assert house.sent(name)["metadata"] == {"widgets": THEIRS}


def test_trusted_in_another_page_the_apps_are_not_lost(house):
    name = house.write("his.ipynb", THEIRS, *CELLS["plain"])
    here = house.sent(name)
    house.does("trust_notebook", name)
    house.save(name, here)
    assert house.sent(name)["metadata"] == {"widgets": THEIRS}


@pytest.mark.parametrize("cells", [CELLS["shown"], CELLS["plain"]], ids=["shown", "plain"])
def test_a_copy_is_whole_and_not_trusted(house, cells):
    name = house.write("his.ipynb", THEIRS, *cells)
    copied = house.does("copy", name)["path"]
    assert (house.root / copied).read_bytes() == (house.root / name).read_bytes()
    assert is_harmless(house.sent(copied))


def test_a_copy_of_a_folder_is_whole_and_not_trusted(house):
    (house.root / "his").mkdir()
    name = house.write("his/his.ipynb", THEIRS)
    copied = house.does("copy", "his", "")["path"].strip("/")
    assert (house.root / copied / "his.ipynb").read_bytes() == (house.root / name).read_bytes()
    assert is_harmless(house.sent(f"{copied}/his.ipynb"))


def test_saved_under_another_name_it_is_whole_and_not_trusted(house):
    name = house.write("his.ipynb", THEIRS, *CELLS["plain"])
    house.save("other.ipynb", house.sent(name))
    assert house.kept("other.ipynb") == {"widgets": THEIRS}
    assert is_harmless(house.sent("other.ipynb"))


def test_renamed_while_it_is_open_it_is_saved_whole(house):
    content = house.sent(house.write("his.ipynb", THEIRS))
    house.does("update", {"path": "other.ipynb"}, "his.ipynb")
    house.save("other.ipynb", content)
    assert house.kept("other.ipynb") == {"widgets": THEIRS}
    assert is_harmless(house.sent("other.ipynb"))


def test_a_checkpoint_is_no_way_around(house):
    name = house.write("his.ipynb", THEIRS)
    before = (house.root / name).read_bytes()
    checkpoint = house.does("create_checkpoint", name)
    house.save(name, run_in_page(house.sent(name), "ours"))
    house.does("restore_checkpoint", checkpoint["id"], name)
    assert (house.root / name).read_bytes() == before
    assert is_harmless(house.sent(name))


@pytest.mark.parametrize("left", [None, b"", b"[]", b"{}", b'{"metadata": [], "nbformat": 4}'])
def test_what_the_page_has_is_saved_although_the_file_is_gone_or_damaged(house, left):
    content = house.sent(house.write("his.ipynb", THEIRS))
    (house.root / "his.ipynb").unlink()
    if left is not None:
        (house.root / "his.ipynb").write_bytes(left)
    house.save("his.ipynb", content)
    assert is_harmless(house.sent("his.ipynb"))


@pytest.mark.parametrize("place", ["../secret.ipynb", "/etc/passwd", 7, ["x"], {"a": 1}, "\0"])
def test_a_forged_mark_of_a_page_is_no_error(house, place):
    name = house.write("his.ipynb", None)
    house.save(name, {**house.sent(name), "metadata": {MARK: place}})
    assert house.kept(name) == {}


def test_other_files_are_sent_as_they_are(house):
    (house.root / "notes.txt").write_text("words")
    assert house.does("get", "notes.txt")["content"] == "words"
    name = house.write("his.ipynb", THEIRS)
    raw = house.does("get", name, type="file", format="text")["content"]
    assert raw == (house.root / name).read_text()
    assert [each["name"] for each in house.does("get", "")["content"]]


def test_the_notebook_of_the_report_is_held_back(house):
    page = Path(__file__).resolve().parents[2] / "docs" / "hardening.md"
    text = page.read_text(encoding="utf-8").partition("```json")[2].partition("```")[0]
    (house.root / "harmless.ipynb").write_text(text)
    nbformat.validate(json.loads(text))
    assert "PWN" in text
    content = house.sent("harmless.ipynb")
    assert is_harmless(content)
    house.save("harmless.ipynb", content)
    assert is_harmless(house.sent("harmless.ipynb"))


def test_a_manager_without_files_is_told_of_and_left_alone():
    said = []
    manager = SimpleNamespace(log=SimpleNamespace(warning=lambda text, name: said.append(name)))
    hold_back(manager)
    assert said == ["SimpleNamespace"]
