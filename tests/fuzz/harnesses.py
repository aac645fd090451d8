"""All harnesses by name; `python -m tests.fuzz` runs them."""

from tests.fuzz import (
    steps,
    test_answers,
    test_app_events,
    test_dags_and_tables,
    test_handouts,
    test_hostile_names,
    test_submissions,
    test_text_readers,
    tokens,
)
from tests.fuzz.common import Harness

HARNESSES: dict[str, Harness] = {
    **test_text_readers.HARNESSES,
    **test_dags_and_tables.HARNESSES,
    **test_answers.HARNESSES,
    "tokens": Harness(tokens.draw_token, tokens.check_token, 60, 8_000),
    **test_submissions.HARNESSES,
    **test_handouts.HARNESSES,
    **test_hostile_names.HARNESSES,
    "steps of names": Harness(steps.draw_names, steps.check_steps, 5, 1_000),
    **test_app_events.HARNESSES,
}
