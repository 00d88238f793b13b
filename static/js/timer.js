/* Counts the timer of a session down between two answers of the server, whose clock all share. A
   computer that sleeps meanwhile knows afterwards how long it did. Where somebody has asked for it, a
   gong sounds when the time is up. */

"use strict";

{
  const STROKES = 3;
  let shown = null;
  let from = 0;
  let before = 0;
  let audio = null;

  function tick() {
    const bell = document.querySelector("#bell");
    if (bell) bell.hidden = false;
    const timer = document.querySelector("#timer [data-runs]");
    if (timer !== shown) [shown, from] = [timer, Date.now()];
    const left = timer ? secondsLeft(timer) : 0;
    if (timer) timer.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (timer && before > 0 && left === 0 && bell?.querySelector("input").checked) ring();
    before = left;
  }

  function secondsLeft(timer) {
    return Math.max(0, Number(timer.dataset.left) - Math.floor((Date.now() - from) / 1000));
  }

  function ring(strokes = STROKES) {
    audio ??= new AudioContext();
    audio.resume();
    for (let stroke = 0; stroke < strokes; stroke++) {
      [392, 588, 1176].forEach((pitch, at) => tone(pitch, 0.3 / (at + 1), stroke * 1.2));
    }
  }

  function tone(pitch, loud, in_s) {
    const start = audio.currentTime + in_s;
    const source = new OscillatorNode(audio, { type: "sine", frequency: pitch });
    const gain = new GainNode(audio, { gain: 0 });
    gain.gain.setValueAtTime(loud, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + 1.1);
    source.connect(gain).connect(audio.destination);
    source.start(start);
    source.stop(start + 1.1);
  }

  /* One stroke shows how loud it is, and lets the browser make sounds later on. */
  document.addEventListener("change", ({ target }) => {
    if (target.closest("#bell") && target.checked) ring(1);
  });

  setInterval(tick, 250);
}
