// Names to press. What is chosen is a list of names, or one name alone; each button says in its
// name what it is chosen for, and stays the same element while the names stay the same.

function render({ model, el }) {
  el.classList.add("mw-chips");
  el.setAttribute("role", "group");
  const label = document.createElement("span");
  label.className = "mw-chips-label";
  const row = document.createElement("span");
  row.className = "mw-chips-row";
  el.append(label, row);

  const chosen = (name) => {
    const value = model.get("value");
    return Array.isArray(value) ? value.includes(name) : value === name;
  };
  const press = (name) => {
    const value = model.get("value");
    if (!Array.isArray(value)) {
      if (value === name) return;
      model.set("value", name);
    } else {
      const kept = (one) => (one === name ? !value.includes(name) : value.includes(one));
      model.set("value", model.get("options").filter(kept));
    }
    model.save_changes();
  };
  const make = (name) => {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "mw-chip";
    made.textContent = readable(name);
    made.dataset.name = name;
    made.addEventListener("click", () => press(name));
    return made;
  };
  const show = () => {
    const options = model.get("options");
    const said = model.get("label");
    const old = new Map([...row.children].map((chip) => [chip.dataset.name, chip]));
    const chips = options.map((name) => old.get(name) || make(name));
    if (chips.length !== row.children.length || chips.some((chip, i) => chip !== row.children[i]))
      row.replaceChildren(...chips);
    label.textContent = said;
    el.setAttribute("aria-label", said);
    for (const chip of chips) {
      chip.setAttribute("aria-label", `${said}: ${readable(chip.dataset.name)}`);
      chip.setAttribute("aria-pressed", String(chosen(chip.dataset.name)));
      chip.disabled = model.get("disabled");
    }
  };
  const watched = ["value", "options", "label", "disabled"].map((name) => `change:${name}`);
  for (const name of watched) model.on(name, show);
  show();
  return () => {
    for (const name of watched) model.off(name, show);
  };
}

export default { render };
