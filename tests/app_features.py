"""What each app had before the shell, what it has now, and where the rest has gone.

    python -m tests.app_features > docs/app-features.md

"Before" is kept in the page: commit 323aad5d, as this program read it. "Now" is read from the apps.
`WHERE` says of what an app no longer has where it is; of what it does not say, the page has `LOST`
and its test fails, so that nothing is dropped in silence.
"""

import inspect
import re
import sys
from pathlib import Path

from marvel_widgets import widgets
from marvel_widgets.widgets.app_spec import every_app
from marvel_widgets.widgets.kit.transport import Transport
from marvel_widgets.widgets.kit.widget_tree import subtree

PAGE = Path(__file__).resolve().parents[1] / "docs" / "app-features.md"
EVERY, LOST, GAP = "Every app", "**no remark**", "` · `"
ROW = re.compile(r"^\| ([A-Z]\w+) \| (.*?) \| .*$", re.MULTILINE)
TABLE = "\n| | Before | New | Gone, and where it is |\n|---|---|---|---|\n"
# Apps; how things began that they no longer have there; where these are, or why they are gone.
WHERE = """
Every app; Edit graph, Legend, Side by side; the menu **⋯**, and the keys L and G
LiveBoard; verdicts; `said`, over the picture, and `reasons` in the drawer
LiveBoard; MARVEL; the same line, with the tests of boundary discovery beside it
LiveBoard; Removable; the same line, in a whole sentence: how many of the variables, and which
LiveBoard; rail; left of every lens, below it on a phone
LiveBoard; transport, story, code, Begin, End, Play, Step, test /, those of; *Run*: `MarvelPlayer`
LiveBoard; separate:, leave:, run:; by another name: those of the apps that are the lenses
LiveBoard; boundary: Which variables form the Markov boundary of the subject; the next but one
LiveBoard; One graph; `said`
LiveBoard; Make one more; gone: the course asks for the other two
Every app; Begin; the foot, by **Step size and speed** in the menu **⋯**; the keys Home and End
DSeparationLab, BoundaryLab, ProofWalk, MarvelPlayer; verdict, sentence; `said`, over the picture
DSeparationLab; in question; `others`, in the drawer; they are hidden with `question`
BoundaryLab; in question; `mode`, in the foot
BoundaryLab, MarvelPlayer; formal; gone: the sentence says it in words
DSeparationLab, BoundaryLab, RemovabilityLab; Are tub, Which variables, Is {x}; `said`
RemovabilityLab; question; a click in the picture, the arrow keys, and **Next variable** in `acts`
RemovabilityLab; repair; `acts`, and a button on the missing edge
RemovabilityLab; Next, button Next; **Next variable**
RemovabilityLab; Previous, Variable X; gone: a click in the picture, or the arrow keys
RemovabilityLab; Redo change; **Redo**
RemovabilityLab; Undo change; **Back**
RemovabilityLab; Theorem 1; `text()`; the sentence names the missing edge, the table what fails
LemmaBench; Choose by menus; `roles`, in the drawer
LemmaBench; Sets for; the sets are a strip over the picture
LemmaBench; Neighbors; `said`, and `statement` in the drawer
Breaker; Load into; **Look inside**
Breaker; Without the; the same in positive words
AdversaryDuel; verdict; `said`, over the picture
AdversaryDuel; Too early; the same sentence in other words
AdversaryDuel; Fill in what; **Draw from answers**
AdversaryDuel; question, Ask, Is, given, independent of; gone: a click on a cell asks
AdversaryDuel; Claim it; after "Too early" it asks what was missed
BoundAnatomy; Upper and lower, Your DAG: dist; the same chart, its curves named in plain words
LiveBoard, Race; Collider sets, MARVEL, Fewest; the same line; the racer is called Collider Set
AdversaryDuel; I am done; gone: the claim is drawn in the picture, and **Claim it** ends the game
ProofWalk; Why; gone: what it folded is in the drawer, open
BeMarvel, BePC; Let the kit move, button Let the kit; **Show me**
BeMarvel; Separated: it, Not separable: it; the same two answers, which name the condition
BeMarvel, BePC; Your move, The kit: , What we know; `said` and the picture, in other words
LemmaBench; Try X; an act of the foot, where nothing can fail
BeMarvel, BePC; Undo; **Back**, whose tooltip says what it takes back
BeMarvel, BePC; in moves; `given`, in the drawer; in the picture Shift-click gives
BeMarvel, BePC; in kit; `help`, in the drawer
OrientationLab; what directed; `said`, over the picture
OrientationLab; sentences; `said`, and `steps` in the drawer
FiniteSampleLab; in said: First; `jumps`, in the foot
FiniteSampleLab; in said: the table; `tally`, in the drawer
FiniteSampleLab; More dials; gone: n is in the foot, the other dials are in the drawer
FiniteSampleLab; paths; `text()` alone; the sentence has p and alpha, the picture the path
OrientationLab; Line 18; the cause of a new arrow is marked, too
FiniteSampleLab; errors, Pool many, data sets; gone: `errors_chart` in a cell, as in notebook 11
FiniteSampleLab; order, Reorder; gone: `orders_figure` in a cell, as in notebook 11
FiniteSampleLab; scenario, network, Network, repetitions, Draw the; gone: `figure_4` in a cell of E
FiniteSampleLab; curves, repeats, finished, Cancel; gone, with the charts that became functions
FiniteSampleLab; end:; `lost`: which edge the run will not find
MarvelPlayer; place; `text()` alone
Race; scale, logarithmic; gone: the lanes are linear
Race; Fewest CI, Place; a click on a lane
Race; Play; by the name **Replay** at the end of a run
Race; Tests of; the field **tests** in the lane
Race; given /; **after discovery / with discovery**; a third one where `boundaries="own"` began
Race; graph beside; gone: the picture is there until the race begins
Vote; room, In the room; gone: cards that are left out are 0
Vote; lecturer; `cards`: the verdict follows the last vote
Vote; question; `said`, over the picture
Vote; Cards of, button A; shapes in place of letters
Vote; Cards; `Cards up, by shape`
Vote; Card; the shapes, with the numbers of the second vote, which the scene has now
Vote; The digits; shown after the last vote, where phones have the question
Vote; advice; gone: [in a class](teaching-data.md#a-room-votes-with-cards)
Vote; 6 variables, E to B; the second case of the vote
"""


