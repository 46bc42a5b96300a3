import { indexLetters } from "../../../text/languages/letters.ts";
import type { TextLanguage } from "../../../text/languages/detect.ts";
import { byScore, type Scored } from "../../fusion/lists.ts";
import { languageKind } from "../../language-kind.ts";
import { inverseFrequency, type KnownQuery, type WeighedTerm, weighTerms } from "../../query/analyse.ts";
import { defines, soughtSymbols } from "../../query/definitions.ts";
import { containsIdentifier } from "../../query/identifiers.ts";
import {
  bestWindow,
  findTerm,
  headingScore,
  insideScore,
  languageAmong,
  pairScore,
  type TermOccurrences,
  termsIn,
} from "./proximity.ts";

/** A chunk of the keyword arm's answer, with what re-scoring looks at. */
export interface KeywordCandidate {
  readonly id: string;
  readonly documentNum: number;
  /** How many chunks its document has. */
  readonly documentChunks: number;
  /** Headings, as one text. */
  readonly title: string;
  /** Raw text. */
  readonly text: string;
  /** Of its document, by its lower-case name. */
  readonly language: string;
  /** FTS5's value with its sign turned: 0 or more, higher is better. */
  readonly bm25: number;
}

/** How many of the keyword arm's rows are scored again; the rest keep their bm25. */
export const RESCORED = 50;

/** Weights of the parts, chosen on judged sets; neighbouring values differ by 0.1 to 0.3 points of nDCG. */
export const RESCORE_WEIGHTS = {
  window: 0.5,
  pairs: 0.1,
  inside: 0.25,
  source: 0.1,
  identifiers: 1,
  definition: 3,
  heading: 0.5,
  language: 0.1,
} as const;

/** The parts that are added to bm25, unweighted, in idf units; all 0 for a row that was not scored again. */
interface RescoreParts {
  /** Terms that stand close together. */
  readonly window: number;
  /** Neighbours in the query that are neighbours in the text. */
  readonly pairs: number;
  /** Terms that occur only inside longer words. */
  readonly inside: number;
  /** What the other chunks of the same document scored. */
  readonly source: number;
  /** Names of the query that stand whole in the raw text. */
  readonly identifiers: number;
  /** Names of the query that the code of the passage defines. */
  readonly definition: number;
  /** Terms in a heading of the passage that says little else. */
  readonly heading: number;
  /** Terms in a passage of the language that the question is asked in, where the index has several. */
  readonly language: number;
}

/** A keyword candidate's final score and how it came about. */
export interface Rescored extends Scored {
  readonly bm25: number;
  readonly parts: RescoreParts;
}

const PARTS = Object.keys(RESCORE_WEIGHTS) as readonly (keyof RescoreParts)[];
const NO_PARTS = Object.fromEntries(PARTS.map((part) => [part, 0])) as unknown as RescoreParts;

/** Share by which a row that ties with the last of those scored again is put below it. */
const BELOW = 1e-9;

/**
 * Scores the keyword arm's best `RESCORED` rows again from their text: bm25 and the weighted sum of their parts. The rest keep their bm25 and follow, since no part is negative: what is scored again does
 * not depend on whether they were read. Best first, ties by id; of equal bm25 the earlier are scored again.
 * `sourceRows` is how many of the best rows count in `source`.
 */
export function rescore(
  known: KnownQuery,
  candidates: readonly KeywordCandidate[],
  sourceRows = Number.POSITIVE_INFINITY,
): Rescored[] {
  const byBm25 = [...candidates].sort((a, b) => b.bm25 - a.bm25);
  const best = byBm25.slice(0, RESCORED);
  const sources = sourceScores(byBm25.slice(0, sourceRows));
  const score = partsScorer(known, sources);
  const rescored = best.map((candidate) => withParts(candidate, score(candidate))).sort(byScore);
  const least = (rescored.at(-1)?.score ?? 0) * (1 - BELOW);
  const rest = byBm25.slice(RESCORED).map((candidate) => {
    const kept = withParts(candidate, NO_PARTS);
    return { ...kept, score: Math.min(kept.score, least) };
  });
  return [...rescored, ...rest.sort(byScore)];
}

