/* Keeps an online table up to date: listens for news, or asks every second where nobody tells.
   Cards and buttons are forms; there are keys along the hand, and ticks survive a new table.
   While something there is pressed or sent, the table stays: a button that is replaced before it is
   let go of was never pressed, and the answer to a form that is gone is not shown. */

"use strict";

const POLL_MS = 1000;
const LONGEST_PRESS_MS = 5000;
const TAP_MS = 100; // a click comes after the pointer is up, on a touchscreen a little later
const PRESSED = "button, input, label, select, summary, a";
const NO_CONTENT = 204;
const NOT_FOUND = 404;
const SHOWN_ANYWAY = [409, 422];

let source = null;
let polling = null;
let isAsking = false;
let isPressed = false;
let isSending = false;
let isBehind = false;
let letGo = null;
let drawnAt = performance.now();
let ticked = [];

function table() {
  return document.getElementById("table");
}

function isDone() {
  return table().matches(".table--over, .table--cancelled");
}

function refresh() {
  if (isAsking) return;
  isBehind = isPressed || isSending;
  if (isBehind) return;
  isAsking = true;
  const url = window.location.pathname + "?after=" + table().dataset.version;
  window.htmx
    .ajax("GET", url, { source: table(), target: table(), swap: "outerHTML show:none" })
    .finally(() => {
      isAsking = false;
      if (isBehind) refresh();
    });
}

function press(target) {
  if (!target.closest?.("#table")?.contains(target.closest(PRESSED))) return;
  isPressed = true;
  letGoIn(LONGEST_PRESS_MS);
}

function letGoIn(ms) {
  clearTimeout(letGo);
  letGo = setTimeout(() => {
    isPressed = false;
    if (isBehind) refresh();
  }, ms);
}

/* The table is nothing for this reader any more: the page says so. */
function leave() {
  clearInterval(polling);
  source?.close();
  window.location.reload();
}

function poll() {
  if (polling === null) polling = setInterval(() => isDone() || document.hidden || refresh(), POLL_MS);
}

function listen() {
  if (!window.EventSource || isDone()) return poll();
  source = new EventSource(table().dataset.events);
  source.addEventListener("message", (event) => {
    const news = JSON.parse(event.data);
    // null: messages may have been lost, so that there may be news
    if (news.version === null || news.version > Number(table().dataset.version)) refresh();
  });
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) poll();
  });
}

function countDown() {
  const passed = (performance.now() - drawnAt) / 1000;
  for (const clock of document.querySelectorAll(".clock[data-left]")) {
    const seconds = clock.querySelector(".clock__s");
    if (seconds) seconds.textContent = Math.max(0, Math.round(clock.dataset.left - passed));
  }
}

document.addEventListener("pointerdown", (event) => press(event.target));
document.addEventListener("keydown", (event) => {
  if (event.key === " " && !event.repeat) press(event.target);
});
for (const end of ["pointerup", "pointercancel", "keyup"]) {
  document.addEventListener(end, () => isPressed && letGoIn(TAP_MS));
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.elt.matches("#table form")) isSending = true;
});

document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.requestConfig.verb === "get") return;
  isSending = false;
  if (isBehind) refresh();
});

document.addEventListener("htmx:beforeSwap", (event) => {
  const status = event.detail.xhr.status;
  if (SHOWN_ANYWAY.includes(status)) {
    event.detail.shouldSwap = true;
    event.detail.isError = false;
  }
  if (status === NO_CONTENT) return;
  if (status === NOT_FOUND) return leave();
  if (event.detail.requestConfig.verb === "get" && (isPressed || isSending)) {
    event.detail.shouldSwap = false;
    isBehind = true;
    return;
  }
  const version = /data-version="(\d+)"/.exec(event.detail.xhr.responseText)?.[1];
  if (Number(version) < Number(table().dataset.version)) event.detail.shouldSwap = false;
  ticked = [...document.querySelectorAll("#table input:checked")].map((tick) => tick.id);
});

document.addEventListener("htmx:afterSettle", () => {
  drawnAt = performance.now();
  for (const id of ticked) {
    const tick = document.getElementById(id);
    if (tick) tick.checked = true;
  }
  const words = document.getElementById("news")?.innerText ?? "";
  const said = document.getElementById("said");
  if (said.textContent !== words) said.textContent = words;
  if (isDone() && source) source.close();
});

setInterval(countDown, 250);
listen();
