/* The site on a device: its worker, since when a page that is shown was kept, what waits to be sent, and
   that nothing of a person is left once they have logged out. */

"use strict";

const SILENCE_MS = 2000;

/* Lets this device show nothing more of what somebody is told. A push service that does not answer is not
   waited for: it is told nothing any more. */
async function silence() {
  const unsubscribe = async () => {
    const registration = await navigator.serviceWorker?.getRegistration();
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  };
  const tooLong = new Promise((resolve) => { setTimeout(resolve, SILENCE_MS); });
  await Promise.race([unsubscribe().catch(() => {}), tooLong]);
}

{
  const PAGES = "stammtisch-pages-";
  const MOST_LISTED = 12;
  const AGAIN_MS = 3000;
  const { worker, logout } = document.currentScript.dataset;
  const { reader, asOf } = document.documentElement.dataset;
  const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

  navigator.serviceWorker?.register(worker).catch(() => {});

  async function deletePages() {
    for (const name of (await globalThis.caches?.keys()) ?? []) {
      if (name.startsWith(PAGES)) await caches.delete(name);
    }
  }

  /* "20:15", of another day with its date. */
  function inWords(moment) {
    const isToday = moment.toDateString() === new Date().toDateString();
    const day = isToday ? {} : { day: "numeric", month: "long" };
    return moment.toLocaleString(document.documentElement.lang, { ...day, ...clock });
  }

  async function sayAsOf() {
    const said = document.getElementById("as-of");
    if (!said || !asOf) return;
    said.querySelector("time").textContent = inWords(new Date(asOf));
    said.querySelector("time").dateTime = asOf;
    said.hidden = false;
    // What waits on this page leads on from it once it is sent.
    let isTyped = (await unsent.all().catch(() => [])).some((entry) => unsent.isOf(entry, location.pathname));
    for (const act of ["input", "submit"]) document.addEventListener(act, () => { isTyped = true; });
    setInterval(async () => {
      if (!isTyped && (await isThere()) && !isTyped) location.reload();
    }, AGAIN_MS);
  }

  /* Whether the page as it is now comes soon enough. */
  async function isThere() {
    const signal = AbortSignal.timeout(AGAIN_MS);
    const answer = await fetch(location.href, { method: "HEAD", signal }).catch(() => null);
    return answer?.ok;
  }

  const stateOf = (entry, entries) => {
    if (entry.isRefused) return "refused";
    return unsent.heldBy(entry, entries) ? "held" : "waiting";
  };

  /* What was refused is seen on the page of its table, which is there whatever has become of the match. */
  const wayTo = (entry) => (entry.isRefused ? unsent.tableOf(entry) : entry.page);

  /* An entry with the way to it, and a button for who gives it up: its match may be gone. */
  function line(said, entry) {
    const made = said.querySelector("template").content.cloneNode(true);
    Object.assign(made.querySelector("a"), { href: wayTo(entry), textContent: entry.title });
    const button = made.querySelector("button");
    button.dataset.giveUp = entry.key;
    button.ariaLabel = `${button.textContent}: ${entry.title}`;
    return made;
  }

  /* Names what waits, what was refused, and what is held by that; a page of its own says more. */
  async function sayUnsent() {
    await sayHidden();
    const said = document.getElementById("unsent");
    if (!said) return;
    const entries = await unsent.all();
    const others = entries.filter((entry) => !unsent.isOf(entry, location.pathname));
    for (const part of said.querySelectorAll("[data-of]")) {
      const own = others.filter((entry) => stateOf(entry, entries) === part.dataset.of);
      part.querySelector("div").replaceChildren(...own.map((entry) => line(said, entry)));
      part.hidden = own.length === 0;
    }
    said.hidden = others.length === 0;
  }

  /* Says that something waits for its writer to log in again, and nothing more of it. */
  async function sayHidden() {
    const said = document.getElementById("unsent-hidden");
    if (said) said.hidden = (await unsent.hidden()).length === 0;
  }

  async function sendAll() {
    const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value;
    await unsent.sendAll(token, location.pathname);
    if ((await unsent.hidden()).length > 0) await deletePages();
    await sayUnsent();
  }

  document.addEventListener("click", async ({ target }) => {
    const key = target.closest("[data-give-up]")?.dataset.giveUp;
    if (!key) return;
    await unsent.remove(key);
    await sayUnsent();
  });

  document.addEventListener("click", async ({ target }) => {
    if (!target.closest("[data-delete-hidden]")) return;
    await unsent.removeHidden();
    await sayHidden();
  });

  /* First all is forgotten, then the form is sent. */
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!reader || new URL(form.action).pathname !== logout) return;
    event.preventDefault();
    await Promise.allSettled([deletePages(), unsent.clear(), silence()]);
    form.submit();
  });

  /* The page without network names those that are kept, the newest first. */
  async function listPages(section) {
    for (const name of (await globalThis.caches?.keys()) ?? []) {
      if (!name.startsWith(PAGES)) continue;
      const pages = await caches.open(name);
      for (const request of (await pages.keys()).reverse().slice(0, MOST_LISTED)) {
        const text = await (await pages.match(request)).text();
        const { title } = new DOMParser().parseFromString(text, "text/html");
        const row = document.createElement("li");
        const link = { href: request.url, textContent: title.replace(" · Stammtisch", "") };
        row.append(Object.assign(document.createElement("a"), link));
        section.querySelector("ul").append(row);
        section.hidden = false;
      }
    }
  }

  async function begin() {
    const offline = document.getElementById("kept-pages");
    if (offline) {
      await listPages(offline);
      return;
    }
    if (reader) sayAsOf();
    else await deletePages();
    if (!reader && location.hash === "#logged-out") await unsent.clear();
    await unsent.showTo(reader);
    await sayUnsent();
    if (!asOf) await sendAll();
  }

  // Without a store nothing waits.
  const tryTo = (act) => act().catch(() => {});

  navigator.serviceWorker?.addEventListener("message", ({ data }) => {
    if (data === unsent.TAG) tryTo(sayUnsent);
  });
  globalThis.addEventListener("online", () => tryTo(sendAll));
  tryTo(begin);
}
