// An invisible part of an app: it names the app for screen readers and hears its keys.

function render({ model, el }) {
  el.classList.add("mw-shell");
  const onKey = (event) => {
    if (!model.get("heard").includes(event.key)) return;
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    // only what no control under the focus needs for itself
    const own = "input, textarea, select, [contenteditable], [role=slider], [role=grid], svg";
    if (event.target.closest(own)) return;
    if ((event.key === " " || event.key === "Enter") && event.target.closest("button, summary, a"))
      return;
    event.preventDefault();
    event.stopPropagation();
    model.send({ key: event.key });
  };
  // cytoscape remembers where its canvas stands and does not notice when a sentence above it
  // grows: without this, the next click would be looked up in the old place and be lost
  const onPointer = (event) => {
    const drawn = event.target.closest(".custom-widget");
    const cy = drawn && drawn._cyreg && drawn._cyreg.cy;
    if (cy) cy.renderer().invalidateContainerClientCoordsCache();
  };
  // JupyterLab takes arrow keys even from a focused menu, unless that element itself says no;
  // the attribute on an element around it comes too late
  const onFocus = (event) => event.target.setAttribute("data-lm-suppress-shortcuts", "true");
  // ipywidgets leaves the handles of its sliders without a name
  const nameHandles = () => {
    for (const handle of root.querySelectorAll(".noUi-handle:not([aria-label])")) {
      const label = handle.closest(".jupyter-widgets").querySelector(".widget-label");
      if (label) handle.setAttribute("aria-label", label.textContent);
    }
  };
  const observer = new MutationObserver(nameHandles);
  let root = null;
  const name = () => root && root.setAttribute("aria-label", model.get("label"));
  const attach = () => {
    root = el.closest(".mw-app");
    if (!root) {
      frame = requestAnimationFrame(attach); // not in the page yet
      return;
    }
    root.setAttribute("role", "region");
    name();
    if (model.get("heard").length) root.tabIndex = 0;
    nameHandles();
    observer.observe(root, { childList: true, subtree: true });
    root.addEventListener("focusin", onFocus);
    root.addEventListener("keydown", onKey);
    root.addEventListener("pointerdown", onPointer, true);
  };
  let frame = requestAnimationFrame(attach);
  model.on("change:label", name);
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    if (!root) return;
    root.removeEventListener("focusin", onFocus);
    root.removeEventListener("keydown", onKey);
    root.removeEventListener("pointerdown", onPointer, true);
  };
}

export default { render };
