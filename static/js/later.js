/* Forms that may be sent later (`data-later`), such as a deal of the score pad, a result, or its
   confirmation: while the server cannot be reached, what was entered is kept in the browser and sent again
   until it has arrived. `data-later` names the act where the title of the page does not, `data-kept` says
   what is kept, `data-stays` that its page goes on after it. What was entered earlier at the same table
   goes first. A browser that keeps nothing sends them like any other form. */

"use strict";

{
  const AGAIN_MS = 3000;
  const { reader } = document.documentElement.dataset;
  const forms = () => [...document.querySelectorAll("form[data-later]")];
  const here = () => location.pathname + location.search;
  const token = () => document.querySelector("[name=csrfmiddlewaretoken]")?.value;
  let isSending = false, isPlain = false;

  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (isPlain || !form.matches("form[data-later]")) return;
    if (submitter?.name === "rounds") {
      if (!navigator.onLine) event.preventDefault();
      document.getElementById("needs-network").hidden = navigator.onLine;
      return;
    }
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    const body = new URLSearchParams(new FormData(form, submitter)).toString();
    const title = [document.title.replace(" · Stammtisch", ""), form.dataset.later].filter(Boolean).join(": ");
    const { kept: said, stays } = form.dataset;
    const made = { key: unsent.newKey(), at: Date.now(), url: form.action, page: here(), title };
    send({ ...made, body, reader, said, stays: stays === "" }).catch(() => {
      isPlain = true;
      form.requestSubmit(submitter);
    });
  });

  /* What became of an entry: its answer, WAITS while there is none, REFUSED if it waits for something earlier
     that was, SENT if somebody else has sent it: the worker, another page. */
  const asked = (entry, isKept) => unsent.alone(async () => {
    if (isKept && !(await unsent.has(entry.key))) return unsent.SENT;
    const earlier = await unsent.sendBefore(entry, token());
    if (earlier !== unsent.SENT) {
      await unsent.put(entry);
      return earlier;
    }
    const answer = await unsent.post(unsent.withToken(entry, token()));
    if (!answer || unsent.leadsToLogin(answer)) await unsent.put(entry);
    else if (isKept) await unsent.remove(entry.key);
    return answer ?? unsent.WAITS;
  });

  async function send(entry, isKept = false) {
    const became = await asked(entry, isKept);
    if (became === unsent.SENT) {
      location.assign(entry.stays ? entry.page : unsent.tableOf(entry));
    } else if (became === unsent.REFUSED) {
      show(entry, "held");
      await sayHeld(entry);
    } else if (became === unsent.WAITS) {
      wait(entry);
    } else if (became === unsent.LOGGED_OUT || unsent.leadsToLogin(became)) {
      await unsent.showTo();
      location.assign(`/login/?${new URLSearchParams({ next: entry.page })}`);
    } else if (became.ok) {
      location.assign(became.headers.get("Location") ?? became.url);
    } else {
      isSending = false;
      showRefusal(entry, await became.text());
    }
  }

  async function wait(entry) {
    show(entry, "kept");
    setTimeout(() => send(entry, true), AGAIN_MS);
    const registration = await navigator.serviceWorker?.getRegistration();
    registration?.sync?.register(unsent.TAG).catch(() => {});
  }

  /* What is there now, beside what was entered, at the address where that was. */
  function showRefusal(entry, text) {
    const page = new DOMParser().parseFromString(text, "text/html");
    const main = document.adoptNode(page.querySelector("main"));
    for (const sheet of page.querySelectorAll("link[rel=stylesheet]")) {
      const isThere = [...document.styleSheets].some(({ href }) => href === sheet.href);
      if (!isThere) document.head.append(document.adoptNode(sheet));
    }
    document.title = page.title;
    history.replaceState(null, "", entry.page);
    document.querySelector("main").replaceWith(main);
    globalThis.htmx?.process(main);
    main.querySelector(".notice:not([hidden]), [role=alert]")?.scrollIntoView({ block: "center" });
  }

  /* Says that an entry is kept, or held; until it has arrived there is nothing else to write. */
  function show(entry, id) {
    for (const said of document.querySelectorAll("#kept, #held")) said.hidden = said.id !== id;
    const said = document.querySelector("#kept p");
    if (said && entry.said) said.textContent = entry.said;
    for (const form of forms()) {
      for (const stop of form.querySelectorAll("input, select, textarea, button")) stop.disabled = true;
    }
  }

  async function sayHeld(entry) {
    const { title, ...first } = unsent.heldBy(entry, await unsent.all()) ?? {};
    if (!title) return;
    const link = Object.assign(document.createElement("a"), { href: unsent.tableOf(first), textContent: title });
    document.querySelector("#held span")?.replaceChildren(link);
  }

  function fillIn(entry) {
    const given = new URLSearchParams(entry.body);
    for (const field of forms().find(({ action }) => action === entry.url)?.elements ?? []) {
      if (field.type === "radio" || field.type === "checkbox") {
        field.checked = given.getAll(field.name).includes(field.value);
      } else if (field.type !== "hidden" && given.has(field.name)) {
        field.value = given.get(field.name);
      }
    }
  }

  document.addEventListener("click", async ({ target }) => {
    if (!target.closest("[data-discard]")) return;
    for (const entry of await unsent.all()) {
      if (unsent.isOf(entry, location.pathname)) await unsent.remove(entry.key);
    }
    location.reload();
  });

  /* What this page sends: what was entered on it, or what of its table was refused. */
  const isOwn = (entry) =>
    unsent.isOf(entry, location.pathname)
    || (entry.isRefused && unsent.tableOf(entry) === location.pathname);

  async function begin() {
    await unsent.showTo(reader);
    const left = (await unsent.all()).find(isOwn);
    if (!left) return;
    isSending = true;
    fillIn(left);
    show(left, "kept");
    send({ ...left, isRefused: false }, true);
  }

  // Without a store nothing has been left.
  begin().catch(() => {});
}
