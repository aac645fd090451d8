"""The reference: pdoc's pages in the site's frame, the same at each build and in the search."""

import inspect
import re
import subprocess
import sys
from hashlib import sha256
from importlib import import_module

import marvel_widgets
from marvel_widgets.site.reference import faces, reference_entries, reference_pages
from tests.site.made import the_site

PRINTED = """
from hashlib import sha256
from marvel_widgets.site.reference import reference_entries, reference_pages
print(sha256(repr([*reference_pages(), *reference_entries()]).encode()).hexdigest())
"""


def places():
    made = {path: text for path, text in the_site().files.items() if path.startswith("reference/")}
    return {f"{path}#{each}" for path in made for each in re.findall(r' id="([^"]+)"', made[path])}


def test_every_name_of_a_face_is_on_its_page_and_in_the_search():
    """What core has is on its page alone, and a module that it offers has one of its own."""
    core, listed = import_module("marvel_widgets.core"), places()
    wanted = {"reference/marvel_widgets/core/graphs/networks.html#load"}
    for face in map(import_module, faces()):
        names = set(face.__all__) - set(core.__all__ if face is marvel_widgets else ())
        shown = {name for name in names if not inspect.ismodule(getattr(face, name))}
        wanted |= {f"reference/{face.__name__.replace('.', '/')}.html#{name}" for name in shown}
    found = {entry.address for entry in reference_entries()}
    assert wanted <= found <= listed


def test_members_come_from_bases_without_a_page():
    core, apps = "reference/marvel_widgets/core.html#", "reference/marvel_widgets/widgets.html#"
    assert {f"{core}Dag.markov_boundary", f"{core}Dag.to_text", f"{apps}Race.link"} <= places()


def test_pages_are_the_same_at_each_build_and_name_no_machine():
    command = [sys.executable, "-c", PRINTED]
    made = subprocess.check_output(command, env={"PYTHONHASHSEED": "1"}, text=True)
    assert (
        made == f"{sha256(repr([*reference_pages(), *reference_entries()]).encode()).hexdigest()}\n"
    )
    for path, text in the_site().files.items():
        if path.startswith("reference/"):
            assert not re.search(r" at 0x|/site-packages|=\"https?:", text), path
            assert sys.prefix not in text
