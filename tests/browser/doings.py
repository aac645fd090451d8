"""What a learner does most in each app, as clicks that a page can make by itself.

`DOES` has a row for each app: the arguments of its example (in which `asia` is the network), and
what is done in turn, [how, what]. How: a button by its words, a vertex of the first picture, a cell
of a grid, the next option of a menu, a key on a slider. `ACTS` does it in JavaScript.
"""

from marvel_widgets import widgets
from marvel_widgets.widgets.kit.app import App

APPS = [name for name in widgets.__all__ if issubclass(getattr(widgets, name), App)]
DOES = {
    "AdversaryDuel": ("'cliques', 5, 4", [["cell", i] for i in range(40)]),
    "BeMarvel": ("asia", [["button", "Let the kit move"]]),
    "BoundAnatomy": ("asia", [["slider", "ArrowRight"], ["slider", "ArrowLeft"]]),
    "BoundaryLab": ("asia, mode='discover'", [["button", "Step"], ["button", "Back"]]),
    "Breaker": ("", [["menu", "Leave out"]]),
    "DSeparationLab": ("asia, x='asia', y='smoke'", [["vertex", "n4"], ["vertex", "n5"]]),
    "ExerciseBox": ("exercises('03').removable", [["button", "Hint"], ["button", "Another"]]),
    "FiniteSampleLab": ("asia", [["button", "Step"], ["button", "Back"]]),
    "LemmaBench": ("", [["menu", "Look at the set"]]),
    "LiveBoard": ("asia", [["menu", "Boundary of"]]),
    "MarvelPlayer": ("asia", [["button", "Step"]]),
    "OrientationLab": ("asia", [["button", "Step"], ["button", "Back"]]),
    "Placement": ("'removal'", [["button", "Not met yet"]] * 2 + [["button", "Stop here"]]),
    "ProofWalk": ("", [["button", "Step"], ["button", "Back"]]),
    "Race": ("asia, predict=False", [["button", "Step"], ["button", "Back"]]),
    "RemovabilityLab": ("asia", [["button", "Next"]]),
}
# A JavaScript expression: a function of the root of an app that returns the ways to act in it.
ACTS = """(root) => {
    const named = (elements, words) => elements.find(e => e.textContent.trim() === words);
    return {
        button: words => named([...root.querySelectorAll('button:enabled')], words).click(),
        // returns nothing: Playwright would copy the whole graph, which takes half a minute
        vertex: id => {
            const drawn = root.querySelector('.custom-widget')._cyreg.cy.$id(id);
            const position = drawn.position(), renderedPosition = drawn.renderedPosition();
            drawn.emit({type: 'tap', position, renderedPosition});
        },
        cell: i => [...root.querySelectorAll('[role=gridcell] button')][i].click(),
        menu: words => {
            const label = named([...root.querySelectorAll('label')], words);
            const menu = label.parentElement.querySelector('select');
            menu.selectedIndex = (menu.selectedIndex + 1) % menu.options.length;
            menu.dispatchEvent(new Event('change', {bubbles: true}));
        },
        slider: key => root.querySelector('.noUi-handle').dispatchEvent(
            new KeyboardEvent('keydown', {key, bubbles: true})),
    };
}"""


def example(name):
    """Return the code that imports an app and makes its example."""
    arguments, _ = DOES[name]
    return (
        "from marvel_widgets import exercises, networks\n"
        f"from marvel_widgets.widgets import {name}\n"
        'asia = networks.load("asia")\n'
        f"app = {name}({arguments})"
    )
