/* How somebody likes to play, kept in the browser. It runs before anything is drawn, so that a hand or its
   colours never change before one's eyes. */

"use strict";

/* The faces of cards that the server draws: it is asked for others by a cookie. */
function facesAskedFor() {
  return /(^|; )faces=german(;|$)/.test(document.cookie) ? "german" : "french";
}

{
  const KEPT = "table-settings";
  const YEAR_S = 31536000;
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
    const { taps, order, colours, faces, sounds, phrases } = root.dataset;
    try {
      localStorage.setItem(KEPT, JSON.stringify({ taps, order, colours, faces, sounds, phrases }));
    } catch {
      // It holds for this page only.
    }
  }

  function askForFaces() {
    const asked = root.dataset.faces === "german" ? `german; max-age=${YEAR_S}` : "; max-age=0";
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `faces=${asked}; path=/; SameSite=Lax${secure}`;
  }

  function loadSounds() {
    const script = document.querySelector("#settings [data-script]")?.dataset.script;
    if (root.dataset.sounds !== "on" || !script || document.querySelector(`script[src="${script}"]`)) return;
    document.head.append(Object.assign(document.createElement("script"), { src: script }));
  }

  root.classList.add("scripted");
  const usual = { taps: "once", order: "suit", colours: "four", faces: facesAskedFor(), sounds: "off", phrases: "on" };
  Object.assign(root.dataset, usual, kept());
  askForFaces(); // browsers may have kept the choice longer than the cookie

  document.addEventListener("DOMContentLoaded", () => {
    for (const control of controls()) control.checked = root.dataset[control.name] === control.value;
    loadSounds();
  });

  document.addEventListener("change", ({ target }) => {
    if (!target.closest(".settings")) return;
    root.dataset.faces = facesAskedFor(); // in another tab they may have been chosen since
    root.dataset[target.name] = target.value;
    if (target.name === "faces") askForFaces();
    keep();
    loadSounds();
    document.dispatchEvent(new Event("settings"));
  });
}
