// The shell of an app: its bar, its name for screen readers, its keys, presenter mode, and the shape
// of its pane; fitting.js stands before it. None of it needs the kernel.

const OWN_KEYS = "input, textarea, select, [contenteditable], [role=slider], [role=grid], svg";
// the shapes of the pane: the largest width by height of each
const PANES = [["tall", 0.9], ["square", 1.225], ["wide", 1.8], ["broad", Infinity]];
const SETTLED = 250; // ms without another size
const UNDECIDED = 0.01; // of a limit: so near to it the shape stays what it was
const LEAVING = ["marvel-widgets:next", "marvel-widgets:out"]; // what ways_out.js asks for

function make(tag, name, text = "") {
  const made = document.createElement(tag);
  made.className = name;
  made.textContent = text;
  return made;
}

// -- the bar

function makeBar(model, el) {
  const title = make("span", "mw-title");
  const subtitle = make("span", "mw-subtitle");
  const count = make("span", "mw-count");
  const button = (words, title) => Object.assign(make("button", "mw-top-button", words), { type: "button", title });
  const edit = button("Edit graph", "Choose another graph, or change this one");
  const present = button("Present", "Presenter mode: the app alone on the screen (F)");
  const legend = button("Legend", "What the colors, shapes and lines mean (L)");
  const beside = button("Side by side", "The other graph beside this one (G)");
  const why = button("Why", "The reasons, the counts and what else there is (W)");
  const speed = button("Step size and speed", "Begin, end, what one step is, and how fast it plays");
  const more = button("\u22ef", "Legend, graph and more");
  more.setAttribute("aria-label", "More");
  beside.hidden = true;
  const show = () => {
    title.textContent = model.get("title");
    subtitle.textContent = subtitle.title = model.get("subtitle");
    count.textContent = model.get("count");
    edit.hidden = !model.get("has_head");
    edit.setAttribute("aria-expanded", String(model.get("editing")));
  };
  edit.addEventListener("click", () => {
    model.set("editing", !model.get("editing"));
    model.save_changes();
  });
  for (const name of ["title", "subtitle", "count", "has_head", "editing"]) model.on(`change:${name}`, show);
  el.append(title, subtitle, count);
  show();
  return { el, present, legend, beside, edit, speed, why, more };
}

// -- a menu for what is seldom pressed, a drawer for what is asked for

function makeMenu(root, { el, legend, beside, edit, speed, present, more }, fit) {
  const menu = make("div", "mw-menu");
  const open = (opened) => {
    menu.hidden = !opened;
    more.setAttribute("aria-expanded", String(opened));
  };
  menu.append(legend, beside, edit, speed);
  speed.addEventListener("click", () => {
    speed.setAttribute("aria-pressed", String(root.classList.toggle("mw-speeds")));
    fit();
  });
  el.append(present, more, menu);
  more.addEventListener("click", () => open(menu.hidden));
  menu.addEventListener("click", () => open(false));
  root.addEventListener("pointerdown", ({ target }) => el.contains(target) || open(false));
  el.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || menu.hidden) return;
    event.stopPropagation();
    open(false);
    more.focus();
  });
  open(false);
}

function makeDrawer(root, { why }, fit) {
  why.classList.add("mw-why-button");
  // an app may show another one in its place, with a foot of its own
  const place = () => {
    const drawer = root.querySelector(".mw-stage > .mw-words");
    const foot = drawer && root.querySelector(":scope > .mw-foot");
    if (foot && why.parentElement !== foot) foot.append(why);
  };
  const toggle = () => {
    why.setAttribute("aria-expanded", String(root.classList.toggle("mw-open")));
    fit();
  };
  why.setAttribute("aria-expanded", String(root.classList.contains("mw-open")));
  why.addEventListener("click", toggle);
  return { place, toggle };
}

// -- presenter mode