def where(app, item, now):
    """Return where something is that an app no longer has in its place."""
    part = item.partition(" (")[0]
    for each in now if part != item else ():
        if each.startswith(f"{part} ("):
            return f"now in `{each.partition('(')[2][:-1]}`"
    for apps, begins, place in (line.split("; ", 2) for line in WHERE.strip().splitlines()):
        if app in apps.split(", ") and item.startswith(tuple(begins.split(", "))):
            return place
    return LOST


def common():
    """Return the buttons and keys of every app, as its bar has them."""
    folder = Path(widgets.__file__).parent
    shell = (folder / "kit" / "static" / "shell.js").read_text("utf-8").replace("\\u22ef", "⋯")
    film = (folder.parent / "replay" / "export" / "driver.js").read_text("utf-8")
    keys = re.findall(r"^    (\w): ", shell.partition("const shortcuts")[2], re.MULTILINE)
    steps = re.search(r"FILM_KEYS = \{(.*?)\}", film, re.DOTALL)[1]
    return {
        "Bar": re.findall(r'\bbutton\("([^"]+)"', shell),
        "Keys": [*map(str.upper, keys), *re.findall(r"(\w+|\" \"): \"\w+\"", steps)],
    }


def features(name):
    """Return what an app has in its scene, by kind."""
    spec = every_app()[name]
    app = getattr(widgets, name)(**spec.scene.begin())
    spec.scene.act(app)
    for widget in subtree(app):
        if widget.has_trait("opened"):
            widget.opened = True
    boxes = (box for part, box in app.parts.items() if part not in ("graph", "editor"))
    own = [widget for box in boxes for widget in subtree(box)]
    steps = any(isinstance(widget, Transport) for widget in own)
    scenes = ((each, each.begin()) for each in (spec.scene, *spec.further))
    places = ((part, spec.places.get(part, "drawer")) for part in app.parts)
    found = {
        "Parameters": list(inspect.signature(type(app)).parameters),
        "Token": [spec.kind, *sorted(app.model.state())],
        "Parts": [f"{part} ({at})" for part, at in places],
        "Controls": sorted(set(filter(None, map(name_of, own)))),
        "Keys": [*app.shell.heard, *(["those of a run"] if steps else []), spec.label],
        "Acts": [" ".join(map(str, act)) for act in spec.acts],
        "Lines": app.text().split("\n"),
        "Secrets": [f"{secret.name}: {secret.question}" for secret in spec.secrets],
        "Scenes": [scene.asked or ", ".join(begin) for scene, begin in scenes],
    }
    app.close()
    return found


def name_of(widget):
    """Return what a control is called; a row of buttons by their words."""
    if hasattr(widget, "button_style") and hasattr(widget, "_options_labels"):
        return " / ".join(widget._options_labels)
    words = getattr(widget, "description", "") or getattr(widget, "label", "") or ""
    return words.removeprefix("▸ ").removeprefix("▾ ")


def written(page):
    """Return the page, with what the apps have now."""
    head, *sections = page.split("\n## ")
    before = {each.partition("\n")[0]: dict(ROW.findall(each)) for each in sections}
    lines = [head]
    for name in (EVERY, *every_app()):
        lines.append(f"\n## {name}\n{TABLE}")
        known, found = before.get(name, {}), common() if name == EVERY else features(name)
        for kind in dict.fromkeys((*found, *known)):
            items = (each.replace("|", "/").replace(" · ", ", ") for each in found.get(kind, ()))
            now = list(dict.fromkeys(filter(None, map(str.strip, items))))
            had = [item for item in known.get(kind, "").strip("`").split(GAP) if item != "-"]
            new = [item for item in now if item not in had]
            gone = [f"`{item}`: {where(name, item, now)}" for item in had if item not in now]
            cells = (f"`{GAP.join(each)}`" if each else "-" for each in (had, new))
            lines.append(f"| {kind} | {' | '.join(cells)} | {' · '.join(gone) or '-'} |\n")
    return "".join(lines)


if __name__ == "__main__":
    sys.stdout.write(written(PAGE.read_text(encoding="utf-8")))
