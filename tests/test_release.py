"""`.ci/release` on a small repository: what it refuses, writes, and leaves alone."""

import json
import re
import subprocess
import tomllib
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
import yaml
from readme_on_pypi import readme_on_pypi
from releasing import checks, papers
from releasing.address import address_in
from releasing.builds import handed_out
from releasing.command import main
from releasing.errors import ReleaseError

ROOT = Path(__file__).resolve().parent.parent
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
NEXT = "12.0.0"
pytestmark = pytest.mark.night  # a release is rare
CHANGES = "# Changes\n\n## Unreleased\n\n- A game for two.\n"
ADA = '[[author]]\nname = "Lovelace, Ada"\naffiliation = "London"\norcid = "0000-0002-1825-0097"\n'
CHARLES = (
    '[[author]]\nname = "Babbage, Charles"\naffiliation = "Trinity College, \\"Cambridge\\""\n'
)


def git(folder, *words):
    run = subprocess.run(["git", "-C", folder, *words], capture_output=True, text=True, check=True)
    return run.stdout


def state(folder):
    """All that a command could change: branches, tags, files, and what is checked out."""
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and ".git" not in path.relative_to(folder).parts
    }
    refs = git(folder, "for-each-ref", "--format=%(refname) %(objectname)")
    return refs, git(folder, "rev-parse", "HEAD"), git(folder, "status", "--porcelain"), files


def commit(folder, **files):
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "-m", "A step")


@pytest.fixture
def project(tmp_path):
    """A repository with the files of ours that a release writes."""
    folder = tmp_path / "project"
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch", "main")
    for key, value in {"name": "Ada", "email": "ada@example.org", "signingkey": ""}.items():
        git(folder, "config", f"user.{key}", value)
    git(folder, "config", "commit.gpgsign", "false")
    names = ("pyproject.toml", "README.md", "CITATION.cff")
    ours = {name: (ROOT / name).read_text("utf-8") for name in names}
    commit(folder, **ours, **{".gitignore": "dist/\n", "docs/CHANGELOG.md": CHANGES})
    return folder


@pytest.fixture
def authors(tmp_path):
    path = tmp_path / "authors.toml"
    path.write_text(ADA + CHARLES, encoding="utf-8")
    return path


def build(tree, version, work, out, say):
    """Stand for the builds, which take minutes: what they made is put where they put it."""
    made = work / f"marvel_widgets-{version}.tar.gz"
    made.write_text((tree / "README.md").read_text("utf-8"), encoding="utf-8")
    return handed_out([made], out)


@pytest.fixture
def release(project, authors):
    """The command on the small repository."""

    def run(*words, version=VERSION, build=build):
        asked = [version, "--owner", "ada-l", "--authors", str(authors), *words]
        return main(asked, project, build, lambda _: None)

    return run


def at(folder, name, version=VERSION):
    """A file of a release."""
    return git(folder, "show", f"v{version}:{name}")


def test_a_rehearsal_is_the_default_and_writes_nothing(project, release):
    before = state(project)
    assert release() == 0
    assert state(project) == before


def test_a_release_is_a_branch_a_tag_and_files(project, release):
    head, files = git(project, "rev-parse", "main"), state(project)[3]
    stale = project / "dist" / VERSION / "stale.whl"  # of a run that was killed
    stale.parent.mkdir(parents=True)
    stale.touch()
    assert release("--really") == 0
    assert git(project, "rev-parse", "main", "HEAD").split() == [head.strip()] * 2
    assert git(project, "rev-parse", f"release-{VERSION}") == git(
        project, "rev-parse", f"v{VERSION}^{{commit}}"
    )
    after = state(project)
    assert after[2] == ""
    dist = project / "dist" / VERSION
    assert {*after[3]} - {*files} == {
        f"dist/{VERSION}/marvel_widgets-{VERSION}.tar.gz",
        f"dist/{VERSION}/SHA256SUMS",
    }
    assert "ada-l.github.io" in (dist / f"marvel_widgets-{VERSION}.tar.gz").read_text("utf-8")
    written = git(project, "diff", "--name-only", "main", f"v{VERSION}").split()
    papers = [".zenodo.json", "CITATION.cff", "README.md", "docs/CHANGELOG.md", "pyproject.toml"]
    assert {"docs/CHANGELOG.md"} <= {*written} <= {*papers}


