// Stands before the program of every widget. anywidget gives up on a model whose program has not
// run two seconds after the model was made, as on a busy machine, and from then on drops all that
// the kernel says to it: the learner's edits would arrive, and their answers would never show.

// What is shown of a name; `text.readable` is the same in Python.
const readable = (text) => text.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "\ufffd");

const UNUSED = "mw_itself"; // no trait: it is set for the event alone, and never sent

function listen(real) {
  if (!real.comm) return; // a saved page
  const anywidgets = real._handle_comm_msg;
  const widgets = Object.getPrototypeOf(Object.getPrototypeOf(real))._handle_comm_msg;
  let late = false;
  const handle = async (message) => {
    if (late) return widgets.call(real, message);
    try {
      return await anywidgets.call(real, message);
    } catch (error) {
      if (!String(error).includes("Failed to initialize")) throw error;
      late = true;
      return widgets.call(real, message);
    }
  };
  real.comm.on_msg(handle);
  // what has been dropped by now is asked for again; a message of no known kind tells whether
  const probe = { content: { data: { method: "" } } };
  anywidgets.call(real, probe).catch(() => {
    late = true;
    real.comm.send({ method: "request_state" }, real.callbacks());
  });
}

// The model that a program gets is a stand-in; an event brings the real one.
function realOf(model) {
  const event = `change:${UNUSED}`;
  let real = null;
  const found = (one) => (real = one);
  model.on(event, found);
  model.set(UNUSED, 1);
  model.off(event, found);
  model.set(UNUSED, undefined);
  return real;
}

function heard(own) {
  return async () => {
    const widget = typeof own === "function" ? await own() : own;
    const initialize = (given) => {
      const real = realOf(given.model);
      listen(real);
      return widget.initialize && widget.initialize({ ...given, real });
    };
    return { ...widget, initialize };
  };
}
