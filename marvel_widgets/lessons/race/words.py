"""A race in words: where each racer is, which one won, and what was counted."""

from math import comb

from marvel_widgets.core.algorithms.own import OWN
from marvel_widgets.core.algorithms.registry import described_as
from marvel_widgets.lessons.race import runs
from marvel_widgets.pictures.band import Said, Sign
from marvel_widgets.replay.static_views import walk_words
from marvel_widgets.text import counted, listed

_STATES = {"running": "running", "finished": "finished", "stopped": "stopped by the budget"}


def clock_words(race: runs.Race) -> str:
    needing = [runs.racer_title(r.name) for r in race.racers if r.needs_boundaries]
    others = [r for r in race.racers if not r.needs_boundaries and r.algorithm != OWN]
    without = [runs.racer_title(r.name) for r in others]
    every = "" if race.boundaries == "given" else "all "
    included = ", boundaries included" if race.boundaries == "own" else ""
    sentences = [f"The clock counts {every}performed CI tests{included}."]
    if needing:
        sentences.append(_start_words(race, [] if not without else needing))
    if without:
        if needing and race.boundaries == "given":
            sentences.append(f"Finding these takes {_pairs(race)}, which are not counted.")
        start = "starts" if len(without) == 1 else "start"
        walks = "".join(
            f"; {runs.racer_title(r.name)} goes through the variables {order}"
            for r in others
            if (order := walk_words(r.trace.result))
        )
        sentences.append(
            f"{listed(without)} {start} from the complete graph, without boundaries{walks}."
        )
    if own := [r for r in race.racers if r.algorithm == OWN]:
        words = "program starts" if len(own) == 1 else "programs start"
        they = "it asks" if len(own) == 1 else "they ask"
        sentences.append(f"Your own {words} from nothing: all {they} is counted.")
    return " ".join(sentences)


def _start_words(race: runs.Race, names: list[str]) -> str:
    """Return how some racers came by the Markov boundaries; no names: each racer."""
    each = len(names) < 2
    who = listed(names) or "Each racer"
    if race.boundaries == "given":
        its = "its" if each else "their"
        return (
            f"{who} {'is' if each else 'are'} given the true Markov boundaries, so all of {its} "
            "tests come after boundary discovery."
        )
    return (
        f"{who} first {'finds' if each else 'find'} the Markov boundaries by total conditioning, "
        f"{_pairs(race)}; set sizes are those of the tests after that."
    )


def _pairs(race: runs.Race) -> str:
    return counted(comb(len(race.dag), 2), "test")


def budget_words(race: runs.Race) -> str:
    allowed = f"Each may perform {counted(race.budget, 'CI test')}"
    if race.budget == runs.PAPER_BUDGET:
        allowed += ", where the paper's Table 2 gives up"
    stopped = [runs.racer_title(r.name) for r in race.racers if not r.complete]
    return f"{allowed}. The budget stops {listed(stopped) if stopped else 'none of them'}."


def state_words(standing: runs.Standing) -> str:
    """Return where a racer is in one sentence; its total only once it has finished."""
    name = runs.racer_title(standing.algorithm)
    tests = counted(standing.tests, "test")
    if standing.state == "finished":
        start = f"{name} has finished in place {standing.place}"
        return f"{start}: {tests if standing.tests else 'no test at all'}{_mean_words(standing)}."
    done = f"{tests} by now" if standing.state == "running" else f"{tests} were not enough"
    return f"{name} is {_STATES[standing.state]}: {done}{_mean_words(standing)}."


def state_word(standing: runs.Standing) -> str:
    """Return the state of a racer in a few words: running, place 2, stopped by the budget."""
    return _STATES[standing.state] if standing.place is None else f"place {standing.place}"


def mean_word(standing: runs.Standing) -> str:
    """Return the mean set size with two digits, or a dash before the first test."""
    mean = standing.mean_size
    return "–" if mean is None else f"{mean:.2f}"


def _mean_words(standing: runs.Standing) -> str:
    return "" if standing.mean_size is None else f"; mean set size {mean_word(standing)}"


def tick_words(race: runs.Race, tick: int) -> str:
    """Return what the clock shows, and how many are done."""
    standings = race.standing(tick)
    done = sum(s.state != "running" for s in standings)
    shown = f"The clock shows {counted(max(0, min(tick, race.last)), 'CI test')}."
    verb = "is" if done == 1 else "are"
    return f"{shown} {done} of {counted(len(standings), 'racer')} {verb} done."


def total_words(racer: runs.Racer) -> str:
    """Return the tests of a whole run: "14 tests after discovery, 42 in all"."""
    found = racer.total - racer.trace.result.counts.after_boundaries
    given = racer.needs_boundaries and not found
    whole = racer.total + (comb(len(racer.trace.names), 2) if given else 0)
    if not (found or given) or not racer.complete:
        return counted(racer.total, "test")
    after = counted(racer.total - found, "test")
    return f"{after} after discovery, {whole:,} in all"


