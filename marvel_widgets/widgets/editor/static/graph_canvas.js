// The canvas of the graph editor: focusable SVG, so that mouse, keyboard and screen reader all
// reach every variable and edge. It only shows what Python sends and tells what was done; names
// become text nodes and attributes, never markup.

const SVG = "http://www.w3.org/2000/svg";
const HALF = 15; // px, half the height of a pill, as in every picture
const RINGS = new Set(["removable", "no-longer"]); // looks that a ring is drawn for
const RING = 4.5; // px from the border of a pill to a ring around it
// px from the middle line of a pill: within CORE, a drag moves it; beyond it, up to RIM, it connects
const CORE = 8;
const RIM = 22;
const NUDGE = 12; // px; Shift and an arrow key move a vertex by it
const AROUND = { across: 16, down: 20 }; // px of a snug canvas around the outermost variables
const STILL = 4; // px; a press that moves less is a click

const maker = (create) => (name, attributes = {}, ...children) => {
  const made = create(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
};
const element = maker((name) => document.createElementNS(SVG, name));
const html = maker((name) => document.createElement(name));
// Those that stay are left as they are, so that only what is new appears.
const showPieces = (layer, pieces) => {
  const known = new Map([...layer.children].map((made) => [made.piece, made]));
  for (const [piece, made] of known) if (!pieces.includes(piece)) made.remove();
  for (const piece of pieces.filter((each) => !known.has(each))) {
    const made = element("g");
    made.innerHTML = made.piece = piece;
    layer.append(made);
  }
};
const keyOf = (item) => JSON.stringify(item);
const sum = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

function render({ model, el }) {
  el.classList.add("mw-canvas");
  // -- parts
  const action = (text, title, act) => {
    const made = html("button", { type: "button", class: "mw-canvas-button", title }, text);
    made.addEventListener("click", act);
    return made;
  };
  const addButton = action("Add variable", "Add a variable in a free place (N)", () => addVertex());
  const connectButton = action("Connect", "Choose a tail, then a head (Enter on a variable)", () =>
    toggleConnect()
  );
  connectButton.setAttribute("aria-pressed", "false");
  const reverseButton = action("Reverse", "Turn the chosen edge round (Enter on an edge)", () =>
    reverse()
  );
  const renameButton = action("Rename", "Give the chosen variable another name (F2)", () =>
    startRename()
  );
  const deleteButton = action("Delete", "Delete the chosen variable or edge (Delete)", () =>
    remove()
  );
  const tools = html("div", { class: "mw-canvas-tools", role: "group", "aria-label": "Canvas" });
  tools.append(addButton, connectButton, reverseButton, renameButton, deleteButton);
  const nameField = html("input", { type: "text", "aria-label": "New name", maxlength: "200" });
  const renameForm = html("form", { class: "mw-canvas-rename", hidden: "" }, nameField);
  renameForm.append(html("button", { type: "submit", class: "mw-canvas-button" }, "Set name"));
  const hint = html("div", { class: "mw-canvas-hint", role: "status", "aria-live": "polite" });
  const edgeLayer = element("g");
  const vertexLayer = element("g");
  const ghost = element("path", { class: "mw-ghost", "aria-hidden": "true" });
  const svg = element("svg", { role: "application", "aria-label": "Graph" });
  // pieces of SVG from Python, in the coordinates of the picture
  const among = element("g", { class: "mw-layer", "aria-hidden": "true" });
  svg.append(edgeLayer, among, ghost, vertexLayer);
  const frame = html("div", { class: "mw-canvas-frame" }, svg);
  el.append(tools, renameForm, frame, hint);

  // -- state of the page, not of the graph
  let graph = { nodes: [], edges: [], width: 0, height: 0, closing: [] };
  let spots = new Map(); // name -> {x, y}, also while a vertex is dragged
  let widths = new Map(); // name -> the width of its pill
  let items = []; // ["vertex", name] and ["edge", tail, head], in the order of the keys
  let drawn = new Map(); // key -> element
  let current = null; // the item that Tab comes to; what the buttons act on
  let chosen = false; // whether the current item is marked
  let connecting = null; // null, or {from: name or null}
  let drag = null;
  let late = false; // the graph changed during a drag

  const locked = () => model.get("disabled");
  const scale = () => model.get("scale");
  const tell = (what) => {
    if (!locked()) model.send(what);
  };
  const say = (text) => {
    hint.textContent = readable(text);
  };
  // what the mouse does; whoever comes by keyboard is told the keys
  const sayHelp = () => {
    const [mouse, keys] = model.get("help").split(" Keys: ");
    const byKeys = keys && svg.querySelector(":focus-visible") !== null;
    say(byKeys ? `Keys: ${keys}` : mouse);
  };
  const same = (one, other) => one && other && keyOf(one) === keyOf(other);
  const isVertex = (item) => item && item[0] === "vertex";
  const isEdge = (item) => item && item[0] === "edge";

  // -- geometry: the same curves as in every picture
  const middleOf = (a, b, bend) => {
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const length = Math.hypot(dx, dy) || 1;
    return { x: (a.x + b.x) / 2 - (bend * dy) / length, y: (a.y + b.y) / 2 + (bend * dx) / length };
  };
  const towards = (from, to, reach) => {
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const part = Math.min(reach, length) / length;
    return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
  };
  // how far the border of a pill is from its middle, in the direction of another spot
  const reach = (name, to) => {
    const from = spots.get(name);
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const [ux, uy] = [Math.abs(to.x - from.x) / length, Math.abs(to.y - from.y) / length];
    const core = widths.get(name) / 2 - HALF;
    const straight = HALF / (uy || 1e-9);
    if (straight * ux <= core) return straight;
    return core * ux + Math.sqrt(HALF * HALF - core * core * uy * uy);
  };
  // an arrowhead and an edge's start stay clear of the ring around a variable
  const ringed = new Set();
  const away = (name, to) => reach(name, to) + (ringed.has(name) ? RING + 2 : 1);
  const px = (spot) => `${spot.x.toFixed(1)} ${spot.y.toFixed(1)}`;
  const curve = (tail, head, bend) => {
    const [a, b] = [spots.get(tail), spots.get(head)];
    const middle = middleOf(a, b, bend);
    const start = towards(a, middle, away(tail, middle));
    const tip = towards(b, middle, away(head, middle));
    const base = towards(tip, bend ? middle : a, 10);
    const [ux, uy] = [(tip.x - base.x) / 10, (tip.y - base.y) / 10];
    const corner = (side) => ({ x: base.x - side * 4.8 * uy, y: base.y + side * 4.8 * ux });
    return {
      line: `M${px(start)}${bend ? `Q${px(middle)} ` : "L"}${px(base)}`,
      head: `M${px(tip)}L${px(corner(1))}L${px(corner(-1))}Z`,
    };
  };
  const spotOf = (event) => {
    const matrix = svg.getScreenCTM();
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x: at.x, y: at.y };
  };
  const awayFrom = (name, spot) => {
    const at = spots.get(name);
    const aside = Math.abs(at.x - spot.x) - (widths.get(name) / 2 - HALF);
    return Math.hypot(Math.max(0, aside), at.y - spot.y);
  };
  const vertexAt = (spot) => {
    let best = null;
    let nearest = RIM;
    for (const name of spots.keys()) {
      const away = awayFrom(name, spot);
      if (away <= nearest) [best, nearest] = [name, away];
    }
    return best;
  };

  // -- drawing
  const describeVertex = (name) => {
    const parents = graph.edges.filter((edge) => edge[1] === name).map((edge) => edge[0]);
    const children = graph.edges.filter((edge) => edge[0] === name).map((edge) => edge[1]);
    const list = (word, names) => (names.length ? `, ${word} ${names.join(", ")}` : "");
    return readable(`Variable ${name}${list("parents", parents)}${list("children", children)}`);
  };
  const pill = (kind, width, half) => {
    const wide = width + 2 * (half - HALF);
    const [x, y, height] = [-wide / 2, -half, 2 * half];
    return element("rect", { class: kind, x, y, width: wide, height, rx: half });
  };
  const drawVertex = ([name, label, width]) =>
    element(
      "g",
      { class: "mw-vertex", role: "button", tabindex: -1, "aria-label": describeVertex(name) },
      element("title", {}, readable(name)),
      pill("mw-rim", width, RIM),
      pill("mw-focus", width, HALF + 5),
      pill("mw-ring", width, HALF + RING),
      pill("mw-glyph", width, HALF),
      element("text", { dy: "0.35em" }, label),
      element("g", { class: "mw-drawn" }),
      pill("mw-core", width, CORE)
    );
  const drawEdge = ([tail, head]) =>
    element(
      "g",
      { class: "mw-edge", role: "button", tabindex: -1, "aria-label": readable(`Edge ${tail} to ${head}`) },
      element("title", {}, readable(`${tail} → ${head}`)),
      element("path", { class: "mw-reach" }),
      element("path", { class: "mw-line-of-edge" }),
      element("path", { class: "mw-head" })
    );
  const place = () => {
    for (const [name] of graph.nodes) {
      const at = spots.get(name);
      drawn.get(keyOf(["vertex", name])).setAttribute("transform", `translate(${px(at)})`);
    }
    for (const [tail, head, bend] of graph.edges) {
      const { line, head: tip } = curve(tail, head, bend);
      const [, reach, path, arrow] = drawn.get(keyOf(["edge", tail, head])).children;
      reach.setAttribute("d", line);
      path.setAttribute("d", line);
      arrow.setAttribute("d", tip);
    }
  };
  const mark = () => {
    for (const item of items) {
      const made = drawn.get(keyOf(item));
      const here = same(item, current);
      made.setAttribute("tabindex", here ? 0 : -1);
      const marked = here && chosen && !(model.get("picks") && isVertex(item)); // an app marks it
      made.classList.toggle("mw-chosen", marked);
      const from = connecting && isVertex(item) && connecting.from === item[1];
      made.classList.toggle("mw-from", Boolean(from));
      made.setAttribute("aria-pressed", String((here && chosen) || Boolean(from)));
    }
    const off = locked();
    addButton.disabled = off;
    connectButton.disabled = off;
    connectButton.setAttribute("aria-pressed", String(Boolean(connecting)));
    reverseButton.disabled = off || !chosen || !isEdge(current);
    renameButton.disabled = off || !chosen || !isVertex(current);
    deleteButton.disabled = off || !chosen || !current;
    el.classList.toggle("mw-locked", off);
    el.classList.toggle("mw-connecting", Boolean(connecting));
  };
  // what is shown of the canvas: all of it, or snugly what has variables
  const shownBox = () => {
    if (!model.get("snug") || !spots.size) return [0, 0, graph.width, graph.height];
    const { across, down } = AROUND;
    const lefts = [...spots].map(([name, { x }]) => x - widths.get(name) / 2 - across);
    const rights = [...spots].map(([name, { x }]) => x + widths.get(name) / 2 + across);
    const heights = [...spots.values()].map(({ y }) => y);
    const [left, top] = [Math.min(...lefts), Math.min(...heights) - HALF - down];
    return [left, top, Math.max(...rights) - left, Math.max(...heights) + HALF + down - top];
  };
  const frameGraph = () => {
    const [left, top, wide, high] = shownBox();
    svg.setAttribute("viewBox", `${left} ${top} ${wide} ${high}`);
    svg.style.setProperty("--mw-ratio", wide / high);
    svg.setAttribute("width", wide * scale());
    svg.setAttribute("height", high * scale());
  };
  // what an app marks beyond the graph; names are looked up in a Map, since they may be any word
  const dress = (fresh) => {
    const marks = model.get("marks");
    const rows = new Map((marks.variables || []).map((row) => [row[0], row]));
    ringed.clear();
    for (const [name, looks] of rows.values())
      if (looks.some((look) => RINGS.has(look))) ringed.add(name);
    for (const [name] of graph.nodes) {
      const [, looks, glyph, said] = rows.get(name) || [name, [], "", ""];
      const made = drawn.get(keyOf(["vertex", name]));
      // what came with these marks moves, and not again with each redrawing
      made.dataset.looks = looks.filter((look) => fresh || look !== "now").join(" ");
      made.classList.toggle("mw-dressed", Boolean(glyph));
      const dressed = made.querySelector(".mw-drawn");
      if (dressed.glyph !== glyph) dressed.innerHTML = dressed.glyph = glyph;
      made.setAttribute("aria-label", describeVertex(name) + (said && `; ${said}`));
    }
    const open = new Set((marks.open || []).map(keyOf));
    for (const [tail, head] of graph.edges) {
      const made = drawn.get(keyOf(["edge", tail, head]));
      const free = open.has(keyOf([tail, head]));
      made.classList.toggle("mw-open", free);
      const said = free ? "; the direction stays open" : "";
      made.setAttribute("aria-label", readable(`Edge ${tail} to ${head}${said}`));
    }
    showPieces(among, marks.among || []);
    place();
  };
  const tellChosen = () => {
    if (!isVertex(current) || !chosen || model.get("chosen") === current[1]) return;
    model.set("chosen", current[1]);
    model.save_changes();
  };
  const markClosing = () => {
    const closing = graph.closing; // the refused edge is its first step
    for (let i = 1; i + 1 < closing.length; i += 1) {
      const made = drawn.get(keyOf(["edge", closing[i], closing[i + 1]]));
      if (made) made.classList.add("mw-closing");
    }
    ghost.setAttribute("d", "");
    if (closing.length > 1 && spots.has(closing[0]) && spots.has(closing[1])) {
      // bent, as the edge the other way may be there
      const { line, head } = curve(closing[0], closing[1], 40);
      ghost.setAttribute("d", line + head);
    }
  };
  const draw = () => {
    late = Boolean(drag);
    if (late) return;
    const had = svg.contains(document.activeElement);
    const place0 = items.findIndex((item) => same(item, current));
    graph = model.get("graph");
    spots = new Map(graph.nodes.map(([name, , , x, y]) => [name, { x, y }]));
    widths = new Map(graph.nodes.map(([name, , width]) => [name, width]));
    items = [
      ...graph.nodes.map(([name]) => ["vertex", name]),
      ...graph.edges.map(([tail, head]) => ["edge", tail, head]),
    ];
    const [vertices, edges] = [graph.nodes.map(drawVertex), graph.edges.map(drawEdge)];
    drawn = new Map([...vertices, ...edges].map((made, i) => [keyOf(items[i]), made]));
    vertexLayer.replaceChildren(...vertices);
    edgeLayer.replaceChildren(...edges);
    frameGraph();
    const sizes = `${sum(graph.nodes.length, "variable")}, ${sum(graph.edges.length, "edge")}`;
    svg.setAttribute("aria-label", `Graph with ${sizes}. ${model.get("help")}`);
    if (wanted && drawn.has(keyOf(wanted))) [current, wanted] = [wanted, null];
    const added = before && [...spots.keys()].find((name) => !before.has(name));
    if (added) [current, chosen, before] = [["vertex", added], true, null];
    if (!current || !drawn.has(keyOf(current))) {
      current = items[Math.min(Math.max(place0, 0), items.length - 1)] || null;
      chosen = false;
    }
    if (connecting && connecting.from !== null && !spots.has(connecting.from)) stopConnecting();
    place();
    mark();
    dress(false);
    markClosing();
    if (graph.note) say(graph.note);
    else if (added) say(`${added} is new: drag from its rim to another variable, or rename it.`);
    else if (!connecting) sayHelp();
    if (had) {
      if (current) drawn.get(keyOf(current)).focus({ preventScroll: true });
      else addButton.focus({ preventScroll: true });
    }
  };

  // -- what one can do
  let wanted = null; // the item to go to once the graph has it
  const choose = (item, focus = true) => {
    current = item;
    chosen = Boolean(item);
    renameForm.hidden = true;
    mark();
    tellChosen();
    if (item && focus) drawn.get(keyOf(item)).focus({ preventScroll: true });
  };
  let before = null; // the variables before one is added, which is chosen then
  const addVertex = (at) => {
    before = new Set(spots.keys());
    tell({ do: "add", ...at });
  };
  const stopConnecting = () => {
    connecting = null;
    ghost.setAttribute("d", "");
    sayHelp();
    mark();
  };
  const connectFrom = (name) => {
    connecting = { from: name };
    say(
      name === null
        ? "Connect: choose the tail of the edge. Escape ends it."
        : `Connect from ${name}: choose the head of the edge. Escape ends it.`
    );
    mark();
  };
  const toggleConnect = () => {
    if (connecting) stopConnecting();
    else connectFrom(chosen && isVertex(current) ? current[1] : null);
  };
  const connectTo = (name) => {
    if (connecting.from === null) return connectFrom(name);
    const tail = connecting.from;
    stopConnecting();
    if (tail !== name) tell({ do: "connect", tail, head: name });
  };
  const reverse = () => {
    if (!isEdge(current)) return;
    wanted = ["edge", current[2], current[1]];
    tell({ do: "reverse", tail: current[1], head: current[2] });
  };
  const remove = () => {
    if (isVertex(current)) tell({ do: "remove", name: current[1] });
    else if (isEdge(current)) tell({ do: "disconnect", tail: current[1], head: current[2] });
  };
  const startRename = () => {
    if (!isVertex(current) || locked()) return;
    nameField.value = current[1];
    renameForm.hidden = false;
    nameField.focus();
    nameField.select();
  };
  const endRename = () => {
    renameForm.hidden = true;
    if (current) drawn.get(keyOf(current)).focus({ preventScroll: true });
  };
  renameForm.addEventListener("submit", (event) => {
    event.preventDefault();
    const [name, now] = [current[1], nameField.value];
    wanted = ["vertex", now.trim()];
    endRename();
    tell({ do: "rename", name, now });
  });
  renameForm.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.preventDefault(); // it leads no farther out
      endRename();
    }
    event.stopPropagation();
  });

  // -- keys
  const go = (step) => {
    const at = items.findIndex((item) => same(item, current));
    if (items.length) choose(items[(at + step + items.length) % items.length]);
  };
  const nudge = (dx, dy) => {
    if (!isVertex(current) || locked()) return;
    const now = spots.get(current[1]);
    const at = { x: now.x + dx * NUDGE, y: now.y + dy * NUDGE };
    spots.set(current[1], at); // a second press may come before the answer to the first
    place();
    tell({ do: "move", name: current[1], ...at });
  };
  const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
  const pick = () => {
    if (isVertex(current)) model.send({ pick: current[1] });
  };
  const act = () => {
    if (isEdge(current)) reverse();
    else if (isVertex(current) && !locked()) {
      if (connecting) connectTo(current[1]);
      else connectFrom(current[1]);
    }
  };
  const onKey = (event) => {
    if (event.target.closest(".mw-canvas-tools") && event.key !== "Escape") return;
    const command = event.ctrlKey || event.metaKey;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.altKey) return;
    if (command) {
      if (key === "z") tell({ do: event.shiftKey ? "redo" : "undo" });
      else if (key === "y") tell({ do: "redo" });
      else return;
    } else if (ARROWS[key]) {
      const [dx, dy] = ARROWS[key];
      if (event.shiftKey) nudge(dx, dy);
      else go(dx + dy);
    } else if (key === "Home") go(-items.findIndex((item) => same(item, current)));
    else if (key === "End") go(items.length - 1 - items.findIndex((item) => same(item, current)));
    else if (key === " " && model.get("picks") && isVertex(current) && !connecting) pick();
    else if (key === "Enter" || key === " ") act();
    else if (key === "Delete" || key === "Backspace") remove();
    else if (key === "F2") startRename();
    else if (key === "n" || key === "Insert") addVertex();
    else if (key === "Escape" && connecting) stopConnecting();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  el.addEventListener("keydown", onKey);
  svg.addEventListener("focusin", (event) => {
    const item = items.find((one) => drawn.get(keyOf(one)) === event.target);
    if (item && !(chosen && same(item, current))) {
      current = item;
      chosen = true;
      mark();
      tellChosen();
    }
    if (!connecting && !graph.note) sayHelp();
  });
  svg.addEventListener("focusout", () => {
    if (!connecting && !graph.note) setTimeout(sayHelp); // the focus has come where it goes
  });

  // -- mouse, pen and finger
  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const spot = spotOf(event);
    const name = vertexAt(spot);
    const edge = event.target.closest(".mw-edge");
    const start = { x: event.clientX, y: event.clientY };
    if (name !== null) {
      const at = spots.get(name);
      const kind = awayFrom(name, spot) > CORE || connecting ? "connect" : "move";
      drag = { kind, name, start, moved: false, shift: { x: at.x - spot.x, y: at.y - spot.y } };
      svg.setPointerCapture(event.pointerId);
      event.preventDefault(); // no text is selected
    } else if (edge) {
      choose(items.find((item) => drawn.get(keyOf(item)) === edge));
      event.preventDefault();
    } else {
      drag = { kind: "add", start, spot, moved: false };
    }
  });
  svg.addEventListener("pointermove", (event) => {
    if (!drag) return;
    drag.moved ||= Math.hypot(event.clientX - drag.start.x, event.clientY - drag.start.y) > STILL;
    if (!drag.moved || locked()) return;
    const spot = spotOf(event);
    if (drag.kind === "move") {
      svg.classList.add("mw-moving"); // what lies over the graph comes back with the new places
      const snug = model.get("snug"); // all that is seen of it is room
      const inside = (value, size, half) =>
        Math.min(Math.max(value, half + 4), snug ? Infinity : size - half - 4);
      spots.set(drag.name, {
        x: inside(spot.x + drag.shift.x, graph.width, widths.get(drag.name) / 2),
        y: inside(spot.y + drag.shift.y, graph.height, HALF),
      });
      ghost.setAttribute("d", "");
      place();
    } else if (drag.kind === "connect") {
      const over = vertexAt(spot);
      const end = over === null || over === drag.name ? spot : spots.get(over);
      const from = towards(spots.get(drag.name), end, reach(drag.name, end));
      ghost.setAttribute("d", `M${px(from)}L${px(end)}`);
    }
  });
  const drop = (event, whole) => {
    if (!drag) return;
    const done = drag;
    drag = null;
    svg.classList.remove("mw-moving");
    if (!whole || (done.moved && locked())) return draw();
    const spot = spotOf(event);
    if (done.kind === "add") {
      if (done.moved) return;
      if (connecting) stopConnecting();
      else addVertex({ x: done.spot.x, y: done.spot.y });
    } else if (!done.moved) {
      choose(["vertex", done.name]);
      if (connecting && !locked()) connectTo(done.name);
      else if (model.get("picks")) pick();
    } else if (done.kind === "move") {
      const at = spots.get(done.name);
      choose(["vertex", done.name]);
      tell({ do: "move", name: done.name, x: at.x, y: at.y });
    } else {
      const over = vertexAt(spot);
      ghost.setAttribute("d", "");
      if (over !== null && over !== done.name) tell({ do: "connect", tail: done.name, head: over });
    }
    if (late) draw();
  };
  svg.addEventListener("pointerup", (event) => drop(event, true));
  svg.addEventListener("pointercancel", (event) => drop(event, false));
  svg.addEventListener("dblclick", (event) => {
    const name = vertexAt(spotOf(event));
    if (name !== null) startRename();
  });

  const dressIfDrawn = () => {
    if (graph.nodes.every(([name]) => drawn.has(keyOf(["vertex", name])))) dress(true);
  };
  const heard = { marks: dressIfDrawn, graph: draw, scale: draw, help: draw, disabled: mark };
  for (const [name, act] of Object.entries(heard)) model.on(`change:${name}`, act);
  draw();
  return () => {
    el.removeEventListener("keydown", onKey);
    for (const [name, act] of Object.entries(heard)) model.off(`change:${name}`, act);
  };
}

export default { render };
