// A plugin of JupyterLite, written by hand: the notebook of an app runs its one cell by itself, in
// the state of the token in the address, if there is one. It runs only what the site itself wrote:
// a cell that somebody has changed waits for its reader, like every other notebook.
(() => {
  const token = /[#&]t=(mwa?1\.[\w-]{1,60000})$/.exec(location.hash)?.[1] ?? "";
  const path = new URLSearchParams(location.search).get("path") ?? "";

  const until = (ready) =>
    new Promise((resolve) => {
      const look = () => {
        const found = ready();
        if (found) resolve(found);
        else setTimeout(look, 100);
      };
      look();
    });

  // What the site has written, as its own settings say it. The opened file is not asked: it may be a
  // reader's, from somebody else, which JupyterLite opens in the place of the site's.
  const written = () => {
    const settings = JSON.parse(document.getElementById("jupyter-config-data").textContent);
    return settings.litePluginSettings?.["marvel-live:open"]?.[path];
  };

  // What a cell of the site is, whatever the token: how it looks with another one.
  const ours = (source, { plain, token: form }) => {
    const [before, after] = form.split("TOKEN");
    const filled = form !== "" && source.startsWith(before) && source.endsWith(after);
    const inside = source.slice(before.length, source.length - (after ?? "").length);
    return source === plain || (filled && /^[\w.-]*$/.test(inside));
  };

  const open = async (app) => {
    const panel = await until(() => app.shell.currentWidget?.content?.model && app.shell.currentWidget);
    await panel.context.ready;
    const cells = panel.content.model.sharedModel;
    const forms = written();
    if (!forms) return;
    const wanted = token && forms.token ? forms.token.replace("TOKEN", () => token) : forms.plain;
    const first = cells.getCell(0);
    if (!first || !ours(first.getSource(), forms)) {
      if (!token) return; // a reader's own work
      cells.insertCell(0, { cell_type: "code", source: wanted, metadata: {}, outputs: [] });
    } else if (first.getSource() !== wanted) first.setSource(wanted);
    await panel.sessionContext.ready;
    await until(() => panel.sessionContext.session?.kernel?.status === "idle");
    panel.content.activeCellIndex = 0;
    await app.commands.execute("notebook:run-cell");
  };

  // JupyterLite takes every service worker of the host away on a browser's second visit, its own
  // too, whose files its Python then asks the server for, in vain; and on the first one it takes
  // the worker that keeps our pages for its own. Newer workers replace older ones without that.
  const keepWorkers = (shared) => {
    ServiceWorkerRegistration.prototype.unregister = () => Promise.resolve(false);
    const { get } = Object.getOwnPropertyDescriptor(ServiceWorkerContainer.prototype, "controller");
    const controller = () => {
      const found = get.call(shared);
      return found?.scriptURL.endsWith("/offline.js") ? null : found;
    };
    saveWhatCame(() => get.call(shared));
    Object.defineProperty(shared, "controller", { configurable: true, get: controller });
  };

  // What a page loads before a worker has control, its own address first of all, is saved by none. A
  // reader who came here quickly would stand before a white page without a network: it is asked for again.
  const saveWhatCame = async (worker) => {
    if (worker()) return;
    performance.setResourceTimingBufferSize(5000);
    await until(worker);
    const came = performance.getEntriesByType("resource").map(({ name }) => name);
    for (const address of new Set([location.href, ...came]))
      if (address.startsWith("http")) await fetch(address).catch(() => {});
  };
  if (navigator.serviceWorker) keepWorkers(navigator.serviceWorker); // before JupyterLite starts

  const plugin = {
    id: "marvel-live:open",
    autoStart: true,
    activate: (app) => {
      if (path.startsWith("apps/")) app.restored.then(() => open(app));
    },
  };
  window._JUPYTERLAB ??= {};
  window._JUPYTERLAB["marvel-live"] = {
    init: () => {},
    get: async () => () => ({ __esModule: true, default: plugin }),
  };
})();