const withParts = ({ id, bm25 }: KeywordCandidate, parts: RescoreParts): Rescored => ({
  id,
  bm25,
  parts,
  score: PARTS.reduce((sum, part) => sum + RESCORE_WEIGHTS[part] * parts[part], bm25),
});

function partsScorer(
  known: KnownQuery,
  sources: ReadonlyMap<number, number>,
): (candidate: KeywordCandidate) => RescoreParts {
  const { query, statistics } = known;
  const { chunkCount, chunkFrequency } = statistics;
  const idf = (term: string) => inverseFrequency(chunkCount, chunkFrequency.get(term) ?? 0);
  const terms = weighTerms(known);
  const names = query.identifiers.map(({ name, stems }) => ({ name, idf: Math.max(0, ...stems.map(idf)) }));
  const symbols = soughtSymbols(query, terms).map(({ name, stems: own, weight }) => ({
    name,
    worth: weight * Math.max(0, ...own.map(idf)),
  }));
  const asked = languageAmong(query.text, terms);
  return (candidate) => {
    const folded = indexLetters(`${candidate.title}\n${candidate.text}`);
    const language = languageAmong(candidate.text, terms);
    const own = termsIn(language, terms);
    const found = own.map((term) => findTerm(folded, term));
    const whole = names.filter(({ name }) => containsIdentifier(candidate.text, name));
    return {
      window:
        bestWindow(terms, found) +
        (own.some(({ languages = [] }) => languages.length > 0) ? earliness(found) : 0),
      pairs: pairScore(terms, found),
      inside: insideScore(terms, found),
      source: sources.get(candidate.documentNum) ?? 0,
      identifiers: whole.reduce((sum, name) => sum + name.idf, 0),
      definition: symbols.reduce((sum, { name, worth }) => sum + worth * definedIn(candidate, name), 0),
      language: answersIn(asked, language) ? foundScore(terms, found) : 0,
      // In code they are the names declared there, and of tests whole sentences.
      heading: isCode(candidate) ? 0 : headingScore(own, indexLetters(candidate.title).split("\n")),
    };
  };
}

/** Whether a passage may be in the language of a question that tells its own. A text without one may be in any. */
const answersIn = (asked: TextLanguage | undefined, language: TextLanguage | undefined): boolean =>
  asked !== undefined && (language === undefined || language === asked);

const foundScore = (terms: readonly WeighedTerm[], found: readonly TermOccurrences[]): number =>
  terms.reduce((sum, { idf }, at) => sum + ((found[at]?.whole.length ?? 0) > 0 ? idf : 0), 0);

/** Decides between equals: who says it first speaks of it. Without the words that English has not, more of them are equal. */
const EARLIEST = 1e-6;

function earliness(found: readonly TermOccurrences[]): number {
  const first = Math.min(...found.flatMap(({ whole }) => whole.slice(0, 1).map(({ start }) => start)));
  return Number.isFinite(first) ? EARLIEST / (1 + first) : 0;
}

const isCode = ({ language }: KeywordCandidate): boolean => languageKind(language) === "code";

const definedIn = (candidate: KeywordCandidate, name: string): number =>
  isCode(candidate) ? defines(candidate.text, name, candidate.language) : 0;

/** P: the bm25 of a document's best candidates together, over the root of its number of chunks; one chunk has none. */
function sourceScores(candidates: readonly KeywordCandidate[]): ReadonlyMap<number, number> {
  const scores = new Map<number, number>();
  for (const { documentNum, documentChunks, bm25 } of candidates) {
    if (documentChunks < 2) continue;
    scores.set(documentNum, (scores.get(documentNum) ?? 0) + bm25 / Math.sqrt(documentChunks));
  }
  return scores;
}
