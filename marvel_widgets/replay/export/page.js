// Steps a recorded run. The data tell each value once, and for every position what changes; so
// going back is going forward again from the beginning.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const at = (id) => document.getElementById(id);
  const { values, start, changes } = data.block;
  const last = changes.length;
  const drawings = [...document.querySelectorAll("svg.picture")];
  const slots = [];
  data.pictures.forEach((picture, i) => {
    for (let slot = picture.begin; slot < picture.end; slot++) {
      slots[slot] = document.createElementNS("http://www.w3.org/2000/svg", "g");
      drawings[i].append(slots[slot]);
    }
  });
  let here = -1;
  let shown = [];

  const stateAt = (target) => {
    const onward = here >= 0 && target >= here;
    const state = onward ? [...shown] : [...start];
    for (let i = onward ? here : 0; i < target; i++)
      for (let c = 0; c < changes[i].length; c += 2) state[changes[i][c]] = changes[i][c + 1];
    return state;
  };

  const show = (target) => {
    target = Math.max(0, Math.min(last, target));
    if (target === here) return;
    const state = stateAt(target);
    slots.forEach((slot, i) => {
      if (state[i] !== shown[i]) slot.innerHTML = values[state[i]]; // our own SVG, names escaped
    });
    shown = state;
    here = target;
    const told = (name, further = 0) => values[state[data.texts[name] + further]];
    const line = told("line");
    at("sentence").textContent = told("sentence");
    at("place").textContent = told("place") + " · line " + line;
    at("counts").textContent = told("counts");
    drawings.forEach((drawing, i) => drawing.setAttribute("aria-label", told("words", i)));
    for (const item of at("code").children)
      item.classList.toggle("lit", Number(item.dataset.line) === line);
    at("seek").value = String(here);
    at("seek").setAttribute("aria-valuetext", told("place"));
    at("begin").disabled = at("back").disabled = here === 0;
    at("end").disabled = at("step").disabled = here === last;
  };

  const level = () => document.querySelector("input[name=level]:checked").value;
  const step = () => show(data.stops[level()].find((stop) => stop > here) ?? last);
  const back = () => show([...data.stops[level()]].reverse().find((stop) => stop < here) ?? 0);
  let timer = null;
  const pause = () => {
    clearInterval(timer);
    timer = null;
    at("play").textContent = "Play";
  };
  const toggle = () => {
    if (timer !== null) return pause();
    if (here === last) show(0);
    at("play").textContent = "Pause";
    timer = setInterval(() => (step(), here === last && pause()), 1000);
  };

  at("begin").onclick = () => show(0);
  at("back").onclick = back;
  at("step").onclick = step;
  at("end").onclick = () => show(last);
  at("play").onclick = toggle;
  at("seek").max = String(last);
  at("seek").oninput = () => show(Number(at("seek").value));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const own = event.target.closest("input");
    if (own) return;
    const acts = { ArrowRight: step, ArrowLeft: back, Home: () => show(0), End: () => show(last) };
    const act = event.key === " " && event.target.closest("button") === null ? toggle : acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  at("player").hidden = false;
  show(0);
})();
