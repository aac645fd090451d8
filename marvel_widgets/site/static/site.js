// What a page of the site does with JavaScript: its films step, and the front page asks.
const marvelFilms = new Map(); // by name: the page's element, and then its film
const marvelFilm = (name, data) => {
  const entry = marvelFilms.get(name);
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
    const script = document.createElement("script");
    script.src = root.dataset.film;
    document.head.append(script);
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

for (const box of document.querySelectorAll("[data-predict]")) {
  const verdict = box.querySelector("[data-verdict]");
  const buttons = [...box.querySelectorAll("button")];
  for (const button of buttons)
    button.addEventListener("click", async () => {
      const right = button.value === box.dataset.answer;
      for (const each of buttons) {
        each.disabled = true;
        each.classList.toggle("right", each.value === box.dataset.answer);
        each.classList.toggle("wrong", each === button && !right);
      }
      verdict.textContent = right ? box.dataset.right : box.dataset.wrong;
      box.classList.add("told");
      const film = await loadFilm(document.querySelector(box.dataset.predict));
      film.show(Number(box.dataset.position));
    });
}
