// The rail of lenses: what the other lenses show has come into the page as a reel, and a press of a
// button, or of its number with the focus anywhere in the board but in a field, needs no kernel.
// From there Ctrl+Z and Ctrl+Y are the canvas's, too: who drew a wrong edge by mouse has no focus in it.

const FIELDS = "input, textarea, select, [contenteditable]";

function drive(model, reel, root, el) {
  el.classList.add("mw-rail");
  el.setAttribute("role", "radiogroup");
  el.setAttribute("aria-label", "Lens");
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
  const here = () => (reel.ready() ? reel.here : model.get("lens"));
  const show = () => {
    const disabled = model.get("disabled");
    root.dataset.ahead = reel.ready() ? "whole" : "none"; // whether the others need no kernel
    root.dataset.lens = (model.get("names")[here()] || "").toLowerCase();
    buttons.forEach((button, i) => {
      button.setAttribute("aria-checked", String(i === here()));
      button.tabIndex = i === here() ? 0 : -1;
      button.disabled = disabled;
    });
  };
  const choose = (number) => {
    if (model.get("disabled")) return;
    if (reel.ready() && reel.has(number)) reel.seek(number, 0); // told before whatever is done next
    else attempt(() => model.send({ lens: number }));
    show();
  };
  const onClick = (event) => {
    const number = buttons.indexOf(event.target.closest(".mw-lens"));
    if (number >= 0) choose(number);
  };
  const onArrow = (event) => {
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const number = (here() + by + buttons.length) % buttons.length;
    choose(number);
    buttons[number].focus();
  };
  const onKey = (event) => {
    if (event.altKey || event.target.closest(FIELDS)) return;
    if (event.ctrlKey || event.metaKey) {
      const canvas = root.querySelector(".mw-canvas");
      if (!canvas || canvas.contains(event.target) || !/^[zy]$/i.test(event.key)) return;
      event.preventDefault();
      canvas.dispatchEvent(new KeyboardEvent("keydown", event));
      return;
    }
    const number = Number(event.key) - 1;
    if (!buttons[number] || event.key.length !== 1) return;
    event.preventDefault();
    event.stopPropagation();
    choose(number);
  };
  const heard = ["change:lens", "change:position", "change:disabled"];
  for (const name of heard) model.on(name, show);
  reel.heard.add(show);
  el.addEventListener("click", onClick);
  el.addEventListener("keydown", onArrow);
  root.addEventListener("keydown", onKey);
  show();
  return () => {
    for (const name of heard) model.off(name, show);
    reel.heard.delete(show);
    el.removeEventListener("click", onClick);
    el.removeEventListener("keydown", onArrow);
    root.removeEventListener("keydown", onKey);
  };
}

export default reelWidget(drive);
