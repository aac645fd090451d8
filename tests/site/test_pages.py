"""The site's pages: whole, readable without JavaScript, and asking no other host for anything."""

import base64
import hashlib
import json
import posixpath
import re
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import networkx as nx
import pytest

from marvel_widgets import Dag, record
from marvel_widgets.classroom.start_notebook import START, WAITING
from marvel_widgets.cli import main
from marvel_widgets.replay.export.reels import stage_reel_of
from marvel_widgets.replay.film import Film
from marvel_widgets.replay.run_pictures import RunPictures
from marvel_widgets.replay.stage_layers import over_svg, truth_svg, under_svg, witness_svg
from marvel_widgets.site.ask.forms import asking_page
from marvel_widgets.site.build import MARK, Site, check_target, new_site, write_pages
from marvel_widgets.site.errors import SiteError
from marvel_widgets.site.films import asia_film, cell_films
from marvel_widgets.site.markdown import mathml
from marvel_widgets.site.notebook_page import ON_A_PAGE, notebook_page
from marvel_widgets.site.player import values_at
from tests.site.made import the_site

ROOT = Path(__file__).resolve().parents[2]
WIDGET = "application/vnd.jupyter.widget-view+json"
FRONT = ("index.html", "films/asia.js")


@pytest.fixture(scope="module")
def site():
    return the_site()


