"""The stored profiles, `marvel_widgets/course/item_profiles.toml`, drawn again.

    python -m tests.item_profiles > profiles.toml

and then this file goes in place of the stored one.
"""

import json
import re
import sys
from collections import Counter
from pathlib import Path

from marvel_widgets.assessment.exercise import drawn
from marvel_widgets.course.item_profiles import profile_of
from marvel_widgets.course.registry import LESSONS, lesson_exercises

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
DRAWS = 24
OFTEN = 5  # one draw in so many: a rarer profile would make drawing slow


def usual_profile(builder, draws=DRAWS):
    """Return the most beliefs that a good part of the draws list, the more frequent ones first."""
    seen = Counter(profile_of(drawn(builder, f"profile/{n}")) for n in range(draws))
    often = [profile for profile, times in seen.items() if times * OFTEN >= draws]
    return max(often or seen, key=lambda profile: (len(profile), seen[profile], profile))


def sections(path):
    """Return the title of a notebook, and the heading above the first cell of each exercise."""
    title = section = ""
    found = {}
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            heads = re.findall(r"^(##?) ([^\n]+)$", text, re.MULTILINE)
            title = title or next((words for level, words in heads if level == "#"), "")
            section = next((words for level, words in heads[::-1] if level == "##"), section)
        else:
            for name in re.findall(r"\bcheck\.(\w+)", text):
                found.setdefault(name, section.strip())
    return title, found


def deeper(path):
    """Return the exercises of a notebook that it asks first under a heading tagged "deeper"."""
    level, found = 0, {}
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "code":
            for name in re.findall(r"\bcheck\.(\w+)", text):
                found.setdefault(name, level > 0)
        elif (heading := re.match(r"#+(?= )", text)) and (not level or len(heading[0]) <= level):
            tags = cell["metadata"].get("tags", ())
            level = len(heading[0]) if "deeper" in tags else 0
    return [name for name, folded in found.items() if folded]


def table(notebooks=NOTEBOOKS):
    """Return the text of the stored table, drawn again."""
    lines, named, folded = [], ["[notebooks]"], ["", "[deeper]"]
    for number in LESSONS:
        path = next(notebooks.glob(f"{number}-*.ipynb"))
        title, places = sections(path)
        named.append(f"{number} = {quoted(title)}")
        if names := deeper(path):
            folded.append(f"{number} = [{', '.join(map(quoted, names))}]")
        lines += ["", f"[items.{number}]"]
        for name, builder in lesson_exercises(number).items():
            row = [places[name], *usual_profile(builder)]
            lines.append(f"{name} = [{', '.join(map(quoted, row))}]")
    return "\n".join(["# Written by tests.item_profiles", *named, *folded, *lines, ""])


def quoted(words):
    return json.dumps(words, ensure_ascii=False)


if __name__ == "__main__":
    sys.stdout.write(table())
