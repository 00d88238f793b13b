/* What people say at a table: shown for some seconds, and read out once. */

"use strict";

{
  const SHOWN_MS = 6000;
  const seenAt = new Map();
  const isMuted = () => document.documentElement.dataset.phrases === "off";

  function show() {
    for (const phrase of document.querySelectorAll(".spot__phrase")) {
      const key = phrase.dataset.phrase;
      if (!seenAt.has(key)) readOut(phrase);
      if (!seenAt.has(key)) seenAt.set(key, performance.now());
      setTimeout(() => phrase.remove(), seenAt.get(key) + SHOWN_MS - performance.now());
    }
  }

  function readOut(phrase) {
    if (isMuted() || phrase.closest(".spot--own")) return;
    const words = phrase.querySelector(".visually-hidden") ?? phrase;
    document.getElementById("heard").textContent = `${phrase.dataset.name}: ${words.textContent}`;
  }

  document.addEventListener("htmx:afterSwap", show);
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.elt.matches("#phrases form")) document.getElementById("phrases").hidePopover();
  });
  show();
}
