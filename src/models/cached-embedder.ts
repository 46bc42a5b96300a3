import { dequantise, quantise } from "../text/quantise.ts";
import {
  type Embedder,
  type EmbeddingInput,
  type QueryForEmbedding,
  spaceKey,
  type Vector,
} from "./ports.ts";

/** Vectors that one isolate remembers, by key; losing them costs time, never an answer. */
export interface VectorMemory {
  get(key: string): Vector | undefined;
  set(key: string, vector: Vector): void;
}

/** An embedder of queries that asks its model once for each text. */
export interface CachedEmbedder extends Embedder {
  /** Undefined: not remembered. */
  remembered(text: string): Vector | undefined;
  /** Takes over a query's vector that was stored elsewhere. */
  remember(text: string, vector: Vector): void;
}

/**
 * Remembers vectors of queries, and of passages that stand for queries, for one workspace: that another one asked the same
 * must not show in what an answer cost. They are rounded as they are stored, so that the first search and every later one
 * compare the same numbers. What an isolate computes itself depends on the workspace's statistics and is not remembered.
 */
export function cachedEmbedder(embedder: Embedder, memory: VectorMemory, workspace: number): CachedEmbedder {
  const keyOf = (kind: "query" | "passage", text: string): string =>
    `${workspace} ${spaceKey(embedder.space)} ${kind} ${text}`;
  const known = async (
    key: string,
    embed: () => Promise<Vector | undefined>,
  ): Promise<Vector | undefined> => {
    const before = memory.get(key);
    if (before !== undefined) return before;
    const vector = await embed();
    const stored = vector && quantise(vector);
    if (stored === undefined) return undefined;
    // What another call has put there meanwhile stays: all searches compare the same numbers.
    const made = memory.get(key) ?? dequantise(stored);
    memory.set(key, made);
    return made;
  };
  const isComputed = embedder.kind === "embedded";
  return {
    ...embedder,
    embedQuery: (query: QueryForEmbedding, signal) =>
      isComputed
        ? embedder.embedQuery(query, signal)
        : known(keyOf("query", query.text), () => embedder.embedQuery(query, signal)),
    embedChunks: (inputs: readonly EmbeddingInput[], signal) =>
      Promise.all(
        inputs.map((input) =>
          known(keyOf("passage", `${input.headings}\n${input.text}`), async () => {
            const [vector] = await embedder.embedChunks([input], signal);
            return vector;
          }),
        ),
      ),
    remembered: (text) => memory.get(keyOf("query", text)),
    remember: (text, vector) => memory.set(keyOf("query", text), vector),
  };
}
