"""A room of students on one server: python benchmarks/room.py [1 20 60] [--cores 2]

So many students come within a minute (fewer sooner), each with a kernel of one Jupyter server.
Each runs the first cell with an app, steps in it, edits a graph that two apps share, and every
third restarts the kernel in the middle. Prints for each room the median and the 95th percentile of
the seconds until a kernel answers, until its first app stands, and of a click and an edit; the
memory of a student's kernel (PSS: what would be free without it); and what was lost of all clicks
and edits, which are counted in the kernels. Needs Linux for memory and cores, and the extra `lab`.
"""

import argparse
import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from uuid import uuid4

from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.websocket import websocket_connect

CLICKS, EDITS, THINKING = 20, 6, 0.4  # seconds between two clicks, on average
FIRST_CELL = """
import ipywidgets
from marvel_widgets.widgets import MarvelPlayer
player = MarvelPlayer("X -> Y <- T; Y -> Z; X -> Z", level="test")
player
"""
SECOND_CELL = """
from marvel_widgets.widgets import DSeparationLab, GraphModel, RemovabilityLab
graph = GraphModel("X -> Y <- T; Y -> Z; X -> Z")
lab, other = RemovabilityLab(graph), DSeparationLab(graph)
other.parts["graph"].opened = True
lab
"""
# Where a page sends its messages to, asked for as an extension of Jupyter asks.
STEP = """next(each.model_id for each in ipywidgets.widgets.widget._instances.values()
    if isinstance(each, ipywidgets.Button) and each.description == "Step")"""
CANVAS = """next(each.model_id for each in ipywidgets.widgets.widget._instances.values()
    if type(each).__name__ == "GraphCanvas")"""


class Kernel:
    """A kernel of the server, spoken to as JupyterLab does: over HTTP and a web socket."""

    def __init__(self, address: str) -> None:
        self.address, self.http = address, AsyncHTTPClient()
        self.id, self.socket = "", None

    async def post(self, path: str, body: dict | None = None) -> dict:
        request = HTTPRequest(
            f"http://{self.address}{path}",
            method="POST",
            body=json.dumps(body or {}),
            request_timeout=300,
            connect_timeout=300,
        )
        return json.loads((await self.http.fetch(request)).body)

    async def start(self) -> None:
        self.id = (await self.post("/api/kernels"))["id"]
        await self.connect()

    async def connect(self) -> None:
        url = f"ws://{self.address}/api/kernels/{self.id}/channels?session_id={uuid4()}"
        self.socket = await websocket_connect(url, max_message_size=10**9)
        await self.ask("kernel_info_request", {})

    async def restart(self) -> None:
        self.socket.close()
        await self.post(f"/api/kernels/{self.id}/restart")
        await self.connect()

    async def ask(self, kind: str, content: dict) -> dict:
        """Send a message and wait until the kernel has done with it; return its reply."""
        header = {
            "msg_id": str(uuid4()),
            "msg_type": kind,
            "username": "",
            "session": "",
            "date": "",
            "version": "5.3",
        }
        message = {"header": header, "parent_header": {}, "metadata": {}, "content": content}
        await self.socket.write_message(json.dumps({**message, "channel": "shell", "buffers": []}))
        replied, idle, reply = kind == "comm_msg", False, {}  # a comm has no reply
        while not (replied and idle):
            heard = await self.socket.read_message()
            if heard is None:
                raise ConnectionError(kind)
            if isinstance(heard, bytes):
                continue  # pictures in pieces, for the page
            answer = json.loads(heard)
            if answer["parent_header"].get("msg_id") != header["msg_id"]:
                continue
            if answer["msg_type"] == "status":
                idle = idle or answer["content"]["execution_state"] == "idle"
            elif answer["msg_type"].endswith("_reply"):
                replied, reply = True, answer["content"]
            elif answer["msg_type"] == "error":
                raise RuntimeError("\n".join(answer["content"]["traceback"]))
        return reply

    async def run(self, code: str, **asked: str) -> dict[str, object]:
        """Run a cell; return the values of expressions after it."""
        content = {"code": code, "silent": False, "store_history": True, "allow_stdin": False}
        wanted = {name: f"__import__('json').dumps({text})" for name, text in asked.items()}
        reply = await self.ask("execute_request", {**content, "user_expressions": wanted})
        texts = {k: v["data"]["text/plain"] for k, v in reply["user_expressions"].items()}
        return {name: json.loads(text[1:-1]) for name, text in texts.items()}

    async def message(self, widget: str, content: dict) -> None:
        data = {"method": "custom", "content": content}
        await self.ask("comm_msg", {"comm_id": widget, "data": data})


