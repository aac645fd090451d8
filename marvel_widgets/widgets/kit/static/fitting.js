// Pictures fitted to the room that they have: graphs, charts, and what stands above and below them.

const HIGHEST = 598; // px: JupyterLab leaves a cell 600 of a screen of 720; the rest is rounding
const LOWEST = 160; // px of a picture, whatever stands around it
const NARROW_HIGHEST = 380; // px of a picture on a phone, where all stands in one column
const NARROW_PLAYED = 310; // px of one below which much is asked: both belong on the screen
const AROUND = 28; // px beside a picture and around it
// px, and what the style calls an app, or its words, of no more. No container queries: of an app that
// is put into the page late, as in a long notebook, Chromium then keeps the style that it had first.
const NARROW = 600;
const SLIM = 900;
const LEAST_READ = 0.85; // of its size: names below it are hard to read
const LARGEST = 2.1; // a small graph does not grow into posters
const LARGEST_PRESENTED = 3;
const CHART = ":scope > .widget-html > .widget-html-content > svg";
const NAME = 13; // px of a name, as NAME_SIZE in pictures/pills.py
const PRESENTED_NAME = 18;
const MANY = 12; // variables, as in pictures/positions.py
const MARGIN = 4; // px, as LIVE_MARGIN in pictures/positions.py

// What a live graph measures is what Python gave it, read before the first change. Its layout,
// which comes a little later, sets the view back: then it is fitted again.
function naturalOf(drawn, cy, again) {
  if (!drawn._natural) {
    drawn._natural = {
      width: parseFloat(drawn.style.width),
      height: parseFloat(drawn.style.height),
      zoom: cy.minZoom(),
    };
    cy.on("layoutstop", () => {
      drawn._scale = null;
      again();
    });
    // while JupyterLab hides it for a moment, as when the theme changes, it is measured as nothing
    cy.on("resize", () => cy.width() > 0 || again());
    tellWholeNames(drawn, cy);
    walkPicture(drawn, cy);
    watchGraph(cy, drawn.closest(".mw-app")._motion);
  }
  return drawn._natural;
}

// a name that its pill cuts off stands whole at the pointer, or at the finger
function tellWholeNames(drawn, cy) {
  const root = drawn.closest(".mw-app");
  const bubble = root.querySelector(":scope > .mw-whole-name") || make("div", "mw-whole-name");
  bubble.setAttribute("aria-hidden", "true"); // the words for the picture have whole names
  bubble.hidden = true;
  root.append(bubble);
  cy.on("mouseover tap", "node", ({ target, renderedPosition }) => {
    bubble.textContent = target.data("whole");
    bubble.hidden = !bubble.textContent;
    const [box, around] = [drawn, root].map((each) => each.getBoundingClientRect());
    bubble.style.left = `${box.left - around.left + renderedPosition.x}px`;
    bubble.style.top = `${box.top - around.top + renderedPosition.y + 18}px`;
  });
  const hide = () => (bubble.hidden = true);
  cy.on("mouseout", "node", hide);
  drawn.addEventListener("pointerleave", hide); // cytoscape hears nothing outside its canvas
}

// how large names are: as wanted in a picture that had to be made smaller, unless one fills its pill
function sizeOfNames(names, zoom, largest) {
  const wanted = (largest === LARGEST_PRESENTED ? PRESENTED_NAME : NAME) / zoom;
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `600 ${NAME}px "Source Sans 3", Arial, sans-serif`;
  const most = Math.min(...names.map(([name, wide]) => (wide - 8) / pen.measureText(name).width));
  return Math.max(NAME, Math.min(wanted, NAME * most));
}

function fitNames(svg, largest) {
  const { width, height } = svg.viewBox.baseVal;
  const zoom = Math.min(svg.clientWidth / width, svg.clientHeight / height);
  const pills = [...svg.querySelectorAll(".mw-vertex > .mw-glyph")];
  const names = pills.map((pill) => [pill.nextSibling.textContent, pill.width.baseVal.value]);
  svg.style.setProperty("--mw-name", `${sizeOfNames(names, zoom, largest)}px`);
}

function fitGraph(drawn, width, height, largest, again) {
  const cy = drawn._cyreg && drawn._cyreg.cy;
  if (!cy || !(parseFloat(drawn.style.width) > 0)) return;
  const natural = naturalOf(drawn, cy, again);
  const scale = Math.min(largest, width / natural.width, height / natural.height);
  const face = `"Source Sans 3", f${document.fonts.size}, sans-serif`; // drawn anew once it has come
  const now = scale + face;
  if (!(scale > 0) || (now === drawn._scale && cy.width() > 0)) return;
  drawn._scale = now;
  drawn.style.width = `${natural.width * scale}px`;
  drawn.style.height = `${natural.height * scale}px`;
  const zoom = natural.zoom * scale;
  cy.minZoom(0.01).maxZoom(100); // in this order: none may pass the other
  cy.minZoom(zoom).maxZoom(zoom);
  cy.elements().style("font-family", face);
  const names = cy.nodes().map((v) => [v.data("label"), v.data("width")]);
  cy.nodes().style("font-size", sizeOfNames(names, zoom, largest));
  cy.resize();
  cy.viewport({ zoom, pan: { x: MARGIN * scale, y: MARGIN * scale } });
}

