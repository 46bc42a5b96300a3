import { isCjk } from "../text/cjk.ts";
import { fold, normalise } from "../text/fold.ts";
import { isFunctionWord } from "../text/name-parts.ts";
import { slugOf } from "../text/slug.ts";

/** Longer names are found by their parts only. */
const MAX_NAME_WORDS = 6;
/** Look-ups of one query; each may read a row. */
const MAX_CANDIDATES = 120;
/** Names in Chinese, Japanese and Korean, characters. */
const CJK_CHARS = { least: 2, most: 8 };

/** A word with what is written in one with it: C++, C#, .NET, @ana, src/a.ts. */
const TOKEN = /\S+/gu;
const EDGE = /^[\s"'“”‘’«»([{<*_`]+|[\s"'“”‘’«»)\]}>,;:.!?*_`]+$/gu;
const POSSESSIVE = /['’]s$/u;
const ENDS_CLAUSE = /[,;:.!?)\]}"”»]$/u;
const CJK_RUN = /[\p{Script=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Hangul}]+/gu;
const CAPITALS = /\p{Lu}{2}/u;

interface Token {
  readonly text: string;
  /** No name goes on behind it. */
  readonly isEnd: boolean;
}

/**
 * Slugs of everything in a query that could be a name, longest first, at most 120: a look-up of each finds every entity
 * that `queryEntities` would find in the query, of names of up to six words.
 */
export function nameCandidates(query: string): string[] {
  const text = normalise(query);
  const tokens = (text.match(TOKEN) ?? [])
    .map((raw) => ({ text: raw.replace(EDGE, "").replace(POSSESSIVE, ""), isEnd: ENDS_CLAUSE.test(raw) }))
    .filter((token) => token.text !== "");
  const slugs = new Set<string>();
  for (let words = Math.min(MAX_NAME_WORDS, tokens.length); words >= 1; words--)
    for (let at = 0; at + words <= tokens.length; at++) addSpan(slugs, tokens.slice(at, at + words));
  for (const slug of isCjk(text) ? cjkSlugs(text) : []) slugs.add(slug);
  slugs.delete("");
  return [...slugs].slice(0, MAX_CANDIDATES);
}

/** A name neither begins nor ends with a word that sentences are made of, nor goes beyond a clause. */
function addSpan(slugs: Set<string>, span: readonly Token[]): void {
  const [first, last] = [span[0], span.at(-1)];
  if (first === undefined || last === undefined || span.slice(0, -1).some(({ isEnd }) => isEnd)) return;
  if (!mayBound(first) || !mayBound(last)) return;
  slugs.add(slugOf(span.map(({ text }) => text).join(" ")));
  // The words of one token each, as in "Ana/Bo" or "Ana-led".
  if (span.length === 1)
    for (const part of first.text.split(/[^\p{L}\p{N}+#]+/u))
      if (mayBound({ text: part })) slugs.add(slugOf(part));
}

const mayBound = ({ text }: Pick<Token, "text">): boolean =>
  text !== "" && (CAPITALS.test(text) || !isFunctionWord(fold(text)));

function* cjkSlugs(text: string): Iterable<string> {
  for (const [run] of text.matchAll(CJK_RUN)) {
    const chars = [...run];
    for (let length = Math.min(CJK_CHARS.most, chars.length); length >= CJK_CHARS.least; length--)
      for (let at = 0; at + length <= chars.length; at++) yield slugOf(chars.slice(at, at + length).join(""));
  }
}
