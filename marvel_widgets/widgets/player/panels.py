"""Panels of the player: its options, the pseudo-code, and what to do with too long a run."""

from functools import partial
from typing import Any

from marvel_widgets.core.algorithms.own import OWN
from marvel_widgets.core.algorithms.registry import DESCRIBED, described_as, options_of
from marvel_widgets.core.boundary.discovery import METHODS, fitting_method
from marvel_widgets.replay.option_words import TITLES, algorithm_name, option_words
from marvel_widgets.replay.presentation import Line, presentation_of
from marvel_widgets.replay.static_views import result_words
from marvel_widgets.text import escaped
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.player.model import PlayerModel


class OptionsRow(w.VBox):
    """Which algorithm runs, and how; each choice with a sentence on what it means."""

    def __init__(self, model: PlayerModel) -> None:
        self.model = model
        first = described_as(model.algorithm).name
        own = [OWN] if first == OWN else []
        self._own = model.algorithm  # to come back to
        self._given: tuple[Any, Any] = (None, None)  # a test and its mapping, to come back to
        choices: dict[str, Any] = {
            "algorithm": [(algorithm_name(name), name) for name in (*DESCRIBED, *own)],
            "boundaries": [],
        }
        for algorithm in DESCRIBED:
            for name, option in options_of(algorithm).items():
                if option.choices:
                    choices[name] = option.choices
        self.menus = {
            name: k.menu(TITLES[name], values, partial(self._set, name), flex="0 0 auto")
            for name, values in choices.items()
        }
        self.words = {name: self._sentence() for name in choices}
        self.rows = {name: self._row(name) for name in choices}
        super().__init__(list(self.rows.values()))
        k.follow(self._show, (model, ["loaded", "error"]))

    @staticmethod
    def _sentence() -> w.HTML:
        words = w.HTML(layout=w.layout(flex="1 1 300px", min_width="200px"))
        words.add_class("mw-option-words")
        return words

    def _row(self, name: str) -> w.HBox:
        layout = w.layout(flex_flow="row wrap", align_items="center", width="100%")
        return w.HBox([self.menus[name], self.words[name]], layout=layout)

    def _chosen(self) -> dict[str, str]:
        """Return how the present run was made; what its algorithm does not take is left out."""
        model = self.model
        source = model.boundaries if isinstance(model.boundaries, str) else "mapping"
        source = "found" if source == fitting_method(model.test) else source
        chosen = {"algorithm": described_as(model.algorithm).name, "boundaries": source}
        used = model.film.trace.result.options
        chosen |= {n: used[n] for n, o in options_of(model.algorithm).items() if o.choices}
        if not described_as(model.algorithm).needs_boundaries(chosen):
            del chosen["boundaries"]
        return chosen

    def _sources(self) -> list[tuple[str, str]]:
        model = self.model
        fitting = fitting_method(model.test)
        methods = [m for m in METHODS if model.dag is None or m in (fitting, model.boundaries)]
        sources: list[tuple[str, str]] = [
            (f"found by {presentation_of(m).source.name}", "found" if m == fitting else m)
            for m in methods
        ]
        if model.dag is not None:
            sources.append(("the true ones", "given"))
        if not isinstance(model.boundaries, str):
            self._given = (model.test, model.boundaries)
        if self._given[0] is model.test:
            sources.append(("given by you", "mapping"))
        return sources

    def _show(self) -> None:
        """Show how the present run was made; a choice that failed goes back."""
        chosen, sources = self._chosen(), self._sources()
        k.put(self.menus["boundaries"], options=sources)
        for name, offered in self.menus.items():
            w.show_if(self.rows[name], name in chosen)
            if name in chosen:
                k.put(offered, value=chosen[name])
                self.words[name].value = escaped(self._words(name, chosen[name]))

    def _words(self, name: str, value: str) -> str:
        method = fitting_method(self.model.test) if value == "found" else value
        if method in METHODS and (value, method) != ("found", "tc"):
            return option_words("method", method)
        return option_words(name, value)

    def _set(self, name: str, choice: str | None) -> None:
        if choice is not None:
            kept = {"mapping": self._given[1], OWN: self._own}
            self.model.set_option(name, kept.get(choice, choice))


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
