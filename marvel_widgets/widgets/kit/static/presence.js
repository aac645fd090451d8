// Tells the kernel when this page begins to display an app, and when it stops. A reloaded page keeps
// its name, and a page that is closed as a whole sends nothing.

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

// Without a kernel there is no comm to send by.
function send(model, content) {
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
      if (views === 1) send(model, { shown: page });
      return () => {
        withdraw();
        views -= 1;
        if (!views) send(model, { hidden: page });
      };
    },
  };
};
