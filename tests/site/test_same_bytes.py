"""Two sites from the same files are the same bytes, whenever and wherever they are made."""

import json

from marvel_widgets.site.lite import write_lite


def test_lists_of_files_follow_no_clock_and_no_disk(tmp_path, monkeypatch):
    """The rest of a site has neither: `.ci/night site` makes it twice, and compares."""
    monkeypatch.setattr("marvel_widgets.site.lite.write_lock", lambda *_: [])  # takes longest
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    notebook = json.dumps({"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    notebooks = dict.fromkeys(["b.ipynb", "a.ipynb", "c.ipynb"], notebook)
    write_lite(tmp_path / "lite", notebooks, None, {})
    listed = json.loads((tmp_path / "lite/api/contents/all.json").read_text(encoding="utf-8"))
    assert [each["name"] for each in listed["content"]] == ["a.ipynb", "b.ipynb", "c.ipynb"]
    dates = {each[key] for each in listed["content"] for key in ("created", "last_modified")}
    assert dates == {"2020-02-02T00:00:00Z"}
