"""What all apps share, on an app of two parts."""

import ipywidgets as w
import pytest

from marvel_widgets.widgets.app_spec import AppSpec, Scene
from marvel_widgets.widgets.kit.app import App, lock_whole
from marvel_widgets.widgets.kit.app_token import from_app_token, to_app_token


class Model:
    def __init__(self, n):
        self.n = n

    def state(self):
        return {"n": self.n}

    def load_state(self, state):
        self.n = int(state["n"])


class Counter(App):
    spec = AppSpec(
        name="Counter",
        place=0,
        does="counts",
        below="",
        steps=("", "", ""),
        label="Counter",
        scene=Scene(begin=dict, asked="", says=()),
        kind="counter",
    )

    def __init__(self, n=0, **settings):
        self.read_settings(settings)
        model = self.restored(Model(n))
        self.up = w.Button(description="up")
        self.more = w.VBox([w.IntText(3)])
        keys = {"ArrowRight": self.rise}
        super().__init__({"up": self.up, "more": self.more}, model=model, keys=keys)

    def rise(self):
        self.model.n += 1

    def text(self):
        return f"n = {self.model.n}"

    def svg(self):
        return "<svg/>" if self.model.n else ""


def test_a_token_brings_the_state_back():
    app = Counter(7)
    assert Counter.from_token(app.token).model.n == 7
    assert Counter.from_token(f"  {app.token}\n", big=True).text() == "n = 7"


def test_a_token_of_another_app_is_refused_by_name():
    with pytest.raises(ValueError, match=r"'other'.*'counter'"):
        Counter.from_token(to_app_token("other", {"n": 1}))


@pytest.mark.parametrize("token", ["", "mwa1.", "mwa1.abc", "mwa2.abc", "mw1.abc", 9 * "x"])
def test_a_damaged_token_is_refused(token):
    with pytest.raises(ValueError, match="state token"):
        from_app_token("counter", token)


def test_a_token_cut_anywhere_is_refused():
    token = Counter(7).token
    for length in range(len(token)):
        with pytest.raises(ValueError, match="state token"):
            Counter.from_token(token[:length])


def on_screen(widget):
    return [
        widget,
        *(part for child in getattr(widget, "children", ()) for part in on_screen(child)),
    ]


@pytest.mark.parametrize("argument", ["hide", "lock"])
def test_an_unknown_part_is_named_with_those_there_are(argument):
    with pytest.raises(ValueError, match=r"'nobody'.*'up', 'more'"):
        Counter(**{argument: ("nobody",)})


def test_a_locked_part_stays_disabled_whatever_the_model_does():
    app = Counter(lock=("up",))
    app.up.disabled = False
    assert app.up.disabled
    assert not app.more.children[0].disabled


def test_a_locked_part_locks_what_comes_later():
    box = w.VBox([w.HBox([w.Button()])])
    lock_whole(box)
    box.children[0].children = (*box.children[0].children, w.IntText(1))
    box.children = (*box.children, w.Text("late"))
    assert box.children[0].children[0].disabled
    assert box.children[0].children[1].disabled
    assert box.children[1].disabled


def test_keys_do_what_they_stand_for_and_others_nothing():
    app = Counter()
    app.shell._handle_custom_msg({"key": "ArrowRight"}, [])
    app.shell._handle_custom_msg({"key": "ArrowLeft"}, [])
    app.shell._handle_custom_msg({"key": ["ArrowRight"]}, [])
    app.shell._handle_custom_msg("noise", [])
    assert app.model.n == 1


def test_static_views_stand_in_the_bundle():
    bundle = Counter(2)._repr_mimebundle_()
    assert bundle["text/plain"] == "n = 2"
    assert bundle["image/svg+xml"] == "<svg/>"
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert "image/svg+xml" not in Counter(0)._repr_mimebundle_()
