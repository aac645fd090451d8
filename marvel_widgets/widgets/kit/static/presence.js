// Tells the kernel when this page begins to show an app, and when it no longer does. A page that is
// loaded anew is the same page: it is not told to the kernel when a page goes away whole.

function pageName() {
  const made = Math.random().toString(36).slice(2);
  try {
    const known = sessionStorage.getItem("mw-page");
    if (known) return known;
    sessionStorage.setItem("mw-page", made);
  } catch {
    // no storage here: a new name for each load
  }
  return made;
}

const page = pageName();

// Without a kernel nothing can be told.
function tell(model, content) {
  try {
    model.send(content);
  } catch {
    return;
  }
}

// A model has one count, whatever number of views.
export default () => {
  let views = 0;
  return {
    render: ({ model, el }) => {
      const withdraw = waysOutAround(el);
      views += 1;
      if (views === 1) tell(model, { seen: page });
      return () => {
        withdraw();
        views -= 1;
        if (!views) tell(model, { gone: page });
      };
    },
  };
};
