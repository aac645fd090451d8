"""The start page as HTML that needs no kernel: the look of an app, without one."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from marvel_widgets.pictures.palette import COLORS
from marvel_widgets.text import escaped, paragraphs

if TYPE_CHECKING:
    from marvel_widgets.course.start_page import StartPage, Topic

# The colors of kit/static/app.css, which is not on a page without apps.
_STYLE: Final = """
.mw-start { --ink: var(--jp-ui-font-color0, #16202b); --paper: var(--jp-layout-color1, #fff);
  --soft: #4d5b69; --line: #c9d1d9; --panel: #e6ebf0; --pick: ON-LIGHT; --on-pick: #fff;
  --good: #00704f; --bad: #a61b13; box-sizing: border-box;
  max-width: 1100px; color: var(--ink); background: var(--paper); border: 1px solid var(--line);
  border-radius: 12px; overflow: hidden; line-height: 1.45;
  font: 15px "Source Sans 3", "Segoe UI", -apple-system, Arial, sans-serif; }
[data-jp-theme-light="false"] .mw-start { --soft: #b4c0cb; --line: #3a4653; --panel: #2a3540;
  --pick: ON-DARK; --on-pick: #10161c; --good: #5fd3a8; --bad: #ff9d8a; }
.mw-start .mw-now { padding: 12px 14px; }
.mw-start p { margin: 0 0 6px; }
.mw-start a { color: var(--pick); }
.mw-start a.mw-go { display: inline-block; margin-top: 6px; padding: 6px 16px; border-radius: 8px;
  color: var(--on-pick); background: var(--pick); font-weight: 650; text-decoration: none; }
.mw-start a:focus-visible { outline: 3px solid var(--pick); outline-offset: 2px; }
.mw-start.mw-start ul { margin: 0; padding: 10px 14px; list-style: none; }
.mw-start li { display: grid; grid-template-columns: minmax(0, 5fr) minmax(60px, 4fr) 12em;
  gap: 2px 14px; align-items: center; margin: 0; padding: 3px 0; }
.mw-start ul + p { margin: 0 14px; font-weight: 650; }
.mw-start li > span:last-child { color: var(--soft); font-size: 14px; }
.mw-start .mw-mastered { display: flex; height: 10px; overflow: hidden; border-radius: 5px;
  background: var(--panel); }
.mw-start .mw-mastered i { background: var(--good); }
.mw-start .mw-mastered i + i { background: repeating-linear-gradient(
  135deg, var(--bad) 0 3px, var(--paper) 3px 6px); }
@media (max-width: 760px) {
  .mw-start li { grid-template-columns: minmax(0, 1fr) auto; padding: 5px 0; }
  .mw-start li > span:first-child { grid-column: 1 / -1; }
}
""".replace("ON-LIGHT", COLORS["blue"]).replace("ON-DARK", COLORS["sky-blue"])


def start_html(page: "StartPage") -> str:
    """Return where the learner is, and the way on."""
    words = paragraphs(page.lines)
    return _section("Where you are", f'<div class="mw-now">{words}{_way_on(page)}</div>')


def topics_html(topics: Iterable["Topic"]) -> str:
    """Return a bar for each topic of the core, and then what is beside it."""
    core, beside = (
        "".join(_bar(topic) for topic in topics if topic.is_core == is_core)
        for is_core in (True, False)
    )
    return _section("Each topic", f"<ul>{core}</ul><p>Beside the core</p><ul>{beside}</ul>")


def _section(label: str, inside: str) -> str:
    return (
        f'<style>{_STYLE}</style><section class="mw-start" aria-label="{label}">{inside}</section>'
    )


def _way_on(page: "StartPage") -> str:
    places = {topic.notebook.number: topic.place for topic in page.topics}
    if page.next is None or not (place := places[page.next.notebook]):
        return ""
    if cell := page.cell_of_next:
        place += f"#cell-id={cell}"
    return f'<a class="mw-go" href="{escaped(place)}">{escaped(page.way_on)}</a>'


def _bar(topic: "Topic") -> str:
    named = escaped(topic.notebook.name)
    if topic.place:
        named = f'<a href="{escaped(topic.place)}">{named}</a>'
    parts = "".join(
        f'<i style="width:{100 * part / max(topic.asked, 1):.1f}%"></i>'
        for part in (topic.right, topic.wrong)
    )
    bar = f'<span class="mw-mastered" aria-hidden="true">{parts}</span>'
    return (
        f"<li><span>{named}</span>{bar if topic.is_core else '<span></span>'}"
        f" <span>{escaped(topic.words)}</span></li>"  # a space where styles are taken out
    )
