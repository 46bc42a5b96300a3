/** How JSON may be built, whatever it says. */
export interface JsonBounds {
  /** Lists and objects in one another. */
  readonly depth: number;
  /** Keys of one object. */
  readonly keys: number;
  /** Items of one list. */
  readonly items: number;
  /** Values in all: keys of objects and items of lists, together. */
  readonly values: number;
}

export type JsonBound = keyof JsonBounds;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Watches JSON as its UTF-8 bytes arrive, before anything is made of it: the answer to each part is the bound that the JSON
 * has gone beyond, undefined while there is none. It takes a nanosecond or two a byte and no memory. What is no JSON it
 * leaves to the parser.
 */
export function watchJson({ depth, keys, items, values }: JsonBounds) {
  /** Of each list or object that is open: its parts, one more than its commas, and which of the two it is. */
  const counts = new Uint32Array(depth + 1);
  const kinds = new Uint8Array(depth + 1);
  let level = 0;
  let total = 0;
  let isText = false;
  let isEscaped = false;

  /** One more part of what is open. */
  const counted = (): JsonBound | undefined => {
    total += 1;
    if (total > values) return "values";
    if (level === 0) return undefined;
    const count = (counts[level] ?? 0) + 1;
    counts[level] = count;
    const isObject = kinds[level] === OPEN_OBJECT;
    if (count <= (isObject ? keys : items)) return undefined;
    return isObject ? "keys" : "items";
  };
  const open = (kind: number): JsonBound | undefined => {
    level += 1;
    if (level > depth) return "depth";
    counts[level] = 0;
    kinds[level] = kind;
    return counted();
  };

  return (part: Uint8Array): JsonBound | undefined => {
    for (let at = 0; at < part.length; at++) {
      const byte = part[at];
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isText = false;
        continue;
      }
      let beyond: JsonBound | undefined;
      if (byte === QUOTE) isText = true;
      else if (byte === COMMA) beyond = counted();
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) beyond = open(byte);
      else if ((byte === CLOSE_LIST || byte === CLOSE_OBJECT) && level > 0) level -= 1;
      if (beyond !== undefined) return beyond;
    }
    return undefined;
  };
}
