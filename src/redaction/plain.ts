import type { SecretSpan } from "./secret-span.ts";

/**
 * What no reader sees, as Unicode lists it: zero width, variation selectors, tags, soft hyphens, marks of direction. They
 * hide a label or a key from patterns. The ASCII characters as wide as Chinese ones are read as what they are.
 */
const TO_CHANGE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\uff01-\uff5e]/gu;
const WIDE = /[\uff01-\uff5e]/;
/** Of wide characters, which are in the order of ASCII. */
const WIDE_OFFSET = 0xff01 - 0x21;

interface Plain {
  /** Without invisible characters, wide letters as plain ones. */
  readonly text: string;
  /** Where a span of that text is in the given one. */
  readonly spanOf: (span: SecretSpan) => SecretSpan;
}

const plainOf = (character: string): string =>
  WIDE.test(character) ? String.fromCharCode(character.charCodeAt(0) - WIDE_OFFSET) : "";

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
    keep(plainOf(character), index);
    at = index + character.length;
  }
  keep(text.slice(at), at);
  const placeOf = (character: number): number => places[character] ?? text.length;
  return {
    text: pieces.join(""),
    spanOf: ({ kind, start, end }) => ({ kind, start: placeOf(start), end: placeOf(end - 1) + 1 }),
  };
}
