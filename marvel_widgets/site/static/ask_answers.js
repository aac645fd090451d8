// Answers to exercises in a page, and Python's verdict on them, looked up in what was written down when
// the site was written (site/ask/judged.py). It stands before ask.js, in one file with it.

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

const isPart = (kind, value, solution) => {
  const found = ["names", "pairs"].includes(kind.kind) ? unitNames(kind, value) : [];
  return found.length > 0 && errorsOf(kind, value, solution).every((unit) => !found.includes(unit));
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
    const head = how === "close" ? "Close, but not right." : "Not right.";
    words = `${one && isPart(kind, value, solution) ? "Not all of them." : head} ${words}`;
  }
  return { how, words, belief, witness };
};
