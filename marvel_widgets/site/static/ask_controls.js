// The controls by which an exercise in a page is answered. It stands before ask.js, in one file with it.

const made = (tag, set = {}, ...children) => {
  const { data, aria, ...rest } = set;
  const element = Object.assign(document.createElement(tag), rest);
  Object.assign(element.dataset, data);
  for (const [name, value] of Object.entries(aria ?? {})) element.setAttribute(`aria-${name}`, value);
  element.append(...children.filter((child) => child !== null));
  return element;
};
const button = (words, act, set = {}) => made("button", { type: "button", textContent: words, onclick: act, ...set });

// -- controls: one for each kind; `value()` is what Python would read, `pick` takes a tap in the picture
const ticked = (kind, label, changed) => {
  const stated = kind.kind === "statements", one = kind.kind === "choice";
  const name = `ask-${Math.random()}`;
  const boxes = kind.names.map(() => made("input", { type: one ? "radio" : "checkbox", name, onchange: changed }));
  const rows = kind.names.map((text, i) => made("label", {}, boxes[i], made("span", { textContent: stated ? `${i + 1}. ${text}` : text })));
  const chosen = () => boxes.flatMap((box, i) => (box.checked ? [i] : []));
  return {
    element: made("fieldset", { className: stated ? "ask-stated" : "ask-names" }, made("legend", { textContent: label }), ...rows),
    value: () => (one ? chosen()[0] : chosen()),
    put: (value) => boxes.forEach((box, i) => (box.checked = [value].flat().includes(i))),
    pick: (text) => boxes[kind.names.indexOf(text)]?.click(),
    marks: () => (stated ? [] : chosen().map((i) => kind.names[i])),
    empty: () => !chosen().length,
  };
};

const numbered = (kind, label, changed) => {
  const field = made("input", { type: "text", inputMode: "numeric", autocomplete: "off", oninput: changed });
  return {
    element: made("label", { className: "ask-number" }, made("span", { textContent: label }), field),
    value: () => (/^\s*[+-]?\d[\d,_]{0,14}\s*$/.test(field.value) ? Number(field.value.replace(/[,_]/g, "")) : undefined),
    put: (value) => (field.value = value ?? ""),
    pick: () => {},
    marks: () => [],
    empty: () => !field.value.trim(),
    form: "a whole number",
  };
};

const ordered = (kind, label, changed) => {
  let chosen = [];
  const buttons = kind.names.map((name, i) => button(name, () => tap(i)));
  const shown = made("p", { className: "ask-chosen" });
  const show = () => {
    buttons.forEach((each, i) => {
      const at = chosen.indexOf(i);
      each.setAttribute("aria-pressed", at >= 0);
      each.replaceChildren(kind.names[i], ...(at >= 0 ? [made("small", { textContent: ` ${at + 1}` })] : []));
    });
    shown.textContent = chosen.length ? `In this order: ${chosen.map((i) => kind.names[i]).join(", ")}` : "Tap them in their order.";
  };
  const tap = (i) => {
    chosen = chosen.includes(i) ? chosen.filter((other) => other !== i) : [...chosen, i].slice(0, kind.length);
    show();
    changed();
  };
  show();
  return {
    element: made("fieldset", { className: "ask-order" }, made("legend", { textContent: label }), ...buttons, shown),
    value: () => (chosen.length === kind.length ? chosen : undefined),
    put: (value) => ((chosen = value ?? []), show()),
    pick: (text) => buttons[kind.names.indexOf(text)]?.click(),
    marks: () => chosen.map((i) => kind.names[i]),
    empty: () => !chosen.length,
    form: kind.length === kind.names.length ? "all of them in an order" : `${kind.length} of them in an order`,
  };
};

const paired = (kind, label, changed) => {
  let chosen = [], first = null;
  const joint = kind.directed ? " → " : " – ";
  const words = (pair) => pair.map((i) => kind.names[i]).join(joint);
  const buttons = kind.names.map((name, i) => button(name, () => tap(i)));
  const help = made("p", { className: "ask-chosen" }), list = made("div", { className: "ask-pairs" });
  const show = () => {
    buttons.forEach((each, i) => each.setAttribute("aria-pressed", i === first));
    help.textContent = first === null ? `Tap two for ${kind.directed ? "an arrow: its tail, then its head" : "a pair"}.` : `From ${kind.names[first]}: tap the other one.`;
    list.replaceChildren(...chosen.map((pair) => button(`${words(pair)} ✕`, () => change(pair), { aria: { label: `Take out ${words(pair)}` } })));
  };
  const change = (pair) => {
    const without = chosen.filter((other) => !same(other, pair));
    chosen = (without.length < chosen.length ? without : [...chosen, pair]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    show();
    changed();
  };
  const tap = (i) => {
    const pair = first === null || first === i ? null : kind.directed ? [first, i] : [first, i].sort((a, b) => a - b);
    first = first === null ? i : null;
    if (pair) return change(pair);
    show();
    changed();
  };
  show();
  return {
    element: made("fieldset", { className: "ask-order" }, made("legend", { textContent: label }), ...buttons, help, list),
    value: () => chosen,
    put: (value) => ((chosen = value ?? []), (first = null), show()),
    pick: (text) => buttons[kind.names.indexOf(text)]?.click(),
    marks: () => [...chosen.map((pair) => pair.map((i) => kind.names[i])), ...(first === null ? [] : [kind.names[first]])],
    empty: () => !chosen.length,
  };
};

const parted = (kind, label, changed) => {
  const parts = Object.entries(kind.parts).map(([key, part]) => [key, control(part, key, changed)]);
  const drawn = parts.filter(([key]) => kind.parts[key].kind !== "number");
  let active = drawn[0];
  const show = () => drawn.forEach((part) => part[1].element.classList.toggle("ask-active", drawn.length > 1 && part === active));
  for (const part of drawn) {
    const heard = (events, act) => events.forEach((event) => part[1].element.addEventListener(event, act));
    heard(["focusin", "pointerdown"], () => {
      active = part;
      show();
    });
    heard(["click", "keyup"], () => changed()); // after the tap
  }
  show();
  const all = () => Object.fromEntries(parts.map(([key, part]) => [key, part.value()]));
  return {
    element: made("div", { className: "ask-parts", role: "group", aria: { label } }, ...parts.map(([, part]) => part.element)),
    value: () => (Object.values(all()).includes(undefined) ? undefined : all()),
    put: (value) => parts.forEach(([key, part]) => part.put(value?.[key] ?? (kind.parts[key].kind === "number" ? "" : []))),
    pick: (text) => active?.[1].pick(text),
    marks: () => active?.[1].marks() ?? [],
    empty: () => parts.every(([, part]) => part.empty()),
    form: parts.filter(([, part]) => part.form).map(([key, part]) => `under “${key}” ${part.form}`).join(", "),
  };
};
const control = (kind, label, changed) =>
  ({ number: numbered, order: ordered, pairs: paired, parts: parted })[kind.kind]?.(kind, label, changed) ?? ticked(kind, label, changed);
