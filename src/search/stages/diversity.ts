import { type Direction, directionOf, isCloserThan } from "../../text/quantise.ts";
import { tokenise } from "../../text/words/tokenise.ts";
import { byScore } from "../fusion/lists.ts";
import { number, toggle } from "../setting.ts";
import { type Candidate, defineStage } from "./stage.ts";

/** A candidate whose cosine to one before it exceeds `similarity` goes to the end; none is dropped. */
export const defer = defineStage({
  name: "defer",
  meaning: "puts near-copies of an earlier hit to the end",
  strength: "similarity",
  settings: {
    similarity: number(0.85, [0, 1], { meaning: "cosine above which two hits say the same" }),
  },
  create:
    ({ similarity }) =>
    (candidates) => {
      const selected: Compared[] = [];
      const deferred: Candidate[] = [];
      for (const candidate of candidates) {
        const one = compared(candidate);
        if (selected.some((earlier) => areCloser(similarity, earlier, one))) deferred.push(candidate);
        else selected.push(one);
      }
      return [...selected.map(({ candidate }) => candidate), ...deferred];
    },
});

interface Compared {
  readonly candidate: Candidate;
  readonly direction: Direction | undefined;
}

const compared = (candidate: Candidate): Compared => ({
  candidate,
  direction: candidate.vector && directionOf(candidate.vector),
});

/** What has no vector is close to nothing. */
const areCloser = (limit: number, { direction: a }: Compared, { direction: b }: Compared): boolean =>
  a !== undefined && b !== undefined && isCloserThan(limit, a, b);

interface Waiting {
  readonly candidate: Candidate;
  /** Distinct, as numbers of the pool's words. */
  readonly words: Uint32Array;
  /** Min-max over the pool. */
  readonly relevance: number;
  /** Greatest similarity to what is selected. */
  similarity: number;
}

/**
 * Maximal marginal relevance (Carbonell and Goldstein, SIGIR 1998): next comes the greatest of λ · relevance −
 * (1 − λ) · similarity to what is selected, similarity being Jaccard's over the words. Reorders, drops nothing.
 */
export const mmr = defineStage({
  name: "mmr",
  meaning: "puts what repeats an earlier hit's words further down",
  strength: "enabled",
  settings: {
    enabled: toggle(false, "whether it runs"),
    lambda: number(0.7, [0, 1], { meaning: "1: relevance alone; 0: difference alone" }),
  },
  create:
    ({ lambda }) =>
    (candidates) => {
      const { waiting, size } = prepare(candidates);
      const selected: Candidate[] = [];
      /** By a word's number: the last selected candidate that has it, counted from 1. */
      const lastWith = new Uint32Array(size);
      const worth = ({ relevance, similarity }: Waiting) => lambda * relevance - (1 - lambda) * similarity;
      while (waiting.length > 0) {
        const next = waiting.reduce((best, one) => (isBetter(one, best, worth) ? one : best));
        waiting.splice(waiting.indexOf(next), 1);
        const turn = selected.push(next.candidate);
        for (const word of next.words) lastWith[word] = turn;
        for (const one of waiting) {
          const shared = sharedWith(one.words, lastWith, turn);
          one.similarity = Math.max(one.similarity, jaccard(shared, one.words, next.words));
        }
      }
      return selected;
    },
});

function isBetter(a: Waiting, b: Waiting, worth: (one: Waiting) => number): boolean {
  const difference = worth(a) - worth(b);
  return difference > 0 || (difference === 0 && byScore(a.candidate, b.candidate) < 0);
}

/** The pool with its words numbered: numbers are compared some hundred thousand times a search, texts would take milliseconds. */
function prepare(candidates: readonly Candidate[]): { waiting: Waiting[]; size: number } {
  const scores = candidates.map(({ score }) => score);
  const least = Math.min(...scores);
  const width = Math.max(...scores) - least;
  const numbers = new Map<string, number>();
  const numberOf = (word: string): number => {
    const known = numbers.get(word) ?? numbers.size;
    numbers.set(word, known);
    return known;
  };
  const waiting = candidates.map((candidate) => ({
    candidate,
    words: Uint32Array.from(new Set(tokenise(candidate.text)), numberOf),
    relevance: width > 0 ? (candidate.score - least) / width : 1,
    similarity: 0,
  }));
  return { waiting, size: numbers.size };
}

/** How many of the words the candidate of that turn has. */
function sharedWith(words: Uint32Array, lastWith: Uint32Array, turn: number): number {
  let count = 0;
  for (let at = 0; at < words.length; at++) if (lastWith[words[at] ?? 0] === turn) count++;
  return count;
}

/** Shared words over all words; two texts without words share nothing. */
function jaccard(shared: number, { length: a }: Uint32Array, { length: b }: Uint32Array): number {
  const union = a + b - shared;
  return union === 0 ? 0 : shared / union;
}
