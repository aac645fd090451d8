"""The command: working copies keep a learner's work, and trouble is told in a sentence."""

import json
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import nbformat
import pytest
import yaml
from jupyter_core.paths import jupyter_path
from jupyterlab.commands import get_app_dir
from jupyterlab_server.settings_utils import get_settings
from nbformat.sign import NotebookNotary

from marvel_widgets import __main__, _lazy, _notebooks, cli, exercises
from marvel_widgets._notebooks import MANIFEST, NotebooksError, bundled_notebooks, copy_notebooks
from marvel_widgets.classroom import editions, for_jupyterlab
from marvel_widgets.classroom.editions import WAITING
from marvel_widgets.classroom.start_notebook import START
from marvel_widgets.course.journal import NAME


@pytest.fixture(autouse=True)
def data_directory(monkeypatch, tmp_path_factory):
    """Where notebooks are signed: not in the developer's own directory."""
    directory = tmp_path_factory.mktemp("jupyter-data")
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(directory))
    return directory


@pytest.fixture
def source(tmp_path):
    """Bundled notebooks of the first version."""
    directory = tmp_path / "bundled"
    (directory / "images").mkdir(parents=True)
    (directory / ".ipynb_checkpoints").mkdir()
    (directory / "00.ipynb").write_text("zero, first version")
    (directory / "06.ipynb").write_text("six, first version")
    (directory / "images" / "star.svg").write_text("<svg/>")
    (directory / ".ipynb_checkpoints" / "00-checkpoint.ipynb").write_text("scratch")
    return directory


@pytest.fixture
def target(tmp_path, source):
    """A working copy of the first version."""
    directory = tmp_path / "mine"
    copy_notebooks(source, directory)
    return directory


COMMANDS = next(action.choices for action in cli._parser()._actions if action.choices)


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_a_help_with_its_defaults(command, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit, match="0"):
        cli.main([command, "--help"])
    said = capsys.readouterr().out
    assert said.startswith(f"usage: marvel-widgets {command} ")
    assert said.count("\n") <= 20
    assert f"\nExample: marvel-widgets {command} " in said
    assert ("(default: " in said) == any(
        "%(default)s" in (action.help or "") for action in COMMANDS[command]._actions
    )


def actions(done):
    return {each.name: each.action for each in done}


def files(directory):
    return {
        path.relative_to(directory).as_posix(): path.read_text()
        for path in directory.rglob("*")
        if path.is_file() and path.name != MANIFEST
    }


def test_second_copy_changes_nothing(source, target):
    before = {path: path.stat().st_mtime_ns for path in target.glob("*.ipynb")}
    assert set(actions(copy_notebooks(source, target)).values()) == {"unchanged"}
    assert {path: path.stat().st_mtime_ns for path in target.glob("*.ipynb")} == before


MINE, FIRST = {"06.ipynb": "my answers"}, "six, first version"
BESIDE = {"06.new.ipynb": "second"}


@pytest.mark.parametrize(
    ("edits", "versions", "action", "left"),
    [
        ({}, ["second"], "refreshed", {"06.ipynb": "second"}),
        (MINE, [FIRST], "kept", MINE),
        (MINE, ["second", "third"], "kept-beside-new", MINE | {"06.new.ipynb": "third"}),
        (MINE | BESIDE, ["second"], "kept", MINE | BESIDE),
        ({"06.ipynb": None}, [FIRST], "copied", {"06.ipynb": FIRST}),
    ],
)
def test_a_copy_is_brought_up_to_date_and_edits_stay(source, target, edits, versions, action, left):
    for name, text in edits.items():
        (target / name).write_text(text) if text else (target / name).unlink()
    for text in versions:
        (source / "06.ipynb").write_text(text)
        done = copy_notebooks(source, target)
    assert actions(done)["06.ipynb"] == action
    assert {name: text for name, text in files(target).items() if name.startswith("06")} == left


def test_edited_new_version_stays_too(source, target):
    for name, version in (("06.ipynb", "second"), ("06.new.ipynb", "third")):
        (target / name).write_text("mine")
        (source / "06.ipynb").write_text(version)
        copy_notebooks(source, target)
    left = {"06.ipynb": "mine", "06.new.ipynb": "mine", "06.new-2.ipynb": "third"}
    assert left.items() <= files(target).items()


