"""Which beliefs each exercise can show, and cases that show exactly these.

A drawn case lists the beliefs that lead to a wrong answer of their own on it; on some cases two of
them coincide, so that draws of one exercise may list different beliefs. A profile fixes them: as
many beliefs as a good part of the draws list. Cases drawn `with_profile` list these and no others,
which makes two of them parallel, and tells a placement test what a question can show before the
question is drawn.

The profiles are stored, because drawing cases of every exercise takes half a minute:

    python -m marvel_widgets.course.item_profiles notebooks > profiles.toml

and then this file goes in place of `marvel_widgets/course/item_profiles.toml`.
"""

import json
import random
import re
import sys
import tomllib
from collections import Counter
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from marvel_widgets.assessment.exercise import Builder, Exercise, drawn
from marvel_widgets.assessment.misconceptions import MISCONCEPTIONS, Misconception
from marvel_widgets.course.registry import LESSONS, lesson_exercises, second_questions

_DRAWS: Final = 24
_OFTEN: Final = 5  # one draw in so many: a rarer profile would make drawing slow
_PLACE: Final = {belief: n for n, belief in enumerate(MISCONCEPTIONS)}
Profile = tuple[Misconception, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """An exercise with what it can show."""

    notebook: str
    name: str
    beliefs: Profile
    section: str
    deeper: bool = False  # under a heading that is not of the core path

    @property
    def is_core(self) -> bool:
        """Whether the core path, through 00 to 11, comes to it."""
        return self.notebook <= "11" and not self.deeper

    @property
    def key(self) -> str:
        """Its name among the exercises of all notebooks."""
        return f"{self.name}_{self.notebook.lower()}"

    @property
    def builder(self) -> Builder:
        """What draws a case that shows its beliefs."""
        return with_profile(_builder(self.notebook, self.name), self.beliefs)


@dataclass(frozen=True, slots=True)
class Profiles:
    """The exercises, and the names of their notebooks."""

    items: tuple[Item, ...]
    notebooks: dict[str, str]


@cache
def profiles() -> Profiles:
    """Return the stored profiles."""
    source = files("marvel_widgets.course").joinpath("item_profiles.toml")
    table = tomllib.loads(source.read_text(encoding="utf-8"))
    items = [
        Item(notebook, name, tuple(beliefs), section, name in table["deeper"].get(notebook, ()))
        for notebook, found in table["items"].items()
        for name, (section, *beliefs) in found.items()
    ]
    return Profiles(tuple(items), dict(table["notebooks"]))


def profile_of(exercise: Exercise) -> Profile:
    """Return the beliefs that a case can show, in the order of the list of beliefs."""
    return tuple(sorted({m.misconception for m in exercise.mistakes}, key=_PLACE.__getitem__))


def with_profile(builder: Builder, profile: Profile) -> Builder:
    """Return a builder of those cases that list exactly the beliefs of a profile."""

    def build(rng: random.Random) -> Exercise | None:
        exercise = builder(rng)
        fits = exercise is not None and profile_of(exercise) == profile
        return exercise if fits else None

    return build


def usual_profile(builder: Builder, draws: int = _DRAWS) -> Profile:
    """Return the most beliefs that a good part of the draws list, the more frequent ones first."""
    seen = Counter(profile_of(drawn(builder, f"profile/{n}")) for n in range(draws))
    often = [profile for profile, times in seen.items() if times * _OFTEN >= draws]
    return max(often or seen, key=lambda profile: (len(profile), seen[profile], profile))


def _builder(notebook: str, name: str) -> Builder:
    own = lesson_exercises(notebook)
    return own[name] if name in own else second_questions(notebook)[name]


# -- the stored table -----------------------------------------------------------------------------


def sections(path: Path) -> tuple[str, dict[str, str]]:
    """Return the title of a notebook, and the heading above the first cell of each exercise."""
    title = section = ""
    found: dict[str, str] = {}
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


def deeper(path: Path) -> list[str]:
    """Return the exercises of a notebook that it asks first under a heading tagged "deeper"."""
    level, found = 0, dict[str, bool]()
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "code":
            for name in re.findall(r"\bcheck\.(\w+)", text):
                found.setdefault(name, level > 0)
        elif (heading := re.match(r"#+(?= )", text)) and (not level or len(heading[0]) <= level):
            tags = cell["metadata"].get("tags", ())
            level = len(heading[0]) if "deeper" in tags else 0
    return [name for name, folded in found.items() if folded]


def table(notebooks: Path) -> str:
    """Return the text of the stored table, drawn again."""
    lines, named, folded = [], ["[notebooks]"], ["", "[deeper]"]
    for number in LESSONS:
        path = next(notebooks.glob(f"{number}-*.ipynb"))
        title, places = sections(path)
        named.append(f"{number} = {_text(title)}")
        if names := deeper(path):
            folded.append(f"{number} = [{', '.join(map(_text, names))}]")
        lines += ["", f"[items.{number}]"]
        for name, builder in {**lesson_exercises(number), **second_questions(number)}.items():
            place = places.get(name, "") if name in lesson_exercises(number) else ""
            row = [place, *usual_profile(builder)]
            lines.append(f"{name} = [{', '.join(map(_text, row))}]")
    return "\n".join(
        ["# Written by marvel_widgets.course.item_profiles", *named, *folded, *lines, ""]
    )


def _text(words: str) -> str:
    return json.dumps(words, ensure_ascii=False)


if __name__ == "__main__":
    sys.stdout.write(table(Path(sys.argv[1] if len(sys.argv) > 1 else "notebooks")))
