"""Git, asked from Python."""

import os
import subprocess
from pathlib import Path

from releasing.errors import ReleaseError


def git(folder: Path, *words: str) -> str:
    """Run git in a folder, and return what it says.

    Raises
    ------
    ReleaseError
        It failed; the sentence ends with its own words.
    """
    # GIT_DIR and its kin are set in hooks, and would lead to another repository
    outside = {k: v for k, v in os.environ.items() if not k.startswith("GIT_") or "CONFIG" in k}
    run = subprocess.run(
        ["git", "-C", str(folder), *words], capture_output=True, text=True, check=False, env=outside
    )
    if run.returncode:
        msg = f"git {' '.join(words[:2])} failed: {(run.stderr or run.stdout).strip()}"
        raise ReleaseError(msg)
    return run.stdout


def is_there(folder: Path, name: str) -> bool:
    """Whether a repository has a branch or a tag, named as ``refs/...``."""
    return bool(git(folder, "for-each-ref", name).strip())


def tracked(folder: Path) -> list[str]:
    """Return the files that git keeps, from the top of the repository."""
    return [name for name in git(folder, "ls-files", "-z").split("\0") if name]


def identity(folder: Path) -> list[str]:
    """Return the options that make a clone commit as the one who works in a folder."""
    try:
        found = [git(folder, "config", f"user.{key}").strip() for key in ("name", "email")]
    except ReleaseError as error:
        msg = "Git does not know who you are: git config user.name ... and user.email ..."
        raise ReleaseError(msg) from error
    return ["-c", f"user.name={found[0]}", "-c", f"user.email={found[1]}"]
