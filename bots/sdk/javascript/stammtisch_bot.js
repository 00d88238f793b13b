"use strict";
// Play card games on Stammtisch: give `run` a function that chooses an action.
//
//     const { run } = require("./stammtisch_bot.js");
//     run((turn) => turn.legal[0]);
//
// This file speaks the protocol and needs nothing but Node 16 or newer. Keep it beside your bot
// and leave it as it is. What you write to `console` goes to stderr, which is kept as your log.

const { Console } = require("node:console");

const PROTOCOL = 1;

/**
 * Cards that lie somewhere: how many, and those that your seat knows.
 * @typedef {{count: number, cards: string[]}} Pile
 */

/**
 * All that your seat may know. Seats are numbers from 0, in the direction of play; a card is its
 * suit and its rank. What each field means is told in the page about the protocol.
 * @typedef {{
 *   game: string, options: Object<string, any>, players: number,
 *   format: {native: boolean, cycles: number}, sides: number[],
 *   round: number, rounds: number, dealer: number, phase: string, turn: ?number,
 *   trick: number, leader: number, table: {seat: number, card: ?string}[],
 *   facts: Object<string, any>, round_over: boolean, over: boolean,
 *   round_scores: ?number[], totals: number[],
 *   history: {dealer: number, scores: number[], redeal: boolean}[],
 *   hands: Pile[], won: Pile[], aside: Pile[],
 *   stock?: Pile, skat?: Pile, upcard?: Pile, discard?: Pile,
 *   seat: number, hand: string[], log: {seat: number, action: string, put_away?: number[]}[], legal: string[]
 * }} View
 */

/**
 * It is your turn. `chance(n)` draws a whole number below n: draw all that you leave to chance
 * from it, then the same match can be played again. `move_ms` is the time you may take for this
 * action, `bank_ms` what is left for all actions of the match.
 * @typedef {{
 *   view: View, legal: string[], chance: (below: number) => number,
 *   move_ms: number, bank_ms: number
 * }} Turn
 */

/**
 * Return a function that draws whole numbers below its argument, the same ones for the same seed.
 * @param {number} seed
 * @returns {(below: number) => number}
 */
function chanceOf(seed) {
  let state = seed >>> 0;
  return (below) => {
    // A Weyl sequence, its steps mixed by multiplying and shifting.
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return Math.floor((((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32) * below);
  };
}

/**
 * Play until the host hangs up: whenever it is your turn, `choose` returns an action, or a promise
 * of one. If you keep something in mind from turn to turn, give `hear` too: it is told of every
 * match, deal, action and score. The view of a turn holds all of this round as well, and all scores.
 * @param {(turn: Turn) => string | Promise<string>} choose
 * @param {(news: Object<string, any>) => void} [hear]
 */
async function run(choose, hear) {
  globalThis.console = new Console(process.stderr); // nothing may end up between the answers
  for await (const line of lines(process.stdin)) {
    const message = JSON.parse(line);
    if (message.type === "hello") {
      if (message.protocol !== PROTOCOL) {
        throw new Error(`the host speaks protocol ${message.protocol}, this file ${PROTOCOL}`);
      }
      say({ seq: message.seq, protocol: PROTOCOL, events: hear !== undefined });
    } else if (message.type === "act") {
      say({ seq: message.seq, action: await choose(turnOf(message)) });
    } else if (hear !== undefined) {
      hear(message);
    }
  }
}

/** @returns {Turn} */
function turnOf({ view, seed, clock }) {
  return { view, legal: view.legal, chance: chanceOf(seed), ...clock };
}

function say(answer) {
  process.stdout.write(JSON.stringify(answer) + "\n");
}

async function* lines(stream) {
  let rest = "";
  for await (const piece of stream.setEncoding("utf8")) {
    const whole = (rest + piece).split("\n");
    rest = whole.pop();
    yield* whole;
  }
}

module.exports = { run, chanceOf };
