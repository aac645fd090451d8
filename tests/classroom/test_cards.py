"""`quiz --cards`: a page to print, and other people's files left alone."""

import re

from marvel_widgets import cli
from marvel_widgets.pictures.voting_cards import CARDS


def test_the_cards_are_written_and_written_again(tmp_path, capsys):
    for _ in range(2):
        assert cli.main(["quiz", "03", "--cards", str(tmp_path / "cards.html")]) == 0
    page = (tmp_path / "cards.html").read_text(encoding="utf-8")
    assert re.findall(r'aria-label="(\w+)"', page) == list(CARDS)
    assert "size: A5 portrait" in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")  # nothing is fetched
    assert "print it on A5" in capsys.readouterr().out


def test_a_page_of_somebody_else_stays(tmp_path, capsys):
    (tmp_path / "cards.html").write_text("mine")
    assert cli.main(["quiz", "03", "--cards", str(tmp_path / "cards.html")]) == 1
    assert (tmp_path / "cards.html").read_text() == "mine"
    assert "no such file of ours; it stays as it is" in capsys.readouterr().err
