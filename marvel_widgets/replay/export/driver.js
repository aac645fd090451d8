// How a recorded run is stepped in a notebook, an exported page and on the site: the values at a position,
// where a step of a level ends, the clock, the keys. Traits of widgets or slots of a page are its target.

const FILM_KEYS = {
  " ": "play",
  ArrowRight: "step",
  ArrowLeft: "back",
  PageDown: "step", // of a lecturer's clicker
  PageUp: "back",
  Home: "begin",
  End: "end",
};
const OWN_KEYS = "input:not(.mw-seek, [data-part=seek]), textarea, select, [contenteditable], [role=slider]";

// What a key stands for; null where the control under the focus needs it for itself.
function filmKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return null;
  const own = event.target.closest(OWN_KEYS);
  if (own && !(own.type === "radio" && event.key.startsWith("Page"))) return null;
  if (event.key === " " && event.target.closest("button, summary, a")) return null;
  return FILM_KEYS[event.key] ?? null;
}

// The state at a position: for each slot the number of its value in the block. A block tells its
// first state, and for every position what changes; on from the state that was asked for last.
function filmState(block, position) {
  const first = block.first ?? 0;
  const onward = block.known && block.known.position <= position;
  const state = [...(onward ? block.known.state : block.start)];
  for (let i = (onward ? block.known.position : first) - first; i < position - first; i++) {
    const changes = block.changes[i];
    for (let c = 0; c < changes.length; c += 2) state[changes[c]] = changes[c + 1];
  }
  block.known = { position, state };
  return state;
}

// A target has `here` and `last`, the `stops` of its level (none: every position is one), `speed` in
// steps a second, `go`, which returns whether it went, `showPlay` of a name for Play, `ready`
// where it may not be, `waits` where its last position is not the end: nothing plays on from there.
function filmDriver({ here, last, stops, speed, go, showPlay, ready = () => true, waits = () => false }) {
  const next = () => (stops() ? stops().find((stop) => stop > here()) ?? last() : here() + 1);
  const previous = () => (stops() ? stops().filter((stop) => stop < here()).pop() ?? 0 : here() - 1);
  let timer = null;
  const playWords = () => (timer !== null ? "Pause" : here() < last() || waits() ? "Play" : "Replay");
  const pause = () => {
    clearTimeout(timer);
    timer = null;
    showPlay(playWords());
  };
  const wait = () => (timer = setTimeout(tick, 1000 / speed()));
  const tick = () => (ready() && here() < last() && go(next()) && here() < last() ? wait() : pause());
  const play = () => {
    if (timer !== null) return pause();
    if (here() >= last() && waits()) return;
    if ((here() >= last() || !ready()) && !go(0)) return;
    wait();
    showPlay(playWords());
  };
  return {
    step: () => go(next()),
    back: () => go(previous()),
    begin: () => go(0),
    end: () => go(last()),
    play,
    pause,
    playWords,
    stop: () => clearTimeout(timer), // what showed that it plays may be gone
  };
}
