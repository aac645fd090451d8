"""The story of the paper: its answers by other methods, and none before its question."""

import re
from itertools import chain, combinations, pairwise

import networkx as nx
import pytest

from marvel_widgets import Dag, networks, record
from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.replay.film import Film
from marvel_widgets.site.errors import SiteError
from marvel_widgets.site.films import asia_film
from marvel_widgets.site.scenes.story import chapters, story_page
from tests.site.made import the_site

ASIA = networks.load("asia")
GRAPH = nx.DiGraph(list(ASIA.edges))
TOLD = chapters(asia_film()[0].film)
QUESTION = re.compile(r"Are (\w+) and (\w+) independent given (.*)\?")


def separated(x, y, given, left=GRAPH):
    return nx.is_d_separator(left, {x}, {y}, set(given))


def left_at(position):
    """The graph of the variables that remain at a position, by the removals before it."""
    film = asia_film()[0].film
    gone = [film.context.name(x) for at, x in film.removals() if at <= position]
    return GRAPH.subgraph(set(GRAPH) - set(gone))


@pytest.mark.parametrize("chapter", [c for c in TOLD if QUESTION.match(c.asked.text)])
def test_a_question_about_a_test_is_answered_as_networkx_does(chapter):
    x, y, given = QUESTION.match(chapter.asked.text).groups()
    names = re.findall(r"\w+", given) if given != "nothing" else []
    holds = separated(x, y, names, left_at(chapter.begin))
    assert chapter.asked.answer == ("independent" if holds else "dependent")


def test_most_chapters_ask_about_a_test():
    assert sum(bool(QUESTION.match(c.asked.text)) for c in TOLD) == 4


def same_without(x):
    """Whether each separation of the other variables is the same without x, by the definition."""
    rest = sorted(set(GRAPH) - {x})
    without = GRAPH.subgraph(rest)
    for a, b in combinations(rest, 2):
        others = [v for v in rest if v not in (a, b)]
        for given in chain.from_iterable(combinations(others, n) for n in range(len(others) + 1)):
            if separated(a, b, given) != separated(a, b, given, without):
                return False
    return True


def test_the_variable_that_may_not_leave_is_not_removable_by_the_definition():
    asked = TOLD[2].asked
    x = re.match(r"May (\w+) leave first", asked.text)[1]
    assert asked.answer == "no"
    assert not same_without(x)
    first = re.search(r"lets (\w+) leave first", asked.why)[1]
    assert same_without(first)
    a, b, given = re.search(r"(\w+) and (\w+) given (\{.*\}|nothing): not sep", asked.why).groups()
    names = re.findall(r"\w+", given) if given != "nothing" else []
    assert not separated(a, b, names)
    assert separated(a, b, names, GRAPH.subgraph(set(GRAPH) - {x}))


def test_the_co_parent_is_no_neighbor_and_has_a_common_child():
    x, y = re.match(r"Is (\w+) a neighbor or a co-parent of (\w+)", TOLD[3].asked.text).groups()
    assert TOLD[3].asked.answer == "co-parent"
    assert not GRAPH.has_edge(x, y)
    assert not GRAPH.has_edge(y, x)
    assert set(GRAPH.successors(x)) & set(GRAPH.successors(y))


def test_the_arrow_holds_in_every_graph_of_the_class():
    """Every orientation of the same edges with the same v-structures, by trying all."""

    def colliders(graph):
        return {
            (frozenset((a, b)), z) for z in graph
            for a, b in combinations(sorted(graph.predecessors(z)), 2)
            if not graph.has_edge(a, b) and not graph.has_edge(b, a)
        }  # fmt: skip

    edges = list(GRAPH.edges)
    members = []
    for turned in range(2 ** len(edges)):
        graph = nx.DiGraph(e[::-1] if turned >> i & 1 else e for i, e in enumerate(edges))
        if nx.is_directed_acyclic_graph(graph) and colliders(graph) == colliders(GRAPH):
            members.append(graph)
    tail, head = TOLD[6].asked.answer.split(" → ")
    assert len(members) == 6
    assert all(graph.has_edge(tail, head) for graph in members)
    directed = [e for e in edges if all(graph.has_edge(*e) for graph in members)]
    undirected = len(edges) - len(directed)
    assert f"{len(directed)} directed edges and {undirected} undirected" in TOLD[7].text


def test_the_costs_are_those_of_the_runs():
    text, asked = TOLD[7].text, TOLD[7].asked
    run, pc = record("marvel", ASIA), record("pc", ASIA)
    assert f"MARVEL asked {len(run.tests)}: 28 to find the boundaries, and 14 after them" in text
    assert int(re.search(r"ask ([\d,]+) different", text)[1].replace(",", "")) == 8 * 7 // 2 * 2**6
    assert asked.answer == str(len(pc.tests)) == "80"
    # p Din^2 2^Din after discovery, by the constants of the paper's proof, for p = 8 and Din = 2
    assert "bounds what MARVEL asks after boundary discovery by 68.8 distinct tests" in asked.why
    assert "at least 28 in all" in asked.why


def test_the_run_goes_on_from_chapter_to_chapter_and_shows_no_answer_before_it():
    film = asia_film()[0].film
    assert len(TOLD) == 8
    for before, after in pairwise(TOLD):
        assert before.begin < after.begin
        assert before.asked.position > before.begin
    for chapter in TOLD:
        assert chapter.asked.answer in chapter.asked.options
        assert len(set(chapter.asked.options)) == len(chapter.asked.options) >= 2
        assert chapter.asked.why not in film.frame(chapter.begin).explanation.text
    # the arrow that is asked for is drawn in the true graph, and there alone
    assert [chapter.blind for chapter in TOLD] == [False] * 6 + [True, False]
    directed = [film.frame(at).event for at in range(TOLD[6].begin + 1)]
    assert not any(isinstance(event, ev.EdgeDirected) for event in directed)


def test_a_run_without_such_moments_is_refused():
    chain_graph = Dag("A -> B -> C")
    with pytest.raises(SiteError, match="choose another graph"):
        chapters(Film(record("marvel", chain_graph), chain_graph))
    with pytest.raises(SiteError, match="give the film its graph"):
        chapters(Film(record("marvel", chain_graph)))


def test_the_page_is_light_and_the_front_leads_to_it():
    files = the_site().files
    page = story_page().html()
    assert 'href="story.html"' in files["index.html"]
    loads = ("story.html", "films/asia.js", "assets/site.css", "assets/story.css",
             "assets/film.js", "assets/site.js", "assets/story.js", "assets/mark.svg")  # fmt: skip
    assert sum(len(files[path].encode()) for path in loads) < 200 * 1024
    assert page.count("data-predict=") == page.count('class="chapter"') == len(TOLD)
    # without JavaScript each answer can be unfolded
    assert page.count("<noscript>") == len(TOLD)
