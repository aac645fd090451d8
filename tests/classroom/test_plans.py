"""The plans keep their time and the order of the course."""

import pytest

from marvel_widgets.classroom.units.plans import UNITS, plan
from marvel_widgets.course.registry import NOTEBOOKS

MINUTES = {
    "workshop": 90, "unit": 540, "exam": 60, "pc": 90, "pc-2": 180, "pc-marvel": 270,
    "after-fci": 180,
}  # fmt: skip
NAMES = list(MINUTES)


@pytest.mark.parametrize(("name", "minutes"), MINUTES.items())
def test_the_time_is_kept(name, minutes):
    made = plan(name)
    meetings = [sum(part.minutes for part in parts) for parts in made.meetings.values()]
    assert made.minutes == sum(part.minutes for part in made.parts) == sum(meetings) == minutes
    assert name == "exam" or set(meetings) == {90}


@pytest.mark.parametrize("name", UNITS)
def test_what_is_said_is_said_in_time(name):
    for part in plan(name).parts:
        times = [after for after, _ in part.cues]
        assert times == sorted(set(times))
        assert not times or 0 == times[0] <= times[-1] < part.minutes


@pytest.mark.parametrize("name", NAMES)
def test_the_order_is_that_of_the_course(name):
    used = plan(name).notebooks
    order = sorted(NOTEBOOKS, key=lambda n: (n[0] != "P", n))
    assert list(used) == [n for n in order if n in used]


def test_the_unit_uses_each_numbered_notebook_once():
    numbered = sorted(n for n in NOTEBOOKS if n <= "11")
    assert [n for part in plan("unit").parts for n in part.notebooks] == numbered


def test_the_workshop_has_its_break_between_two_halves():
    parts = plan("workshop").parts
    at = next(i for i, part in enumerate(parts) if part.what == "Break")
    assert sum(p.minutes for p in parts[:at]) == sum(p.minutes for p in parts[at + 1 :]) == 40


@pytest.mark.parametrize("name", NAMES)
def test_a_plan_is_shown_as_a_table_and_as_text(name):
    table = plan(name)._repr_markdown_().splitlines()
    assert {line.count("|") for line in table[2:]} == {5}
    assert len(table) == 4 + len(plan(name).parts)
    for part in plan(name).parts:
        assert part.what in repr(plan(name))


def test_the_error_on_an_unknown_plan_lists_all_plans():
    with pytest.raises(ValueError, match="no plan 'party'; choose one of pc, pc-2, pc-marvel"):
        plan("party")