function fitPictures(root, again, tell) {
  sayWidth(root);
  const stage = root.querySelector(":scope > .mw-stage");
  if (!stage) return;
  const presented = root.classList.contains("mw-present");
  const room = presented ? stage.clientHeight : HIGHEST - besidesStage(root, stage);
  root.style.setProperty("--mw-room", `${room}px`);
  const [pictures, words] = [".mw-pictures", ".mw-words"].map((side) => stage.querySelector(side));
  const high = presented && pictures ? pictures.clientHeight : room;
  const sheet = stage.querySelector(":scope > .mw-sheet");
  if (sheet) sheet.classList.remove("mw-tight"); // what is long has smaller letters before it scrolls
  if (sheet && presented) sheet.classList.toggle("mw-tight", sheet.scrollHeight > sheet.clientHeight);
  const above = !presented && root.matches(".mw-strip:not(.mw-narrow)") ? sheet.offsetHeight : 0;
  if (pictures) fitSide(pictures, high - above, presented ? LARGEST_PRESENTED : LARGEST, again, tell);
  if (words) fitSide(words, room, 1, again); // a picture of the question: never larger
}

// what an app takes beside its stage: its bar, its sentence and its foot
function besidesStage(root, stage) {
  const rows = [...root.children].filter((row) => row !== stage && !row.matches(".mw-head, .mw-whole-name, .mw-inside"));
  return rows.reduce((high, row) => high + row.offsetHeight, 0) + root.offsetHeight - root.clientHeight;
}

function sayWidth(root) {
  root.classList.toggle("mw-narrow", root.clientWidth <= NARROW);
  root.classList.toggle("mw-slim", root.clientWidth <= SLIM);
}

function fitSide(side, height, largest, again, tell) {
  const root = side.closest(".mw-app");
  const graphs = [...side.querySelectorAll(".custom-widget")].filter((one) => one.offsetParent);
  const canvas = side.querySelector(".mw-canvas svg"); // sized by its app's style
  const rail = isNarrow(root) ? null : root.querySelector(":scope > .mw-inside");
  const wholeWidth = root.clientWidth - (rail ? rail.offsetWidth : 0); // whether the drawer is open or not
  if (canvas?.clientHeight) {
    fitNames(canvas, largest);
    return tell && tell(wholeWidth / canvas.clientHeight);
  }
  if (!side.clientWidth) return;
  if (!graphs.length) {
    const still = [...side.querySelectorAll(".mw-start svg")].some((one) => one.getClientRects().length);
    if (tell && still && !isNarrow(root)) tell(side.clientWidth / height);
    return fitCharts(side, height);
  }
  const apart = [...side.querySelectorAll(".mw-beside")].filter((one) => one.offsetParent);
  const stacked = graphs.length + apart.length > 1 && unreadable(side, graphs[0]);
  const narrow = isNarrow(root) && !root.classList.contains("mw-present");
  const perRow = stacked ? 1 : Math.min(graphs.length + apart.length, narrow ? 2 : 4);
  const rows = stacked || narrow ? 1 : Math.ceil(graphs.length / perRow); // else they share
  const words = side.matches(".mw-words");
  const column = root.matches(".mw-by-hand") ? NARROW_PLAYED : NARROW_HIGHEST;
  const room = narrow ? column : height - (words ? 0 : besides(side, [...graphs, ...apart]));
  const [wide, high] = [(side.clientWidth - AROUND) / perRow - 12, Math.max(LOWEST, room) / rows];
  const small = largest === LARGEST && graphs[0].closest(".mw-small"); // beside something else
  for (const drawn of graphs) fitGraph(drawn, wide, high, small ? 1 : largest, again);
  for (const svg of side.querySelectorAll(".mw-beside svg")) svg.style.width = graphs[0].style.width;
  const sheet = side.nextElementSibling?.matches(".mw-sheet") && side.nextElementSibling.clientWidth;
  const whole = perRow === 1 && !sheet ? wholeWidth - AROUND - 12 : wide;
  if (tell) tell(whole / high);
}

function fitCharts(side, height) {
  const charts = [...side.querySelectorAll(CHART)].filter((one) => one.getClientRects().length);
  if (charts.length) side.style.setProperty("--mw-chart", `${Math.max(LOWEST, height - besides(side, charts) - 8)}px`);
}

// whether the two sides of the stage stand below each other
function isNarrow(root) {
  return root.classList.contains("mw-narrow");
}

// whether two pictures beside each other would be too small: on a phone they stand in a column
function unreadable(side, drawn) {
  const wide = drawn._natural ? drawn._natural.width : parseFloat(drawn.style.width);
  return side.clientWidth < 500 && side.clientWidth / 2 < LEAST_READ * wide;
}

// how high all is that stands above and below the graphs of a side
function besides(side, graphs) {
  let [high, end] = [0, -Infinity]; // those beside each other count once
  const boxes = graphs.map((drawn) => drawn.getBoundingClientRect()).sort((a, b) => a.top - b.top);
  for (const { top, bottom } of boxes) {
    high += Math.max(0, bottom - Math.max(top, end));
    end = Math.max(end, bottom);
  }
  // a box that has been squeezed is lower than what stands in it
  const heights = [...side.children].map((each) => Math.max(each.offsetHeight, each.scrollHeight));
  const content = heights.reduce((sum, one) => sum + one, 0);
  return content - high + 9; // its padding, and a little air
}
