import { AppError, type ErrorCode } from "../errors.ts";
import { type Embedder, spaceKey } from "../models/ports.ts";
import { shortenDataUris } from "../text/data-uris.ts";
import { headingPath } from "../text/passage.ts";
import { quantise } from "../text/quantise.ts";
import type { EmbeddableChunk, OutboxStore } from "./sql/outbox-types.ts";

export interface EmbedParts {
  readonly store: Pick<OutboxStore, "embedded" | "recordUse" | "models">;
  readonly embedder: Embedder;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Model calls a day; undefined: no bound of ours. */
  readonly modelBudget: number | undefined;
  /** Milliseconds one model call may take. */
  readonly callTimeoutMs: number;
}

/** Chunks whose texts a run has the lease on. */
export interface LeasedTexts {
  readonly lease: string;
  readonly chunks: readonly EmbeddableChunk[];
}

/** What became of the texts; a chunk is in neither when its text has no vector at all. */
export interface EmbeddedTexts {
  /** By `textKey`; null: nothing in it to embed. */
  readonly vectors: ReadonlyMap<string, string | null>;
  readonly failed: readonly { readonly chunks: readonly EmbeddableChunk[]; readonly error: AppError }[];
  /** Texts a model was asked for. */
  readonly embedded: number;
}

/** Names a chunk's text within a sweep: the same text in two workspaces is embedded for each. */
export const textKey = ({ workspace, hash }: Pick<EmbeddableChunk, "workspace" | "hash">): string =>
  `${workspace} ${hash}`;

/** After these there is no point in asking for the next texts in the same run. */
const STOPS: ReadonlySet<ErrorCode> = new Set([
  "quota",
  "model_budget",
  "capacity",
  "timeout",
  "embedder_unavailable",
]);

/**
 * Vectors of the chunks: cached ones at once, then each distinct text once, kept in D1 call by call. A call that the
 * model refuses is halved until the one text that it cannot take stands alone; an outage leaves the rest for later.
 */
export async function embedTexts(parts: EmbedParts, { lease, chunks }: LeasedTexts): Promise<EmbeddedTexts> {
  const cached = chunks.filter(({ vector }) => vector !== null);
  const vectors = new Map<string, string | null>(cached.map((chunk) => [textKey(chunk), chunk.vector]));
  const missing = [
    ...new Map(
      chunks.filter(({ vector }) => vector === null).map((chunk) => [textKey(chunk), chunk]),
    ).values(),
  ];
  if (cached.length > 0) await keep(parts, { lease, chunks: cached }, vectors);
  const waiting: EmbeddableChunk[][] = batches(missing, parts.embedder.maxBatch);
  const failed: { chunks: readonly EmbeddableChunk[]; error: AppError }[] = [];
  let embedded = 0;
  for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
    const error = await embedBatch(parts, { lease, chunks: batch }, vectors);
    if (error === undefined) embedded += batch.length;
    else if (error.code === "embedder_refused" && batch.length > 1) waiting.unshift(...halves(batch));
    else failed.push({ chunks: batch, error });
    if (error !== undefined && STOPS.has(error.code))
      failed.push(...waiting.splice(0).map((rest) => ({ chunks: rest, error })));
  }
  return { vectors, failed, embedded };
}

/** One call. Answers its failure, when it is one that is expected. */
async function embedBatch(
  parts: EmbedParts,
  { lease, chunks: batch }: LeasedTexts,
  vectors: Map<string, string | null>,
): Promise<AppError | undefined> {
  const { embedder, store, now, callTimeoutMs } = parts;
  try {
    await checkBudget(parts);
    const inputs = batch.map(({ headings, text }) => ({
      headings: headingPath(headings),
      text: shortenDataUris(text),
    }));
    const answers = await embedder.embedChunks(inputs, AbortSignal.timeout(callTimeoutMs));
    for (const [at, chunk] of batch.entries()) {
      const vector = answers[at];
      vectors.set(textKey(chunk), (vector && quantise(vector)) ?? null);
    }
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  } finally {
    if (embedder.kind === "neural") await store.recordUse({ nowMs: now(), calls: 1, texts: batch.length });
  }
  await keep(parts, { lease, chunks: batch }, vectors);
  return undefined;
}

const keep = (
  { store, embedder, now }: EmbedParts,
  { lease, chunks }: LeasedTexts,
  vectors: ReadonlyMap<string, string | null>,
): Promise<void> =>
  store.embedded({
    lease,
    identity: spaceKey(embedder.space),
    nowMs: now(),
    vectors: chunks.map((chunk) => ({
      workspace: chunk.workspace,
      hash: chunk.hash,
      vector: vectors.get(textKey(chunk)) ?? null,
    })),
  });

async function checkBudget({ store, now, embedder, modelBudget }: EmbedParts): Promise<void> {
  if (embedder.kind !== "neural") return;
  const { calls, pausedUntil } = await store.models(now());
  if (pausedUntil !== null && pausedUntil > now())
    throw new AppError("quota", "The model's daily quota is used up until 00:00 UTC");
  if (modelBudget !== undefined && calls >= modelBudget)
    throw new AppError(
      "model_budget",
      `MODEL_BUDGET_PER_DAY (${modelBudget} calls) is used up until 00:00 UTC`,
    );
}

const batches = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

const halves = <Item>(items: readonly Item[]): Item[][] => batches(items, Math.ceil(items.length / 2));
