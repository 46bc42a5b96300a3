import type { TokenUse } from "../contract/costs.ts";
import { type Span, untraced } from "../contract/spans.ts";

/** What the service needs from models and vector indexes. Adapters lie in the folders beside; entries choose them. */

/** What one request or run has used; adapters add to it, the answer shows it. */
export interface Meter {
  rowsRead: number;
  rowsWritten: number;
  /** Awaits on anything outside the isolate; calls started together are one. */
  hops: number;
  modelCalls: number;
  textsEmbedded: number;
  passagesReranked: number;
  /** Makes what is called on the outside spans of the request's trace. */
  readonly span: Span;
}

export const createMeter = (span: Span = untraced): Meter => ({
  rowsRead: 0,
  rowsWritten: 0,
  hops: 0,
  modelCalls: 0,
  textsEmbedded: 0,
  passagesReranked: 0,
  span,
});

/** What makes two vectors comparable. */
export interface EmbeddingSpace {
  readonly model: string;
  readonly pooling: string;
  readonly dimensions: number;
  /** Rises when what is put before or around a text before it is embedded changes. */
  readonly prefixVersion: number;
}

/** One string per identity: a part of every cache key. */
export const spaceKey = ({ model, pooling, dimensions, prefixVersion }: EmbeddingSpace): string =>
  `${model}|${pooling}|${dimensions}|${prefixVersion}`;

/** The identity that a key names; undefined for any other text. A model's own name may hold the separator. */
export function parseSpace(key: string): EmbeddingSpace | undefined {
  const match = /^(.+)\|([^|]*)\|(\d{1,6})\|(\d{1,6})$/.exec(key);
  if (match === null) return undefined;
  const [, model = "", pooling = "", dimensions, prefixVersion] = match;
  return { model, pooling, dimensions: Number(dimensions), prefixVersion: Number(prefixVersion) };
}

export type Vector = Float32Array;

/** A model's name as answers show it: the stand-ins that need no model are named as what they are. */
export const embedderName = ({ kind, space }: Pick<Embedder, "kind" | "space">): string =>
  `${kind === "embedded" ? "embedded:" : ""}${space.model}`;

export const rerankerName = (reranker: Pick<Reranker, "model"> | undefined): string =>
  reranker?.model ?? "embedded:re-scoring";

/** A passage as an embedder sees it. */
export interface EmbeddingInput {
  readonly headings: string;
  readonly text: string;
}

/**
 * Turns texts into unit-length vectors. Throws AppError `embedder_unavailable`, `quota` (daily, stop until 00:00 UTC),
 * `capacity` (try again soon) or `timeout`. A text without a vector (nothing in it) is undefined, never zeros.
 */
export interface Embedder {
  readonly space: EmbeddingSpace;
  /** "neural" understands meaning; "embedded" is the lexical stand-in that needs no account. */
  readonly kind: "neural" | "embedded";
  /** A text and a question in another language that mean the same are near; undefined: not known of this model. */
  readonly spansLanguages?: boolean | undefined;
  /** Texts one call may carry. */
  readonly maxBatch: number;
  embedChunks(
    inputs: readonly EmbeddingInput[],
    signal?: AbortSignal,
  ): Promise<readonly (Vector | undefined)[]>;
  embedQuery(query: QueryForEmbedding, signal?: AbortSignal): Promise<Vector | undefined>;
  /** Up to `maxBatch` queries in one call, in their order. @default one by one */
  embedQueries?(
    queries: readonly QueryForEmbedding[],
    signal?: AbortSignal,
  ): Promise<readonly (Vector | undefined)[]>;
}

export interface QueryForEmbedding {
  readonly text: string;
  /** Content words, for embedders that weigh words. */
  readonly words: readonly string[];
  readonly idf?: (word: string) => number;
}

/** What a re-ranker reads of a search's candidates, the best first. */
interface RerankerReads {
  readonly passages?: number | undefined;
  /** Of a passage; longer ones are cut to lines that match. */
  readonly tokens?: number | undefined;
}

/** Raw relevance of each passage to the query, in the passages' order; undefined where none came back. */
export interface Reranker {
  /** Scores are kept by it: passages that are sent shorter are another model's. */
  readonly model: string;
  /** What it reads in time. Undefined: whatever a search sends. */
  readonly reads?: RerankerReads | undefined;
  score(
    query: string,
    passages: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly (number | undefined)[]>;
}

export interface GenerationRequest {
  readonly system: string;
  readonly prompt: string;
  /** The answer is the text of one JSON object; its shape is what the prompt asks for, and for the caller to check. */
  readonly json: boolean;
  readonly maxTokens: number;
}

/** Who listens to a text model while it writes. */
export interface Listener {
  /** Is told the tokens that the model says it used, where it says them. */
  readonly onUse?: (tokens: TokenUse) => void;
  /**
   * Asks for the text as it is written: is told its parts in order, with what the model puts around its answer. A model that
   * cannot write in parts tells all of it at once.
   */
  readonly onPart?: (part: string) => void;
}

/**
 * Writes text, without reasoning aloud and as repeatably as the model can. Throws AppError `generator_unavailable` (also
 * for an empty answer, or one that is not JSON where JSON was asked for), `quota`, `capacity` or `timeout`.
 */
export interface Generator {
  readonly model: string;
  generate(request: GenerationRequest, signal?: AbortSignal, listener?: Listener): Promise<string>;
}

export interface VectorMetadata {
  readonly root: string;
  readonly path: string;
  readonly kind: string;
  readonly language: string;
}

export interface VectorEntry {
  readonly id: string;
  readonly values: Vector;
  readonly metadata: VectorMetadata;
}

/** All of it holds; of a list any value will do. */
export interface VectorFilter {
  readonly root?: string | readonly string[];
  readonly kind?: string | readonly string[];
  readonly language?: string | readonly string[];
  /** At most 64 bytes. */
  readonly pathPrefix?: string;
}

export interface VectorMatch {
  readonly id: string;
  /** Cosine, -1 to 1. */
  readonly similarity: number;
}

/** How far the index has come: what is needed to know whether a write is visible. */
interface VectorIndexProgress {
  readonly processedUpToMutation: string | undefined;
  readonly processedUpToMs: number | undefined;
}

/** Nearest vectors of one namespace. Writes may become visible much later than they are acknowledged. */
export interface VectorIndex {
  readonly maxUpsert: number;
  readonly maxDelete: number;
  readonly maxGet: number;
  /** Answers the mutation's id. The stamp names the call on what it sent. */
  upsert(namespace: string, entries: readonly VectorEntry[], stamp?: string): Promise<string>;
  remove(ids: readonly string[]): Promise<string>;
  nearest(
    namespace: string,
    vector: Vector,
    options: { limit: number; filter: VectorFilter },
    signal?: AbortSignal,
  ): Promise<readonly VectorMatch[]>;
  /** Those of the ids (at most `maxGet`) that are visible; with stamps, visible as the call of that stamp sent them. */
  visible(ids: readonly string[], stamps?: ReadonlyMap<string, string>): Promise<readonly string[]>;
  progress(): Promise<VectorIndexProgress>;
}

/** One namespace of the vector index holds one identity of one workspace. */
export const namespaceOf = ({ workspace, generation }: { workspace: number; generation: number }): string =>
  `w${workspace}g${generation}`;
