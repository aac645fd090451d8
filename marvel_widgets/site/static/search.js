// The search: every word of the question must stand in a section, the last one may be its beginning.
(() => {
  const MOST = 40;
  let entries = null, postings = null, names = null;
  window.marvelIndex = ([shown, terms]) => {
    [entries, postings, names] = [shown, new Map(Object.entries(terms)), Object.keys(terms)];
  };

  // as `terms_of` in search.py
  const termsOf = (text) =>
    (text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []).map((word) =>
      word.replace(/(?<=..)ies$/, "y").replace(/(?<=[^s]{3})(?<![siu])s$/, ""));

  const scoresOf = (term) => {
    const scores = new Map();
    const add = (name, part) => {
      const list = postings.get(name);
      const rare = Math.log(1 + entries.length / (list.length / 2));
      for (let i = 0; i < list.length; i += 2)
        scores.set(list[i], Math.max(scores.get(list[i]) ?? 0, part * rare * Math.sqrt(list[i + 1])));
    };
    for (const name of names) if (name === term) add(name, 1);
      else if (name.startsWith(term)) add(name, 0.5);
    return scores;
  };

  const find = (text) => {
    const each = termsOf(text).map(scoresOf);
    if (!each.length) return [];
    const sums = new Map();
    for (const scores of each)
      for (const [entry, score] of scores) {
        const [hits, sum] = sums.get(entry) ?? [0, 0];
        sums.set(entry, [hits + 1, sum + score]);
      }
    const most = Math.max(0, ...[...sums.values()].map(([hits]) => hits));
    const kept = [...sums].filter(([, [hits]]) => hits === most && hits >= Math.min(each.length, 1));
    return kept.sort((a, b) => b[1][1] - a[1][1]).map(([entry]) => entries[entry]);
  };

  const marked = (text, terms) => {
    const piece = document.createDocumentFragment();
    for (const word of text.split(/([\p{L}\p{N}]+)/u)) {
      const [term] = termsOf(word);
      const lit = term && terms.some((each) => term.startsWith(each));
      const part = document.createElement(lit ? "mark" : "span");
      part.textContent = word;
      piece.append(lit ? part : document.createTextNode(word));
    }
    return piece;
  };

  const result = ([page, heading, address, kind, beginning], terms) => {
    const item = document.createElement("li"), link = document.createElement("a");
    link.href = address;
    link.append(marked(heading || page, terms));
    const where = document.createElement("small");
    where.textContent = heading ? `${kind} · ${page}` : kind;
    item.append(link, where);
    if (beginning) {
      const text = document.createElement("p");
      text.append(marked(beginning, terms));
      item.append(text);
    }
    return item;
  };

  const field = document.getElementById("words");
  const show = () => {
    const text = field.value.trim(), terms = termsOf(text);
    const found = entries && text ? find(text) : [];
    const told = found.length > MOST ? `The best ${MOST} of ${found.length} sections` : `${found.length} section${found.length === 1 ? "" : "s"}`;
    document.querySelector("[data-found]").textContent =
      !text ? "" : found.length ? `${told} with these words.` : "No section has these words; try one word less, or its beginning.";
    document.querySelector("[data-results]").replaceChildren(...found.slice(0, MOST).map((each) => result(each, terms)));
    history.replaceState(null, "", text ? `?q=${encodeURIComponent(text)}` : location.pathname);
  };
  document.querySelector("[data-search]").addEventListener("submit", (event) => {
    event.preventDefault();
    document.querySelector("[data-results] a")?.focus();
  });
  field.addEventListener("input", show);
  field.value = new URLSearchParams(location.search).get("q") ?? "";
  field.focus();
  loadScript("assets/search-index.js").then(show);
})();
