"""The reel: what it ships replays to what its function says; the kernel follows without a word."""

import ipywidgets as w
import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets.widgets.kit.reel import BLOCK, Reel, unpacked


def replayed(reel, position, blocks=None):
    """Do what the page does: begin with a block's first state, then change after change."""
    number = position // BLOCK
    block = unpacked(reel.block(number) if blocks is None else blocks[number])
    state = list(block["start"])
    for changes in block["changes"][: position - block["first"]]:
        for slot, number in zip(changes[::2], changes[1::2], strict=True):
            state[slot] = number
    return [block["values"][number] for number in state]


VALUES = st.one_of(st.text(max_size=3), st.booleans(), st.integers(0, 2), st.just(["a", "b"]))


@given(st.lists(st.tuples(VALUES, VALUES), min_size=1, max_size=2 * BLOCK + 3), st.data())
def test_every_position_replays_to_its_values(rows, data):
    reel = Reel()
    labels = [w.Label(), w.Label()]
    reel.load([(each, "value") for each in labels], rows.__getitem__, len(rows) - 1, {})
    position = data.draw(st.integers(0, len(rows) - 1))
    assert replayed(reel, position) == list(rows[position])
    # True is not 1: each is told as what it is
    assert list(map(type, replayed(reel, position))) == list(map(type, rows[position]))


def test_untold_changes_are_kept_and_not_sent(sent):
    label, other = w.Label("0"), w.Label("0")
    reel = Reel()
    reel.load([(label, "value")], lambda _: ["0"], 0, {})
    sent.take()
    with reel.untold():
        label.value = other.value = "1"
    assert label.value == other.value == "1"
    assert [(widget, state) for widget, state in sent.take()] == [(other, {"value": "1"})]
    label.value = "2"
    assert [state for _, state in sent.take()] == [{"value": "2"}]


@pytest.mark.parametrize("content", [{"ready": True}, {"need": 1}, {"need": 99}, {}, "x", None])
def test_what_a_page_asks_for_is_shipped_and_nonsense_is_not(content, monkeypatch):
    reel = Reel()
    reel.load([(w.Label(), "value")], lambda position: [str(position)], 2 * BLOCK, {})
    shipped = []
    monkeypatch.setattr(reel, "send", lambda said, buffers: shipped.append((said, buffers)))
    reel._handle_custom_msg(content, [])
    numbers = [said["block"] for said, _ in shipped]
    wanted = {"ready": [0, 1, 2], "need": [1]}
    known = content == {"ready": True} or content == {"need": 1}
    assert numbers == (wanted[next(iter(content))] if known else [])
    assert all(unpacked(buffers[0])["first"] == BLOCK * said["block"] for said, buffers in shipped)


@pytest.mark.parametrize("content", [{"ready": True}, {"need": 0}])
def test_a_run_that_ends_while_it_is_packed_is_not_shipped(content, monkeypatch):
    reel, sent = Reel(), []
    monkeypatch.setattr(reel, "send", lambda message, _: sent.append(message["run"]))
    labels = [w.Label(), w.Label()]

    def values(position):
        if position == 2 and reel.last == 4:  # the app follows a graph, and has another run
            reel.load([(labels[0], "value")], lambda _: ["new"], 0, {})
        return ["old", position][: 2 if reel.last == 4 else 1]

    reel.load([(each, "value") for each in labels], values, 4, {})
    reel._answer(reel, content, [])  # no loop runs: all at once
    assert sent == []
    reel._answer(reel, content, [])
    assert sent == [reel.run]


def test_without_a_run_nothing_is_shipped(monkeypatch):
    reel = Reel()
    monkeypatch.setattr(reel, "send", lambda *_: pytest.fail("shipped"))
    reel._handle_custom_msg({"ready": True}, [])
    reel.load([(w.Label(), "value")], lambda _: ["0"], 0, {})
    reel.unload()
    reel._handle_custom_msg({"ready": True}, [])


def test_a_closed_target_of_an_unloaded_run_is_told_to_nobody():
    """A page that is loaded again asks for the states of all widgets, of this one too."""
    label, reel = w.Label(), Reel()
    reel.load([(label, "value")], lambda _: [""], 0, {})
    reel.unload()
    label.close()
    assert reel.get_state()["targets"] == []


def test_closing_leaves_the_targets():
    label, reel = w.Label(), Reel()
    reel.load([(label, "value")], lambda _: [""], 0, {})
    reel.close()
    assert label.comm is not None
