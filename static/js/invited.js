/* The secret of a table stands behind the # of its link, which browsers keep to themselves. It goes
   into the form, and waits in this tab while somebody logs in. */

"use strict";

{
  const field = document.querySelector("#invited [name=invitation]");
  const kept = "invited " + location.pathname;

  function fill() {
    if (location.hash.startsWith("#stj_")) {
      sessionStorage.setItem(kept, location.hash.slice(1));
      history.replaceState(null, "", location.pathname);
    }
    const secret = sessionStorage.getItem(kept);
    if (!secret || !field) return;
    field.value ||= secret;
    field.closest(".field").hidden = field.getAttribute("aria-invalid") !== "true";
  }

  addEventListener("hashchange", fill);
  fill();
}
