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
  const wanted = [...new Set(wordsOf(query))];
  const score = (words: ReadonlySet<string>): number =>
    wanted.filter((word) => words.has(word)).length / Math.max(1, wanted.length);
  const response = contexts.map(({ text }, id) => ({ id, score: score(wordsOfPassage(text)) }));
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

interface Match {
  readonly id: string;
  readonly score: number;
}

/** Words of a text have a place each; of the other places a vector knows next to nothing, and they are not compared. */
const placesOf = (vector: readonly number[]): readonly number[] =>
  vector.flatMap((value, place) => (value > 1 / DIMENSIONS ? [place] : []));

/** Steps between no likeness and the most of it. */
const STEPS = 1_024;

/**
 * Places of so many best scores, and of those that are as good as the last of them to a step: sorting all takes longer than a
 * search.
 */
function bestOf(scores: Float32Array, count: number): readonly number[] {
  const most = scores.reduce((greatest, score) => Math.max(greatest, score), 0);
  const steps = Uint16Array.from(scores, (score) => (score > 0 ? Math.floor((score / most) * STEPS) : 0));
  const found = new Uint32Array(STEPS + 1);
  for (const step of steps) found[step] = (found[step] ?? 0) + 1;
  let least = STEPS;
  for (let sum = found[least] ?? 0; sum < count && least > 1; sum += found[least] ?? 0) least -= 1;
  const best: number[] = [];
  for (const [place, step] of steps.entries()) if (step >= least) best.push(place);
  return best;
}

/** The vectors of one namespace by their places: comparing each of 20,000 with a query takes longer than a whole search. */
function vectorsByPlace() {
  const ids: string[] = [];
  const numbers = new Map<string, number>();
  const byPlace = Array.from({ length: DIMENSIONS }, () => ({
    numbers: [] as number[],
    values: [] as number[],
  }));
  const remove = (id: string): void => {
    numbers.delete(id);
  };
  const put = (id: string, values: readonly number[]): void => {
    const number = ids.push(id) - 1;
    numbers.set(id, number);
    for (const place of placesOf(values)) {
      byPlace[place]?.numbers.push(number);
      byPlace[place]?.values.push(values[place] ?? 0);
    }
  };
  const scoresOf = (vector: readonly number[]): Float32Array => {
    const scores = new Float32Array(ids.length);
    for (const place of placesOf(vector)) {
      const { numbers: at = [], values = [] } = byPlace[place] ?? {};
      const weight = vector[place] ?? 0;
      for (let index = 0; index < at.length; index++) {
        const number = at[index] ?? 0;
        scores[number] = (scores[number] ?? 0) + weight * (values[index] ?? 0);
      }
    }
    return scores;
  };
  const nearest = (vector: readonly number[], count: number): Match[] => {
    const scores = scoresOf(vector);
    // What is gone keeps its number, whose id no longer leads to it.
    return bestOf(scores, count + ids.length - numbers.size)
      .map((number) => ({ id: ids[number] ?? "", score: scores[number] ?? 0, number }))
      .filter(({ id, number }) => numbers.get(id) === number)
      .sort((a, b) => b.score - a.score)
      .slice(0, count)
      .map(({ id, score }) => ({ id, score }));
  };
  return { put, remove, nearest, has: (id: string): boolean => numbers.has(id) };
}

/** Kept as long as the isolate lives, which is as long as the bench runs. */
const stored = new Map<string, ReturnType<typeof vectorsByPlace>>();
let mutations = 0;
const mutate = () => ({ mutationId: String(++mutations) });

function inNamespace(name: string): ReturnType<typeof vectorsByPlace> {
  const vectors = stored.get(name) ?? vectorsByPlace();
  stored.set(name, vectors);
  return vectors;
}

interface Upsert {
  readonly id: string;
  readonly namespace: string;
  readonly values: readonly number[];
}

/** The Vectorize binding, without filters: the bench asks none. What is upserted is visible at once. */
export class DelayedVectorize extends WorkerEntrypoint {
  async query(vector: readonly number[], { topK, namespace }: { topK: number; namespace: string }) {
    const due = later(QUERY_MS);
    const matches = inNamespace(namespace).nearest(vector, topK);
    await due;
    return { matches };
  }

  async upsert(vectors: readonly Upsert[]) {
    await later(QUERY_MS);
    for (const { id, namespace, values } of vectors) inNamespace(namespace).put(id, values);
    return mutate();
  }

  async deleteByIds(ids: readonly string[]) {
    for (const vectors of stored.values()) for (const id of ids) vectors.remove(id);
    return mutate();
  }

  async getByIds(ids: readonly string[]) {
    const all = [...stored.values()];
    return ids.filter((id) => all.some((vectors) => vectors.has(id))).map((id) => ({ id }));
  }

  async describe() {
    return { processedUpToMutation: String(mutations), processedUpToDatetime: new Date().toISOString() };
  }
}
