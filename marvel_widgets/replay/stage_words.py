"""What the stage says beside its picture: the place, the sentence, five lines of code, the bars."""

from collections.abc import Collection, Sequence

from marvel_widgets.core.algorithms.registry import described_as
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.core.independence.log import TestRecord
from marvel_widgets.pictures.band import Said, Sign, sign_path
from marvel_widgets.replay.explanations import purpose_words
from marvel_widgets.replay.film import Film, Frame
from marvel_widgets.replay.wording import given_words
from marvel_widgets.text import capitalized, counted, escaped, listed, readable
from marvel_widgets.theory.bounds import upper_bound

CODE_LINES = 5
STEP_LINES = 7
MOST_GIVEN = 8  # variables that a statement names
MOST_WRITTEN = 2  # given variables that a first line names
LONGEST_REASON = 90  # letters
LONGEST_LINE = 75  # letters of 20 px beside a sign, in a cell of 848 px
_LIT = ' class="mw-lit" aria-current="step"'
_HEADLINE = 15  # letters: less before a colon is no sentence


def breadcrumb(film: Film, frame: Frame) -> str:
    """Return where in the algorithm a frame is, from the large to the small."""
    state = frame.state
    parts = [f"Round {state.round}"] if state.round else []
    if state.visiting is not None:
        parts.append(f"visit {film.context.name(state.visiting)}")
    if frame.test is not None:
        parts.append(purpose_words(frame.test.purpose))
    return readable(" › ".join(parts))


def progress_words(film: Film, frame: Frame) -> str:
    """Return the number of CI tests so far, of how many; where there are, those after discovery."""
    if not film.tells_all(frame.position):
        return counted(frame.tests_done, "test")
    now, whole = film.purposes(frame.position), film.purposes(film.last)
    made, every = f"{frame.tests_done:,}", len(film.trace.tests)
    if film.context.is_discovery or not whole.get(BOUNDARY_DISCOVERY):
        return f"{made} of {counted(every, 'test')}"
    after = sum(now.values()) - now[BOUNDARY_DISCOVERY]
    later = sum(whole.values()) - whole[BOUNDARY_DISCOVERY]
    return f"{after:,} of {counted(later, 'test')} after discovery, {made} of {every:,} in all"


def said_of(film: Film, frame: Frame) -> Said:
    """Return what a frame says: a whole sentence, and why or what follows."""
    if frame.test is None:
        return Said(*parted(frame.explanation.text, film.context.names))
    test, context = frame.test, film.context
    x, y = context.name(test.x), context.name(test.y)
    question = f"Are {x} and {y} independent {given_words(context, test.given)}? "
    answer, _, why = frame.explanation.text.removeprefix(question).partition(": ")
    says = ", says the test" if "says the test" in answer else ""
    sign: Sign = "independent" if test.independent else "dependent"
    written = f"given {listed(map(context.name, test.given))}" if test.given else "given nothing"
    what = f"{x} and {y} are {sign} {written}{says}."
    if test.independent and len(why) > LONGEST_REASON and frame.reason and frame.reason.brief:
        why = f"{frame.reason.brief}."
    if len(test.given) > MOST_WRITTEN or len(what) > LONGEST_LINE:
        short, _, rest = given_words(context, test.given).partition("{")
        written = short if not rest else f"given {counted(len(test.given), 'variable')}"
        what = f"{x} and {y} are {sign} {written}{says}."
        why = f"Given {listed(map(context.name, test.given))}: {why}" if rest else why
    if context.is_discovery and written.startswith("given all"):
        each = "neither is" if test.independent else "each is"
        why = f"{why.rstrip('.')}. So {each} in the other's boundary."
    return Said(what, capitalized(why, {*map(str, context.names)}), sign)


def parted(sentence: str, names: Collection[Label] = ()) -> tuple[str, str]:
    """Return what happens, and the rest of the sentence: why, or what follows; both are whole."""
    ends = [sentence.find(mark, _HEADLINE) for mark in (": ", "; ", ". ")]
    end = min((at for at in ends if at > 0), default=len(sentence.rstrip(".?!")))
    what = sentence[:end] + (sentence[end:][:1] if sentence[end:][:1] in ("?", "!") else ".")
    return what, capitalized(sentence[end + 1 :].strip(), {*map(str, names)})


