"""What a release is told by README, CITATION.cff and the list of changes, before it is made."""

import re
import subprocess
import tomllib
from pathlib import Path

import yaml
from markdown_it import MarkdownIt
from readme_on_pypi import ReadmeOnPyPI

import marvel_widgets

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
CITED = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
README = (ROOT / "README.md").read_text("utf-8")
# Words that stand for what somebody was to fill in.
PLACEHOLDER = (
    r"\bOWNER */|/OWNER\b|\bOWNER\.github|\bYOUR[-_ ](NAME|ORG|USER|ACCOUNT|REPO)"
    r"|<(owner|user|your[-_ ][a-zA-Z0-9_ -]{1,30})>|\b(TODO|FIXME|TBD|XXX+)\b"
    r"|\b0000-0000-0000-0000\b|zenodo\.(X+|0+)\b"
)


def shown_on_pypi(urls):
    metadata = {"urls": urls, "version": "1.2.0"}
    ReadmeOnPyPI(str(ROOT), {}).update(metadata)
    return metadata["readme"]["text"]


def test_links_of_the_readme_hold_on_pypi():
    assert shown_on_pypi({}) == README  # there is no address yet
    shown = MarkdownIt().render(shown_on_pypi({"Repository": "https://github.com/ada/kit"}))
    links = re.findall(r'(?:href|src)="([^"]*)"', shown)
    assert [link for link in links if not link.startswith("https://")] == []
    assert "https://github.com/ada/kit/raw/v1.2.0/docs/asia.svg" in links
    assert "https://github.com/ada/kit/blob/v1.2.0/docs/site.md" in links


def test_what_is_cited_is_what_is_released():
    assert CITED["version"] == marvel_widgets.__version__
    cited = [
        each.get("name") or f"{each['given-names']} {each['family-names']}"
        for each in CITED["authors"]
    ]
    assert cited == [each["name"] for each in PROJECT["authors"]]
    urls = PROJECT.get("urls", {})  # docs/releasing.md says when they come
    assert CITED.get("repository-code") == urls.get("Repository")
    assert urls.get("Homepage", "") in README


def test_the_list_of_changes_begins_with_what_comes_or_with_this_version():
    first = re.search("^## (.+)$", (ROOT / "docs" / "CHANGELOG.md").read_text("utf-8"), re.M)[1]
    this = rf"{re.escape(marvel_widgets.__version__)} \(\d{{4}}-\d\d-\d\d\)"
    assert re.fullmatch(f"Unreleased|{this}", first), first


def test_no_placeholder_is_left_here():
    search = ["git", "grep", "-nIE", PLACEHOLDER, "--", ".", ":!tests", ":!.ci"]
    found = subprocess.run(search, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout) == (1, "")
