/* The viewer plays by itself: it steps on until the match is over, unless somebody steps by hand,
   looks elsewhere, or the server does not answer. Each step waits until the last one is shown. */

"use strict";

{
  const STEP_MS = 1600;
  const BETWEEN_ROUNDS = 3;
  const CHOOSING_MS = 5000;
  const STOPS = ["htmx:responseError", "htmx:sendError", "htmx:timeout", "htmx:swapError"];

  const byId = (id) => document.getElementById(id);
  const said = byId("said");
  let pace = keptPace();
  let isPlaying = false;
  let isStepping = false;
  let due = null;

  if (PACES[pace] === 0) pace = "normal";

  const leadsOn = (link) => (link?.getAttribute("aria-disabled") === "true" ? null : link);
  const nextRound = () => document.querySelector(".rounds [aria-current] + a");

  function show() {
    byId("play")?.setAttribute("aria-pressed", isPlaying);
    if (byId("pace")) byId("pace").value = pace;
  }

  function follow(link) {
    isStepping = true;
    link.click();
    isStepping = false;
  }

  function step() {
    if (asked) return;
    const link = leadsOn(byId("next")) ?? nextRound();
    if (link) follow(link);
    else pause(byId("words")?.textContent);
  }

  function stepIn(ms) {
    clearTimeout(due);
    if (isPlaying) due = setTimeout(step, ms);
  }

  const stepAtPace = () => stepIn(STEP_MS * PACES[pace] * (leadsOn(byId("next")) ? 1 : BETWEEN_ROUNDS));

  function play() {
    isPlaying = true;
    said.textContent = said.dataset.playing;
    show();
    // At the end of the match its last round is played once more.
    if (leadsOn(byId("next")) ?? nextRound()) stepIn(STEP_MS * PACES.fast);
    else follow(byId("first"));
  }

  function pause(words = said.dataset.paused) {
    if (!isPlaying) return;
    isPlaying = false;
    clearTimeout(due);
    said.textContent = words;
    show();
  }

  document.addEventListener("click", ({ target }) => {
    if (target.closest("#play")) {
      if (isPlaying) pause();
      else play();
    } else if (target.closest("#viewer a") && !isStepping) pause("");
  }, true);

  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || isTyping(target)) return;
    if (key !== "k" && (key !== " " || target.closest("a, button, summary"))) return;
    event.preventDefault();
    byId("play").click();
  });

  document.addEventListener("input", ({ target }) => {
    if (target.id === "slider") pause("");
    if (target.id !== "pace") return;
    pace = target.value;
    keepPace(pace);
    stepAtPace();
  });

  // A list that is open would be closed by the next step.
  document.addEventListener("pointerdown", ({ target }) => {
    if (target.id === "pace") stepIn(CHOOSING_MS);
  });

  document.addEventListener("visibilitychange", () => document.hidden && pause());
  document.addEventListener("htmx:afterSwap", show);
  document.addEventListener("htmx:afterSettle", () => {
    if (isPlaying) stepAtPace();
    else if (byId("words")) said.textContent = byId("words").textContent;
  });
  for (const stop of STOPS) document.addEventListener(stop, () => pause(said.dataset.failed));

  show();
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (new URLSearchParams(location.search).get("play") === "yes" && !isStill) play();
}
