"""What a learner is asked is nowhere on the page, nor in any message to it, before the answer."""

import re

import pytest

from marvel_widgets.pictures.grammar import EDGE_STYLES, NODE_STYLES
from tests.widgets import test_secrets_of_games
from tests.widgets.every_app import SPECS
from tests.widgets.page import Page, found
from tests.widgets.secrets import CASES, no_pairs


@pytest.fixture
def page(monkeypatch):
    return Page(monkeypatch)


def leaks(case, app, page):
    """Return all that gives the answer of a case away by now."""
    told = page.told(app)
    styles = {**NODE_STYLES, **EDGE_STYLES}
    marks = set() if case.drawn_before else case.secret.marks
    meanings = found(told, [rf"\b{re.escape(styles[mark].meaning)}\b" for mark in marks])
    joined = [set(pair) for pair in case.pairs(app) & page.joined]
    return [*found(told, case.secrets(app)), *(marks & page.classes), *meanings, *joined]


def all_secrets(*, predicted):
    """Return the secrets of all apps, as the app's name and their own."""
    secrets = [(name, secret) for name, spec in SPECS.items() for secret in spec.secrets]
    return {(name, secret.name) for name, secret in secrets if secret.predicted == predicted}


def test_every_secret_is_searched_for():
    """A new one needs a case in `secrets.py`, or a test in `test_secrets_of_games.py`."""
    searched = {(case.make.func.__name__, case.name) for case in CASES.values()}
    assert searched == all_secrets(predicted=True)
    assert all_secrets(predicted=False) == test_secrets_of_games.SEARCHED


def test_pairs_are_looked_for_where_the_app_keeps_them():
    searched = [case.secret for case in CASES.values() if case.pairs is not no_pairs]
    assert all(s.pairs == (s in searched) for spec in SPECS.values() for s in spec.secrets)


def test_an_app_that_asks_has_a_secret():
    """Each that takes `predict` keeps something; the others that keep something are games."""
    assert {name for name, spec in SPECS.items() if spec.predicts and not spec.secrets} == set()


@pytest.mark.parametrize("name", CASES)
def test_the_app_says_what_it_keeps(name):
    case = CASES[name]
    app = case.make(predict=True)
    case.reach(app)
    assert app.kept == (case.secret,)
    app.predictions.skip()
    assert case.secret not in app.kept


@pytest.mark.parametrize("name", CASES)
def test_nothing_is_told_before_the_prediction(name, page):
    case = CASES[name]
    app = case.make(predict=True)
    case.reach(app)
    assert app.predictions.question.key not in app.predictions.given
    assert leaks(case, app, page) == []
    app.predictions.skip()
    assert leaks(case, app, page)  # the search sees what is told


@pytest.mark.parametrize("predict", [True, False])
@pytest.mark.parametrize("name", [name for name in CASES if "board, " not in name])  # has no lenses
def test_nothing_is_told_where_answers_are_withheld(name, predict, page):
    case = CASES[name]
    app = case.make(predict=predict, answers=False)
    case.reach(app)
    assert leaks(case, app, page) == []
    if predict:
        app.predictions.answer(app.predictions.question.options[0])
        assert leaks(case, app, page) == []
        assert not found(page.told(app), ["Right:", "Not right:", "The answer is:", r"\d right"])
