import { DAY_MS, DEFAULTS } from "../config.ts";
import { pauseModels, readCalls, readDayUse, recordCalls } from "../database/day-use.ts";
import { callValues } from "../database/fragments/model-calls.ts";
import { backoffMs, errorText } from "../database/leases.ts";
import type { Session } from "../database/session.ts";
import { AppError } from "../errors.ts";
import { callsLeft } from "../models/budget.ts";
import type { GenerationRequest, Generator } from "../models/ports.ts";
import { workspaceCallsLeft } from "../models/workspace-calls.ts";
import type { Answered, DueChunk, Questions } from "./questions.ts";

// Asks a text model about chunks, a few a slice. A slice can be cut off anywhere: its chunks are leased, and what it
// writes goes in with the rows that make it so. Caches hold successes only.

export interface AskDeps {
  readonly db: Session;
  readonly generator: Generator;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly random: () => number;
  readonly newLease: () => string;
  /** Model calls a day; undefined: as many as the platform allows. */
  readonly modelBudget: number | undefined;
}

export interface AskLimits {
  readonly workspace: number | undefined;
  /** Chunks of one slice: all of them are asked about at once. */
  readonly chunks: number;
  /** Text of the documents that one slice reads, bytes. */
  readonly bytes: number;
}

/** A document whose chunks are asked about. */
interface AskedDocument {
  readonly chunks: readonly { readonly id: string }[];
}

/** A due chunk in its document. */
interface Place<Document> {
  readonly document: Document;
  /** Of the chunk in the document. */
  readonly at: number;
  readonly id: string;
  /** Under which its answer is kept. */
  readonly key: string;
  readonly due: DueChunk;
}

/** What came of a slice. */
export interface Answers<Document> extends Answered {
  readonly answers: readonly { readonly place: Place<Document>; readonly text: string }[];
}

/** What is asked about chunks, and what becomes of the answers. */
interface Asking<Document extends AskedDocument> {
  readonly questions: Questions;
  /** Documents whole, at most as many as have `maxBytes` of text together, the first one always. */
  documents(query: {
    workspace: number;
    nums: readonly number[];
    maxBytes: number;
  }): Promise<readonly Document[]>;
  /** The chunk's text hash and a space first, so that the answer is found when the text is deleted. */
  keyOf(model: string, document: Document, at: number): string;
  request(document: Document, at: number): GenerationRequest;
  /** What of an answer is kept and written; undefined: it says nothing, and is asked for again. */
  read(answer: string, document: Document, at: number): string | undefined;
  /** What the model's answer lacks then, in a sentence. */
  readonly lack: string;
  write(answers: Answers<Document>): Promise<void>;
}

interface AskReport {
  readonly answered: number;
  readonly failed: number;
}

/** One slice of one workspace; undefined: nothing is due, or no model may be called today. */
export async function askAboutDue<Document extends AskedDocument>(
  deps: AskDeps,
  { workspace, chunks, bytes: maxBytes }: AskLimits,
  asking: Asking<Document>,
): Promise<AskReport | undefined> {
  const { db, now } = deps;
  const calls = await callsToday(deps);
  if (calls === 0) return undefined;
  const lease = deps.newLease();
  const nowMs = now();
  const due = await db.all(asking.questions.claim, {
    ...{ lease, leaseUntil: nowMs + DEFAULTS.leaseMs, now: nowMs },
    ...{ limit: Math.min(chunks, calls), workspace: workspace ?? null },
    ...callValues(db, nowMs),
  });
  const [first] = due;
  if (first === undefined) return undefined;
  const nums = [...new Set(due.map(({ document }) => document))];
  const documents = await asking.documents({ workspace: first.workspace, nums, maxBytes });
  const run = { deps, asking, lease, workspace: first.workspace };
  if (documents.length === 0) {
    // Deleted, and waiting to be emptied: that takes the work with it.
    await fail(run, due, { error: "the document is deleted", nextAt: now() + DEFAULTS.retryCapMs });
    return { answered: 0, failed: 0 };
  }
  const report = await answerAll(run, placesOf(run, due, documents));
  // Whatever the lease still holds, as it was.
  await db.all(asking.questions.release, { lease });
  return report;
}

interface Run<Document extends AskedDocument> {
  readonly deps: AskDeps;
  readonly asking: Asking<Document>;
  readonly lease: string;
  readonly workspace: number;
}

/** Calls that the day's quota and budget leave. */
const callsToday = async ({ db, now, modelBudget }: AskDeps): Promise<number> =>
  callsLeft(await readDayUse(db, now()), { nowMs: now(), callsPerDay: modelBudget });

