const FIRST_SURROGATE = 0xd800;
const AFTER_SURROGATES = 0xe000;

/** UTF-16 units in the order of the code points that they begin: surrogates after all others. */
const rank = (unit: number): number => {
  if (unit < FIRST_SURROGATE) return unit;
  return unit < AFTER_SURROGATES ? unit + 0x2000 : unit - 0x800;
};

/** As the server orders paths, by UTF-8 bytes: UTF-16 units would put the first emoji before the last letters. */
export function comparePaths(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) {
    const a = one.charCodeAt(at);
    const b = other.charCodeAt(at);
    if (a !== b) return rank(a) - rank(b);
  }
  return one.length - other.length;
}
