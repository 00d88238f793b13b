/* How fast things are drawn, in records and at tables: one choice, which the browser keeps. The numbers
   say how long they take, measured by the normal pace; at once is for tables only. */

"use strict";

const PACES = { slow: 1.9, normal: 1, fast: 0.45, once: 0 };
const PLACE_OF_PACE = "stammtisch.pace";

function keptPace() {
  try {
    const pace = localStorage.getItem(PLACE_OF_PACE);
    return pace in PACES ? pace : "normal";
  } catch {
    return "normal"; // a browser that keeps nothing for sites
  }
}

function keepPace(pace) {
  try {
    localStorage.setItem(PLACE_OF_PACE, pace);
  } catch {
    // It holds for this page only.
  }
}
