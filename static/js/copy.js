/* Buttons that copy what is shown once, such as a link or a token. */

"use strict";

for (const line of document.querySelectorAll("[data-copies]")) {
  const text = document.getElementById(line.dataset.copies);
  const said = line.querySelector("output");

  // Browsers lend the clipboard to encrypted pages only.
  line.hidden = !navigator.clipboard;
  line.querySelector("button").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text.textContent);
      said.textContent = said.dataset.said;
    } catch {
      getSelection().selectAllChildren(text);
    }
  });
}
