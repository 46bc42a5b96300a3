import { bigrams, CJK_CLASS, CJK_RUN, isCjk } from "../text/cjk.ts";
import { fold } from "../text/fold.ts";
import { stem } from "../text/stem.ts";
import { tokenise } from "../text/tokenise.ts";

/** A place in a raw text that matches a query term; offsets in UTF-16 units, end exclusive. */
export interface Match {
  readonly start: number;
  readonly end: number;
  readonly stem: string;
}

/** A run of CJK characters, or of other letters, numbers and marks. */
const WORD = new RegExp(`${CJK_RUN.source}|[[\\p{L}\\p{N}\\p{M}\\p{Co}]--${CJK_CLASS}]+`, "gv");
const ASCII = /^[0-9A-Za-z]+$/;
/** A longer run is encoded data, not a word. */
const MAX_WORD_CHARS = 200;

/** Where a raw text matches any of the stems, in order. Words are compared as the index has them. */
export function findMatches(text: string, stems: ReadonlySet<string>): Match[] {
  if (stems.size === 0) return [];
  const known = new Map<string, string | undefined>();
  const initials = new Set(Array.from(stems, (stem) => stem.charAt(0)));
  const stemOf = (word: string) => {
    // Stemming changes endings only, and ASCII folds to itself: most words are out by their first letter.
    if (ASCII.test(word) && !initials.has(word.charAt(0).toLowerCase())) return undefined;
    if (!known.has(word)) known.set(word, matchedStem(word, stems));
    return known.get(word);
  };
  return Array.from(text.matchAll(WORD)).flatMap(({ 0: word, index: start }) => {
    if (isCjk(word)) return matchesOfRun(word, start, stems);
    const stem = stemOf(word);
    return stem === undefined ? [] : [{ start, end: start + word.length, stem }];
  });
}

/** The stem of a word that is among those sought. */
function matchedStem(word: string, stems: ReadonlySet<string>): string | undefined {
  if (word.length > MAX_WORD_CHARS) return undefined;
  return tokenise(word)
    .map(stem)
    .find((candidate) => stems.has(candidate));
}

/** Pairs (and single characters asked for) at their own places. */
function matchesOfRun(run: string, at: number, stems: ReadonlySet<string>): Match[] {
  const units = [...run, ...bigrams(run)];
  const found: Match[] = [];
  for (const unit of new Set(units)) {
    const folded = fold(unit);
    if (!stems.has(folded)) continue;
    for (let place = run.indexOf(unit); place !== -1; place = run.indexOf(unit, place + unit.length)) {
      found.push({ start: at + place, end: at + place + unit.length, stem: folded });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}
