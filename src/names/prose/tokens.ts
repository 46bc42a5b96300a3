/** Marks of emphasis and code; an underscore inside a name is its own. */
export const EMPHASIS = /[*`]+|~~|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu;

/** A piece of prose that may be a name, with what it was marked as. */
export interface Token {
  readonly kind: "word" | "code" | "link" | "wiki" | "url";
  /** Without the marks around it; of a link, its text. */
  readonly text: string;
  /** Where a link leads, as written. */
  readonly target?: string;
  /** Offsets of the whole, marks included, into the text. */
  readonly start: number;
  readonly end: number;
}

/** Part of a text, offsets into it. */
export interface Region {
  /** The mark that opened the code fence it lies in; undefined for prose. */
  readonly fence: string | undefined;
  readonly start: number;
  readonly end: number;
}

const FENCE = /^[ \t>]*(`{3,}|~{3,})([^\n]*)/gm;

/** A text cut at its code fences, of which one may have been opened before it. */
export function fencedRegions(text: string, open: string | undefined): readonly Region[] {
  const regions: Region[] = [];
  let at = 0;
  let fence = open;
  for (const match of text.matchAll(FENCE)) {
    const [whole, mark = "", rest = ""] = match;
    const isEnd = fence !== undefined && mark.startsWith(fence) && rest.trim() === "";
    if (fence !== undefined && !isEnd) continue;
    regions.push({ fence, start: at, end: match.index });
    fence = isEnd ? undefined : mark;
    at = Math.min(text.length, match.index + whole.length + 1);
  }
  regions.push({ fence, start: at, end: text.length });
  return regions;
}

/** A chunk's text with its regions: what the next chunk's begin with. */
export interface ReadText {
  readonly text: string;
  readonly regions: readonly Region[];
}

const OVERLAP_SAMPLE_CHARS = 80;
/** Places of the sample that are tried: a text that repeats itself is not worth more. */
const MAX_PLACES = 4;

/** The fence that is open where a chunk begins: long blocks are cut, and chunks repeat the end of the one before. */
export function openingFence(text: string, before: ReadText | undefined): string | undefined {
  if (before === undefined) return undefined;
  const sample = text.slice(0, OVERLAP_SAMPLE_CHARS);
  let place = before.text.indexOf(sample);
  for (let tries = 1; place !== -1 && tries < MAX_PLACES; tries++) {
    if (text.startsWith(before.text.slice(place))) break;
    place = before.text.indexOf(sample, place + 1);
  }
  const at = place === -1 ? before.text.length : place;
  // A chunk that begins with the line of a fence is still before it.
  return before.regions.find(({ end }) => at <= end)?.fence;
}

/**
 * Code, a wiki link, a link, an address, a word: in this order. Every repetition is bounded or stops at the sign that
 * begins it, so that no text makes the search longer than a few times its length.
 */
const TOKEN = new RegExp(
  [
    "`{1,2}([^`\\n]{1,120})`{1,2}",
    "\\[\\[([^[\\]\\n]{1,120})\\]\\]",
    '\\[([^[\\]\\n]{1,160})\\]\\(([^()\\s]{1,300})(?:\\s"[^"\\n]{0,100}")?\\)',
    "(https?://[^\\s<>\"'`)\\]|，。、；）」]{3,300})",
    // What is left of the ASCII punctuation belongs to names in code; scripts without spaces have rules of their own.
    '[^\\s\\x00-\\x1f`"()<>[\\]{}|*,;!?“”‘«»„…—–·‹›¿¡\\u3000-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af\\uff00-\\uffef]+',
  ].join("|"),
  "g",
);

/** What stands at the ends of a word and is not its own. */
const HAS_WORD = /[\p{L}\p{N}]/u;
const LEADING = new Set("'’_-=:+&".split(""));
const TRAILING = new Set("'’_-=:&~.%".split(""));

/** The tokens of a region of prose, in order. */
export function* readTokens(text: string, { start, end }: Pick<Region, "start" | "end">): Generator<Token> {
  const part = start === 0 && end === text.length ? text : text.slice(start, end);
  for (const match of part.matchAll(TOKEN)) {
    const token = tokenOf(match, start + match.index);
    if (token !== undefined) yield token;
  }
}

function tokenOf(match: RegExpExecArray, start: number): Token | undefined {
  const [whole, code, wiki, link, target, url] = match;
  const end = start + whole.length;
  if (code !== undefined) return { kind: "code", text: code.trim(), start, end };
  if (wiki !== undefined) return { kind: "wiki", text: wiki, start, end };
  if (link !== undefined) return { kind: "link", text: link, target: target ?? "", start, end };
  if (url !== undefined) return { kind: "url", text: url, start, end };
  return trimmed(whole, start);
}

function trimmed(word: string, offset: number): Token | undefined {
  let from = 0;
  let to = word.length;
  while (from < to && LEADING.has(word[from] ?? "")) from += 1;
  while (to > from && TRAILING.has(word[to - 1] ?? "")) to -= 1;
  if (from === to || !HAS_WORD.test(word)) return undefined;
  const text = from === 0 && to === word.length ? word : word.slice(from, to);
  return { kind: "word", text, start: offset + from, end: offset + to };
}
