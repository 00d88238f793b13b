/* The score pad while the server cannot be reached: a deal that is done is kept in the browser, under
   the key of its request, and sent again until it has arrived. */

"use strict";

{
  const AGAIN_MS = 3000;
  const TOO_MANY = 429;
  const place = () => `stammtisch.pad.${location.pathname}`;
  const kept = () => JSON.parse(localStorage.getItem(place()) ?? "null");

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.id !== "deal") return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form, event.submitter));
    send({ url: form.action, body: body.toString(), key: body.get("key") });
  });

  // What was typed meanwhile asks once more, so that an older answer must not replace it.
  let isNewer = false;
  document.addEventListener("input", () => { isNewer = true; });
  document.addEventListener("htmx:beforeRequest", () => { isNewer = false; });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target.id === "deal" && isNewer) detail.shouldSwap = false;
  });

  /* Whoever has to log in again goes on with another token of the form, and with the deal. */
  function bodyOf(deal) {
    const body = new URLSearchParams(deal.body);
    const token = document.querySelector("#deal [name=csrfmiddlewaretoken]");
    if (token) body.set(token.name, token.value);
    return body.toString();
  }

  function keep(deal) {
    localStorage.setItem(place(), JSON.stringify(deal));
  }

  async function send(deal) {
    let answer;
    try {
      answer = await fetch(deal.url, {
        method: "POST",
        body: bodyOf(deal),
        headers: { "Content-Type": "application/x-www-form-urlencoded", "Idempotency-Key": deal.key },
      });
      if (answer.status === TOO_MANY || answer.status >= 502) throw new Error("away");
    } catch {
      keep(deal);
      show(true);
      setTimeout(() => send(deal), AGAIN_MS);
      return;
    }
    const isElsewhere = answer.redirected && new URL(answer.url).pathname.startsWith("/login/");
    if (isElsewhere) keep(deal);
    else localStorage.removeItem(place());
    if (answer.ok) {
      location.assign(answer.url);
      return;
    }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    document.querySelector("main").replaceWith(document.adoptNode(page.querySelector("main")));
    htmx.process(document.querySelector("main"));
    document.querySelector(".notice, [role=alert]")?.scrollIntoView({ block: "center" });
  }

  function show(isKept) {
    const said = document.getElementById("kept");
    if (said) said.hidden = !isKept;
    // Until it has arrived there is nothing else to write.
    for (const stop of document.querySelectorAll("#deal input, #deal button")) stop.disabled = isKept;
  }

  const left = kept();
  if (left) {
    show(true);
    send(left);
  }
}
