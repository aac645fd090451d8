"""A folder served as a reader gets it, until the network is gone."""

import functools
import http.server
import threading
from contextlib import contextmanager


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


class Served(http.server.ThreadingHTTPServer):
    """A server on a free port of this machine; `go_away` ends it before its time."""

    def __init__(self, folder):
        super().__init__(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
        self.base = f"http://127.0.0.1:{self.server_port}"
        self.gone = False
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def go_away(self):
        if not self.gone:
            self.shutdown()
            self.server_close()
        self.gone = True


@contextmanager
def serving(folder):
    server = Served(folder)
    yield server
    server.go_away()
