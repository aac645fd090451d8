"""What the finite-sample lab says beside its pictures, as HTML."""

from collections.abc import Iterable

from marvel_widgets.text import escaped


def lane_html(words: Iterable[str], mark: str) -> str:
    """Return what happens in a run, a paragraph for each line."""
    text = "".join(f"<p>{escaped(line)}</p>" for line in words)
    return f'<div class="mw-lane-words {mark}" role="status" aria-live="polite">{text}</div>'


def sentence_html(words: Iterable[str]) -> str:
    """Return a paragraph for each line that says something."""
    text = "".join(f"<p>{escaped(line)}</p>" for line in words if line)
    return f'<div class="mw-sentence">{text}</div>' if text else ""
