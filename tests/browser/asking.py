"""An exercise of the site answered as a reader does it: by its buttons, boxes and fields."""

import random

from marvel_widgets.assessment.verdict import judge
from marvel_widgets.site.ask.forms import answer_as_json, kind_as_json
from marvel_widgets.site.ask.judged import some_answers

# Gives an answer, written as `site/ask/forms.py` writes it; every press is one of a control.
GIVE = """(root, [kind, value]) => {
    const press = (element) => element.click();
    const give = (at, kind, value) => {
        if (kind.kind === "number") {
            const field = at.querySelector("input");
            field.value = value;
            return field.dispatchEvent(new Event("input", {bubbles: true}));
        }
        const buttons = [...at.querySelectorAll(":scope > button")];
        if (kind.kind === "order") {
            for (const each of buttons)
                if (each.getAttribute("aria-pressed") === "true") press(each);
            return value.forEach((i) => press(buttons[i]));
        }
        if (kind.kind === "pairs") {
            for (let out; (out = at.querySelector(".ask-pairs button")); ) press(out);
            return value.flat().forEach((i) => press(buttons[i]));
        }
        [...at.querySelectorAll("input")].forEach((box, i) =>
            box.checked !== value.includes(i) && press(box));
    };
    const form = root.querySelector(".ask-form");
    if (kind.kind !== "parts") give(form.querySelector("fieldset, .ask-number"), kind, value);
    else {
        const places = form.querySelectorAll(":scope > .ask-parts > *");
        Object.entries(kind.parts).forEach(([key, part], i) => give(places[i], part, value[key]));
    }
    const check = [...root.querySelectorAll(".ask-buttons button")].find(
        (each) => each.textContent === "Check");
    press(check);
    const said = () => root.querySelector(".ask-said [data-verdict]").textContent;
    if (said().startsWith("Nothing is chosen")) press(check);
    const found = root.querySelector(".ask-said [data-verdict]");
    return [found.textContent, found.dataset.verdict, found.dataset.belief];
}"""


# Of each kind of answers one: a number, sets, parts, an order, arrows, sentences.
ONE_OF_EACH = (
    ("00", "one_edge"),
    ("03", "removable"),
    ("02", "split"),
    ("06", "first_round"),
    ("07", "directed"),
    ("01", "verdicts"),
)


def answer(root, kind, value):
    """Give an answer in the page, and return the text of the verdict, its kind and its belief."""
    return tuple(root.evaluate(GIVE, [kind_as_json(kind), answer_as_json(kind, value)]))


def answers_to(exercise, guesses):
    """The solution, each typical mistake and slip, and guesses, half of them near the solution."""
    known = [exercise.solution, *(each.answer for each in (*exercise.mistakes, *exercise.slips))]
    return [*known, *some_answers(exercise, random.Random(5), guesses)]


def assert_of_python(exercise, value, said):
    """Compare what a page said: word for word, or, where it knows less, no more than is true."""
    verdict = judge(exercise, value)
    text, kind, _ = said
    if "Python " in text and value not in answers_to(exercise, 0):
        # tests/site/test_ask.py holds of which exercises a page says so
        assert kind == "open" or (not verdict and text.startswith(("Not right", "Not all of them")))
    else:
        assert tuple(said) == (verdict.text, verdict.kind, verdict.misconception), value
