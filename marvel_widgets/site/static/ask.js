// Exercises answered in the page, without Python: it shows a case, takes an answer by taps or keys
// (ask_controls.js), and looks up what Python said of it (ask_answers.js). It compares sets and numbers,
// and knows nothing of graphs. What was answered is kept in this browser as the lines of
// my-progress.jsonl.
(() => {
  const { header, version, meanings, often } = "SETTINGS";
  const KEY = "marvel-widgets/my-progress.jsonl";
  const SIGNS = { correct: "✓", close: "≈", incorrect: "✗", hint: "→" };
  const FIELDS = ["notebook", "name", "student", "draw", "case", "answer", "verdict", "belief", "hints", "version", "at"];

  // -- cases: a script for each notebook, loaded when one of its questions comes near
  const told = new Map(), loading = new Map();
  window.marvelAsked = (notebook, cases) => told.set(notebook, cases);
  const casesOf = (notebook) => {
    if (!loading.has(notebook)) loading.set(notebook, loadScript(`asked/${notebook}.js`).then(() => told.get(notebook)));
    return loading.get(notebook);
  };

  // -- the journal: the lines that Python reads, in this browser
  const journal = {
    memory: "", problem: "",
    get text() {
      try {
        return localStorage.getItem(KEY) ?? "";
      } catch {
        return this.memory;
      }
    },
    set text(lines) {
      try {
        localStorage.setItem(KEY, lines);
        this.problem = "";
      } catch {
        this.memory = lines;
        this.problem = "This browser keeps nothing for this page: what you answer is lost when you close it.";
      }
    },
    get entries() {
      return this.text.split("\n").flatMap((line) => {
        try {
          const entry = JSON.parse(line);
          return FIELDS.every((field) => Object.hasOwn(entry ?? {}, field)) ? [entry] : [];
        } catch {
          return []; // torn, or of another program
        }
      });
    },
    about(notebook, name, draw) {
      return this.entries.filter((e) => e.notebook === notebook && e.name === name && e.draw === draw && e.student === "" && (e.kind ?? "exercise") === "exercise");
    },
    add(entry) {
      const whole = Object.fromEntries(FIELDS.map((field) => [field, { student: "", answer: "", verdict: "", belief: "", version, at: Math.floor(Date.now() / 1000), ...entry }[field]]));
      this.text += JSON.stringify(whole) + "\n";
    },
    take(text) {
      if (!text.startsWith(header.trim())) return null;
      const have = new Set(this.text.split("\n"));
      const fresh = text.split("\n").slice(1).filter((line) => line.trim() && !have.has(line));
      this.text += fresh.map((line) => `${line}\n`).join("");
      return fresh.length;
    },
  };

  // -- the picture: the pieces that Python drew, those of the answer and of the witness in their places
  const drawn = (picture, marks, witness) => {
    const over = { ...witness };
    for (const mark of marks) {
      const key = Array.isArray(mark) ? mark.join(">") : mark;
      // a witness may take a mark of the question away, but not that of the answer
      if (key in picture.answer && (over[key] ?? ":idle:").includes(":idle:")) over[key] = picture.answer[key];
    }
    const left = new Set(Object.keys(over));
    const piece = (key, svg) => (left.delete(key) ? picture.more[over[key]] : svg);
    const edges = picture.edges.map(([a, b, svg]) => {
      const keys = [`${a}>${b}`, `${b}>${a}`].filter((key) => left.has(key));
      return keys.length ? keys.map((key) => piece(key)).join("") : svg;
    });
    const nodes = picture.nodes.map(([name, svg]) => `<g data-v="${encodeURIComponent(name)}">${piece(name, svg)}</g>`);
    const more = [...left].map((key) => picture.more[over[key]]);
    return picture.behind + edges.join("") + more.join("") + nodes.join("");
  };
  const whole = (svg) => svg.replace(/[\ue000-\ue0ff]/g, (sign) => often[sign.charCodeAt(0) - 0xe000]);
  // What the marks of a witness mean, in words.
  const inWords = (witness) => {
    const found = new Map();
    for (const [what, key] of Object.entries(witness)) {
      const meaning = meanings[Number(what.includes(">"))][key.slice(what.length + 1).split(":")[0]];
      if (!meaning) continue; // as it is in every picture
      found.set(meaning, [...(found.get(meaning) ?? []), what.replace(">", "–")]);
    }
    return [...found].map(([meaning, what]) => `${what.join(", ")}: ${meaning}`).join(" · ");
  };
  const frame = ({ size: [width, height], words }) => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const set = { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": words, "font-size": 12, style: `max-width:${1.3 * width}px` };
    for (const [name, value] of Object.entries(set)) svg.setAttribute(name, value);
    return svg;
  };

  // -- one question in a place of the page
  const show = async (place, notebook, name, draw, alone) => {
    const cases = (await casesOf(notebook))[name];
    const asked = cases[draw];
    const before = journal.about(notebook, name, draw);
    let answered = before.findLast((entry) => entry.answer && entry.case === asked.digest)?.answer ?? "";
    let hints = Math.max(0, ...before.map((entry) => Math.min(entry.hints, 4)));
    let witness = {}, surely = false;

    const svg = asked.picture && frame(asked.picture);
    const status = made("div", { className: "ask-said" });
    status.setAttribute("role", "status");
    const hintList = made("div", { className: "ask-hints" });
    status.setAttribute("aria-live", "polite");
    const caption = made("figcaption");
    const draws = () => {
      if (!svg) return;
      svg.innerHTML = whole(drawn(asked.picture, form.marks(), witness));
      caption.textContent = inWords(witness);
    };
    const changed = () => {
      witness = {};
      surely = false;
      draws();
    };
    const form = control(asked.kind, "Your answer", changed);
    const says = (how, words, belief = "") => {
      const sign = made("span", { className: "ask-sign", textContent: SIGNS[how] ?? "…", aria: { hidden: "true" } });
      status.className = `ask-said ${how}`;
      status.replaceChildren(sign, made("span", { textContent: words, data: { verdict: how, belief } }));
      if (journal.problem) status.append(made("p", { textContent: journal.problem }));
    };
    const verdict = (value) => {
      const found = judged(asked, value);
      witness = found?.witness ?? {};
      if (found) says(found.how, found.words, found.belief);
      else {
        says(asked.complete ? "incorrect" : "open", cannot(asked, value));
        if (place.dataset.live) status.append(" ", made("a", { href: place.dataset.live, textContent: "Open it live" }));
      }
      draws();
      return found;
    };
    const check = () => {
      const value = form.value();
      if (value === undefined) return says("open", form.empty() ? "Not answered yet." : `We can't read this answer: give ${form.form}.`);
      if (form.empty() && !surely) {
        surely = true;
        return says("open", "Nothing is chosen. If that is your answer, press Check once more.");
      }
      const found = verdict(value), code = codeOf(asked.kind, value);
      if (code !== answered)
        journal.add({ notebook, name, draw, case: asked.digest, answer: code, verdict: found?.how ?? (asked.complete ? "incorrect" : "recorded"), belief: found?.belief ?? "", hints });
      answered = code;
    };
    const hinted = () => {
      hintList.replaceChildren(...asked.hints.slice(0, hints).map((hint, i) => made("p", { textContent: `Hint ${i + 1} of 4: ${hint}` })));
      help.textContent = hints >= 3 ? "Show the answer" : "Hint";
      help.disabled = hints === 4;
    };
    const help = button("Hint", () => {
      hints += 1;
      journal.add({ notebook, name, draw, case: asked.digest, hints });
      hinted();
    });
    const others = Object.keys(await casesOf(notebook)), next = others[others.indexOf(name) + 1];
    const go = (to, at) => (alone ? (location.hash = `q=${notebook}/${to}/${at}`) : show(place, notebook, to, at, alone).then(() => place.querySelector("h3").focus()));
    const title = made(alone ? "h1" : "h3", { textContent: asked.title + (draw ? " (practice: it does not count)" : ""), tabIndex: -1 });
    const figure = svg && made("figure", { className: "picture ask-picture" }, svg, caption);
    svg?.addEventListener("click", (event) => {
      const node = event.target.closest("[data-v]");
      if (node) form.pick(decodeURIComponent(node.dataset.v));
    });
    place.replaceChildren(
      title,
      ...asked.lines.map((line) => made("p", { textContent: line })),
      made("div", { className: "ask-body" }, figure, made("div", { className: "ask-form" }, form.element)),
      made("div", { className: "ask-buttons" }, button("Check", check, { className: "main" }), help,
        button("Another case", () => go(name, (draw + 1) % cases.length)),
        alone && next ? button("Next exercise", () => go(next, 0)) : null),
      status, hintList,
    );
    place.classList.add("ask-ready");
    draws();
    hinted();
    if (answered) {
      form.put(valueOf(asked.kind, answered));
      verdict(form.value());
    }
  };
  // What a page says that can't follow Python: see docs/site.md.
  const cannot = ({ kind, solution, one, complete }, value) => {
    if (!complete) return "Several answers are right here, and this page does not know whether yours is one. Python does.";
    if (!one) return "Not right. Several answers are right, and this is none of them. Python says why.";
    const [key] = Object.entries(kind.parts).find(([key]) => !same(value[key], solution[key]));
    return `Not right, to begin with under “${key}”. Python says why.`;
  };

  // -- boxes in the pages of the course, once they come near
  const near = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen)
      if (isIntersecting) {
        near.unobserve(target);
        const [notebook, name] = target.dataset.ask.split("/");
        show(target, notebook, name, 0, false);
      }
  }, { rootMargin: "800px" });
  for (const place of document.querySelectorAll("[data-ask]")) near.observe(place);

  // -- the page of one question, and the list of all with what is kept
  const page = document.querySelector("[data-asking]");
  if (!page) return;
  const [list, keep, way] = ["[data-asked-list]", "[data-kept]", "[data-way]"].map((each) => document.querySelector(each));
  const listed = () => {
    const last = new Map(journal.entries.filter((e) => e.answer && !e.draw && !e.student).map((e) => [`${e.notebook}/${e.name}`, e.verdict]));
    for (const link of list.querySelectorAll("a[href^='#q=']")) link.dataset.sign = SIGNS[last.get(link.hash.slice(3))] ?? "";
    keep.textContent = `${last.size} of ${list.querySelectorAll("a[href^='#q=']").length} answered in this browser.`;
  };
  const open = async (notebook, name, draw) => {
    const section = list.querySelector(`[data-notebook="${CSS.escape(notebook)}"]`);
    const known = section && [...section.querySelectorAll("a")].some((link) => link.hash === `#q=${notebook}/${name}`);
    const cases = known ? (await casesOf(notebook))[name] : [];
    if (!known || !(draw >= 0 && draw < cases.length)) return false;
    page.hidden = way.hidden = false;
    list.hidden = true;
    const lesson = section.querySelector("h2 a");
    Object.assign(way.lastElementChild, { href: lesson.href, textContent: lesson.textContent });
    page.dataset.live = section.dataset.live;
    await show(page, notebook, name, draw, true);
    document.title = `${cases[draw].title} · marvel_widgets`;
    scrollTo(0, 0);
    return true;
  };
  // A token's state, which may be anybody's text: only names of ours and numbers go on.
  window.marvelAskState = async ({ notebook, name, student, draw, exam }) => {
    if (exam) return { error: "The question in this link is part of an exam; answer it where it was set." };
    const ours = student === "" && Number.isInteger(draw) && (await open(String(notebook), String(name), draw));
    return ours ? {} : { error: "The question in this link has a case of its own, which this page does not have; the live app does." };
  };
  const follow = async () => {
    const [, notebook, name, draw] = /^#q=(\w+)\/(\w+)(?:\/(\d+))?$/.exec(location.hash) ?? [];
    if (name && (await open(notebook, name, Number(draw ?? 0)))) return;
    if (/^#[tv]=/.test(location.hash)) return; // a state, or a vote: card.js
    page.hidden = way.hidden = true;
    list.hidden = false;
    listed();
  };
  window.addEventListener("hashchange", follow);
  follow();

  document.querySelector("[data-export]").addEventListener("click", () => {
    const file = URL.createObjectURL(new Blob([header + journal.text], { type: "application/jsonl" }));
    made("a", { href: file, download: "my-progress.jsonl" }).click();
    setTimeout(() => URL.revokeObjectURL(file), 60_000);
  });
  document.querySelector("[data-import]").addEventListener("change", async ({ target }) => {
    const added = journal.take(await target.files[0].text());
    listed();
    keep.textContent += added === null ? " That file is no journal of the course." : ` ${added} lines were added.`;
    target.value = "";
  });
  document.querySelector("[data-forget]").addEventListener("click", ({ target }) => {
    if (!target.dataset.sure) return Object.assign(target, { textContent: "Forget all answers?" }).dataset.sure = "yes";
    journal.text = "";
    delete target.dataset.sure;
    target.textContent = "Forget";
    listed();
  });
})();