/** Gives chunks back for a later try. */
async function fail<Document extends AskedDocument>(
  { deps, asking, lease }: Run<Document>,
  due: readonly DueChunk[],
  why: { readonly error: string; readonly nextAt: number },
): Promise<void> {
  const chunks = JSON.stringify(due.map(({ chunk }) => chunk));
  await deps.db.all(asking.questions.fail, { lease, chunks, ...why });
}

function placesOf<Document extends AskedDocument>(
  { deps: { generator }, asking }: Run<Document>,
  due: readonly DueChunk[],
  documents: readonly Document[],
): Place<Document>[] {
  const wanted = new Map(due.map((one) => [one.chunk, one]));
  return documents.flatMap((document) =>
    document.chunks.flatMap(({ id }, at) => {
      const one = wanted.get(id);
      if (one === undefined) return [];
      return [{ document, at, id, key: asking.keyOf(generator.model, document, at), due: one }];
    }),
  );
}

async function answerAll<Document extends AskedDocument>(
  run: Run<Document>,
  places: readonly Place<Document>[],
): Promise<AskReport> {
  const { deps, asking, lease, workspace } = run;
  const keys = JSON.stringify(places.map(({ key }) => key));
  const rows = await deps.db.all(asking.questions.kept, { workspace, keys });
  const kept = new Map(rows.map(({ key, text }) => [key, text]));
  const lacking = places.filter(({ key }) => !kept.has(key));
  const { of } = await readCalls(deps.db, [workspace], deps.now());
  const { texts, failures } = await askFor(run, lacking, workspaceCallsLeft(of(workspace)));
  const fresh = lacking.flatMap(({ key, id }) => {
    const text = texts.get(key);
    return text === undefined ? [] : [{ key, id, text }];
  });
  const answers = places.flatMap((place) => {
    const text = kept.get(place.key) ?? texts.get(place.key);
    return text === undefined ? [] : [{ place, text }];
  });
  if (answers.length > 0) await asking.write({ workspace, lease, nowMs: deps.now(), answers, fresh });
  for (const failure of failures) await giveBack(run, failure);
  return { answered: answers.length, failed: failures.length };
}

interface Failure {
  readonly due: DueChunk;
  readonly error: AppError;
}

/**
 * A call for each distinct chunk, all at once, as far as the workspace's quota goes; answers the texts by key, and the
 * failures.
 */
async function askFor<Document extends AskedDocument>(
  run: Run<Document>,
  places: readonly Place<Document>[],
  most: number,
) {
  const { db, now } = run.deps;
  const texts = new Map<string, string>();
  const failures: Failure[] = [];
  const distinct = [...new Map(places.map((place) => [place.key, place])).values()].slice(0, most);
  const ask = async (place: Place<Document>) => {
    try {
      texts.set(place.key, await askAbout(run, place));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failures.push(...places.filter(({ key }) => key === place.key).map(({ due }) => ({ due, error })));
    }
  };
  const calls = distinct.length;
  if (calls > 0) await recordCalls(db, now(), { calls, charges: [{ workspace: run.workspace, calls }] });
  await Promise.all(distinct.map(ask));
  return { texts, failures };
}

/** Throws AppError, `generator_unavailable` for an answer that says nothing. */
async function askAbout<Document extends AskedDocument>(
  { deps, asking }: Run<Document>,
  { document, at }: Place<Document>,
): Promise<string> {
  const signal = AbortSignal.timeout(DEFAULTS.generateTimeoutMs);
  const answer = await deps.generator.generate(asking.request(document, at), signal);
  const text = asking.read(answer, document, at);
  if (text !== undefined) return text;
  throw new AppError("generator_unavailable", asking.lack);
}

/** A used-up quota stops all model work until midnight and is nobody's failure; anything else backs off. */
async function giveBack<Document extends AskedDocument>(
  run: Run<Document>,
  { due, error }: Failure,
): Promise<void> {
  const { db, now, random } = run.deps;
  const nowMs = now();
  if (error.code === "quota") return pauseModels(db, error, nowMs);
  const nextAt = nowMs + pauseMs(due.attempts + 1, random());
  await fail(run, [due], { error: errorText(error), nextAt });
}

/** A model that never answers about a chunk is paid for once a day, not once an hour. */
const pauseMs = (attempts: number, random: number): number =>
  attempts >= DEFAULTS.maxAttempts ? DAY_MS : backoffMs(attempts, random);
