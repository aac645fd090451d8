// What two service workers share: that of the pages, and that of JupyterLite, whose scope lies in
// the other's. A cache belongs to one version of the site; the next version begins a new one.
const SITE_VERSION = "VERSION";
const FAR = "FAR"; // where Pyodide comes from, if not from the site
const TOP = new URL("./", self.location.href.replace(/\/lite\/service-worker\.js.*$/, "/")).href;
const cacheName = (part) => `marvel-widgets ${TOP} ${part} ${SITE_VERSION}`;

const dropOldCaches = async () => {
  const ours = (await caches.keys()).filter((name) => name.startsWith(`marvel-widgets ${TOP} `));
  const old = ours.filter((name) => !name.endsWith(` ${SITE_VERSION}`));
  await Promise.all(old.map((name) => caches.delete(name)));
};

// JupyterLite answers some addresses below api/ itself, from what the reader has written.
const ofPython = ({ method, url }) =>
  method === "GET" &&
  ((FAR !== "" && url.startsWith(FAR)) ||
    (url.startsWith(`${TOP}lite/`) && !/\/api\/(?!contents\/)/.test(url)));

const savedAsUsed = async (request) => {
  const url = new URL(request.url);
  url.search = url.hash = "";
  const cache = await caches.open(cacheName("python"));
  const saved = await cache.match(url.href);
  if (saved) return saved;
  try {
    const response = await fetch(request);
    if (response.status === 200) await cache.put(url.href, response.clone());
    return response;
  } catch {
    const said = { status: 404, statusText: "not saved for offline use", headers: { "Content-Type": "text/html" } };
    return new Response(request.mode === "navigate" ? NOT_SAVED : "", said);
  }
};

// A page in the place of one that was never used here: it would be white.
const NOT_SAVED = `<!DOCTYPE html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>No network</title>
<body style="font:18px/1.5 sans-serif;max-width:34em;margin:3em auto;padding:0 1em">
<h1>No network, and this did not run here before</h1>
<p>Python starts without a network once it has run in this browser with one. Open this page again when you are
online; the <a href="${TOP}course/index.html">pages of the course</a> open without a network.</p>`;
