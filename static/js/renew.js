/* Answers to requests that overlapped come in any order, and an old one may be shown last. Where they
   fill one fragment, whatever listens to `renew` for it asks once more when all have come. */

"use strict";

{
  const underWay = new Map();

  document.addEventListener("htmx:beforeRequest", ({ detail: { target } }) => {
    const before = underWay.get(target.id);
    underWay.set(target.id, { running: (before?.running ?? 0) + 1, overlapped: Boolean(before) });
  });

  document.addEventListener("htmx:afterRequest", ({ detail: { target } }) => {
    const { running, overlapped } = underWay.get(target.id) ?? { running: 1, overlapped: false };
    underWay.set(target.id, { running: running - 1, overlapped });
    if (running > 1) return;
    underWay.delete(target.id);
    const asks = overlapped && document.querySelector(`[hx-trigger*=renew][hx-target="#${target.id}"]`);
    if (asks) htmx.trigger(asks, "renew");
  });
}