function makePresenter(root, button, fit) {
  const on = () => root.classList.contains("mw-present");
  const show = (presented) => {
    root.classList.toggle("mw-present", presented);
    root.classList.remove("mw-blank");
    button.textContent = presented ? "Close" : "Present";
    button.setAttribute("aria-pressed", String(presented));
    fit();
  };
  const toggle = async () => {
    if (on()) return document.fullscreenElement === root ? document.exitFullscreen() : show(false);
    show(true);
    // refused in some frames: the app then fills the page
    if (root.requestFullscreen) await root.requestFullscreen().catch(() => {});
    fit();
  };
  const onChange = () => {
    if (on() && document.fullscreenElement === null) show(false);
  };
  document.addEventListener("fullscreenchange", onChange);
  button.addEventListener("click", toggle);
  const leave = () => on() && toggle();
  return { toggle, leave, on, stop: () => document.removeEventListener("fullscreenchange", onChange) };
}

// -- the shape of the pane

// many names are drawn together where the drawer, or another picture, takes of their width
function shapeOfMany(shape, root) {
  const cy = root.querySelector(".mw-pictures .custom-widget")?._cyreg?.cy;
  const many = (cy ? cy.nodes() : root.querySelectorAll(".mw-pictures .mw-vertex")).length > MANY;
  if (many && shape === "wide") return "square";
  return many && shape === "broad" && root.matches(".mw-open") ? "drawer" : shape;
}

// The kernel lays the graph out for the shape of its pane, once that is another than before, and
// some time after the last change.
function tellPane(model, root) {
  let told = model.get("pane");
  let later = 0;
  let wait = 0; // at the opening, so that an early click meets what is there to stay
  const tell = (aspect) => {
    const now = PANES.findIndex(([shape]) => shape === told || (told === "drawer" && shape === "broad"));
    const [least, most] = [now ? PANES[now - 1][1] : 0, PANES[now][1]];
    const near = aspect > least * (1 - UNDECIDED) && aspect < most * (1 + UNDECIDED);
    let [shape] = near ? PANES[now] : PANES.find(([, limit]) => aspect < limit);
    shape = shapeOfMany(shape, root);
    root.dataset.pane = shape;
    clearTimeout(later);
    root.toggleAttribute("data-telling", shape !== told);
    if (shape === told) return;
    later = setTimeout(() => {
      told = shape;
      wait = SETTLED;
      root.removeAttribute("data-telling");
      try {
        model.set("pane", shape);
        model.save_changes();
      } catch {
        // closed meanwhile, or without a kernel: the picture just fits
      }
    }, wait);
  };
  return { tell, stop: () => clearTimeout(later) };
}

// -- names and clicks

// ipywidgets leaves the handles of its sliders without a name
function nameHandles(root) {
  for (const handle of root.querySelectorAll(".noUi-handle:not([aria-label])")) {
    const label = handle.closest(".jupyter-widgets").querySelector(".widget-label");
    if (label) handle.setAttribute("aria-label", label.textContent);
  }
}

// what may scroll can be reached by keyboard
function letScroll(root) {
  for (const side of root.querySelectorAll(".mw-stage > :is(.mw-words, .mw-pictures)")) {
    const longer = side.matches(".mw-words") || side.scrollHeight > side.clientHeight;
    if (longer && getComputedStyle(side).overflowY === "auto") side.tabIndex = 0;
    else side.removeAttribute("tabindex");
  }
}

// cytoscape remembers where its canvas stands and does not notice when a sentence above it
// grows: without this, the next click would be looked up in the old place and be lost
function onPointer(event) {
  const drawn = event.target.closest(".custom-widget");
  const cy = drawn && drawn._cyreg && drawn._cyreg.cy;
  if (cy) cy.renderer().invalidateContainerClientCoordsCache();
}

// -- together

