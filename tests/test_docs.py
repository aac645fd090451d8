"""What the pages in docs/ say of the code is true: links lead somewhere, names exist, code runs."""

import doctest
import re
import shlex
from importlib import import_module
from pathlib import Path

import pytest

from marvel_widgets.cli import _parser
from marvel_widgets.site.markdown import anchor, headings
from tests.rooms import rooms

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]
PLACEHOLDER = re.compile(r"\b(NN|TOPIC|NAME)\b")  # in a recipe
WITH_CODE = [ROOT / "README.md", ROOT / "docs" / "core.md"]


def id_of(page):
    return page.relative_to(ROOT).as_posix()


def dead_links(page):
    """Return the links of a page to a file, or to a heading, that is not there."""
    dead = []
    for link in re.findall(r"\]\(([^)\s]+)", page.read_text(encoding="utf-8")):
        name, _, place = link.partition("#")
        target = page.parent / name if name else page
        if re.match(r"\w+:", link):
            continue
        if not target.exists():
            dead.append(link)
        elif place and target.suffix == ".md":
            there = {anchor(words) for _, words in headings(target.read_text(encoding="utf-8"))}
            dead += [link] * (place not in there)
    return dead


def named_in(text):
    """Names such as `replay.film` or `marvel_widgets.core`, that begin with a room of ours."""
    for name in re.findall(r"`((?:\w+\.)+\w+)`", text):
        first = name.removeprefix("marvel_widgets.").partition(".")[0]
        if first in rooms() and not name.endswith((".py", ".md", ".svg", ".toml")):
            yield name


def exists(name):
    """Whether a dotted name is a module, or an attribute of one."""
    full = f"marvel_widgets.{name.removeprefix('marvel_widgets.')}"
    try:
        import_module(full)
    except ModuleNotFoundError:
        module, _, attribute = full.rpartition(".")
        try:
            return hasattr(import_module(module), attribute)
        except ModuleNotFoundError:
            return False
    return True


def missing_files(text):
    """Paths in backticks that begin with a folder of ours and are not there."""
    tops = "marvel_widgets|tests|docs|benchmarks|notebooks|core|replay|lessons|widgets"
    named = re.findall(rf"`((?:{tops})/[\w./-]+)`", text)
    homes = (ROOT, ROOT / "marvel_widgets")
    return [
        path
        for path in named
        if not PLACEHOLDER.search(path) and not any((home / path).exists() for home in homes)
    ]


@pytest.mark.parametrize("page", PAGES, ids=id_of)
def test_links_lead_somewhere(page):
    assert dead_links(page) == []


@pytest.mark.parametrize("page", PAGES, ids=id_of)
def test_names_exist(page):
    text = page.read_text(encoding="utf-8")
    assert [name for name in named_in(text) if not exists(name)] == []
    assert missing_files(text) == []


@pytest.mark.night
def test_an_algorithm_that_is_there_is_judged_as_the_page_says():
    page = (ROOT / "docs" / "experiments.md").read_text(encoding="utf-8")
    [source] = re.findall(
        r"```python\n(from marvel_widgets import FunctionTest.*?)```", page, re.DOTALL
    )
    names = {}
    exec(source, names)
    judged = repr(names["challenge"]("any")(names["method"]))
    assert re.search(r"\*(Right on all .*?)\*", page)[1] in judged
    assert "PC from the complete graph 29,478 and the shortest proofs" in judged


@pytest.mark.parametrize("page", WITH_CODE, ids=id_of)
def test_code_runs(page, capsys):
    """Each block runs by itself; a comment behind an expression is its value."""
    text = page.read_text(encoding="utf-8")
    assert doctest.testfile(str(page), module_relative=False).failed == 0
    for block in re.findall(r"```python\n(?!>>>)(.*?)```", text, re.DOTALL):
        names = {}
        exec(block, names)
        printed = capsys.readouterr().out
        for line in block.splitlines():
            code, _, text = line.partition("  # ")
            if text in ("True", "False"):
                assert str(eval(code, names)) == text
            elif code.startswith("print("):
                assert text.strip() in printed


def refused_commands(text):
    """Return the commands of ours, in a block or in backticks, that the command line refuses."""
    found = []
    joined = re.sub(r"\\\n\s*", "", text).replace("PLAN", "pc").replace(" URL", " https://a.org")
    for command in re.findall(r"(?:^|`|&& )(marvel-widgets [a-z][^`\n&]*)", joined, re.MULTILINE):
        words = shlex.split(command, comments=True)[1:]
        try:
            _parser().parse_args(words if len(words) > 1 else [*words, "--help"])  # if only named
        except SystemExit as ended:
            found += [command] if ended.code else []
    return found


@pytest.mark.parametrize("page", [page for page in PAGES if page.stem != "CHANGELOG"], ids=id_of)
def test_our_commands_are_taken(page):
    assert refused_commands(page.read_text(encoding="utf-8")) == []


def test_every_benchmark_is_listed():
    page = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    programs = (path.name for path in (ROOT / "benchmarks").glob("[!_]*.py"))
    assert [name for name in programs if f"python benchmarks/{name}" not in page] == []


def test_the_tests_that_hold_what_was_mended_are_there():
    text = (ROOT / "docs" / "hardening.md").read_text("utf-8")
    there = "\n".join(path.read_text("utf-8") for path in ROOT.glob("tests/**/test_*.py"))
    named = re.findall(r"`(test_\w+)`", text)
    assert [name for name in named if f"def {name}(" not in there] == []
