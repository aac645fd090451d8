// The story: what is read moves the film to where it begins, or to its answer once that is known.
const chapters = [...document.querySelectorAll(".chapter[data-begin]")];
const pinned = document.querySelector(".pinned [data-film]");
let read = null;
const enter = async (chapter) => {
  if (chapter === read) return;
  read = chapter;
  const box = read.querySelector("[data-predict]");
  const place = box.classList.contains("told") ? box.dataset.position : read.dataset.begin;
  pinned.classList.toggle("blind", "blind" in read.dataset && !box.classList.contains("told"));
  const film = await loadFilm(pinned);
  film.pause();
  if (read === chapter) film.show(Number(place));
};
const reader = new IntersectionObserver(
  (seen) => {
    const now = seen.filter((each) => each.isIntersecting).pop();
    if (now) enter(now.target);
  },
  { rootMargin: "-48% 0px -50% 0px" }, // the middle of the screen, below the film on a phone
);
for (const chapter of chapters) {
  reader.observe(chapter);
  chapter.addEventListener("focusin", () => enter(chapter));
  chapter.addEventListener("click", () => enter(chapter));
}
enter(chapters[0]);
const score = document.querySelector("[data-score]");
for (const box of document.querySelectorAll("[data-predict]"))
  box.addEventListener("click", () => {
    if (!box.classList.contains("told")) return;
    pinned.classList.remove("blind");
    const told = [...document.querySelectorAll(".predict.told")];
    const right = told.filter((each) => !each.querySelector(".wrong")).length;
    score.textContent = `Your predictions: ${told.length} of ${score.dataset.score}; right: ${right}.`;
  });
