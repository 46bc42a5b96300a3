import { readDayUse, recordDayUse } from "../database/day-use.ts";
import type { EmbeddedTexts } from "../database/embeddings.ts";
import { AppError, type ErrorCode } from "../errors.ts";
import { requireCalls } from "../models/budget.ts";
import { type Embedder, spaceKey } from "../models/ports.ts";
import { headingPath, shortenDataUris } from "../text/passage.ts";
import { quantise } from "../text/quantise.ts";
import type { EmbeddableChunk } from "./sql/chunks-to-embed.ts";
import type { WorkDeps } from "./work-deps.ts";

interface EmbedDeps extends Pick<WorkDeps, "db" | "now" | "modelBudget" | "callTimeoutMs"> {
  readonly embedder: Embedder;
  /** Keeps new embeddings; gives up the lease on their texts. */
  readonly keep: (texts: EmbeddedTexts & { readonly lease: string }) => Promise<void>;
}

interface LeasedTexts {
  readonly lease: string;
  readonly chunks: readonly EmbeddableChunk[];
}

/** What became of the texts; a chunk is in neither when its text has no vector at all. */
export interface Embedded {
  /** By `textKey`; null: nothing in it to embed. */
  readonly vectors: ReadonlyMap<string, string | null>;
  readonly failed: readonly { readonly chunks: readonly EmbeddableChunk[]; readonly error: AppError }[];
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
export async function embedTexts(deps: EmbedDeps, { lease, chunks }: LeasedTexts): Promise<Embedded> {
  const cached = chunks.filter(({ vector }) => vector !== null);
  const vectors = new Map<string, string | null>(cached.map((chunk) => [textKey(chunk), chunk.vector]));
  const missing = [
    ...new Map(
      chunks.filter(({ vector }) => vector === null).map((chunk) => [textKey(chunk), chunk]),
    ).values(),
  ];
  if (cached.length > 0) await keep(deps, { lease, chunks: cached }, vectors);
  const waiting: EmbeddableChunk[][] = batches(missing, deps.embedder.maxBatch);
  const failed: { chunks: readonly EmbeddableChunk[]; error: AppError }[] = [];
  let embedded = 0;
  for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
    const error = await embedBatch(deps, { lease, chunks: batch }, vectors);
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
  deps: EmbedDeps,
  { lease, chunks: batch }: LeasedTexts,
  vectors: Map<string, string | null>,
): Promise<AppError | undefined> {
  const { embedder, db, now, modelBudget, callTimeoutMs } = deps;
  try {
    if (embedder.kind === "neural") {
      requireCalls(await readDayUse(db, now()), { nowMs: now(), callsPerDay: modelBudget });
      await recordDayUse(db, now(), { calls: 1, texts: batch.length });
    }
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
  }
  await keep(deps, { lease, chunks: batch }, vectors);
  return undefined;
}

const keep = (
  { keep: keepTexts, embedder, now }: EmbedDeps,
  { lease, chunks }: LeasedTexts,
  vectors: ReadonlyMap<string, string | null>,
): Promise<void> =>
  keepTexts({
    lease,
    identity: spaceKey(embedder.space),
    nowMs: now(),
    vectors: chunks.map(({ workspace, hash }) => {
      const vector = vectors.get(textKey({ workspace, hash })) ?? null;
      return { workspace, hash, vector };
    }),
  });

/** Slices of at most so many items. */
export const batches = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

const halves = <Item>(items: readonly Item[]): Item[][] => batches(items, Math.ceil(items.length / 2));
