"""A token brings each part of a state back that an act can change, whatever its app."""

import pytest

from marvel_widgets.widgets.kit.app_token import to_app_token
from tests.widgets.every_app import made

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
    app = made(name)
    before, changed = app.model.state(), OTHER[name]
    assert changed[field] != before[field]
    ends = {end: changed[end] for end in ("x", "y") if end in changed}  # a path has two
    token = to_app_token(app.spec.kind, {**before, **ends, field: changed[field]})
    assert made(name, token=token).model.state()[field] == changed[field]
