"""What must be true before a release is made. Each check returns its complaints as sentences."""

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

from releasing.git import git, tracked
from releasing.papers import DATED, changes_of

VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
# Words that stand for what somebody was to fill in.
PLACEHOLDER = re.compile(
    r"\bOWNER\s*/|/OWNER\b|\bOWNER\.github|\bYOUR[-_ ](NAME|ORG|USER|ACCOUNT|REPO)\w*"
    r"|<(owner|user|your[-_ ][\w -]{1,30})>|\b(TODO|FIXME|TBD|XXX+)\b"
    r"|\b0000-0000-0000-0000\b|zenodo\.(X+|0+)\b"
)
NOT_FOR_READERS = ("tests/", ".ci/")  # these speak of placeholders


def number_of(version: str) -> tuple[int, ...]:
    """Return a version as numbers, which compare as versions do.

    >>> number_of("0.10.0") > number_of("0.9.1")
    True
    """
    return tuple(int(part) for part in version.split("."))


def versions_disagree(tree: Path, version: str) -> list[str]:
    """Compare the version with pyproject.toml, CITATION.cff and the list of changes."""
    if not VERSION.fullmatch(version):
        return [f"{version!r} is no version; write three numbers, such as 0.2.0."]
    project = tomllib.loads((tree / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    cited = re.search(
        r"^version: *[\"']?([^\"'\s]+)", (tree / "CITATION.cff").read_text("utf-8"), re.MULTILINE
    )
    said = {"pyproject.toml": project["version"], "CITATION.cff": cited[1] if cited else "none"}
    wrong = [
        f"{name} says version {found}, not {version}: mend it, commit, and run this again."
        for name, found in said.items()
        if found != version
    ]
    return wrong + _changes_lack((tree / "docs/CHANGELOG.md").read_text("utf-8"), version)


def _changes_lack(text: str, version: str) -> list[str]:
    unreleased = changes_of(text, "Unreleased")
    dated = changes_of(text, DATED.format(version=re.escape(version)).removeprefix("## "))
    if dated and unreleased:
        return [
            f"docs/CHANGELOG.md has changes under Unreleased and a dated section {version}: "
            "raise the version, or move them."
        ]
    if not dated and not unreleased:
        return [
            "docs/CHANGELOG.md has nothing under ## Unreleased, nor a dated section "
            f"{version}: write there what is new."
        ]
    return []


def tree_unclean(root: Path) -> list[str]:
    """Refuse what is not committed: it would not be in the release."""
    changed = git(root, "status", "--porcelain").splitlines()
    if not changed:
        return []
    shown = ", ".join(line[3:] for line in changed[:5]) + (" ..." if len(changed) > 5 else "")
    return [f"Not committed: {shown}. Commit or remove it first."]


def not_newer(root: Path, version: str) -> list[str]:
    """Refuse a version that is not newer than what was released."""
    there = [tag.removeprefix("v") for tag in git(root, "tag", "--list", "v*").split()]
    released = [each for each in there if VERSION.fullmatch(each)]
    last = max(released, key=number_of, default="")
    if VERSION.fullmatch(version) and last and number_of(version) <= number_of(last):
        return [f"{version} is not newer than {last}, which is released: raise the version."]
    return []


def placeholders(tree: Path) -> list[str]:
    """Find what nobody filled in, in all files that a reader could open."""
    found = []
    for name in tracked(tree):
        if not name.startswith(NOT_FOR_READERS):
            found += [f"{name}:{line}" for line in _placeholders_in(tree / name)]
    return [f"A placeholder is left in {where}" for where in found]


def _placeholders_in(path: Path) -> Iterable[str]:
    try:
        text = path.read_text(encoding="utf-8")
    except (UnicodeDecodeError, FileNotFoundError, IsADirectoryError):
        return
    for match in PLACEHOLDER.finditer(text):
        yield f"{text.count(chr(10), 0, match.start()) + 1}: {match[0]!r}."
