import { ACRONYM, CAPITALISED, NAME_PARTICLES, POSSESSIVE } from "../text/words/capitalised-words.ts";
import { fold } from "../text/words/fold.ts";
import { isStopWord } from "../text/words/stop-words.ts";

/** Longer runs are headings or shouting. */
const MAX_RUN_WORDS = 6;
/** Small words inside names, and those between the names of a firm. */
const CONNECTORS = new Set([...NAME_PARTICLES, "the", "and", "y", "e", "&"]);
const OUTSIDE = /^[\s"'“”‘’«»([{<]+/u;
const AFTER = /[\s"'“”‘’«»)\]}>,;:.!?]/u;
const SENTENCE_END = /[.!?:]/;
const SMALL_LETTER = /\p{Ll}/u;

interface Word {
  readonly text: string;
  readonly isCapital: boolean;
  /** Punctuation after it: any ends a run. */
  readonly after: string;
}

/**
 * Runs of capitalised words ("Acme Corp", "Bank of America"): names, perhaps. Not the word that begins the text or a
 * sentence when it stands alone, nor function words, unless in capitals (IT), nor a text without small letters.
 */
export function capitalisedRuns(text: string): string[] {
  const words = text
    .split(/\s+/)
    .map(readWord)
    .filter((word) => word.text !== "");
  if (words.length > MAX_RUN_WORDS && !SMALL_LETTER.test(text)) return [];
  const runs: string[] = [];
  for (let at = 0; at < words.length; ) {
    const end = runEnd(words, at);
    const run = words.slice(at, end).map((word) => word.text);
    if (isName(words, { start: at, run })) runs.push(run.join(" "));
    at = Math.max(end, at + 1);
  }
  return [...new Set(runs)];
}

function readWord(raw: string): Word {
  const start = raw.replace(OUTSIDE, "");
  let end = start.length;
  while (end > 0 && AFTER.test(start[end - 1] ?? "")) end -= 1;
  const text = start.slice(0, end).replace(POSSESSIVE, "");
  const isFunction = isStopWord(fold(text), "english") && !ACRONYM.test(text);
  return { text, isCapital: CAPITALISED.test(text) && !isFunction, after: start.slice(end) };
}

/** Where the run that begins at a word ends; the same place when none begins there. */
function runEnd(words: readonly Word[], start: number): number {
  let at = start;
  while (words[at]?.isCapital) {
    at += 1;
    if (words[at - 1]?.after !== "") return at;
    const bridges =
      CONNECTORS.has(words[at]?.text ?? "") && words[at + 1]?.isCapital && words[at]?.after === "";
    if (bridges) at += 1;
  }
  return at;
}

function isName(
  words: readonly Word[],
  { start, run }: { readonly start: number; readonly run: readonly string[] },
): boolean {
  if (run.length === 0 || run.length > MAX_RUN_WORDS) return false;
  const begins = start === 0 || SENTENCE_END.test(words[start - 1]?.after ?? "");
  return run.length > 1 || !begins || ACRONYM.test(run[0] ?? "");
}
