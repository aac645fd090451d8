"""A token brings each part of a state back that an act can change, whatever its app."""

import pytest

from tests.fuzz.tokens import written

OTHER = {
    "BeMarvel": {"mode": "fill", "grade": "end", "every": 2, "refused": 1},
    "BePC": {"book": "pc-stable", "mode": "fill", "every": 2, "refused": 1},
    "DSeparationLab": {"x": "X", "y": "Z", "path": 1},
    "FiniteSampleLab": {"view": "Your table", "level": "test"},
    "LemmaBench": {"lemma": "condition-1"},
    "OrientationLab": {"view": "class", "orientation": "printed", "position": 1},
    "Race": {"level": "test", "boundaries": "found", "budget": 9, "bet": "pc", "placed": True},
}


@pytest.mark.parametrize(
    ("name", "field"), [(name, field) for name, changes in OTHER.items() for field in changes]
)
def test_what_a_token_holds_comes_back(name, field):
    kind, before, token_of = written(name)
    changed = OTHER[name]
    assert changed[field] != before[field]
    ends = {end: changed[end] for end in ("x", "y") if end in changed}  # a path has two
    again = kind(token=token_of({**before, **ends, field: changed[field]}))
    assert again.model.state()[field] == changed[field]
