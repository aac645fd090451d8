// What a step changes moves for a quarter of a second: an edge grows, an arrowhead slides in, a variable
// fades, the hull closes, lanes overtake. A picture is its last state at once; what moves lies over it
// until its time is over or the next step comes. Nothing moves after a jump, or where less is wanted.

const LASTS = 250; // ms
const TOGETHER = 50; // ms: what a kernel sends within them is one step
const JUMPS = ["seek", "begin", "end"].flatMap((name) => [`.mw-${name}`, `[data-part=${name}]`]);
const JUMP = [...JUMPS, "[data-position]"].join();
const GHOST = "mw-ghost"; // what was there before, while it fades

// `keys` is where somebody acts. What is under way has a key, by which it is finished.
function makeMotion(keys) {
  const running = new Map();
  let stepped = false;
  let begun = 0;
  let timer = 0;
  const heard = ["click", "input", "keydown"];
  const finish = (key) => {
    const end = running.get(key);
    running.delete(key);
    if (end) end();
  };
  const settle = () => {
    clearTimeout(timer);
    [...running.keys()].forEach(finish);
  };
  const hear = ({ type, target, key }) => {
    if (!keys.contains(target)) return;
    settle();
    stepped = type === "keydown" ? key !== "Home" && key !== "End" : !target.closest(JUMP);
  };
  for (const type of heard) window.addEventListener(type, hear, true);
  return {
    // The next step has come; whether what it changes may move.
    next: () => {
      if (performance.now() - begun > TOGETHER) {
        settle();
        begun = performance.now();
      }
      return stepped && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    },
    finish,
    run: (key, end) => {
      finish(key);
      running.set(key, end);
      clearTimeout(timer);
      timer = setTimeout(settle, LASTS);
    },
    stop: () => {
      settle();
      for (const type of heard) window.removeEventListener(type, hear, true);
    },
  };
}

// -- graphs of cytoscape, whose elements have their state as classes

const hasWord = (words, ...these) => these.some((word) => words.includes(word));
const isShown = (words) => !hasWord(words, "hidden");
const hasHead = (words) => hasWord(words, "to-target", "to-source");
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

// From border to border, as cytoscape itself finds out only when it draws.
function lengthOf(edge) {
  const [a, b] = [edge.source(), edge.target()];
  const far = distance(a.position(), b.position());
  const [u, v] = ["x", "y"].map((name) => Math.abs(a.position(name) - b.position(name)) / far);
  const inside = (node) => Math.min(node.width() / 2 / u, node.height() / 2 / v);
  return Math.max(0, far - inside(a) - inside(b));
}

