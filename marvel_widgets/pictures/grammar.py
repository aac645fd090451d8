"""The marks of all pictures, each with its one meaning; a table in `docs/apps.md` has them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from marvel_widgets.pictures.palette import (
    BLACK,
    BLUE,
    BROWN,
    CARD,
    CARD_BORDER,
    CRIMSON,
    FADED,
    GRAY,
    GREEN,
    HULL,
    INK,
    PALE_BLUE,
    PALE_GREEN,
    PALE_PLUM,
    PALE_VERMILLION,
    PALE_YELLOW,
    PLUM,
    RED,
    SUBJECT,
    VERMILLION,
    YELLOW,
    EdgeState,
    EdgeStyle,
    NodeState,
    NodeStyle,
)


@dataclass(frozen=True, slots=True)
class Mark:
    """What a picture says of a variable or an edge: one meaning, wherever it is drawn.

    A mark with several states says the same of all, and a letter, a sign or a head which kind.
    """

    name: str
    meaning: str
    look: str
    example: str
    nodes: Mapping[NodeState, NodeStyle] = field(default_factory=dict)
    edges: Mapping[EdgeState, EdgeStyle] = field(default_factory=dict)


def _member(meaning: str, letter: str = "") -> NodeStyle:
    return NodeStyle(HULL, BLACK, BROWN, 3.5, True, "pill", meaning, letter)


# No two rows agree in shape, border width, dash and letter together, no two edges in width, dash,
# arrow, head and sign: without any color they can still be told apart.
# fmt: off
MARKS: Final[tuple[Mark, ...]] = (
    Mark("subject", "what is asked about: the variable that is visited, or the first of a pair",
         "orange, a double ring", "the variable that RemovabilityLab may remove",
         {"subject": NodeStyle(SUBJECT, BLACK, BLACK, 1.5, False, "double", "asked about")}),
    Mark("object", "what is tested against it, or pointed at",
         "a blue double ring; a blue edge; with the word, the cause of a new arrow",
         "the second variable of DSeparationLab",
         {"object": NodeStyle(CARD, INK, BLUE, 2.5, False, "double", "under test")},
         {"object": EdgeStyle(BLUE, 4.5, "solid", True, "in question"),
          "cause": EdgeStyle(BLUE, 4.5, "solid", True, "why the new arrow points so", "reason")}),
    Mark("given", "it is in the conditioning set",
         "a blue box, white letters; of more than eight, pale",
         "the chips of DSeparationLab, chosen",
         {"given": NodeStyle(BLUE, CARD, BLACK, 2.0, False, "square", "given"),
          "given_many": NodeStyle(PALE_BLUE, INK, BLUE, 1.5, False, "square", "given, with many")}),
    Mark("member", "it is in the Markov boundary of the subject",
         "pale orange and dashed, in a hull of that color; a badge: P, C or co",
         "the boundary that BoundaryLab reads",
         {"member": _member("in the boundary"),
          "parent": _member("parent", "P"),
          "child": _member("child", "C"),
          "co_parent": _member("co-parent: points at a common child", "co")}),
    Mark("open path", "a path that is open, and what is inside it",
         "a pale green band below the arrows; a green ring",
         "the path that makes two variables dependent in MarvelPlayer",
         {"on_path": NodeStyle(CARD, INK, GREEN, 4.5, False, "pill", "inside the open path")},
         {"path": EdgeStyle(INK, 2.0, "solid", True, "open path", under=PALE_GREEN)}),
    Mark("blocked at", "a path that is blocked, and the variable that blocks it",
         "vermillion: a dashed edge, an octagon, blue where it is given",
         "the blocker of a step of ProofWalk",
         {"blocking": NodeStyle(
             PALE_VERMILLION, BLACK, VERMILLION, 4.0, False, "octagon", "blocks the path"),
          "blocking_given": NodeStyle(
              BLUE, CARD, VERMILLION, 4.0, False, "octagon", "blocks the path, and is given")},
         {"blocked_path": EdgeStyle(VERMILLION, 4.0, "dashed", True, "blocked path")}),
    Mark("opened collider", "a collider that is open, since it or a descendant is given",
         "yellow, notched at both ends", "the collider of a path of DSeparationLab",
         {"opened": NodeStyle(YELLOW, BLACK, BLACK, 2.0, False, "notched", "collider, opened")}),
    Mark("edge", "an edge of the graph in the title, or still of PC's; hollow heads: either "
         "direction fits the tests",
         "a thin gray line, faint below a learned graph; thick to what is given",
         "the graph of every app", {},
         {"true": EdgeStyle(GRAY, 1.5, "solid", True, "edge of the graph"),
          "undecided": EdgeStyle(CARD_BORDER, 1.0, "solid", False, "not decided yet"),
          "lends": EdgeStyle(GRAY, 4.0, "solid", False, "leads to what is given"),
          "free": EdgeStyle(GRAY, 2.0, "solid", True, "either direction fits the tests", "", "",
                            hollow=True)}),
    Mark("learned edge", "an edge that a run has learned; the sign says what directs it",
         "a black line; M: by a Meek rule, ?: by line 13 alone; two heads",
         "the learned graph of MarvelPlayer", {},
         {"undirected": EdgeStyle(INK, 2.5, "solid", False, "learned, no direction"),
          "open_end": EdgeStyle(CARD_BORDER, 5.5, "solid", False, "no CI test finds its direction"),
          "v_structure": EdgeStyle(INK, 3.0, "solid", True, "learned, from a v-structure"),
          "two_headed": EdgeStyle(
              INK, 3.0, "solid", True, "v-structures direct it both ways", both=True),
          "compelled": EdgeStyle(INK, 3.0, "solid", True, "directed by a Meek rule", "M"),
          "printed": EdgeStyle(
              INK, 3.0, "solid", True, "arrow of line 13: a claim, not a truth", "?")}),
    Mark("missing edge", "an edge that Theorem 1 asks for and the graph has not",
         "red and dashed, the word or a plus that adds it, a hollow head",
         "why RemovabilityLab lets a variable stay", {},
         {"missing": EdgeStyle(
             RED, 4.5, "dashed", True, "missing edge that Theorem 1 asks for", "missing",
             hollow=True)}),
    Mark("removable", "it may leave: Theorem 1 holds at it",
         "a black ring, dashed and double, and the word", "LiveBoard, after each edit",
         {"removable": NodeStyle(CARD, INK, INK, 1.5, True, "double", "removable")}),
    Mark("removed", "it has left; the number on its badge is its place in the order of removal",
         "its outline, faded and dashed; its edges dotted",
         "MarvelPlayer, once a variable has left",
         {"removed": NodeStyle(CARD, FADED, FADED, 1.5, True, "pill", "removed")},
         {"removed": EdgeStyle(FADED, 1.0, "dotted", True, "edge of a removed variable")}),
    Mark("new", "it has changed just now, or is what this picture adds",
         "a black line, twice as wide, as with a marker pen: a pale yellow band",
         "the edge that a step of MarvelPlayer learns", {},
         {"new": EdgeStyle(BLACK, 6.0, "solid", True, "changed just now", under=PALE_YELLOW),
          "moral": EdgeStyle(
              BLACK, 6.0, "solid", False, "joined: parents of a common child", "+", PALE_YELLOW)}),
    Mark("difference", "where two graphs that are compared differ",
         "crimson; with a word where one of the two has the edge, dots where it has not",
         "the claim beside H in AdversaryDuel", {},
         {"differs": EdgeStyle(CRIMSON, 4.5, "dash_dot", True, "differs between the two"),
          "extra": EdgeStyle(CRIMSON, 4.5, "solid", True, "edge here, none in the other", "edge"),
          "astray": EdgeStyle(
              CRIMSON, 2.5, "dash_dot", True, "learned, not so in the truth", "✗"),
          "lost": EdgeStyle(CRIMSON, 2.5, "dotted", False, "true edge, not found", "−"),
          "absent": EdgeStyle(
              CRIMSON, 4.0, "dotted", False, "no edge here: where the two differ", "no edge")}),
    Mark("answer", "what the learner has chosen",
         "plum: a hexagon, a wide edge", "the picture of a question of ExerciseBox",
         {"answer": NodeStyle(PALE_PLUM, BLACK, PLUM, 3.5, False, "hexagon", "in your answer")},
         {"answer": EdgeStyle(PLUM, 7.5, "solid", True, "in your answer")}),
)
# fmt: on
_nodes: dict[NodeState, NodeStyle] = {
    "idle": NodeStyle(CARD, INK, INK, 1.5, False, "pill", "remaining variable")
}
for _mark in MARKS:
    _nodes.update(_mark.nodes)
NODE_STYLES: Final[Mapping[NodeState, NodeStyle]] = MappingProxyType(_nodes)
EDGE_STYLES: Final[Mapping[EdgeState, EdgeStyle]] = MappingProxyType(
    {state: style for mark in MARKS for state, style in mark.edges.items()}
)
