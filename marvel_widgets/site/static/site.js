// What a page of the site does with JavaScript: its films step, the front page asks, a state in the
// address is shown, and the pages are kept for a day without a network.
const siteRoot = new URL("..", document.currentScript.src).href;
const scripts = new Map();
const loadScript = (path) => {
  if (!scripts.has(path)) {
    const loaded = (resolve, reject) => {
      const script = document.createElement("script");
      Object.assign(script, { src: siteRoot + path, onload: resolve, onerror: reject });
      document.head.append(script);
    };
    scripts.set(path, new Promise(loaded));
  }
  return scripts.get(path);
};

const marvelFilms = new Map(); // by name: the page's element, and then its film
const marvelFilm = (name, data) => {
  const entry = marvelFilms.get(name);
  entry.prepare?.(data);
  entry.film = stepFilm(entry.root, data, { begin: data.begin });
  entry.root.classList.add("ready");
  entry.resolve(entry.film);
};

// A film is a script of its own, so that a page shows its text before, also from a USB stick.
const loadFilm = (root) => {
  const name = root.dataset.name;
  if (!marvelFilms.has(name)) {
    const entry = { root };
    entry.loaded = new Promise((resolve) => (entry.resolve = resolve));
    marvelFilms.set(name, entry);
    loadScript(`films/${name}.js`);
  }
  return marvelFilms.get(name).loaded;
};

const watcher = new IntersectionObserver(
  (seen) => {
    for (const each of seen)
      if (each.isIntersecting) {
        watcher.unobserve(each.target);
        loadFilm(each.target);
      }
  },
  { rootMargin: "600px" },
);
for (const root of document.querySelectorAll("[data-film]")) {
  root.tabIndex = 0;
  watcher.observe(root);
}

// -- predictions: an option is tapped, or a number or some options are checked
let ahead; // what the front page asks next
const marvelNext = (questions) => (ahead = questions);
const number = (text) => parseFloat(text.replaceAll(",", ""));
const predicts = (box) => {
  const { answer, right, wrong, predict, position } = box.dataset;
  const controls = [...box.querySelectorAll(".options :is(button, input)")];
  const [{ type }] = controls;
  const isRight = (said) => {
    const [less, more] = [number(said), number(answer)].sort((a, b) => a - b);
    if (type === "text") return more <= 1.1 * less;
    return type === "checkbox" ? said === answer : answer.split("; ").includes(said);
  };
  const check = async ({ target }) => {
    const filled = type === "text" ? controls : controls.filter((each) => each.checked);
    const said = target.value || filled.map((each) => each.value).filter(Boolean).join("; ");
    if (!said || (type === "text" && isNaN(number(said)))) return;
    const good = isRight(said);
    for (const each of controls) {
      each.disabled = true;
      each.classList.toggle("right", each === target ? good : isRight(each.value));
      each.classList.toggle("wrong", each === target && !good);
    }
    box.querySelector("[data-verdict]").textContent = good ? right : wrong;
    box.classList.add("told");
    for (const each of box.querySelectorAll("details")) each.open = true;
    if (box.closest(".front")) offerNext(box);
    if (predict) (await loadFilm(document.querySelector(predict))).show(+position);
    box.scrollIntoView({ block: "nearest" });
  };
  for (const each of controls) if (each.type === "button") each.onclick = check;
};
const offerNext = (box) => {
  if (ahead?.length === 0) return;
  box.insertAdjacentHTML("beforeend", '<button type="button" class="main">Next question</button>');
  box.lastElementChild.onclick = async () => {
    if (!ahead) await loadScript("assets/next.js");
    box.insertAdjacentHTML("afterend", ahead.shift()); // our own, names escaped
    const next = box.nextElementSibling;
    box.remove();
    predicts(next);
    next.querySelector("button").focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
  };
};
document.querySelectorAll(".predict").forEach(predicts);

// -- a state in the address, #t=...: see token.js
let runsOfTheSite = [];
const marvelRunsAre = (runs) => (runsOfTheSite = runs);
const marvelRuns = async () => {
  await loadScript("assets/runs.js");
  return runsOfTheSite;
};

const pageFilm = document.querySelector("[data-state] [data-film]"); // also when a state has its place

