/** Tells whether the text holds a name as written; a line may break inside it. Prepared once for many names. */
export function standsIn(text: string): (name: string) => boolean {
  let flat: string | undefined;
  return (name) => {
    if (text.includes(name)) return true;
    if (!name.includes(" ")) return false;
    flat ??= text.replace(/\s+/g, " ");
    return flat.includes(name);
  };
}

const IN_WORD = /[\p{L}\p{M}\p{N}_]/u;
/** Scripts that put no space between words, or hang particles on them. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Tells whether the text holds a name as written and as whole words, so that "Al" does not stand in "Always"; a line may
 * break inside it. Prepared once for many names, which have single spaces.
 */
export function standsAlone(text: string): (name: string) => boolean {
  const flat = text.replace(/\s+/g, " ");
  return (name) => {
    if (name === "") return false;
    for (let at = flat.indexOf(name); at !== -1; at = flat.indexOf(name, at + 1)) {
      const end = at + name.length;
      if (!isJoined(flat, at) && !isJoined(flat, end)) return true;
    }
    return false;
  };
}

/** The two characters around this place are of one word. */
function isJoined(text: string, at: number): boolean {
  const [before, after] = [text[at - 1] ?? "", text[at] ?? ""];
  if (UNSPACED.test(before) || UNSPACED.test(after)) return false;
  return IN_WORD.test(before) && IN_WORD.test(after);
}
