// Stand-ins for Workers AI and Vectorize that run on workerd beside the Worker under test. They answer after fixed delays
// and cost little themselves: what a bench measures with them is the Worker.
import { WorkerEntrypoint } from "cloudflare:workers";

// The delay runs beside the work, as it would elsewhere: an answer takes the longer of the two.
const EMBED_MS = 40;
const QUERY_MS = 60;
const RERANK_MS = 120;
const DIMENSIONS = 768;

const later = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Passages come again in most searches. */
const passageWords = new Map<string, ReadonlySet<string>>();

function wordsOfPassage(text: string): ReadonlySet<string> {
  const words = passageWords.get(text) ?? new Set(wordsOf(text));
  passageWords.set(text, words);
  return words;
}

/** A direction by the words of a text: similar words, similar direction. */
function direction(text: string): number[] {
  const values = new Array<number>(DIMENSIONS).fill(0.001);
  for (const word of wordsOf(text)) {
    let hash = 2_166_136_261;
    for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 16_777_619);
    const place = (hash >>> 0) % DIMENSIONS;
    values[place] = (values[place] ?? 0) + 1;
  }
  const norm = Math.hypot(...values);
  return values.map((value) => value / norm);
}

interface Inputs {
  readonly text?: readonly string[];
  readonly query?: string;
  readonly contexts?: readonly { readonly text: string }[];
  readonly pooling?: string;
}

function rerank(query: string, contexts: NonNullable<Inputs["contexts"]>) {
  const wanted = new Set(wordsOf(query));
  const score = (text: string): number =>
    [...wanted].filter((word) => wordsOfPassage(text).has(word)).length / Math.max(1, wanted.size);
  const response = contexts.map(({ text }, id) => ({ id, score: score(text) }));
  return { response: response.sort((a, b) => b.score - a.score) };
}

/** The AI binding's `run`. */
export class DelayedAi extends WorkerEntrypoint {
  async run(model: string, { text = [], query = "", contexts = [], pooling }: Inputs): Promise<unknown> {
    const isRerank = model.includes("rerank");
    const due = later(isRerank ? RERANK_MS : EMBED_MS);
    const answer = isRerank
      ? rerank(query, contexts)
      : { shape: [text.length, DIMENSIONS], data: text.map(direction), pooling };
    await due;
    return answer;
  }
}

interface StoredVector {
  readonly namespace: string;
  readonly values: Float32Array;
}

/** Kept as long as the isolate lives, which is as long as the bench runs. */
const stored = new Map<string, StoredVector>();
let mutations = 0;
const mutate = () => ({ mutationId: String(++mutations) });

/** Words of a text have a place each; of the other places a vector knows next to nothing, and they are not compared. */
const placesOf = (vector: readonly number[]): readonly number[] =>
  vector.flatMap((value, place) => (value > 1 / DIMENSIONS ? [place] : []));

interface Upsert {
  readonly id: string;
  readonly namespace: string;
  readonly values: readonly number[];
}

/** The Vectorize binding, without filters: the bench asks none. What is upserted is visible at once. */
export class DelayedVectorize extends WorkerEntrypoint {
  async query(vector: readonly number[], { topK, namespace }: { topK: number; namespace: string }) {
    const due = later(QUERY_MS);
    const places = placesOf(vector);
    const matches: { id: string; score: number }[] = [];
    for (const [id, { namespace: own, values }] of stored) {
      if (own !== namespace) continue;
      let score = 0;
      for (const place of places) score += (vector[place] ?? 0) * (values[place] ?? 0);
      if (score > 0) matches.push({ id, score });
    }
    matches.sort((a, b) => b.score - a.score);
    await due;
    return { matches: matches.slice(0, topK) };
  }

  async upsert(vectors: readonly Upsert[]) {
    await later(QUERY_MS);
    for (const { id, namespace, values } of vectors)
      stored.set(id, { namespace, values: Float32Array.from(values) });
    return mutate();
  }

  async deleteByIds(ids: readonly string[]) {
    for (const id of ids) stored.delete(id);
    return mutate();
  }

  async getByIds(ids: readonly string[]) {
    return ids.filter((id) => stored.has(id)).map((id) => ({ id }));
  }

  async describe() {
    return { processedUpToMutation: String(mutations), processedUpToDatetime: new Date().toISOString() };
  }
}
