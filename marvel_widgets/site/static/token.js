// A state token in the address, `#t=...`: read, told in words, and drawn, before any Python runs.
// A token is somebody's text: nothing of it is ever taken as HTML or as code.
(() => {
  const LONGEST = 60_000; // letters of a token; about a thousand variables
  const MOST_BYTES = 2_000_000;
  const MOST_WORDS = 600; // letters of what is said of a state; a name may be anything
  const MOST_GRAPH = 200_000; // letters of a graph
  const MOST_DRAWN = 60;
  const MOST_NAME = 30; // letters of a name in the picture
  const MOST_LETTERS = "MOST_LETTERS"; // of a name, as Dag takes it
  const STYLES = "STYLES"; // of the marks, as all pictures have them

  // By the kind in the token: the app's name, what is on its screen in words, what is said where a
  // field of these is empty, and whether the graph is what the player is to find out.
  const APPS = "APPS";

  // A field of a state in words: `.` leads into it, `#` counts, `+` is one more, `^` in capitals.
  const FIELD = /\{([\w.]+)([#+^]?)\}/g;
  const fieldOf = (state, path) => path.split(".").reduce((within, name) => (Object.hasOwn(within, name) ? within[name] : fail("no field")), state);
  const inWords = (value, how) => {
    if (how === "#") return Array.isArray(value) ? value.length : fail("no list");
    if (how === "+") return value + 1;
    if (how === "^") return value.toUpperCase();
    return Array.isArray(value) ? (value.length ? `{${value.join(", ")}}` : "∅") : value;
  };
  const sentence = (words, otherwise, state) => {
    const empty = [...words.matchAll(FIELD)].some(([, path]) => fieldOf(state, path) === "");
    return empty ? otherwise : words.replace(FIELD, (_, path, how) => inWords(fieldOf(state, path), how));
  };

  const fail = (words) => {
    throw Object.assign(new Error(words), { told: words.endsWith(".") });
  };

  // What is shown of a text: a beginning, without what can't be printed or turns letters around.
  const clipped = (text, most) =>
    (text.length > most ? `${text.slice(0, most - 1)}…` : text).replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "\ufffd");

  // Half a character, which nothing can show.
  const whole = (key, value) =>
    [key, value].some((text) => typeof text === "string" && /\p{Cs}/u.test(text)) ? fail("half a character") : value;

  const counted = (number) => number.toLocaleString("en");

  const inflated = async (text) => {
    const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
    const decoder = new TextDecoder("utf-8", { fatal: true });
    let plain = "";
    for (let size = 0; ; ) {
      const { done, value } = await reader.read();
      if (done) return JSON.parse(plain + decoder.decode(), whole);
      if ((size += value.length) > MOST_BYTES) fail("too long");
      plain += decoder.decode(value, { stream: true });
    }
  };

  // Returns {kind, state}; a sentence where the text is no token of ours.
  const readToken = async (token) => {
    const form = /^(mw|mwa)(\d+)\.([\w-]+)$/.exec(token);
    if (!form || token.length > LONGEST) fail("This link holds no state of an app of this kit.");
    if (form[2] !== "1")
      fail("The state in this link is of another version of the kit; open it on the site that it came from.");
    if (typeof DecompressionStream === "undefined")
      fail("This browser is too old to show the state in this link; the live app can.");
    const data = await inflated(form[3]).catch(() =>
      fail("The state in this link is damaged or cut short; copy the link whole."),
    );
    const player = form[1] === "mw";
    const [kind, state] = player ? ["player", data] : [data?.app, data?.state];
    if (!Object.hasOwn(APPS, kind) || (player ? !data?.graph : kind === "player"))
      fail("The state in this link is of an app that this site does not have.");
    try {
      return { kind, state, words: clipped(sentence(APPS[kind][1], APPS[kind][2], state), MOST_WORDS) };
    } catch {
      return fail("The state in this link is not one that its app has written.");
    }
  };

  // -- the graph: names and arrows as Python writes them, `{X Y}; X -> Y; "two words" -> X`
  const readGraph = (text) => {
    if (text.length > MOST_GRAPH) fail("too long");
    const nodes = new Set(), edges = new Map(), before = [];
    // a quote that is never closed reaches to the end: nothing is looked at twice
    for (const [word, quoted] of text.matchAll(/"((?:[^"\\]|\\.)*)(?:"|\\?$)|->|[{};]|[^\s"{};]+/gs)) {
      if (quoted === undefined && /^(->|[{};])$/.test(word)) {
        before.push(word);
        continue;
      }
      const name = quoted === undefined ? word : quoted.replace(/\\(.)/gs, "$1");
      const letters = name.length > MOST_LETTERS ? [...name].length : 0;
      if (letters > MOST_LETTERS)
        fail(`The name "${clipped(name, MOST_NAME)}" in this link has ${counted(letters)} letters; at most ${counted(MOST_LETTERS)} are taken.`);
      nodes.add(name);
      if (before.at(-1) === "->") {
        const tail = before.at(-2).name; // without one this is no graph, and told so
        if (!nodes.has(tail) || tail === name) fail("no edge");
        edges.set(JSON.stringify([tail, name]), [tail, name]);
      }
      before.push({ name });
    }
    return { names: [...nodes], edges: [...edges.values()] };
  };

  const layers = ({ names, edges }) => {
    const depth = new Map(names.map((name) => [name, 0]));
    for (let round = 0; round < names.length; round++)
      for (const [a, b] of edges) depth.set(b, Math.max(depth.get(b), Math.min(depth.get(a) + 1, names.length)));
    if ([...depth.values()].includes(names.length)) fail("The edges of the graph in this link close a cycle; no app has written it.");
    const rows = [];
    for (const name of names) (rows[depth.get(name)] ??= []).push(name);
    const widest = Math.max(...rows.map((row) => row?.length ?? 0));
    const places = new Map();
    rows.forEach((row, y) => {
      const mean = (name) => {
        const above = edges.filter(([a, b]) => b === name && places.has(a)).map(([a]) => places.get(a)[0]);
        return above.length ? above.reduce((s, x) => s + x, 0) / above.length : 0;
      };
      row.sort((a, b) => mean(a) - mean(b));
      row.forEach((name, i) => places.set(name, [(i + (widest - row.length) / 2) * 110 + (y % 2) * 18, y * 84]));
    });
    return places;
  };

  const mark = (tag, attributes, ...children) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  };

  const half = (name) => Math.max(44, 7.6 * Math.min(name.length, MOST_NAME) + 22) / 2;
  const border = (name, [x, y], dx, dy) => {
    const reach = Math.min(half(name) / (Math.abs(dx) || 1e-9), 15 / (Math.abs(dy) || 1e-9), 1);
    return [x + dx * reach, y + dy * reach];
  };

  const edge = (a, b, places) => {
    const [from, to] = [places.get(a), places.get(b)];
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const [start, end] = [border(a, from, dx, dy), border(b, to, -dx, -dy)];
    const long = Math.hypot(dx, dy) || 1;
    const [ux, uy] = [dx / long, dy / long];
    const base = [end[0] - 10 * ux, end[1] - 10 * uy];
    const corners = [end, [base[0] - 5 * uy, base[1] + 5 * ux], [base[0] + 5 * uy, base[1] - 5 * ux]];
    const paint = { stroke: STYLES.edge, "stroke-width": 2 };
    return mark("g", {}, mark("path", { d: `M${start}L${base}`, fill: "none", ...paint }),
      mark("polygon", { points: corners.join(" "), fill: STYLES.edge }));
  };

  const node = (name, [x, y], look) => {
    const style = STYLES[look], wide = half(name);
    const text = mark("text", { x, y: y + 4.5, fill: style.text, "text-anchor": "middle", "font-size": 13, "font-weight": 600 });
    text.textContent = clipped(name, MOST_NAME);
    const ring = (inset, fill) => mark("rect", { x: x - wide + inset, y: y - 15 + inset, width: 2 * (wide - inset), height: 2 * (15 - inset),
      rx: style.shape === "square" ? 0 : 15 - inset, fill, stroke: style.border, "stroke-width": style.width });
    return mark("g", {}, ring(0, style.fill), ...(style.shape === "double" ? [ring(3.5, "none")] : []), text);
  };

  // Which variables a state points at; the others are plain.
  const looks = (state) => {
    const found = new Map();
    const say = (names, look) => [names ?? []].flat().forEach((name) => found.set(name, look));
    say(state.given, "given");
    const [first, ...others] = state.variables ?? [];
    say([...others, state.y], "object");
    say([first, state.x, state.chosen], "subject");
    return found;
  };

  const drawn = (graph, state, saved) => {
    if (!graph.names.length || graph.names.length > MOST_DRAWN) return null;
    const sound = Array.isArray(saved) && saved.length === graph.names.length && saved.every((spot) => Array.isArray(spot) && spot.length === 2) &&
      saved.flat().every((v) => Number.isFinite(v) && Math.abs(v) < 5000);
    const first = layers(graph); // finds cycles, too
    const places = sound ? new Map(graph.names.map((name, i) => [name, saved[i]])) : first;
    const lit = looks(state);
    const xs = graph.names.flatMap((name) => [places.get(name)[0] - half(name), places.get(name)[0] + half(name)]);
    const ys = graph.names.map((name) => places.get(name)[1]);
    const box = [Math.min(...xs) - 12, Math.min(...ys) - 28];
    box.push(Math.max(...xs) + 12 - box[0], Math.max(...ys) + 28 - box[1]);
    const words = `${graph.names.length} variables: ${graph.names.join(", ")}. Edges: ${graph.edges.map((e) => e.join(" to ")).join(", ")}.`;
    return mark("svg", { role: "img", "aria-label": clipped(words, 10 * MOST_WORDS), viewBox: box.join(" "), style: `max-width:${1.4 * box[2]}px`,
        "font-family": "Arial, Helvetica, sans-serif" },
      ...graph.edges.map(([a, b]) => edge(a, b, places)),
      ...graph.names.map((name) => node(name, places.get(name), lit.get(name) ?? "idle")));
  };

  // -- the page
  const filmOf = (state, runs) =>
    runs.find((run) => run.graph === state.graph && run.algorithm === state.algorithm &&
      JSON.stringify(run.options) === JSON.stringify(state.options));

  const element = (tag, text, name = "") => {
    const made = document.createElement(tag);
    made.textContent = text;
    made.className = name;
    return made;
  };

  const showState = async ({ kind, state, words }, box, root, token) => {
    const text = kind === "player" ? state.graph : state.graph?.graph;
    const secret = APPS[kind][3] || typeof text !== "string";
    const run = kind === "player" && filmOf(state, await marvelRuns());
    const parts = [element("p", `The state of your link: ${words}`, "told")];
    if (run) parts.push(await marvelRun(run, state.position));
    else if (!secret) {
      const graph = readGraph(text), picture = drawn(graph, state, state.graph.places);
      const frame = element("figure", "", "picture large");
      if (picture) frame.append(picture);
      parts.push(picture ? frame : element("p", `${graph.names.length} variables, ${graph.edges.length} edges.`));
    }
    if (kind === "exercise-box") {
      parts.push(element("a", "Answer it in this page", "main"));
      parts.at(-1).href = `${root}ask.html#t=${token}`;
    }
    box.replaceChildren(...parts);
    box.classList.add("shown");
  };

  const passOn = (token) => {
    for (const link of document.querySelectorAll("a[data-live]")) {
      link.dataset.plain ??= link.getAttribute("href");
      link.href = `${link.dataset.plain}${link.dataset.plain.includes("run.html#") ? "&" : "#"}t=${token}`;
      link.textContent = "Open this state live";
    }
  };

  window.marvelToken = async (token, root) => {
    let found;
    try {
      found = await readToken(token);
    } catch (error) {
      return { error: error.message };
    }
    const main = document.querySelector("main");
    const page = APPS[found.kind][0];
    if (main.dataset.kind !== found.kind) return { page: `${root}apps/${page}.html#t=${token}` };
    if (window.marvelAskState) return window.marvelAskState(found.state);
    passOn(token);
    try {
      await showState(found, document.querySelector("[data-state]"), root, token);
    } catch (error) {
      return { error: error.told ? error.message : "The state in this link can't be drawn; the live app may say more." };
    }
    return {};
  };
  window.marvelKinds = Object.fromEntries(Object.entries(APPS).map(([kind, [name]]) => [kind, name]));
})();
