"""Where the kit lives. `[project.urls]` of pyproject.toml is the one place that says it."""

import re
import tomllib
from dataclasses import dataclass

from releasing.errors import ReleaseError


@dataclass(frozen=True)
class Address:
    """A repository on GitHub, and what follows from it."""

    owner: str
    name: str
    doi: str = ""  # Zenodo's for all versions; it exists after the first release

    @property
    def repository(self) -> str:
        """The repository."""
        return f"https://github.com/{self.owner}/{self.name}"

    @property
    def site(self) -> str:
        """What its Pages serve."""
        return f"https://{self.owner.lower()}.github.io/{self.name}/"

    @property
    def urls(self) -> dict[str, str]:
        """The table of pyproject.toml."""
        found = {
            "Homepage": self.site,
            "Documentation": f"{self.site}docs/index.html",
            "Repository": self.repository,
            "Issues": f"{self.repository}/issues",
            "Changelog": f"{self.repository}/blob/main/docs/CHANGELOG.md",
        }
        return found | ({"DOI": f"https://doi.org/{self.doi}"} if self.doi else {})


def address_in(pyproject: str) -> Address | None:
    """Return the address that a pyproject.toml tells, or None where it tells none."""
    urls = tomllib.loads(pyproject)["project"].get("urls", {})
    found = re.fullmatch(r"https://github\.com/([\w-]+)/([\w.-]+)", urls.get("Repository", ""))
    if not found:
        return None
    return Address(found[1], found[2], urls.get("DOI", "").removeprefix("https://doi.org/"))


def checked(owner: str, name: str) -> Address:
    """Return the address of a repository.

    Raises
    ------
    ReleaseError
        GitHub has no such names, or they only stand for one.
    """
    wrong = []
    if not re.fullmatch(r"[A-Za-z0-9](-?[A-Za-z0-9]){0,38}", owner) or owner == "OWNER":
        wrong.append(f"--owner {owner!r} is no account of GitHub: letters, digits, single hyphens.")
    if not re.fullmatch(r"[A-Za-z0-9_][\w.-]{0,99}", name, re.ASCII) or name == "NAME":
        wrong.append(f"--repository {name!r} is no name of a repository of GitHub.")
    if wrong:
        raise ReleaseError(*wrong)
    return Address(owner, name)
