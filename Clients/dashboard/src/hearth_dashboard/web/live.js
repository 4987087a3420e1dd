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
  let timer = 0;

  function later(milliseconds) {
    clearTimeout(timer);
    timer = setTimeout(refresh, milliseconds);
  }

  async function refresh() {
    // A page that nobody sees is fetched when it is seen.
    if (isFetching || document.hidden) return;
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
    });
  }

  // A change of which another page or the server tells.
  function take(change) {
    if (change.anchor === undefined) {
      stale.hidden = false;
      later(1000);
      return;
    }
    latest = change;
    const types = page.dataset.types;
    if (types === undefined || change.anchor === page.dataset.anchor) return;
    const shown = types.split(" ").filter(Boolean);
    // The first notice, and a page of all types, name none.
    if (shown.length > 0 && change.types.length > 0 && !change.types.some((type) => shown.includes(type))) return;
    newest = change.anchor;
    refresh();
  }

  // A browser has few connections to a server, so that all its pages share one stream: the page that has the lock reads
  // it and tells the others. When that page is left, the next one gets the lock.
  let latest = null;
  const pages = new BroadcastChannel("live");
  pages.addEventListener("message", (event) => {
    if (event.data !== "new") take(event.data);
    else if (isReading && latest !== null) pages.postMessage(latest);
  });
  let isReading = false;
  function tell(change) {
    take(change);
    pages.postMessage(change);
  }
  function read() {
    isReading = true;
    const source = new EventSource("/live");
    source.addEventListener("message", (event) => tell(JSON.parse(event.data)));
    source.addEventListener("error", () => tell({}));
    // Until the page is left.
    return new Promise(() => {});
  }

  document.addEventListener("visibilitychange", () => {
    if (page.dataset.every !== undefined || !stale.hidden || newest !== (page.dataset.anchor || "")) refresh();
  });

  // Forms whose choice is a link.
  document.addEventListener("change", (event) => {
    if (event.target.form?.dataset.submits !== undefined) event.target.form.requestSubmit();
  });

  if (page.dataset.types !== undefined) {
    navigator.locks.request("live", read);
    pages.postMessage("new");
  }
  if (page.dataset.every !== undefined) later(1000 * Number(page.dataset.every));
})();
