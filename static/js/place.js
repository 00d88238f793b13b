/* While a part of a page renews itself, the reader keeps their place: the link that has the focus, or
   else the first in sight, stays where it is. */

"use strict";

{
  let left = null;

  const stops = (root) => [...root.querySelectorAll("a[href], button, input, summary")];
  const nameOf = (stop) => [stop.tagName, stop.getAttribute("href"), stop.textContent.trim()].join("\n");
  const topOf = (stop) => stop.getBoundingClientRect().top;

  document.addEventListener("htmx:beforeSwap", ({ detail: { target, requestConfig } }) => {
    left = null;
    if (scrollY === 0 || !requestConfig.elt.matches("[hx-trigger^=every]")) return;
    const found = stops(target);
    const seen = found.find((stop) => stop === document.activeElement) ?? found.find((stop) => topOf(stop) >= 0);
    if (seen) left = { root: target.id, name: nameOf(seen), top: topOf(seen) };
  });

  document.addEventListener("htmx:afterSwap", () => {
    const root = left && document.getElementById(left.root);
    const [seen, another] = root ? stops(root).filter((stop) => nameOf(stop) === left.name) : [];
    if (seen && !another) scrollBy(0, topOf(seen) - left.top);
    left = null;
  });
}
