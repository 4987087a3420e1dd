"use strict";
// Fetches the page again when the store's state is another than the one that it was made from.
(() => {
  const stale = document.getElementById("stale");
  let page = document.getElementById("page");
  // As it was answered: what is done in a page does not make it another one.
  let content = page.innerHTML;
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

  function fail(text) {
    stale.textContent = `The page is out of date: ${text}`;
    stale.hidden = false;
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
      const whole = new DOMParser().parseFromString(await answer.text(), "text/html");
      const found = whole.getElementById("page");
      if (found === null) fail("the dashboard was started anew. 'hearth dashboard' opens it.");
      else if (answer.status === 503 && page.dataset.failed === undefined) fail("the server does not answer.");
      else {
        stale.hidden = true;
        show(found, whole.title);
      }
    } catch {
      fail("the dashboard does not answer.");
    }
    isFetching = false;
    const end = performance.now();
    earliest = end + 3 * (end - begin);
    if (!stale.hidden) later(1000);
    else if (newest !== wanted) refresh();
    else if (page.dataset.every !== undefined) later(1000 * Number(page.dataset.every));
  }

  function show(found, title) {
    // A page that failed is followed by one that has missed what was told meanwhile.
    if (page.dataset.failed !== undefined && found.dataset.failed === undefined && latest !== null) {
      newest = latest.anchor;
    }
    document.title = title;
    const given = found.innerHTML;
    if (given === content) {
      for (const name of ["anchor", "types", "every", "failed"]) {
        if (found.dataset[name] === undefined) delete page.dataset[name];
        else page.dataset[name] = found.dataset[name];
      }
      return;
    }
    content = given;
    const focused = page.contains(document.activeElement) ? document.activeElement.id : "";
    const open = [...page.querySelectorAll("details")].map((one) => one.open);
    // Where the cursor is, what colours the route, and what was filled in.
    const inputs = [...page.querySelectorAll("input[id]")].map((one) => [one.id, one.value, one.checked]);
    const old = page;
    page = found;
    requestAnimationFrame(() => {
      old.replaceWith(found);
      [...found.querySelectorAll("details")].forEach((one, index) => { one.open = open[index] ?? one.open; });
      for (const [id, value, checked] of inputs) {
        const one = document.getElementById(id);
        if (one !== null) [one.value, one.checked] = [value, checked];
      }
      if (focused !== "") document.getElementById(focused)?.focus({ preventScroll: true });
      document.dispatchEvent(new Event("shown"));
    });
  }

  // A change of which another page or the server tells.
  function take(change) {
    if (change.anchor === undefined) {
      later(0);
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
    // What a page missed that has just begun may have been of any type.
    else if (isReading && latest !== null) pages.postMessage({ anchor: latest.anchor, types: [] });
  });
  let isReading = false;
  function tell(change) {
    take(change);
    pages.postMessage(change);
  }
  function listen() {
    const source = new EventSource("/live");
    source.addEventListener("message", (event) => tell(JSON.parse(event.data)));
    source.addEventListener("error", () => {
      tell({});
      // The browser tries again by itself, unless it was refused.
      if (source.readyState === EventSource.CLOSED) setTimeout(listen, 1000);
    });
  }
  function read() {
    isReading = true;
    listen();
    // Until the page is left.
    return new Promise(() => {});
  }

  document.addEventListener("visibilitychange", () => {
    if (page.dataset.every !== undefined || !stale.hidden || newest !== (page.dataset.anchor || "")) refresh();
  });

  // Forms whose choice is a link. Of a list that is closed each arrow key is a choice: a person who uses the keyboard
  // presses the button of the form.
  let isKey = false;
  document.addEventListener("keydown", (event) => { isKey = event.key.startsWith("Arrow") || event.key.length === 1; });
  document.addEventListener("pointerdown", () => { isKey = false; });
  document.addEventListener("change", (event) => {
    if (event.target.form?.dataset.submits !== undefined && !isKey) event.target.form.requestSubmit();
  });

  // The page that a form leads to is shown where it was left.
  document.addEventListener("submit", () => {
    const place = { path: location.pathname, y: scrollY, id: document.activeElement?.id ?? "" };
    sessionStorage.setItem("left", JSON.stringify(place));
  });
  const left = JSON.parse(sessionStorage.getItem("left") ?? "null");
  sessionStorage.removeItem("left");
  if (left !== null && left.path === location.pathname) {
    if (left.id !== "") document.getElementById(left.id)?.focus({ preventScroll: true });
    scrollTo(0, left.y);
  }

  navigator.locks.request("live", read);
  pages.postMessage("new");
  if (page.dataset.every !== undefined) later(1000 * Number(page.dataset.every));
})();
