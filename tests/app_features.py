"""What each app had before the shell, what it has now, and where the rest has gone.

    python -m tests.app_features > features.md

That file goes in place of docs/app-features.md. "Before" is kept in the page: commit 323aad5d, as
this program read it. "Now" is read from the apps. Of what an app no longer has the page keeps where
it is, which is written there by hand; where it does not say so this program writes `LOST`, and its
test fails: nothing is dropped in silence.
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
ROW = re.compile(r"^\| ([A-Z]\w+) \| (.*?) \| .*? \| (.*) \|$", re.MULTILINE)
TABLE = "\n| | Before | New | Gone, and where it is |\n|---|---|---|---|\n"


def where(item, now, told):
    """Return where something is that an app no longer has in its place; `told` is in the page."""
    part = item.partition(" (")[0]
    for each in now if part != item and item.endswith(")") else ():
        if each.startswith(f"{part} ("):
            return f"now in `{each.partition('(')[2][:-1]}`"
    found = re.search(rf"`{re.escape(item)}`: (.*?)(?= · `|$)", told)
    return found[1] if found else LOST


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
    before = {
        each.partition("\n")[0]: {kind: row for kind, *row in ROW.findall(each)}
        for each in sections
    }
    lines = [head]
    for name in (EVERY, *every_app()):
        lines.append(f"\n## {name}\n{TABLE}")
        known, found = before.get(name, {}), common() if name == EVERY else features(name)
        for kind in dict.fromkeys((*found, *known)):
            items = (each.replace("|", "/").replace(" · ", ", ") for each in found.get(kind, ()))
            now = list(dict.fromkeys(filter(None, map(str.strip, items))))
            was, told = known.get(kind, ("-", "-"))
            had = [item for item in was.strip("`").split(GAP) if item != "-"]
            new = [item for item in now if item not in had]
            gone = [f"`{item}`: {where(item, now, told)}" for item in had if item not in now]
            cells = (f"`{GAP.join(each)}`" if each else "-" for each in (had, new))
            lines.append(f"| {kind} | {' | '.join(cells)} | {' · '.join(gone) or '-'} |\n")
    return "".join(lines)


if __name__ == "__main__":
    sys.stdout.write(written(PAGE.read_text(encoding="utf-8")))
