"""The programs and styles of widgets, as text.

anywidget watches a file that it is given as a path, and with it keeps every widget of the class for
ever, closed ones too.
"""

from pathlib import Path

from marvel_widgets.pictures.palette import with_palette


def static_file(module: str, name: str) -> str:
    """Return a file in the folder ``static`` beside a module, the palette's colors defined."""
    return with_palette((Path(module).parent / "static" / name).read_text(encoding="utf-8"))


def program(module: str, *names: str, first: str = "") -> str:
    """Return the program of a widget, with what connects its model to the kernel on a slow page.

    `first` stands before its files.
    """
    files = first + "".join(static_file(module, name) for name in names)
    own = files.replace("export default ", "const own = ")
    return f"{static_file(__file__, 'hearing.js')}{own}\nexport default heard(own);\n"


WITHIN = static_file(__file__, "within.js")
