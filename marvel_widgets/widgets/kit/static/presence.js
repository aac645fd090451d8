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

// The typeface: from the site, or the first app of a page asks for it.
const FACE = "Source Sans 3";
const ASKED = "marvelFaceAsked"; // each app has a module of its own

function asksFace() {
  const there = [...document.fonts].some(({ family }) => family.replace(/"/g, "") === FACE);
  return !there && !document[ASKED] && (document[ASKED] = true);
}

function bringFace({ weights }, buffers) {
  for (const [i, weight] of (weights || []).entries())
    document.fonts.add(new FontFace(FACE, buffers[i], { weight: `${weight}` }));
  document.fonts.dispatchEvent(new Event("loadingdone")); // bytes tell nobody
}

// A model has one count, whatever number of views.
export default () => {
  let views = 0;
  return {
    render: ({ model, el }) => {
      const withdraw = waysOutAround(el);
      const face = asksFace();
      if (face) model.on("msg:custom", bringFace);
      if (face) setTimeout(() => (document[ASKED] = false), 5000); // another asks, where none came
      views += 1;
      if (views === 1 || face) send(model, { shown: page, face });
      return () => {
        withdraw();
        if (face) model.off("msg:custom", bringFace);
        views -= 1;
        if (!views) send(model, { hidden: page });
      };
    },
  };
};
