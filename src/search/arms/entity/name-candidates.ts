import { slugOf } from "../../../text/slug.ts";
import { isCjk } from "../../../text/words/cjk.ts";
import { fold, normalise } from "../../../text/words/fold.ts";
import { isFunctionWord } from "../../../text/words/name-parts.ts";

/** Words of a name, the usual numbers first: a long query has more runs than are looked up. */
const WORDS = [2, 1, 3, 4, 5, 6];
/** Look-ups of one query; each may read a row. */
const MAX_CANDIDATES = 120;
/** Characters of names in Chinese, Japanese and Korean, the usual numbers first. */
const CJK_CHARS = [3, 2, 4, 5, 6, 7, 8];

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
 * that `queryEntities` finds in the query, of names of up to six words.
 */
export function nameCandidates(query: string): string[] {
  const text = normalise(query);
  const tokens = (text.match(TOKEN) ?? [])
    .map((raw) => ({ text: raw.replace(EDGE, "").replace(POSSESSIVE, ""), isEnd: ENDS_CLAUSE.test(raw) }))
    .filter((token) => token.text !== "");
  const slugs = new Set<string>();
  const all = [isCjk(text) ? cjkSlugs(text) : [], spanSlugs(tokens)];
  for (const some of all)
    for (const slug of some) {
      if (slug !== "") slugs.add(slug);
      if (slugs.size === MAX_CANDIDATES) break;
    }
  return [...slugs].sort((a, b) => b.length - a.length);
}

function* spanSlugs(tokens: readonly Token[]): Iterable<string> {
  for (const words of WORDS)
    for (let at = 0; at + words <= tokens.length; at++) yield* slugsOfSpan(tokens.slice(at, at + words));
}

/** A name neither begins nor ends with a word that sentences are made of, nor goes beyond a clause. */
function* slugsOfSpan(span: readonly Token[]): Iterable<string> {
  const [first, last] = [span[0], span.at(-1)];
  if (first === undefined || last === undefined || span.slice(0, -1).some(({ isEnd }) => isEnd)) return;
  if (!mayBound(first) || !mayBound(last)) return;
  yield slugOf(span.map(({ text }) => text).join(" "));
  // The words of one token each, as in "Ana/Bo" or "Ana-led".
  if (span.length === 1)
    for (const part of first.text.split(/[^\p{L}\p{N}+#]+/u))
      if (mayBound({ text: part })) yield slugOf(part);
}

const mayBound = ({ text }: Pick<Token, "text">): boolean =>
  text !== "" && (CAPITALS.test(text) || !isFunctionWord(fold(text)));

function* cjkSlugs(text: string): Iterable<string> {
  const runs = Array.from(text.matchAll(CJK_RUN), ([run]) => [...run]);
  for (const length of CJK_CHARS)
    for (const chars of runs)
      for (let at = 0; at + length <= chars.length; at++) yield slugOf(chars.slice(at, at + length).join(""));
}
