"""The authors of a release, from a file that docs/releasing.md describes."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from releasing.errors import ReleaseError

KEYS = ("name", "affiliation", "orcid", "email")
ORCID = re.compile(r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]")
MAIL = re.compile(r"[^@\s<>]+@[^@\s<>]+\.[^@\s<>]+")


@dataclass(frozen=True)
class Author:
    """One author; an empty ``orcid`` or ``email`` is one that is not told."""

    family: str
    given: str
    affiliation: str
    orcid: str = ""
    email: str = ""


def authors_of(path: Path) -> list[Author]:
    """Return the authors that a file names, in its order.

    Raises
    ------
    ReleaseError
        With a sentence for each thing that is wrong.
    """
    try:
        read = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        msg = f"The authors' file {path}: {error.strerror}."
        raise ReleaseError(msg) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        msg = f"The authors' file {path} is no TOML: {error}."
        raise ReleaseError(msg) from error
    entries = read.get("author")
    if not isinstance(entries, list) or not entries or set(read) != {"author"}:
        msg = f"{path} must hold a table [[author]] for each author, and nothing else."
        raise ReleaseError(msg)
    wrong = [line for number, each in enumerate(entries, 1) for line in _faults(each, number)]
    names = [each.get("name") for each in entries if isinstance(each, dict)]
    wrong += [f"{name!r} is named twice." for name in {*names} if names.count(name) > 1]
    if wrong:
        raise ReleaseError(*(f"{path}: {line}" for line in wrong))
    return [_author(each) for each in entries]


def _faults(entry: Any, number: int) -> list[str]:
    """Return what is wrong with one entry, each in a sentence."""
    if not isinstance(entry, dict):
        return [f"author {number} is no table; begin it with [[author]]."]
    who = f"author {number}"
    found = [
        f"{who} has {key!r}, which is none of {', '.join(KEYS)}."
        for key in entry
        if key not in KEYS
    ]
    given = {key: entry.get(key, "") for key in KEYS}
    strange = [key for key, value in given.items() if not _is_line(value)]
    found += [
        f"the {key} of {who} must be one line of text, not {given[key]!r}." for key in strange
    ]
    if strange:
        return found
    if not re.fullmatch(r"[^,]*\S[^,]*,[^,]*\S[^,]*", given["name"]):
        found.append(
            f'{who} has the name {given["name"]!r}; write "Family, Given", with one comma.'
        )
    if not given["affiliation"].strip():
        found.append(f"{who} has no affiliation; Zenodo and the journals ask for one.")
    if given["orcid"] and not is_orcid(given["orcid"]):
        found.append(
            f"the orcid {given['orcid']!r} of {who} is none: 16 digits in four groups such as "
            "0000-0002-1825-0097, of which the last tells typing errors."
        )
    if given["email"] and not MAIL.fullmatch(given["email"]):
        found.append(f"the email {given['email']!r} of {who} is no address.")
    return found


def _is_line(value: object) -> bool:
    return isinstance(value, str) and value.isprintable()


def is_orcid(text: str) -> bool:
    """Whether a text is an ORCID iD, its check digit included (ISO 7064, 11-2).

    >>> is_orcid("0000-0002-1825-0097"), is_orcid("0000-0002-1825-0098")
    (True, False)
    """
    if not ORCID.fullmatch(text) or set(text) <= {"0", "-"}:
        return False
    total = 0
    for digit in text.replace("-", "")[:-1]:
        total = (total + int(digit)) * 2
    rest = (12 - total % 11) % 11
    return text[-1] == ("X" if rest == 10 else str(rest))


def _author(entry: dict[str, str]) -> Author:
    family, given = (part.strip() for part in entry["name"].split(","))
    rest = {key: entry.get(key, "").strip() for key in ("affiliation", "orcid", "email")}
    return Author(family, given, **rest)
