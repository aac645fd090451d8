"""A folder from somebody else: no command, server, kernel or page of ours runs what is in it."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from jupyter_client import KernelManager
from jupyter_client.blocking import BlockingKernelClient
from jupyter_client.kernelspec import KernelSpecManager, NoSuchKernel

from marvel_widgets.classroom.for_jupyterlab import lab_environment
from marvel_widgets.classroom.server.own_kernel import knows_one
from marvel_widgets.classroom.start_notebook import START, begin
from marvel_widgets.course.journal import HEADER, NAME, Journal, begun_here
from marvel_widgets.course.start_page import StartPage

OURS = [sys.executable, "-P", "-m", "marvel_widgets"]  # as the script `marvel-widgets` starts
ANSWER = (
    '{"notebook": "01", "name": "blockers", "student": "", "draw": 0, "case": "", "answer": "1",'
)
ANSWER += '"verdict": "correct", "belief": "", "hints": 0, "version": "1", "at": 1700000000}'

# Names that a Python which looks in the present folder first, or last, would take from there:
# ours, the standard library's, Jupyter's, and some that are tried and not installed.
TRAPS = """marvel_widgets jupyterlab jupyter_server jupyter_core ipykernel ipykernel_launcher
    IPython ipywidgets anywidget comm networkx numpy json random runpy asyncio sitecustomize
    usercustomize evil appnope gi trio curio pandas matplotlib jedi pip
    jupyter_config jupyter_server_config jupyter_lab_config jupyter_notebook_config ipython_config
    ipython_kernel_config .jupyter/jupyter_config .jupyter/jupyter_server_config
    profile_default/ipython_kernel_config profile_default/startup/0
    .ipython/profile_default/startup/0 .ipython/profile_default/ipython_kernel_config"""
POINTS = "networkx.backends networkx.backend_info jupyter_client.kernel_provisioners"


@pytest.fixture
def folder(tmp_path):
    """A folder with a journal and a trap of every kind; `ran` says which went off."""
    made = tmp_path / "theirs"
    (tmp_path / "home").mkdir()
    for name in TRAPS.split():
        package = name in ("marvel_widgets", "IPython")
        path = made / (f"{name}/__init__.py" if package else f"{name}.py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"open({str(tmp_path / 'ran')!r}, 'a').write({name + ' '!r})\n")
    (made / "own_module.py").write_text("number = 7\n")
    sprung = ["sh", "-c", f"echo command >> {tmp_path / 'ran'}"]
    for place in ("", "share/jupyter/", ".local/share/jupyter/"):
        kernel = made / place / "kernels" / "python3" / "kernel.json"
        kernel.parent.mkdir(parents=True)
        kernel.write_text(json.dumps({"argv": sprung, "display_name": "3", "language": "python"}))
    package = made / "evil-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: evil\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text(
        "".join(f"[{group}]\nevil = evil:e\n" for group in POINTS.split())
    )
    server = {"ServerApp": {"jpserver_extensions": {"evil": True}}}
    (made / "jupyter_server_config.json").write_text(json.dumps(server))
    (made / ".env").write_text("PYTHONSTARTUP=evil.py\nPYTHONPATH=.\n")
    (made / NAME).write_text(f"{HEADER}{ANSWER}\n")
    (tmp_path / "victim").write_text("whole")
    (made / ".gitignore").symlink_to(tmp_path / "victim")
    return made


def ran(folder):
    assert (folder.parent / "victim").read_text() == "whole"
    path = folder.parent / "ran"
    return path.read_text() if path.exists() else ""


def private(tmp_path, **more):
    """Return an environment without the developer's settings, with data and home of its own."""
    others = ("JUPYTER", "IPYTHON", "PYTEST")
    kept = {name: each for name, each in os.environ.items() if not name.startswith(others)}
    ours = {"HOME": ".", "JUPYTER_DATA_DIR": "d", "JUPYTER_RUNTIME_DIR": "run", "IPYTHONDIR": "i"}
    return kept | {name: str(tmp_path / "home" / place) for name, place in ours.items()} | more


@pytest.mark.parametrize("command", ["copy .", "progress .", "copy theirs", "progress theirs"])
def test_no_command_runs_what_is_in_the_folder(folder, tmp_path, command):
    where = folder if command.endswith(".") else tmp_path
    done = subprocess.run(
        [*OURS, *command.split()], cwd=where, env=private(tmp_path),
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr, ran(folder)) == (0, "", "")
    assert ("is a link, which git does not follow" in done.stdout) == ("copy" in command)


RESUME = '__import__("marvel_widgets.course.needed", fromlist=["_"]).needed(\'["a = 1", "a"]\')'
FOUND = "[m.__file__ for m in (json, marvel_widgets, networkx)]"


