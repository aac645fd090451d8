"""README as PyPI shows it: links to what lies beside it lead to the released files on GitHub."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


def readme_on_pypi(text: str, repository: str, version: str) -> str:
    """Return a README whose links hold anywhere; without a repository as it is.

    >>> readme_on_pypi("[a](b.md), ![c](d.svg), [e](https://f.org)", "https://github.com/g/h", "1")
    '[a](https://github.com/g/h/blob/v1/b.md), ![c](https://github.com/g/h/raw/v1/d.svg), [e](https://f.org)'
    """
    if not repository:
        return text
    beside = r"\]\((?![\w+.-]+:|#)"
    text = re.sub(rf"(!\[[^\]]*){beside}", rf"\1]({repository}/raw/v{version}/", text)
    return re.sub(beside, f"]({repository}/blob/v{version}/", text)


class ReadmeOnPyPI(MetadataHookInterface):
    """Called by hatchling for each wheel and sdist; pyproject.toml names this file."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the readme, which pyproject.toml says is dynamic."""
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        repository = metadata.get("urls", {}).get("Repository", "")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": readme_on_pypi(text, repository, metadata["version"]),
        }
