import type { StoredChunkRow, StoredDocument } from "../audit/sql/audit-types.ts";
import { DAY_MS, DEFAULTS } from "../config.ts";
import { backoffMs } from "../database/backoff.ts";
import { AppError } from "../errors.ts";
import { type GenerationRequest, type Generator, nextUtcMidnight } from "../models/ports.ts";
import type { OutboxStore } from "../vectors/sql/outbox-types.ts";
import type { DueChunk, FreshAnswer, QuestionStore } from "./question-types.ts";

// Asks a text model about chunks, a few a slice. A slice can be cut off anywhere: its chunks are leased, and what it
// writes goes in with the rows that make it so. Caches hold successes only.

export interface AskParts {
  readonly models: Pick<OutboxStore, "models" | "recordUse">;
  readonly generator: Generator;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly random: () => number;
  readonly newLease: () => string;
  /** Model calls a day; undefined: no bound of ours. */
  readonly modelBudget: number | undefined;
}

export interface AskLimits {
  readonly workspace: number | undefined;
  /** Chunks of one slice: all of them are asked about at once. */
  readonly chunks: number;
  /** Text of the documents that one slice reads, bytes. */
  readonly bytes: number;
}

/** A due chunk in its document. */
export interface Place {
  readonly document: StoredDocument;
  readonly chunk: StoredChunkRow;
  /** Of the chunk in the document. */
  readonly at: number;
  /** Under which its answer is kept. */
  readonly key: string;
  readonly due: DueChunk;
}

/** What came of a slice. */
export interface Answers {
  readonly workspace: number;
  readonly lease: string;
  readonly nowMs: number;
  readonly answers: readonly { readonly place: Place; readonly text: string }[];
  /** Those that the model has just given, to be kept. */
  readonly fresh: readonly FreshAnswer[];
}

/** What is asked about chunks, and what becomes of the answers. */
export interface Asking {
  readonly store: QuestionStore;
  /** The chunk's text hash and a space first, so that the answer is found when the text is deleted. */
  keyOf(model: string, document: StoredDocument, chunk: StoredChunkRow): string;
  request(document: StoredDocument, at: number): GenerationRequest;
  /** What of an answer is kept and written; undefined: it says nothing, and is asked for again. */
  read(answer: string, chunk: StoredChunkRow): string | undefined;
  /** What the model's answer lacks then, in a sentence. */
  readonly lack: string;
  write(answers: Answers): Promise<void>;
}

export interface AskReport {
  readonly answered: number;
  readonly failed: number;
}

/** One slice; undefined: nothing is due, or no model may be called today. */
export async function askAboutDue(
  parts: AskParts,
  limits: AskLimits,
  asking: Asking,
): Promise<AskReport | undefined> {
  const { store } = asking;
  const calls = await callsLeft(parts);
  if (calls === 0) return undefined;
  const lease = parts.newLease();
  const { workspace, bytes: maxBytes } = limits;
  const limit = Math.min(limits.chunks, calls);
  const due = await store.claim({ workspace, lease, nowMs: parts.now(), limit });
  const [first] = due;
  if (first === undefined) return undefined;
  const nums = [...new Set(due.map(({ document }) => document))];
  const documents = await store.documents({ workspace: first.workspace, nums, maxBytes });
  const run: Run = { parts, asking, lease, workspace: first.workspace };
  if (documents.length === 0) return postponed(run, due);
  const report = await answerAll(run, placesOf(run, due, documents));
  await store.release(lease);
  return report;
}

interface Run {
  readonly parts: AskParts;
  readonly asking: Asking;
  readonly lease: string;
  readonly workspace: number;
}

/** Calls that the day's budget leaves; none while the platform's quota is used up. */
async function callsLeft({ models, now, modelBudget }: AskParts): Promise<number> {
  const { calls, pausedUntil } = await models.models(now());
  if (pausedUntil !== null && pausedUntil > now()) return 0;
  return Math.max(0, (modelBudget ?? Number.POSITIVE_INFINITY) - calls);
}