class Page(HTMLParser):
    """The ids of a page, the addresses that it loads, and those that it leads to."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.loads, self.leads, self.tags = [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.tags.append(tag)
        if "id" in found:
            self.ids.append(found["id"])
        for name in ("src", "srcset", "data", "poster", "data-film"):
            if name in found:
                self.loads.append(found[name])
        if "href" in found:
            (self.leads if tag == "a" else self.loads).append(found["href"])


@pytest.fixture(scope="module")
def pages(site):
    """All pages, read once; nothing changes them."""
    return {path: Page(text) for path, text in site.files.items() if path.endswith(".html")}


def test_every_notebook_app_and_page_has_its_own(site):
    for notebook in ROOT.glob("notebooks/*.ipynb"):
        assert f"course/{notebook.stem}.html" in site.files
        assert notebook.name in site.lite
    for guide in ROOT.glob("docs/guide/[0-9ET]*.md"):
        assert f"teach/{guide.stem}.html" in site.files
    named = re.findall(r"^\| `([A-Z]\w+)` \|", (ROOT / "docs/apps.md").read_text(), re.MULTILINE)
    assert len(named) > 10
    for name in named:
        assert f"apps/{name}.html" in site.files
        code = json.loads(site.lite[f"apps/{name}.ipynb"])["cells"][0]["source"]
        assert name in code.splitlines()[-1]


def stray_loads(pages, files):
    """What pages load that is not a file of the site."""
    found = []
    for path, page in pages.items():
        for address in page.loads:
            place = posixpath.normpath(posixpath.join(posixpath.dirname(path), address))
            if place not in files:
                found.append((path, address))
    return found


def questions(files):
    """The exercises that the scripts of cases have, such as 03/removable."""
    scripts = [text for path, text in files.items() if path.startswith("asked/")]
    made = [json.loads(f"[{text[len('marvelAsked(') : -len(');.')]}]") for text in scripts]
    return {f"{notebook}/{name}" for notebook, cases in made for name in cases}


def dead_leads(pages, files):
    """Links inside the site that lead to no file, or to no place in it."""
    found, asked = [], questions(files)
    for path, page in pages.items():
        for address in page.leads:
            file, _, place = address.partition("#")
            if "://" in address or "/lite/" in address:
                continue
            target = posixpath.normpath(posixpath.join(posixpath.dirname(path), file))
            target = path if not file else target
            if place.startswith(("q=", "v=")) and target == "ask.html":
                dead = place[2:] not in asked
            else:
                dead = target not in files or (place and place not in pages[target].ids)
            if dead:
                found.append((path, address))
    return found


def test_pages_load_only_files_of_the_site(site, pages):
    assert stray_loads(pages, site.files) == []


def test_styles_and_scripts_name_no_address(site):
    for path, text in site.files.items():
        # the index of the search holds words of the pages, and no address that is asked
        if path.endswith((".css", ".js")) and path != "assets/search-index.js":
            bare = text.replace("http://www.w3.org/2000/svg", "")
            bare = re.sub(r'url\("source-sans-3-\d00.woff2"\)', "", bare)
            assert not re.search(r"https?://|url\(|@import", bare), path


def test_links_inside_lead_somewhere(site, pages):
    assert dead_leads(pages, site.files) == []


def test_ids_are_there_once(pages):
    for path, page in pages.items():
        assert len(page.ids) == len(set(page.ids)), path


def test_the_front_page_is_light(site):
    used = {*FRONT, *Page(site.files["index.html"]).loads}  # the rest is loaded when it is wanted
    assert sum(len(site.files[path].encode()) for path in used) < 200 * 1024


def test_no_formula_is_left_as_tex(site):
    for path, text in site.files.items():
        if path.startswith(("course/", "teach/")):
            prose = re.sub(r"<(pre|code|svg)\b.*?</\1>", "", text, flags=re.DOTALL)
            assert not re.search(r"\\[a-zA-Z]{2,}|\$[^$<]+\$", prose), path
    assert "<mo>&#x2216;</mo>" in site.files["course/05-four-lemmas.html"]  # fonts have it


def test_an_unknown_formula_is_named():
    with pytest.raises(SiteError, match=r"\\nonsense"):
        mathml(r"a \nonsense b")


class Visible(HTMLParser):
    """The words of a page that are seen before anything is unfolded, and its code blocks."""

    def __init__(self, text):
        super().__init__()
        self.folds, self.words, self.code = 0, [], 0
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.folds += tag == "details"
        self.code += not self.folds and tag == "pre" and ("class", "code") in attrs

    def handle_endtag(self, tag):
        self.folds -= tag == "details"

    def handle_data(self, data):
        if not self.folds:
            self.words.append(data)


def said(cell):
    """The first words of what a cell shows as text alone."""
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        text = output.get("text") or ([] if "image/svg+xml" in data else data.get("text/plain"))
        if "".join(text or "").strip() and not {WIDGET, "text/markdown"} & set(data):
            yield "".join(text).strip().splitlines()[0]


def revealed(page, notebook):
    """What a page shows, or lacks, that a learner is to unfold."""
    seen = Visible(page)
    words, whole = " ".join(seen.words), "".join(Visible(page.replace("details", "div")).words)
    assert seen.folds == 0
    yield from ["code"] * seen.code
    yield from re.findall(r"\bassert \S+|Answered\?", words)
    for cell in notebook["cells"]:
        asked = {"answers", "plays", "reader"} & set(cell["metadata"].get("tags", ()))
        for output in cell["outputs"] if "plays" in asked else ():
            if "".join(output.get("data", {}).get("image/svg+xml", "no picture")) in page:
                yield "an app at its end"
        if cell["cell_type"] == "code" and "check" not in "".join(cell["source"]):
            told = [line for line in said(cell) if len(line) > 9 and "not answered" not in line]
            yield from (line for line in told if asked - {"reader"} and line in words)
            yield from (line for line in told if not asked - {"answers"} and line not in whole)


@pytest.mark.parametrize("path", sorted(ROOT.glob("notebooks/*.ipynb")), ids=lambda p: p.stem)
def test_a_notebook_page_folds_code_and_answers_and_has_every_output(site, path):
    page = site.files[f"course/{path.stem}.html"]
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert list(revealed(page, notebook)) == []
    assert len(list(revealed(page.replace("details", "div"), notebook))) > 10
    assert page.count("data-film=") == len(cell_films(notebook["cells"]))


def test_answers_in_a_row_unfold_together(site):
    again = re.compile(
        r"compare</summary>(?:(?!</?details).)*</details>\s*<details><summary>Answ", re.S
    )
    assert not [path for path, text in site.files.items() if path.startswith("course/")
                and again.search(text)]  # fmt: skip


def test_the_answer_to_each_prediction_holds_by_networkx(site):
    made = json.loads(site.files["assets/next.js"][len("marvelNext(") : -len(");\n")])
    assert len(made) >= 10  # beside that of the front page
    found = set()
    for html in map(unescape, made):
        page = Page(html)
        assert posixpath.normpath(page.leads[0]) in site.files
        assert not re.match("course/[ET]-", page.leads[0])  # these are no learner's
        graph = nx.DiGraph(re.findall(r"(\w+) to (\w+)", re.search(r"Edges: ([^.]*)", html)[1]))
        answer = re.search(r'data-answer="([^"]*)"', html)[1]
        assert f'value="{answer}"' in html
        if asked := re.search(r"Are (\w+) and (\w+) (?:d-sep|indep)\w+ given (.*)\?", html):
            given = set(re.findall(r"\w+", asked[3])) - {"nothing"}
            apart = nx.is_d_separator(graph, {asked[1]}, {asked[2]}, given)
            wanted = ("d-separated", "independent") if apart else ("d-connected", "dependent")
            assert answer in wanted
        elif asked := re.search(r"Markov boundary of (\w+)\?", html):
            boundary = nx.moral_graph(graph)[asked[1]]
            assert set(re.findall(r"\w+", answer)) == set(boundary)
        elif said := re.fullmatch(r"(\w+) is (not )?a neighbor of (\w+)", answer):
            assert graph.to_undirected().has_edge(said[1], said[3]) == (not said[2])
        elif " → " in answer:  # by Meek's first rule
            tail, head = answer.split(" → ")
            graph.add_edges_from(re.findall(r"(\w+) - (\w+)", html.partition("</desc>")[0]))
            assert set(graph.predecessors(tail)) - set(nx.all_neighbors(graph, head))
        else:  # judged by tests/lessons
            assert re.search(r"Is \w+ removable\?|[Ii]t is open in G", html)
        found.add(answer)
    assert {"d-connected", "yes"} <= found


def test_forms_ask_for_what_the_next_cell_says(site):
    page = site.files["course/P1-the-skeleton.html"]
    asked = dict(re.findall(r'data-answer="([^"]*)"[^>]*>\n.*?</span> ([^<]*)', page))
    assert asked["125 tests"] == "How many different tests does PC make in all?"
    several = site.files["course/03-removable-variables.html"]
    assert several.count('type="checkbox"') == 8
    assert 'data-answer="asia; xray; dysp"' in several
    # both are first
    assert 'data-answer="MARVEL; Collider Set"' in site.files["course/00-ninety-one-questions.html"]


# -- films ------------------------------------------------------------------------------------


def players(notebook):
    """The numbers of the cells whose text is that of a player."""
    return [
        i
        for i, cell in enumerate(notebook["cells"])
        for output in cell.get("outputs", [])
        if WIDGET in output.get("data", {})
        and "".join(output["data"]["text/plain"]).startswith("Position")
        and "MarvelPlayer" in "".join(cell["source"])
    ]


@pytest.mark.parametrize("path", sorted(ROOT.glob("notebooks/*.ipynb")), ids=lambda p: p.stem)
def test_every_player_of_the_course_is_a_film(path):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    found = cell_films(notebook["cells"])
    assert list(found) == players(notebook)
    for number, film in found.items():
        said = "".join(notebook["cells"][number]["outputs"][-1]["data"]["text/plain"])
        text = film.film.frame(film.begin).explanation.text
        if "predict=" in "".join(notebook["cells"][number]["source"]):
            text = text.partition(" The run ahead ")[0]  # it would tell what is asked
        assert text in said


def cells(*sources, said=""):
    data = {WIDGET: {}, "text/plain": said}
    return [
        {"cell_type": "code", "source": source, "outputs": [{"data": data}]} for source in sources
    ]


def test_a_film_that_says_something_else_is_refused():
    with pytest.raises(SiteError, match="run the notebook again"):
        cell_films(cells('MarvelPlayer("X -> Y")', said="Position 3 of 99: decision"))


def test_a_graph_that_cannot_be_made_again_is_named():
    with pytest.raises(SiteError, match="gone"):
        cell_films(cells("MarvelPlayer(gone)", said="Position 0 of 3: the beginning"))


def test_a_films_positions_are_the_players():
    dag = Dag("X -> Y <- T; Y -> Z")
    film = Film(record("marvel", dag), dag)
    pictures = RunPictures(film)
    reel = stage_reel_of(film, range(film.last + 1), pictures)
    for position in range(film.last + 1):
        frame = film.frame(position)
        drawing = pictures.stage_drawing(frame)
        values = values_at(reel, position)
        under, over = under_svg(pictures, frame, drawing), over_svg(pictures, frame, drawing)
        below = re.sub(r"^<svg[^>]*>|</svg>$", "", under)
        # live, the true edge below a line without an arrow is left out, and an edge that was found
        # shows before it is drawn; a film keeps all of the former and none of the latter
        lines = (*drawing.edges, *pictures.witness(frame))
        learned = {frozenset((e.tail, e.head)) for e in lines if not e.directed}
        found = "" if frame.test else witness_svg(pictures, frame, drawing)
        assert values[1] == truth_svg(pictures)
        assert values[0] + truth_svg(pictures, learned) + (values[2] or found) == below
        assert values[reel.pictures[0]["end"] - 1] == re.sub(r"^<svg[^>]*>|</svg>$", "", over)
        assert values[reel.texts["sentence"]] == frame.explanation.text


def test_the_question_of_the_front_page_is_one_that_a_collider_decides():
    film, _ = asia_film()
    frame = film.film.frame(film.begin + 1)
    assert not frame.test.independent
    # by the definition, and not by the film: without the set the two are independent in what is
    # left, and given it they are not
    left = [film.film.trace.names[v] for v in range(8) if frame.state.remaining >> v & 1]
    x, y = (film.film.trace.names[v] for v in (frame.test.x, frame.test.y))
    given = [film.film.trace.names[v] for v in frame.test.given]
    graph = nx.DiGraph(list(film.film.dag.edges)).subgraph(left)
    assert not nx.is_d_separator(graph, {x}, {y}, set(given))


# -- writing ----------------------------------------------------------------------------------


def test_an_older_site_is_replaced_and_nothing_else(site, tmp_path):
    for pages in (replace(site, files=site.files | {"course/12-gone.html": ""}), site):
        with new_site(tmp_path / "site") as made:
            write_pages(made, pages)
        (tmp_path / "site" / "CNAME").touch()
        assert (tmp_path / "site" / MARK).exists()
    assert not (tmp_path / "site" / "course" / "12-gone.html").exists()
    faces = re.findall(r'url\("([^"]+)"\)', site.files["assets/site.css"])
    assert [(tmp_path / "site" / "assets" / face).exists() for face in faces] == [True, True]
    assert (tmp_path / "site" / "CNAME").exists()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").touch()
    with pytest.raises(SiteError, match="something other"):
        check_target(tmp_path / "mine")
    with pytest.raises(SiteError, match="it is a file"):
        check_target(tmp_path / "mine" / "thesis.tex")


def test_the_command_writes_the_pages_and_says_how_to_serve_them(
    site, tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr("marvel_widgets.site.build.pages_of_the_site", lambda *_: site)
    assert main(["site", str(tmp_path / "mine"), "--no-lite"]) == 0
    assert "http.server" in capsys.readouterr().out
    assert (tmp_path / "mine" / "index.html").read_text() == site.files["index.html"]
    assert not (tmp_path / "mine" / "lite").exists()


def test_contradictory_options_are_refused(tmp_path, capsys):
    target = tmp_path / "mine"
    assert main(["site", str(target), "--no-lite", "--pyodide", str(tmp_path)]) == 1
    assert "--no-lite leaves it out" in capsys.readouterr().err
    assert not target.exists()


def test_a_missing_part_is_named_with_the_way_to_get_it(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("marvel_widgets.site.command.NEEDED", ("no_such_module",))
    assert main(["site", str(tmp_path / "mine"), "--no-lite"]) == 1
    told = capsys.readouterr().err
    assert "no_such_module" in told
    assert 'pip install "marvel-widgets[site]"' in told


def test_without_python_there_is_no_button():
    assert Site({}, {}, "").way_to("06.ipynb") == ""
    cell = {"cell_type": "markdown", "metadata": {}, "source": "# A"}
    page = notebook_page("small", {"cells": [cell]}, str)
    assert "live" not in page.html


def test_python_from_another_host_is_told_first():
    assert Site({}, {}, "cdn").way_to("06.ipynb") == "../run.html#06.ipynb"
    assert "cdn.jsdelivr.net" in asking_page().html()


def test_every_page_says_what_may_run_in_it(site):
    made = {path: text for path, text in site.files.items() if path.endswith(".html")}
    for path, text in (made | {"run.html": asking_page().html()}).items():
        policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)[1]
        assert policy.startswith("default-src 'none'; script-src 'self' 'sha256-"), path
        before = text[: text.index(policy)]
        assert not {"<script", "<link", "<img"} & set(re.findall(r"<\w+", before)), path
        for script in re.findall(r"<script>(.*?)</script>", text, re.DOTALL):
            digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
            assert f"'sha256-{digest}'" in policy, f"{path}: {script[:60]}"
        assert not re.search(r"<[^<>]*\son\w+=", text), path


def test_no_page_asks_for_a_cell_that_it_does_not_have(site):
    asked = re.compile(
        r"Shift and Enter|[Rr]un (?:the|a|this) (?:next )?cell|[Cc]ells? below|"
        r", (?:and )?press <strong>Check"
    )
    found = {
        path: asked.findall(text)
        for path, text in site.files.items()
        if path.startswith("course/") or path == "assets/search-index.js"
        if asked.search(text)
    }
    assert found == {}
    texts = ["".join(c["source"]) for n in site.notebooks.values() for c in n["cells"]]
    assert [told for told, _ in ON_A_PAGE if not any(told in each for each in texts)] == []
    assert "Shift and Enter" in site.lite["00-ninety-one-questions.ipynb"]


def test_the_start_page_is_among_the_notebooks_that_run(site):
    assert f"path={START}" in site.files["course/index.html"]
    cells = json.loads(site.lite[START])["cells"]
    places = set(re.findall(r'href="([^"#]+)', cells[5]["outputs"][0]["data"]["text/html"]))
    assert places == {f"{name}.ipynb" for name in site.notebooks if name[0] not in "ET"}
    assert places < set(site.lite)
    assert 'class="after" href="05-' in site.files["course/03-removable-variables.html"]
    assert "T-teachers-room" not in site.files["course/index.html"]


def test_the_start_page_of_the_site_says_nothing_of_a_journal_that_it_has_not_seen(site):
    told = json.dumps([c.get("outputs") for c in json.loads(site.lite[START])["cells"]])
    assert WAITING in told
    assert not re.search(r"Begin:|Go on:|Nothing to recall|of \d+ right", told)


def test_python_in_the_site_is_one_click_away(site):
    assert "lite/notebooks" in site.files["course/06-be-marvel.html"]
    assert "run.html" not in site.files


def test_outputs_of_the_notebooks_that_run_are_strings_for_the_list_of_contents(site):
    """Its `text/markdown` goes to a parser as it is in the file: "e.replace is not a function"."""
    outputs = [
        output
        for text in site.lite.values()
        for cell in json.loads(text)["cells"]
        for output in cell.get("outputs", [])
    ]
    said = [kind for output in outputs for kind in output.get("data", {}).items()]
    assert "text/markdown" in dict(said)
    assert [kind for kind, text in said if isinstance(text, list)] == []
