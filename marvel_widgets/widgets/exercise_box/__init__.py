"""ExerciseBox: one exercise as a form."""

from marvel_widgets.course.checks import exercises
from marvel_widgets.widgets.app_spec import AppSpec, Scene, Secret

EXERCISE_BOX = AppSpec(
    name="ExerciseBox",
    place=13,
    does="answers an exercise of the notebooks, with hints, verdict and practice",
    below="`exercises`, `assessment`",
    steps=(
        "Answer by clicks in the picture, and press **Check**.",
        "Press **Hint** when you are stuck: there are four.",
        "Press **Another** for a new graph.",
    ),
    kind="exercise-box",
    title="Exercise",
    label="Exercise",
    places={
        "said": "said",
        "picture": "picture",
        "lines": "sheet",
        "answer": "foot",
        "buttons": "foot",
    },
    predicts=False,
    graph="",
    example='exercises("03").removable',
    acts=(("button", "Hint"), ("button", "Another")),
    state=("Exercise {notebook}/{name}, drawing {draw}.", ""),
    secrets=(
        Secret(
            name="verdict",
            question="What does the exercise ask?",
            topics={"solution"},
            is_open=lambda app: app.model.verdict is None or not app.model.answers,
            predicted=False,
        ),
    ),
    scene=Scene(
        # not the case that the live app draws
        begin=lambda: {"check": exercises("03", "site").removable},
        act=lambda app: app.answer(app.model.check.exercise.mistakes[0].answer),
        asked="Name all removable",
        says=("Not right.",),
        tone="wrong",
    ),
)
