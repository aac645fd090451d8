"""The duel in sentences: questions, verdicts, certificates, contradictions."""

from collections.abc import Iterable, Sequence
from typing import Final

from marvel_widgets.assessment.prediction import Question as Prediction
from marvel_widgets.core.algorithms.registry import described_as
from marvel_widgets.core.algorithms.run import Result
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.equivalence import essential_graph
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.moral import moral_certificate
from marvel_widgets.replay.option_words import algorithm_name
from marvel_widgets.replay.wording import RunContext, given_names, reason
from marvel_widgets.text import counted, row_html, table_html
from marvel_widgets.theory.adversary import Adversary, Answer, ClaimVerdict
from marvel_widgets.theory.consistent_dags import ConsistentDags, Question
from marvel_widgets.theory.examples import Example

TASK: Final = "Find the hidden DAG: ask cells, then claim a graph."


def given_phrase(names: Sequence[Label], given: Iterable[Label]) -> str:
    """Return a conditioning set in the order of the variables."""
    group = set(given)
    return given_names(name for name in names if name in group)


def answer_words(names: Sequence[Label], answer: Answer) -> str:
    """Return a question with its answer."""
    text = "independent" if answer.independent else "dependent"
    return f"{answer.x} and {answer.y} {given_phrase(names, answer.given)}: {text}"


def example_words(example: Example) -> str:
    """Return what is to be found out, without revealing G."""
    number, what = ("1", "a pair of one cluster and a subset of the rest of it")
    if example.name == "empty":
        number, what = ("2", "a pair, with any conditioning set")
    return (
        f"A hidden DAG on {example.p} variables, in-degree at most {example.max_in_degree}. The "
        f"proof's Example {number} counts {counted(example.bound, 'cell')}, each {what}. An "
        "algorithm that stops with a cell unasked can be wrong."
    )


def asked_words(adversary: Adversary) -> str:
    """Return what the last question did."""
    if not adversary.answers:
        return "No question yet."
    last = adversary.answers[-1]
    example = adversary.example
    text = answer_words(example.names, last)
    cell = example.cell_of(last.x, last.y, last.given)
    if cell is None:
        return (
            f"{text}. No cell: no H of the proof depends on this pair, since the two are in no "
            "common cluster."
        )
    before = Adversary(example, adversary.answers[:-1]).asked_cells
    if cell in before:
        return f"{text}. This cell was asked before."
    return f"{text}. That was a new cell."


def verdict_words(adversary: Adversary, verdict: ClaimVerdict, *, drawn: bool = False) -> str:
    """Return what the adversary says to a claim; where it is `drawn`, without the graphs."""
    example = adversary.example
    asked = counted(len(adversary.answers), "answer")
    claim = "" if drawn else f" You claim: {verdict.claim}."
    hidden = graph_words(verdict.hidden)
    if verdict.outcome == "another graph" and verdict.cell is not None:
        cell = verdict.cell
        given = (
            "with any conditioning set"
            if cell.subset is None
            else given_phrase(example.names, cell.subset)
        )
        found = "H" if drawn else f"The hidden graph H may be {hidden}: it"
        return (
            f"Too early.{claim} {found} agrees with your {asked}, and its skeleton is another one. "
            f"{cell.x} and {cell.y} {given} was never asked, and that is where H differs. "
            f"{counted(len(adversary.open_cells), 'cell')} of {example.bound} unasked."
        )
    if verdict.outcome == "not the graph":
        found = (
            "The hidden graph may be the one beside yours"
            if drawn
            else (f"The hidden graph may be {hidden}")
        )
        return (
            f"Not right.{claim} {found}, whose essential graph is another one; it agrees with your "
            f"{asked}."
        )
    return conceded_words(adversary, verdict, drawn=drawn)


def conceded_words(adversary: Adversary, verdict: ClaimVerdict, *, drawn: bool = False) -> str:
    """Return the concession, and what it does not mean."""
    example = adversary.example
    asked = counted(adversary.distinct, "distinct question")
    claim = "" if drawn else f": {verdict.claim}"
    text = (
        f"The adversary concedes: all cells ({example.bound}) were asked, with {asked}, and the "
        f"graph is right{claim}. The bound for this example is {example.bound}."
    )
    if verdict.other is None:
        return text
    other = "the graph beside it" if drawn else graph_words(verdict.other)
    return (
        f"{text} Yet {other} agrees with all answers too: asking every cell "
        "is necessary, it is not enough to learn the graph."
    )


