/* How somebody likes to play, kept in the browser. It runs before anything is drawn, so that a hand or its
   colours never change before one's eyes. */

"use strict";

{
  const KEPT = "table-settings";
  const root = document.documentElement;
  const controls = () => document.querySelectorAll(".settings input");

  function kept() {
    try {
      return JSON.parse(localStorage.getItem(KEPT)) ?? {};
    } catch {
      return {}; // nothing is kept here, or nothing that can be read
    }
  }

  function keep() {
    const { taps, order, colours, sounds, phrases } = root.dataset;
    try {
      localStorage.setItem(KEPT, JSON.stringify({ taps, order, colours, sounds, phrases }));
    } catch {
      // It holds for this page only.
    }
  }

  function loadSounds() {
    const script = document.querySelector("#settings [data-script]")?.dataset.script;
    if (root.dataset.sounds !== "on" || !script || document.querySelector(`script[src="${script}"]`)) return;
    document.head.append(Object.assign(document.createElement("script"), { src: script }));
  }

  root.classList.add("scripted");
  const usual = { taps: "once", order: "suit", colours: "four", sounds: "off", phrases: "on" };
  Object.assign(root.dataset, usual, kept());

  document.addEventListener("DOMContentLoaded", () => {
    for (const control of controls()) control.checked = root.dataset[control.name] === control.value;
    loadSounds();
  });

  document.addEventListener("change", ({ target }) => {
    if (!target.closest(".settings")) return;
    root.dataset[target.name] = target.value;
    keep();
    loadSounds();
    document.dispatchEvent(new Event("settings"));
  });
}
