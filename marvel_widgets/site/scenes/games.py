"""Moments of the apps in which something runs or is asked: games, races, questions, data."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from marvel_widgets.core.graphs import networks
from marvel_widgets.site.scenes.labs import trap
from marvel_widgets.site.scenes.scene import Scene, Scenes, plain


def _game() -> Scene:
    from marvel_widgets.lessons.algorithm_game.moves import Ask
    from marvel_widgets.lessons.algorithm_game.pictures import Choice, game_stage, learned_drawing
    from marvel_widgets.lessons.algorithm_game.start import new_game
    from marvel_widgets.lessons.algorithm_game.words import next_words, question_words

    game = new_game(networks.load("asia"))
    # a test with a given variable, when half of the graph is known
    while len(game.known.state.removal_order) < 3 or not (
        isinstance(move := game.next_move(), Ask) and move.given
    ):
        game = game.after(game.next_move())
    choice = Choice((move.x, move.y), tuple(move.given))
    picture = plain(learned_drawing(game, game_stage(game), choice))
    told = question_words(game, game.questions()[0]), next_words(game)
    return Scene((picture,), "Your move. The graph is hidden; what tests told is drawn.", told)


def _bounds() -> Scene:
    from marvel_widgets.lessons.upper_bound.charts import bounds_chart
    from marvel_widgets.pictures.charts.svg import chart_svg
    from marvel_widgets.theory.bounds import lower_bound, upper_bound

    picture = chart_svg(bounds_chart(20, 4))
    told = (
        f"With 20 variables and in-degree 4 MARVEL asks at most {float(upper_bound(20, 4)):,.0f} "
        "different questions after boundary discovery.",
        "For some graphs of that size, with in-degree 4 at most, every algorithm asks at least "
        f"{lower_bound(20, 4):,} in all.",
    )
    return Scene((picture,), "How many CI tests can it take, and how many must it?", told)


def _duel() -> Scene:
    from marvel_widgets.lessons.lower_bound.pictures import verdict_drawings
    from marvel_widgets.lessons.lower_bound.words import task_words, verdict_words
    from marvel_widgets.theory.adversary import Adversary, simplest_claim
    from marvel_widgets.theory.examples import Example

    adversary = Adversary(Example("cliques", 3, 2))
    for x, y in (("X1", "X2"), ("X1", "X3"), ("X2", "X3")):
        adversary = adversary.asked(x, y)
    verdict = adversary.judge(simplest_claim(adversary))
    early, _, why = verdict_words(adversary, verdict).partition(". ")
    told = (f"{early}.", why)
    claim, hidden = verdict_drawings(verdict)
    picture = plain(claim, replace(hidden, title="It may be this one"))
    return Scene((picture,), task_words(adversary.example), told, "wrong")


def _race() -> Scene:
    from marvel_widgets.lessons.race.charts import counts_chart
    from marvel_widgets.lessons.race.runs import race
    from marvel_widgets.lessons.race.words import ranking_words, result_lines
    from marvel_widgets.pictures.charts.svg import chart_svg

    dag = networks.load("asia")
    run = race(dag)
    picture = chart_svg(counts_chart(run, run.last))
    told = ranking_words(run), result_lines(run)[-1]
    return Scene((picture,), "Which performs the fewest CI tests on this graph?", told, "",
                 dag.to_text())  # fmt: skip


def _exercise() -> Scene:
    from marvel_widgets.course.checks import exercises

    check = exercises("03", "site").removable  # not the case that the live app draws
    drawn = check.asked
    verdict = check(check.exercise.mistakes[0].answer)
    assert drawn.drawing is not None  # it is about a graph
    told = f"Answered: {verdict.answer}", verdict.text
    return Scene((plain(drawn.drawing),), " ".join(drawn.sentences), told, "wrong")


def _placement() -> Scene:
    from marvel_widgets.course.placement import PlacementTest

    question = PlacementTest("removal").question
    assert question is not None  # it has just begun
    drawn = question.asked
    assert drawn.drawing is not None  # it is about a graph
    asked, *statements = drawn.sentences
    return Scene((plain(drawn.drawing),), asked, tuple(statements))


def _player() -> Scene:
    from marvel_widgets.site.scenes.asia import asia_film

    shown, pictures = asia_film()
    frame = shown.film.frame(shown.begin)
    drawing = pictures.stage_drawing(frame)
    return Scene((plain(drawing),), "MARVEL on Asia", (frame.explanation.text,))


def _samples() -> Scene:
    from marvel_widgets.lessons.finite_samples.oracle_and_data import paired_runs
    from marvel_widgets.lessons.finite_samples.paired_film import PairedFilm
    from marvel_widgets.lessons.finite_samples.words import consequence_words, dials_words

    dag = trap()
    film = PairedFilm(paired_runs(dag, n=30, seed=3))
    at = film.last
    drawings = film.oracle_drawing(at), film.data_drawing(at, revealed=True)
    assert film.flag is not None
    told = film.data_sentence(film.flag, revealed=True), consequence_words(film.runs)
    return Scene((plain(*drawings),), dials_words(film.runs), told, "wrong", dag.to_text())


GAMES: Final[Scenes] = {
    "BeMarvel": _game,
    "BoundAnatomy": _bounds,
    "AdversaryDuel": _duel,
    "Race": _race,
    "ExerciseBox": _exercise,
    "Placement": _placement,
    "FiniteSampleLab": _samples,
    "MarvelPlayer": _player,
}
