// Bars that Python writes as HTML; each begins at its former length and grows by CSS.

function render({ model, el }) {
  const show = () => {
    el.innerHTML = model.get("html");
  };
  model.on("change:html", show);
  show();
  return () => model.off("change:html", show);
}

export default { render };
