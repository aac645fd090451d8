"""README as PyPI shows it: links to what lies beside it lead to the released files on GitHub."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

BESIDE = r"\]\((?![\w+.-]+:|#)"  # how a link begins that is no address and stays on no page


class ReadmeOnPyPI(MetadataHookInterface):
    """Called by hatchling for each wheel and sdist; pyproject.toml names this file."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the readme, which pyproject.toml says is dynamic; without an address as it is."""
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        if there := metadata.get("urls", {}).get("Repository"):
            tag = f"v{metadata['version']}"
            text = re.sub(rf"(!\[[^\]]*){BESIDE}", rf"\1]({there}/raw/{tag}/", text)
            text = re.sub(BESIDE, f"]({there}/blob/{tag}/", text)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