def graph_words(dag: Dag) -> str:
    """Return the edges of a DAG."""
    return "; ".join(f"{a} -> {b}" for a, b in dag.edges) or "the graph without edges"


def certificate_html(adversary: Adversary, hidden: Dag) -> str:
    """Return a table: each answer beside what the hidden graph says, and why.

    What it says is worked out in the moral graph of the ancestors, another way than the one
    in which the adversary answered.
    """
    names = hidden.nodes
    rows = [certificate_row(names, hidden, answer) for answer in adversary.answers]
    heads = ("no.", "question", "answer given", "the graph says", "why")
    agree = sum(row[1] == row[2] for row in rows)
    caption = (
        f"Certificate: {agree} of {counted(len(rows), 'answer')} agree with {graph_words(hidden)}"
    )
    return table_html(caption, heads, (row_html(str(n), row) for n, row in enumerate(rows, 1)))


def certificate_row(
    names: Sequence[Label], hidden: Dag, answer: Answer
) -> tuple[str, str, str, str]:
    """Return the question, the answer given, what a graph says, and the reason."""
    separated = moral_certificate(hidden, answer.x, answer.y, answer.given).separated
    words = {True: "independent", False: "dependent"}
    x, y = hidden.position(answer.x), hidden.position(answer.y)
    given = [i for i, name in enumerate(hidden.nodes) if name in answer.given]
    why = reason(RunContext(hidden.nodes, hidden), x, y, given, (1 << len(hidden)) - 1).text
    question = f"{answer.x} and {answer.y} {given_phrase(names, answer.given)}"
    return question, words[answer.independent], words[separated], why


def verdict_question(adversary: Adversary, verdict: ClaimVerdict) -> Prediction:
    """Return the prediction to ask for before a verdict is shown."""
    options = ("it concedes", "it draws another graph")
    answer = options[0] if verdict.outcome == "conceded" else options[1]
    return Prediction(
        f"done {len(adversary.answers)} {verdict.claim}",
        "You are done. What will the adversary do?",
        options,
        answer,
    )


# -- roles swapped ------------------------------------------------------------------------------


def question_words(names: Sequence[Label], algorithm: str, question: Question) -> str:
    """Return what an algorithm asks."""
    given = given_phrase(names, question.given)
    return f"{algorithm_name(algorithm)} asks: is {question.x} independent of {question.y} {given}?"


def left_words(space: ConsistentDags, answers: Sequence[Answer]) -> str:
    """Return how many graphs still agree with the learner's answers."""
    graphs, classes = space.left(answers), space.classes(answers)
    text = (
        f"{counted(len(graphs), 'DAG')} of "
        f"{counted(len(classes), 'Markov equivalence class', 'Markov equivalence classes')}"
    )
    verb = "is" if len(graphs) == 1 else "are"
    return f"{counted(len(answers), 'answer')} so far. {text} {verb} still possible."


def contradiction_words(space: ConsistentDags, core: Sequence[Answer]) -> str:
    """Return why an answer was refused: the answers that no DAG gives together."""
    text = "; ".join(answer_words(space.names, answer) for answer in core)
    these = "this answer" if len(core) == 1 else f"these {len(core)} answers together"
    return f"No DAG with in-degree at most {space.max_in_degree} gives {these}: {text}."


def result_words(
    space: ConsistentDags, answers: Sequence[Answer], result: Result, tell: bool = True
) -> str:
    """Return how a swapped duel ended; whether it was right only where that may be revealed."""
    classes = space.classes(answers)
    asked = f"{len({a.statement for a in answers})} of {space.questions} questions"
    name = algorithm_name(result.algorithm)
    says = f"{name} is done after {asked} and says: {result.essential_graph}."
    if not tell:
        return says
    is_right, found = described_as(result.algorithm).is_right, result.essential_graph
    same = [dag for dag in classes if is_right(found, essential_graph(dag))]
    if len(classes) == 1 and same:
        return f"{says} 1 class is left, and it is this one."
    if len(classes) == 1:
        return f"{says} The one class that is left is another: {graph_words(classes[0])}."
    left = counted(len(classes), "class", "classes")
    return f"{says} {left} are still left, so this was too early."