@pytest.mark.parametrize(
    "damage",
    ["", "not json", "[]", '{"handed_out": 3}', "{}", "[" * 100_000, " " * 5_000_000 + "{}"],
    ids=range(7),
)
def test_damaged_manifest_never_costs_work(source, target, damage):
    (target / MANIFEST).write_text(damage)
    (target / "06.ipynb").write_text("my answers")
    (source / "00.ipynb").write_text("zero, second version")
    copy_notebooks(source, target)
    mine = files(target)
    assert mine["06.ipynb"] == "my answers"
    assert mine["00.ipynb"] == "zero, first version"
    assert mine["00.new.ipynb"] == "zero, second version"


def test_of_a_strangers_manifest_only_names_and_hashes_of_ours_are_kept(source, target):
    told = {"$(touch a file)": "0" * 64, "../06.ipynb": "0" * 64, "07.ipynb": "1" * 63, "5": 5}
    (target / MANIFEST).write_text(json.dumps({"handed_out": told | {"old.ipynb": "2" * 64}}))
    copy_notebooks(source, target)
    kept = json.loads((target / MANIFEST).read_text())["handed_out"]
    assert set(kept) == {"00.ipynb", "06.ipynb", "images/star.svg", "old.ipynb"}


def test_a_folder_that_somebody_prepared_makes_us_overwrite_nothing(source, tmp_path):
    (tmp_path / ".bashrc").write_text("mine")
    (tmp_path / "course").mkdir()
    for name in (f".{MANIFEST}.part", "06.ipynb"):
        (tmp_path / "course" / name).symlink_to("../.bashrc")
    copy_notebooks(source, tmp_path / "course")
    assert (tmp_path / ".bashrc").read_text() == "mine"
    assert (tmp_path / "course" / "06.new.ipynb").read_text() == "six, first version"


@pytest.mark.parametrize("name", ["00.ipynb", MANIFEST])
def test_a_pipe_is_not_waited_for(bundled, tmp_path, capsys, name):
    (tmp_path / "course").mkdir()
    os.mkfifo(tmp_path / "course" / name)
    assert cli.main(["copy", "course"]) == 1
    told = capsys.readouterr().err
    assert told == f"marvel-widgets: Cannot write {name} in course: it is not a regular file.\n"


def test_nothing_unfinished_is_left_when_writing_fails(source, target, monkeypatch):
    full = OSError(28, "No space left on device")
    monkeypatch.setattr(Path, "replace", Mock(side_effect=full))
    (source / "06.ipynb").write_text("six, second version")
    with pytest.raises(NotebooksError, match="No space left on device"):
        copy_notebooks(source, target)
    assert (target / "06.ipynb").read_text() == "six, first version"


