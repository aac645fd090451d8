"""Firefox and WebKit as a reader has them, by the WebDriver commands that both understand.

Firefox takes them at its own port (Marionette), WebKitGTK's MiniBrowser by WebKitWebDriver, on a
screen of its own. Both come by apt; nothing else is needed.
"""

import json
import os
import shutil
import socket
import subprocess
import urllib.error
import urllib.request
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.browser.conftest import free_port
from tests.browser.serving import Quiet

INSTALL = "sudo apt-get install firefox-esr webkit2gtk-driver xvfb"
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # how WebDriver calls one, in its standard
TRIES = 6000  # of a tenth of a second in which the page does something else
LOOK = """const done = arguments[arguments.length - 1];
setTimeout(() => done(Boolean(CONDITION)), 100);"""
NOTED = "/errors-of-the-page.js"
NOTE = """window.errorsOfThePage = [];
const note = (words) => window.errorsOfThePage.push(String(words));
addEventListener("error", (event) => note(event.message ?? event.target?.src));
addEventListener("unhandledrejection", (event) => note(event.reason));
addEventListener("securitypolicyviolation", (event) => note(event.effectiveDirective));
"""


class Noting(Quiet):
    """Serves a folder, and lets each page note its errors: no WebDriver command asks for them."""

    def do_GET(self):  # noqa: N802 - http.server calls it so
        path = self.translate_path(self.path)
        place = Path(path) / "index.html" if path.endswith("/") else Path(path)
        if self.path == NOTED:
            self.answer(NOTE, "text/javascript")
        elif place.suffix == ".html" and place.is_file():
            text = place.read_text(encoding="utf-8")
            noting = text.replace("<head>", f'<head><script src="{NOTED}"></script>', 1)
            self.answer(noting, "text/html; charset=utf-8")
        else:
            super().do_GET()

    def answer(self, text, kind):
        content = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


class CommandError(Exception):
    """A browser could not do what it was told."""


class Driven:
    """A browser; its kinds say how a command reaches it.

    Attributes
    ----------
    tell : function of str and dict
        Has the browser do one of WebDriver's commands, by its name, and returns the answer.
    """

    def __init__(self, tell):
        self.tell = tell

    def goto(self, url):
        self.tell("Navigate", {"url": url})

    def run(self, script, *args):
        """Return what a JavaScript function with this body returns."""
        return self.tell("ExecuteScript", {"script": script, "args": list(args)})

    def click(self, css):
        found = self.tell("FindElement", {"using": "css selector", "value": css})
        self.tell("ElementClick", {"id": found[ELEMENT]})

    def wait(self, condition):
        """Wait until a JavaScript expression is true, on whichever page there is by then."""
        script = LOOK.replace("CONDITION", condition)
        for _ in range(TRIES):
            try:
                if self.tell("ExecuteAsyncScript", {"script": script, "args": []}):
                    return
            except CommandError:  # the page was left meanwhile
                continue
        pytest.fail(f"never true: {condition}; {self.run('return document.body.innerText')[:500]}")

    def errors(self):
        return self.run("return window.errorsOfThePage")


def found(*names):
    """Return the first of these programs that is there; fail if there is none."""
    for name in names:
        if path := shutil.which(name) or next(map(str, Path("/usr").glob(name)), None):
            return path
    return pytest.fail(f"{names[0]} is not installed. On Debian and Ubuntu: {INSTALL}", False)


@contextmanager
def started(*command, **options):
    """A process that ends with the block."""
    quiet = {
        "stdin": subprocess.DEVNULL,
        "stdout": subprocess.DEVNULL,
        "stderr": subprocess.DEVNULL,
    }
    with subprocess.Popen(command, **{**quiet, **options}) as process:
        try:
            yield process
        finally:
            process.terminate()


@contextmanager
def firefox(private):
    """Firefox without a window, with a profile of its own."""
    profile = private / "profile"
    profile.mkdir()
    (profile / "user.js").write_text('user_pref("marionette.port", 0);\n')
    command = [found("firefox-esr", "firefox"), "--headless", "--marionette", "--no-remote"]
    with started(*command, "--profile", str(profile), env=at_home(private)) as process:
        port = until_written(process, profile / "MarionetteActivePort")
        with socket.create_connection(("127.0.0.1", int(port))) as connection:
            stream = connection.makefile("rwb")
            read_message(stream)  # who it is
            tell = told_by(stream)
            tell("NewSession", {})
            yield Driven(tell)


def until_written(process, path):
    """Return what a process writes into a file, once it is there."""
    while not (path.exists() and path.read_text()):
        try:
            process.wait(0.05)
        except subprocess.TimeoutExpired:
            continue
        pytest.fail(f"{process.args[0]} ended before it could be driven")
    return path.read_text()


def told_by(stream):
    """Return a function that has Firefox do a command: its length, a colon, and JSON."""

    def tell(name, parameters):
        message = json.dumps([0, 0, f"WebDriver:{name}", parameters]).encode()
        stream.write(b"%d:%s" % (len(message), message))
        stream.flush()
        _, _, error, answer = read_message(stream)
        if error:
            raise CommandError(error)
        return answer["value"] if set(answer) == {"value"} else answer

    return tell


def read_message(stream):
    length = b""
    while (letter := stream.read(1)) != b":":
        length += letter
    return json.loads(stream.read(int(length)))


# Where WebDriver's standard has each command, below the address of a session.
PATHS = {
    "Navigate": "url",
    "ExecuteScript": "execute/sync",
    "ExecuteAsyncScript": "execute/async",
    "FindElement": "element",
    "ElementClick": "element/{id}/click",
}


@contextmanager
def webkit(private):
    """WebKitGTK's MiniBrowser on a screen that nobody sees."""
    driver, screen = found("WebKitWebDriver"), found("Xvfb")
    browser = found("MiniBrowser", "lib/*/webkit2gtk-4.*/MiniBrowser", "libexec/*/MiniBrowser")
    port = free_port()
    size = ("-displayfd", "1", "-screen", "0", "1280x1600x24", "-nolisten", "tcp")
    with ExitStack() as open_until_the_end:
        shown = open_until_the_end.enter_context(started(screen, *size, stdout=subprocess.PIPE))
        display = {"DISPLAY": f":{shown.stdout.readline().decode().strip()}"}
        process = open_until_the_end.enter_context(
            started(driver, f"--port={port}", env=at_home(private) | display)
        )
        base = f"http://127.0.0.1:{port}"
        until_it_answers(process, f"{base}/status")
        options = {"binary": browser, "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        session = f"{base}/session/{request('POST', f'{base}/session', wanted)['sessionId']}"
        open_until_the_end.callback(request, "DELETE", session)

        def tell(name, parameters):
            return request("POST", f"{session}/{PATHS[name].format(**parameters)}", parameters)

        yield Driven(tell)


def until_it_answers(process, url):
    while True:
        try:
            return request("GET", url)
        except OSError:
            try:
                process.wait(0.05)
            except subprocess.TimeoutExpired:
                continue
            pytest.fail(f"{process.args[0]} ended before it could be asked")


def request(method, url, body=None):
    data = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(url, data, {"Content-Type": "application/json"}, method=method)
    try:
        with urllib.request.urlopen(asked) as answer:
            return json.load(answer)["value"]
    except urllib.error.HTTPError as error:
        raise CommandError(json.load(error)["value"]["message"]) from error


def at_home(private):
    """Return the environment with a home of its own: settings and caches stay there."""
    home = private / "home"
    home.mkdir()
    return {**os.environ, "HOME": str(home)}
