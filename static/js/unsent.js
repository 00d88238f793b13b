/* What was entered without network: kept in the browser, each under the key of its request, until the
   server has answered. Pages and the worker send it, one at a time and in order; the key has it stored
   once. What is of somebody else than who is logged in, or is not, is hidden: neither shown nor sent.
   All of it rejects in a browser that keeps nothing, as private windows may. */

"use strict";

const unsent = (() => {
  const NAME = "stammtisch", STORE = "unsent", TAG = "unsent";
  const [FORBIDDEN, TOO_MANY, BAD_GATEWAY] = [403, 429, 502];
  const HIDDEN_MS = 7 * 24 * 60 * 60 * 1000;
  const [SENT, WAITS, REFUSED, LOGGED_OUT] = ["sent", "waits", "refused", "logged out"];

  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

  async function store(mode, act) {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: "key" });
    const database = await done(opening);
    try {
      return await act(database.transaction(STORE, mode).objectStore(STORE));
    } finally {
      database.close();
    }
  }

  const rows = () => store("readonly", (kept) => done(kept.getAll()));
  const put = (entry) => store("readwrite", (kept) => done(kept.put(entry)));
  const has = async (key) => (await store("readonly", (kept) => done(kept.count(key)))) > 0;
  const remove = (key) => store("readwrite", (kept) => done(kept.delete(key)));
  const clear = () => store("readwrite", (kept) => done(kept.clear()));

  /* What is neither hidden nor gone, the oldest first. */
  async function all() {
    const shown = (await rows()).filter(({ hiddenAt }) => !hiddenAt);
    return shown.sort((one, other) => (one.at ?? 0) - (other.at ?? 0));
  }

  /* What waits for its writer to log in again. */
  const hidden = async () => (await rows()).filter(({ hiddenAt, reader }) => hiddenAt && reader);

  /* Shows what is of the reader, without one what is of guests of a table. All else is hidden and gone after a
     week; what is of another reader is gone at once. */
  const showTo = (reader = null) => store("readwrite", async (kept) => {
    const now = Date.now();
    for (const { hiddenAt, ...entry } of await done(kept.getAll())) {
      const isOthers = entry.reader && reader;
      if ((entry.reader ?? null) === reader) kept.put(entry);
      else if (isOthers || now - hiddenAt > HIDDEN_MS) kept.delete(entry.key);
      else kept.put({ ...entry, hiddenAt: hiddenAt ?? now });
    }
  });

  async function removeHidden() {
    for (const { key } of await hidden()) await remove(key);
  }

  /* The key of a request: pages without encryption have no randomUUID. */
  function newKey() {
    const numbers = crypto.getRandomValues(new Uint8Array(16));
    return [...numbers].map((number) => number.toString(16).padStart(2, "0")).join("");
  }

  /* One after the other, whoever sends: two pages, or a page and the worker. */
  const alone = (act) =>
    navigator.locks ? navigator.locks.request("stammtisch-unsent", act) : act();

  /* The answer to an entry, null while there is none. */
  async function post({ url, body, key }) {
    try {
      const answer = await fetch(url, {
        method: "POST",
        body,
        headers: { "Content-Type": "application/x-www-form-urlencoded", "Idempotency-Key": key },
      });
      return answer.status === TOO_MANY || answer.status >= BAD_GATEWAY ? null : answer;
    } catch {
      return null;
    }
  }

  /* Whoever has to log in first sends it afterwards. */
  const leadsToLogin = (answer) =>
    answer.redirected && new URL(answer.url).pathname.startsWith("/login/");

  /* Whoever has logged in anew sends it with another token of the form. */
  function withToken(entry, token) {
    const body = new URLSearchParams(entry.body);
    if (token) body.set("csrfmiddlewaretoken", token);
    return { ...entry, body: body.toString() };
  }

  const isOf = (entry, pathname) => entry.page.split("?")[0] === pathname;

  /* The page of the table that an entry is about, which is there whatever has become of the match. */
  const tableOf = ({ page }) => /^\/matches\/[^/]+\//.exec(page)?.[0] ?? page;

  /* What was entered before an entry at the same table. */
  const before = (entry, entries) =>
    entries.filter((one) => tableOf(one) === tableOf(entry) && one.key !== entry.key && (one.at ?? 0) <= entry.at);

  /* What an entry waits for: something earlier of its table that was refused and not looked at yet. */
  const heldBy = (entry, entries) => before(entry, entries).find(({ isRefused }) => isRefused);

  /* Sends an entry that is kept and says what became of it. What is refused stays to be looked at; a token
     that is too old is no refusal, so that without a newer one it goes on waiting. Guests have nothing to log
     in with, nor does their token get too old. */
  async function deliver(entry, token) {
    const answer = await post(withToken(entry, token));
    if (!answer) return WAITS;
    const isShut = leadsToLogin(answer);
    if (isShut && entry.reader) return LOGGED_OUT;
    if (answer.ok && !isShut) {
      await remove(entry.key);
      return SENT;
    }
    if (token || !entry.reader || answer.status !== FORBIDDEN) await put({ ...entry, isRefused: true });
    return REFUSED;
  }

  /* Sends what was entered before an entry at its table. Call it alone. */
  async function sendBefore(entry, token) {
    for (const one of before(entry, await all())) {
      const became = one.isRefused ? REFUSED : await deliver(one, token);
      if (became !== SENT) return became;
    }
    return SENT;
  }

  /* Sends all that waits, table by table in order, but for what a page sends itself. */
  const sendAll = (token = null, butOf = null) => alone(async () => {
    const stopped = new Set();
    for (const entry of await all()) {
      const table = tableOf(entry);
      if (stopped.has(table)) continue;
      const isLeft = entry.isRefused || isOf(entry, butOf);
      const became = isLeft ? REFUSED : await deliver(entry, token);
      if (became === LOGGED_OUT) await showTo();
      if (became === LOGGED_OUT || became === WAITS) return;
      if (became === REFUSED) stopped.add(table);
    }
  });

  return {
    TAG, SENT, WAITS, REFUSED, LOGGED_OUT, all, hidden, put, has, remove, clear, showTo, removeHidden,
    newKey, alone, post, leadsToLogin, withToken, isOf, tableOf, heldBy, sendBefore, sendAll,
  };
})();
