"use strict";
// Play card games on Stammtisch: give `run` a function that chooses an action.
//
//     const { run } = require("./stammtisch_bot.js");
//     run((turn) => turn.legal[0]);
//
// This file speaks the protocol and needs nothing but Node 16 or newer. Keep it beside your bot
// and leave it as it is. What you write to `console` goes to stderr, which is kept as your log.

const { Console } = require("node:console");

const PROTOCOL = 2;

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
 * from it, then the same match can be played again. `match` is the number of the match, also in
 * its news: it tells several tables apart. `move_ms` is the time you may take for this
 * action, `bank_ms` what is left for all actions of the match. Copy what is inside of the view's
 * lists before you change it.
 * @typedef {{
 *   view: View, legal: string[], match: number, chance: (below: number) => number,
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
 * If you keep nothing in mind, or keep it by `turn.match` and `news.match`, let `tables` say at how
 * many tables you sit at once: experiments are faster then.
 * @param {(turn: Turn) => string | Promise<string>} choose
 * @param {(news: Object<string, any>) => void} [hear]
 * @param {{tables?: number}} [settings]
 */
async function run(choose, hear, { tables = 1 } = {}) {
  globalThis.console = new Console(process.stderr); // nothing may end up between the answers
  const views = new Map(); // the last view of each match
  for await (const line of lines(process.stdin)) {
    const message = JSON.parse(line);
    if (message.type === "act") {
      say({ seq: message.seq, action: await choose(turnOf(message, viewOf(views, message))) });
    } else if (message.type === "hello") {
      say({ seq: message.seq, ...ready(message, hear, tables) });
    } else {
      if (message.type === "match_end") views.delete(message.match);
      if (hear !== undefined) hear(message);
    }
  }
}

/** The answer to the first request; hosts of protocol 1 know no field `newest`. */
function ready({ protocol: oldest, newest = 1 }, hear, tables) {
  if (oldest > PROTOCOL) {
    throw new Error(`the host speaks protocol ${oldest}, this file ${PROTOCOL}`);
  }
  const protocol = Math.min(PROTOCOL, newest);
  return { protocol, events: hear !== undefined, ...(protocol > 1 && { changes: true, tables }) };
}

/**
 * Return the view of a request, its lists new; `views` keeps the last one of each match.
 * @returns {View}
 */
function viewOf(views, { match, view, changes, kept }) {
  if (view === undefined) {
    const before = views.get(match);
    view = { ...before, ...changes };
    if (changes.log) view.log = before.log.slice(0, kept).concat(changes.log);
  }
  views.set(match, view);
  const fresh = Object.entries(view).map(([name, value]) => [name, Array.isArray(value) ? [...value] : value]);
  return Object.fromEntries(fresh);
}

/** @returns {Turn} */
function turnOf({ match = 0, seed, clock }, view) {
  return { view, legal: view.legal, match, chance: chanceOf(seed), ...clock };
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
