"""Print the core dependencies of a pyproject.toml pinned to their lower bounds, one per line."""

import sys
import tomllib
from pathlib import Path

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


if __name__ == "__main__":
    project = tomllib.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))["project"]
    print("\n".join(map(lowest, project["dependencies"])))
