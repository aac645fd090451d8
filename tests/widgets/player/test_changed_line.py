"""The player steps a run with a changed line, beside the right lines."""

from marvel_widgets import Dag, export_run
from marvel_widgets.lessons.challenge.changed_films import film, run_of
from marvel_widgets.lessons.challenge.changed_runs import OnlyDeletes
from marvel_widgets.widgets import MarvelPlayer


def test_a_changed_run_is_stepped_and_comes_back_after_another():
    player = MarvelPlayer(Dag("A -> B <- C"), algorithm=run_of(OnlyDeletes))
    steps = len(film(OnlyDeletes, player.model.dag))
    shown = []
    while player.model.position < player.model.film.last:
        player.step()
        shown.append(player.text().splitlines()[1])
    assert len(shown) == steps
    assert "update(A) returns B {C}, C {B}." in " ".join(shown)
    assert shown[-1].startswith("Line 22, the right lines (one was changed): Done")
    assert "update the boundaries that X was in" in player.code.lines[15].description
    assert player.token == ""
    menu = player.options_row.menus["algorithm"]
    assert menu.value == "changed"
    menu.value = "marvel"
    assert player.token
    menu.value = "changed"
    assert player.model.film.last == len(player.trace.tests) + steps
    player.close()


def test_its_film_is_exported(tmp_path):
    player = MarvelPlayer(Dag("A -> B <- C"), algorithm=run_of(OnlyDeletes))
    page = export_run(tmp_path / "changed.html", player.model.film).read_text("utf-8")
    assert "update the boundaries that X was in" in page
    assert "update(A) returns B {C}, C {B}." in page
    player.close()