// Puts another run into the page's film, at a position of the run; returns the film.
const marvelRun = async (run, position) => {
  const { name, positions } = run;
  const index = positions.findLastIndex((each) => each <= position);
  if (pageFilm.dataset.name === name) {
    (await loadFilm(pageFilm)).show(Math.max(0, index));
    return pageFilm;
  }
  if (marvelFilms.has(name)) {
    const { root: again, film } = marvelFilms.get(name);
    film.show(Math.max(0, index));
    return again;
  }
  const shown = pageFilm.cloneNode(true);
  watcher.unobserve(pageFilm);
  shown.id = `film-${name}`;
  shown.dataset.name = name;
  shown.classList.remove("ready");
  for (const gone of shown.querySelectorAll(".tick, .film-head strong")) gone.remove();
  const entry = { root: shown, prepare: (data) => fitFilm(shown, data) };
  marvelFilms.set(name, entry);
  const loaded = new Promise((resolve) => (entry.resolve = resolve));
  entry.loaded = loaded;
  await loadScript(`films/${name}.js`);
  (await loaded).show(Math.max(0, index));
  shown.tabIndex = 0;
  return shown;
};

// A film's frame has the size of its picture, and offers the steps that it has.
const fitFilm = (root, data) => {
  const [{ width, height }] = data.pictures;
  const picture = root.querySelector('svg[data-part="picture"]');
  picture.setAttribute("viewBox", `-15 -15 ${width + 30} ${height + 30}`);
  picture.style.maxWidth = `${1.6 * (width + 30)}px`;
  root.classList.toggle("large", Math.max(width, height) > 460);
  for (const level of root.querySelectorAll('[data-part="level"]')) {
    const offered = data.stops[level.value].length > 1;
    level.parentElement.hidden = !offered;
    level.name = `level-${root.dataset.name}`;
    if (!offered) level.checked = false;
  }
  const offered = [...root.querySelectorAll('label:not([hidden]) [data-part="level"]')];
  if (!offered.some((each) => each.checked)) offered[0].checked = true;
};

const tellState = (words) => {
  const line = document.querySelector(".state-error") ?? document.createElement("p");
  line.className = "state-error";
  line.setAttribute("role", "alert");
  line.textContent = words;
  document.querySelector("main").before(line);
};

const asking = document.querySelector("[data-ask], [data-asking]") && loadScript("assets/ask.js");
const openToken = async (token, go) => {
  await asking;
  await loadScript("assets/token.js");
  const { error, page } = await marvelToken(token, siteRoot);
  if (page) go(page);
  else if (error) tellState(error);
  else document.querySelector(".state-error")?.remove();
};
const openState = () => {
  const leave = (page) => location.replace(page); // Back shall not lead here, and on again
  if (location.hash.startsWith("#t=")) openToken(location.hash.slice(3).trim(), leave);
};
window.addEventListener("hashchange", openState);
openState();
document.querySelector("[data-paste]")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const typed = new FormData(event.target).get("token").trim();
  const at = typed.lastIndexOf("#t="); // a whole link will do, too
  openToken(at < 0 ? typed : typed.slice(at + 3), (page) => location.assign(page));
});

// -- the page before Python that comes from another host passes on what shall run
const start = document.getElementById("start");
if (start) {
  const [asked, token] = location.hash.slice(1).split("&t=");
  // the address may be anything: only what can be a notebook or a token of ours goes on
  if (/^[\w./-]+\.ipynb$/.test(asked)) start.search = "?path=" + encodeURIComponent(asked);
  if (/^mwa?1\.[\w-]{1,60000}$/.test(token ?? "")) start.hash = "t=" + token;
}

// -- from a file, as on a USB stick, no browser starts Python: the first link says what it needs
const serverFirst = () => {
  const [first, ...others] = document.querySelectorAll('a:is([href*="lite/notebooks/"], [href*="run.html#"])');
  for (const link of others) link.remove();
  const told = "<span>To run it, this site needs a server: type <code>python -m http.server</code> in its folder, and open <code>localhost:8000</code>.</span>";
  if (first) first.outerHTML = told;
};
if (location.protocol === "file:") serverFirst();

// -- the search: / goes to its field, where nothing is being typed
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest("input, textarea, select")) return;
  event.preventDefault();
  document.querySelector('input[type="search"][name="q"]:not(.find *), .find input').focus();
});

// -- without a network
const offline = document.querySelector("[data-offline]");
const tellOffline = () => {
  offline.textContent = "Saved for offline use: these pages open without a network, and Python once it has run here.";
};
const keepOffline = async () => {
  if (navigator.connection?.saveData) return;
  const registration = await navigator.serviceWorker.register(`${siteRoot}offline.js`);
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  if (worker.state === "activated") return tellOffline();
  worker.addEventListener("statechange", () => worker.state === "activated" && tellOffline());
};
if (offline && navigator.serviceWorker && location.protocol.startsWith("http"))
  window.addEventListener("load", () => keepOffline().catch(() => {})); // pages work without it
if (document.querySelector("[data-vote]")) loadScript("assets/card.js");
if (document.querySelector("[data-story]")) loadScript("assets/story.js");
