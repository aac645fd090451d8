// A slider over steps that have words: a native range input, so that keys, touch and screen
// reader work by themselves; the kernel hears of a step when the learner lets go.

function render({ model, el }) {
  const name = document.createElement("label");
  name.className = "mw-dial";
  const words = document.createElement("span");
  const range = document.createElement("input");
  range.type = "range";
  range.className = "mw-dial-range"; // not that of a seek bar, whose keys are the player's
  range.min = "0";
  const step = document.createElement("output");
  name.append(words, range, step);
  el.append(name);

  const say = () => {
    const text = model.get("texts")[Number(range.value)] || "";
    step.textContent = text;
    range.setAttribute("aria-valuetext", text);
  };
  const show = () => {
    words.textContent = model.get("label");
    range.setAttribute("aria-label", model.get("label"));
    range.disabled = model.get("disabled");
    range.max = String(Math.max(0, model.get("texts").length - 1));
    range.value = String(model.get("at"));
    say();
  };
  range.addEventListener("input", say);
  range.addEventListener("change", () => {
    model.set("at", Number(range.value));
    model.save_changes();
  });
  for (const trait of ["label", "texts", "at", "disabled"]) model.on(`change:${trait}`, show);
  show();
}

export default { render };
