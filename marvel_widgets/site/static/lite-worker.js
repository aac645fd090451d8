// JupyterLite's own service worker, behind one that saves what Python in the browser needs.
importScripts("../offline-lite.js?VERSION");
self.addEventListener("fetch", (event) => {
  if (!ofPython(event.request)) return;
  event.respondWith(savedAsUsed(event.request));
  event.stopImmediatePropagation(); // it would answer a second time
});
importScripts("jupyterlite-service-worker.js");