def fate_words(race: runs.Race, tick: int, bet: str) -> str:
    """Return what has become of a bet on a racer so far; "" without one."""
    places = {standing.algorithm: standing.place for standing in race.standing(tick)}
    if not bet or places.get(bet) == 1:
        return bet and "your bet: won"
    over = tick >= race.last or any(places.values())
    return "your bet: lost" if over else "your bet"


def race_said(race: runs.Race, tick: int, bet: str) -> Said:
    """Return what has happened last on the clock, and what became of a bet by that."""
    fate = fate_words(race, tick, bet)
    sign: Sign = "yes" if fate.endswith("won") else "no" if fate.endswith("lost") else ""
    clock, done = tick_words(race, tick), [s for s in race.standing(tick) if s.place]
    if tick >= race.last:
        return Said(winner_words(race), clock, sign)
    if not done:
        start = "The first that is done has made the fewest tests." if tick == 0 else ""
        return Said(start or "No racer is done yet.", clock)
    place = max(s.place or 0 for s in done)
    names = listed(runs.racer_title(s.algorithm) for s in done if s.place == place)
    verb = "is" if sum(s.place == place for s in done) == 1 else "are"
    at = next(s.tests for s in done if s.place == place)
    what = f"{names} {verb} done at test {at:,}, in place {place}."
    if place == 1 and sign == "no":
        what = f"{runs.racer_title(bet)} is overtaken at test {at:,}: {names} {verb} done."
    fate = f" The bet on {runs.racer_title(bet)} is {fate.split()[-1]}." if sign else ""
    return Said(what, f"{clock}{fate}", sign if place == 1 else "")


def winner_words(race: runs.Race) -> str:
    first = race.ranking()[0]
    if not first.finished:
        return "The budget stops all racers."
    one = len(first.algorithms) == 1
    names = listed(map(runs.racer_title, first.algorithms))
    needs = "needs" if one else "need"
    of = {"given": " after discovery", "found": " with discovery"}.get(race.boundaries, "")
    return f"{names} {needs} the fewest tests{of}: {first.tests:,}{'' if one else ' each'}."


def ranking_words(race: runs.Race) -> str:
    return f"Fewest performed tests: {'; '.join(map(_place_words, race.ranking()))}."


def _place_words(place: runs.Ranked) -> str:
    names = listed(map(runs.racer_title, place.algorithms))
    each = " each" if len(place.algorithms) > 1 else ""
    if not place.finished:
        return f"{place.rank}. {names}, not finished after {place.tests:,}{each}"
    return f"{place.rank}. {names}, {place.tests:,}{each}"


def graph_found(racer: runs.Racer) -> str:
    skeleton = _finds_skeleton(racer)
    if racer.right is None:
        return "no answer within the budget"
    if not racer.right:
        return "a wrong skeleton" if skeleton else "a wrong graph"
    return "the right skeleton" if skeleton else "the essential graph"


def _finds_skeleton(racer: runs.Racer) -> bool:
    return described_as(racer.algorithm).finds == "skeleton"


def result_lines(race: runs.Race) -> list[str]:
    """Return the text when all are done: both rankings, and which answers are right."""
    right = [runs.racer_title(r.name) for r in race.racers if r.right]
    wrong = [runs.racer_title(r.name) for r in race.racers if r.right is False]
    text = f"{listed(right)} {'gives' if len(right) == 1 else 'give'} the right answer."
    skeletons = [runs.racer_title(r.name) for r in race.racers if r.right and _finds_skeleton(r)]
    if skeletons:
        gives = "gives" if len(skeletons) == 1 else "give"
        text += f" {listed(skeletons)} {gives} a skeleton, the others an essential graph."
    places = "; ".join(map(_place_words, race.ranking(distinct=True)))  # may be other ones
    lines = [ranking_words(race), f"Fewest distinct tests: {places}."]
    lines += [text] if right else []
    lines += [f"Wrong: {listed(wrong)}."] if wrong else []
    return lines


def bet_words(winner: str) -> str:
    """Return a placed bet, as a lecturer reads it to the room."""
    return (
        f"The bet: {runs.racer_title(winner)} performs the fewest."
        if winner
        else "No bet was placed."
    )


def verdict_on(winner: str, race: runs.Race) -> tuple[bool, str]:
    """Return whether a bet on a racer is won, and why, or why not."""
    best = race.ranking()[0]
    if not best.finished:
        return False, "None wins: the budget stops all of them."
    names, one = listed(map(runs.racer_title, best.algorithms)), len(best.algorithms) == 1
    text = f"{names} perform{'s' * one} {counted(best.tests, 'test')}{'' if one else ' each'}"
    if winner in best.algorithms:
        all_tie = len(best.algorithms) == len(race.racers)
        return True, f"Right: {text}{'' if all_tie else ', fewer than all others'}."
    racer = race.racer(winner)
    rest = f"{'' if racer.complete else 'more than '}{racer.total:,}"
    return False, f"Not right: {text}, {runs.racer_title(winner)} {rest}."