function watchGraph(cy, motion) {
  const seen = new Map(cy.elements().map((one) => [one.id(), one.classes()]));
  // What moves is the element itself or its ghost; it is finished as the element's.
  const animate = (key, moved, style, end) => {
    moved.animate({ style }, { duration: LASTS, easing: "ease-out" });
    motion.run(key, () => {
      if (cy.destroyed()) return;
      moved.stop(true);
      end();
    });
  };
  const ghostOf = (one, classes) => {
    const data = { ...one.data(), id: `${GHOST}-${one.id()}` };
    const position = one.isNode() ? { ...one.position() } : undefined;
    return cy.add({ group: one.group(), data, position, classes }).style({ events: "no" });
  };
  const fade = (one, classes) => {
    const ghost = ghostOf(one, classes);
    animate(one, ghost, { opacity: 0 }, () => ghost.remove());
  };
  // The part of an edge that is there grows to the whole: from an end, the line behind it or not.
  const draw = (one, from, part, behind) => {
    const end = from === "source" ? "target-distance-from-node" : "source-distance-from-node";
    const ghost = behind && ghostOf(one, behind).style({ "z-index": -1 });
    one.style(end, part * lengthOf(one));
    animate(one, one, { [end]: 0 }, () => {
      one.removeStyle(end);
      if (ghost) ghost.remove();
    });
  };
  const nearEnd = (one) => {
    const subject = cy.nodes(".subject, .turn").not(`[id ^= "${GHOST}"]`);
    if (!subject.length) return one.hasClass("to-source") ? "target" : "source";
    const [from, to] = [one.source(), one.target()].map((each) => distance(each.position(), subject.position()));
    return from <= to ? "source" : "target";
  };
  // A stylesheet for many changes knows the same classes by a number.
  const plain = (classes) => classes.map((word) => word.replace(/-\d+$/, ""));
  const show = (one, classes) => {
    const [before, now] = [classes, one.classes()].map(plain);
    const left = hasWord(now, "removed") && !hasWord(before, "removed");
    if (one.isNode()) return left && fade(one, classes);
    if (!isShown(before)) return isShown(now) && draw(one, nearEnd(one), 1);
    if (left || !isShown(now)) return fade(one, classes);
    const from = hasWord(now, "to-target") ? "source" : "target";
    if (hasHead(now) && !hasHead(before)) draw(one, from, 0.5, classes);
  };
  cy.on("class", ({ target: one }) => {
    if (one.id().startsWith(GHOST)) return;
    const before = seen.get(one.id());
    seen.set(one.id(), one.classes());
    const moves = motion.next();
    motion.finish(one);
    if (moves && before) show(one, before);
  });
}

// -- pictures that are text, of which a part is put in the place of another

function within(nodes, selector) {
  const elements = [...nodes].filter((node) => node.nodeType === 1 && !node.matches(`.${GHOST}`));
  for (const each of elements) {
    const found = each.matches(selector) ? each : each.querySelector(selector);
    if (found) return found;
  }
  return null;
}

function watchMarkup(root, motion) {
  const changes = new MutationObserver((records) => {
    const parts = records.flatMap(({ target, removedNodes, addedNodes }) =>
      WATCHED.map(([selector, show]) => ({
        show,
        before: within(removedNodes, selector),
        now: within(addedNodes, selector),
        place: within(addedNodes, "svg") || target,
      })),
    );
    const changed = parts.filter(({ before, now, place }) => (before || now) && place.isConnected);
    if (!changed.length || !motion.next()) return;
    for (const { show, before, now, place } of changed) show(motion, before, now, place);
  });
  changes.observe(root, { childList: true, subtree: true });
  return () => changes.disconnect();
}

function play(motion, element, frames, end = () => {}) {
  const moved = element.animate(frames, { duration: LASTS, easing: "ease-out" });
  motion.run(element, () => (moved.cancel(), end()));
}

function fadeOut(motion, before, place) {
  if (!(place instanceof SVGElement)) return;
  const ghost = before.cloneNode(true);
  ghost.classList.add(GHOST);
  place.append(ghost);
  play(motion, ghost, { opacity: [1, 0] }, () => ghost.remove());
}

const stateOf = ({ dataset }) => (dataset.edge ?? dataset.node).split(" ");
const hasLeft = (before, now) => hasWord(stateOf(now), "removed") && !hasWord(stateOf(before), "removed");

function showNode(motion, before, now, place) {
  if (before && now && hasLeft(before, now)) fadeOut(motion, before, place);
}

function endsOf(edge) {
  const numbers = edge.querySelector("path").getAttribute("d").match(/-?[\d.]+/g).map(Number);
  return [numbers.slice(0, 2), numbers.slice(-2)].map(([x, y]) => ({ x, y }));
}

