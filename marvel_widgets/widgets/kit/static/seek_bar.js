// The seek bar: a native range input (so keyboard and screen reader work by themselves), a
// strip of ticks below it, and the keys of the player that it stands in.

const THUMB = 16; // px; the middle of the thumb runs from 8 px to width - 8 px

function render({ model, el }) {
  const range = document.createElement("input");
  range.type = "range";
  range.className = "mw-seek";
  range.min = "0";
  range.setAttribute("aria-label", "Position in the run");
  const ticks = document.createElement("div");
  ticks.className = "mw-ticks";
  el.append(range, ticks);

  const showValue = () => {
    range.disabled = model.get("disabled");
    range.max = String(model.get("last"));
    range.value = String(model.get("value"));
    range.setAttribute("aria-valuetext", model.get("value_text"));
  };
  const showMarks = () => {
    const last = Math.max(1, model.get("last"));
    ticks.replaceChildren(
      ...model.get("marks").map(([position, text, name]) => {
        const tick = document.createElement("button");
        tick.type = "button";
        tick.className = "mw-tick";
        tick.disabled = model.get("disabled");
        tick.tabIndex = -1; // the same places are reached with the level "round"
        tick.dataset.position = String(position);
        tick.title = text;
        tick.setAttribute("aria-label", text);
        const share = position / last;
        tick.style.left = `calc(${THUMB / 2}px + ${share} * (100% - ${THUMB}px))`;
        tick.addEventListener("click", () => move(position));
        if (name) {
          const written = document.createElement("span");
          written.textContent = name;
          tick.append(written);
        }
        return tick;
      })
    );
    makeRoom();
  };
  // A name stays on the bar, and is written only where it keeps clear of the one before.
  const makeRoom = () => {
    const bar = ticks.getBoundingClientRect();
    let end = -Infinity;
    for (const written of ticks.querySelectorAll("span")) {
      written.style.marginLeft = "";
      const { left, right } = written.getBoundingClientRect();
      const moved = Math.max(0, bar.left - left) - Math.max(0, right - bar.right);
      written.style.marginLeft = `${moved}px`;
      const clear = left + moved > end + 4;
      written.style.visibility = clear ? "" : "hidden";
      if (clear) end = right + moved;
    }
  };
  const sizes = new ResizeObserver(makeRoom);
  sizes.observe(ticks);
  const move = (position) => {
    model.set("value", position);
    model.save_changes();
  };

  range.addEventListener("input", () => move(Number(range.value)));
  model.on("change:value", showValue);
  model.on("change:value_text", showValue);
  model.on("change:last", () => (showValue(), showMarks()));
  model.on("change:marks", showMarks);
  model.on("change:disabled", () => (showValue(), showMarks()));
  showValue();
  showMarks();

  // Keys: only what no control under the focus needs for itself.
  const onKey = (event) => {
    const act = model.get("disabled") ? null : filmKey(event);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    model.send({ key: act });
  };
  const leave = whenIn(el, ".mw-app", (root) => {
    root.addEventListener("keydown", onKey);
    return () => root.removeEventListener("keydown", onKey);
  });
  return () => {
    leave();
    sizes.disconnect();
  };
}

export default { render };
