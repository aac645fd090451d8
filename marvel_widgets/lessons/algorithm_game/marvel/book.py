"""MARVEL's rule book, put together."""

from typing import Final

from marvel_widgets.lessons.algorithm_game.game import Game
from marvel_widgets.lessons.algorithm_game.marvel import grading, pictures, words
from marvel_widgets.lessons.algorithm_game.marvel.rules import RULES
from marvel_widgets.lessons.algorithm_game.rule_book import RuleBook

MARVEL_BOOK: Final[RuleBook[Game]] = RuleBook(
    name="marvel",
    rules=RULES,
    grade_own=grading.grade_own,
    no_test_due=grading.NO_TEST_DUE,
    wrong_pair=grading.wrong_pair,
    wrong_set=grading.wrong_set,
    settled=grading.settled,
    settled_answer=grading.SETTLED_ANSWER,
    belief_in_dependence=grading.belief_in_dependence,
    belief_in_separation=grading.belief_in_separation,
    too_early=grading.TOO_EARLY,
    collected=grading.COLLECTED,
    why_a_fact=grading.why_a_fact,
    why_no_fact=grading.why_no_fact,
    next_words=words.next_words,
    due=words.DUE,
    answers=words.ANSWERS,
    question_words=words.question_words,
    own_move_words=words.own_move_words,
    buttons=words.BUTTONS,
    turn=pictures.turn,
    roles=pictures.roles,
    table=pictures.table,
)
