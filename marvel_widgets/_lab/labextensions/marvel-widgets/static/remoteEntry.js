// What no widget can do by itself, as a plugin of JupyterLab 4.2 and later, Notebook 7 and
// JupyterLite. Written by hand, and needs no build: it asks for nothing but the application.
(() => {
  // -- notebooks

  const notebooks = (app) =>
    [...app.shell.widgets("main")].filter(({ content }) => content && "activeCellIndex" in content);

  // Calls visit(panel) once for each notebook that is open or is opened.
  function eachNotebook(app, visit) {
    const met = new WeakSet();
    const look = () => {
      for (const panel of notebooks(app).filter((each) => !met.has(each))) {
        met.add(panel);
        visit(panel);
      }
    };
    app.shell.currentChanged.connect(look);
    app.restored.then(look);
  }

  // What our server, or the site, says in the page (classroom/for_jupyterlab.py).
  const told = () => JSON.parse(document.getElementById("jupyter-config-data")?.textContent || "{}");

  async function openAnew(app, panel, kernel) {
    if (app.name !== "JupyterLab") return location.reload(); // one notebook is the whole page
    const path = app.serviceManager.contents.localPath(panel.context.path);
    panel.dispose();
    await app.commands.execute("docmanager:open", { path, factory: "Notebook", kernel });
  }

  // -- a line above a notebook

  const STYLE = `
    .mw-line-above { box-sizing: border-box; padding: 4px 12px; display: flex; flex-wrap: wrap;
      gap: 4px 12px; align-items: center; font: var(--jp-ui-font-size1) var(--jp-ui-font-family);
      line-height: 1.4; color: var(--jp-ui-font-color1); background: var(--jp-layout-color2);
      border-bottom: 1px solid var(--jp-border-color1); }
    .mw-line-above > span { flex: 1 1 200px; overflow-wrap: anywhere; }
    .mw-line-above > button { min-height: 24px; padding: 2px 10px; font: inherit; cursor: pointer;
      color: inherit; background: var(--jp-layout-color1); border-radius: 3px;
      border: 1px solid var(--jp-border-color0); }`;

  // Lumino's Widget, from which every panel inherits.
  function widgetClass(panel) {
    let found = panel.constructor;
    while (Object.getPrototypeOf(found).prototype) found = Object.getPrototypeOf(found);
    return found;
  }

  // Show a line at the top of a notebook, with a button if one is given ({ text, press }); return a
  // function that takes it away. The notebook begins below it.
  function lineAbove(panel, text, button) {
    const node = document.createElement("div");
    const line = node.appendChild(document.createElement("div"));
    line.className = "mw-line-above";
    line.setAttribute("role", "status");
    const words = line.appendChild(document.createElement("span"));
    if (button) {
      const pressed = line.appendChild(document.createElement("button"));
      pressed.type = "button";
      pressed.textContent = button.text;
      pressed.addEventListener("click", button.press);
    }
    const widget = new (widgetClass(panel))({ node });
    panel.contentHeader.addWidget(widget);
    words.textContent = text; // a screen reader says what comes into a line that is there
    const sizes = new ResizeObserver(() => {
      node.style.minHeight = `${line.offsetHeight}px`; // what Lumino gives it room by
      panel.contentHeader.fit();
    });
    sizes.observe(line);
    return () => {
      sizes.disconnect();
      widget.dispose();
    };
  }

  // -- notebooks from others

  // Our server holds saved apps back, and says so (classroom/server/foreign_notebooks.py).
  const isHeldBack = (panel) =>
    Boolean(panel?.context?.model?.sharedModel?.getMetadata("marvel_widgets_withheld"));

  // Whether all has been run here, or trusted: the cells with code, or all.
  const isTrusted = (panel, type) => {
    const cells = [...panel.context.model.cells].filter((cell) => !type || cell.type === type);
    return cells.length > 0 && cells.every((cell) => cell.trusted);
  };

  async function sayItIsFromOthers(app, panel) {
    await panel.context.ready;
    if (!isHeldBack(panel)) return;
    const press = () => {
      app.shell.activateById(panel.id);
      app.commands.execute("notebook:trust"); // which asks
    };
    const words =
      "From somebody else, not trusted: its saved apps are left out. " +
      "Read it, then run it, or trust it to see them.";
    const takeAway = lineAbove(panel, words, { text: "Trust", press });
    panel.context.saveState.connect(function saved(_, state) {
      if (state !== "completed" || !isTrusted(panel, "code")) return;
      panel.context.saveState.disconnect(saved);
      takeAway();
    });
  }

  // What is trusted is opened anew, with its apps. What a page has not seen, our server signs only
  // when it is asked.
  async function showWhatIsTrusted(app, { id, result }) {
    if (id !== "notebook:trust") return;
    const panel = app.shell.currentWidget;
    if (!isHeldBack(panel)) return;
    if (!((await result)?.trusted ?? isTrusted(panel))) return;
    const { baseUrl, fetch, token } = app.serviceManager.serverSettings;
    const path = app.serviceManager.contents.localPath(panel.context.path);
    const xsrf = /(?:^|; )_xsrf=([^;]*)/.exec(document.cookie)?.[1] ?? "";
    const place = path.split("/").map(encodeURIComponent).join("/");
    const answer = await fetch(`${baseUrl}api/contents/${place}/trust`, {
      method: "POST",
      headers: { "X-XSRFToken": xsrf, ...(token && { Authorization: `token ${token}` }) },
    });
    if (!answer.ok) return;
    await openAnew(app, panel);
  }

  // -- notebooks of another version

  // `marvel-widgets copy` writes it into a notebook; our server says which one is here.
  async function sayForWhichVersionItIs(panel) {
    await panel.context.ready;
    const made = panel.context.model?.sharedModel.getMetadata("marvel_widgets")?.version;
    const here = told().marvelWidgetsVersion;
    if (!here || typeof made !== "string" || made === here) return;
    lineAbove(
      panel,
      `Made for marvel_widgets ${made.slice(0, 40)}; this is ${here}, and some cells may fail. ` +
        'What you have changed is kept; the edition for this version lies beside it, with ".new" in its name.',
    );
  }

  // -- the start page

  // It tells what the journal has, so its cells run when it is opened, and again when the reader is
  // back: but not a question that is being answered. Only cells that are as we wrote them, in a
  // notebook that is this user's own; JupyterLite knows no signatures. Over a journal that this user
  // did not begin (journal.py), it waits for a click.
  async function keepStartPage(app, panel) {
    await Promise.all([panel.context.ready, panel.revealed, panel.sessionContext.ready]);
    const { marvelWidgetsStart: wanted, marvelWidgetsBegun: begun, litePluginSettings: inLite } = told();
    const codes = panel.content.widgets.filter(({ model }) => model.type === "code");
    const isOurs = () => codes.map(({ model }) => model.sharedModel.getSource()).join("\n") === wanted;
    if (!isOurs() || !(inLite || isTrusted(panel, "code"))) return;
    if (!inLite && !(begun && !panel.context.path.includes("/"))) {
      const words = "Begun elsewhere, or by somebody else. Is it yours?";
      await new Promise((begin) => {
        const takeAway = lineAbove(panel, words, { text: "Begin here", press: () => begin(takeAway()) });
      });
    }
    let done = runAndSave(panel, codes);
    const back = async () => {
      await done;
      if (panel.isDisposed || document.hidden || app.shell.currentWidget !== panel || !isOurs()) return;
      done = runAndSave(panel, codes.filter(({ node }) => !node.querySelector(".mw-app")));
    };
    app.shell.currentChanged.connect(back);
    document.addEventListener("visibilitychange", back);
    panel.disposed.connect(() => {
      app.shell.currentChanged.disconnect(back);
      document.removeEventListener("visibilitychange", back);
    });
  }

  // Without a kernel, JupyterLab would empty a cell that is to run. What the reader changed is
  // saved by the reader alone.
  async function runAndSave({ context, sessionContext }, cells) {
    const { dirty } = context.model;
    try {
      for (const cell of cells)
        if (sessionContext.session?.kernel) await cell.constructor.execute(cell, sessionContext);
      if (!dirty) await context.save();
    } catch {} // the kernel or the notebook has ended meanwhile
  }

  // -- saved apps that came late

  const WIDGET = "application/vnd.jupyter.widget-view+json";

  // What draws the widgets of a notebook, each with its output.
  function* renderers({ content }) {
    for (const { outputArea } of content.widgets) {
      for (const [index, output] of (outputArea?.widgets ?? []).entries()) {
        for (const renderer of output.children()) {
          if (renderer.mimeType === WIDGET) yield [renderer, outputArea.model.get(index)];
        }
      }
    }
  }

  // ipywidgets looks for the model of an output for two seconds and gives up without a last look,
  // also when the page was too busy to look, and the model is there by now.
  async function drawWhatCameLate(panel) {
    await Promise.all([panel.revealed, panel.sessionContext.ready]);
    const drawnAnew = new Set();
    const says = (words) => [...renderers(panel)].filter(([{ node }]) => node.textContent === words);
    const lost = () =>
      says("Error displaying widget: model not found").filter(([each]) => !drawnAnew.has(each));
    while (panel.sessionContext.session?.kernel && (lost().length || says("Loading widget...").length)) {
      for (const [renderer, output] of lost()) {
        drawnAnew.add(renderer);
        renderer.removeClass("jupyter-widgets"); // of the error
        renderer.renderModel(output);
      }
      await new Promise((done) => setTimeout(done, 500));
    }
  }

  // ipywidgets draws nothing in a notebook that was opened without a kernel, even if it gets one.
  async function sayThatItHadNoKernel(app, panel) {
    const { sessionContext } = panel;
    await Promise.all([panel.revealed, sessionContext.ready]);
    if (sessionContext.session?.kernel) return;
    const press = async () => {
      const kernel = sessionContext.session?.kernel?.model ?? sessionContext.kernelPreference;
      await panel.context.save();
      await openAnew(app, panel, { id: kernel.id, name: kernel.name });
    };
    const words = "Opened without a kernel: apps are not shown.";
    lineAbove(panel, words, { text: "Save, and open with a kernel", press });
  }

  // -- a link to a place in a notebook

  // JupyterLab looks for the place before it has drawn a notebook that the link opens.
  async function goToPlace(app, { id, args, result }) {
    if (id !== "rendermime:handle-local-link" || !args.id) return;
    await result;
    const panel = notebooks(app).find(({ context }) => context.path === args.path);
    await panel?.revealed;
    const wanted = args.id.split("cell-id=")[1];
    // folds close a moment after the notebook is there
    await repeat(20, async () => {
      if (!panel || panel.isDisposed) return false;
      await openFold(app, panel, wanted);
      panel.setFragment(args.id);
    });
  }

  // Acts every tenth of a second, so many times at most, until it says false, or the reader does
  // something: who goes elsewhere is not called back.
  async function repeat(times, act) {
    const stop = () => (times = 0);
    const acts = ["keydown", "pointerdown", "wheel"];
    for (const each of acts) window.addEventListener(each, stop, true);
    while (times-- > 0 && (await act()) !== false) await new Promise((done) => setTimeout(done, 100));
    for (const each of acts) window.removeEventListener(each, stop, true);
  }

  // Opens the fold in which a cell is: what is deeper is not to be seen, and nothing leads there.
  async function openFold(app, { content }, id) {
    const at = content.widgets.findIndex((cell) => cell.model.id === id);
    if (at < 0 || !content.widgets[at].isHidden) return;
    content.activeCellIndex = content.widgets.slice(0, at).findLastIndex((cell) => cell.headingCollapsed);
    await app.commands.execute("notebook:toggle-heading-collapse");
  }

  // -- on from an app, and out of it

  // Calls act(panel, index) where the event's app stands, for the apps of kit/static/ways_out.js:
  // they see by preventDefault that somebody heard them, and can do it.
  function hear(app, wish, act, can = () => true) {
    document.addEventListener(wish, (event) => {
      const panel = notebooks(app).find(({ node }) => node.contains(event.target));
      const cells = panel ? panel.content.widgets : [];
      const index = cells.findIndex(({ node }) => node.contains(event.target));
      if (index < 0 || !can(panel, index)) return; // or in a view of its own, beside the notebook
      event.preventDefault();
      if (!event.detail.only) act(panel, index);
    });
  }

  function select(panel, index) {
    const { content } = panel;
    content.deselectAll();
    content.activeCellIndex = index;
    content.mode = "command";
    content.activate(); // the panel that commands act on
    content.activeCell.node.focus({ preventScroll: true }); // out of what is in the cell
  }

  // As Shift+Enter from a cell: the next one runs, and the one below it is selected. Below the last
  // one there is nowhere to go, and a fold is chosen first.
  const isNotLast = (panel, index) => index + 1 < panel.content.widgets.length;

  function goOn(app, panel, index) {
    select(panel, index + 1);
    if (isFold(panel.content.activeCell)) return;
    app.commands.execute("notebook:run-cell-and-select-next");
  }

  // What is not of the core path (classroom/editions.py): JupyterLab would go into it and open it.
  const isFold = (cell) =>
    Boolean(cell?.headingCollapsed && cell.model.getMetadata("tags")?.includes("deeper"));

  // Shift+Enter leads past a fold. A click on its arrow, or the right arrow key, opens it.
  function passFolds(panel) {
    const { content } = panel;
    const onKey = (event) => {
      if (event.key !== "Enter" || !event.shiftKey || !isFold(content.activeCell)) return;
      const below = content.widgets.slice(content.activeCellIndex + 1).find((cell) => !cell.isHidden);
      event.preventDefault();
      event.stopImmediatePropagation();
      if (below) select(panel, content.widgets.indexOf(below));
    };
    panel.node.addEventListener("keydown", onKey, true);
  }

  // JupyterLab brings the next cell to the middle of the page. An app that has run is taller than its
  // saved picture: it would begin above the page, or end below it.
  async function showTheApp(app, { id }) {
    if (id !== "notebook:run-cell-and-select-next") return;
    const content = app.shell.currentWidget?.content;
    const cell = content?.widgets?.[content.activeCellIndex - 1];
    let moves = 10; // the app is drawn, and JupyterLab scrolls, in several steps
    await repeat(100, () => {
      const [shown, page] = [cell?.node.querySelector(".mw-app"), cell?.node.closest(".jp-WindowedPanel-outer")];
      if (cell?.model?.type !== "code") return false;
      if (!shown || !page) return true;
      page.scrollTop += wayIntoSight(shown.getBoundingClientRect(), page.getBoundingClientRect());
      return moves-- > 0;
    });
  }

  // How far to scroll until a box is in the page; its top, where it is too tall.
  function wayIntoSight(box, page, gap = 8) {
    const [above, below] = [page.top - box.top, box.bottom - page.bottom];
    if (above > 0) return -above - gap;
    return below > 0 ? Math.min(below + gap, -above) : 0;
  }

  // Shift+Enter at once goes on too: to run the app's cell again would empty it.
  function getOut(app, panel, index) {
    select(panel, index);
    const cell = panel.content.widgets[index];
    const stop = () => {
      window.removeEventListener("keydown", onKey, true);
      window.removeEventListener("pointerdown", stop, true);
    };
    const onKey = (event) => {
      if (event.key === "Shift") return;
      stop();
      if (event.key !== "Enter" || !event.shiftKey || panel.content.activeCell !== cell) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const index = panel.content.widgets.indexOf(cell);
      if (isNotLast(panel, index)) goOn(app, panel, index);
    };
    window.addEventListener("keydown", onKey, true);
    window.addEventListener("pointerdown", stop, true);
  }

  // -- what an app needs

  // Which cells have run in the present kernel, by their ids; of each notebook.
  const ran = new WeakMap();

  function noteWhatRuns(panel) {
    const done = new Set();
    const asked = new Map(); // by the message that asks for it
    const { sessionContext } = panel;
    const onMessage = (_, { msg, direction }) => {
      const { msg_type: kind, msg_id: id } = msg.header;
      if (direction === "send" && kind === "execute_request") asked.set(id, msg.metadata.cellId);
      const cell = kind === "execute_reply" && asked.get(msg.parent_header.msg_id);
      if (cell && msg.content.status === "ok") done.add(cell);
    };
    const onSession = (_, { oldValue, newValue }) => {
      oldValue?.anyMessage.disconnect(onMessage);
      newValue?.anyMessage.connect(onMessage);
    };
    ran.set(panel, done);
    onSession(null, { newValue: sessionContext.session });
    sessionContext.sessionChanged.connect(onSession);
    sessionContext.kernelChanged.connect(() => done.clear());
    sessionContext.statusChanged.connect((_, status) => {
      if (["restarting", "autorestarting", "dead", "terminating"].includes(status)) done.clear();
    });
  }

  // Which of these cells the last one needs (course/needed.py); all, where the kernel can't say.
  async function needed(kernel, cells) {
    const sources = JSON.stringify(cells.map(({ model }) => model.sharedModel.getSource()));
    const asked = `__import__("marvel_widgets.course.needed", fromlist=["_"]).needed(${JSON.stringify(sources)})`;
    const request = { code: "", silent: true, store_history: false, user_expressions: { asked } };
    const reply = await kernel.requestExecute(request).done;
    const said = reply.content.user_expressions?.asked;
    return said?.status === "ok" ? JSON.parse(said.data["text/plain"]) : cells.keys();
  }

  // The cells with code above that the app's own needs and that have not run since the kernel
  // began, and this one.
  async function runNeeded(app, panel, index) {
    const { content, sessionContext } = panel;
    select(panel, index);
    const cell = content.activeCell;
    const kernel = sessionContext.session?.kernel;
    if (!kernel || kernel.status === "dead") await sessionContext.restartKernel();
    const waiting = content.widgets
      .slice(0, content.widgets.indexOf(cell))
      .filter(({ model }) => model.type === "code" && !ran.get(panel).has(model.id));
    const wanted = new Set(await needed(sessionContext.session.kernel, [...waiting, cell]));
    waiting.filter((_, n) => wanted.has(n)).forEach((each) => content.select(each));
    await app.commands.execute("notebook:run-cell");
  }

  // -- together

  const plugin = {
    id: "marvel-widgets:flow",
    autoStart: true,
    activate: (app) => {
      const style = document.createElement("style");
      style.textContent = STYLE;
      document.head.append(style);
      eachNotebook(app, (panel) => sayItIsFromOthers(app, panel));
      eachNotebook(app, sayForWhichVersionItIs);
      eachNotebook(app, (panel) => keepStartPage(app, panel));
      eachNotebook(app, drawWhatCameLate);
      eachNotebook(app, (panel) => sayThatItHadNoKernel(app, panel));
      app.commands.commandExecuted.connect((_, executed) => showWhatIsTrusted(app, executed));
      app.commands.commandExecuted.connect((_, executed) => goToPlace(app, executed));
      app.commands.commandExecuted.connect((_, executed) => showTheApp(app, executed));
      eachNotebook(app, noteWhatRuns);
      eachNotebook(app, passFolds);
      hear(app, "marvel-widgets:next", (...place) => goOn(app, ...place), isNotLast);
      hear(app, "marvel-widgets:out", (...place) => getOut(app, ...place));
      hear(app, "marvel-widgets:run-needed", (...place) => runNeeded(app, ...place));
    },
  };
  window._JUPYTERLAB ??= {};
  window._JUPYTERLAB["marvel-widgets"] = {
    init: () => {},
    get: async () => () => ({ __esModule: true, default: plugin }),
  };
})();
