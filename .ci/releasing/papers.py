"""The files that a release writes, each as a function of its old text."""

import json
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path

from releasing.address import Address, address_in
from releasing.errors import ReleaseError
from releasing.people import Author

BINDER = "?urlpath=lab/tree/notebooks"
DATED = r"## {version} \((\d{{4}}-\d\d-\d\d)\)"


def write_papers(
    tree: Path, version: str, date: str, address: Address, authors: Sequence[Author]
) -> None:
    """Write all that names the version, its day, its authors and its address."""
    pyproject = _read(tree, "pyproject.toml")
    known = address_in(pyproject)
    here = Address(address.owner, address.name, known.doi if known else "")
    papers = {
        "pyproject.toml": project(pyproject, here, authors),
        "README.md": readme(_read(tree, "README.md"), here),
        "docs/CHANGELOG.md": changelog(_read(tree, "docs/CHANGELOG.md"), version, date),
        "CITATION.cff": citation(_read(tree, "CITATION.cff"), version, date, here, authors),
    }
    about = tomllib.loads(papers["pyproject.toml"])["project"]
    papers[".zenodo.json"] = zenodo(about, version, date, here, authors)
    for name, text in papers.items():
        (tree / name).write_text(text, encoding="utf-8", newline="\n")


def _read(tree: Path, name: str) -> str:
    return (tree / name).read_text(encoding="utf-8")


def quoted(text: str) -> str:
    """Return a text as TOML, YAML and JSON all read it."""
    return json.dumps(text, ensure_ascii=False)


def project(text: str, address: Address, authors: Sequence[Author]) -> str:
    """Return pyproject.toml with the authors and the one table of addresses."""
    text = re.sub(r"^authors = \[\n(  .*\n)*\]\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"^\[project\.urls\]\n(?:.+\n)*\n?", "", text, flags=re.MULTILINE)
    people = "".join(f"  {_person(each)},\n" for each in authors)
    table = "".join(f"{key} = {quoted(value)}\n" for key, value in address.urls.items())
    text = _before(text, "keywords = ", f"authors = [\n{people}]\n")
    text = _before(text, "[project.scripts]", f"[project.urls]\n{table}\n")
    said = tomllib.loads(text)["project"]
    if said["urls"] != address.urls or len(said["authors"]) != len(authors):
        msg = "pyproject.toml has authors or urls that could not be replaced."
        raise ReleaseError(msg)
    return text


def _person(author: Author) -> str:
    parts = {"name": f"{author.given} {author.family}"} | (
        {"email": author.email} if author.email else {}
    )
    return "{ " + ", ".join(f"{key} = {quoted(value)}" for key, value in parts.items()) + " }"


def _before(text: str, line: str, new: str) -> str:
    head, found, rest = text.partition(f"\n{line}")
    if not found:
        msg = f"pyproject.toml has no line that begins with {line!r}."
        raise ReleaseError(msg)
    return f"{head}\n{new}{line}{rest}"


def readme(text: str, address: Address | None) -> str:
    """Return the README with what depends on the address, which stands between two comments."""
    badges, link = "", ""
    if address:
        shown = {
            "PyPI": (
                "https://img.shields.io/pypi/v/marvel-widgets",
                "https://pypi.org/project/marvel-widgets/",
            ),
            "CI": (
                f"{address.repository}/actions/workflows/ci.yml/badge.svg",
                f"{address.repository}/actions/workflows/ci.yml",
            ),
            "Binder": (
                "https://mybinder.org/badge_logo.svg",
                f"https://mybinder.org/v2/gh/{address.owner}/{address.name}/HEAD{BINDER}",
            ),
        }
        if address.doi:
            to = f"https://doi.org/{address.doi}"
            shown["DOI"] = (f"https://zenodo.org/badge/DOI/{address.doi}.svg", to)
        badges = "".join(f"[![{name}]({image})]({to})\n" for name, (image, to) in shown.items())
        link = (
            f"**[Open the course now]({address.site})**: nothing to install, nothing to sign up.\n"
        )
    return _between(_between(text, "badges", badges), "open it", link)


def _between(text: str, name: str, new: str) -> str:
    """Replace what stands between the comments of a name."""
    first, last = f"<!-- {name}: written by .ci/release -->\n", f"<!-- end of {name} -->\n"
    head, found, rest = text.partition(first)
    _, ended, tail = rest.partition(last)
    if not found or not ended:
        msg = f"README.md lacks the comments {first.strip()} and {last.strip()}."
        raise ReleaseError(msg)
    return f"{head}{first}{new}{last}{tail}"


def changelog(text: str, version: str, date: str) -> str:
    """Return the list of changes with a dated section for a version.

    "Unreleased" becomes that section. An older section of the same version without a date, from
    the time before there were releases, ends up in it.
    """
    if re.search(f"^{DATED.format(version=re.escape(version))}$", text, re.MULTILINE):
        return text
    text = text.replace(f"\n## {version}\n", "\n### At the beginning\n")
    return text.replace("\n## Unreleased\n", f"\n## {version} ({date})\n")


def changes_of(text: str, heading: str) -> str:
    """Return what stands under a heading of the list of changes; empty where there is none."""
    found = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else ""


def citation(
    text: str, version: str, date: str, address: Address, authors: Sequence[Author]
) -> str:
    """Return CITATION.cff with version, day, address and authors."""
    people = "".join(_cited(each) for each in authors)
    text = _keyed(text, "authors", f"authors:\n{people}")
    text = _keyed(text, "version", f"version: {version}\n")
    lines = {"date-released": date, "repository-code": address.repository, "url": address.site}
    after = "".join(f"{key}: {quoted(value)}\n" for key, value in lines.items())
    after += f"doi: {quoted(address.doi)}\n" if address.doi else ""
    for key in (*lines, "doi"):
        text = _keyed(text, key, "")
    return text.replace(f"version: {version}\n", f"version: {version}\n{after}", 1)


def _cited(author: Author) -> str:
    told = {
        "family-names": author.family,
        "given-names": author.given,
        "affiliation": author.affiliation,
        "orcid": author.orcid and f"https://orcid.org/{author.orcid}",
        "email": author.email,
    }
    lines = [f"{key}: {quoted(value)}" for key, value in told.items() if value]
    return f"  - {lines[0]}\n" + "".join(f"    {line}\n" for line in lines[1:])


def _keyed(text: str, key: str, new: str) -> str:
    """Replace a key at the top of a YAML text, with the indented lines below it."""
    return re.sub(rf"^{key}:.*\n(?:[ \t].*\n)*", lambda _: new, text, count=1, flags=re.MULTILINE)


def zenodo(
    about: dict[str, object],
    version: str,
    date: str,
    address: Address,
    authors: Sequence[Author],
) -> str:
    """Return what Zenodo reads when it archives the release."""
    creators = [
        {"name": f"{each.family}, {each.given}", "affiliation": each.affiliation}
        | ({"orcid": each.orcid} if each.orcid else {})
        for each in authors
    ]
    licences = "Code: MIT. Texts and pictures: CC BY 4.0."
    told = {
        "title": "marvel_widgets: a Jupyter kit that teaches MARVEL",
        "description": f"<p>{about['description']}.</p><p>{licences}</p>",
        "upload_type": "software",
        "creators": creators,
        "version": version,
        "publication_date": date,
        "license": "MIT",
        "keywords": about["keywords"],
        "related_identifiers": [
            {"identifier": address.site, "relation": "isDocumentedBy", "scheme": "url"}
        ],
    }
    return json.dumps(told, indent=2, ensure_ascii=False) + "\n"
