// The story: what is read moves the film to where it begins, or to its answer once that is known.
const chapters = [...document.querySelectorAll(".chapter[data-begin]")];
const pinned = document.querySelector(".pinned [data-film]");
let read = null;
const enter = async (chapter) => {
  if (chapter === read) return;
  read?.classList.remove("read");
  read = chapter;
  read.classList.add("read");
  const box = read.querySelector("[data-predict]");
  const place = box.classList.contains("told") ? box.dataset.position : read.dataset.begin;
  pinned.classList.toggle("blind", "blind" in read.dataset && !box.classList.contains("told"));
  const film = await loadFilm(pinned);
  film.pause();
  if (read === chapter) film.show(Number(place));
};
// the line at which one reads: below the film, on a phone
const band = matchMedia("(max-width: 1000px)").matches ? "-65% 0px -30% 0px" : "-45% 0px -50% 0px";
const reader = new IntersectionObserver(
  (seen) => {
    const now = seen.filter((each) => each.isIntersecting).pop();
    if (now) enter(now.target);
  },
  { rootMargin: band },
);
for (const chapter of chapters) {
  reader.observe(chapter);
  chapter.addEventListener("focusin", () => enter(chapter));
  chapter.addEventListener("click", () => enter(chapter));
}
const score = document.querySelector("[data-score]");
for (const box of document.querySelectorAll("[data-predict]"))
  box.addEventListener("click", () => {
    pinned.classList.remove("blind");
    const told = document.querySelectorAll(".predict.told");
    const right = [...told].filter((each) => !each.querySelector(".wrong")).length;
    if (told.length) score.textContent = `You have made ${told.length} of ${score.dataset.score} predictions; ${right} were right.`;
  });
