/** Common character references; others are shown as written. */
const NAMED = new Map(
  "amp=& lt=< gt=> quot=\" apos=' nbsp=\u00a0 copy=© reg=® trade=™ hellip=… mdash=— ndash=– lsquo=‘ rsquo=’ ldquo=“ \
rdquo=” laquo=« raquo=» bull=• middot=· times=× larr=← rarr=→ uarr=↑ darr=↓ deg=° para=¶ sect=§"
    .split(" ")
    .map((pair) => [pair.slice(0, -2), pair.slice(-1)] as const),
);

const MAX_CODE_POINT = 0x10_ffff;

/** `&amp;`, `&#39;` or `&#x27;` as the character it stands for. */
export function decodeEntity(entity: string): string {
  const name = entity.slice(1, -1);
  const isNumber = name.startsWith("#");
  if (!isNumber) return NAMED.get(name) ?? entity;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  const isValid = code > 0 && code <= MAX_CODE_POINT && !(code >= 0xd800 && code <= 0xdfff);
  return isValid ? String.fromCodePoint(code) : "\ufffd";
}
