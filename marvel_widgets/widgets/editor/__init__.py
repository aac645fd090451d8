"""The graph editor that the apps share."""

from marvel_widgets.widgets.app_spec import AppSpec, Scene

WORKBENCH = AppSpec(
    name="Workbench",
    place=1,
    does="builds a DAG on a canvas, in lists or as text; undo and redo; loads, saves",
    below="`core.graphs.editing`, `pictures.graph_export`",
    steps=(
        "Click on the canvas: a new variable.",
        "Drag from the rim of one to another: an edge.",
        ("Press **Undo**, or change the line of text below: canvas, lists and text are one graph."),
    ),
    title="Workbench",
    label="Workbench",
    places={"canvas": "picture", "tools": "foot", "lists": "more", "load": "more", "save": "more"},
    predicts=False,
    scene=Scene(
        begin=lambda: {"model": "X -> Y <- T; Y -> Z"},
        asked="Build a graph, on the canvas or as text.",
        says=("{X Y T Z}", "4 variables"),
    ),
)
