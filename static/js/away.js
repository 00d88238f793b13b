/* Says since when a page that renews itself has had no answer. It keeps what it shows, also where
   something else comes in its place, and asks on; of what is nothing for this reader any more, such as
   a draw that is taken back, the page itself says so. */

"use strict";

{
  const [OK, NO_CONTENT, NOT_FOUND] = [200, 204, 404];
  let heardAt = new Date();

  const asker = ({ requestConfig: { elt } }) => (elt.matches("[hx-trigger^=every]") ? elt : null);
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
