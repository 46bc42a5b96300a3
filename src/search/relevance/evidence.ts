import { indexLetters } from "../../text/languages/letters.ts";
import { isCjk } from "../../text/words/cjk.ts";
import { identifierParts } from "../../text/words/identifier-parts.ts";
import { stem } from "../../text/words/stem.ts";
import {
  bestWindow,
  findTerm,
  isInsideWord,
  mostPairs,
  pairScore,
  type TermOccurrences,
  languageAmong,
  termsIn,
} from "../arms/keyword/proximity.ts";
import { unknownShare, type WeighedTerm, weighTerms } from "../query/analyse.ts";
import { containsIdentifier } from "../query/identifiers.ts";
import type { RepairedQuery } from "../query/repair.ts";

/**
 * What a search knows of a passage as an answer to its query. Shares are 0 to 1, by idf unless it says words; all are
 * relative to the query, so that they mean the same in a folder of ten notes and in one of ten thousand files.
 */
export const EVIDENCE = {
  found: "share of the query found in the passage, its headings or its path, also inside longer words",
  words: "the same as a share of words",
  breadth: "found · (1 − e^(−words / 3)): one word found is less than five of five",
  window: "share of the query within the best 200 characters",
  headings: "share of the query found in the headings",
  adjacency: "neighbours in the query that are neighbours in the passage",
  named: "share of the query's identifiers that stand whole in the text",
  missing: "share of the query's identifiers that do not",
  unknown: "share of the query in words of no passage",
  repaired: "share of the query in words that were repaired",
  lead: "how far the passage's keyword score is above the tenth one's, as a share of the first one's",
  steepness: "how far the keyword scores fall from the first to the tenth, as a share of the first",
  cosine: "cosine of the query's and the passage's vectors, −1 to 1",
  judged: "log-odds of the cross-encoder's score",
} as const;

export type EvidenceName = keyof typeof EVIDENCE;
export type Evidence = Readonly<Partial<Record<EvidenceName, number>>>;

/** The texts that are looked at. */
interface Passage {
  readonly text: string;
  readonly headings: readonly string[];
  readonly path: string;
  /** Indexed with the text. */
  readonly context?: string | null;
}

/** What arms and models said of a passage; undefined: they did not. */
export interface Said {
  readonly keyword: number | undefined;
  readonly cosine: number | undefined;
  /** The cross-encoder's score, mapped to 0..1. */
  readonly rerank: number | undefined;
}

/** Words of an answer stand within so many characters: two or three lines. */
const WINDOW_CHARS = 200;
/** Words after which more of them say little more. */
const FEW_WORDS = 3;
/** Place in the keyword list that stands for what any passage scores. */
const TENTH = 9;
/** Where the keyword arm did not run: the median of questions that were answered. */
const USUAL_FALL = 0.6;
/** Scores of a cross-encoder are cut to what its 16 bits can tell from 0 and 1. */
const LEAST_PROBABILITY = 1e-4;

/**
 * Makes the evidence of passages for one query. `keywordScores` are those of the keyword arm, best first; none: it did
 * not run, and says nothing.
 */
export function evidenceOf(
  repaired: RepairedQuery,
  keywordScores: readonly number[],
): (passage: Passage, said: Said) => Evidence {
  const terms = weighTerms(repaired);
  const joined = joinedTerms(repaired.query);
  const { identifiers } = repaired.query;
  const share = sharesOf(terms);
  const repairedStems = new Set(repaired.repairs.map(({ stem }) => stem));
  const pairs = mostPairs(terms);
  const ofQuery = {
    unknown: unknownShare(repaired),
    repaired: share((at) => repairedStems.has(terms[at]?.stem ?? "")),
    steepness: keywordScores.length === 0 ? USUAL_FALL : fallOf(keywordScores, keywordScores[0]),
  };
  return (passage, { keyword, cosine, rerank }) => {
    const places = placesIn(passage, terms, joined);
    const has = (at: number) => places.isFound[at] === true;
    const found = share(has);
    const count = terms.filter((_, at) => has(at)).length;
    const whole = identifiers.filter(({ name }) => containsIdentifier(passage.text, name)).length;
    return {
      ...ofQuery,
      found,
      words: terms.length === 0 ? 0 : count / terms.length,
      breadth: found * (1 - Math.exp(-terms.length / FEW_WORDS)),
      window: bestWindow(terms, places.inBody, WINDOW_CHARS) / (share.total || 1),
      headings: share((at) => (places.inHeadings[at]?.whole.length ?? 0) > 0),
      adjacency: pairs > 0 ? pairScore(terms, places.inBody) / pairs : 0,
      named: whole / (identifiers.length || 1),
      missing: (identifiers.length - whole) / (identifiers.length || 1),
      lead: keyword === undefined ? 0 : fallOf(keywordScores, keyword),
      ...(cosine !== undefined && { cosine }),
      ...(rerank !== undefined && { judged: logOdds(rerank) }),
    };
  };
}

