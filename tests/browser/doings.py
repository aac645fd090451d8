"""What a learner does most in each app, as clicks that a page can make by itself.

What that is the app says itself: `acts` of its description, [how, what] in turn. How: a button by
its words, a vertex of the first picture, a cell of a grid, the next option of a menu, a key on a
slider. `ACTS` does it in a page.
"""

from tests.widgets.every_app import APPS, SPECS

ASIA = "asia"  # the network, in the code of an example
# Where the graph of the other apps would not do: what the acts need, and what shows most.
ARGUMENTS = {
    "AdversaryDuel": "'cliques', 5, 4",
    "BoundaryLab": "asia, mode='discover'",
    "Breaker": "",
    "DSeparationLab": "asia, x='asia', y='smoke'",
    "LemmaBench": "",
    "ProofWalk": "",
    "Race": "asia, predict=False",
}
DOES = {name: [list(act) for act in SPECS[name].acts] for name in APPS}
# A JavaScript expression: a function of the root of an app that returns the ways to act in it.
ACTS = """(root) => {
    const there = (element, words) => {
        if (!element) throw new Error(`nothing to act on: ${words}`);
        return element;
    };
    const named = (elements, words) =>
        there(elements.find(e => e.textContent.trim() === words), words);
    return {
        button: words => named([...root.querySelectorAll('button:enabled')], words).click(),
        // returns nothing: Playwright would copy the whole graph, which takes half a minute
        vertex: id => {
            const drawn = root.querySelector('.custom-widget')._cyreg.cy.$id(id);
            const position = drawn.position(), renderedPosition = drawn.renderedPosition();
            drawn.emit({type: 'tap', position, renderedPosition});
        },
        cell: i => there(root.querySelectorAll('[role=gridcell] button')[i], `cell ${i}`).click(),
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
    arguments = ARGUMENTS.get(name, ASIA if SPECS[name].graph else SPECS[name].example)
    return (
        "from marvel_widgets import exercises, networks\n"
        f"from marvel_widgets.widgets import {name}\n"
        'asia = networks.load("asia")\n'
        f"app = {name}({arguments})"
    )
