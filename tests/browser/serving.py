"""A folder served as a reader gets it, until the network is gone."""

import functools
import http.server
import threading
from contextlib import contextmanager
from pathlib import Path


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


class Forgotten(Quiet):
    """Of what this sends a browser keeps nothing by itself, only what a service worker saves."""

    def end_headers(self):
        self.send_header("Cache-Control", "no-store")
        super().end_headers()


class LikePages(Quiet):
    """Shows the site's own page for what is not there, as GitHub Pages does."""

    def send_error(self, code, *_):
        content = (Path(self.directory) / "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(content)


class Served(http.server.ThreadingHTTPServer):
    """A server on a free port of this machine; `go_away` ends it before its time."""

    def __init__(self, folder, handler):
        super().__init__(("127.0.0.1", 0), functools.partial(handler, directory=folder))
        self.base = f"http://127.0.0.1:{self.server_port}"
        self.gone = False
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def go_away(self):
        if not self.gone:
            self.shutdown()
            self.server_close()
        self.gone = True


@contextmanager
def serving(folder, handler=Quiet):
    server = Served(folder, handler)
    yield server
    server.go_away()
