// A text to take along: shown, copied, or downloaded as a file; an SVG also painted as a PNG.
// All of it happens in the browser, so it also works when the kernel is gone.

const PNG = "image/png";
const SHARP = 2; // pixels of the file for each px of the picture

// A frame may forbid downloads without a word, so there it is said what to do.
const FRAMED =
  " If it is not among your downloads, the page that shows this app forbids them: copy the text, " +
  "or open the notebook in a tab of its own.";
const framed = () => window.self !== window.top;

function painted(svg) {
  const source = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  return new Promise((done, refuse) => {
    const image = new Image();
    image.onload = () => {
      const canvas = document.createElement("canvas");
      canvas.width = Math.max(1, Math.round(image.naturalWidth * SHARP));
      canvas.height = Math.max(1, Math.round(image.naturalHeight * SHARP));
      const brush = canvas.getContext("2d");
      brush.fillStyle = "#fff";
      brush.fillRect(0, 0, canvas.width, canvas.height);
      brush.drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => (blob ? done(blob) : refuse(new Error("no picture"))), PNG);
    };
    image.onerror = () => refuse(new Error("the picture can't be painted"));
    image.src = source;
  }).finally(() => URL.revokeObjectURL(source));
}

function render({ model, el }) {
  el.classList.add("mw-save");
  const make = (name, attributes, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
  const shown = make("textarea", { readonly: "", rows: "5", "aria-label": "The graph as text" });
  const copyButton = make("button", { type: "button", class: "mw-canvas-button" }, "Copy");
  const loadButton = make("button", { type: "button", class: "mw-canvas-button" }, "Download");
  const said = make("span", { role: "status", "aria-live": "polite", class: "mw-save-said" });
  el.append(shown, make("div", { class: "mw-canvas-tools" }, copyButton, loadButton, said));

  const isPng = () => model.get("media_type") === PNG;
  const blob = () =>
    isPng()
      ? painted(model.get("text"))
      : Promise.resolve(new Blob([model.get("text")], { type: model.get("media_type") }));
  const show = () => {
    shown.value = model.get("text");
    shown.hidden = isPng() || !model.get("text");
    copyButton.disabled = loadButton.disabled = !model.get("text");
    said.textContent = "";
  };
  const copyByHand = () => {
    if (isPng()) throw new Error("this browser does not copy pictures; download it instead");
    shown.focus();
    shown.select();
    if (!document.execCommand("copy")) throw new Error("this page may not copy");
  };
  const copy = async () => {
    try {
      if (!navigator.clipboard || !window.isSecureContext) copyByHand();
      else if (isPng())
        await navigator.clipboard.write([new ClipboardItem({ [PNG]: blob() })]);
      else await navigator.clipboard.writeText(model.get("text"));
      said.textContent = "Copied.";
    } catch (error) {
      const byHand = isPng() ? "" : " Select the text and copy it by hand.";
      said.textContent = `Not copied: ${error.message.replace(/\.$/, "")}.${byHand}`;
    }
  };
  const download = async () => {
    try {
      const url = URL.createObjectURL(await blob());
      const link = make("a", { href: url, download: model.get("file_name") });
      document.body.append(link);
      link.click();
      link.remove();
      setTimeout(() => URL.revokeObjectURL(url), 10000);
      said.textContent = `Saved as ${model.get("file_name")}.${framed() ? FRAMED : ""}`;
    } catch (error) {
      said.textContent = `Not saved: ${error.message}`;
    }
  };
  copyButton.addEventListener("click", copy);
  loadButton.addEventListener("click", download);
  const watched = ["change:text", "change:file_name", "change:media_type"];
  for (const name of watched) model.on(name, show);
  show();
  return () => {
    for (const name of watched) model.off(name, show);
  };
}

export default { render };
