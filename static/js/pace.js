/* Draws what has happened at an online table one step after the other.

   Whoever asks for the table says how many actions they have seen, and gets the steps since then with
   the newest state (`_table_steps.html`). They are drawn on the felt that is shown, and only then does
   the newest state take its place, by the rules of table.js. Until then nothing else is fetched, and a
   press or a key does nothing but hurry. */

"use strict";

{
  const FLIGHT_MS = 320;
  const REST_MS = { deal: 600, lie: 0, lay: 700, say: 950, end: 0 };
  const TRICK_MS = 900; // a trick that is complete lies so much longer
  const BETWEEN_DEALT_MS = 45;
  const DEALT = 3; // so many cards are seen flying to each of the others
  const MOST_OF_OWN_TIME = 1 / 3;
  const TAP_MS = 120; // table.js lets go after 100
  const LONGEST_PRESS_MS = 5000;
  const GUARD_MS = 250; // a press so soon after the end was meant to hurry
  const SWAP = { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 20, show: "none" };
  const UNDEALT = ".spot__card, .spot__said, .spot__score, .felt__middle > *";
  const APART = "[popover], .table__tools, a[href]"; // what is pressed there is meant
  const QUIET_KEYS = ["Tab", "Shift", "Control", "Alt", "Meta"];

  const isStill = matchMedia("(prefers-reduced-motion: reduce)");
  const root = document.documentElement;
  let drawing = null;
  let drawn = 0; // actions that have been drawn, if the newest state could not be shown after them
  let bareAt = null; // after so many actions a trick was drawn as taken, so that it lies no longer
  let isBehind = false;
  let isAway = document.hidden;
  let isHeld = false;
  let isSwallowing = false;
  let guardedUntil = 0;

  const table = () => document.getElementById("table");
  const spot = (seat) => table().querySelector(`.spot[data-seat="${seat}"]`);
  const plate = (seat) => spot(seat).querySelector(".chip") ?? spot(seat);
  const seenIn = (shown) => Number(shown.querySelector("#steps").dataset.seen);
  const isMyTurn = (shown) => shown.querySelector(".spot--own.spot--turn") !== null;
  const after = (ms) => new Promise((done) => setTimeout(done, ms));

  const pace = () => PACES[root.dataset.pace];
  const speed = () => pace() * drawing.squeeze;
  const rest = (ms) => Promise.race([drawing.hurried, after(ms * speed())]);

  function hurry() {
    drawing.isHurried = true;
    drawing.flights.forEach((flight) => flight.finish());
    drawing.hurry();
  }

  /* Let an element come from where another one is, or go there; only transforms, as they are cheap. */
  function fly(element, other, { isLeaving = false, delay = 0 } = {}) {
    if (isStill.matches || drawing.isHurried) return;
    const [here, there] = [element, other].map((one) => one.getBoundingClientRect());
    const isCard = other.matches(".hold");
    const x = there.x - here.x + (there.width - here.width) / 2;
    const y = there.y - here.y + (there.height - here.height) / 2;
    const far = {
      transform: `translate(${x}px, ${y}px) scale(${isCard ? there.width / here.width : 0.5})`,
      opacity: isCard ? 1 : 0,
    };
    const near = { transform: "none", opacity: 1 };
    const flight = element.animate(isLeaving ? [near, far] : [far, near], {
      duration: FLIGHT_MS * Math.min(speed(), 1.3),
      delay: delay * speed(),
      easing: isLeaving ? "ease-in" : "ease-out",
      fill: isLeaving ? "both" : "backwards",
    });
    drawing.flights.push(flight);
  }

  function tell(seat, line) {
    for (const one of table().querySelectorAll(".spot")) {
      one.classList.toggle("spot--turn", one.dataset.seat === seat);
    }
    const words = document.createElement("p");
    words.textContent = line;
    document.getElementById("news")?.replaceChildren(words);
  }

  function put(step, name) {
    const { seat } = step.dataset;
    const thing = document.importNode(step.querySelector(name), true);
    for (const old of spot(seat).querySelectorAll(`.spot__said, ${name}`)) old.remove();
    spot(seat).append(thing);
    return thing;
  }

  function clear() {
    for (const card of table().querySelectorAll(".spot__card")) card.remove();
    table().querySelector(".felt__middle")?.replaceChildren();
  }

  const SHOW = {
    deal(step) {
      put(step, ".spot__said");
      const from = plate(step.dataset.seat);
      [...table().querySelectorAll(".own-hand > *")].forEach((card, at) =>
        fly(card, from, { delay: at * BETWEEN_DEALT_MS }),
      );
      const others = [...table().querySelectorAll(".spot:not(.spot--own)")].filter((one) => !one.contains(from));
      const backs = others.flatMap((other) => Array.from({ length: DEALT }, (_, at) => {
        const back = document.createElement("span");
        back.className = "card card--back spot__dealt";
        return { back, to: plate(other.dataset.seat), delay: at * 3 * BETWEEN_DEALT_MS };
      }));
      spot(step.dataset.seat).append(...backs.map(({ back }) => back)); // all at once: one layout
      for (const { back, to, delay } of backs) fly(back, to, { isLeaving: true, delay });
      window.playSound?.("card");
    },

    /* A card that lies there may have been turned up since. */
    lie(step) {
      const lying = spot(step.dataset.seat).querySelector(".spot__card .card");
      if (!lying || lying.matches(".card--back")) put(step, ".spot__card");
    },

    lay(step) {
      if (table().querySelector(".spot__card--swept")) clear();
      const held = document.getElementById(step.dataset.held)?.closest(".hold");
      fly(put(step, ".spot__card"), held ?? plate(step.dataset.seat));
      if (held) held.style.visibility = "hidden";
      window.playSound?.("card");
    },

    say: (step) => put(step, ".spot__said"),

    end() {
      drawing.isEnd = true;
    },
  };

  async function take(takers) {
    await rest(TRICK_MS);
    if (drawing.isHurried) return;
    for (const pair of takers.trim().split(" ")) {
      const [seat, taker] = pair.split(":");
      const card = spot(seat).querySelector(".spot__card");
      if (card && taker) fly(card, plate(taker), { isLeaving: true });
    }
    window.playSound?.("trick");
    await rest(FLIGHT_MS);
    clear();
  }

  async function show(step) {
    const { kind, seat, line, takers } = step.dataset;
    if (line) tell(seat, line);
    SHOW[kind](step);
    if (REST_MS[kind]) await rest(REST_MS[kind]); // what takes no time is drawn at once
    for (const back of table().querySelectorAll(".spot__dealt")) back.remove();
    if (takers) await take(takers);
    if (kind !== "end") drawing.isBare = Boolean(takers);
  }

  function lengthOf(steps) {
    const ms = ({ dataset }) => REST_MS[dataset.kind] + (dataset.takers ? TRICK_MS + FLIGHT_MS : 0);
    return steps.reduce((sum, step) => sum + ms(step), 0) * pace();
  }

  function newDrawing(steps, news) {
    const clock = isMyTurn(news) && news.querySelector(".clock[data-left]");
    const own_ms = clock ? clock.dataset.left * 1000 : Infinity;
    const begun = { squeeze: Math.min(1, (own_ms * MOST_OF_OWN_TIME) / lengthOf(steps)), flights: [] };
    begun.hurried = new Promise((done) => {
      begun.hurry = done;
    });
    return begun;
  }

  /* A new deal is drawn on its own table, as it was before anybody did anything. */
  function rewind(detail, news) {
    const dealt = news.cloneNode(true);
    for (const one of dealt.querySelectorAll(UNDEALT)) one.remove();
    window.htmx.swap(table(), dealt.outerHTML, SWAP, { eventInfo: detail });
  }

  function showOwnClock(news) {
    const clock = isMyTurn(news) && news.querySelector(".clock");
    table().querySelector(".clock")?.remove();
    if (clock) document.getElementById("news")?.after(document.importNode(clock, true));
  }

  async function draw(detail, news, steps) {
    drawing = newDrawing(steps, news);
    for (const clock of news.querySelectorAll("[data-left]")) {
      clock.dataset.ends = performance.now() + clock.dataset.left * 1000;
    }
    detail.serverResponse = news.outerHTML;
    if (steps[0].dataset.kind === "deal") rewind(detail, news);
    else showOwnClock(news);
    table().classList.add("table--drawing");
    table().ariaBusy = "true";
    try {
      for (const step of steps) if (!drawing.isHurried) await show(step);
      for (let ms = 0; isHeld && ms < LONGEST_PRESS_MS; ms += TAP_MS) await after(TAP_MS);
    } finally {
      finish(detail, news);
    }
  }

  /* Show the newest state as htmx would have done, with the same events. */
  function finish(detail, news) {
    const { isHurried, isBare, isEnd } = drawing;
    drawing = null;
    drawn = seenIn(news);
    bareAt = isBare && !isHurried ? drawn : null;
    guardedUntil = performance.now() + GUARD_MS;
    Object.assign(detail, { target: table(), shouldSwap: true, isDrawn: true });
    window.htmx.trigger(table(), "htmx:beforeSwap", detail);
    if (detail.shouldSwap) {
      window.htmx.swap(table(), detail.serverResponse, SWAP, { eventInfo: detail });
      if (isEnd) pop();
    }
    table().classList.remove("table--drawing");
    table().ariaBusy = null;
    if (isBehind) {
      isBehind = false;
      refresh();
    }
  }

  function pop() {
    if (isStill.matches) return;
    for (const score of table().querySelectorAll(".spot__score")) {
      score.animate({ transform: ["scale(1)", "scale(1.6)", "scale(1)"] }, 600);
    }
  }

  const isTable = (detail) => detail.target?.id === "table";

  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (!isTable(detail) || pace() === 0 || isAway) return;
    detail.parameters.seen = Math.max(drawn, seenIn(table()));
  });

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!drawing || !isTable(event.detail) || event.detail.requestConfig.verb !== "get") return;
    event.preventDefault();
    isBehind = true;
  });

  document.addEventListener("htmx:afterRequest", () => {
    isAway = document.hidden;
  });

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (!isTable(detail) || !detail.shouldSwap || detail.isDrawn) return;
    if (drawing) {
      detail.shouldSwap = false;
      isBehind = true;
      return;
    }
    if (detail.isError || document.hidden) return;
    const parsed = new DOMParser().parseFromString(detail.serverResponse, "text/html");
    const news = parsed.getElementById("table");
    const steps = [...news.querySelector("#steps").content.children];
    if (!steps.length) return;
    detail.shouldSwap = false;
    draw(detail, news, steps);
  });

  let turnAt = null;
  document.addEventListener("htmx:afterSwap", () => {
    if (drawing) return;
    const seen = seenIn(table());
    drawn = 0;
    if (bareAt === seen) for (const card of table().querySelectorAll(".spot__card--swept")) card.remove();
    if (isMyTurn(table()) && turnAt !== seen) {
      turnAt = seen;
      window.playSound?.("turn");
    }
  });

  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) return;
    isAway = true;
    if (drawing) hurry();
  });

  /* What is pressed while something is drawn, or just after, hurries and has no other effect. */
  function isGuarded({ type, target, isTrusted }) {
    if (type === "submit") return drawing !== null;
    if (target.closest?.(APART)) return false;
    if (drawing) return true;
    // hand.js clicks itself, too, for a card that was chosen before.
    return isTrusted && performance.now() < guardedUntil && Boolean(target.closest?.("#table"));
  }

  function swallow(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  function letGo() {
    isHeld = false;
    isSwallowing = false;
  }

  window.addEventListener("pointerdown", (event) => {
    isSwallowing = isGuarded(event);
    if (!isSwallowing) return;
    swallow(event);
    isHeld = true;
    if (drawing) hurry();
  }, true);

  for (const end of ["pointerup", "pointercancel", "keyup"]) {
    window.addEventListener(end, () => setTimeout(letGo, TAP_MS), true);
  }

  window.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || QUIET_KEYS.includes(event.key)) return;
    if (!isGuarded(event) && !(isSwallowing && event.repeat)) {
      isSwallowing = false;
      return;
    }
    isSwallowing = true;
    swallow(event);
    if (drawing) hurry();
  }, true);

  for (const name of ["click", "submit"]) {
    window.addEventListener(name, (event) => {
      if (!event.target.closest?.("#table") || !(isSwallowing || isGuarded(event))) return;
      swallow(event);
      if (drawing) hurry();
    }, true);
  }

  document.addEventListener("settings", () => {
    keepPace(root.dataset.pace);
    if (drawing && pace() === 0) hurry();
  });

  root.dataset.pace = keptPace();
}
