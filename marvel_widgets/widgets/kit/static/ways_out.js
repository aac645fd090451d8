// How one goes on from an app. JupyterLab's keys keep off what has the focus in it, so the app says when
// to go on (Shift+Enter) or get out (Escape), and our labextension hears it. The focus never falls out by
// itself, and a line says how to go on when the kernel has stopped. None of it needs a kernel.

const ON = "marvel-widgets:next"; // run the cell below, and go there
const OUT = "marvel-widgets:out"; // select this cell
const ALIVE = "marvel-widgets:run-needed"; // run this cell, and those above that it needs
const STOPPED = "The kernel has stopped: this is the last state.";
const BY_MENU = " To go on: Run > Run All Above Selected Cell, then run this cell.";
const BY_LOADING = " To go on, load the page again.";

// Ask the page around; return whether somebody does it. With `only`, whether somebody could.
function ask(root, wish, only = false) {
  const asked = { bubbles: true, cancelable: true, detail: { only } };
  return !root.dispatchEvent(new CustomEvent(wish, asked));
}

// JupyterLab takes arrow keys even from a focused menu, unless that element itself says no;
// the attribute on an element around it comes too late.
function keepKeys(event) {
  event.target.setAttribute("data-lm-suppress-shortcuts", "true");
}

// Heard before anything inside: a button would be pressed, a field would take a new line.
function leaveByKeys(root) {
  const onKey = (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" && event.shiftKey) {
      event.preventDefault();
      event.stopImmediatePropagation();
      ask(root, ON);
    } else if (event.key === "Escape" && !event.shiftKey) {
      // a part that has used it says so, to nobody else
      setTimeout(() => event.defaultPrevented || ask(root, OUT));
    }
  };
  root.addEventListener("keydown", onKey, true);
  return () => root.removeEventListener("keydown", onKey, true);
}

// -- the focus stays

// What is said nearest to an element, after it rather than before: what its button has led to.
// Words come and go; the place that holds them stays.
function saidNear(element, around, root) {
  const after = (one) => element.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING;
  for (const part of around.filter((each) => each.isConnected)) {
    const said = [...part.querySelectorAll("[role=status], [role=alert]")];
    const seen = said.map((one) => one.closest(".widget-html-content") || one).filter(isShown);
    if (seen.length) return (element.isConnected && seen.find(after)) || seen[0];
  }
  return root;
}

function isShown(element) {
  return element.isConnected && element.getClientRects().length > 0;
}

// A button that is disabled, hidden or taken away under the focus would leave it to the page's body.
function holdFocus(root) {
  let held = null; // what had the focus last
  let around = []; // what stands around it, up to the app
  let frame = 0;
  const onFocus = ({ target }) => {
    held = root.contains(target) ? target : null;
    around = [];
    for (let one = held; one && one !== root.parentElement; one = one.parentElement) around.push(one);
  };
  const onPointer = ({ target }) => root.contains(target) || (held = null);
  const mend = () => {
    const { activeElement } = document;
    const lost = activeElement === held || activeElement === document.body || !activeElement;
    if (!held || !root.isConnected || !lost || (!held.disabled && isShown(held))) return;
    const place = saidNear(held, around, root);
    if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  };
  const changes = new MutationObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(mend);
  });
  const attributeFilter = ["disabled", "class", "style", "hidden"];
  changes.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter });
  document.addEventListener("focusin", onFocus);
  document.addEventListener("pointerdown", onPointer, true);
  return () => {
    cancelAnimationFrame(frame);
    changes.disconnect();
    document.removeEventListener("focusin", onFocus);
    document.removeEventListener("pointerdown", onPointer, true);
  };
}

// -- a kernel that has stopped

function stoppedLine(root) {
  const line = document.createElement("div");
  line.className = "mw-stopped";
  line.setAttribute("role", "status");
  line.append(STOPPED);
  if (ask(root, ALIVE, true)) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Resume";
    button.title = "Run this cell, and those above that it needs";
    button.addEventListener("click", () => ask(root, ALIVE));
    line.append(button);
  } else line.append(document.querySelector(".jp-NotebookPanel") ? BY_MENU : BY_LOADING);
  return line;
}

// ipywidgets marks what has no kernel any more.
function tellStopped(root) {
  let line = null;
  const look = () => {
    const stopped = root.classList.contains("jupyter-widgets-disconnected");
    // below all else, and shown above it: ipywidgets counts the children
    if (stopped && !line) root.append((line = stoppedLine(root)));
    else if (!stopped && line) line = void line.remove();
  };
  const changes = new MutationObserver(look);
  changes.observe(root, { attributes: true, attributeFilter: ["class"] });
  look();
  return () => changes.disconnect();
}

// -- the next step

// What has been judged in an app: an answer, or a prediction where no step of the app comes next.
// A form of predictions is judged by the next cell.
function judgedIn(root) {
  if (root.matches(".mw-guesses")) return !root.matches(".mw-answered") && root;
  const painted = root.querySelector(".mw-judged:is(.mw-right, .mw-close, .mw-wrong)");
  const own = [...root.querySelectorAll(".jupyter-button")].some((one) => one.textContent === "Next");
  const steps = own || root.querySelector(".mw-transport");
  return painted || (!steps && root.querySelector(".mw-answered"));
}

// One more button there goes on, as Shift+Enter does; none where nobody hears it, as on a page.
function offerNext(root) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "mw-next";
  button.textContent = "Next";
  button.title = "Run the next cell, and go there (Shift+Enter)";
  button.addEventListener("click", () => ask(root, ON));
  const look = () => {
    const judged = judgedIn(root);
    const row = judged && (judged.querySelector(".mw-goes-on") || root.querySelector(".mw-goes-on"));
    if (!row || !ask(root, ON, true)) button.remove();
    // after all else: ipywidgets counts the children
    else if (button.parentElement !== row || button.nextSibling) row.append(button);
  };
  const changes = new MutationObserver(look);
  changes.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ["class"] });
  look();
  return () => {
    changes.disconnect();
    button.remove();
  };
}

function giveWaysOut(root) {
  if (!root.hasAttribute("tabindex")) root.tabIndex = -1; // a click into it leads no farther out
  root.addEventListener("focusin", keepKeys);
  const ends = [leaveByKeys(root), holdFocus(root), tellStopped(root), offerNext(root)];
  return () => {
    root.removeEventListener("focusin", keepKeys);
    for (const end of ends) end();
  };
}

// From a part that can't be seen; a form in an app is a part of it. Return what takes them away.
function waysOutAround(el) {
  return whenIn(el, ".mw-app, .mw-guesses", (root) =>
    root.parentElement.closest(".mw-app") ? () => {} : giveWaysOut(root),
  );
}
