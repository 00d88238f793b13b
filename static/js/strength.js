/* Says beside a new password what the site would refuse, by the same rules, and else how hard it is to
   guess: by the characters that do not just go on as before, so that length counts, not odd signs. */

"use strict";

{
  const LEAST = 12;
  const MOST = 128;
  const STRONG = 20;
  const ALIKE = 0.7;
  const ROWS = "1234567890 qwertyuiop qwertzuiop asdfghjkl yxcvbnm zxcvbnm";

  const fold = (text) => text.toLowerCase().trim();

  /* FNV-1a, as `web/accounts/common_passwords.py` has it. */
  const digest = (text) => {
    let hash = 0x811c9dc5;
    for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
    return hash;
  };

  /* What Python's difflib calls the quick ratio: characters in common, in whatever order. */
  const ratio = (one, other) => {
    const left = [...other];
    const common = [...one].filter((sign) => {
      const at = left.indexOf(sign);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
    return (2 * common.length) / ([...one].length + [...other].length);
  };

  const isLike = (password, name) => {
    const [signs, parts] = [[...password].length, [...name.split(/[^\p{L}\p{N}_]+/u), name]];
    return parts.some((part) => {
      const length = [...part].length;
      const isFarShorter = signs >= 10 * length && length < (ALIKE / 2) * signs;
      return length > 0 && !isFarShorter && ratio(password, part) >= ALIKE;
    });
  };

  const goesOn = (before, sign) =>
    before === sign ||
    Math.abs(before.codePointAt(0) - sign.codePointAt(0)) === 1 ||
    ROWS.includes(before + sign) ||
    ROWS.includes(sign + before);

  /* How many characters surprise; in a single word, that is in a dictionary, fewer. */
  const surprises = (password) => {
    const signs = [...password.toLowerCase()];
    const seen = new Set();
    const fresh = signs.filter((sign, at) => {
      const piece = signs.slice(at - 2, at + 1).join("");
      const isAgain = at >= 2 && seen.has(piece);
      seen.add(piece);
      return at === 0 || !(isAgain || goesOn(signs[at - 1], sign));
    });
    return /^\p{L}+$/u.test(password) ? fresh.length / 1.5 : fresh.length;
  };

  const verdict = (password, names, common) => {
    const length = [...password].length;
    if (length < LEAST) return ["short", 0];
    if (length > MOST) return ["long", 0];
    if (/^\p{Nd}+$/u.test(password)) return ["digits", 0];
    if (common.has(digest(fold(password)))) return ["common", 0];
    if (names.some((name) => isLike(password.toLowerCase(), name))) return ["like", 0];
    const count = surprises(password);
    if (count >= STRONG) return ["strong", 3];
    return count >= LEAST ? ["fair", 2] : ["weak", 1];
  };

  const common = new Set(JSON.parse(document.getElementById("common-passwords").textContent));

  for (const strength of document.querySelectorAll(".strength")) {
    const field = document.getElementById(strength.dataset.of);
    const name = document.getElementById(strength.dataset.name);
    const [bar, said] = [strength.querySelector("meter"), strength.querySelector("output")];
    let waits = 0;

    const show = () => {
      const own = name ? [name.value] : strength.dataset.like.split("\n");
      const [word, level] = verdict(field.value, own.map(fold), common);
      strength.hidden = !field.value;
      strength.dataset.verdict = word;
      bar.value = level;
      // A reader says it when the typing pauses.
      clearTimeout(waits);
      waits = setTimeout(() => {
        said.value = field.value && strength.querySelector(`[data-word=${word}]`).textContent;
      }, 400);
    };

    field.closest(".field").append(strength);
    for (const one of [field, name]) one?.addEventListener("input", show);
  }
}