def statement_html(film: Film, test: TestRecord) -> str:
    """Return the statement of a CI test as it is written in the field."""
    name = film.context.name
    given = ", ".join(map(name, test.given))
    if len(test.given) > MOST_GIVEN:
        given = f"{len(test.given):,} variables"
    after = f" | {escaped(given)}" if given else ""
    kind = "independent" if test.independent else "dependent"
    word = "independent of" if test.independent else "not independent of"
    sign = (
        f'<svg class="mw-sign" viewBox="-10 -10 20 20" role="img" aria-label="{word}">'
        f'<path d="{sign_path(independent=test.independent)}"/></svg>'
    )
    x, y = escaped(name(test.x)), escaped(name(test.y))
    return f'<div class="mw-statement mw-{kind}">{x} {sign} {y}{after}</div>'


def code_html(film: Film, frame: Frame) -> str:
    """Return five lines of the pseudo-code around the current one, which is lit."""
    code = film.pseudocode()
    current = next(i for i, line in enumerate(code) if line.number == frame.explanation.line)
    first = max(0, min(current - CODE_LINES // 2, len(code) - CODE_LINES))
    items = "".join(
        f'<li value="{line.number}" style="--mw-indent:{line.indent}"'
        f"{_LIT if at == current else ''}>{escaped(line.text)}</li>"
        for at, line in enumerate(code[first : first + CODE_LINES], start=first)
    )
    return f'<ol class="mw-code" aria-label="Pseudo-code">{items}</ol>'


def steps_html(titles: Sequence[str], current: int) -> str:
    """Return the steps of a walk, the present one lit; of many, those around it."""
    first = max(0, min(current - STEP_LINES // 2, len(titles) - STEP_LINES))
    items = "".join(
        f'<li value="{at + 1}"{_LIT if at == current else ""}>{escaped(title)}</li>'
        for at, title in enumerate(titles[first : first + STEP_LINES], start=first)
    )
    return f'<ol class="mw-code mw-steps" aria-label="Steps">{items}</ol>'


def bars_html(film: Film, frame: Frame) -> str:
    """Return the tests by purpose as bars, which grow to what the run needs, and the bound."""
    now, whole = film.purposes(frame.position), film.purposes(film.last)
    if not film.tells_all(frame.position):
        whole = {purpose: tests for purpose, tests in now.items() if tests}
    most = max([1, *whole.values()])
    rows = "".join(
        f"<tr><th scope='row'>{escaped(purpose_words(purpose))}</th>"
        f"<td class='mw-grow'><span style='width:{100 * now[purpose] / most:.1f}%'></span>"
        f"</td><td class='mw-number'>{now[purpose]:,}</td></tr>"
        for purpose in whole
    )
    words = f"<div class='mw-after'>{escaped(after_words(film, frame))}</div>"
    if not any(tests for purpose, tests in now.items() if purpose != BOUNDARY_DISCOVERY):
        words = ""  # nothing is counted yet
    return f"<table class='mw-bars' aria-label='CI tests by purpose'>{rows}</table>{words}"


def after_words(film: Film, frame: Frame) -> str:
    """Return the count that the upper bound limits, beside it where it applies."""
    if film.context.is_discovery:
        return ""
    now = film.purposes(frame.position)
    after = sum(now.values()) - now.get(BOUNDARY_DISCOVERY, 0)
    text = f"After the boundaries {after:,}"
    if BOUNDARY_DISCOVERY not in now:
        text = f"{after:,} from given boundaries on"
    if not film.context.needs_boundaries:
        start = described_as(film.context.algorithm).start(film.trace.result.options)
        text = counted(after, "test") + ("" if start == "nothing" else f" from the {start} on")
    if not film.context.is_bounded or film.dag is None:
        return f"{text}."
    bound = float(upper_bound(len(film.dag), film.dag.max_in_degree))
    return f"{text}; at most {bound:,.4g} different ones by the upper bound."