function showEdge(motion, before, now, place) {
  if (before && (!now || hasLeft(before, now))) return fadeOut(motion, before, place);
  const [from, to] = endsOf(now);
  const head = now.querySelector("polygon");
  if (!before) {
    const name = now.closest("svg").querySelector("[data-node~=subject] > text, [data-node~=turn] > text");
    const subject = name && { x: +name.getAttribute("x"), y: +name.getAttribute("y") };
    const { x, y } = subject && distance(to, subject) < distance(from, subject) ? to : from;
    const small = `translate(${x}px, ${y}px) scale(0) translate(${-x}px, ${-y}px)`;
    play(motion, now, { transform: [small, small.replace("scale(0)", "scale(1)")] });
  } else if (head && !before.querySelector("polygon")) {
    const back = `translate(${(from.x - to.x) / 2}px, ${(from.y - to.y) / 2}px)`;
    play(motion, head, { transform: [back, "translate(0, 0)"] });
  }
}

// How far the outline of a convex shape is from a spot in it, at an angle.
function reach(corners, spot, angle) {
  const [u, v] = [Math.cos(angle), Math.sin(angle)];
  for (let i = 0; i < corners.length; i++) {
    const [a, b] = [corners[i], corners[(i + 1) % corners.length]];
    const [e, f, p, q] = [b.x - a.x, b.y - a.y, a.x - spot.x, a.y - spot.y];
    const across = e * v - f * u;
    const [far, along] = [(e * q - f * p) / across, (u * q - v * p) / across];
    if (far > 0 && along > -1e-6 && along < 1 + 1e-6) return far;
  }
  return null;
}

// The two outlines with as many corners each, that lie in the same directions from the middle of the
// second; null where that is not in the first.
function alike(before, now) {
  const [old, fresh] = [before, now].map((shape) =>
    shape.getAttribute("points").split(" ").map((pair) => pair.split(",").map(Number)).map(([x, y]) => ({ x, y })),
  );
  const mean = (name) => fresh.reduce((sum, corner) => sum + corner[name], 0) / fresh.length;
  const middle = { x: mean("x"), y: mean("y") };
  const angles = [...old, ...fresh].map(({ x, y }) => Math.atan2(y - middle.y, x - middle.x)).sort((a, b) => a - b);
  const found = [old, fresh].map((corners) => angles.map((angle) => [angle, reach(corners, middle, angle)]));
  if (found.flat().some(([, far]) => far === null)) return null;
  return found.map((spots) =>
    spots.map(([t, far]) => `${middle.x + far * Math.cos(t)},${middle.y + far * Math.sin(t)}`).join(" "),
  );
}

function showHull(motion, before, now, place) {
  if (before && now && before.getAttribute("points") === now.getAttribute("points")) return;
  const outlines = before && now && alike(before, now);
  if (!outlines) {
    if (now) play(motion, now, { opacity: [0, 1] });
    if (before) fadeOut(motion, before, place);
    return;
  }
  const morph = document.createElementNS("http://www.w3.org/2000/svg", "animate");
  const said = { attributeName: "points", values: outlines.join(";"), dur: `${LASTS}ms`, begin: "indefinite" };
  for (const [name, value] of Object.entries(said)) morph.setAttribute(name, value);
  now.append(morph);
  morph.beginElement();
  motion.run(now, () => morph.remove());
}

// A racer's lane goes to its new place, and its bar is as long as it was.
function showLanes(motion, before, now) {
  if (!before || !now) return;
  const [old, rows] = [before, now].map((table) => [...table.tBodies[0].rows]);
  rows.forEach((row, at) => {
    const was = old.findIndex((each) => each.cells[0].textContent === row.cells[0].textContent);
    if (was < 0) return;
    const [barBefore, bar] = [old[was], row].map((each) => each.querySelector(".mw-runner"));
    const parts = [barBefore, bar].map((each) => each.style.getPropertyValue("--mw-part"));
    if (parts[0] !== parts[1]) play(motion, bar, { "--mw-part": parts });
    if (was !== at) {
      const away = `translateY(${(was - at) * row.offsetHeight}px)`;
      play(motion, row, { transform: [away, "translateY(0)"] });
    }
  });
}

const WATCHED = [
  [".mw-hull", showHull],
  ["[data-edge]", showEdge],
  ["[data-node]", showNode],
  [".mw-lanes", showLanes],
];
