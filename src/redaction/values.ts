/** Words that stand where a value would be. */
const STAND_INS = new Set(
  `required optional none null nil undefined true false yes no string str text number bool boolean any object secret
  secretstr unknown hidden redacted masked removed omitted empty blank missing unset set changed rotated expired
  revoked invalid incorrect wrong correct valid weak strong stored saved encrypted hashed generated random temporary
  default reset forgotten lost leaked shared same see ask check use the a an in on at is was not only must should will
  todo tbd tba fixme changeme change-me placeholder example sample dummy test password passwd pwd token key value
  here below above later soon vault keychain 1password bitwarden lastpass keepass input env environment file prompt
  siehe voir ver ninguna ninguno requerido`.split(/\s+/),
);

/** Something that is to be replaced by a secret, or names where one is. */
const PLACEHOLDERS: readonly RegExp[] = [
  /\[redacted:/,
  /^\$(?:[({]|env:|[A-Za-z_]+$)|^%\w+%$/, // ${PASS}, $PASS, %PASS%
  /^(?:\*{3,}|•{3,}|\.{3,}|…|-{3,}|_{3,}|x{3,}|X{3,}|#{3,}|\?{2,})$/,
  /(?:^|[^a-z])(?:your|insert|replace|example|placeholder|changeme|dummy|redacted)(?:[^a-z]|$)/i,
  /EXAMPLE(?:KEY)?$/,
  /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/, // the name of a variable
  /^(?:[a-z][a-z0-9+.-]{1,15}:\/\/|arn:|vault:|file:|\.{1,2}\/|~\/)/i, // where it is kept
  /^[A-Za-z_$]+(?:\??\.[A-Za-z_$]+)+(?:[([]|$)/, // a member, or a call of one, in code
  /^[A-Za-z_$][\w$]*(?:\(|\[["'\d]|<[A-Za-z])/, // a call, a look-up, a generic type
  /^x{4,}|x{6,}|0{8,}|(?:1234567890){2}|(?:abcdef){2}/i,
];

/** Most often a placeholder, too, unless it looks random. */
const LIKELY_PLACEHOLDERS: readonly RegExp[] = [
  /^[<{[(]/, // <password>, {{ token }}
  /^\//, // a path
  /(?:^|[^a-z])(?:my|some)(?:[^a-z]|$)/i,
];

/** Whether a value is no secret but stands for one: `<password>`, `$TOKEN`, `your-key-here`, `process.env.KEY`. */
export function isPlaceholder(value: string): boolean {
  if (STAND_INS.has(value.toLowerCase()) || PLACEHOLDERS.some((pattern) => pattern.test(value))) return true;
  return LIKELY_PLACEHOLDERS.some((pattern) => pattern.test(value)) && !isUnlikelyName(value);
}

/** Shortest password that its characters alone distinguish from a name. */
const MIN_UNLIKELY_CHARS = 8;

/** Whether the longest part between slashes, out of its brackets, is neither words nor code. */
function isUnlikelyName(value: string): boolean {
  const inner = value.replace(/^[<{[(/]{1,2}/, "").replace(/(?<![>})\]])[>})\]]{1,2}$/, "");
  const parts = inner.split("/");
  if (parts.length > 1) return parts.some((part) => part.length >= MIN_RANDOM_CHARS && isMixed(part));
  return !/[\s<>{}[\]()"'`$]/.test(inner) && inner.length >= MIN_UNLIKELY_CHARS && isMixed(inner);
}

/** Letters and digits, not in parts that people choose, and few of them twice. */
function isMixed(text: string): boolean {
  if (!/\d/.test(text) || !/[A-Za-z]/.test(text)) return false;
  const parts = text.split(/[-_./:@+=~]+/).filter((part) => part !== "");
  if (parts.length > 1 && parts.every((part) => NAMING_PART.test(part))) return false;
  return bitsPerCharacter(text) >= MIN_BITS;
}

/** Shortest token that is called random: shorter ones are words, versions and numbers too often. */
const MIN_RANDOM_CHARS = 16;

/** Bits a character; English words have about 3 at this length, random hex 3.5, random base64 4 and more. */
const MIN_BITS = 3;

/** Shannon entropy of a text's own characters, bits a character. */
export function bitsPerCharacter(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [...counts.values()].reduce((bits, count) => bits - (count / total) * Math.log2(count / total), 0);
}

/** A part of a name that people chose: letters alone, a small number, a version. */
const NAMING_PART = /^(?:[A-Z]?[a-z]+|[A-Z]+|\d{1,4}|v\d{1,4}|[a-z]{2,}\d{1,2})$/;

/** Whether a token was made by chance rather than chosen as a name. */
export function looksRandom(value: string): boolean {
  return value.length >= MIN_RANDOM_CHARS && !isPlaceholder(value) && isMixed(value);
}
