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
from marvel_widgets.classroom.editions import learners_edition
from marvel_widgets.course.registry import LESSONS, lesson_exercises, profile_of
from tests.guide_minutes import core

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"
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
    """Return the exercises of a notebook that are in folds alone."""
    cells = learners_edition(json.loads(path.read_text(encoding="utf-8")))["cells"]
    return asked(cells) - asked(core(cells))


def asked(cells):
    texts = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    return set(re.findall(r"\bcheck\.(\w+)", "\n".join(texts)))


def table(notebooks=FOLDER):
    """Return the text of the stored table, drawn again."""
    lines = ["# Written by tests.item_profiles: the section, + in a fold, and the beliefs"]
    for number in sorted(LESSONS):
        path = next(notebooks.glob(f"{number}-*.ipynb"))
        (_, places), folded = sections(path), deeper(path)
        lines.append(f"[{number}]")
        for name, builder in lesson_exercises(number).items():
            if name not in places:
                sys.exit(f"{path.name} has no ExerciseBox(check.{name}): write it there first")
            section = "+" * (name in folded) + places[name]
            row = f"{section}: {' '.join(usual_profile(builder))}"
            lines.append(f"{name} = {json.dumps(row, ensure_ascii=False)}")
        lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(table())
