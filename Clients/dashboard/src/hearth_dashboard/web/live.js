"use strict";
// Fetches the page again when the store's state is another than the one that it was made from.
(() => {
  const stale = document.getElementById("stale");
  let page = document.getElementById("page");
  // The newest state that is known, and whether a page is on its way.
  let newest = page.dataset.anchor || "";
  let isFetching = false;
  // When the page may be fetched again: what takes long to make is made less often.
  let earliest = 0;
  let source = null;
  let timer = 0;

  function later(milliseconds) {
    clearTimeout(timer);
    timer = setTimeout(refresh, milliseconds);
  }

  async function refresh() {
    if (isFetching) return;
    const begin = performance.now();
    if (begin < earliest) {
      later(earliest - begin);
      return;
    }
    isFetching = true;
    const wanted = newest;
    try {
      const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
      const found = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("page");
      if (found === null) throw new Error("no page");
      stale.hidden = answer.ok;
      if (answer.ok || page.dataset.every !== undefined) show(found);
    } catch {
      stale.hidden = false;
    }
    isFetching = false;
    const end = performance.now();
    earliest = end + 3 * (end - begin);
    if (!stale.hidden) later(1000);
    else if (page.dataset.every !== undefined) later(1000 * Number(page.dataset.every));
    else if (newest !== wanted) refresh();
  }

  function show(found) {
    if (found.dataset.hasCursor !== undefined) {
      // The script of reports has to run again.
      location.reload();
      return;
    }
    const focused = page.contains(document.activeElement) ? document.activeElement.id : "";
    const open = [...page.querySelectorAll("details")].map((one) => one.open);
    requestAnimationFrame(() => {
      page.replaceWith(found);
      page = found;
      [...page.querySelectorAll("details")].forEach((one, index) => { one.open = open[index] ?? one.open; });
      if (focused !== "") document.getElementById(focused)?.focus({ preventScroll: true });
      listen();
    });
  }

  // Follows the types of the page that is shown.
  let followed = null;
  function listen() {
    const types = page.dataset.types;
    if (types === undefined || types === followed) return;
    followed = types;
    source?.close();
    const query = new URLSearchParams(types.split(" ").filter(Boolean).map((type) => ["type", type]));
    source = new EventSource(`/live?${query}`);
    source.addEventListener("message", (event) => {
      newest = event.data;
      if (newest !== page.dataset.anchor) refresh();
    });
    source.addEventListener("error", () => {
      stale.hidden = false;
      later(1000);
    });
  }

  // Forms whose choice is a link.
  document.addEventListener("change", (event) => {
    if (event.target.form?.dataset.submits !== undefined) event.target.form.requestSubmit();
  });

  listen();
  if (page.dataset.every !== undefined) later(1000 * Number(page.dataset.every));
})();
