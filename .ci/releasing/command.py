"""The command: check, build, commit and tag in a clone of its own, and bring it home when asked."""

import shutil
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from releasing import checks
from releasing.address import Address, checked
from releasing.builds import Say, build_all, digest
from releasing.errors import ReleaseError
from releasing.git import git, identity, is_there
from releasing.papers import write_papers
from releasing.people import Author, authors_of

ROOT = Path(__file__).resolve().parents[2]
Build = Callable[[Path, str, Path, Path, Say], list[Path]]


def options_of(arguments: Sequence[str] | None) -> Namespace:
    """Return what was asked."""
    asked = ArgumentParser(
        prog=".ci/release",
        description="Make a release: a branch release-VERSION with a commit and the tag vVERSION, "
        "and the files to hand out in dist/VERSION. Without --really it is a rehearsal: everything "
        "is built and checked, and nothing stays. docs/releasing.md tells the whole way.",
    )
    asked.add_argument("version", metavar="VERSION", help="as pyproject.toml says it")
    asked.add_argument(
        "--owner", required=True, help="the account of GitHub that has the repository"
    )
    asked.add_argument("--repository", default="marvel-widgets", help="its name (%(default)s)")
    asked.add_argument("--authors", required=True, type=Path, metavar="FILE", help="TOML, see docs")
    asked.add_argument("--really", action="store_true", help="make it, after the same checks")
    asked.add_argument("--push", metavar="REMOTE", help="send branch and tag there; with --really")
    return asked.parse_args(arguments)


def main(
    arguments: Sequence[str] | None = None,
    root: Path = ROOT,
    build: Build = build_all,
    say: Say = print,
) -> int:
    """Run the command, and return its exit code: 1 where something is in the way."""
    options = options_of(arguments)
    try:
        _run(options, root, build, say)
    except ReleaseError as error:
        for sentence in error.args:
            print(f"release: {sentence}", file=sys.stderr)
        return 1
    return 0


def _run(options: Namespace, root: Path, build: Build, say: Say) -> None:
    if options.push and not options.really:
        msg = "--push sends a release that was made: it needs --really."
        raise ReleaseError(msg)
    address = checked(options.owner, options.repository)
    if checks.VERSION.fullmatch(options.version) and is_there(
        root, f"refs/tags/v{options.version}"
    ):
        _go_on(options, root, say)
        return
    authors = authors_of(options.authors)
    _check(root, options.version)
    with TemporaryDirectory(prefix="release-") as name:
        work = Path(name).resolve()
        tree = _committed(root, work / "release", options.version, address, authors)
        say(git(tree, "show", "--stat", "--format=%h %s", "HEAD").rstrip())
        out = work / "out"
        out.mkdir()
        for path in build(tree, options.version, work, out, say):
            say(f"{digest(path)}  {path.name}")
        if options.really:
            _bring_home(root, tree, out, options.version)
    if not options.really:
        say("This was a rehearsal, and nothing of it stays. To make the release, add --really.")
        return
    _tell(options, root, say)


def _check(root: Path, version: str) -> None:
    """Raise with all complaints at once."""
    wrong = checks.versions_disagree(root, version)
    wrong += checks.tree_unclean(root) + checks.not_newer(root, version)
    branch = f"release-{version}"
    if is_there(root, f"refs/heads/{branch}"):
        wrong.append(
            f"There is a branch {branch} without its tag v{version}, so it is none that this "
            f"command made: git branch -m {branch} another-name"
        )
    identity(root)
    if wrong:
        raise ReleaseError(*wrong)


def _committed(
    root: Path, tree: Path, version: str, address: Address, authors: list[Author]
) -> Path:
    """Return a clone in which the release is written, committed and tagged."""
    head = git(root, "rev-parse", "HEAD").strip()
    git(root, "clone", "--quiet", "--no-hardlinks", "--no-checkout", str(root), str(tree))
    git(tree, "checkout", "--quiet", "-b", f"release-{version}", head)
    write_papers(tree, version, f"{datetime.now(UTC):%Y-%m-%d}", address, authors)
    git(tree, "add", "--all")
    if left := checks.placeholders(tree):
        raise ReleaseError(*left)
    me = identity(root)
    git(tree, *me, "commit", "--quiet", "-m", f"Release {version}")
    git(tree, *me, "tag", "-a", f"v{version}", "-m", f"marvel_widgets {version}")
    return tree


def _bring_home(root: Path, tree: Path, out: Path, version: str) -> None:
    """Put the files into dist/VERSION, then branch and tag into the repository, both or none."""
    target = root / "dist" / version
    shutil.rmtree(target, ignore_errors=True)
    target.parent.mkdir(exist_ok=True)
    shutil.copytree(out, target)
    names = (f"refs/heads/release-{version}", f"refs/tags/v{version}")
    git(root, "fetch", "--quiet", "--atomic", "--no-tags", str(tree), *(f"{n}:{n}" for n in names))


def _go_on(options: Namespace, root: Path, say: Say) -> None:
    """Answer a second run: the release is there; what is left is to send it."""
    tag = f"v{options.version}"
    if not options.push:
        msg = (
            f"{options.version} was made already: {tag} is "
            f"{git(root, 'rev-parse', '--short', f'{tag}^{{commit}}').strip()}. "
            "To send it, add --really --push REMOTE; "
            "for another release, raise the version in pyproject.toml and CITATION.cff."
        )
        raise ReleaseError(msg)
    _tell(options, root, say)


def _tell(options: Namespace, root: Path, say: Say) -> None:
    """Send it where that was asked, and say what the maintainer does next."""
    branch, tag = f"release-{options.version}", f"v{options.version}"
    pages = checked(options.owner, options.repository).repository
    say(f"The branch {branch} and the tag {tag} are here, the files in dist/{options.version}.")
    sending = {branch: f"git push origin {branch}; ", tag: f"git push origin {tag}; "}
    if options.push:
        git(root, "push", "--quiet", "--atomic", options.push, branch, tag)
        say(f"Both are sent to {options.push}.")
        sending = dict.fromkeys(sending, "")
    else:
        say(f"Nothing was sent. git show {tag} is what the release changes.")
    steps = [
        f"{sending[branch]}open a pull request: {pages}/compare/main...{branch}",
        "merge it when CI is green, with a merge commit: main publishes the site",
        f"{sending[tag]}approve the workflow Publish: the tag goes to PyPI",
        f"{pages}/releases/new?tag={tag}: attach the files; Zenodo gives a DOI",
    ]
    say("Next (docs/releasing.md says how to see that a step worked, and what to do if not):")
    for number, step in enumerate(steps, 1):
        say(f"  {number}. {step}")
