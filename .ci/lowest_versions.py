"""Print the dependencies of a pyproject.toml pinned to their lower bounds, one per line.

python .ci/lowest_versions.py pyproject.toml [EXTRA ...]: those of the core, and of extras.
"""

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement


def lowest(line: str) -> str:
    """Return the requirement that allows only the lower bound of `line`.

    >>> lowest("numpy>=1.26")
    'numpy==1.26'
    """
    requirement = Requirement(line)
    bounds = [spec.version for spec in requirement.specifier if spec.operator == ">="]
    if len(bounds) != 1:
        sys.exit(f"{line}: a dependency needs one lower bound (>=), so that it can be tested")
    return f"{requirement.name}=={bounds[0]}"


def required(project: dict[str, Any], extras: list[str]) -> Iterator[str]:
    """Yield the requirements of a project with some extras, and of the extras that these name.

    >>> two = {"a": ["numpy>=1", "kit[b]"], "b": ["scipy>=2"]}
    >>> list(required({"name": "kit", "dependencies": [], "optional-dependencies": two}, ["a"]))
    ['numpy>=1', 'scipy>=2']
    """
    lines = [*project["dependencies"]]
    for extra in extras:
        lines += project["optional-dependencies"][extra]
    for line in lines:
        requirement = Requirement(line)
        if requirement.name == project["name"]:
            inner = {**project, "dependencies": []}
            yield from required(inner, sorted(requirement.extras))
        else:
            yield line


if __name__ == "__main__":
    about = tomllib.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))["project"]
    print("\n".join(map(lowest, required(about, sys.argv[2:]))))
