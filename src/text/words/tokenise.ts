import type { Language } from "../languages/language.ts";
import { indexLetters } from "../languages/letters.ts";
import { WORD_MARKS } from "../languages/marks.ts";
import { tokensBy } from "../languages/tokens.ts";
import { bigrams, CJK_RUN, charactersOf, isCjk, pairsOf } from "./cjk.ts";
import { fold } from "./fold.ts";
import { remembered } from "./remembered.ts";

/**
 * What FTS5's `unicode61` takes for part of a token: letters, numbers, private use. The excepted 21 code points are
 * letters in today's Unicode and separators in SQLite's older table.
 */
const TOKEN_CLASS = `[[\\p{L}\\p{N}\\p{Co}${WORD_MARKS}]--[\\u{19b0}-\\u{19c9}\\u{1cf2}\\u{1cf3}]]`;
const TOKEN = new RegExp(`${TOKEN_CLASS}+`, "gv");
const ASCII_TOKEN = /[A-Za-z\d]+/g;

/**
 * Symbols from U+0080 up that are not part of a token. SQLite's table takes every code point it does not know, new
 * emoji among them, for a letter, so they are taken out before it sees them.
 */
const FOREIGN_SYMBOLS = new RegExp(`[[\\u{80}-\\u{10ffff}]--${TOKEN_CLASS}]+`, "gv");

const NON_ASCII = /[\u0080-\uffff]/;

/**
 * A text as FTS5 (`unicode61`) is to read it: folded, foreign symbols out, words as their language has them in the index,
 * runs of scripts without spaces as overlapping pairs. A run's last character also stands alone, so that every character
 * begins some token and a query of one character finds it by prefix.
 */
export function indexableText(text: string, language?: Language): string {
  const folded = indexLetters(text);
  if (!NON_ASCII.test(folded)) return language === undefined ? folded : tokensIn(folded, language);
  return tokensIn(
    folded.replace(FOREIGN_RUN, (run) => indexableRun(run)),
    language,
  );
}

const FOREIGN_RUN = /[\u0080-\uffff]+/g;

const indexableRun = remembered((run) =>
  run.replace(CJK_RUN, (characters) => ` ${indexedPairs(characters)} `).replace(FOREIGN_SYMBOLS, " "),
);

/** Scripts whose words are other tokens in any text, and vowel signs. */
const OTHER_TOKENS = /[\u0370-\u17ff]/;
function tokensIn(text: string, language: Language | undefined): string {
  if (language === undefined && !OTHER_TOKENS.test(text)) return text;
  const tokenOf = tokensBy(language);
  return text.replace(NON_ASCII.test(text) ? TOKEN : ASCII_TOKEN, (word) => tokenOf(word));
}

/**
 * The words of a text in order, repeated as often as they occur: `tokenOf` each is exactly what `unicode61` makes of
 * `indexableText`, except that a run of several CJK characters gives its pairs only.
 */
export function tokenise(text: string): string[] {
  const tokens = tokensBeforePairs(text);
  return NON_ASCII.test(text) ? tokens.flatMap((token) => (isCjk(token) ? bigrams(token) : [token])) : tokens;
}

/** Like `tokenise`, but each run of CJK characters is one token: for lists of whole words. */
export function tokensBeforePairs(text: string): string[] {
  const folded = fold(text);
  if (!NON_ASCII.test(folded)) return folded.match(ASCII_TOKEN) ?? [];
  const tokens = folded.match(TOKEN) ?? [];
  return tokens.flatMap((token) => token.split(CJK_SPLIT).filter((part) => part !== ""));
}

const CJK_SPLIT = new RegExp(`(${CJK_RUN.source})`, "v");

function indexedPairs(run: string): string {
  const characters = charactersOf(run);
  const last = characters.at(-1) ?? "";
  return characters.length < 2 ? last : `${pairsOf(characters).join(" ")} ${last}`;
}

/** Tokens of a text that is already indexable: used to count and to take words without analysing again. */
export function wordsOfIndexable(indexable: string): string[] {
  return indexable.match(NON_ASCII.test(indexable) ? TOKEN : ASCII_TOKEN) ?? [];
}

/** How many tokens an indexable text has, of more than `most` only that it has as many. */
export function countTokens(indexable: string, most: number): number {
  const token = NON_ASCII.test(indexable) ? TOKEN : ASCII_TOKEN;
  token.lastIndex = 0;
  let count = 0;
  while (count < most && token.test(indexable)) count++;
  token.lastIndex = 0;
  return count;
}
