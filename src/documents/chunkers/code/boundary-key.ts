/** Hashes lie in 1 to KEY_SPAN - 1, so strength * KEY_SPAN + hash orders by strength first. */
export const KEY_SPAN = 2 ** 20;

/** FNV-1a, 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/ */
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
/** A beginning this long tells most lines apart, and an edit behind it leaves the boundary as it was. */
const MAX_HASHED = 32;

/** Hash of the text from `start` to `end`, from 1 to KEY_SPAN - 1: equal text, equal hash. */
export function hashText(text: string, start: number, end: number): number {
  let hash = FNV_OFFSET;
  const stop = Math.min(end, start + MAX_HASHED);
  for (let at = start; at < stop; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  // The upper bits of FNV mix better than the lower ones; a final shift folds them in.
  return 1 + (((hash ^ (hash >>> 15)) >>> 0) % (KEY_SPAN - 1));
}
