/* One's hand at an online table: keys along it, a finger that slides over it, cards drawn to the middle,
   cards to tick, and a card that is chosen before one's turn. Each of them ends with a click on what the
   page offers anyway. */

"use strict";

{
  const RAISED = "hold--raised";
  const DRAG_PX = 44; // so far above the hand a card is being drawn to the middle
  const FIELDS = "input:not([type=checkbox], [type=radio]), select, textarea, [popover]";

  const root = document.documentElement;
  const hand = () => document.querySelector(".own-hand");
  const holds = () => [...(hand()?.querySelectorAll(".hold") ?? [])];
  const control = (hold) => (hold?.matches("button") ? hold : hold?.querySelector("button, input"));
  const controls = () => holds().map(control).filter((one) => !one.disabled);
  const holdOf = (element) => element?.closest?.(".own-hand .hold") ?? null;
  const isPlayable = (hold) => hold.matches("button[name=action]");
  const round = () => document.querySelector(".table__lines")?.dataset.round;
  const text = (hold) => control(hold).id;

  let gesture = null; // { pointer, from, under, x, y, isDrawn }
  let isSwallowed = false; // the click that follows a gesture which has been answered
  let ahead = null; // the id of a card chosen before one's turn
  let raised = null; // the id of a card that a first tap has raised
  let left = null; // what a table that goes away leaves to the next one

  /* Order, ticks and choices are put back into each new table. */
  function setUp() {
    if (!hand()) return;
    sort();
    for (const hold of hand().querySelectorAll(".hold[data-ahead]")) hold.disabled = false;
    rove(controls().find((one) => one === document.activeElement) ?? controls()[0]);
    show();
    count();
  }

  function sort() {
    const own = holds();
    own.forEach((hold, at) => (hold.dataset.at ??= at));
    const key = root.dataset.order === "rank" ? (hold) => -hold.dataset.rank * 100 : () => 0;
    const sorted = [...own].sort((a, b) => key(a) - key(b) || a.dataset.at - b.dataset.at);
    if (sorted.some((hold, at) => hold !== own[at])) hand().append(...sorted);
    hand().classList.add("own-hand--sorted");
  }

  /* Tab stops at one card; the arrows go on from there. */
  function rove(stop) {
    for (const one of controls()) one.tabIndex = one === stop ? 0 : -1;
  }

  /* Shows which card is raised or waits for one's turn. */
  function show() {
    for (const hold of holds()) {
      const is = [raised, ahead].includes(text(hold));
      hold.classList.toggle(RAISED, is);
      if (hold.matches("[data-ahead]")) hold.ariaPressed = String(text(hold) === ahead);
    }
    const note = document.querySelector(".ask__ahead");
    if (!note) return;
    note.textContent = ahead ? note.dataset.chosen : "";
    note.hidden = !ahead;
  }

  function count() {
    const picks = [...document.querySelectorAll("#table .pick")];
    if (!picks.length) return;
    const ticked = document.querySelectorAll("#table .tick :checked").length;
    for (const pick of picks) {
      pick.disabled = ticked < pick.dataset.least || ticked > pick.dataset.most;
    }
    const output = document.querySelector(".ask__count");
    output.value = output.dataset.said.replace("#", ticked);
  }

  function undo() {
    const ticks = [...document.querySelectorAll("#table .tick :checked")];
    const had = raised || ahead || gesture?.isDrawn || ticks.length;
    raised = ahead = null;
    for (const tick of ticks) tick.checked = false;
    if (gesture) put();
    show();
    count();
    return Boolean(had);
  }

  /* A first tap may only raise a card; what is drawn to the middle is meant. */
  document.addEventListener("click", (event) => {
    const hold = holdOf(event.target);
    if (!hold) return;
    if (isSwallowed && event.isTrusted && event.detail > 0) {
      event.preventDefault();
      event.stopPropagation();
    } else if (hold.matches("[data-ahead]")) {
      ahead = ahead === text(hold) ? null : text(hold);
      show();
    } else if (hold.matches(".hold--not")) {
      control(hold).focus({ preventScroll: true });
    } else if (isPlayable(hold) && event.detail !== 0 && mustRaise(hold)) {
      event.preventDefault();
      event.stopPropagation();
      raised = text(hold);
      show();
    }
  }, true);

  function mustRaise(hold) {
    return root.dataset.taps === "twice" && raised !== text(hold) && !gesture?.isDrawn;
  }

  document.addEventListener("change", ({ target }) => target.closest("#table .tick") && count());
  document.addEventListener("settings", setUp);

  /* Keys */
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.(FIELDS)) return;
    if (event.key === "Escape" && undo()) event.preventDefault();
    const cards = controls();
    const at = cards.indexOf(document.activeElement);
    const steps = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: cards.length - 1 };
    const next = /^[1-9]$/.test(event.key) ? event.key - 1 : steps[event.key];
    const isFree = at >= 0 || document.activeElement === document.body || /^[1-9]$/.test(event.key);
    if (next === undefined || !isFree || (at < 0 && ["Home", "End"].includes(event.key))) return;
    if (/^[1-9]$/.test(event.key) && next >= cards.length) return;
    const card = cards[Math.min(Math.max(next, 0), cards.length - 1)];
    if (!card) return;
    event.preventDefault();
    rove(card);
    card.focus({ preventScroll: true });
  });

  document.addEventListener("focusin", ({ target }) => {
    if (controls().includes(target)) rove(target);
  });

  /* A finger or a mouse on the hand */
  document.addEventListener("pointerdown", (event) => {
    isSwallowed = false;
    const hold = holdOf(event.target);
    if (!hold || event.button !== 0) return;
    event.target.releasePointerCapture?.(event.pointerId);
    gesture = { pointer: event.pointerId, from: hold, under: hold, x: event.clientX, y: event.clientY };
    mark(hold);
  });

  document.addEventListener("pointermove", (event) => {
    if (gesture?.pointer !== event.pointerId) return;
    const above = hand().getBoundingClientRect().top - event.clientY;
    const isUp = gesture.y - event.clientY > DRAG_PX;
    if (isUp && above > -DRAG_PX / 2 && !gesture.under.matches(".tick")) gesture.isDrawn = true;
    if (gesture.isDrawn) return draw(event);
    const under = holdOf(document.elementFromPoint(event.clientX, event.clientY));
    if (under && under !== gesture.under) mark((gesture.under = under));
  });

  document.addEventListener("pointerup", (event) => {
    if (gesture?.pointer !== event.pointerId) return;
    const { from, under, isDrawn } = gesture;
    const box = hand().getBoundingClientRect();
    const isInside = event.clientY > box.top && event.clientY < box.bottom;
    // What began and ends on one card is a click that the browser makes.
    const isClick = !isDrawn && under === from && isInside;
    isSwallowed = !isClick;
    if (isDrawn ? !isInside : !isClick && isInside) tap(under, isDrawn);
    put();
  });

  document.addEventListener("pointercancel", put);
  document.addEventListener("dragstart", (event) => holdOf(event.target) && event.preventDefault());

  function tap(hold, isDrawn) {
    if (hold.matches(".hold--not") || isDrawn || !isPlayable(hold) || !mustRaise(hold)) {
      control(hold).click();
      return;
    }
    raised = text(hold);
    show();
  }

  function mark(hold) {
    for (const one of holds()) one.classList.toggle("hold--under", one === hold);
  }

  function draw({ clientX, clientY }) {
    const { under, x, y } = gesture;
    under.classList.add("hold--drawn");
    under.style.setProperty("--dx", `${clientX - x}px`);
    under.style.setProperty("--dy", `${clientY - y}px`);
  }

  function put() {
    mark(null);
    for (const drawn of document.querySelectorAll(".hold--drawn")) drawn.classList.remove("hold--drawn");
    gesture = null;
  }

  /* A new table: ticks stay, the focus goes on to the card in that place or to what is asked, and a card
     chosen before is sent. These listeners run before those that keep the focus on any page. */
  document.addEventListener("htmx:beforeSwap", ({ detail: { target } }) => {
    if (target.id !== "table") return;
    const focused = document.activeElement;
    left = {
      at: controls().indexOf(focused),
      isAsked: Boolean(focused.closest(".ask")),
      round: round(),
      ticked: [...document.querySelectorAll("#table .tick :checked")].map((tick) => tick.id),
    };
  }, true);

  document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
    if (!left || target.id !== "table") return;
    for (const id of left.ticked) {
      const tick = document.getElementById(id);
      if (tick?.type === "checkbox") tick.checked = true;
    }
    if (gesture) put();
    if (left.round !== round()) raised = ahead = null;
    setUp();
    if ((left.at >= 0 || left.isAsked) && isLost()) goOn(left);
    left = null;
    playAhead();
  }, true);

  const isLost = () => [document.body, null].includes(document.activeElement);

  function goOn({ at }) {
    const cards = controls();
    const asked = document.querySelector(".ask :is(button:enabled, select, input)");
    const next = cards[Math.min(Math.max(at, 0), cards.length - 1)] ?? asked ?? hand();
    if (!next) return;
    if (next === hand()) next.tabIndex = -1;
    else if (cards.includes(next)) rove(next);
    next.focus({ preventScroll: true });
  }

  function playAhead() {
    const card = ahead && document.getElementById(ahead);
    const hold = holdOf(card);
    if (raised && !isPlayable(holdOf(document.getElementById(raised)) ?? document.body)) raised = null;
    if (!ahead || hold?.matches(".hold--rest")) return;
    ahead = null;
    show();
    if (!hold) return;
    if (isPlayable(hold)) {
      card.click();
      return;
    }
    const note = document.querySelector(".ask__ahead");
    note.textContent = [note.dataset.dropped, hold.querySelector(".why")?.textContent ?? ""].join(" ");
    note.hidden = false;
  }

  setUp();
}
