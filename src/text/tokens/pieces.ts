// The pieces that a byte-pair tokenizer cuts a text into before it looks them up: those of o200k, whose pattern is
// https://github.com/openai/tiktoken/blob/main/tiktoken_ext/openai_public.py. As a regular expression it takes more than
// half of the time of the whole count.

const CAPITAL = 1;
const SMALL = 2;
/** A letter without case, or a mark on a letter. */
const LETTER = 3;
const DIGIT = 4;
const SPACE = 5;
const NEWLINE = 6;
/** All else: punctuation, symbols, both halves of an emoji. */
const SIGN = 7;

const CLASSES: readonly (readonly [kind: number, pattern: RegExp])[] = [
  [CAPITAL, /[\p{Lu}\p{Lt}]/u],
  [SMALL, /\p{Ll}/u],
  [LETTER, /[\p{L}\p{M}]/u],
  [DIGIT, /\p{N}/u],
  [NEWLINE, /[\r\n]/],
  [SPACE, /\s/],
];

const MAX_DIGITS = 3;
const SLASH = 47;
const APOSTROPHE = 39;
const CONTRACTION = /'(?:[stmd]|re|ve|ll)/iy;

/** Kinds of the UTF-16 units that texts had so far; 0: not seen. */
const KINDS = new Uint8Array(0x10000);

const kindOf = (unit: string): number => CLASSES.find(([, pattern]) => pattern.test(unit))?.[0] ?? SIGN;

/** 0 at the end of the text. */
function kindAt(text: string, at: number): number {
  if (at >= text.length) return 0;
  const code = text.charCodeAt(at);
  const known = KINDS[code] ?? 0;
  if (known !== 0) return known;
  const kind = kindOf(text.charAt(at));
  KINDS[code] = kind;
  return kind;
}

const isLetter = (kind: number): boolean => kind === SMALL || kind === CAPITAL || kind === LETTER;

/** Capitals, then small letters: a capital behind a small letter begins another word. */
function endOfWord(text: string, from: number): number {
  let at = from;
  let kind = kindAt(text, at);
  while (kind === CAPITAL || kind === LETTER) kind = kindAt(text, ++at);
  while (kind === SMALL || kind === LETTER) kind = kindAt(text, ++at);
  if (text.charCodeAt(at) !== APOSTROPHE) return at;
  CONTRACTION.lastIndex = at;
  return CONTRACTION.test(text) ? CONTRACTION.lastIndex : at;
}

/** Signs take in the ends of lines and the slashes behind them. */
function endOfSigns(text: string, from: number): number {
  let at = from;
  while (kindAt(text, at) === SIGN) at++;
  while (kindAt(text, at) === NEWLINE || text.charCodeAt(at) === SLASH) at++;
  return at;
}

function endOfDigits(text: string, from: number): number {
  let at = from + 1;
  while (at - from < MAX_DIGITS && kindAt(text, at) === DIGIT) at++;
  return at;
}

/** White space up to its last line end; without one, all but the space that the next piece begins with. */
function endOfSpace(text: string, from: number): number {
  let at = from;
  let behindLine = from;
  for (let kind = kindAt(text, at); kind === SPACE || kind === NEWLINE; kind = kindAt(text, at)) {
    at++;
    if (kind === NEWLINE) behindLine = at;
  }
  if (behindLine > from) return behindLine;
  return at === text.length || at === from + 1 ? at : at - 1;
}

/** Longer ones are cut: a line of base64 need not be read as a whole. */
export const MAX_PIECE = 64;

/** Where the piece that begins at `from`, within the text, ends: at most `MAX_PIECE` further. */
export const endOfPiece = (text: string, from: number): number =>
  Math.min(wholeEnd(text, from), from + MAX_PIECE);

function wholeEnd(text: string, from: number): number {
  const kind = kindAt(text, from);
  if (isLetter(kind)) return endOfWord(text, from);
  if (kind === DIGIT) return endOfDigits(text, from);
  const next = kindAt(text, from + 1);
  if (kind !== NEWLINE && isLetter(next)) return endOfWord(text, from + 1);
  if (kind === SIGN) return endOfSigns(text, from);
  return next === SIGN && text.charCodeAt(from) === 32 ? endOfSigns(text, from + 1) : endOfSpace(text, from);
}
