/* The secret of an invitation stands behind the # of its link, which browsers keep to themselves.
   It is taken from there and sent in a form, and the address forgets it. */

"use strict";

{
  const form = document.getElementById("by-link");

  function send() {
    if (!location.hash.startsWith("#sti_")) return;
    form.elements.link.value = location.hash.slice(1);
    history.replaceState(null, "", location.pathname);
    form.requestSubmit(form.querySelector("button"));
  }

  addEventListener("hashchange", send);
  send();
}
