"""Pictures of graphs: one value for a drawing, as SVG, TikZ and text; layout; charts."""

from typing import TYPE_CHECKING

from marvel_widgets._lazy import lazy

if TYPE_CHECKING:
    from marvel_widgets.pictures.charts.svg import chart_svg as chart_svg
    from marvel_widgets.pictures.figure import Figure as Figure
    from marvel_widgets.pictures.figure import draw as draw

__getattr__, __dir__, __all__ = lazy(__name__)