function dress(model, root, bar) {
  const pane = tellPane(model, root);
  const motion = (root._motion = makeMotion(root));
  const unwatch = watchMarkup(root, motion);
  const fit = () => fitPictures(root, () => refit(), pane.tell);
  const presenter = makePresenter(root, bar.present, fit);
  const name = () => root.setAttribute("aria-label", model.get("label"));
  const toggleLegend = () => {
    const shown = root.classList.toggle("mw-legend-on");
    bar.legend.setAttribute("aria-pressed", String(shown));
  };
  bar.legend.addEventListener("click", toggleLegend);
  const toggleBeside = () => {
    if (bar.beside.hidden) return;
    const apart = root.classList.toggle("mw-apart");
    bar.beside.setAttribute("aria-pressed", String(apart));
    fit();
  };
  bar.beside.addEventListener("click", toggleBeside);
  makeMenu(root, bar, fit);
  const drawer = makeDrawer(root, bar, fit);
  const shortcuts = {
    f: presenter.toggle,
    l: toggleLegend,
    g: toggleBeside,
    w: drawer.toggle,
    // a hidden button loses the focus and its keys
    p: () => presenter.on() && (root.focus(), root.classList.toggle("mw-blank")),
  };
  const onKey = (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest(OWN_KEYS)) return; // only what no control under the focus needs
    const pressing = event.key === " " || event.key === "Enter";
    if (pressing && event.target.closest("button, summary, a")) return;
    const shortcut = shortcuts[event.key.toLowerCase()];
    const heard = model.get("heard").includes(event.key);
    if (!heard && !shortcut) return;
    event.preventDefault();
    event.stopPropagation();
    if (heard) model.send({ key: event.key });
    else shortcut();
  };
  let frame = 0;
  let high = 0; // px of the sentence's band: it grows with the longest, or the picture would move
  const holdBand = () => {
    const band = root.querySelector(":scope > .mw-say");
    if (!band) return;
    const free = root.matches(".mw-present, .mw-narrow");
    if (!free) high = Math.max(high, band.scrollHeight);
    band.style.minHeight = free ? "" : `${high}px`;
  };
  const refit = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      nameHandles(root);
      drawer.place();
      watchParts();
      bar.speed.hidden = !root.querySelector(".mw-transport-more");
      bar.legend.hidden = !root.querySelector(".mw-legend svg");
      bar.beside.hidden = !root.querySelector(".mw-beside svg, .mw-other");
      fit();
      holdBand();
      letScroll(root);
    });
  };
  // what is shown and hidden changes no child of the page
  const watched = new WeakSet();
  const watchParts = () => {
    const parts = [...root.querySelectorAll(".mw-stage > .mw-words > *")];
    for (const part of parts.filter((each) => !watched.has(each))) {
      watched.add(part);
      sizes.observe(part);
    }
  };
  // what was measured in another typeface before this one came
  const onFace = () => {
    high = 0;
    refit();
  };
  document.fonts.addEventListener("loadingdone", onFace);
  const changes = new MutationObserver(refit);
  const sizes = new ResizeObserver(refit);
  root.setAttribute("role", "region");
  root.tabIndex = 0;
  name();
  model.on("change:label", name);
  changes.observe(root, { childList: true, subtree: true });
  sizes.observe(root);
  // one that only asks whether there is a way changes nothing
  const onWish = ({ detail }) => detail?.only || presenter.leave();
  for (const wish of LEAVING) root.addEventListener(wish, onWish);
  root.addEventListener("keydown", onKey);
  root.addEventListener("pointerdown", onPointer, true);
  refit();
  return () => {
    cancelAnimationFrame(frame);
    pane.stop();
    unwatch();
    motion.stop();
    document.fonts.removeEventListener("loadingdone", onFace);
    changes.disconnect();
    sizes.disconnect();
    presenter.stop();
    for (const wish of LEAVING) root.removeEventListener(wish, onWish);
    root.removeEventListener("keydown", onKey);
    root.removeEventListener("pointerdown", onPointer, true);
  };
}

function render({ model, el }) {
  el.classList.add("mw-top");
  const bar = makeBar(model, el);
  return whenIn(el, ".mw-app", (root) => dress(model, root, bar));
}

export default { render };
