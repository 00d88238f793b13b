/* Makes stepping smooth: keys, the slider, the log kept in sight. All steps are links without it. */

"use strict";

const KEYS = {
  ArrowLeft: "previous",
  ArrowRight: "next",
  ArrowUp: "previous-trick",
  ArrowDown: "next-trick",
  Home: "first",
  End: "last",
};

/* The link or viewer whose answer has not come yet. Another step takes its place; the same one,
   pressed again or held down, waits for it. */
let asked = null;

document.documentElement.classList.add("scripted");

function isTyping(element) {
  return element.closest("input, select, textarea, .log") !== null;
}

function goTo(url) {
  const viewer = document.getElementById("viewer");
  window.htmx.ajax("GET", url, { source: viewer, target: viewer, swap: "outerHTML show:none settle:0ms" });
  window.history.replaceState(null, "", url);
}

document.addEventListener("keydown", (event) => {
  const id = KEYS[event.key];
  if (!id || event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
  event.preventDefault();
  document.getElementById(id).click();
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("#viewer a");
  if (link && (link === asked || link.getAttribute("aria-disabled") === "true")) {
    event.preventDefault();
    event.stopPropagation();
  }
}, true);

document.addEventListener("input", (event) => {
  if (event.target.id !== "slider") return;
  const form = document.getElementById("slider-form");
  clearTimeout(form.waiting);
  form.waiting = setTimeout(() => goTo("?" + new URLSearchParams(new FormData(form))), 60);
});

function showStepInLog() {
  const log = document.querySelector(".log");
  const step = log?.querySelector("[aria-current]");
  if (step) log.scrollTop = step.offsetTop - log.offsetTop - log.clientHeight / 2;
}

document.addEventListener("htmx:beforeRequest", ({ detail }) => { asked = detail.elt; });
document.addEventListener("htmx:afterRequest", () => { asked = null; });
document.addEventListener("htmx:afterSettle", showStepInLog);

showStepInLog();
