// Shows a recorded run in a page: one that was exported, or a page of the site. `driver.js`, before
// this, steps it.
//
// `root` holds the parts of the player, each an element with its name in data-part; parts that a
// page does without are not there. `keys` is the element in which keys are heard.
// Makes what an element holds that of `made`, and touches only what differs: what stays can move, and
// is not read out again.
const adapt = (element, made) => {
  const [before, after] = [[...element.childNodes], [...made.childNodes]];
  after.forEach((node, i) => {
    const was = before[i];
    if (!was) element.append(node);
    else if (was.nodeType !== 1 || was.nodeName !== node.nodeName) was.replaceWith(node);
    else if (!was.isEqualNode(node)) {
      for (const { name } of [...was.attributes]) if (!node.hasAttribute(name)) was.removeAttribute(name);
      for (const { name, value } of node.attributes) was.setAttribute(name, value);
      adapt(was, node);
    }
  });
  before.slice(after.length).forEach((node) => node.remove());
};

const stepFilm = (root, data, { keys = root, begin = 0 } = {}) => {
  const { values } = data.block;
  const last = data.block.changes.length;
  const part = (name) => root.querySelector(`[data-part="${name}"]`);
  const drawings = [...root.querySelectorAll('svg[data-part="picture"]')];
  const slots = [];
  data.pictures.forEach((picture, i) => {
    const frame = drawings[i].querySelector("[data-slots]") ?? drawings[i];
    frame.replaceChildren(); // a still picture stands there for those without JavaScript
    for (let slot = picture.begin; slot < picture.end; slot++) {
      slots[slot] = document.createElementNS("http://www.w3.org/2000/svg", "g");
      frame.append(slots[slot]);
    }
  });
  const texts = ["sentence", "crumb", "progress"].filter((name) => name in data.texts);
  const markup = ["statement", "code", "picture", "told", "legend"].filter((name) => name in data.texts && part(name));
  let here = -1;
  let shown = [];

  const put = (name, property, value) => {
    const element = part(name);
    if (element && element[property] !== value) element[property] = value;
  };

  const tell = (state, before) => {
    const said = (from, name, further = 0) => {
      const place = data.texts[name];
      if (!Array.isArray(place)) return values[from[place + further]];
      return from.slice(...place).map((piece) => values[piece]).join("");
    };
    const told = (...which) => said(state, ...which);
    const line = told("line"); // undefined where there is no code
    put("place", "textContent", line === undefined ? told("place") : `${told("place")} · line ${line}`);
    for (const name of texts) put(name, "textContent", told(name));
    for (const name of markup) {
      if (before.length && told(name) === said(before, name)) continue;
      const made = part(name).cloneNode(false);
      made.innerHTML = told(name); // our own, names escaped
      adapt(part(name), made);
    }
    drawings.forEach((drawing, i) => drawing.setAttribute("aria-label", told("words", i)));
    part("seek").value = String(here);
    part("seek").setAttribute("aria-valuetext", told("place"));
  };

  const show = (target) => {
    target = Math.max(0, Math.min(last, target));
    if (target === here) return true;
    const state = filmState(data.block, target);
    slots.forEach((slot, i) => {
      if (state[i] !== shown[i]) slot.innerHTML = values[state[i]]; // our own SVG, names escaped
    });
    const before = shown;
    shown = state;
    here = target;
    tell(state, before);
    put("begin", "disabled", here === 0);
    put("back", "disabled", here === 0);
    put("end", "disabled", here === last);
    put("step", "disabled", here === last);
    put("play", "textContent", acts.playWords());
    root.dispatchEvent(new CustomEvent("film-moved", { detail: here }));
    return true;
  };

  const level = () => root.querySelector('input[data-part="level"]:checked')?.value;
  const acts = filmDriver({
    here: () => here,
    last: () => last,
    stops: () => data.stops[level()],
    speed: () => 1,
    go: show,
    showPlay: (words) => put("play", "textContent", words),
  });
  for (const name of ["begin", "back", "step", "end", "play"])
    part(name)?.addEventListener("click", acts[name]);
  part("seek").max = String(last);
  part("seek").addEventListener("input", () => show(Number(part("seek").value)));
  keys.addEventListener("keydown", (event) => {
    const act = acts[filmKey(event)];
    if (!act) return;
    event.preventDefault();
    act();
  });
  // a vertex may be tapped where it has a position of its own
  const tapped = (event) => data.taps.indexOf(event.target.closest("g:has(> text)")?.querySelector("text").textContent);
  if (data.taps?.length) part("picture").addEventListener("click", (event) => tapped(event) >= 0 && show(tapped(event)));
  root.hidden = false;
  show(begin);
  watchMarkup(root, makeMotion(keys));
  return { show, step: acts.step, pause: acts.pause };
};
