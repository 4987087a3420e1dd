"use strict";
// Fetches the page again when the store's state is another than the one that it was made from.
(() => {
  const stale = document.getElementById("stale");
  let page = document.getElementById("page");
  const asking = document.getElementById("asking");
  // The store's state and the rules that hold; of the page about what apps ask and may only that.
  const stateOf = (made) =>
    page.dataset.access === undefined ? `${made.anchor || ""} ${made.rules || ""}` : made.access || page.dataset.access;
  // The newest state that is known, and whether a page is on its way.
  let newest = stateOf(page.dataset);
  let isFetching = false;
  // When what is shown was exchanged last, and for how many milliseconds a person cannot have seen it.
  let moved = -Infinity;
  const unseenMax = 600;
  // For how many milliseconds a page with forms that wait stays as it is at least: an app that asks again and again keeps
  // nobody from an answer.
  const stillMin = 2000;
  // When the page may be fetched again: what takes long to make is made less often.
  let earliest = 0;
  let timer = 0;
  // Milliseconds for an answer and for a page. What has taken the port may accept and say nothing.
  const answerMax = 5000;
  const pageMax = 60000;

  function later(milliseconds) {
    clearTimeout(timer);
    timer = setTimeout(refresh, milliseconds);
  }

  function fail(text) {
    stale.textContent = `${text}Reconnecting …`;
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
    let isAnswering = false;
    try {
      // What listens where the dashboard was may be another program, whose page is not to be shown.
      if (await hasMoved()) return;
      isAnswering = true;
      const answer = await fetch(location.href, {
        headers: { Accept: "text/html" },
        signal: AbortSignal.timeout(pageMax),
      });
      const whole = new DOMParser().parseFromString(await answer.text(), "text/html");
      const found = whole.getElementById("page");
      if (found === null) throw new Error("no page");
      if (answer.status === 503 && page.dataset.failed === undefined) fail("The Hearth server is not running. Start it with 'hearth serve'. ");
      else {
        stale.hidden = true;
        // What was told meanwhile was of no concern to a page of no types.
        const missed = page.dataset.types === undefined && found.dataset.types !== undefined ? latest : null;
        show(found, whole.title);
        if (missed !== null) newest = stateOf(missed);
      }
      const end = performance.now();
      const still = found.querySelector("form[data-waits]") === null ? 0 : stillMin;
      earliest = end + Math.max(3 * (end - begin), still);
    } catch (error) {
      // It was there a moment ago: it is still making the page.
      if (isAnswering && ["AbortError", "TimeoutError"].includes(error.name)) {
        fail("The dashboard takes long to make this page again. ");
        earliest = 2 * performance.now() - begin;
      } else fail("The dashboard is not running. Start it with 'hearth dashboard'. ");
    }
    isFetching = false;
    if (!stale.hidden) later(1000);
    else if (newest !== wanted && newest !== stateOf(page.dataset)) refresh();
    else {
      newest = stateOf(page.dataset);
      if (page.dataset.every !== undefined) later(1000 * Number(page.dataset.every));
    }
  }

  function show(found, title) {
    document.title = title;
    if (found.dataset.content === page.dataset.content) {
      // Nothing that is shown has changed, and what a person has set stays.
      for (const name of ["anchor", "rules", "access", "types", "every", "failed"]) {
        if (found.dataset[name] === undefined) delete page.dataset[name];
        else page.dataset[name] = found.dataset[name];
      }
      return;
    }
    const focused = page.contains(document.activeElement) ? document.activeElement.id : "";
    const open = [...page.querySelectorAll("details:not([id])")].map((one) => one.open);
    const unfolded = unfoldedIds();
    // Where the cursor is, what colours the route, and what was filled in.
    const inputs = [...page.querySelectorAll("input[id]")].map((one) => [one.id, one.value, one.checked]);
    // What a form has done is said until the page is left.
    const said = page.querySelector(".said");
    if (said !== null && found.querySelector(".said") === null) found.querySelector("h1").after(said.cloneNode(true));
    const old = page;
    page = found;
    requestAnimationFrame(() => {
      old.replaceWith(found);
      [...found.querySelectorAll("details:not([id])")].forEach((one, index) => { one.open = open[index] ?? one.open; });
      unfold(unfolded);
      for (const [id, value, checked] of inputs) {
        const one = document.getElementById(id);
        if (one !== null) [one.value, one.checked] = [value, checked];
      }
      if (focused !== "") document.getElementById(focused)?.focus({ preventScroll: true });
      moved = performance.now();
      document.dispatchEvent(new Event("shown"));
    });
  }

  // What a person has unfolded, by its identifiers: there may be more or less of it in the next page.
  const unfoldedIds = () => [...page.querySelectorAll("details[id][open]")].map((one) => one.id);
  function unfold(ids) {
    for (const id of ids) document.getElementById(id)?.setAttribute("open", "");
  }

  // An app asks, or none: the page with the questions shows them itself.
  function tellAsked(asks) {
    asking.hidden = asks === null || location.pathname === new URL(asking.querySelector("a").href).pathname;
    if (asks === null) return;
    // What is the same is not announced again.
    for (const [selector, text] of [["b", asks.app], ["span", asks.text]]) {
      const one = asking.querySelector(selector);
      if (one.textContent !== text) one.textContent = text;
    }
  }

  // A change of which another page or the server tells.
  function take(change) {
    if (change.anchor === undefined) {
      // A page that says that nothing can be shown is not out of date.
      if (stale.hidden && page.dataset.failed === undefined) fail("");
      later(0);
      return;
    }
    latest = change;
    tellAsked(change.asks);
    const types = page.dataset.types;
    if (types === undefined || stateOf(change) === stateOf(page.dataset)) return;
    const shown = types.split(" ").filter(Boolean);
    const concerns = change.types.some((type) => shown.includes(type)) || change.rules !== page.dataset.rules;
    // The first notice, and a page of all types, name none.
    if (shown.length > 0 && change.types.length > 0 && !concerns) return;
    newest = stateOf(change);
    refresh();
  }

  // A browser has few connections to a server, so that all its pages share one stream: the page that has the lock reads
  // it and tells the others. When that page is left, the next one gets the lock.
  let latest = null;
  const pages = new BroadcastChannel("live");
  pages.addEventListener("message", (event) => {
    if (event.data !== "new") take(event.data);
    // What has changed since the new page was made is not known.
    else if (isReading && latest !== null) pages.postMessage({ ...latest, types: [] });
  });
  let isReading = false;
  function tell(change) {
    take(change);
    pages.postMessage(change);
  }
  function read() {
    isReading = true;
    // What listens where the dashboard was may be another program: nothing is taken from it before its proof.
    const nonce = hex(crypto.getRandomValues(new Uint8Array(16)));
    const source = new EventSource(`/live?nonce=${nonce}`);
    let isProven = false;
    const early = [];
    source.addEventListener("proof", async (event) => {
      const { salt, proof } = JSON.parse(event.data);
      isProven = proof === await derived(`${salt} proof ${nonce} ${location.port}`);
      if (!isProven) again();
      else early.splice(0).forEach(tell);
    });
    source.addEventListener("message", (event) => {
      const change = JSON.parse(event.data);
      if (isProven) tell(change);
      else early.push(change);
    });
    // It tries no more after what was no stream, and waits for ever for what says nothing.
    function again() {
      clearTimeout(limit);
      source.close();
      tell({});
      setTimeout(read, 1000);
    }
    const limit = setTimeout(again, answerMax);
    source.addEventListener("open", () => clearTimeout(limit));
    source.addEventListener("error", again);
    // Until the page is left.
    return new Promise(() => {});
  }

  // Each start of the dashboard has a name of its own. What knows the key of this page is the dashboard; the key itself
  // is never sent, and is in the page no longer than until here.
  const hex = (bytes) => [...new Uint8Array(bytes)].map((one) => one.toString(16).padStart(2, "0")).join("");
  const meta = document.querySelector("meta[name=key]");
  const secret = new TextEncoder().encode(meta.content);
  meta.remove();
  const key = crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  async function derived(text) {
    return hex(await crypto.subtle.sign("HMAC", await key, new TextEncoder().encode(text)));
  }

  // Whether the dashboard was started again: then the browser is on its way to its new address. Raises an error where
  // it does not answer, or another program does.
  async function hasMoved() {
    const nonce = hex(crypto.getRandomValues(new Uint8Array(16)));
    const answer = await fetch(`/again?nonce=${nonce}`, {
      credentials: "omit",
      signal: AbortSignal.timeout(answerMax),
    });
    const { salt, proof } = await answer.json();
    if (proof !== await derived(`${salt} proof ${nonce} ${location.port}`)) throw new Error("another program");
    const name = `hearth-${(await derived(`${salt} name`)).slice(0, 32)}.localhost`;
    if (name === location.hostname) return false;
    const address = new URL(location.href);
    address.hostname = name;
    address.searchParams.set("token", await derived(`${salt} token`));
    location.replace(address);
    return true;
  }

  document.addEventListener("visibilitychange", () => {
    if (page.dataset.every !== undefined || !stale.hidden || newest !== stateOf(page.dataset)) refresh();
  });

  // Forms whose choice is a link. Of a list that is closed each arrow key is a choice: a person who uses the keyboard
  // presses the button of the form.
  let isKey = false;
  document.addEventListener("keydown", (event) => { isKey = event.key.startsWith("Arrow") || event.key.length === 1; });
  document.addEventListener("pointerdown", () => { isKey = false; });
  document.addEventListener("change", (event) => {
    if (event.target.form?.dataset.submits !== undefined && !isKey) event.target.form.requestSubmit();
  });

  // A button that checks all that is asked.
  document.addEventListener("click", (event) => {
    if (event.target.dataset.checks === undefined) return;
    for (const one of event.target.form.querySelectorAll("table input")) one.checked = true;
  });

  // The page that a form leads to is shown where it was left.
  document.addEventListener("submit", (event) => {
    // An app chooses when it asks: no question may come under a finger that was on its way to another button.
    if (event.target.dataset.waits !== undefined && performance.now() - moved < unseenMax) {
      event.preventDefault();
      return;
    }
    const place = { path: location.pathname, y: scrollY, id: document.activeElement?.id ?? "", unfolded: unfoldedIds() };
    sessionStorage.setItem("left", JSON.stringify(place));
  });
  const left = JSON.parse(sessionStorage.getItem("left") ?? "null");
  sessionStorage.removeItem("left");
  if (left !== null && left.path === location.pathname) {
    // What was below the form that was sent may be in its place.
    moved = performance.now();
    unfold(left.unfolded);
    // What was pressed may be gone: then the focus is where it is said what was done.
    const target = (left.id === "" ? null : document.getElementById(left.id)) ?? document.getElementById("said");
    target?.focus({ preventScroll: true });
    scrollTo(0, left.y);
  }

  // It is said once: neither the address nor a page that the browser keeps says it again.
  const address = new URL(location.href);
  if (address.searchParams.has("said")) {
    address.searchParams.delete("said");
    history.replaceState(history.state, "", address);
  }
  addEventListener("pagehide", () => { page.querySelector(".said")?.remove(); });

  navigator.locks.request("live", read);
  pages.postMessage("new");
  if (page.dataset.every !== undefined) later(1000 * Number(page.dataset.every));
})();