def test_what_a_release_writes_says_one_thing(project, release):
    assert release("--really") == 0
    today, repository = f"{datetime.now(UTC):%Y-%m-%d}", "https://github.com/ada-l/marvel-widgets"
    site = "https://ada-l.github.io/marvel-widgets/"
    about = tomllib.loads(at(project, "pyproject.toml"))["project"]
    assert [each["name"] for each in about["authors"]] == ["Ada Lovelace", "Charles Babbage"]
    assert (about["urls"]["Repository"], about["urls"]["Homepage"]) == (repository, site)
    cited = yaml.safe_load(at(project, "CITATION.cff"))
    assert (cited["repository-code"], cited["url"]) == (repository, site)
    assert (cited["version"], cited["date-released"]) == (VERSION, today)
    assert cited["authors"][0]["orcid"] == "https://orcid.org/0000-0002-1825-0097"
    assert cited["authors"][1]["affiliation"] == 'Trinity College, "Cambridge"'
    assert cited["references"][0]["year"] == 2021
    deposit = json.loads(at(project, ".zenodo.json"))
    assert (deposit["version"], deposit["publication_date"]) == (VERSION, today)
    assert [each["name"] for each in deposit["creators"]] == ["Lovelace, Ada", "Babbage, Charles"]
    readme = at(project, "README.md")
    assert f"]({site})" in readme
    assert "mybinder.org/v2/gh/ada-l/marvel-widgets/HEAD" in readme
    assert f"\n## {VERSION} ({today})\n\n- A game for two.\n" in at(project, "docs/CHANGELOG.md")


def test_the_next_release_replaces_what_the_last_one_wrote(project, release, authors):
    assert release("--really") == 0
    git(project, "merge", "--quiet", f"release-{VERSION}")
    text = {
        name: (project / name).read_text("utf-8").replace(f"version: {VERSION}", f"version: {NEXT}")
        for name in ("pyproject.toml", "CITATION.cff")
    }
    text["pyproject.toml"] = (
        text["pyproject.toml"]
        .replace(f'version = "{VERSION}"', f'version = "{NEXT}"')
        .replace("[project.urls]\n", '[project.urls]\nDOI = "https://doi.org/10.5281/zenodo.7"\n')
    )
    changes = (project / "docs/CHANGELOG.md").read_text("utf-8")
    new = changes.replace("# Changes\n", "# Changes\n\n## Unreleased\n\n- For three.\n")
    commit(project, **text, **{"docs/CHANGELOG.md": new})
    authors.write_text(CHARLES, encoding="utf-8")
    assert release("--really", version=NEXT) == 0
    about = tomllib.loads(at(project, "pyproject.toml", NEXT))["project"]
    assert [each["name"] for each in about["authors"]] == ["Charles Babbage"]
    cited = yaml.safe_load(at(project, "CITATION.cff", NEXT))
    assert (len(cited["authors"]), cited["version"]) == (1, NEXT)
    assert cited["doi"] == "10.5281/zenodo.7"
    readme = at(project, "README.md", NEXT)
    assert readme.count("badge/DOI/10.5281/zenodo.7.svg") == 1
    assert readme.count("[![PyPI]") == 1
    headings = re.findall(r"^## (\S+)", at(project, "docs/CHANGELOG.md", NEXT), re.MULTILINE)
    assert headings == [NEXT, VERSION]


def test_a_second_run_refuses_and_one_with_push_goes_on(project, release, tmp_path, capsys):
    remote = tmp_path / "remote.git"
    git(tmp_path, "init", "--quiet", "--bare", str(remote))
    git(project, "remote", "add", "origin", str(remote))
    assert release("--really") == 0
    assert git(remote, "for-each-ref") == ""  # nothing is sent unless asked
    before = state(project)
    for words in ((), ("--really",)):
        assert release(*words) == 1
        assert "was made already" in capsys.readouterr().err
    assert state(project) == before
    for _ in range(2):  # sent, and sent again
        assert release("--really", "--push", "origin") == 0
    sent = git(remote, "for-each-ref", "--format=%(refname)").split()
    assert sent == [f"refs/heads/release-{VERSION}", f"refs/tags/v{VERSION}"]


