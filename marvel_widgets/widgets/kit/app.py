"""What all apps share: named parts in their places, a teacher's settings, twins, a state token."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Self, TypeVar, cast

from traitlets import TraitError

from marvel_widgets.core.graphs import networks
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.pictures.voting_cards import QrCode
from marvel_widgets.text import counted, readable
from marvel_widgets.widgets.app_spec import AppSpec, Secret
from marvel_widgets.widgets.kit import app_token
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.collapsible import Place, arranged
from marvel_widgets.widgets.kit.controls import Readable
from marvel_widgets.widgets.kit.moving import Moving
from marvel_widgets.widgets.kit.predict import Predictions
from marvel_widgets.widgets.kit.settings import (
    DEFAULTS,
    AppSettings,
    SharedSettings,
    check_settings,
    names_of,
)
from marvel_widgets.widgets.kit.shell import Presence, Shell
from marvel_widgets.widgets.kit.subscriptions import (
    SubscribedWidget,
    Subscriptions,
    detach,
    subscriptions_of,
)
from marvel_widgets.widgets.kit.widget_tree import (
    close_children,
    close_tree,
    handle_in_main_thread,
    hook_messages,
)

LONGEST_SUBTITLE = 60
# What a model may raise for a state that is none.
REFUSALS = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError)

Model = TypeVar("Model")


class App(Readable, SubscribedWidget, w.VBox):
    """The base of every app.

    A subclass calls `read_settings`, builds its model, which `restored` brings to the state of
    the token, and its parts, then calls this constructor. It provides the twins `text` and
    `svg`. A model has `state`, what a token keeps, as JSON can write it, and `load_state`, which
    goes back to that; a ValueError says what is wrong with it.

    Every app has a bar with its title, presenter mode and a menu; its description says where its
    parts stand. A lens of another app, made by `inside`, is shown under the bar of that app.
    """

    spec: ClassVar[AppSpec]
    settings: AppSettings
    shell: Shell  # its own, or that of the app that it is a lens of
    predictions: Predictions  # of an app that asks before it shows

    def __init__(
        self,
        parts: Mapping[str, w.Widget],
        *,
        model: Any,
        keys: Mapping[str, Callable[[], Any]] | None = None,
        places: Mapping[str, Place] | None = None,
    ) -> None:
        self.model = model
        self.parts = dict(parts)
        hidden, locked = self._checked_names()
        for name in locked:
            lock_whole(self.parts[name])
        shown = {name: part for name, part in self.parts.items() if name not in hidden}
        self.arranged = arranged(shown, places or self.spec.places, self.spec.folds)
        rows = self.arranged.rows
        if not hasattr(self, "shell"):
            self._make_bar(dict(keys or {}))
            self.presence = Presence(self.resume, self.suspend)
            rows = [self.shell, *rows, self.presence]
        if self.spec.names_graph:
            self._name_graph()
        super().__init__(rows, layout=w.Layout())  # its own: it is the learner's
        self.add_class("mw-app")
        if self.settings["big"]:
            self.add_class("mw-big")
        handle_in_main_thread(self)

    @classmethod
    def inside(cls, host: App, *arguments: Any, **settings: Any) -> Self:
        """Return an app whose parts another one shows, as a lens."""
        app = cls.__new__(cls)
        app.shell = host.shell
        cast("Any", cls).__init__(app, *arguments, **settings)
        return app

    @property
    def shown(self) -> App:
        """The app whose parts show: itself, or its lens."""
        return self

    def _make_bar(self, keys: Mapping[str, Callable[[], Any]]) -> None:
        self.shell = Shell(label=self.spec.label, title=self.spec.title, heard=list(keys))
        w.lay_out(self.shell, width="100%")
        self.shell.on_key(lambda key: keys[key]())
        self.shell.has_head = self.arranged.head is not None
        self.shell.observe(lambda change: self.arranged.open_head(opened=change.new), "editing")
        if hasattr(self._model, "lay_out"):  # it has a graph to draw
            self.shell.observe(lambda change: self.model.lay_out(change.new), "pane")

    def _name_graph(self) -> None:
        """Name the graph in the bar, and each graph that replaces it."""
        graph: Any = getattr(self.model, "graph")  # noqa: B009 - not every app has one

        def name() -> None:
            self.shell.subtitle = called(graph.dag)

        self.subscriptions.observe(graph, name, "dag")
        name()

    # -- a teacher's settings --------------------------------------------------------------

    def read_settings(self, settings: SharedSettings | AppSettings) -> AppSettings:
        """Take over the arguments that all apps share; return them with their defaults."""
        takes = AppSettings if self.spec.predicts else SharedSettings
        check_settings(type(self), settings, takes.__annotations__)
        self.settings = {**DEFAULTS, **settings}
        predict: Any = self.settings["predict"]
        if predict not in ((True, False, "telling") if self.spec.tells else (True, False)):
            known = 'True, False or "telling"' if self.spec.tells else "True or False"
            msg = f"predict={predict!r} makes no sense; {self.spec.name} takes {known}"
            raise ValueError(msg)
        for name in ("hide", "lock"):
            self.settings[name] = names_of(self.settings[name])
        if self.spec.predicts:
            self.predictions = Predictions.of(self.settings)
        return self.settings

    def _checked_names(self) -> list[set[str]]:
        """Return what is hidden and what is locked; nothing is left behind where that is wrong."""
        checked = []
        for argument in ("hide", "lock"):
            names = set(self.settings[argument])
            if unknown := sorted(names - set(self.parts)):
                detach(self._model)
                for part in self.parts.values():
                    close_tree(part)
                msg = f"{argument}= names {unknown}; the parts of this app are {list(self.parts)}"
                raise ValueError(msg)
            inside = {part for part, whole in self.spec.within.items() if whole in names}
            checked.append(names | inside)
        return checked

    # -- what is asked ---------------------------------------------------------------------

    @property
    def kept(self) -> tuple[Secret, ...]:
        """What must not show now: the secrets of the questions that are open."""
        return tuple(secret for secret in self.spec.secrets if secret.is_open(self))

    # -- state -----------------------------------------------------------------------------

    @property
    def token(self) -> str:
        """The present state as a string for `from_token`, or for ``token=``."""
        return app_token.to_app_token(self.spec.kind, self.model.state())

    @classmethod
    def from_token(cls, token: str, **teacher: Any) -> Self:
        """Return an app in the state of a token."""
        make: Any = cls  # every app takes token=
        return cast("Self", make(token=token, **teacher))

    @classmethod
    def read_token(cls, token: str) -> dict[str, Any]:
        """Return the state in a token."""
        return app_token.from_app_token(cls.spec.kind, token)

    def link(self, site: str = "") -> app_token.Link:
        """Return the address at which a site opens the app in its present state.

        A notebook shows it with its QR code. `marvel-widgets site` makes a site.
        """
        token = self.token
        if not token:
            msg = "a run on data has no state token, and so no link; one on a graph has"
            raise ValueError(msg)
        place = app_token.checked_site(site or os.environ.get(app_token.SITE, ""))
        return app_token.Link(f"{place}apps/{self.spec.name}.html#t={token}")

    def qr(self, site: str = "") -> QrCode:
        """Return the QR code of `link`, for the screen of a room."""
        return self.link(site).qr()

    def restored(self, model: Model) -> Model:
        """Return the model in the state of the token that the app was given, if any."""
        token = self.settings["token"]
        if token is None:
            return model
        try:
            load_from(model, self.read_token(token), self.spec.kind)
        except ValueError:
            detach(model)
            raise
        return model

    # -- while no page displays it ---------------------------------------------------------

    @property
    def model(self) -> Any:
        """The state of the app, with pending changes of a shared graph applied."""
        for subscriptions in subscriptions_of(self._model):
            subscriptions.flush()
        return self._model

    @model.setter
    def model(self, model: Any) -> None:
        self._model = model

    def halt(self) -> None:
        """Stop what goes on by itself: playing; an app with more has its own."""
        if isinstance(self._model, Moving):
            self.model.pause()

    def suspend(self) -> None:
        """Stop playing and observing shared graphs until `resume`.

        Pending changes are applied before a message that arrives meanwhile is handled.
        """
        self.halt()
        for subscriptions in self._all_subscriptions():
            subscriptions.suspend()
        hook_messages(self, self._flush)

    def resume(self) -> None:
        """Apply pending changes of shared graphs and observe them again."""
        for subscriptions in self._all_subscriptions():
            subscriptions.resume()
        hook_messages(self, None)

    def _flush(self) -> None:
        for subscriptions in self._all_subscriptions():
            subscriptions.flush()

    def _all_subscriptions(self) -> list[Subscriptions]:
        """Return the subscriptions of the model, the app and its parts, in this order."""
        found = [*subscriptions_of(self._model), self.subscriptions]
        for part in self.parts.values():
            found += subscriptions_of(part)
        return found

    def close(self) -> None:
        """Close the app and everything in it, hidden parts included."""
        if self.comm is not None:  # is None after a constructor that failed, and when closed
            detach(self._model)
            self.halt()
            for part in self.parts.values():
                close_tree(part)
            close_children(self)
        super().close()


def load_from(model: Any, state: Mapping[str, Any], kind: str) -> None:
    """Bring a model to a state that a token held, which may be of a later version, or forged."""
    try:
        model.load_state(state)
    except KeyError as error:
        msg = f"the token lacks {error}"
        raise ValueError(msg) from error
    except (*REFUSALS, TraitError) as error:
        words = app_token.refused_state(error)
        if words == str(error):
            raise
        msg = f"the token does not contain a state of this app ({kind!r}): {words}"
        raise ValueError(msg) from error


def called(dag: Dag) -> str:
    """Return what a bar says of a graph: its name, or all of it, or its size."""
    if named := networks.name_of(dag):
        return named.capitalize()
    text = readable(dag.to_text()).replace("->", "→").replace("<-", "←")
    return text if len(text) <= LONGEST_SUBTITLE else counted(len(dag), "variable")


def lock_whole(widget: w.Widget) -> None:
    """Disable a widget and everything in it, for good, later children included."""
    if hasattr(widget, "lock") and callable(widget.lock):  # it knows better what to keep
        widget.lock()
        return
    if widget.has_trait("disabled"):
        widget.disabled = True
        widget.observe(lambda _: setattr(widget, "disabled", True), "disabled")
    if widget.has_trait("children"):
        for child in widget.children:
            lock_whole(child)
        widget.observe(_lock_new, "children")


def _lock_new(change: Any) -> None:
    old = set(map(id, change.old or ()))
    for child in change.new:
        if id(child) not in old:
            lock_whole(child)
