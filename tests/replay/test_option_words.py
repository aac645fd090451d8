"""Each choice in a menu has one sentence, and the menus are those of the functions."""

from dataclasses import asdict
from inspect import signature

import pytest

from marvel_widgets import Dag, record
from marvel_widgets.core.algorithms.options import MarvelOptions
from marvel_widgets.core.algorithms.registry import ALGORITHMS, options_of
from marvel_widgets.core.boundary.discovery import METHODS
from marvel_widgets.replay.option_words import _WORDS, TITLES, algorithm_name, option_words
from marvel_widgets.replay.pseudocode import pseudocode

CHOICES = {
    (name, value)
    for algorithm in ALGORITHMS
    for name, option in options_of(algorithm).items()
    for value in option.choices
}
CHOICES |= {("algorithm", name) for name in (*ALGORITHMS, "own")}
CHOICES |= {("method", name) for name in METHODS}
CHOICES |= {("boundaries", source) for source in ("found", "given", "mapping")}


def test_there_is_a_sentence_for_each_choice_and_no_other():
    assert set(_WORDS) == CHOICES
    assert set(TITLES) == {name for name, _ in CHOICES}
    names = [*ALGORITHMS, *METHODS]
    for name, value in CHOICES:
        words = option_words(name, value)
        assert words.endswith(".")
        assert words.count(". ") == words.count("0, 1, 2, ... ")  # one sentence
        assert TITLES[name]
    assert len(set(_WORDS.values())) == len(_WORDS)
    assert len({algorithm_name(name) for name in names}) == len(names)


def test_an_unknown_choice_is_refused():
    with pytest.raises(ValueError, match="no option 'variant' with the value 'newest'"):
        option_words("variant", "newest")


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_choice_of_a_menu_runs(algorithm):
    options = options_of(algorithm)
    assert set(options) == set(signature(ALGORITHMS[algorithm]).parameters) - {
        "test",
        "boundaries",
        "budget",
    }
    for name, option in options.items():
        for value in option.choices:
            result = record(algorithm, Dag("X -> Y <- T"), **{name: value}).result
            assert result.options[name] == value
    used = dict(record(algorithm, Dag("A -> B")).result.options)
    assert used.pop("boundaries") == "tc"
    assert used.pop("start", None) == ("moral" if "start" in options else None)
    options.pop("start", None)  # what it is depends on the test
    assert used == {name: option.default for name, option in options.items()}


def test_the_defaults_of_marvel_are_its_options():
    defaults = {name: option.default for name, option in options_of("marvel").items()}
    assert defaults == asdict(MarvelOptions())
    with pytest.raises(ValueError, match="unknown algorithm 'ges'; choose one of marvel, pc"):
        options_of("ges")


def test_the_wording_of_the_lines_follows_the_options():
    def changed(algorithm, **options):
        lines = zip(
            pseudocode(algorithm=algorithm),
            pseudocode(algorithm=algorithm, options=options),
            strict=True,
        )
        return {one.number for one, other in lines if one != other}

    assert changed("pc", start="complete") == {1, 2}
    assert changed("mmpc", start="complete") == {1, 4}
    assert changed("mmpc", symmetry="or") == {8}
    for algorithm in ALGORITHMS:
        assert changed(algorithm, start="moral", symmetry="and") == set()
