// A server shows this page at any address that is not there, however deep: where the site begins has to
// be found, before its links and its search lead anywhere.
(async () => {
  const folders = location.pathname.split("/").slice(0, -1);
  const asked = location.pathname.split("/").pop().replace(/\.\w+$/, "");
  document.querySelector("input").value = (asked.match(/[a-z]{2,}/gi) ?? []).join(" ");
  for (; folders.length; folders.pop()) {
    const top = folders.join("/") + "/";
    const answer = await fetch(top + "search.html", { method: "HEAD" }).catch(() => null);
    if (!answer?.ok) continue;
    document.querySelector("a").href = top + "index.html";
    document.querySelector("form").action = top + "search.html";
    document.body.classList.add("found");
    return;
  }
})();
