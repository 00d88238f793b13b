/* Answers to requests that overlapped come in any order, and an old one may be shown last. Where they
   fill one fragment, whatever listens to `renew` for it asks once more when all have come. */

"use strict";

{
  const underWay = new Map();

  document.addEventListener("htmx:beforeSend", ({ detail: { target: { id }, xhr } }) => {
    const before = underWay.get(id);
    underWay.set(id, { running: (before?.running ?? 0) + 1, overlapped: Boolean(before) });
    // An event of htmx would not come from a form that another answer has replaced meanwhile.
    xhr.addEventListener("loadend", () => over(id));
  });

  function over(id) {
    const { running, overlapped } = underWay.get(id);
    underWay.set(id, { running: running - 1, overlapped });
    if (running > 1) return;
    underWay.delete(id);
    const asks = overlapped && document.querySelector(`[hx-trigger*=renew][hx-target="#${id}"]`);
    if (asks) htmx.trigger(asks, "renew");
  }
}
