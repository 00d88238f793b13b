/* Rearranges a draft: drag a player onto another, or choose both by key. Without it there is a form. */

"use strict";

const FAR = 6;
const swap = document.getElementById("swap");
let chosen = null;
let drag = null;

document.documentElement.classList.add("scripted");

function say(text, player) {
  swap.replaceChildren(Object.assign(document.createElement("p"), {
    className: "notice",
    textContent: player ? `${nameOf(player)}: ${text}` : text,
  }));
}

function nameOf(player) {
  return player.querySelector(".player").firstChild.textContent.trim();
}

function choose(player) {
  chosen?.querySelector(".grip").setAttribute("aria-pressed", "false");
  chosen = player;
  chosen?.querySelector(".grip").setAttribute("aria-pressed", "true");
}

function askPrice(one, other) {
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  choose(null);
  window.htmx.ajax("POST", swap.dataset.url + window.location.search, {
    source: swap,
    target: swap,
    swap: "innerHTML",
    values: {
      one: one.dataset.player,
      other: other.dataset.player,
      price: "yes",
      csrfmiddlewaretoken: token,
    },
  });
}

function playerAt(event) {
  return document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-player]") ?? null;
}

function drop() {
  drag.player.classList.remove("is-held");
  drag.player.style.transform = "";
  drag.under?.classList.remove("is-under");
}

document.addEventListener("pointerdown", (event) => {
  const grip = event.target.closest(".grip");
  if (!grip || event.button !== 0) return;
  grip.setPointerCapture(event.pointerId);
  drag = { player: grip.closest("[data-player]"), x: event.pageX, y: event.pageY, under: null };
});

document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const [x, y] = [event.pageX - drag.x, event.pageY - drag.y];
  if (!drag.isMoved && Math.hypot(x, y) < FAR) return;
  drag.isMoved = true;
  drag.player.classList.add("is-held");
  drag.player.style.transform = `translate(${x}px, ${y}px)`;
  drag.under?.classList.remove("is-under");
  drag.under = playerAt(event);
  drag.under?.classList.add("is-under");
});

document.addEventListener("pointerup", () => {
  if (!drag) return;
  drop();
  if (drag.under) askPrice(drag.player, drag.under);
  // The click that follows a drag chooses nobody.
  const wasMoved = drag.isMoved;
  drag = null;
  if (wasMoved) swap.dataset.dragged = "yes";
  setTimeout(() => delete swap.dataset.dragged);
});

document.addEventListener("pointercancel", () => {
  if (drag) drop();
  drag = null;
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-leave]")) {
    say(swap.dataset.left);
    document.querySelector(".grip").focus({ preventScroll: true });
    return;
  }
  const player = event.target.closest(".grip")?.closest("[data-player]");
  if (!player || swap.dataset.dragged) return;
  if (chosen && chosen !== player) {
    askPrice(chosen, player);
  } else {
    choose(chosen ? null : player);
    say(chosen ? swap.dataset.chosen : swap.dataset.left, chosen);
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !chosen) return;
  choose(null);
  say(swap.dataset.left);
});

// A refusal is to be read, too.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.xhr.status !== 422) return;
  event.detail.shouldSwap = true;
  event.detail.isError = false;
});

document.addEventListener("htmx:afterSettle", () => {
  swap.querySelector("button")?.focus({ preventScroll: true });
});
