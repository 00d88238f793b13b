/* Counts the timer of a session down between two answers of the server, whose clock all share. A
   computer that sleeps meanwhile knows afterwards how long it did. */

"use strict";

let shown = null;
let from = 0;

function tick() {
  const timer = document.querySelector("#timer [data-runs]");
  if (timer !== shown) [shown, from] = [timer, Date.now()];
  if (!timer) return;
  const left = Math.max(0, Number(timer.dataset.left) - Math.floor((Date.now() - from) / 1000));
  timer.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

setInterval(tick, 250);
