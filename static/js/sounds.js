/* Sounds of a table, made here and not loaded: a card that is laid, a trick that is taken, one's own
   turn. They are off until somebody wants them, and only then does settings.js load this. */

"use strict";

{
  const SOUNDS = {
    card: () => rustle({ from: 2600, to: 1400, seconds: 0.07, loud: 0.35 }),
    trick: () => rustle({ from: 700, to: 2200, seconds: 0.28, loud: 0.25 }),
    turn: () => [660, 880].forEach((pitch, at) => tone(pitch, at * 0.13)),
  };
  let audio = null;

  const isOn = () => document.documentElement.dataset.sounds === "on";

  function rustle({ from, to, seconds, loud }) {
    const noise = audio.createBuffer(1, audio.sampleRate * seconds, audio.sampleRate);
    const samples = noise.getChannelData(0);
    for (let at = 0; at < samples.length; at++) {
      samples[at] = (Math.random() * 2 - 1) * (1 - at / samples.length) ** 2;
    }
    const source = new AudioBufferSourceNode(audio, { buffer: noise });
    const band = new BiquadFilterNode(audio, { type: "bandpass", frequency: from, Q: 0.8 });
    band.frequency.linearRampToValueAtTime(to, audio.currentTime + seconds);
    source.connect(band).connect(new GainNode(audio, { gain: loud })).connect(audio.destination);
    source.start();
  }

  function tone(pitch, in_s) {
    const start = audio.currentTime + in_s;
    const source = new OscillatorNode(audio, { type: "sine", frequency: pitch });
    const gain = new GainNode(audio, { gain: 0 });
    gain.gain.setValueAtTime(0.12, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + 0.3);
    source.connect(gain).connect(audio.destination);
    source.start(start);
    source.stop(start + 0.3);
  }

  /* Browsers make no sound on a page that nobody has pressed yet. */
  function play(name) {
    if (!isOn() || !navigator.userActivation.hasBeenActive) return;
    audio ??= new AudioContext();
    audio.resume();
    SOUNDS[name]();
  }

  document.addEventListener("change", ({ target }) => {
    if (target.name === "sounds") play("turn");
  });

  window.playSound = play;
  play("turn"); // to who has just switched them on
}