def value_of(client, expression, code=""):
    """Return what a kernel makes of an expression, silently unless code runs before it."""
    reply = client.execute(
        code, silent=not code, store_history=False, user_expressions={"it": expression}, reply=True,
        timeout=120,
    )  # fmt: skip
    found = reply["content"]["user_expressions"]["it"]
    return found["data"]["text/plain"] if found["status"] == "ok" else found


def runs_nothing_before_a_cell(client, folder):
    client.kernel_info(reply=True, timeout=120)  # waits for a kernel that is slow to start
    client.complete("import ", 7, reply=True, timeout=120)
    assert value_of(client, RESUME) == "[0]"
    assert ran(folder) == ""
    # A cell can import what is beside it, but takes no other module from there; nor do libraries.
    assert value_of(client, "own_module.number", "import own_module") == "7"
    code = "import json, marvel_widgets, networkx, random, ipywidgets"
    assert "networkx" in (found := value_of(client, FOUND, code))
    assert str(folder) not in found
    assert ran(folder) == ""


def test_a_kernel_takes_nothing_from_the_folder_before_a_cell_does(folder, tmp_path, monkeypatch):
    for name, value in lab_environment(private(tmp_path, PYTHONPATH=":theirs:.")).items():
        monkeypatch.setenv(name, value)
    kernels = knows_one(KernelSpecManager)()
    with pytest.raises(NoSuchKernel):
        kernels.get_kernel_spec("ir")  # which runs .Rprofile
    manager = KernelManager(kernel_name="python3", kernel_spec_manager=kernels)
    manager.start_kernel(cwd=str(folder))
    client = manager.client()
    client.start_channels()
    try:
        runs_nothing_before_a_cell(client, folder)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


@pytest.mark.parametrize("chosen", [{}, {"MKL_NUM_THREADS": "4"}])
def test_linear_algebra_has_one_thread_unless_the_user_chose(chosen):
    names = [f"{name}_NUM_THREADS" for name in ("OMP", "OPENBLAS", "MKL")]
    found = {name: each for name, each in lab_environment(chosen).items() if name in names}
    assert found == (chosen or dict.fromkeys(names, "1"))


@pytest.mark.night
@pytest.mark.parametrize("arguments", ["--dir theirs", "--dir ."])
def test_lab_and_a_kernel_in_it_run_nothing_of_the_folder(folder, tmp_path, arguments):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    arguments = ["lab", *arguments.split(), "--no-browser", f"--port={port}", "--"]
    arguments += ["--IdentityProvider.token=", "--ServerApp.disable_check_xsrf=True"]
    here = tmp_path if "theirs" in arguments else folder
    with (tmp_path / "log.txt").open("w") as log:
        server = subprocess.Popen(
            [*OURS, *arguments], cwd=here, env=private(tmp_path), stdout=log, stderr=log
        )

    def asked(path, body=None):
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", data, timeout=60) as answer:
            return answer.read().decode()

    try:
        page = ""
        while not page and server.poll() is None:
            try:
                page = asked("/lab")
            except OSError:
                time.sleep(0.5)
        told = json.loads(page.split('id="jupyter-config-data"')[1].split(">", 1)[1].split("<")[0])
        assert told["marvelWidgetsBegun"] is False  # the start page waits for a click
        assert list(json.loads(asked("/api/kernelspecs"))["kernelspecs"]) == ["python3"]
        body = {"path": START, "name": START, "type": "notebook", "kernel": {"name": "python3"}}
        kernel = json.loads(asked("/api/sessions", body))["kernel"]["id"]
        connection = tmp_path / "home" / "run" / f"kernel-{kernel}.json"
        client = BlockingKernelClient(connection_file=str(connection))
        client.load_connection_file()
        client.start_channels()
        runs_nothing_before_a_cell(client, folder)
        client.stop_channels()
    finally:
        server.terminate()
        server.wait(60)


def test_a_journal_is_this_users_where_it_was_begun(folder, tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    begin(folder)
    assert not begun_here(folder)
    mine, moved = tmp_path / "mine", tmp_path / "moved"
    mine.mkdir()
    begin(mine)
    assert begun_here(mine)
    mine.rename(moved)
    assert not begun_here(moved)
    moved.rename(mine)
    assert begun_here(mine)
    mine.rename(moved)
    folder.rename(mine)  # somebody else's, in the same place
    assert not begun_here(mine)
    monkeypatch.chdir(mine)
    monkeypatch.setattr(Journal, "here", classmethod(lambda cls: cls(Path(NAME))))
    StartPage()  # as its learner runs it
    assert begun_here(mine)
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "another's"))
    assert not begun_here(mine)
