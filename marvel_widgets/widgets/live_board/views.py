"""What the lenses of the board show, kept as long as nothing of it changes."""

from collections.abc import Mapping, Set
from typing import Any, Final

from marvel_widgets.lessons.living_graph.view import (
    LensName,
    Sight,
    boundary,
    leave,
    separate,
    survey_sight,
)
from marvel_widgets.pictures.editor_positions import canvas_box
from marvel_widgets.pictures.layout import Curves
from marvel_widgets.pictures.stage import Stage
from marvel_widgets.replay.run_pictures import RunPictures
from marvel_widgets.theory.graph_survey import Survey
from marvel_widgets.widgets.app_spec import Topic
from marvel_widgets.widgets.live_board.model import LiveBoardModel

# What each lens is about: while a question about any of it is open, the lens shows nothing.
LENS_TOPICS: Final[Mapping[LensName, Set[Topic]]] = {
    "draw": {"removability", "directions", "boundary", "counts"},
    "separate": {"separation"},
    "boundary": {"boundary"},
    "leave": {"removability"},
    "run": {"run"},
}


class Views:
    """The stage of the canvas, the sight of each lens on it, and the pictures of the run."""

    def __init__(self) -> None:
        self._curves = Curves()
        self._stage: tuple[Any, Stage | None] = None, None
        self._sights: dict[Any, Sight] = {}
        self._pictures: RunPictures | None = None

    def stage(self, found: Survey | None, positions: Mapping[Any, Any]) -> Stage | None:
        """Return the surveyed graph where the canvas has it; None while it is being left."""
        if found is None or any(x not in positions for x in found.dag.nodes):
            return None
        where, stage = self._stage
        if stage is None or where is not positions or stage.dag is not found.dag:
            stage = Stage(found.dag, dict(positions), *canvas_box(positions), self._curves)
            self._stage = positions, stage
            self._sights.clear()
        return stage

    def sight(self, lens: LensName, stage: Stage, model: LiveBoardModel) -> Sight:
        """Return what a lens shows of the present choice."""
        if stage is not self._stage[1] or lens == "draw":
            return _sight(lens, stage, model)
        key = lens, model.pair
        if key not in self._sights:
            self._sights[key] = _sight(lens, stage, model)
        return self._sights[key]

    def pictures(self, model: LiveBoardModel) -> RunPictures:
        """Return the pictures of the run on the canvas."""
        run = model.run
        stage = self.stage(run.survey, model.graph.positions)
        known = self._pictures
        if known is None or known.film is not run.film or known.stage is not stage:
            self._pictures = known = RunPictures(run.film, stage=stage)
        return known


def _sight(lens: LensName, stage: Stage, model: LiveBoardModel) -> Sight:
    if lens == "draw" and (found := model.shown) is not None:
        return survey_sight(found, stage, model.shown_before, late=model.late)
    if lens == "separate":
        return separate(stage, *model.pair)
    return (boundary if lens == "boundary" else leave)(stage, model.chosen)
