import { DEFAULTS } from "../config.ts";
import { AppError } from "../errors.ts";
import { type Generator, nextUtcMidnight } from "../ports.ts";
import type { StoredDocument } from "../stores/audit.ts";
import type { ContextStore, ContextWork, ContextWrite } from "../stores/contexts.ts";
import type { OutboxStore } from "../stores/outbox.ts";
import { indexableText } from "../text/tokenise.ts";
import { backoffMs } from "./backoff.ts";
import { contextKey, contextRequest, parseContext } from "./context-request.ts";
import { keywordRowAt } from "./keyword-row.ts";
import { modelHashes } from "./prepare-document.ts";
import { chunkOf, namedPath } from "./stored-document.ts";

// Writes the contexts that pushes have asked for, a few chunks a slice. A slice can be cut off anywhere: its chunks are
// leased, and what it wrote went in with the rows that make it so. Caches hold successes only.

export interface ContextParts {
  readonly store: ContextStore;
  readonly models: Pick<OutboxStore, "models" | "recordUse">;
  readonly generator: Generator;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly random: () => number;
  readonly newLease: () => string;
  /** Model calls a day; undefined: no bound of ours. */
  readonly modelBudget: number | undefined;
}

export interface ContextLimits {
  readonly workspace: number | undefined;
  /** Chunks of one slice: all of them are asked for at once. */
  readonly chunks: number;
  /** Text of the documents that one slice reads, bytes. */
  readonly bytes: number;
}

export interface ContextReport {
  /** Written beside their chunks. */
  readonly contexts: number;
  readonly contextsFailed: number;
}

/** One slice; undefined: nothing is due, or no model may be called today. */
export async function contextualize(
  parts: ContextParts,
  limits: ContextLimits,
): Promise<ContextReport | undefined> {
  const { store, now, newLease } = parts;
  const calls = await callsLeft(parts);
  if (calls === 0) return undefined;
  const lease = newLease();
  const { workspace, bytes: maxBytes } = limits;
  const limit = Math.min(limits.chunks, calls);
  const work = await store.claim({ workspace, lease, nowMs: now(), limit });
  const [first] = work;
  if (first === undefined) return undefined;
  const nums = [...new Set(work.map(({ document }) => document))];
  const documents = await store.documents({ workspace: first.workspace, nums, maxBytes });
  const run: Run = { parts, lease, workspace: first.workspace };
  if (documents.length === 0) return postponed(run, work);
  const report = await writeContexts(run, work, documents);
  await store.release(lease);
  return report;
}

interface Run {
  readonly parts: ContextParts;
  readonly lease: string;
  readonly workspace: number;
}

/** Calls that the day's budget leaves; none while the platform's quota is used up. */
async function callsLeft({ models, now, modelBudget }: ContextParts): Promise<number> {
  const { calls, pausedUntil } = await models.models(now());
  if (pausedUntil !== null && pausedUntil > now()) return 0;
  return Math.max(0, (modelBudget ?? Number.POSITIVE_INFINITY) - calls);
}

/** Deleted, and waiting to be emptied: that takes the work with it. */
async function postponed({ parts, lease }: Run, work: readonly ContextWork[]): Promise<ContextReport> {
  await parts.store.failed({
    lease,
    chunks: work.map(({ chunk }) => chunk),
    error: "the document is deleted",
    nextAtMs: parts.now() + DEFAULTS.retryCapMs,
  });
  return { contexts: 0, contextsFailed: 0 };
}

/** A chunk of a document, and where its context is kept. */
interface Place {
  readonly document: StoredDocument;
  readonly at: number;
  readonly key: string;
  readonly work: ContextWork;
}

function placesOf(
  { parts: { generator } }: Run,
  work: readonly ContextWork[],
  documents: readonly StoredDocument[],
): Place[] {
  const wanted = new Map(work.map((one) => [one.chunk, one]));
  return documents.flatMap((document) =>
    document.chunks.flatMap(({ id, textHash }, at) => {
      const one = wanted.get(id);
      const key = contextKey(generator.model, { textHash, documentHash: document.hash });
      return one === undefined ? [] : [{ document, at, key, work: one }];
    }),
  );
}

