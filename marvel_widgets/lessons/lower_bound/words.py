"""The duel in sentences: questions, verdicts, certificates, contradictions."""

from collections.abc import Iterable, Sequence
from itertools import combinations
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
from marvel_widgets.text import counted, escaped, folded, row_html, table_html
from marvel_widgets.theory.adversary import Adversary, Answer, ClaimVerdict
from marvel_widgets.theory.consistent_dags import ConsistentDags, Question
from marvel_widgets.theory.examples import Example

TASK: Final = "Find the hidden DAG: click a cell to ask it, then claim a graph."


def given_phrase(names: Sequence[Label], given: Iterable[Label]) -> str:
    """Return a conditioning set in the order of the variables."""
    group = set(given)
    return given_names(name for name in names if name in group)


def _answer_words(names: Sequence[Label], answer: Answer) -> str:
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
    if not adversary.answers:
        return "No question yet."
    last = adversary.answers[-1]
    example = adversary.example
    text = _answer_words(example.names, last)
    cell = example.cell_of(last.x, last.y, last.given)
    if cell is None:
        return (
            f"{text}. No cell: no H of the proof depends on this pair, since the two are in no "
            "common cluster."
        )
    if cell in Adversary(example, adversary.answers[:-1]).asked_cells:
        return f"{text}. This cell was asked before."
    return f"{text}. That was a new cell."


def filled_words(adversary: Adversary) -> tuple[str, str]:
    """Return what filling in has drawn, and which pairs it draws that no question named."""
    names = adversary.example.names
    asked = {frozenset((answer.x, answer.y)) for answer in adversary.answers}
    unknown = [f"{a}, {b}" for a, b in combinations(names, 2) if frozenset((a, b)) not in asked]
    never = f"Never asked: {'; '.join(unknown)}." if unknown else "Each pair was asked."
    return "An edge is drawn for each pair that no answer separates.", never


def verdict_words(adversary: Adversary, verdict: ClaimVerdict, *, drawn: bool = False) -> str:
    """Return what the adversary says to a claim; where it is `drawn`, without the graphs."""
    if verdict.outcome == "conceded":
        return conceded_words(adversary, verdict, drawn=drawn)
    example, cell = adversary.example, verdict.cell
    asked, graph = counted(len(adversary.answers), "answer"), _graph_words(verdict.hidden)
    told = (
        ": H" if drawn else f". You claim: {verdict.claim}. The hidden graph H may be {graph}: it"
    )
    agrees = f"{told} agrees with all {asked} and has another"
    if cell is None:
        return f"Not right{agrees} essential graph."
    given = "with any conditioning set"
    if cell.subset is not None:
        given = given_phrase(example.names, cell.subset)
    return (
        f"Too early{agrees} skeleton. {cell.x} and {cell.y} {given} was never asked, and that is "
        f"where H differs. {counted(len(adversary.open_cells), 'cell')} of {example.bound} unasked."
    )


def conceded_words(adversary: Adversary, verdict: ClaimVerdict, *, drawn: bool = False) -> str:
    """Return the concession, and what it does not mean."""
    example = adversary.example
    asked = counted(adversary.distinct, "distinct question")
    claim = "your graph" if drawn else verdict.claim
    text = (
        f"The adversary concedes: {claim} is right. All cells ({example.bound}) were asked, with "
        f"{asked}. The bound for this example is {example.bound}."
    )
    if verdict.other is None:
        return text
    other = "the graph beside it" if drawn else _graph_words(verdict.other)
    return (
        f"{text} Yet {other} agrees with all answers too: asking every cell "
        "is necessary, it is not enough to learn the graph."
    )


def _graph_words(dag: Dag) -> str:
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
        f"Certificate: {agree} of {counted(len(rows), 'answer')} agree with {_graph_words(hidden)}"
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
        verdict_words(adversary, verdict, drawn=True).partition(". ")[2],
    )


# -- roles swapped ------------------------------------------------------------------------------


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
    text = "; ".join(_answer_words(space.names, answer) for answer in core)
    these = "this answer" if len(core) == 1 else f"these {len(core)} answers together"
    return f"No DAG with in-degree at most {space.max_in_degree} gives {these}: {text}."


def ending_words(
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
        return f"{says} The one class that is left is another: {_graph_words(classes[0])}."
    left = counted(len(classes), "class", "classes")
    return f"{says} {left} are still left, so this was too early."


RULE = (
    "You are the adversary: no graph is fixed. Answer as you like, as long as some DAG with "
    "in-degree at most {d} agrees with every answer."
)
STAKES: Final = (
    "Keep {name} asking: while graphs of two classes agree with your answers, "
    "whatever it claims may be wrong."
)


def reversal_lines(
    space: ConsistentDags,
    algorithm: str,
    replies: Sequence[Answer],
    pending: Question | Result,
    tell: bool = True,
) -> list[str]:
    """Return the state of a swapped duel, line by line."""
    lines = [RULE.format(d=space.max_in_degree)]
    if isinstance(pending, Question):
        given = given_phrase(space.names, pending.given)
        asked = f"is {pending.x} independent of {pending.y} {given}?"
        lines.append(f"{algorithm_name(algorithm)} asks: {asked}")
        if tell:
            lines += [left_words(space, replies), choice_words(space, replies, pending)]
    else:
        lines.append(ending_words(space, replies, pending, tell))
    return lines + [f"{n}. {_answer_words(space.names, a)}" for n, a in enumerate(replies, 1)]


def stakes_html(space: ConsistentDags, algorithm: str) -> str:
    """Return what the learner is after, and the rule, folded."""
    stakes, rule = STAKES.format(name=algorithm_name(algorithm)), RULE.format(d=space.max_in_degree)
    return f'{escaped(stakes)}<div class="mw-claim">{folded("The rule", escaped(rule), "")}</div>'


def choices_left(
    space: ConsistentDags, replies: Sequence[Answer], question: Question
) -> tuple[str, str]:
    """Return how many classes "independent" would leave, and "dependent"."""
    x, y, given = question.x, question.y, question.given
    left = (len(space.classes([*replies, Answer(x, y, given, said)])) for said in (True, False))
    first, second = (counted(n, "class", "classes") for n in left)
    return first, second


def choice_words(space: ConsistentDags, replies: Sequence[Answer], question: Question) -> str:
    """Return how many classes each answer would leave, in one sentence."""
    first, second = choices_left(space, replies, question)
    return f'"Independent" would leave {first}, "dependent" {second}.'


def answers_html(space: ConsistentDags, replies: Sequence[Answer]) -> str:
    rows = []
    for n, a in enumerate(replies, 1):
        question = f"{a.x} and {a.y} {given_phrase(space.names, a.given)}"
        rows.append(row_html(str(n), [question, "independent" if a.independent else "dependent"]))
    return table_html("Your answers", ("no.", "question", "your answer"), rows)
