"""Notebooks from others are harmless to open: their saved apps stay in the file until trusted.

A notebook keeps the last state of its apps in ``metadata.widgets``. The page makes them anew when
the notebook is opened, trusted or not, and a model of anywidget brings JavaScript of its own: so a
notebook of somebody else could run a program before any of its cells is run. Here the server holds
back that state when a notebook is sent that carries no signature of this user, and puts it back
into what the page saves. No signature is ever written for a state that was held back, but by
"trust": who saves has not said that they trust what they did not see.
"""

from collections.abc import Awaitable, Callable, Iterator
from importlib import import_module
from inspect import isawaitable
from typing import Any, Final

# In the metadata that a page gets: the path of the file whose saved apps were held back. It is in
# no file: each reading takes it out, and each saving.
MARK: Final = "marvel_widgets_withheld"
_STATE: Final = "application/vnd.jupyter.widget-state+json"
_VIEW: Final = "application/vnd.jupyter.widget-view+json"


def hold_back(manager: Any) -> None:
    """Let a server's manager of contents send untrusted notebooks without their saved apps."""
    if hasattr(manager, "_get_os_path"):
        manager.__class__ = careful(type(manager))
    else:
        manager.log.warning(
            "%s keeps notebooks elsewhere than in files: notebooks from others come with their "
            "saved apps, which may run programs when they are opened.",
            type(manager).__name__,
        )


def careful(plain: type[Any]) -> type[Any]:
    """Return a class of contents managers that also holds back what is not trusted."""

    class CarefulManager(plain):  # type: ignore[misc]  # known only when the server runs
        """A manager that shows saved apps only of what this user has signed."""

        def get(self, *arguments: Any, **options: Any) -> Any:
            return _then(super().get(*arguments, **options), withhold)

        def check_and_sign(self, nb: Any, path: str = "", **options: Any) -> None:
            place = nb["metadata"].pop(MARK, None)
            withheld, signed = _saved(self, str(place), path) if place else (None, True)
            if withheld and put_back(withheld, nb) and not signed:
                self.log.info("Notebook %s keeps the apps that were held back, unsigned", path)
                return
            if not place and any(_lost(nb)):
                keep_shown(*_saved(self, path), nb)
            super().check_and_sign(nb, path, **options)

        def trust_notebook(self, path: str) -> Any:
            def sign(model: Any) -> None:
                self.log.warning("Trusting notebook %s", path)
                self.notary.mark_cells(model["content"], True)
                plain.check_and_sign(self, model["content"], path)

            return _then(super().get(path, type="notebook"), sign)  # as it is in the file

    return CarefulManager


def withhold(model: dict[str, Any]) -> dict[str, Any]:
    """Take the saved apps out of a notebook that is on its way to a page, unless it is trusted."""
    if model["type"] == "notebook" and model["content"] is not None:
        metadata = model["content"]["metadata"]
        metadata.pop(MARK, None)
        codes = [cell for cell in model["content"]["cells"] if cell["cell_type"] == "code"]
        # Jupyter marks all cells with code if it found the signature. Without any of them no
        # output shows an app.
        trusted = codes and all(cell["metadata"].get("trusted") is True for cell in codes)
        if _models(metadata.get("widgets")) != {} and not trusted:
            del metadata["widgets"]
            metadata[MARK] = model["path"]
    return model


def put_back(withheld: Any, notebook: Any) -> bool:
    """Give a notebook that a page saves what was held back; return whether it now has some of it.

    A page writes the state of the apps that it shows, those of its own run. They replace what was
    held back once no output shows one of these any more.
    """
    metadata = notebook["metadata"]
    own = _models(metadata.get("widgets"))
    if not own:
        metadata["widgets"] = withheld
        return True
    theirs = _models(withheld) or {}
    if all(shown in own or shown not in theirs for shown in _shown(notebook)):
        return False
    metadata["widgets"][_STATE]["state"] = {**theirs, **own}
    return True


def keep_shown(saved: Any, signed: bool, notebook: Any) -> None:
    """Give a trusted notebook that a page saves the apps that its outputs show still.

    A page writes the apps of its own kernel alone: one that was opened on the next day, and saved
    before its cells were run again, would lose all.
    """
    theirs = _models(saved) or {}
    if signed and any(shown in theirs for shown in _lost(notebook)):
        own = _models(notebook["metadata"].get("widgets")) or {}
        whole = {**saved[_STATE], "state": {**theirs, **own}}
        notebook["metadata"]["widgets"] = {**saved, _STATE: whole}


def _lost(notebook: Any) -> Iterator[str]:
    """Yield the model of each app that an output shows and the notebook does not hold."""
    own = _models(notebook["metadata"].get("widgets")) or {}
    return (shown for shown in _shown(notebook) if shown not in own)


def _models(widgets: Any) -> dict[str, Any] | None:
    """Return the saved models, or None where they are not in their place."""
    if not widgets:
        return {}
    try:
        models = widgets[_STATE]["state"]
    except (KeyError, TypeError):
        return None
    return models if isinstance(models, dict) else None


def _shown(notebook: Any) -> Iterator[str]:
    """Yield the model of each app that an output shows."""
    for cell in notebook["cells"]:
        for output in cell.get("outputs") or ():
            data = output.get("data")
            view = data.get(_VIEW) if isinstance(data, dict) else None
            if isinstance(view, dict) and isinstance(view.get("model_id"), str):
                yield view["model_id"]


def _saved(manager: Any, *paths: str) -> tuple[Any, bool]:
    """Return the saved apps of the first of these files that has some, and whether it is signed.

    What was held back was so in the first, which may have another name by now; signed is what was
    trusted since then, in another page.
    """
    nbformat: Any = import_module("nbformat")
    for path in paths:
        try:
            notebook = nbformat.read(manager._get_os_path(path), as_version=4)
            widgets = notebook["metadata"].get("widgets")
            if _models(widgets) != {}:
                return widgets, manager.notary.check_signature(notebook)
        except Exception:  # gone, or a notebook no more: what the page has is saved all the same
            manager.log.debug("No saved apps in %s", path, exc_info=True)
    return None, True


def _then(found: Any, act: Callable[[Any], Any]) -> Any:
    """Do `act` with what a method returns, now or, where it is asynchronous, when it has come."""
    return _later(found, act) if isawaitable(found) else act(found)


async def _later(found: Awaitable[Any], act: Callable[[Any], Any]) -> Any:
    return act(await found)