@dataclass
class Measured:
    """What was measured in a room, in seconds and MB."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    memory: list[float] = field(default_factory=list)
    sent: int = 0
    lost: int = 0

    @contextmanager
    def timed(self, what: str):
        begun = perf_counter()
        yield
        self.seconds.setdefault(what, []).append(perf_counter() - begun)


async def student(number: int, address: str, comes_at: float, found: Measured) -> Kernel:
    """Do what a student does; the kernel stays."""
    await asyncio.sleep(comes_at)
    rng, kernel = random.Random(number), Kernel(address)
    with found.timed("kernel"):
        await kernel.start()
    await step(kernel, rng, found, CLICKS)
    if number % 3 == 0:
        with found.timed("restart"):
            await kernel.restart()
        await step(kernel, rng, found, CLICKS // 2)
    await edit(kernel, rng, found)
    return kernel


async def step(kernel: Kernel, rng: random.Random, found: Measured, clicks: int) -> None:
    with found.timed("first app"):
        button = (await kernel.run(FIRST_CELL, it=STEP))["it"]
    for _ in range(clicks):
        await asyncio.sleep(rng.expovariate(1 / THINKING))
        with found.timed("click"):
            await kernel.message(button, {"event": "click"})
    other = (
        f"again = MarvelPlayer(player.graph, level='test')\nfor _ in range({clicks}): again.step()"
    )
    other = other.replace("player.graph", "'X -> Y <- T; Y -> Z; X -> Z'")
    after = await kernel.run(other, is_="player.model.position", due="again.model.position")
    found.sent += clicks
    found.lost += abs(after["due"] - after["is_"])


async def edit(kernel: Kernel, rng: random.Random, found: Measured) -> None:
    with found.timed("second app"):
        canvas = (await kernel.run(SECOND_CELL, it=CANVAS))["it"]
    for _ in range(EDITS):
        await asyncio.sleep(rng.expovariate(1 / THINKING))
        where = {"x": rng.uniform(40, 400), "y": rng.uniform(40, 300)}
        with found.timed("edit"):
            await kernel.message(canvas, {"do": "add", "name": "", **where})
    after = await kernel.run("", is_="len(lab.model.graph.dag)")
    found.sent += EDITS
    found.lost += 4 + EDITS - after["is_"]


@contextmanager
def running_server():
    """Yield the address of a private server, and the number of its process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("JUPYTER", "IPYTHON"))}
        names = {"CONFIG": "config", "DATA": "data", "RUNTIME": "runtime"}
        own = {f"JUPYTER_{name}_DIR": str(Path(folder, path)) for name, path in names.items()}
        command = [sys.executable, "-m", "jupyter_server", f"--port={port}", "--ip=127.0.0.1"]
        command += ["--no-browser", "--allow-root", "--IdentityProvider.token="]
        command += ["--ServerApp.disable_check_xsrf=True", f"--ServerApp.root_dir={folder}"]
        with Path(folder, "log.txt").open("w") as log:
            server = subprocess.Popen(
                command, env={**kept, **own, "IPYTHONDIR": folder}, stdout=log, stderr=log
            )
        try:
            yield f"127.0.0.1:{port}", server.pid
        finally:
            server.terminate()
            server.wait(timeout=60)


async def answers(address: str) -> None:
    for _ in range(600):
        try:
            await AsyncHTTPClient().fetch(f"http://{address}/api/status")
        except OSError:
            await asyncio.sleep(0.1)
        else:
            return
    raise TimeoutError(address)


def kernel_memory(server: int) -> list[float]:
    """Return the PSS in MB of each process that a server started."""
    found = []
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            if f"PPid:\t{server}\n" in status.read_text():
                lines = (status.parent / "smaps_rollup").read_text().splitlines()
                found += [int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:")]
        except OSError:  # it has ended meanwhile
            continue
    return found


async def room(count: int) -> Measured:
    """Let a room of students work; return what was measured."""
    found = Measured()
    AsyncHTTPClient.configure(None, max_clients=200)
    with running_server() as (address, process):
        await answers(address)
        last = min(60.0, float(count - 1))
        times = [last * at / max(1, count - 1) for at in range(count)]
        await asyncio.gather(*(student(n, address, at, found) for n, at in enumerate(times)))
        found.memory = kernel_memory(process)
    return found


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round(share * (len(ordered) - 1)))]


def main() -> None:
    """Print a table for each room."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("rooms", nargs="*", type=int, default=[1, 20, 60], help="students")
    asked.add_argument("--cores", type=int, default=0, help="processors that all of it may use")
    given = asked.parse_args()
    if given.cores:
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: given.cores])
    for count in given.rooms:
        begun = perf_counter()
        found = asyncio.run(room(count))
        memory = found.memory
        print(f"\n{count} students, {len(os.sched_getaffinity(0))} processors")
        print(f"{'seconds until':14} {'median':>8} {'95 %':>8} {'number':>7}")
        for what, values in found.seconds.items():
            row = percentile(values, 0.5), percentile(values, 0.95), len(values)
            print(f"{what:14} {row[0]:8.3f} {row[1]:8.3f} {row[2]:7}")
        print(
            f"memory of a kernel: median {percentile(memory, 0.5):.0f} MB, all {sum(memory):.0f} MB"
        )
        print(f"lost: {found.lost} of {found.sent:,} clicks and edits")
        print(f"all of it took {perf_counter() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
