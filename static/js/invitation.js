/* The secret of an invitation, or of a link in a mail, stands behind its #, which browsers keep to themselves.
   It is taken from there and sent in a form, and the address forgets it. */

"use strict";

{
  const form = document.getElementById("by-link");

  function send() {
    if (!/^#st[im]_/.test(location.hash)) return;
    form.elements.link.value = location.hash.slice(1);
    history.replaceState(null, "", location.pathname);
    form.requestSubmit(form.querySelector("button"));
  }

  addEventListener("hashchange", send);
  send();
}
