// A phone as a card: it shows the question that is on the stage, and a tap on an answer turns the whole
// screen into its card. It keeps nothing, sends nothing, and judges nothing before the two
// digits that the stage shows after the vote (assessment/vote.py).
(() => {
  const CARDS = "CARDS";
  const LINK = /^#v=(?:(\w{1,12})\/(\w{1,40})(\/2)?|([3-6]))$/;
  const [place, list, asking, way] = ["[data-vote]", "[data-asked-list]", "[data-asking]", "[data-way]"].map((each) => document.querySelector(each));
  const told = new Map();
  window.marvelVotes = (notebook, votes) => told.set(notebook, votes);

  const made = (tag, set = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), set);
    element.append(...children);
    return element;
  };
  const button = (act, set, ...children) => made("button", { type: "button", onclick: act, ...set }, ...children);
  const picture = (card) => made("span", { innerHTML: CARDS[card] });
  const shape = (card) => made("span", { innerHTML: CARDS[card].replace("360 510", "360 360"), ariaHidden: true }); // the name below is cut off
  const mixed = (text) => new TextEncoder().encode(text).reduce((found, byte) => Math.imul(found ^ byte, 0x01000193) >>> 0, 0x811c9dc5);
  const awake = () => navigator.wakeLock?.request("screen").catch(() => {}); // dark screens are no cards

  // The whole screen, until it is tapped.
  const hold = (card, back) => {
    const held = button(() => {
      held.remove();
      back();
    }, { className: "card-held" }, picture(card), made("small", { textContent: "Tap to lower the card" }));
    held.style.background = held.querySelector("rect").getAttribute("fill");
    document.body.append(held);
    held.focus();
    awake();
  };

  const show = ({ title, lines, options, seed, tag }, more) => {
    const cards = Object.keys(CARDS).slice(0, options.length);
    let mine = "";
    const said = made("p", { className: "ask-said" });
    said.setAttribute("role", "status");
    const choose = (card, chosen) => {
      mine = card;
      for (const each of chosen.parentNode.children) each.setAttribute("aria-pressed", each === chosen);
      hold(card, () => chosen.focus());
    };
    const choices = cards.map((card, i) => {
      const one = button(() => choose(card, one), { className: "card-option" }, shape(card), made("b", { textContent: card }), made("span", { textContent: options[i] }));
      one.setAttribute("aria-pressed", "false");
      return one;
    });
    const field = made("input", { type: "text", inputMode: "numeric", maxLength: 2, autocomplete: "off", size: 3 });
    const judge = () => {
      const right = cards.find((card) => mixed(`${seed}/${field.value.trim()}/${card}`) === tag);
      said.textContent = !right ? "These are not the two digits on the stage." : `Right is the ${right}. ${mine ? `Your card was the ${mine}.` : "You held up no card."}`;
    };
    const digits = made("label", { className: "ask-number" }, made("span", { textContent: "After the vote: the two digits on the stage" }), field, button(judge, { textContent: "Show" }));
    place.replaceChildren(
      made("h1", { textContent: title }),
      ...lines.map((line) => made("p", { textContent: line })),
      made("div", { className: "card-options" }, ...choices),
      ...(tag === undefined ? [] : [made("div", { className: "ask-form" }, digits), said]),
      ...more,
    );
    document.title = `${title} · marvel_widgets`;
  };

  const voteOf = async (notebook, name, second) => {
    const sections = [...list.querySelectorAll("[data-notebook]")];
    if (!sections.some((section) => section.dataset.notebook === notebook)) return false;
    if (!told.has(notebook)) await loadScript(`votes/${notebook}.js`);
    const votes = told.get(notebook) ?? {};
    const [first, again] = Object.hasOwn(votes, name) ? votes[name] : [];
    const asked = second ? again : first;
    if (!asked) return false;
    const go = (words, end) => made("p", {}, made("a", { href: `#v=${notebook}/${name}${end}`, textContent: words }));
    show(asked, second ? [go("Back to the first vote", "")] : again ? [go("To the second vote", "/2")] : []);
    return true;
  };
  const follow = async () => {
    document.querySelector(".card-held")?.remove();
    place.hidden = !location.hash.startsWith("#v=");
    if (place.hidden) return;
    asking.hidden = way.hidden = list.hidden = true;
    const [, notebook, name, second, bare] = LINK.exec(location.hash) ?? [];
    if (bare) return show({ title: "Cards", lines: ["Question and answers are on the stage."], options: Array(Number(bare)).fill("") }, []);
    if (notebook && (await voteOf(notebook, name, second))) return;
    place.replaceChildren(made("p", { className: "state-error", textContent: "This link names no vote of this site. Scan the code on the stage again." }), made("p", {}, made("a", { href: "#all", textContent: "All exercises" })));
  };
  window.addEventListener("hashchange", follow);
  follow();
})();