class Killed(BaseException):
    """As when the power goes."""


@pytest.mark.parametrize("error", [ReleaseError("Two builds differ."), Killed()])
def test_what_fails_in_the_middle_leaves_nothing_and_can_be_run_again(project, release, error):
    def failing(*_):
        raise error

    before = state(project)
    if isinstance(error, Killed):
        with pytest.raises(Killed):
            release("--really", build=failing)
    else:
        assert release("--really", build=failing) == 1
    assert state(project) == before
    assert release("--really") == 0


def changed(name, old, new):
    return lambda folder: commit(
        folder, **{name: (folder / name).read_text("utf-8").replace(old, new)}
    )


REFUSED = {
    "pyproject.toml says version 9.9.9": changed(
        "pyproject.toml", f'\nversion = "{VERSION}"', '\nversion = "9.9.9"'
    ),
    "CITATION.cff says version 9.9.9": changed(
        "CITATION.cff", f"\nversion: {VERSION}", "\nversion: 9.9.9"
    ),
    "nothing under ## Unreleased": changed("docs/CHANGELOG.md", "- A game for two.\n", ""),
    "and a dated section": changed(
        "docs/CHANGELOG.md", "two.\n", f"two.\n\n## {VERSION} (2026-01-31)\n\n- One.\n"
    ),
    "Not committed: README.md": lambda folder: (folder / "README.md").write_text("new"),
    "Not committed: stray.txt": lambda folder: (folder / "stray.txt").write_text("new"),
    "is not newer than 99.10.0": lambda folder: [
        git(folder, "tag", tag) for tag in ("v99.9.0", "v99.10.0", "vague")
    ],
    "without its tag": lambda folder: git(folder, "branch", f"release-{VERSION}"),
    "README.md lacks the comments <!-- badges": changed("README.md", "<!-- end of badges", "<!--"),
    "docs/page.md:2: 'OWNER/": lambda folder: commit(folder, **{"docs/page.md": "#\nOWNER/NAME"}),
}


@pytest.mark.parametrize(("words", "spoil"), REFUSED.items(), ids=REFUSED)
def test_what_is_in_the_way_is_told_and_nothing_written(project, release, capsys, words, spoil):
    spoil(project)
    before = state(project)
    assert release("--really") == 1
    assert words in capsys.readouterr().err
    assert state(project) == before


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([VERSION, "--owner", "OWNER"], "no account of GitHub"),
        ([VERSION, "--owner", "a b"], "no account of GitHub"),
        ([VERSION, "--owner", "ada", "--repository", "a/b"], "no name of a repository"),
        (["one", "--owner", "ada"], "'one' is no version"),
        ([VERSION, "--owner", "ada", "--push", "origin"], "needs --really"),
    ],
)
def test_words_that_make_no_sense_are_refused(project, authors, capsys, words, told):
    assert main([*words, "--authors", str(authors)], project, build, lambda _: None) == 1
    assert told in capsys.readouterr().err


def test_no_placeholder_is_left_here():
    assert checks.placeholders(ROOT) == []


def test_readme_and_citation_have_the_address_from_pyproject():
    """Before the first release there is none; a release writes all three."""
    address = address_in((ROOT / "pyproject.toml").read_text("utf-8"))
    readme = (ROOT / "README.md").read_text("utf-8")
    known = [address]
    if address:  # a DOI comes after the release, and gets its badge with the next one
        known.append(replace(address, doi=""))
    assert readme in [papers.readme(readme, each) for each in known]
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert cited.get("repository-code") == (address and address.repository)
    assert cited["version"] == VERSION


def test_links_of_the_readme_hold_on_pypi():
    readme = (ROOT / "README.md").read_text("utf-8")
    assert readme_on_pypi(readme, "", VERSION) == readme  # there is no address yet
    shown = readme_on_pypi(readme, "https://github.com/ada/kit", "1.2.0")
    links = re.findall(r"\]\(([^)]+)\)", shown)
    assert [link for link in links if not link.startswith("https://")] == []
    assert "](https://github.com/ada/kit/raw/v1.2.0/docs/asia.svg)" in shown
    assert "](https://github.com/ada/kit/blob/v1.2.0/docs/site.md)" in shown
    assert len(links) == len(re.findall(r"\]\(", readme))
