"""What all apps share: named parts, a teacher's settings, twins, and a state token."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self, cast

import ipywidgets as w

from marvel_widgets.teaching.app_token import from_app_token, to_app_token
from marvel_widgets.widgets.closing import close_parts
from marvel_widgets.widgets.shell import Shell


class AppModel(Protocol):
    """What an app asks of its model."""

    def state(self) -> dict[str, Any]:
        """Return what a token keeps, as JSON can write it."""
        ...


class App(w.VBox):
    """The base of every app.

    A subclass builds its model and its parts, then calls this constructor; it provides the
    twins `text` and `svg`.

    Parameters
    ----------
    parts : mapping of str to Widget
        The named parts, in the order of the screen.
    model : AppModel
        Its `state` goes into the token.
    hide : iterable of str
        Parts that are not shown.
    lock : iterable of str
        Parts that are shown, but can't be operated.
    big : bool
        For a projector.
    keys : mapping of str to function, optional
        What a key does while the focus is in the app, by its name in the browser.
    beside : iterable of str
        Parts, next to each other in `parts`, that stand in one row where the page is wide.

    Raises
    ------
    ValueError
        `hide` or `lock` names a part that the app does not have.
    """

    kind: ClassVar[str]  # in tokens, such as "removability-lab"
    label: ClassVar[str]  # said by a screen reader on entering

    def __init__(
        self,
        parts: Mapping[str, w.Widget],
        *,
        model: AppModel,
        hide: Iterable[str] = (),
        lock: Iterable[str] = (),
        big: bool = False,
        keys: Mapping[str, Callable[[], Any]] | None = None,
        beside: Iterable[str] = (),
    ) -> None:
        self.model = model
        self.parts = dict(parts)
        hidden = self._named("hide", hide)
        keys = dict(keys or {})
        self.shell = Shell(label=self.label, heard=list(keys))
        self.shell.on_key(lambda key: keys[key]())
        for name in self._named("lock", lock):
            lock_whole(self.parts[name])
        shown = [name for name in self.parts if name not in hidden]
        row = [name for name in shown if name in set(beside)]
        together = None
        if row:
            layout = w.Layout(flex_flow="row wrap", width="100%")
            together = w.HBox([self.parts[name] for name in row], layout=layout)
        rest = [
            together if name in row else self.parts[name] for name in shown if name not in row[1:]
        ]
        super().__init__([self.shell, *rest])
        self.add_class("mw-app")
        if big:
            self.add_class("mw-big")

    def _named(self, argument: str, names: Iterable[str]) -> set[str]:
        found = {names} if isinstance(names, str) else set(names)
        unknown = sorted(found - set(self.parts))
        if unknown:
            msg = f"{argument}= names {unknown}; the parts of this app are {list(self.parts)}"
            raise ValueError(msg)
        return found

    # -- state -----------------------------------------------------------------------------

    @property
    def token(self) -> str:
        """The present state as a string for `from_token`, or for ``token=``."""
        return to_app_token(self.kind, self.model.state())

    @classmethod
    def from_token(cls, token: str, **teacher: Any) -> Self:
        """Return an app in the state of a token.

        Parameters
        ----------
        token : str
        **teacher
            The other arguments of the app, such as ``big=True``.

        Raises
        ------
        ValueError
            The token is damaged, or of another app.
        """
        make: Any = cls  # every app takes token=
        return cast("Self", make(token=token, **teacher))

    @classmethod
    def read_token(cls, token: str | None) -> dict[str, Any]:
        """Return the state in a token; empty for no token.

        Raises
        ------
        ValueError
            The token is damaged, or of another app.
        """
        return {} if token is None else from_app_token(cls.kind, token)

    # -- twins -----------------------------------------------------------------------------

    if TYPE_CHECKING:  # each app has its own

        def text(self) -> str:
            """Return the present state as text."""
            ...

        def svg(self) -> str:
            """Return the present state as SVG; empty where there is nothing to draw."""
            ...

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle: dict[str, Any] = super()._repr_mimebundle_(**kwargs)
        bundle["text/plain"] = self.text()
        picture = self.svg()
        if picture:
            bundle["image/svg+xml"] = picture
        return bundle

    def close(self) -> None:
        """Close the app and everything in it, hidden parts included."""
        if self.comm is not None:
            for part in self.parts.values():
                close_parts(part)
                part.close()
            close_parts(self)
        super().close()


def lock_whole(widget: w.Widget) -> None:
    """Disable a widget and everything in it, for good, later children included.

    Examples
    --------
    >>> box = w.VBox([w.Button()])
    >>> lock_whole(box)
    >>> box.children[0].disabled = False
    >>> box.children = [*box.children, w.Button()]
    >>> [child.disabled for child in box.children]
    [True, True]
    """
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