/** Deleted, and waiting to be emptied: that takes the work with it. */
async function postponed({ parts, asking, lease }: Run, due: readonly DueChunk[]): Promise<AskReport> {
  await asking.store.failed({
    lease,
    chunks: due.map(({ chunk }) => chunk),
    error: "the document is deleted",
    nextAtMs: parts.now() + DEFAULTS.retryCapMs,
  });
  return { answered: 0, failed: 0 };
}

function placesOf(
  { parts: { generator }, asking }: Run,
  due: readonly DueChunk[],
  documents: readonly StoredDocument[],
): Place[] {
  const wanted = new Map(due.map((one) => [one.chunk, one]));
  return documents.flatMap((document) =>
    document.chunks.flatMap((chunk, at) => {
      const one = wanted.get(chunk.id);
      if (one === undefined) return [];
      return [{ document, chunk, at, key: asking.keyOf(generator.model, document, chunk), due: one }];
    }),
  );
}

async function answerAll(run: Run, places: readonly Place[]): Promise<AskReport> {
  const { parts, asking, lease, workspace } = run;
  const kept = await asking.store.kept(
    workspace,
    places.map(({ key }) => key),
  );
  const lacking = places.filter(({ key }) => !kept.has(key));
  const { texts, failures } = await askFor(run, lacking);
  const fresh = lacking.flatMap(({ key, chunk: { id } }) => {
    const text = texts.get(key);
    return text === undefined ? [] : [{ key, id, text }];
  });
  const answers = places.flatMap((place) => {
    const text = kept.get(place.key) ?? texts.get(place.key);
    return text === undefined ? [] : [{ place, text }];
  });
  if (answers.length > 0) await asking.write({ workspace, lease, nowMs: parts.now(), answers, fresh });
  for (const failure of failures) await giveBack(run, failure);
  return { answered: answers.length, failed: failures.length };
}

interface Failure {
  readonly due: DueChunk;
  readonly error: AppError;
}

interface Asked {
  /** By key. */
  readonly texts: ReadonlyMap<string, string>;
  readonly failures: readonly Failure[];
}

/** A call for each distinct chunk, all at once; answers what came of them. */
async function askFor(run: Run, places: readonly Place[]): Promise<Asked> {
  const { models, now } = run.parts;
  const texts = new Map<string, string>();
  const failures: Failure[] = [];
  const distinct = [...new Map(places.map((place) => [place.key, place])).values()];
  const ask = async (place: Place) => {
    try {
      texts.set(place.key, await askAbout(run, place));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failures.push(...places.filter(({ key }) => key === place.key).map(({ due }) => ({ due, error })));
    }
  };
  if (distinct.length > 0) await models.recordUse({ nowMs: now(), calls: distinct.length, texts: 0 });
  await Promise.all(distinct.map(ask));
  return { texts, failures };
}

/** Throws AppError, `generator_unavailable` for an answer that says nothing. */
async function askAbout({ parts, asking }: Run, { document, chunk, at }: Place): Promise<string> {
  const signal = AbortSignal.timeout(DEFAULTS.generateTimeoutMs);
  const answer = await parts.generator.generate(asking.request(document, at), signal);
  const text = asking.read(answer, chunk);
  if (text !== undefined) return text;
  throw new AppError("generator_unavailable", asking.lack);
}

/** A used-up quota stops all model work until midnight and is nobody's failure; anything else backs off. */
async function giveBack({ parts, asking, lease }: Run, { due, error }: Failure): Promise<void> {
  const { models, now, random } = parts;
  const nowMs = now();
  if (error.code === "quota") {
    await models.recordUse({ nowMs, calls: 0, texts: 0, pausedUntil: nextUtcMidnight(nowMs) });
    return;
  }
  await asking.store.failed({
    lease,
    chunks: [due.chunk],
    error: `${error.code}: ${error.message}`,
    nextAtMs: nowMs + pauseMs(due.attempts + 1, random()),
  });
}

/** A model that never answers about a chunk is paid for once a day, not once an hour. */
const pauseMs = (attempts: number, random: number): number =>
  attempts >= DEFAULTS.maxAttempts ? DAY_MS : backoffMs(attempts, random);
