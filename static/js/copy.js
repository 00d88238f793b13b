/* Buttons that copy what stands beside them, such as a link or a token, also in what comes later. */

"use strict";

{
  // Browsers lend the clipboard to encrypted pages only.
  const show = () => {
    for (const line of document.querySelectorAll("[data-copies]")) line.hidden = !navigator.clipboard;
  };

  document.addEventListener("click", async ({ target }) => {
    const line = target.closest("[data-copies]");
    if (!line || !target.closest("button")) return;
    const text = document.getElementById(line.dataset.copies);
    const said = line.querySelector("output");
    try {
      await navigator.clipboard.writeText(text.textContent);
      said.textContent = said.dataset.said;
    } catch {
      getSelection().selectAllChildren(text);
    }
  });

  document.addEventListener("htmx:afterSettle", show);
  show();
}
