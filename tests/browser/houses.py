"""Voila and Notebook 7, started as a house starts them, each on a free port."""

import signal
import subprocess
import sys
from contextlib import contextmanager

from marvel_widgets.classroom.for_jupyterlab import lab_environment
from tests.browser.conftest import free_port, private_environment, stop, wait_until_it_answers


@contextmanager
def running(folder, module, *arguments, answers):
    """Yield the address and the process's number of a server in a folder."""
    port = free_port()
    command = [sys.executable, "-m", module, "--no-browser", f"--port={port}", *arguments]
    log = folder.parent / f"{module}.txt"
    with log.open("w") as stream:
        server = subprocess.Popen(
            command,
            cwd=folder,
            env=lab_environment(private_environment(folder.parent)),  # our labextension
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=subprocess.STDOUT,
        )
    base = f"http://127.0.0.1:{port}"
    try:
        wait_until_it_answers(server, f"{base}{answers}", log)
        yield base, server.pid
    finally:
        if server.poll() is None:
            server.send_signal(signal.SIGTERM)
        stop(server)


def running_voila(folder):
    waits = [f"--VoilaExecutor.{name}_timeout=300" for name in ("iopub", "startup")]
    return running(
        folder, "voila", "--Voila.ip=127.0.0.1", *waits, answers="/voila/static/voila.js"
    )


def running_notebook(folder):
    return running(
        folder,
        "notebook",
        "--ip=127.0.0.1",
        "--IdentityProvider.token=",
        "--ServerApp.allow_root=True",
        "--JupyterNotebookApp.expose_app_in_browser=True",
        answers="/api/status",
    )
