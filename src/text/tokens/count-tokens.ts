import { beginningCount, beginnings, gramCount, grams, hashOfPiece, hashPiece, slotOf } from "./features.ts";
import { endOfPiece } from "./pieces.ts";
import { PER_TOKEN, tokenWeights } from "./token-weights.ts";

// What the vocabulary of o200k makes of a text, without the vocabulary, which takes two megabytes: the text is cut into
// the same pieces, and the tokens of a piece are the sum of what its letters, its beginnings and the whole of it weigh.
// The weights are learned from texts in a hundred languages; docs/http.md says how near they come.

/** Of `count` hashes. */
function sumOf(hashes: Int32Array, count: number, weights: Int8Array): number {
  let sum = 0;
  for (let at = 0; at < count; at++) sum += weights[slotOf(hashes[at] ?? 0)] ?? 0;
  return sum;
}

/** Pieces that came lately, by their hash, and what they weigh: a text repeats its words. Two pieces share a hash once in four billion. */
const KEPT_BITS = 13;
const keptHashes = new Int32Array(1 << KEPT_BITS);
const keptSums = new Int16Array(1 << KEPT_BITS);

function sumOfPiece(text: string, from: number, to: number, weights: Int8Array): number {
  const hash = hashOfPiece(text, from, to);
  const place = hash >>> (32 - KEPT_BITS);
  if (keptHashes[place] === hash) return keptSums[place] ?? 0;
  hashPiece(text, from, to);
  const sum =
    sumOf(grams, gramCount(to - from), weights) + sumOf(beginnings, beginningCount(to - from), weights);
  keptHashes[place] = hash;
  keptSums[place] = sum;
  return sum;
}

/** A piece is one token at least. */
function pieceTokens(text: string, from: number, to: number, weights: Int8Array): number {
  const sum = sumOfPiece(text, from, to, weights);
  return sum > 0 ? 1 + sum / PER_TOKEN : 1;
}

/**
 * Tokens of `text`, not rounded: within a tenth of what o200k counts of an answer, and of cl100k in English and code.
 * Linear. What sizes passages is the cautious `estimateTokens`.
 */
export function likelyTokens(text: string): number {
  const weights = tokenWeights();
  let tokens = 0;
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = endOfPiece(text, from);
    tokens += pieceTokens(text, from, to, weights);
  }
  return tokens;
}

/** The same in whole tokens, at least one of a text that is not empty. */
export const countTokens = (text: string): number => Math.ceil(likelyTokens(text));
