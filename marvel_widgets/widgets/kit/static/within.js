// Stands before the program of a widget that has to know what it stands in.

// Call `act` with the element around `el` that a selector names, in the frame after there is one; what
// it returns is called at the end, which is what is returned here. A cell may come into the page late
// or never, and gets its classes later still: only a change of the page is worth another look.
function whenIn(el, selector, act) {
  let frame = 0;
  let leave = () => {};
  const look = () => {
    const root = el.closest(selector);
    if (!root) return;
    changes.disconnect();
    frame = requestAnimationFrame(() => (leave = act(root)));
  };
  const changes = new MutationObserver(look);
  changes.observe(document, { subtree: true, childList: true, attributeFilter: ["class"] });
  look();
  return () => {
    changes.disconnect();
    cancelAnimationFrame(frame);
    leave();
  };
}