async function writeContexts(
  run: Run,
  work: readonly ContextWork[],
  documents: readonly StoredDocument[],
): Promise<ContextReport> {
  const { store, now } = run.parts;
  const { lease, workspace } = run;
  const places = placesOf(run, work, documents);
  const kept = await store.kept(
    workspace,
    places.map(({ key }) => key),
  );
  const lacking = places.filter(({ key }) => !kept.has(key));
  const { texts, failures } = await askFor(run, lacking);
  const fresh = lacking.flatMap(({ key, work: { chunk: id } }) => {
    const text = texts.get(key);
    return text === undefined ? [] : [{ key, id, text }];
  });
  const contexts = await contextWrites(places, (key) => kept.get(key) ?? texts.get(key));
  if (contexts.length > 0) await store.written({ workspace, lease, nowMs: now(), contexts, fresh });
  for (const failure of failures) await giveBack(run, failure);
  return { contexts: contexts.length, contextsFailed: failures.length };
}

interface Failure {
  readonly work: ContextWork;
  readonly error: AppError;
}

interface Written {
  /** By key. */
  readonly texts: ReadonlyMap<string, string>;
  readonly failures: readonly Failure[];
}

/** A call for each distinct chunk, all at once; answers what came of them. */
async function askFor({ parts }: Run, places: readonly Place[]): Promise<Written> {
  const texts = new Map<string, string>();
  const failures: Failure[] = [];
  const distinct = [...new Map(places.map((place) => [place.key, place])).values()];
  const ask = async (place: Place) => {
    try {
      texts.set(place.key, await generateContext(parts, place));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failures.push(...places.filter(({ key }) => key === place.key).map(({ work }) => ({ work, error })));
    }
  };
  if (distinct.length > 0)
    await parts.models.recordUse({ nowMs: parts.now(), calls: distinct.length, texts: 0 });
  await Promise.all(distinct.map(ask));
  return { texts, failures };
}

/** Throws AppError, `generator_unavailable` for an answer that says nothing. */
async function generateContext({ generator }: ContextParts, { document, at }: Place): Promise<string> {
  const signal = AbortSignal.timeout(DEFAULTS.generateTimeoutMs);
  const answer = await generator.generate(contextRequest(document, at), signal);
  const context = parseContext(answer, document.chunks[at] ?? { text: "" });
  if (context !== undefined) return context;
  throw new AppError("generator_unavailable", "The model's answer holds no context");
}

/** Each chunk that has a context, as it is embedded and indexed with it. What the re-ranker is sent stays. */
async function contextWrites(
  places: readonly Place[],
  contextOf: (key: string) => string | undefined,
): Promise<ContextWrite[]> {
  const writes: ContextWrite[] = [];
  for (const { document, at, key } of places) {
    const [chunk, prefix] = [document.chunks[at], contextOf(key)];
    if (chunk === undefined || prefix === undefined) continue;
    const keyword = keywordRowAt(namedPath(document), document.chunks.map(chunkOf), at);
    if (keyword === undefined) throw new Error("every chunk has a keyword row");
    const { id, textHash } = chunk;
    const { embedHash } = await modelHashes({ ...chunk, prefix });
    const context = [indexableText(prefix), keyword.context].join(" ").trim();
    writes.push({
      id,
      textHash,
      documentHash: document.hash,
      prefix,
      embedHash,
      keyword: { ...keyword, context },
    });
  }
  return writes;
}

/** A used-up quota stops all model work until midnight and is nobody's failure; anything else backs off. */
async function giveBack({ parts, lease }: Run, { work, error }: Failure): Promise<void> {
  const { store, models, now, random } = parts;
  const nowMs = now();
  if (error.code === "quota") {
    await models.recordUse({ nowMs, calls: 0, texts: 0, pausedUntil: nextUtcMidnight(nowMs) });
    return;
  }
  await store.failed({
    lease,
    chunks: [work.chunk],
    error: `${error.code}: ${error.message}`,
    nextAtMs: nowMs + backoffMs(work.attempts + 1, random()),
  });
}
