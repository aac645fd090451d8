"""How long the kernel works on fifty quick edits of a shared graph: python benchmarks/bursts.py

Each app stands beside an editor of its graph, and each edit comes as a message from the page, while
the app still follows the one before. The seconds are of the processor: up to the last edit, and in
all.
"""

import asyncio
from time import process_time

from marvel_widgets import widgets
from marvel_widgets.widgets.editor.part import GraphEditor
from marvel_widgets.widgets.kit import subscriptions
from marvel_widgets.widgets.kit.widget_tree import close_tree

EDITS = 50
APPS = (
    *(
        "BoundAnatomy",
        "BoundaryLab",
        "DSeparationLab",
        "FiniteSampleLab",
        "LemmaBench",
        "LiveBoard",
    ),
    *("MarvelPlayer", "OrientationLab", "ProofWalk", "Race", "RemovabilityLab"),
)


async def burst(name):
    """Return the seconds up to the last edit, and those in all."""
    graph = widgets.GraphModel("X -> Y <- T; Y -> Z; X -> Z")
    app, editor = getattr(widgets, name)(graph), GraphEditor(graph)
    begun = process_time()
    for _ in range(EDITS):
        graph.add_variable()
        await asyncio.sleep(0)  # as after each message
    edited = process_time() - begun
    await asyncio.sleep(2)
    app.close()
    close_tree(editor)
    return edited, process_time() - begun


def main():
    """Print a row for each app."""
    subscriptions.handles_page_message = lambda: True
    for name in APPS:
        edited, whole = asyncio.run(burst(name))
        print(f"{name:16} {edited:5.2f} s up to the last edit, {whole:5.2f} s in all")


if __name__ == "__main__":
    main()
