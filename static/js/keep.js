/* A fragment that takes the place of an old one keeps its focus, and what was unfolded or opened in it,
   as far down as that was read.
   htmx does so for elements with an id; this is for all others. */

"use strict";

{
  const CAN_HAVE_FOCUS =
    "a[href], button:not([disabled]), input:not([type=hidden]), select, textarea, summary, [tabindex='0']";
  const OPEN = CSS.supports("selector(:popover-open)") ? "[popover]:popover-open" : "dialog[open]";
  let left = null;

  const stops = (root) => [...root.querySelectorAll(CAN_HAVE_FOCUS)];
  const unfoldings = (root) => [...root.querySelectorAll("details")];
  const nameOf = (stop) =>
    [stop.tagName, stop.getAttribute("href"), stop.ariaLabel, stop.name, stop.value, stop.textContent.trim()].join("\n");
  const nameOfFold = (fold, at) => fold.id || `${at} ${fold.querySelector("summary")?.textContent}`;

  document.addEventListener("htmx:beforeSwap", ({ detail: { target } }) => {
    const held = document.activeElement;
    left = {
      root: target.id,
      at: stops(target).indexOf(held),
      name: nameOf(held),
      open: [...target.querySelectorAll(OPEN)].map(({ id, scrollTop }) => [id, scrollTop]),
      folds: new Map(unfoldings(target).map((fold, at) => [nameOfFold(fold, at), fold.open])),
    };
  });

  document.addEventListener("htmx:afterSwap", () => {
    const root = left && document.getElementById(left.root);
    if (!root) return;
    unfoldings(root).forEach((fold, at) => {
      fold.open = left.folds.get(nameOfFold(fold, at)) ?? fold.open;
    });
    for (const [id, scrolled] of left.open) {
      const opened = document.getElementById(id);
      opened?.showPopover();
      opened?.scrollTo({ top: scrolled, behavior: "instant" });
    }
    if (left.at >= 0 && document.activeElement === document.body) {
      const found = stops(root);
      const [like, another] = found.filter((stop) => nameOf(stop) === left.name);
      // Else the one in its place, such as a button that says something else now.
      const next = (another ? null : like) ?? found[left.at] ?? found.at(-1) ?? root;
      if (next === root) root.tabIndex = -1;
      next.focus({ preventScroll: true });
    }
    left = null;
  });
}
