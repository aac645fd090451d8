// A grid of questions: a row for each pair, a button for each subset. One button is in the tab
// order, the arrow keys go to the others; a click, Enter or Space asks.

function render({ model, el }) {
  const table = document.createElement("table");
  table.className = "mw-grid";
  table.setAttribute("role", "grid");
  el.append(table);
  let at = [0, 0];

  const button = (r, c) => table.querySelector(`[data-place="${r},${c}"]`);
  // A cell is changed only where it must be, and its words stay the same elements: a click on an
  // element that is replaced between press and release never comes.
  const fill = (made, cell) => {
    const [given, state, word, spoken] = cell;
    made.disabled = model.get("disabled");
    if (made.dataset.shown === JSON.stringify(cell)) return;
    made.dataset.shown = JSON.stringify(cell);
    made.className = `mw-cell mw-cell-${state.replaceAll(" ", "-")}`;
    made.setAttribute("aria-label", spoken);
    made.title = spoken;
    made.firstChild.textContent = given;
    made.lastChild.textContent = word;
  };
  const reach = (r, c) => {
    const next = button(r, c);
    if (!next) return null;
    const old = button(...at);
    if (old) old.tabIndex = -1;
    next.tabIndex = 0;
    at = [r, c];
    return next;
  };
  const build = (rows) => {
    at = [0, 0];
    table.replaceChildren(
      ...rows.map(([pair, cells], r) => {
        const row = document.createElement("tr");
        const head = document.createElement("th");
        head.scope = "row";
        head.textContent = pair;
        row.append(head);
        cells.forEach((cell, c) => {
          const made = document.createElement("button");
          made.type = "button";
          made.append(document.createElement("span"), document.createElement("b"));
          made.dataset.place = `${r},${c}`;
          made.tabIndex = r + c ? -1 : 0;
          made.addEventListener("click", () => {
            reach(r, c);
            model.send({ row: r, column: c });
          });
          const field = document.createElement("td");
          field.setAttribute("role", "gridcell");
          field.append(made);
          row.append(field);
        });
        return row;
      })
    );
  };
  const show = () => {
    const rows = model.get("rows");
    const shape = JSON.stringify(rows.map(([pair, cells]) => [pair, cells.length]));
    if (table.dataset.shape !== shape) {
      table.dataset.shape = shape;
      build(rows);
    }
    table.setAttribute("aria-label", model.get("label"));
    rows.forEach(([, cells], r) => cells.forEach((cell, c) => fill(button(r, c), cell)));
  };
  table.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const [r, c] = at;
    const moves = {
      ArrowRight: [r, c + 1],
      ArrowLeft: [r, c - 1],
      ArrowDown: [r + 1, c],
      ArrowUp: [r - 1, c],
      Home: [r, 0],
    };
    const to = moves[event.key];
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    const next = reach(...to);
    if (next) next.focus();
  });
  for (const name of ["rows", "label", "disabled"]) model.on(`change:${name}`, show);
  show();
}

export default { render };
