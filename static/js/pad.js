/* The score pad asks anew with each tap: what was typed meanwhile asks once more, so that an older answer
   must not replace it. */

"use strict";

{
  let isNewer = false;

  document.addEventListener("input", () => { isNewer = true; });
  document.addEventListener("htmx:beforeRequest", () => { isNewer = false; });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target.id === "deal" && isNewer) detail.shouldSwap = false;
  });
}
