"""A second program that reads witnesses: which belief they speak against, by networkx.

It knows of an exercise the picture that a learner sees, the answer and the text of the witness.
"""

import re

import networkx as nx

PATH = re.compile(r"(\w+(?: [→←] \w+)+): (open|blocked)")
PAIR = re.compile(
    r"\b\w+ and \w+ are (?:d-separated|d-connected|independent|dependent) "
    r"given (nothing|\{[^}]*\})"
)
# The sentence is about another graph than the one of the picture.
ELSEWHERE = re.compile(
    r"In this order|[Ww]ithout \w|[Ii]n the graph without|has left|^With |[Aa]dd|if \w|[Tt]hen "
)


def set_of(text):
    return frozenset(re.findall(r"\w+", text)) if text != "nothing" else frozenset()


def sentences(text):
    return re.split(r"(?<=[.;]) (?=[A-Z])", text)


def graph_of(exercise):
    return None if exercise.dag is None else nx.relabel_nodes(exercise.dag.to_networkx(), str)


def separated(graph, x, y, given):
    return nx.is_d_separator(graph, {x}, {y}, set(given))


def vertices(path):
    return re.findall(r"\w+", path)


def colliders(path):
    """The vertices of a written path at which both arrows point."""
    marks = re.findall(r"[→←]", path)
    inner = vertices(path)[1:-1]
    return [v for v, before, after in zip(inner, marks, marks[1:], strict=False)
            if (before, after) == ("→", "←")]  # fmt: skip


def given_in(question):
    """What a question says to be given, at its beginning; None where it says nothing."""
    said = re.match(r"([\w, ]+?) (?:is|are) given\.", question)
    return None if said is None else set_of(re.sub(r"\band\b|Nothing", "", said[1]))


def shown_path(text, question):
    """The first path of a witness, whether it is open as it says, and given what; or None."""
    given = given_in(question)
    for sentence in sentences(text):
        if ELSEWHERE.search(sentence):
            given = None
            continue
        for inside in PAIR.findall(sentence):
            given = set_of(inside)
        for path, verdict in PATH.findall(sentence) if given is not None else ():
            return path, verdict == "open", given
    return None


def speaks_against(belief, graph, text, question):
    """Whether what a witness shows is what somebody with a belief overlooks; None: can't tell."""
    shown = shown_path(text, question)
    if shown is None:
        return by_words(belief, graph, text)
    path, opened, given = shown
    ends = vertices(path)[0], vertices(path)[-1]
    met = colliders(path)
    below = [v for v in met if v not in given and nx.descendants(graph, v) & given]
    along = len(set(re.findall(r"[→←]", path))) == 1
    shared = set(graph.successors(ends[0])) & set(graph.successors(ends[1]))
    rules = {
        "more_blocks": opened and bool(met),
        "collider_alone": opened and bool(below),
        "give_all": opened and not graph.has_edge(*ends) and not graph.has_edge(*ends[::-1]),
        "parents_apart": opened and bool(shared),
        "no_empty_set": not opened and separated(graph, *ends, frozenset()),
        "along_arrows": opened != along,
        "usual_colliders": bool(met) and not below,
        "all_dependent": opened == separated(graph, *ends, frozenset()),
    }
    return rules.get(belief)


def by_words(belief, graph, text):
    """The same where the witness shows no path: of a co-parent it says at what both point."""
    pair = re.search(r"(\w) is a co-parent of (\w)|joins (\w) and (\w), and both point at", text)
    if pair is None:
        return None
    x, y = (name for name in pair.groups() if name)
    apart = separated(graph, x, y, frozenset())
    always = dict.fromkeys(("only_neighbors", "parents_apart", "along_arrows"), True)
    return {**always, "all_dependent": apart}.get(belief)
