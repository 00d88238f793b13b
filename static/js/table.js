/* Keeps an online table up to date: listens for news, or asks every second where nobody tells, and says
   what has happened. While something there is pressed or sent, the table stays: a button that is
   replaced before it is let go of was never pressed, and the answer to a form that is gone is not
   shown. What is asked again after a lost answer has the old version, so it is never played twice. */

"use strict";

const POLL_MS = 1000;
const LONGEST_PRESS_MS = 5000;
const LINGER_MS = 120_000; // so long after the match its players still hear each other
const TAP_MS = 100; // a click comes after the pointer is up, on a touchscreen a little later
const PRESSED = "button, input, label, select, summary, a";
const NO_CONTENT = 204;
const SHOWN_ANYWAY = [409, 422];

let source = null;
let isHeard = false;
let isAsking = false;
let isPressed = false;
let isSending = false;
let isBehind = false;
let letGo = null;
let overAt = null;
let said = { round: "", lines: 0 };

function table() {
  return document.getElementById("table");
}

function isDone() {
  if (!table().matches(".table--over, .table--cancelled")) return false;
  overAt ??= performance.now();
  return !table().querySelector(".spot--own") || performance.now() - overAt > LINGER_MS;
}

function hangUp() {
  if (isDone()) source?.close();
}

/* Cards that are to have other faces are asked for anew, though nothing has happened. */
function hasOtherFaces() {
  const { faces } = table().dataset;
  return Boolean(faces) && faces !== facesAskedFor();
}

function refresh() {
  if (isAsking) return;
  isBehind = isPressed || isSending;
  if (isBehind) return;
  isAsking = true;
  const known = hasOtherFaces() ? "" : "?after=" + table().dataset.version;
  window.htmx
    .ajax("GET", window.location.pathname + known, { source: table(), target: table(), swap: "outerHTML show:none" })
    .catch(() => {}) // without an answer it is asked again
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

/* Asks each second as long as nobody tells: also while the connection is lost. */
setInterval(() => isHeard || isDone() || document.hidden || refresh(), POLL_MS);

function listen() {
  if (!window.EventSource || isDone()) return;
  source = new EventSource(table().dataset.events);
  source.addEventListener("open", () => {
    isHeard = true;
    refresh();
  });
  source.addEventListener("message", (event) => {
    const news = JSON.parse(event.data);
    // null: messages may have been lost, so that there may be news
    if (news.version === null || news.version > Number(table().dataset.version)) refresh();
  });
  source.addEventListener("error", () => {
    isHeard = false;
  });
}

/* Who comes back to the page sees the table as it is: by the back button, from another tab, on the net again. */
window.addEventListener("pageshow", ({ persisted }) => persisted && refresh());
window.addEventListener("online", () => refresh());
document.addEventListener("visibilitychange", () => document.hidden || isDone() || refresh());

function redraw() {
  if (!hasOtherFaces()) return;
  if (isAsking) isBehind = true;
  else refresh();
}

document.addEventListener("settings", redraw);

function countDown() {
  for (const clock of document.querySelectorAll("[data-left]")) {
    clock.dataset.ends ??= performance.now() + clock.dataset.left * 1000;
    const left = Math.max(0, (clock.dataset.ends - performance.now()) / 1000);
    const seconds = clock.querySelector(".clock__s");
    if (seconds) seconds.textContent = Math.round(left);
    if (clock.dataset.of) clock.style.setProperty("--left", Math.min(1, left / clock.dataset.of).toFixed(3));
  }
}

/* A reader hears each line of the log once, however often the table is drawn. */
function sayNews() {
  const log = document.querySelector(".table__lines");
  if (!log) return;
  const { round } = log.dataset;
  const lines = [...log.querySelectorAll("li[data-line]")];
  const news = lines.slice(said.round === round ? said.lines : 0).map((line) => line.textContent.trim());
  said = { round, lines: lines.length };
  log.scrollTop = log.scrollHeight;
  if (news.length) document.getElementById("said").textContent = news.join(" ");
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
  if (isBehind || event.detail.failed) refresh();
});

document.addEventListener("htmx:beforeSwap", (event) => {
  const status = event.detail.xhr.status;
  if (SHOWN_ANYWAY.includes(status)) {
    event.detail.shouldSwap = true;
    event.detail.isError = false;
  }
  if (status === NO_CONTENT) return;
  if (event.detail.requestConfig.verb === "get" && (isPressed || isSending)) {
    event.detail.shouldSwap = false;
    isBehind = true;
    return;
  }
  const version = /data-version="(\d+)"/.exec(event.detail.xhr.responseText)?.[1];
  if (Number(version) < Number(table().dataset.version)) event.detail.shouldSwap = false;
});

document.addEventListener("htmx:afterSwap", () => {
  countDown();
  sayNews();
  hangUp();
});

document.addEventListener("toggle", ({ target, newState }) => {
  if (newState !== "open") return;
  for (const log of target.querySelectorAll(".table__lines")) log.scrollTop = log.scrollHeight;
}, true);

setInterval(countDown, 250);
setInterval(hangUp, LINGER_MS);
countDown();
sayNews();
listen();
redraw();
