import type { SecretSpan } from "./key-shapes.ts";

/** Invisible characters: they hide a label or a key from patterns, and from readers that they are there. */
const INVISIBLE = "\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufeff";
/** The ASCII characters as wide as Chinese ones, in the order of ASCII. */
const WIDE = "\uff01-\uff5e";
const WIDE_OFFSET = 0xff01 - 0x21;
const TO_CHANGE = new RegExp(`[${INVISIBLE}${WIDE}]`, "g");

interface Plain {
  /** Without invisible characters, wide letters as plain ones. */
  readonly text: string;
  /** Where a span of that text is in the given one. */
  readonly spanOf: (span: SecretSpan) => SecretSpan;
}

/** The text as secrets are looked for in it. */
export function plain(text: string): Plain {
  if (text.search(TO_CHANGE) < 0) return { text, spanOf: (span) => span };
  const pieces: string[] = [];
  /** Where each character of the plain text was. */
  const places = new Int32Array(text.length);
  let [length, at] = [0, 0];
  const keep = (piece: string, from: number) => {
    for (let offset = 0; offset < piece.length; offset++) places[length++] = from + offset;
    pieces.push(piece);
  };
  for (const { index, 0: character } of text.matchAll(TO_CHANGE)) {
    keep(text.slice(at, index), at);
    const code = character.charCodeAt(0);
    if (code > WIDE_OFFSET && code !== 0xfeff) keep(String.fromCharCode(code - WIDE_OFFSET), index);
    at = index + 1;
  }
  keep(text.slice(at), at);
  const placeOf = (character: number): number => places[character] ?? text.length;
  return {
    text: pieces.join(""),
    spanOf: ({ kind, start, end }) => ({ kind, start: placeOf(start), end: placeOf(end - 1) + 1 }),
  };
}
