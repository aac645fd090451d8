"""Dashboards for Voila: what is written, and what a cell of one does."""

import json
import re

import pytest
from nbclient import NotebookClient

from marvel_widgets import widgets
from marvel_widgets.cli import main
from marvel_widgets.site.dashboards import write_dashboards
from marvel_widgets.site.errors import SiteError
from marvel_widgets.widgets import RemovabilityLab


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dashboards") / "all"
    write_dashboards(folder)
    return folder


def cell(folder, name):
    notebook = json.loads((folder / f"{name}.ipynb").read_text(encoding="utf-8"))
    return notebook["cells"][0]["source"]


def shown(code):
    names = {}
    exec(code, names)
    return names["app"]


def test_each_app_and_each_sheet_has_a_page(folder):
    for name in ("Workbench", "Race", "exercises-03", "exercises-E"):
        assert (folder / f"{name}.ipynb").is_file()
    settings = json.loads((folder / "voila.json").read_text())
    assert settings["MappingKernelManager"]["cull_idle_timeout"] > 0


def test_the_first_page_leads_to_each_app_and_each_sheet_by_its_words(folder):
    page = (folder / "index.html").read_text(encoding="utf-8")
    leads = re.findall(r'href="\.\./render/([^"]+)"', page)
    assert sorted(leads) == sorted(path.name for path in folder.glob("*.ipynb"))
    assert "<b>Removability Lab</b>" in page
    assert "<b><small>03</small> Removable variables</b>" in page
    allowed = json.loads((folder / "voila.json").read_text())["VoilaConfiguration"]
    assert any(re.fullmatch(each, "index.html") for each in allowed["file_allowlist"])


def test_a_page_waits_for_its_app_when_a_class_comes_at_once(folder):
    waits = json.loads((folder / "voila.json").read_text())["VoilaExecutor"]
    for name, seconds in waits.items():  # Voila's executor is one of nbclient
        known = NotebookClient.class_traits(config=True)[name]
        assert seconds > known.default_value


@pytest.mark.parametrize("name", ["RemovabilityLab", "MarvelPlayer", "ExerciseBox"])
def test_the_cell_of_an_app_shows_it(folder, name, monkeypatch):
    monkeypatch.delenv("QUERY_STRING", raising=False)
    assert type(shown(cell(folder, name))) is getattr(widgets, name)


def test_a_token_in_the_address_is_its_state(folder, monkeypatch, capsys):
    token = RemovabilityLab("X -> Y <- T", x="Y").token
    monkeypatch.setenv("QUERY_STRING", f"t={token}")
    assert shown(cell(folder, "RemovabilityLab")).token == token
    monkeypatch.setenv("QUERY_STRING", "t=mwa1.forged")
    shown(cell(folder, "RemovabilityLab"))
    assert "This link can't be opened" in capsys.readouterr().out


def test_older_dashboards_are_replaced_and_nothing_else(folder, tmp_path, capsys):
    assert main(["dashboards", str(folder)]) == 0
    assert "voila" in capsys.readouterr().out
    (tmp_path / "thesis.tex").touch()
    with pytest.raises(SiteError, match="something other"):
        write_dashboards(tmp_path)
