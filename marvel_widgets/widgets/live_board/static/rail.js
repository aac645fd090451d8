// The rail of lenses: a press of a button, or of its number with the focus anywhere in the board but in
// a field. Ctrl+Z and Ctrl+Y anywhere in it are the graph's: who drew a wrong edge by mouse has no
// focus in the canvas, which hears its own.

const FIELDS = "input, textarea, select, [contenteditable]";
const WAITS = "Answer the question, or skip it, first";

function drive(model, root, el) {
  const buttons = model.get("names").map((name) => {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "mw-lens";
    made.setAttribute("role", "radio");
    made.textContent = name;
    made.setAttribute("aria-label", name);
    return made;
  });
  el.replaceChildren(...buttons);
  const show = () => {
    const here = model.get("lens");
    root.dataset.lens = (model.get("names")[here] || "").toLowerCase();
    buttons.forEach((button, i) => {
      const waits = model.get("asks") && i !== here;
      button.setAttribute("aria-checked", String(i === here));
      button.tabIndex = i === here ? 0 : -1;
      button.disabled = model.get("disabled") || waits;
      button.title = waits ? WAITS : "";
    });
  };
  const choose = (number) => {
    if (!buttons[number] || buttons[number].disabled || number === model.get("lens")) return;
    model.send({ lens: number });
    model.set("lens", number); // seen at once
  };
  const onClick = (event) => choose(buttons.indexOf(event.target.closest(".mw-lens")));
  const onArrow = (event) => {
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const number = (model.get("lens") + by + buttons.length) % buttons.length;
    choose(number);
    buttons[number].focus();
  };
  const onKey = (event) => {
    if (event.altKey || event.target.closest(FIELDS)) return;
    if (event.ctrlKey || event.metaKey) {
      const act = { z: "undo", y: "redo" }[event.key.toLowerCase()];
      if (!act || event.target.closest(".mw-canvas")) return;
      event.preventDefault();
      model.send({ do: act });
      return;
    }
    const number = Number(event.key) - 1;
    if (!buttons[number] || event.key.length !== 1) return;
    event.preventDefault();
    event.stopPropagation();
    root.focus({ preventScroll: true });
    choose(number);
  };
  const heard = ["change:lens", "change:asks", "change:disabled"];
  for (const name of heard) model.on(name, show);
  el.addEventListener("click", onClick);
  el.addEventListener("keydown", onArrow);
  root.addEventListener("keydown", onKey);
  show();
  return () => {
    for (const name of heard) model.off(name, show);
    root.removeEventListener("keydown", onKey);
  };
}

function render({ model, el }) {
  el.classList.add("mw-rail");
  el.setAttribute("role", "radiogroup");
  el.setAttribute("aria-label", "Lens");
  return whenIn(el, ".mw-app", (root) => drive(model, root, el));
}

export default { render };
