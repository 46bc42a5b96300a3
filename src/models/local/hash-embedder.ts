import { fnv1aText } from "../../text/hash.ts";
import { contentTokens } from "../../text/words/content-words.ts";
import { takingTurns } from "../../text/steps.ts";
import { identifierParts } from "../../text/words/identifier-parts.ts";
import type { Embedder, EmbeddingSpace, Vector } from "../ports.ts";

const DIMENSIONS = 768;
/**
 * Lengths of the character grams of a word with its boundary marks. Grams of 5 as well were no better on judged sets
 * and fill the dimensions with more collisions.
 */
const GRAM_CHARS = [3, 4] as const;
const BOUNDARY_START = "<";
const BOUNDARY_END = ">";
/** The whole word's slot, beside the unit vector of its grams: 0.5 to 1 rank alike, 0 and 2 worse. */
const WHOLE_WORD_VALUE = 0.7;
/** Headings say what a chunk is about: they count twice. */
const HEADING_COUNT = 2;
/** A longer word is encoded data; its first characters stand for it. */
const MAX_WORD_CHARS = 64;
/** Word vectors kept in the isolate: about 20 values each, so some 10 MB. */
const MAX_CACHED_WORDS = 20_000;

/** The dimensions in which a word's vector is not zero, and its values there. */
interface SparseVector {
  readonly at: Uint16Array;
  readonly values: Float32Array;
}

const cache = new Map<string, SparseVector>();

/** What makes these vectors comparable. Raise `prefixVersion` with every change of a formula or constant above. */
export const HASH_SPACE: EmbeddingSpace = {
  model: "hash-ngrams",
  pooling: "sum",
  dimensions: DIMENSIONS,
  prefixVersion: 1,
};

/**
 * The vector of a chunk: Σ (1 + ln tf) · word vector over its words, those of the headings counted twice; unit
 * length. It depends on nothing but these two texts. Undefined when there is no word.
 */
export function embedChunk(headings: string, text: string): Float32Array | undefined {
  const counts = new Map<string, number>();
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const word of wordsOf(headings)) counts.set(word, (counts.get(word) ?? 0) + HEADING_COUNT);
  return sumOfWords(Array.from(counts, ([word, count]) => [word, 1 + Math.log(count)]));
}

/** Content words, and the parts of those that a tokenizer keeps whole. */
const wordsOf = (text: string): string[] => [...contentTokens(text), ...identifierParts(text)];

/** The vector of a query's content words and parts, each weighed by its idf (1 where no idf is given); unit length. */
export function embedQueryWords(
  words: readonly string[],
  idf: (word: string) => number = () => 1,
): Float32Array | undefined {
  return sumOfWords([...new Set(words)].map((word) => [word, idf(word)]));
}

/** Texts one call takes: enough to be no limit. */
const MAX_BATCH = 100;

/** The embedder that needs no model and no account; it never fails and calls nothing. */
export const hashEmbedder: Embedder = {
  space: HASH_SPACE,
  kind: "embedded",
  spansLanguages: false,
  maxBatch: MAX_BATCH,
  async embedChunks(inputs) {
    const turn = takingTurns();
    const vectors: (Vector | undefined)[] = [];
    for (const { headings, text } of inputs) {
      await turn(text.length);
      vectors.push(embedChunk(headings, text));
    }
    return vectors;
  },
  embedQuery: async ({ words, idf }) => embedQueryWords(words, idf),
};

function sumOfWords(weighed: readonly (readonly [word: string, weight: number])[]): Float32Array | undefined {
  const sum = new Float32Array(DIMENSIONS);
  for (const [word, weight] of weighed) {
    const { at, values } = wordVector(word);
    for (let index = 0; index < at.length; index += 1) {
      const slot = at[index] ?? 0;
      sum[slot] = (sum[slot] ?? 0) + weight * (values[index] ?? 0);
    }
  }
  return unitLength(sum);
}

function unitLength(vector: Float32Array): Float32Array | undefined {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const norm = Math.sqrt(squares);
  return norm > 0 && Number.isFinite(norm) ? vector.map((value) => value / norm) : undefined;
}

function wordVector(word: string): SparseVector {
  const known = cache.get(word);
  if (known !== undefined) return known;
  if (cache.size >= MAX_CACHED_WORDS) cache.clear();
  const made = hashWord(word.slice(0, MAX_WORD_CHARS));
  cache.set(word, made);
  return made;
}

/** A signed count of the word's grams by hash, made unit length, plus one slot for the word as a whole. */
function hashWord(word: string): SparseVector {
  const marked = BOUNDARY_START + word + BOUNDARY_END;
  const slots = new Map<number, number>();
  for (const chars of GRAM_CHARS) {
    for (let start = 0; start + chars <= marked.length; start += 1) add(slots, hash(marked, start, chars), 1);
  }
  const norm = Math.hypot(...slots.values()) || 1;
  const unit = new Map(Array.from(slots, ([slot, value]) => [slot, value / norm]));
  add(unit, hash(`${marked}#`, 0, marked.length + 1), WHOLE_WORD_VALUE);
  return { at: Uint16Array.from(unit.keys()), values: Float32Array.from(unit.values()) };
}

function add(slots: Map<number, number>, hashed: number, value: number): void {
  const slot = hashed % DIMENSIONS;
  const sign = hashed & 0x40000000 ? -1 : 1;
  slots.set(slot, (slots.get(slot) ?? 0) + sign * value);
}

function hash(text: string, start: number, chars: number): number {
  let hashed = fnv1aText(text, start, start + chars);
  // FNV's low bits are weak on short inputs: the finaliser of MurmurHash3 spreads them.
  hashed = Math.imul(hashed ^ (hashed >>> 16), 0x85ebca6b);
  hashed = Math.imul(hashed ^ (hashed >>> 13), 0xc2b2ae35);
  return (hashed ^ (hashed >>> 16)) >>> 0;
}
