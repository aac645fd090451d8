// The controls of the transport around a reel.

const MISSING = "This step has not come into the page; only the kernel has it.";

// A line in the transport, for a screen reader too.
function say(transport, words) {
  let line = transport.querySelector(":scope > .mw-missing");
  if (!line && words) {
    line = document.createElement("div");
    line.className = "mw-missing";
    line.setAttribute("role", "status");
    transport.append(line);
  }
  if (line) line.textContent = words;
}

function drive(model, reel, root) {
  const transport = () => root.querySelector(".mw-transport");
  const pressed = () => transport().querySelector(".mw-level .mod-active");
  const level = () => (pressed() ? pressed().textContent : "test");
  const speed = () => Number(transport().querySelector("select").selectedOptions[0].text) || 1;
  const here = () => reel.here;
  const last = () => model.get("last");
  // Without a kernel, as far as the run has come.
  const stopped = () => root.classList.contains("jupyter-widgets-disconnected");
  const go = (position) => {
    const missing = stopped() && !(reel.ready() && reel.has(position));
    say(transport(), missing ? MISSING : "");
    if (!missing) reel.seek(position);
    return !missing;
  };
  const acts = filmDriver({
    here,
    last,
    stops: () => model.get("stops")[level()],
    speed,
    go,
    ready: reel.ready,
    waits: () => model.get("waits"),
    showPlay: (words) => {
      transport().querySelector(".mw-play").textContent = words;
    },
  });
  // What the reel can do it takes; what it can't goes on to the kernel, as without it, which first
  // hears where the page is.
  const take = (event, act) => {
    if (!act) return;
    if (!stopped() && (!reel.ready() || model.get("playing"))) return reel.tell();
    event.preventDefault();
    event.stopImmediatePropagation();
    act();
  };
  const onClick = (event) => {
    const button = event.target.closest(".mw-transport button");
    if (!button || button.disabled) return;
    if (button.dataset.position) return take(event, () => go(Number(button.dataset.position)));
    take(event, acts[Object.keys(acts).find((name) => button.classList.contains(`mw-${name}`))]);
    button.focus();
  };
  const onInput = (event) => {
    const seek = event.target;
    if (seek.matches(".mw-transport .mw-seek"))
      take(event, () => go(Number(seek.value)) || (seek.value = String(here())));
  };
  const onKey = (event) => {
    if (transport()?.offsetParent) take(event, acts[filmKey(event)]); // none while it is hidden
  };
  const hear = () => {
    if (reel.ready()) root.dataset.reel = reel.whole() ? "whole" : "part";
    else root.dataset.reel = "none";
  };
  reel.heard.add(hear);
  hear();
  root.addEventListener("click", onClick, true);
  root.addEventListener("input", onInput, true);
  root.addEventListener("keydown", onKey, true);
  return () => {
    acts.stop();
    reel.heard.delete(hear);
    root.removeEventListener("click", onClick, true);
    root.removeEventListener("input", onInput, true);
    root.removeEventListener("keydown", onKey, true);
  };
}

export default reelWidget(drive);
