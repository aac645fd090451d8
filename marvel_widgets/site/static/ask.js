// Exercises answered in the page, without Python: it shows a case, takes an answer by taps or keys, and
// looks up what Python said of it when the site was written (site/ask/judged.py). It compares sets and
// numbers, and knows nothing of graphs. What was answered is kept in this browser as the lines of
// my-progress.jsonl.
(() => {
  const { header, version, meanings, often } = "SETTINGS";
  const KEY = "marvel-widgets/my-progress.jsonl";
  const SIGNS = { correct: "✓", close: "≈", incorrect: "✗", hint: "→" };
  const FIELDS = ["notebook", "name", "student", "draw", "case", "answer", "verdict", "belief", "hints", "version", "at"];

  const made = (tag, set = {}, ...children) => {
    const { data, aria, ...rest } = set;
    const element = Object.assign(document.createElement(tag), rest);
    Object.assign(element.dataset, data);
    for (const [name, value] of Object.entries(aria ?? {})) element.setAttribute(`aria-${name}`, value);
    element.append(...children.filter((child) => child !== null));
    return element;
  };
  const button = (words, act, set = {}) => made("button", { type: "button", textContent: words, onclick: act, ...set });

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

  // -- answers: places in lists instead of names; the same forms and order as site/ask/forms.py
  const pairsOf = ({ names, directed }) =>
    names.flatMap((_, i) => names.flatMap((_, j) => (directed ? i !== j : i < j) ? [`${i}-${j}`] : []));
  const unitsOf = (kind) => (kind.kind === "pairs" ? pairsOf(kind) : kind.names.map((_, i) => String(i)));
  const unitNames = (kind, value) => value.map((unit) => (kind.kind === "pairs" ? unit.join("-") : String(unit)));
  const arranged = (n, length) => Array.from({ length }, (_, i) => n - i).reduce((a, b) => a * b, 1);
  const sizeOf = (kind) =>
    ({
      parts: () => Object.values(kind.parts).reduce((all, part) => all * sizeOf(part), 1),
      number: () => kind.high - kind.low + 1,
      order: () => arranged(kind.names.length, kind.length),
      choice: () => kind.names.length,
    })[kind.kind]?.() ?? 2 ** unitsOf(kind).length;
  const placeOf = (kind, value) =>
    ({
      parts: () => Object.entries(kind.parts).reduce((at, [key, part]) => at * sizeOf(part) + placeOf(part, value[key]), 0),
      number: () => value - kind.low,
      choice: () => value,
      order: () => value.reduce((at, name, i) => {
        const before = name - value.slice(0, i).filter((other) => other < name).length;
        return at + before * arranged(kind.names.length - i - 1, kind.length - i - 1);
      }, 0),
    })[kind.kind]?.() ?? unitNames(kind, value).reduce((at, unit) => at + 2 ** unitsOf(kind).indexOf(unit), 0);
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  const errorsOf = (kind, value, solution) => {
    if (kind.kind === "parts")
      return Object.entries(kind.parts).flatMap(([key, part]) => errorsOf(part, value[key], solution[key]).map((error) => `${key}|${error}`));
    const [have, want] = [value, solution].map((each) => new Set(unitNames(kind, each)));
    return unitsOf(kind).filter((unit) => have.has(unit) !== want.has(unit));
  };
  const isClose = (kind, value, solution) => {
    if (kind.kind === "parts") return Object.keys(kind.parts).filter((key) => !same(value[key], solution[key])).length === 1;
    if (kind.kind === "number") return Math.abs(value - solution) === 1;
    if (kind.kind === "choice") return false;
    if (kind.kind === "order") {
      const wrong = value.flatMap((name, i) => (name === solution[i] ? [] : [i]));
      return wrong.length === 2 && wrong[1] === wrong[0] + 1 && value[wrong[0]] === solution[wrong[1]] && value[wrong[1]] === solution[wrong[0]];
    }
    const wrong = errorsOf(kind, value, solution);
    const turned = kind.directed && wrong.length === 2 && wrong[0].split("-").reverse().join("-") === wrong[1];
    return wrong.length === 1 || turned;
  };

  // An answer as Python writes it, and back.
  const listedAs = (ends, items) => (items.length ? `${ends[0]}${items.join(", ")}${ends[1]}` : ends === "{}" ? "set()" : ends);
  const codeOf = (kind, value) => {
    const name = (at) => JSON.stringify(kind.names[at]);
    return {
      parts: () => listedAs("{}", Object.entries(kind.parts).map(([key, part]) => `${JSON.stringify(key)}: ${codeOf(part, value[key])}`)),
      number: () => String(value),
      choice: () => name(value),
      statements: () => listedAs("{}", value.map((at) => at + 1)),
      names: () => listedAs("{}", value.map(name)),
      order: () => listedAs("[]", value.map(name)),
      pairs: () => listedAs("{}", value.map((pair) => `(${pair.map(name).join(", ")})`)),
    }[kind.kind]();
  };
  const valueOf = (kind, code) => {
    if (kind.kind === "parts") {
      const keys = Object.keys(kind.parts), starts = keys.map((key) => code.indexOf(`${JSON.stringify(key)}: `));
      return Object.fromEntries(keys.map((key, i) => [key, valueOf(kind.parts[key], code.slice(starts[i] + key.length + 4, starts[i + 1]))]));
    }
    const found = (code.match(/"(?:[^"\\]|\\.)*"|-?\d+/g) ?? []).map((word) => JSON.parse(word));
    if (kind.kind === "number") return found[0];
    const places = found.map((word) => (kind.kind === "statements" ? word - 1 : kind.names.indexOf(word)));
    if (kind.kind === "choice") return places[0];
    return kind.kind === "pairs" ? places.flatMap((a, i) => (i % 2 ? [] : [[a, places[i + 1]]])) : places;
  };

  // -- the verdict: looked up
  const followed = ([how, ...rest], kind, value, solution) => {
    if (how === "all") return [rest[0][placeOf(kind, value)], null];
    if (how === "first") {
      const wrong = new Set(errorsOf(kind, value, solution));
      return [rest[0].find(([error]) => wrong.has(error))?.[1], null];
    }
    if (how === "number") {
      const [low, places, below, above] = rest, at = value - low;
      return [at < 0 ? below : at >= places.length ? above : places[at], value];
    }
    if (how === "sides") return [rest[1][value] ?? rest[value < rest[0] ? 2 : 3], value];
    const wrong = rest[0].find(([key]) => !same(value[key], solution[key]));
    return wrong ? followed(wrong[1], kind.parts[wrong[0]], value[wrong[0]], solution[wrong[0]]) : [];
  };
  const filled = (text, number) =>
    text.replace(/\x01([,d])(-?\d)/g, (_, sign, by) => (sign === "," ? (number + +by).toLocaleString("en") : number + +by));
  const judged = (asked, value) => {
    const { kind, solution, known, rule, said, one } = asked;
    let [place, number] = [known[codeOf(kind, value)], kind.kind === "number" ? value : null];
    if (place === undefined && rule) [place, number] = followed(rule, kind, value, solution);
    if (place === undefined || place === null) return null;
    let [how, words, belief, witness] = said[place];
    if (number !== null) words = filled(words, number);
    if (how === "?") {
      how = one && isClose(kind, value, solution) ? "close" : "incorrect";
      words = `${how === "close" ? "Close, but not right." : "Not right."} ${words}`;
    }
    return { how, words, belief, witness };
  };

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
    for (const part of drawn)
      for (const event of ["focusin", "pointerdown"])
        part[1].element.addEventListener(event, () => {
          active = part;
          show();
          changed();
        });
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
    const set = { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": words, "font-family": "Arial, Helvetica, sans-serif", "font-size": 12, style: `max-width:${1.3 * width}px` };
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
