/* The secret of a table stands behind the # of its link, or of the code on its card, and browsers keep
   that to themselves. It goes into the form, and waits in this tab while somebody logs in. */

"use strict";

{
  const field = document.querySelector("#invited [name=invitation]");
  const kept = "invited " + location.pathname;

  function keep(secret) {
    try {
      sessionStorage.setItem(kept, secret);
      history.replaceState(null, "", location.pathname);
    } catch {
      // A browser that keeps nothing for sites: the secret stays in the address.
    }
    return secret;
  }

  function secretKept() {
    try {
      return sessionStorage.getItem(kept);
    } catch {
      return null;
    }
  }

  function fill() {
    const { hash } = location;
    const secret = /^#st[cj]_/.test(hash) ? keep(hash.slice(1)) : secretKept();
    if (!secret || !field) return;
    field.value ||= secret;
    field.closest(".field").hidden = field.getAttribute("aria-invalid") !== "true";
  }

  addEventListener("hashchange", fill);
  fill();
}
