// A run that the page steps by itself. The kernel ships, in blocks, the values that traits of other widgets
// have at each position; they are set on those widgets' models, and views follow. The kernel hears the
// position a moment later: until then its echo of the one before must not take the learner back.

const TELL_AFTER = 200; // ms
const LOOKS = 30; // for a widget that has not come yet
const MOST_KEPT = 100e6; // characters of a long run; the blocks that are farthest are asked for again
const MOST_SAVED = 200e3; // bytes, packed, that a notebook is saved with

// What came from the kernel, as a piece of memory of its own.
function copied(packed) {
  if (!packed.buffer) return packed.slice(0);
  return packed.buffer.slice(packed.byteOffset, packed.byteOffset + packed.byteLength);
}

async function unpack(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const text = await new Response(stream).text();
  const block = JSON.parse(text);
  block.length = text.length;
  block.keys = block.values.map((value) => JSON.stringify(value));
  return block;
}

// Without a kernel nothing can be told, and what has come is all there is.
function attempt(act) {
  try {
    act();
  } catch {
    return;
  }
}

// A widget whose traits are set, or null. ipywidgets looks for one for two seconds: where a saved
// notebook is opened on a busy machine, it may come later.
async function targetModel(manager, id, wanted) {
  for (let tries = 0; tries < LOOKS && wanted(); tries++) {
    try {
      return await manager.get_model(id);
    } catch {
      await new Promise((done) => setTimeout(done, TELL_AFTER));
    }
  }
  return null;
}

function tell(model, content) {
  attempt(() => model.send(content));
}

function makeReel(model, real) {
  const reel = { blocks: new Map(), asked: new Set(), heard: new Set() };
  Object.assign(reel, { targets: [], shown: [], wanted: null, timer: null });
  // Where the kernel is, or wants it to be.
  const follow = () => {
    clearTimeout(reel.timer);
    reel.timer = null;
    reel.here = reel.followed = model.get("position");
  };
  const ways = () => JSON.stringify([model.get("last"), model.get("stops")]);
  // A run drawn anew, as for another pane, has the positions of the one before, and the kernel may not
  // have heard of the last step: then the page stays where it is.
  const stays = () => {
    const before = reel.ways;
    reel.ways = ways();
    return reel.timer !== null && reel.ways === before && model.get("position") === reel.followed;
  };
  const resolve = async () => {
    const run = model.get("run");
    reel.blocks.clear();
    reel.asked.clear();
    reel.shown = [];
    reel.targets = [];
    reel.heard.forEach((hear) => hear()); // nothing of the run has come yet
    if (model.get("last") < 0) return; // the kernel will still be told of the last step
    if (!stays()) follow();
    reel.wanted = reel.here; // what the page had set of the run before is set anew
    const wanted = () => run === model.get("run") && !reel.ended;
    const ids = model.get("targets").map((ref) => ref.replace("IPY_MODEL_", ""));
    const manager = model.widget_manager;
    const found = await Promise.all(ids.map((id) => targetModel(manager, id, wanted)));
    if (!wanted() || found.includes(null)) return; // another run has come meanwhile
    reel.targets = found;
    await recall(run);
    tell(model, { ready: true });
  };

  // What is put past the model is saved with the notebook, not sent to the kernel, and there without one.
  const save = (run, number, packed) => {
    const blocks = { ...savedOf(run), [number]: packed };
    const size = Object.values(blocks).reduce((sum, one) => sum + one.byteLength, 0);
    if (size <= MOST_SAVED) real.attributes.saved = { run, blocks };
  };
  const savedOf = (run) => {
    const saved = real.attributes.saved;
    return saved && saved.run === run ? saved.blocks : {};
  };
  const recall = async (run) => {
    for (const [number, packed] of Object.entries(savedOf(run))) {
      const block = await unpack(packed).catch(() => null); // the file may be damaged
      if (block) reel.blocks.set(Number(number), block);
    }
    reel.heard.forEach((hear) => hear());
  };

  const numberOf = (position) => Math.floor(position / model.get("block_size"));
  // Once, after the first, for which `ready` asks: a block is seconds of work.
  const ask = (number) => {
    if (!reel.targets.length || !reel.blocks.size || reel.asked.has(number)) return;
    reel.asked.add(number);
    tell(model, { need: number });
  };
  const apply = (position) => {
    const block = reel.blocks.get(numberOf(position));
    if (!block || !reel.targets.length) {
      reel.wanted = position;
      ask(numberOf(position));
      return;
    }
    reel.wanted = null;
    const names = model.get("traits_set");
    filmState(block, position).forEach((number, slot) => {
      const key = block.keys[number];
      if (reel.shown[slot] === key) return;
      reel.shown[slot] = key;
      reel.targets[slot].set(names[slot], block.values[number]);
    });
  };

  const forget = () => {
    const far = (number) => Math.abs(number - numberOf(reel.here));
    const kept = [...reel.blocks.keys()].sort((a, b) => far(b) - far(a));
    let length = [...reel.blocks.values()].reduce((sum, block) => sum + block.length, 0);
    while (length > MOST_KEPT && kept.length > 1) {
      const number = kept.shift();
      length -= reel.blocks.get(number).length;
      reel.blocks.delete(number);
    }
  };

  // The kernel moves as well: from a cell, by its own clock, or in another view.
  model.on("change:position", () => {
    follow();
    if (model.get("last") >= 0) apply(reel.here);
  });
  model.on("change:run", resolve);
  model.on("msg:custom", async (content, buffers) => {
    if (content.block === undefined || content.run !== model.get("run")) return;
    const packed = copied(buffers[0]);
    const block = await unpack(packed);
    if (content.run !== model.get("run")) return;
    reel.blocks.set(content.block, block);
    reel.asked.delete(content.block);
    save(content.run, content.block, packed);
    forget();
    reel.heard.forEach((hear) => hear());
    if (reel.wanted !== null) apply(reel.wanted);
  });

  reel.ready = () => model.get("last") >= 0 && reel.blocks.size > 0 && reel.targets.length > 0;
  reel.has = (position) => reel.blocks.has(numberOf(position));
  reel.whole = () => reel.blocks.size * model.get("block_size") > model.get("last");
  reel.seek = (position, after = TELL_AFTER) => {
    const target = Math.max(0, Math.min(model.get("last"), position));
    if (target === reel.here) return;
    reel.here = target;
    apply(target);
    clearTimeout(reel.timer);
    reel.timer = setTimeout(reel.tell, after);
  };
  reel.tell = () => {
    if (reel.timer === null) return;
    clearTimeout(reel.timer);
    reel.timer = null;
    model.set("position", reel.here);
    attempt(() => model.save_changes());
  };
  reel.end = () => {
    reel.ended = true;
    clearTimeout(reel.timer);
  };
  resolve();
  return reel;
}

// A model has one reel, whatever number of views.
const reelWidget = (drive) => () => {
  let reel = null;
  let views = 0;
  return {
    initialize: ({ model, real }) => {
      reel = makeReel(model, real);
      return reel.end; // a closed widget has nobody to tell
    },
    render: ({ model, el }) => {
      const stop = whenIn(el, ".mw-app", (root) => drive(model, reel, root, el));
      views += 1;
      return () => {
        stop();
        views -= 1;
        if (!views) tell(model, { gone: true }); // its output was replaced: the kernel plays no more
      };
    },
  };
};