def book(words):
    """Return a notebook of one text, as it is written."""
    cell = {"cell_type": "markdown", "id": "words", "metadata": {}, "source": words}
    notebook = {"cells": [cell], "metadata": {"a": 1}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


@pytest.fixture
def bundled(monkeypatch, source, tmp_path):
    """Let the command copy from `source`, in an empty current directory."""
    for path in source.glob("*.ipynb"):
        path.write_text(book(path.read_text()))
    monkeypatch.setattr(cli, "bundled_notebooks", lambda: source)
    monkeypatch.chdir(tmp_path)
    return source


@pytest.fixture
def started(monkeypatch):
    """Keep the commands that would have been started."""
    commands = []

    def start(command, environment):
        commands.append(command)
        assert environment["JUPYTER_CONFIG_PATH"].endswith("_lab")
        return 7

    monkeypatch.setattr(cli, "_start", start)
    return commands


def test_copy_tells_what_it_did(bundled, capsys, tmp_path):
    assert cli.main(["copy"]) == 0
    copy = tmp_path / "marvel-notebooks"
    assert capsys.readouterr().out.splitlines() == [
        "Copied 00.ipynb.",
        "Copied 06.ipynb.",
        "Copied images/star.svg.",
        f"Your notebooks are in {copy}.",
    ]
    (copy / "06.ipynb").write_text("my answers")
    (bundled / "00.ipynb").write_text(book("zero, second version"))
    (bundled / "06.ipynb").write_text(book("six, second version"))
    assert cli.main(["copy"]) == 0
    assert capsys.readouterr().out.splitlines()[:2] == [
        "Replaced the unedited 00.ipynb by its new version.",
        "Kept your edited 06.ipynb and placed the new version beside it as 06.new.ipynb.",
    ]
    (copy / "06.ipynb").write_text((copy / "06.new.ipynb").read_text())
    assert cli.main(["copy"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "All notebooks are up to date."


def of_version(version, monkeypatch):
    """Let the library call itself by another version."""
    for module in (_notebooks, editions):
        monkeypatch.setattr(module, "library_version", lambda: version)


def test_a_kept_notebook_of_an_older_version_is_told(bundled, capsys, monkeypatch, tmp_path):
    of_version("0.1.0", monkeypatch)
    assert cli.main(["copy"]) == 0
    mine = tmp_path / "marvel-notebooks" / "06.ipynb"
    assert json.loads(mine.read_text())["metadata"]["marvel_widgets"] == {"version": "0.1.0"}
    mine.write_text(mine.read_text().replace("six, first", "six, my own"))
    (bundled / "06.ipynb").write_text(book("six, second version"))
    of_version("0.2.0", monkeypatch)
    capsys.readouterr()
    assert cli.main(["copy"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == (
        "Kept your edited 06.ipynb and placed the new version beside it as 06.new.ipynb. Yours was "
        "made for version 0.1.0 of marvel-widgets: some of its cells may no longer run."
    )


@pytest.mark.parametrize("told", [True, False])
def test_another_version_alone_makes_no_notebook_new(bundled, capsys, monkeypatch, tmp_path, told):
    with monkeypatch.context() as first:
        of_version("0.1.0", first)
        if not told:  # as copies were before they said it
            first.setattr(editions, "stamped", lambda notebook: notebook)
        assert cli.main(["copy"]) == 0
    copy = tmp_path / "marvel-notebooks"
    (copy / "06.ipynb").write_text("my answers")
    before = files(copy)
    of_version("0.2.0", monkeypatch)
    capsys.readouterr()
    assert cli.main(["copy"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "Kept your edited 06.ipynb."
    assert files(copy) == before


def test_lab_copies_and_starts_jupyterlab_there(bundled, started, tmp_path):
    arguments = ["lab", "--dir", "here", "--no-browser", "--port", "9", "--", "--ip=0.0.0.0", "-y"]
    assert cli.main(arguments) == 7  # Jupyter's own exit code
    (command,) = started
    assert command[:4] == [sys.executable, "-P", "-m", "jupyterlab"]
    assert f"--ServerApp.root_dir={tmp_path / 'here'}" in command
    assert {"--no-browser", "--port=9"} <= set(command)
    assert command[-2:] == ["--ip=0.0.0.0", "-y"]
    assert (tmp_path / "here" / "06.ipynb").exists()


def test_lab_opens_the_first_notebook_until_one_is_begun(bundled, started, tmp_path):
    opens = "--LabApp.default_url=/lab/tree/00.ipynb"
    cli.main(["lab"])
    cli.main(["lab"])  # looked at, nothing written
    (bundled / "00.ipynb").write_text(book("zero, second version"))
    cli.main(["lab"])
    cli.main(["lab", "--", "--LabApp.default_url=/lab/tree/06.ipynb"])
    (tmp_path / "marvel-notebooks" / "06.ipynb").write_text(book("my answers"))
    cli.main(["lab"])
    assert [opens in command for command in started] == [True, True, True, False, False]


NEWS = "@jupyterlab/apputils-extension:notification"


@pytest.mark.parametrize("chosen", [{}, {"fetchNews": "true"}])
def test_our_settings_of_jupyterlab_stand_below_the_users(monkeypatch, tmp_path, chosen):
    private = {"JUPYTER_CONFIG_DIR": str(tmp_path / "config"), "JUPYTER_CONFIG_PATH": ""}
    for name, value in for_jupyterlab.lab_environment(private).items():
        monkeypatch.setenv(name, value)
    own = tmp_path / "settings" / "@jupyterlab" / "apputils-extension"
    own.mkdir(parents=True)
    (own / "notification.jupyterlab-settings").write_text(json.dumps(chosen))
    lab = Path(get_app_dir())
    found, _ = get_settings(
        str(lab / "settings"), str(lab / "schemas"), str(tmp_path / "settings"), NEWS
    )
    assert found["schema"]["properties"]["fetchNews"]["default"] == "false"  # asked otherwise
    assert found["settings"] == chosen


def test_our_labextension_is_found_before_an_installed_copy(monkeypatch):
    """An editable installation copies it once."""
    monkeypatch.setenv("JUPYTER_PATH", for_jupyterlab.lab_environment({})["JUPYTER_PATH"])
    found = [Path(folder) / "marvel-widgets" for folder in jupyter_path("labextensions")]
    (first, *_) = [folder for folder in found if folder.is_dir()]
    assert first.is_relative_to(for_jupyterlab.SETTINGS)


def test_our_settings_keep_the_last_state_of_an_app():
    folder = Path(for_jupyterlab.lab_environment({})["JUPYTER_CONFIG_PATH"])
    path = folder / "labconfig" / "default_setting_overrides.json"
    assert json.loads(path.read_text()) == {
        NEWS: {"fetchNews": "false", "checkForUpdates": False},
        "@jupyter-widgets/jupyterlab-manager:plugin": {"saveState": True},
    }


def signed(path):
    with closing((notary := NotebookNotary()).store):
        return notary.check_signature(nbformat.read(path, as_version=4))


@pytest.mark.parametrize("edition", ["learner", "reader"])
def test_what_is_written_is_signed_and_what_is_the_learners_own_is_not(bundled, tmp_path, edition):
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "06.ipynb").write_text(book("from somebody else"))
    assert cli.main(["copy", "mine", "--edition", edition]) == 0
    assert signed(mine / "00.ipynb")
    assert signed(mine / "06.new.ipynb")
    assert not signed(mine / "06.ipynb")


def test_an_unchanged_copy_is_signed_for_a_second_user(bundled, monkeypatch, tmp_path):
    cli.main(["copy", "mine"])
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "another" / "data"))
    assert not signed(tmp_path / "mine" / "00.ipynb")
    cli.main(["copy", "mine"])
    assert signed(tmp_path / "mine" / "00.ipynb")


def test_without_nbformat_nothing_is_signed_and_all_is_copied(bundled, monkeypatch, tmp_path):
    monkeypatch.setattr(for_jupyterlab, "find_spec", lambda name: None)
    assert cli.main(["copy", "mine"]) == 0
    assert (tmp_path / "mine" / "00.ipynb").exists()
    assert not signed(tmp_path / "mine" / "00.ipynb")


@pytest.mark.parametrize("edition", ["learner", "reader"])
def test_the_notebooks_themselves_are_no_place_for_a_copy(bundled, capsys, edition):
    before = files(bundled)
    assert cli.main(["copy", str(bundled), "--edition", edition]) == 1
    assert "where the notebooks come from" in capsys.readouterr().err
    assert files(bundled) == before


def test_the_readers_edition_is_a_copy_byte_for_byte(tmp_path):
    assert cli.main(["copy", str(tmp_path / "reader"), "--edition", "reader"]) == 0
    for path in bundled_notebooks().glob("*.ipynb"):
        assert (tmp_path / "reader" / path.name).read_bytes() == path.read_bytes()


@pytest.mark.parametrize("root", [True, False])
def test_root_is_allowed_only_as_root(bundled, started, monkeypatch, root):
    monkeypatch.setattr(os, "geteuid", lambda: 0 if root else 1000, raising=False)
    cli.main(["lab"])
    assert ("--allow-root" in started[0]) is root


@pytest.mark.parametrize("command", ["copy", "lab", "quiz A --exam x", "site x", "progress ."])
def test_ctrl_c_ends_a_command_in_a_sentence(bundled, started, monkeypatch, capsys, command):
    for place in ("cli.TemporaryDirectory", "site.command._write", "course.journal.Journal._read"):
        monkeypatch.setattr(f"marvel_widgets.{place}", Mock(side_effect=KeyboardInterrupt))
    (Path.cwd() / NAME).touch()
    monkeypatch.setattr(sys, "argv", ["marvel-widgets", *command.split()])
    assert __main__.main() == 130
    stopped = "marvel-widgets: Stopped; no file is left half written.\n"
    assert capsys.readouterr() == ("", stopped)


def test_lab_without_jupyterlab_says_how_to_install_it(bundled, started, monkeypatch, capsys):
    there = _lazy.find_spec
    gone = lambda name: None if name == "jupyterlab" else there(name)  # noqa: E731
    monkeypatch.setattr(_lazy, "find_spec", gone)
    assert cli.main(["lab"]) == 1
    told = capsys.readouterr().err
    assert "jupyterlab cannot be found" in told
    assert 'pip install "marvel-widgets[lab]"' in told
    assert started == []


def test_what_is_in_the_way_is_named_in_a_sentence(bundled, capsys, tmp_path):
    (tmp_path / "notes.txt").touch()
    (tmp_path / "mine" / "06.ipynb").mkdir(parents=True)
    into = "the notebooks into notes.txt"
    ways = ("notes.txt", into), ("notes.txt/inside", f"{into}/inside"), ("mine", "06.ipynb in mine")
    for bad, said in ways:
        assert cli.main(["copy", bad]) == 1
        told = capsys.readouterr().err
        assert told.startswith(f"marvel-widgets: Cannot write {said}: ")
        assert "Traceback" not in told


def test_directory_without_permission_is_reported_in_a_sentence(bundled, monkeypatch, capsys):
    refused = PermissionError(13, "Permission denied")  # root may write anywhere: no chmod helps
    monkeypatch.setattr(Path, "write_bytes", Mock(side_effect=refused))
    assert cli.main(["copy", "theirs"]) == 1
    said = f"marvel-widgets: Cannot write {MANIFEST} in theirs: Permission denied.\n"
    assert capsys.readouterr().err == said


def test_version_is_the_one_to_cite(capsys):
    cited = (Path(__file__).resolve().parents[1] / "CITATION.cff").read_text("utf-8")
    with pytest.raises(SystemExit, match="0"):
        cli.main(["--version"])
    assert capsys.readouterr().out == f"marvel-widgets {yaml.safe_load(cited)['version']}\n"


def test_start_hands_over_signals_and_exit_code(tmp_path):
    child = "import os, sys; print(os.getpid(), flush=True); sys.exit(5)"
    ours = (
        "from marvel_widgets import cli; import os, sys; "
        f"cli._start([sys.executable, '-c', {child!r}], os.environ)"
    )
    process = subprocess.Popen([sys.executable, "-c", ours], stdout=subprocess.PIPE, text=True)
    told, _ = process.communicate(timeout=60)
    assert process.returncode == 5
    if os.name != "nt":
        assert int(told) == process.pid  # the same process: Ctrl-C and kill reach Jupyter


def test_module_run_works_like_the_command(tmp_path):
    command = [sys.executable, "-m", "marvel_widgets", "copy", "mine"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    names = {path.name for path in bundled_notebooks().glob("[!ET]*.ipynb")}
    assert names | {START} == {path.name for path in (tmp_path / "mine").glob("*.ipynb")}
    assert names == set(json.loads((tmp_path / "mine" / MANIFEST).read_text())["handed_out"])


@pytest.mark.parametrize(
    "arguments",
    [
        ["copy", ""],
        ["lab", "--dir", " "],
        ["instructor", ""],
        ["report", ""],
        ["report", "x", "--output", ""],
        ["quiz", "A", "--paper", ""],
        ["instructor", "--nbgrader", ""],
        ["site", ""],
        ["site", "--pyodide", "", "x"],
        ["site", " "],
        ["quiz", "A", "--exam", "a\0b"],
    ],
)
def test_an_empty_name_is_no_folder(tmp_path, monkeypatch, capsys, arguments):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        cli.main(arguments)
    assert "is neither a file nor a folder" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["quiz", "A", "--exam", "x" * 300], "is too long for the name of a file or a folder"),
        (["course", "pc", "y/" + "é" * 200], "is too long for the name of a file or a folder"),
        (["quiz", "A", "--exam", "o", "--student", "\udcff"], "is not UTF-8 text"),
        (["quiz", "A", "--exam", "o", "--key", "\udcff"], "is not UTF-8 text; write it in UTF-8"),
        (["course", "pc", "o", "--student", "\udcff"], "is not UTF-8 text; write it in UTF-8"),
    ],
)
def test_an_argument_that_no_file_can_hold_is_refused(
    tmp_path, monkeypatch, capsys, arguments, words
):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        cli.main(arguments)
    told = capsys.readouterr().err.splitlines()[-1]
    assert words in told
    assert len(told) < 250
    assert list(tmp_path.iterdir()) == []


def test_fewer_jobs_than_minus_one_are_refused(tmp_path, monkeypatch, capsys):
    pytest.importorskip("joblib")
    monkeypatch.chdir(tmp_path)
    assert cli.main(["experiment", "scenario1", "--jobs", "-5", "--out", "rows.csv"]) == 1
    assert "or -1 for one per processor; got -5" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def one_notebook(tmp_path, monkeypatch):
    """Only notebook P1 is handed out, so that a copy takes no time."""
    few = tmp_path / "few"
    few.mkdir()
    whole = next(bundled_notebooks().glob("P1-*.ipynb"))
    (few / whole.name).write_bytes(whole.read_bytes())
    monkeypatch.setattr(cli, "bundled_notebooks", lambda: few)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ids.txt").write_text("17\n18\n")
    return whole


def sources(path):
    return ["".join(cell["source"]) for cell in json.loads(path.read_text("utf-8"))["cells"]]


def test_each_student_of_a_list_gets_a_copy(one_notebook, tmp_path, capsys):
    assert cli.main(["copy", "class", "--students", "ids.txt"]) == 0
    assert capsys.readouterr().out.startswith("17: 1 copied.\n18: 1 copied.\n")
    for student in ("17", "18"):
        path = tmp_path / "class" / student / one_notebook.name
        nbformat.validate(nbformat.read(path, as_version=4))
        begins = [s for s in sources(path) if "check = exercises" in s]
        assert begins
        assert all(f'exercises("P1", student="{student}")' in each for each in begins)
        assert path.read_text("utf-8").count(WAITING["text/plain"]) == len(exercises("P1"))
    assert cli.main(["copy", "all"]) == 0  # the same edition, with the cases that all share
    shared = tmp_path / "all" / one_notebook.name
    cells = list(zip(sources(shared), sources(path), strict=True))
    assert {mine for theirs, mine in cells if theirs != mine} == set(begins)


def test_a_students_work_is_kept(one_notebook, tmp_path, capsys):
    for command in (["copy", "class", "--students", "ids.txt"], ["copy", "one", "--student", "17"]):
        assert cli.main(command) == 0
    same = [tmp_path / place / one_notebook.name for place in ("class/17", "one")]
    assert same[0].read_bytes() == same[1].read_bytes()
    same[0].write_text("my answers")
    assert cli.main(["copy", "class", "--students", "ids.txt"]) == 0
    assert "17: 1 kept.\n18: 1 unchanged." in capsys.readouterr().out
    assert same[0].read_text() == "my answers"


def test_a_students_folder_that_leads_elsewhere_is_refused(one_notebook, tmp_path, capsys):
    (tmp_path / "mine").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "18").symlink_to(tmp_path / "mine")
    for command in (["copy", "out"], ["quiz", "A", "--exam", "out"], ["course", "pc", "out"]):
        assert cli.main([*command, "--students", "ids.txt"]) == 1
        told = capsys.readouterr().err
        assert told == (
            "marvel-widgets: Cannot write 18 in out: it is a link, and links are never followed.\n"
        )
    assert list((tmp_path / "mine").iterdir()) == []
    assert not (tmp_path / "out" / "17").exists()


UNIT = ["pc", "--students", "ids.txt", "--site", "https://me.io/"]


@pytest.mark.parametrize("at", [1, 3, 5])
def test_options_may_stand_between_two_places(tmp_path, monkeypatch, at):
    seen = []
    monkeypatch.setattr(cli, "_write_copies", lambda options, write: seen.append(options))
    assert cli.main(["course", *UNIT[:at], "here", *UNIT[at:]]) == 0
    assert cli.main(["course", *UNIT[1:at], *UNIT[at:], "pc", "here"]) == 0
    for options in seen:
        assert (options.plan, options.dir, options.site) == ("pc", Path("here"), "https://me.io/")


def test_an_instructors_copy_for_each_student(one_notebook, tmp_path, capsys):
    assert cli.main(["instructor", "keys", "--students", "ids.txt"]) == 0
    found = {path.parent.name for path in (tmp_path / "keys").rglob("*-instructor.ipynb")}
    assert found == {"17", "18"}
    assert cli.main(["instructor", "keys", "--students", "none.txt"]) == 1
    assert "none.txt is not a file" in capsys.readouterr().err
