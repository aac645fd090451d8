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
    // JupyterLab takes keys for its cells unless it is told to keep off
    root.setAttribute("data-lm-suppress-shortcuts", "true");
    root.addEventListener("keydown", onKey);
  };
  let frame = requestAnimationFrame(attach);
  model.on("change:label", name);
  return () => {
    cancelAnimationFrame(frame);
    if (root) root.removeEventListener("keydown", onKey);
  };
}

export default { render };
