/* Says since when a page that renews itself has had no answer. The page keeps what it shows and goes on
   asking. A draw that was taken back is no page any more (404): then it loads anew and says so. */

"use strict";

{
  const [OK, NO_CONTENT, NOT_FOUND] = [200, 204, 404];
  // A page that was kept is as old as it says.
  let heardAt = new Date(document.documentElement.dataset.asOf ?? Date.now());

  const asker = ({ requestConfig: { elt } }) => (elt.matches("[hx-trigger^=every], #table") ? elt : null);
  const hasAnswered = ({ xhr }, { id }) =>
    xhr.status === NO_CONTENT || (xhr.status === OK && xhr.responseText.includes(`id="${id}"`));

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (asker(detail) && !hasAnswered(detail, asker(detail))) detail.shouldSwap = false;
  });

  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    const away = document.getElementById("away");
    if (!asker(detail) || !away) return;
    if (detail.xhr.status === NOT_FOUND && asker(detail).id !== "hall") location.reload();
    const isHere = hasAnswered(detail, asker(detail));
    if (isHere) heardAt = new Date();
    else if (away.hidden) {
      const { lang } = document.documentElement;
      away.querySelector("time").textContent =
        heardAt.toLocaleTimeString(lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    }
    away.hidden = isHere;
  });
}
