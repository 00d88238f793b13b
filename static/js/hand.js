/* One plays with one's hand: keys along it. */

"use strict";

function cardsInHand() {
  return [...document.querySelectorAll(".own-hand :is(button, input)")];
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const cards = cardsInHand();
  const at = cards.indexOf(document.activeElement);
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: cards.length - 1 }[event.key];
  const isFree = at >= 0 || document.activeElement === document.body;
  if (next === undefined || !isFree || (at < 0 && !event.key.startsWith("Arrow"))) return;
  const card = cards[Math.min(Math.max(next, 0), cards.length - 1)];
  if (!card) return;
  event.preventDefault();
  card.focus();
});

document.addEventListener("click", (event) => {
  event.target.closest(".hold--not button")?.focus();
});
