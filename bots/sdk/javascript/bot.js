"use strict";
// A bot for Stammtisch. Put your own idea into `choose`.

const { run } = require("./stammtisch_bot.js");

/**
 * Return one of `turn.legal`, the actions that the rules allow now.
 * @param {import("./stammtisch_bot.js").Turn} turn
 * @returns {string}
 */
function choose(turn) {
  // Your idea goes here. This one is careful in the auction and plays any card.
  if (turn.legal.includes("pass")) return "pass";
  return turn.legal[turn.chance(turn.legal.length)];
}

run(choose, undefined, { tables: 16 }); // it keeps nothing in mind, so tables may be mixed
