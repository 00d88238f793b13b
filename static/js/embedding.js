/* For pages of others: makes frames with parts of Stammtisch as high as what these show. */

"use strict";

{
  const site = new URL(document.currentScript.src).origin;
  const parts = () => [...document.querySelectorAll("iframe")].filter((one) => one.src.startsWith(`${site}/embed/`));

  addEventListener("message", ({ origin, source, data }) => {
    const height = data?.stammtisch;
    if (origin !== site || !(height > 0 && height < 10000)) return;
    for (const part of parts()) if (part.contentWindow === source) part.style.height = `${height}px`;
  });
  for (const part of parts()) part.contentWindow.postMessage("", "*");
}
