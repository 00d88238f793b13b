/* What was entered without network: kept in the browser, each under the key of its request, until the
   server has answered. Pages and the worker send it, one at a time; the key has it stored once. */

"use strict";

const unsent = (() => {
  const NAME = "stammtisch", STORE = "unsent", TAG = "unsent";
  const [FORBIDDEN, TOO_MANY, BAD_GATEWAY] = [403, 429, 502];

  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

  async function store(mode, act) {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: "key" });
    const database = await done(opening);
    try {
      return await done(act(database.transaction(STORE, mode).objectStore(STORE)));
    } finally {
      database.close();
    }
  }

  const all = () => store("readonly", (rows) => rows.getAll());
  const put = (entry) => store("readwrite", (rows) => rows.put(entry));
  const has = async (key) => (await store("readonly", (rows) => rows.count(key))) > 0;
  const remove = (key) => store("readwrite", (rows) => rows.delete(key));
  const clear = () => store("readwrite", (rows) => rows.clear());

  /* Forgets what somebody else has entered, who is not logged in here any more. */
  async function keepOnly(reader) {
    for (const entry of await all()) if (entry.reader !== reader) await remove(entry.key);
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

  /* Sends all that waits but for what a page sends itself. What is refused stays to be looked at; a token
     that is too old is no refusal, so that without a newer one it goes on waiting. */
  const sendAll = (token = null, butOf = null) => alone(async () => {
    for (const entry of await all()) {
      if (entry.isRefused || isOf(entry, butOf)) continue;
      const answer = await post(withToken(entry, token));
      if (!answer || leadsToLogin(answer)) return;
      if (answer.ok) await remove(entry.key);
      else if (token || answer.status !== FORBIDDEN) await put({ ...entry, isRefused: true });
    }
  });

  return { TAG, all, has, put, remove, clear, keepOnly, newKey, alone, post, leadsToLogin, withToken, isOf, sendAll };
})();
