"""Panels of the player: the pseudo-code, and what to do with a run too long for stepping."""

from functools import partial
from typing import Any

from marvel_widgets.core.algorithms.registry import described_as
from marvel_widgets.replay.presentation import Line
from marvel_widgets.replay.static_views import result_words
from marvel_widgets.text import escaped
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.player.model import PlayerModel


class CodePanel(w.VBox):
    """The pseudo-code: the current line lit, a click goes to the next event of a line."""

    def __init__(self, model: PlayerModel) -> None:
        self.model = model
        self.lines: dict[int, w.Button] = {}
        self._built: tuple[Any, ...] = ()
        super().__init__(layout=w.layout(flex="1 1 260px", min_width="240px"))

    def _build(self, lines: tuple[Line, ...]) -> None:
        """Make the lines of another algorithm; the old ones are closed."""
        old = list(self.lines.values())
        self.lines = {}
        for line in lines:
            tip = f"Go to the next event of line {line.number}"
            made = k.button(line.text, tip, partial(self.model.go_to_line, line.number))
            w.lay_out(made, padding=f"3px 6px 3px {8 + 16 * line.indent}px")
            made.add_class("mw-line")
            self.lines[line.number] = made
        self.children = tuple(self.lines.values())
        for each in old:
            k.close_tree(each)

    def show_run(self) -> None:
        """Show the lines of a run, worded as its options have it, and which it reaches."""
        film = self.model.film
        lines, reachable = film.pseudocode(), film.lines()
        # of an own program, what ran on this graph
        built = film.context.algorithm, *(line.number for line in lines)
        if built != self._built:
            self._built = built
            self._build(lines)
        for line in lines:
            words = f"{line.number:>2}  {line.text}"
            k.put(self.lines[line.number], description=words, off=line.number not in reachable)

    def lit(self, number: int) -> list[tuple[tuple[w.Widget, str], tuple[str, ...]]]:
        """Return the classes of every line while one is the current one."""
        return [
            ((line, "_dom_classes"), ("mw-line", "mw-lit") if each == number else ("mw-line",))
            for each, line in self.lines.items()
        ]


class BatchPanel(w.VBox):
    """What to do with a run too long for stepping: a batch run with progress and cancel."""

    def __init__(self, model: PlayerModel) -> None:
        self.model = model
        self.notice, self.outcome = w.HTML(), w.HTML()
        self.run = k.button("Run to the end", "Run without stepping", model.run_batch)
        self.cancel = k.button("Cancel", "Stop the batch run", model.batch.cancel)
        self.progress = w.IntProgress(0, min=0, max=1, description="removed", style=k.WIDE)
        wrap = w.layout(flex_flow="row wrap")
        self._row = w.HBox([self.run, self.cancel, self.progress], layout=wrap)
        super().__init__([self.notice, self._row, self.outcome])
        model.batch.observe(lambda change: setattr(self.progress, "value", change.new), "done")
        k.follow(self._show, (model, "loaded"), (model.batch, "running"))

    def _show(self) -> None:
        model = self.model
        w.show_if(self, model.notice)
        self.notice.value = f"<div>{escaped(model.notice)}</div>"
        removes = described_as(model.algorithm).removes
        k.put(self.progress, shown=removes, max=len(model.test.names))
        w.show_if(self._row, model.too_long)
        k.put(self.run, off=model.batch.running)
        k.put(self.cancel, off=not model.batch.running)
        result = model.batch_result
        text = "" if result is None else result_words(result, model.dag)
        self.outcome.value = f'<div role="status">{escaped(text)}</div>'
