/* Forms that may be sent later (`data-later`), such as a deal of the score pad or a result: while the
   server cannot be reached, what was entered is kept in the browser and sent again until it has arrived. */

"use strict";

{
  const AGAIN_MS = 3000;
  const { reader } = document.documentElement.dataset;
  const formHere = () => document.querySelector("form[data-later]");
  const here = () => location.pathname + location.search;
  let isSending = false;

  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (!form.matches("form[data-later]")) return;
    if (submitter?.name === "rounds") {
      if (!navigator.onLine) event.preventDefault();
      document.getElementById("needs-network").hidden = navigator.onLine;
      return;
    }
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    const body = new URLSearchParams(new FormData(form, submitter)).toString();
    const title = document.title.replace(" · Stammtisch", "");
    send({ key: unsent.newKey(), url: form.action, body, page: here(), title, reader });
  });

  /* The answer, null while there is none, false if somebody else has sent it: the worker, another page. */
  const asked = (entry, isKept) => unsent.alone(async () => {
    if (isKept && !(await unsent.has(entry.key))) return false;
    const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value;
    const answer = await unsent.post(unsent.withToken(entry, token));
    if (!answer || unsent.leadsToLogin(answer)) await unsent.put(entry).catch(() => {});
    else if (isKept) await unsent.remove(entry.key);
    return answer;
  });

  async function send(entry, isKept = false) {
    const answer = await asked(entry, isKept);
    if (answer === null) {
      wait(entry);
    } else if (answer === false) {
      location.assign(entry.page);
    } else if (answer.ok) {
      location.assign(answer.headers.get("Location") ?? answer.url);
    } else {
      isSending = false;
      showRefusal(await answer.text());
    }
  }

  async function wait(entry) {
    show(true);
    setTimeout(() => send(entry, true), AGAIN_MS);
    const registration = await navigator.serviceWorker?.getRegistration();
    registration?.sync?.register(unsent.TAG).catch(() => {});
  }

  /* What is there now, beside what was entered. */
  function showRefusal(text) {
    const page = new DOMParser().parseFromString(text, "text/html");
    const main = document.adoptNode(page.querySelector("main"));
    document.querySelector("main").replaceWith(main);
    globalThis.htmx?.process(main);
    main.querySelector(".notice:not([hidden]), [role=alert]")?.scrollIntoView({ block: "center" });
  }

  function show(isKept) {
    const said = document.getElementById("kept");
    if (said) said.hidden = !isKept;
    // Until it has arrived there is nothing else to write.
    for (const stop of formHere()?.querySelectorAll("input, select, textarea, button") ?? []) {
      stop.disabled = isKept;
    }
  }

  function fillIn(entry) {
    const given = new URLSearchParams(entry.body);
    for (const field of formHere()?.elements ?? []) {
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

  async function begin() {
    if (reader) await unsent.keepOnly(reader);
    // A guest at a table has no mark, and sends nothing that somebody with an account has left behind.
    const left = (await unsent.all()).find(
      (entry) => unsent.isOf(entry, location.pathname) && entry.reader === reader,
    );
    if (!left) return;
    isSending = true;
    fillIn(left);
    show(true);
    send({ ...left, isRefused: false }, true);
  }

  begin();
}