/** Adds up the idf of the terms that a test picks, as a share of all. */
function sharesOf(terms: readonly WeighedTerm[]) {
  const total = terms.reduce((sum, { idf }) => sum + idf, 0);
  const share = (isIn: (at: number) => boolean): number =>
    total === 0 ? 0 : terms.reduce((sum, { idf }, at) => (isIn(at) ? sum + idf : sum), 0) / total;
  return Object.assign(share, { total });
}

/** How far a score is above the tenth, as a share of the first; of fewer than ten, above 0. The scores are best first. */
export function fallOf(scores: readonly number[], score = 0): number {
  const [first = 0] = scores;
  if (first <= 0) return 0;
  return (score - (scores[TENTH] ?? 0)) / first;
}

function logOdds(probability: number): number {
  const p = Math.min(1 - LEAST_PROBABILITY, Math.max(LEAST_PROBABILITY, probability));
  return Math.log(p / (1 - p));
}

interface Places {
  /** By term: found in text, headings or path. */
  readonly isFound: readonly boolean[];
  readonly inHeadings: readonly TermOccurrences[];
  /** In headings and text. */
  readonly inBody: readonly TermOccurrences[];
}

/** Two neighbours of the query written as one, `data base` as `databas`. */
interface JoinedTerm {
  readonly stem: string;
  /** Letters of the first. */
  readonly first: number;
}

/** By the place of the first of the two. Chinese words are pairs of characters anyway, and no text parts them. */
const joinedTerms = ({ terms }: RepairedQuery["query"]): readonly (JoinedTerm | undefined)[] =>
  terms.slice(1).map(({ word }, before) => {
    const { word: first = "" } = terms[before] ?? {};
    return isCjk(first) || isCjk(word) ? undefined : { stem: stem(first + word), first: first.length };
  });

/** A text that has neither of two terms alone, and writes them as one word, has them both there, side by side. */
function withJoined(
  found: readonly TermOccurrences[],
  joined: readonly (JoinedTerm | undefined)[],
  text: string,
): readonly TermOccurrences[] {
  const whole = found.map((one) => [...one.whole]);
  for (const [at, pair] of joined.entries()) {
    if (pair === undefined || found[at]?.whole.length || found[at + 1]?.whole.length) continue;
    for (const { start, end } of findTerm(text, pair).whole) {
      whole[at]?.push({ start, end: start + pair.first });
      whole[at + 1]?.push({ start: start + pair.first, end });
    }
  }
  return found.map(({ isInside }, at) => ({ isInside, whole: (whole[at] ?? []).sort(byStart) }));
}

const byStart = (a: { readonly start: number }, b: { readonly start: number }): number => a.start - b.start;

const PATH_SIGNS = /[/._-]+/g;

function placesIn(
  { text, headings, path, context }: Passage,
  terms: readonly WeighedTerm[],
  joined: readonly (JoinedTerm | undefined)[],
): Places {
  const own = termsIn(languageAmong(text, terms), terms);
  const find = (where: string) =>
    withJoined(
      own.map((term) => findTerm(where, term)),
      joined,
      where,
    );
  const title = headings.join("\n");
  const inHeadings = find(indexLetters(title));
  const inBody = find(indexLetters([title, ...(context ? [context] : []), text].join("\n")));
  const inPath = find(indexLetters(`${path.replace(PATH_SIGNS, " ")} ${identifierParts(path).join(" ")}`));
  const isFound = terms.map(
    ({ stem }, at) =>
      (inBody[at]?.whole.length ?? 0) > 0 ||
      (inPath[at]?.whole.length ?? 0) > 0 ||
      isInsideWord(stem, inBody[at]),
  );
  return { isFound, inHeadings, inBody };
}
