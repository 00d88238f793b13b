/* Adds a random number of this browser to the deals of a match that waits for its first one, once the
   commitment is here. Number and commitment are kept, so that the browser can say later whether the deals
   follow from them. Forms that open a table say by `adds_number` that this script is there. */

"use strict";

{
  const NUMBER_BYTES = 32;
  const placeOf = (whose) => `stammtisch.number.${whose}`;

  const kept = (whose) => {
    try {
      return JSON.parse(localStorage.getItem(placeOf(whose)) ?? "null");
    } catch {
      return null;
    }
  };

  const keep = (whose, added) => {
    try {
      localStorage.setItem(placeOf(whose), JSON.stringify(added));
    } catch {
      // It counts all the same; this browser cannot say so later.
    }
    return added;
  };

  const drawn = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(NUMBER_BYTES));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  };

  // A second tab, or the page loaded anew, sends what was drawn before.
  const add = (form) => {
    const { numberFor, commitment } = form.dataset;
    const added = kept(numberFor) ?? keep(numberFor, { number: drawn(), commitment });
    form.elements.number.value = added.number;
    form.requestSubmit();
  };

  const tell = (line) => {
    const added = kept(line.dataset.keptFor);
    if (!added) return;
    const isUsed = added.number === line.dataset.number;
    const isSame = added.commitment === line.dataset.commitment;
    line.textContent = line.dataset[isSame ? (isUsed ? "used" : "unused") : "other"];
    line.className = isSame && isUsed ? "notice notice--success" : "notice notice--error";
    line.hidden = false;
  };

  const look = () => {
    document.querySelectorAll("[data-number-for]").forEach(add);
    document.querySelectorAll("[data-kept-for]").forEach(tell);
    for (const said of document.querySelectorAll("[name=adds_number]")) said.value = "1";
  };

  document.addEventListener("htmx:afterSettle", look);
  // htmx takes over forms before that. Loaded with the end of a match, this comes later.
  if (document.readyState === "complete") look();
  else document.addEventListener("DOMContentLoaded", look);
}
