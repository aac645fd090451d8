"""`marvel-widgets site --serve`: files alone, to the phones of a room; or why it can't be done."""

import select
import socket
from threading import Thread
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from marvel_widgets import cli
from marvel_widgets.site import command
from marvel_widgets.site.command import opened_server, serve


@pytest.mark.parametrize("place", ["203.0.113.9:8000", "127.0.0.1:x", "127.0.0.1:99999", ":80", ""])
def test_a_place_where_nothing_can_listen_is_named_before_the_work(place, tmp_path, capsys):
    assert cli.main(["site", str(tmp_path / "new"), "--no-lite", "--serve", place]) == 1
    assert f"Cannot serve at {place!r}: " in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_the_server_gives_files_and_no_lists(tmp_path):
    (tmp_path / "ask.html").write_text("cards")
    (tmp_path / "inside").mkdir()
    with opened_server("127.0.0.1:0", tmp_path) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_port}/"
        with urlopen(f"{base}ask.html") as found:
            assert found.read() == b"cards"
        for path in ("inside/", "", "../etc/passwd", "%2e%2e/%2e%2e/etc/passwd"):
            with pytest.raises(HTTPError, match="404") as refused:
                urlopen(base + path)
            refused.value.close()
        server.shutdown()


def connected(server, number):
    """How many of so many come through before the server takes one."""
    found = []
    for _ in range(number):
        found.append(socket.socket())
        found[-1].setblocking(False)
        found[-1].connect_ex(server.server_address)
    through = sum(bool(select.select([], [each], [], 0)[1]) for each in found)
    for each in found:
        each.close()
    return through


def test_sixty_phones_come_through_at_once(tmp_path, monkeypatch):
    with opened_server("127.0.0.1:0", tmp_path) as server:
        assert connected(server, 60) == 60
    monkeypatch.setattr(command._Server, "request_queue_size", 5)  # that of Python
    with opened_server("127.0.0.1:0", tmp_path) as server:
        assert connected(server, 60) < 60


def interrupted():
    raise KeyboardInterrupt


def test_what_a_room_needs_is_printed(tmp_path):
    with opened_server("127.0.0.1:0", tmp_path) as server:
        server.serve_forever = interrupted
        lines = []
        serve(server, lines.append)
    assert f"export MARVEL_WIDGETS_SITE_URL=http://127.0.0.1:{server.server_port}/" in lines[1]
    assert lines[-1] == "The server has ended."
