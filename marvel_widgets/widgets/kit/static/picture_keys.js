// A picture in which one can click, by keyboard: Tab leads to it, the arrow keys go from one element
// to the next, Enter is a click. What has the focus is a list, with an option at each element; it
// hears no mouse. Where variables can be given, G does it, and so do Shift-click and a long press.

const GIVE = "cxttap"; // a right click, as GIVE in graph_view.py
const WAYS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const RING = 4; // px around an element
const LATER = 100; // ms after which what was drawn anew is named anew

function walkPicture(drawn, cy) {
  const hears = (what) => drawn.classList.contains(`mw-hears-${what}`);
  if (hears(GIVE)) hearGiven(drawn, cy);
  if (!hears("tap") && !hears("edges")) return;
  const list = make("div", "mw-keys");
  const name = `mw-keys-${Math.random().toString(36).slice(2)}`;
  const options = new Map(); // by the id of their elements
  let at = null;
  list.tabIndex = 0;
  list.setAttribute("role", "listbox");
  const walked = () =>
    cy.elements(":visible").filter((one) => (one.isNode() ? hears("tap") : hears("edges")));
  const optionOf = (one) => {
    const made = make("span", "mw-key");
    made.id = `${name}-${one.id()}`;
    made.setAttribute("role", "option");
    return made;
  };
  const show = () => {
    if (cy.destroyed()) return;
    describe(list, drawn, hears(GIVE));
    const shown = walked().toArray();
    for (const one of shown) {
      if (!options.has(one.id())) options.set(one.id(), optionOf(one));
      dressOption(options.get(one.id()), one);
    }
    if (!shown.some((one) => one.id() === at)) at = shown.length ? shown[0].id() : null;
    const made = shown.map((one) => options.get(one.id()));
    if (made.some((option, i) => list.children[i] !== option) || made.length < list.children.length)
      list.replaceChildren(...made);
    mark();
  };
  const mark = () => {
    for (const [id, option] of options) option.setAttribute("aria-selected", String(id === at));
    if (at !== null) list.setAttribute("aria-activedescendant", `${name}-${at}`);
  };
  const press = (type) => {
    const one = cy.$id(at);
    const [position, renderedPosition] = one.isNode()
      ? [{ ...one.position() }, one.renderedPosition()]
      : [one.midpoint(), one.renderedMidpoint()];
    one.emit({ type, position, renderedPosition });
  };
  list.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || at === null) return;
    const ids = walked().map((one) => one.id());
    const goal = { Home: 0, End: ids.length - 1 }[event.key];
    if (event.key === "Enter" || event.key === " ") press("tap");
    else if (event.key.toLowerCase() === "g" && hears(GIVE)) press(GIVE);
    else if (goal !== undefined) at = ids[goal];
    else if (WAYS[event.key])
      at = ids[(ids.indexOf(at) + WAYS[event.key] + ids.length) % ids.length];
    else return;
    event.preventDefault();
    event.stopPropagation();
    mark();
  });
  let later = 0;
  cy.on("render", () => {
    if (!later) later = setTimeout(() => ((later = 0), show()), LATER);
  });
  drawn.append(list);
  show();
}

// the words for the picture stand below it already
function describe(list, drawn, gives) {
  const frame = drawn.closest(".mw-view");
  const title = frame && frame.querySelector(".mw-view-title");
  const keys = gives ? "Enter chooses, G gives" : "Enter chooses";
  list.setAttribute("aria-label", `${(title && title.textContent) || "Picture"}: ${keys}`);
}

function dressOption(option, one) {
  const nameOf = (variable) => variable.data("whole") || variable.data("label");
  const [kind, name] = one.isNode()
    ? ["nodes", nameOf(one)]
    : ["edges", `Edge ${nameOf(one.source())} to ${nameOf(one.target())}`];
  const said = one.classes().map((look) => SAID[kind][look.replace(/-\d+$/, "")]);
  option.setAttribute("aria-label", [name, ...said.filter(Boolean)].join(", "));
  const { x1, y1, w, h } = boxOf(one);
  const box = { left: x1 - RING, top: y1 - RING, width: w + 2 * RING, height: h + 2 * RING };
  for (const [side, size] of Object.entries(box)) option.style[side] = `${size}px`;
}

function boxOf(one) {
  if (one.isEdge()) return one.renderedBoundingBox({ includeLabels: false });
  const [{ x, y }, w, h] = [one.renderedPosition(), one.renderedOuterWidth(), one.renderedOuterHeight()];
  return { x1: x - w / 2, y1: y - h / 2, w, h };
}

// A press with Shift, or a long one of a finger, is no click: cytoscape takes it for a drag.
function hearGiven(drawn, cy) {
  const give = (variable) => {
    const { hoverData, touchData } = cy.renderer();
    hoverData.dragged = touchData.singleTouchMoved = true;
    variable.emit(GIVE);
  };
  cy.on("tapstart", "node", ({ target, originalEvent }) => originalEvent.shiftKey && give(target));
  cy.on("taphold", "node", ({ target, originalEvent }) => originalEvent.touches && give(target));
  drawn.addEventListener("contextmenu", (event) => event.preventDefault()); // of a long press
}
