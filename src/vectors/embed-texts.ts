import { readCalls, recordCalls } from "../database/day-use.ts";
import type { EmbeddedTexts } from "../database/embeddings.ts";
import { AppError, type ErrorCode } from "../errors.ts";
import { requireCalls } from "../models/budget.ts";
import { type Embedder, spaceKey } from "../models/ports.ts";
import { callsUsedUp, workspaceCallsLeft } from "../models/workspace-calls.ts";
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

interface Failed {
  readonly chunks: readonly EmbeddableChunk[];
  readonly error: AppError;
}

/** What became of the texts; a chunk is in neither when its text has no vector at all. */
export interface Embedded {
  /** By `textKey`; null: nothing in it to embed. */
  readonly vectors: ReadonlyMap<string, string | null>;
  readonly failed: readonly Failed[];
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
 * model refuses is halved until the one text that it cannot take stands alone; an outage leaves the rest for later. A call
 * counts once for each workspace that has texts in it; those of one that has no call left fail with `workspace_quota`.
 */
export async function embedTexts(deps: EmbedDeps, { lease, chunks }: LeasedTexts): Promise<Embedded> {
  const texts = [...new Map(chunks.map((chunk) => [textKey(chunk), chunk])).values()];
  const cached = texts.filter(({ vector }) => vector !== null);
  const missing = texts.filter(({ vector }) => vector === null);
  const vectors = new Map<string, string | null>(cached.map((chunk) => [textKey(chunk), chunk.vector]));
  if (cached.length > 0) await keep(deps, { lease, chunks: cached }, vectors);
  const waiting: (readonly EmbeddableChunk[])[] = batches(missing, deps.embedder.maxBatch);
  const failed: Failed[] = [];
  let embedded = 0;
  for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
    const failures = await embedBatch(deps, { lease, chunks: batch }, vectors);
    embedded += batch.length - failures.reduce((sum, { chunks: lost }) => sum + lost.length, 0);
    for (const { chunks: lost, error } of failures) {
      if (error.code === "embedder_refused" && lost.length > 1) waiting.unshift(...halves(lost));
      else failed.push({ chunks: lost, error });
      if (STOPS.has(error.code)) failed.push(...waiting.splice(0).map((rest) => ({ chunks: rest, error })));
    }
  }
  return { vectors, failed, embedded };
}

/** One call, with as many of the texts as may be asked for. Answers what failed, where that is expected. */
async function embedBatch(
  deps: EmbedDeps,
  { lease, chunks }: LeasedTexts,
  vectors: Map<string, string | null>,
): Promise<readonly Failed[]> {
  let batch = chunks;
  let over: readonly Failed[] = [];
  try {
    if (deps.embedder.kind === "neural") ({ batch, over } = await chargeBatch(deps, chunks));
    if (batch.length === 0) return over;
    await askModel(deps, batch, vectors);
  } catch (error) {
    if (error instanceof AppError) return [...over, { chunks: batch, error }];
    throw error;
  }
  await keep(deps, { lease, chunks: batch }, vectors);
  return over;
}

/** Charges a call, without the texts of workspaces that have none left. Throws `quota`, `model_budget`. */
async function chargeBatch(
  { db, now, modelBudget }: EmbedDeps,
  chunks: readonly EmbeddableChunk[],
): Promise<{ readonly batch: readonly EmbeddableChunk[]; readonly over: readonly Failed[] }> {
  const nowMs = now();
  const byWorkspace = Map.groupBy(chunks, ({ workspace }) => workspace);
  const { today, of } = await readCalls(db, [...byWorkspace.keys()], nowMs);
  requireCalls(today, { nowMs, callsPerDay: modelBudget });
  const isOver = (workspace: number) => workspaceCallsLeft(of(workspace)) === 0;
  const over = Array.from(byWorkspace, ([workspace, lost]) => ({ workspace, chunks: lost }))
    .filter(({ workspace }) => isOver(workspace))
    .map(({ workspace, chunks: lost }) => ({ chunks: lost, error: callsUsedUp(of(workspace), nowMs) }));
  const batch = chunks.filter(({ workspace }) => !isOver(workspace));
  const charges = [...new Set(batch.map((chunk) => chunk.workspace))].map((workspace) => ({
    workspace,
    calls: 1,
  }));
  if (batch.length > 0) await recordCalls(db, nowMs, { calls: 1, texts: batch.length, charges });
  return { batch, over };
}

async function askModel(
  { embedder, callTimeoutMs }: EmbedDeps,
  batch: readonly EmbeddableChunk[],
  vectors: Map<string, string | null>,
): Promise<void> {
  const inputs = batch.map(({ headings, text }) => ({
    headings: headingPath(headings),
    text: shortenDataUris(text),
  }));
  const answers = await embedder.embedChunks(inputs, AbortSignal.timeout(callTimeoutMs));
  for (const [at, chunk] of batch.entries()) {
    const vector = answers[at];
    vectors.set(textKey(chunk), (vector && quantise(vector)) ?? null);
  }
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
