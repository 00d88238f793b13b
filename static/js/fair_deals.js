/* Computes the deals of a record again from its secret and the numbers that browsers have added, in the
   browser alone, and says what agrees: also whether this browser's own number is among them. */

"use strict";

const FORMAT = "stammtisch/1";
const MOST_CHARACTERS = 4_000_000;
const WORDS = 1n << 64n;
const SEAL = /^[0-9a-f]{64}$/;
const KEPT = "stammtisch.number.";
const bytesOf = (text) => new TextEncoder().encode(text);

function hexOf(bytes) {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function ofHex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function bigEndian(number, size) {
  const bytes = new Uint8Array(size);
  for (let at = size - 1; number > 0; at -= 1, number = Math.floor(number / 256)) bytes[at] = number % 256;
  return bytes;
}

function joined(...parts) {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

async function commitmentOf(secret) {
  return hexOf(await crypto.subtle.digest("SHA-256", secret));
}

async function signer(key) {
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, hmac, false, ["sign"]);
  return (message) => crypto.subtle.sign("HMAC", imported, message);
}

/* The secret, or HMAC-SHA-256(secret, "numbers", then seat and number of each that was added). */
async function keyOf(secret, numbers) {
  const added = numbers.map((number, seat) => (number ? joined([seat], ofHex(number)) : []));
  if (!numbers.some(Boolean)) return secret;
  const sign = await signer(secret);
  return new Uint8Array(await sign(joined(bytesOf("numbers"), ...added)));
}

/* The k-th number is the first 8 bytes of HMAC-SHA-256(key, label and k as 8 bytes). */
async function streamOf(key, label) {
  const sign = await signer(key);
  let position = 0;
  return async () => {
    const signed = await sign(joined(label, bigEndian(position, 8)));
    position += 1;
    return new DataView(signed).getBigUint64(0);
  };
}

/* Numbers that would favour some of the n results are skipped. */
async function drawBelow(next, n) {
  const count = BigInt(n);
  const fair = (WORDS / count) * count;
  let number = await next();
  while (number >= fair) number = await next();
  return Number(number % count);
}

async function deckOfRound(key, round, pack) {
  const next = await streamOf(key, joined(bytesOf("deck"), bigEndian(round, 4)));
  const deck = [...pack];
  for (let i = deck.length - 1; i > 0; i -= 1) {
    const j = await drawBelow(next, i + 1);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return deck;
}

async function entropyOfRound(key, round) {
  const next = await streamOf(key, joined(bytesOf("entropy"), bigEndian(round, 4)));
  return (await next()).toString(16).padStart(16, "0");
}

async function firstDealer(key, players) {
  return drawBelow(await streamOf(key, bytesOf("dealer")), players);
}

function packOf(packs, game, players) {
  const isKnown = Object.hasOwn(packs, game) && Object.hasOwn(packs[game], players);
  return isKnown ? packs[game][players].split(" ") : null;
}

/* Returns the record of a text with its pack, null if it is none. */
function parseRecord(text, packs) {
  let record = null;
  try {
    record = JSON.parse(text);
  } catch {
    return null;
  }
  const pack = packOf(packs, record?.game, record?.players);
  const rounds = Array.isArray(record?.rounds) ? record.rounds : [];
  const isWhole = rounds.length > 0 && rounds.every(
    (round) => typeof round?.deck === "string" && typeof round.entropy === "string",
  );
  const isProvable = record?.secret === null || SEAL.test(record?.secret);
  const isRecord = record?.record === FORMAT && pack && isWhole && isProvable;
  return isRecord && areNumbers(record) ? { record, pack } : null;
}

/* Records without `numbers` follow from the secret alone; others have one for each seat, or null. */
function areNumbers({ numbers, players, secret }) {
  if (numbers === undefined || numbers === null) return true;
  if (!Array.isArray(numbers) || numbers.length !== players || secret === null) return false;
  const isOne = (number) => number === null || (typeof number === "string" && SEAL.test(number));
  return numbers.every(isOne) && numbers.some(Boolean);
}

async function checkSeal(record, published, find) {
  const commitment = await commitmentOf(ofHex(record.secret));
  find(commitment === record.commitment, "sealed", "unsealed");
  if (published) find(commitment === published, "published", "unpublished");
}

/* What this browser kept when it added a number: by the match, or by what was committed to. */
function keptNumbers(match, commitment) {
  let kept = [];
  try {
    kept = Object.entries(localStorage).filter(([place]) => place.startsWith(KEPT));
  } catch {
    return []; // a browser that keeps nothing for sites
  }
  const own = kept.map(([place, text]) => {
    const [code, seat] = place.slice(KEPT.length).split(":");
    return { code, seat: Number(seat), ...JSON.parse(text) };
  });
  return own.filter((added) => added.code === match || added.commitment === commitment);
}

function checkNumbers(record, match, find) {
  const numbers = record.numbers ?? [];
  const seats = numbers.flatMap((number, seat) => (number ? [seat + 1] : []));
  if (seats.length) find(true, "numbers", "", { seats: seats.join(", ") });
  for (const own of keptNumbers(match, record.commitment)) {
    find(own.commitment === record.commitment, "seen", "unseen");
    find(numbers[own.seat] === own.number, "own", "ownLeftOut");
  }
}

async function checkDealer(record, key, find) {
  const seat = await firstDealer(key, record.players);
  const told = record.rounds[0].dealer;
  find(seat === told, "dealer", "otherDealer", { seat: seat + 1, told: Number(told) + 1 });
}

async function checkRound(record, key, pack, number, find) {
  const told = record.rounds[number].deck.split(" ");
  const deck = await deckOfRound(key, number, pack);
  const at = deck.findIndex((card, place) => card !== told[place]);
  const words = { round: number + 1, cards: deck.length, place: at + 1 };
  if (told.length === deck.length) {
    find(at < 0, "deck", "otherDeck", { ...words, card: deck[at], told: told[at] });
  } else {
    find(false, "", "otherCount", { ...words, told: told.length });
  }
  const entropy = await entropyOfRound(key, number);
  find(entropy === record.rounds[number].entropy, "chance", "otherChance", words);
}

/* Returns what was found, each with whether it is good, its text's name and the words in it. */
async function verify(text, published, packs, match) {
  const parsed = text.length <= MOST_CHARACTERS ? parseRecord(text, packs) : null;
  if (!parsed) return [{ good: false, name: "unreadable", words: {} }];
  const { record, pack } = parsed;
  if (record.secret === null) return [{ good: false, name: "handmade", words: {} }];
  const found = [];
  const find = (good, yes, no, words = {}) => found.push({ good, name: good ? yes : no, words });
  await checkSeal(record, published, find);
  checkNumbers(record, match, find);
  const key = await keyOf(ofHex(record.secret), record.numbers ?? []);
  await checkDealer(record, key, find);
  for (const number of record.rounds.keys()) await checkRound(record, key, pack, number, find);
  return found;
}

const form = document.getElementById("verifier-form");
const { packs, texts } = JSON.parse(document.getElementById("verifier-facts").textContent);

function say(name, words) {
  return texts[name].replace(/%\((\w+)\)s/g, (_whole, word) => words[word]);
}

function show(found) {
  const verdict = document.getElementById("verdict");
  const wrong = found.filter((finding) => !finding.good);
  const isGood = wrong.length === 0;
  const isDealtSo = wrong.every(({ name }) => name === "ownLeftOut");
  verdict.hidden = false;
  verdict.className = `notice notice--${isGood ? "success" : "error"}`;
  verdict.textContent = found.length > 1 ? say(isGood ? "good" : isDealtSo ? "leftOut" : "bad", {}) : say(found[0].name, {});
  const items = found.length > 1 ? found.map(({ good, name, words }) => {
    const item = document.createElement("li");
    item.className = `finding finding--${good ? "good" : "bad"}`;
    item.textContent = say(name, words);
    return item;
  }) : [];
  document.getElementById("findings").replaceChildren(...items);
}

async function check() {
  if (!window.crypto?.subtle) return show([{ good: false, name: "unsafe", words: {} }]);
  const published = form.elements.commitment.value.trim().toLowerCase();
  return show(await verify(form.elements.record.value, published, packs, form.dataset.match));
}

async function load(address) {
  const answer = await fetch(address);
  if (!answer.ok) return show([{ good: false, name: "unreachable", words: {} }]);
  form.elements.record.value = await answer.text();
  return check();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  check();
});

form.elements.file.addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (!file) return;
  form.elements.record.value = file.size <= MOST_CHARACTERS ? await file.text() : "";
  check();
});

form.hidden = false;
if (form.dataset.record) load(form.dataset.record);
