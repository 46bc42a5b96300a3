import { indexLetters } from "../../../text/languages/letters.ts";
import { identifierParts } from "../../../text/words/identifier-parts.ts";
import { type KnownQuery, weighTerms } from "../../query/analyse.ts";
import { findTerm, languageAmong, termsIn } from "./proximity.ts";
import type { KeywordCandidate } from "./rescore.ts";

/** FTS5's constants: https://sqlite.org/fts5.html#the_bm25_function */
const K1 = 1.2;
const B = 0.75;
/** As the keyword index weighs its columns. */
const TITLE_WEIGHT = 3;
const PARTS_WEIGHT = 0.5;
/** Of what matches by something else than a whole word: FTS5 has no match that is worth nothing. */
const LEAST = 1e-6;

/**
 * Candidates with their bm25 by the counts of a narrowed token's own part. FTS5 counts the whole workspace, and its value would
 * tell which words the rest holds, and how often. A length is one in characters, the mean that of the candidates. What was
 * generated for a passage does not count. On three judged sets nDCG@10 is .009 to .014 lower by it.
 */
export function withOwnBm25(
  known: KnownQuery,
  candidates: readonly KeywordCandidate[],
): readonly KeywordCandidate[] {
  const terms = weighTerms(known);
  const lengthOf = ({ title, text }: KeywordCandidate): number => title.length + text.length;
  const mean = candidates.reduce((sum, one) => sum + lengthOf(one), 0) / Math.max(1, candidates.length);
  return candidates.map((candidate) => {
    // What was read for its day, not for its words, stays behind the others.
    if (candidate.bm25 === 0) return candidate;
    const title = indexLetters(candidate.title);
    const text = indexLetters(candidate.text);
    const parts = indexLetters(identifierParts(candidate.text).join(" "));
    const damping = K1 * (1 - B + (B * lengthOf(candidate)) / mean);
    const bm25 = termsIn(languageAmong(candidate.text, terms), terms).reduce((sum, term) => {
      const timesIn = (where: string): number => findTerm(where, term).whole.length;
      const times = TITLE_WEIGHT * timesIn(title) + timesIn(text) + PARTS_WEIGHT * timesIn(parts);
      return sum + (term.idf * times * (K1 + 1)) / (times + damping);
    }, LEAST);
    return { ...candidate, bm25 };
  });
}
