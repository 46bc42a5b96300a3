import { readGivenNames } from "../database/fragments/given-names.ts";
import type { DocumentWrite } from "../documents/sql/document-types.ts";
import { AppError } from "../errors.ts";
import { takingTurns } from "../text/steps.ts";
import { knownError } from "../workspaces/invalid-input.ts";
import type { OpenWorkspace } from "../workspaces/open-workspace.ts";
import { type RememberBatchAnswer, type RememberBatchRequest, RememberRequest } from "./contract/memories.ts";
import { findRivals } from "./contradictions/find-rivals.ts";
import { offeredFor } from "./contradictions/offered.ts";
import { isPlainRepeat } from "./duplicates/merge.ts";
import { type MemoryRunning, memoryAnswer, memoryDocument, retrying, written } from "./memory-document.ts";
import type { MemoryRecord } from "./memory-record.ts";
import {
  type Answered,
  answerOf,
  lookAt,
  newMemory,
  observedOf,
  rememberOne,
  type Wanted,
} from "./remember.ts";
import { memoriesByText } from "./sql/memory-reads.ts";
import { observeMemories, writeMemories } from "./sql/memory-writes.ts";

/** Characters of all texts of a batch: what one transaction takes with everything that is made of them. */
const MAX_BATCH_CHARS = 1_000_000;

/** What a memory takes beside its text, as characters of a file: it is a document of its own, however short. */
const MEMORY_CHARS = 2_000;
const workOf = ({ text }: { readonly text: string }): number => MEMORY_CHARS + text.length;

type Outcome = RememberBatchAnswer["answers"][number];
type Failed = Extract<Outcome, { readonly error: unknown }>;
type Done = Map<Wanted, Answered | Failed>;
/** When each was said, milliseconds: those of a batch one after the other, the last one now. */
type Times = ReadonlyMap<Wanted, number>;

/** The others may be stored by now: what this one met is said of this one. */
function failure(thrown: unknown): Failed {
  const { code, message, details } = knownError(thrown);
  return { error: { code, message, ...(details !== undefined && { details }) } };
}

async function lookAtOne(context: OpenWorkspace, input: unknown): Promise<Wanted | Failed> {
  const parsed = RememberRequest.safeParse(input);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const at = issue?.path.join(".") ?? "";
    return { error: { code: "invalid_input", message: `${at === "" ? "" : `${at}: `}${issue?.message}` } };
  }
  return lookAt(context, parsed.data).catch(failure);
}

async function lookAtAll(
  context: OpenWorkspace,
  memories: readonly unknown[],
): Promise<readonly (Wanted | Failed)[]> {
  const looked: (Wanted | Failed)[] = [];
  const turn = takingTurns();
  let chars = 0;
  for (const input of memories) {
    const one = await lookAtOne(context, input);
    looked.push(one);
    if (!isWanted(one)) continue;
    chars += one.text.length;
    if (chars > MAX_BATCH_CHARS) throw tooMuchText();
    await turn(workOf(one));
  }
  return looked;
}

const tooMuchText = () =>
  new AppError("too_large", `The texts of one batch have at most ${MAX_BATCH_CHARS} characters together`, {
    details: { characters: MAX_BATCH_CHARS },
  });

const isWanted = (looked: Wanted | Failed): looked is Wanted => "request" in looked;

/** One millisecond apart, so that every order by time has them as they were given, also once they were moved elsewhere. */
const timesOf = (looked: readonly (Wanted | Failed)[], nowMs: number): Times =>
  new Map(
    looked.flatMap((one, at) => (isWanted(one) ? [[one, nowMs - (looked.length - 1 - at)] as const] : [])),
  );

/**
 * Remembers many: what is new goes into one transaction, what only repeats is counted in another, and the rest is done one
 * by one, in order. Each is answered as if it had come alone. Throws `too_large`.
 */
export async function rememberMany(
  context: OpenWorkspace,
  running: MemoryRunning,
  { memories }: RememberBatchRequest,
): Promise<RememberBatchAnswer> {
  const { batch } = running;
  if (memories.length > batch.memories)
    throw new AppError("too_large", `One batch carries at most ${batch.memories} memories here`, {
      details: { memories: batch.memories },
    });
  const looked = await lookAtAll(context, memories);
  const done: Done = new Map();
  const times = timesOf(looked, context.nowMs);
  const plain = looked.filter(isWanted).filter(({ request }) => request.supersedes === undefined);
  await createTogether(context, running, { plain, done, times });
  // What was created stays: those that could not be counted are tried one by one, and say what they meet.
  await countTogether(context, { plain, done, times }).catch(failure);
  await restByItself(context, running, { looked, done, times });
  const answers = await answersOf(context, looked, done);
  const count = (action: string) =>
    answers.filter((answer) => "action" in answer && answer.action === action).length;
  const failed = answers.filter((answer) => "error" in answer).length;
  return { answers, created: count("created"), merged: count("merged"), failed };
}

/** What is left one by one, in order, as many as one request may. */
async function restByItself(
  context: OpenWorkspace,
  running: MemoryRunning,
  { looked, done, times }: Omit<Batch, "plain"> & { readonly looked: readonly (Wanted | Failed)[] },
): Promise<void> {
  const rest = looked.filter(isWanted).filter((wanted) => !done.has(wanted));
  for (const [at, wanted] of rest.entries()) {
    const then = { ...context, nowMs: times.get(wanted) ?? context.nowMs };
    const byItself = () => retrying(() => rememberOne(then, running, wanted)).catch(failure);
    done.set(wanted, at < running.batch.alone ? await byItself() : TOO_MANY);
  }
}

/** In the order of the batch, with what each may contradict. */
async function answersOf(
  { session: db, workspace }: OpenWorkspace,
  looked: readonly (Wanted | Failed)[],
  done: Done,
): Promise<Outcome[]> {
  const kept = [...done.values()].flatMap((answer) => ("memory" in answer ? [answer.memory.id] : []));
  const offered = await offeredFor(db, workspace, kept);
  return looked.map((one) => {
    if (!isWanted(one)) return one;
    const answer = done.get(one) ?? TOO_MANY;
    return "error" in answer ? answer : answerOf(answer, one, offered);
  });
}

const TOO_MANY: Failed = {
  error: {
    code: "capacity",
    message: "The batch holds too many that change other memories: send this one by itself",
  },
};

interface Batch {
  readonly plain: readonly Wanted[];
  readonly done: Done;
  readonly times: Times;
}

const normalHashes = (wanted: readonly Wanted[]): string[] => wanted.map((one) => one.normalHash);

/** Those that nobody has said before, the first of each text, in one write; none when others write the same meanwhile. */
async function createTogether(
  { session: db, workspace, row, nowMs }: OpenWorkspace,
  running: MemoryRunning,
  { plain, done, times }: Batch,
): Promise<void> {
  const known = await memoriesByText(db, workspace, normalHashes(plain));
  const firsts = new Map<string, Wanted>();
  for (const wanted of plain)
    if (!known.has(wanted.normalHash) && !firsts.has(wanted.normalHash))
      firsts.set(wanted.normalHash, wanted);
  if (firsts.size === 0) return;
  const toCompare = running.knowsMeaning(row.identity);
  const given = await readGivenNames(db, workspace);
  const made: { wanted: Wanted; memory: MemoryRecord; document: DocumentWrite }[] = [];
  const turn = takingTurns();
  for (const wanted of firsts.values()) {
    const memory = newMemory(wanted, times.get(wanted) ?? nowMs);
    made.push({ wanted, memory, document: await memoryDocument(memory, { workspace, toCompare, given }) });
    await turn(workOf(memory));
  }
  const pairs = await findRivals(
    db,
    workspace,
    made.map(({ memory }) => memory),
  );
  try {
    const version = await writeMemories(db, {
      ...{ workspace, identity: row.identity, nowMs, documents: made.map(({ document }) => document) },
      expects: new Map(made.map(({ memory }) => [memory.id, 0])),
      pairs,
    });
    for (const { wanted, memory, document } of made) {
      const answer = memoryAnswer(written(memory, document, version));
      done.set(wanted, { memory: answer, action: "created", mergedInto: null, version });
    }
  } catch (error) {
    const isExpected = error instanceof AppError && ["conflict", "too_large"].includes(error.code);
    if (!isExpected) throw error;
  }
}

/** Those that add to the count of a memory only, all at once. */
async function countTogether(
  { session: db, workspace, nowMs }: OpenWorkspace,
  { plain, done, times }: Batch,
): Promise<void> {
  const left = plain.filter((wanted) => !done.has(wanted));
  if (left.length === 0) return;
  const known = await memoriesByText(db, workspace, normalHashes(left));
  const repeats = left.flatMap((wanted) => {
    const memory = known.get(wanted.normalHash);
    const observed = observedOf(wanted, times.get(wanted) ?? nowMs);
    return memory !== undefined && isPlainRepeat(memory, observed) ? [{ wanted, memory, observed }] : [];
  });
  if (repeats.length === 0) return;
  const byMemory = Map.groupBy(repeats, ({ memory }) => memory);
  const { memories, version } = await observeMemories(db, {
    workspace,
    observed: Array.from(byMemory, ([{ id, hash }, all]) => ({
      ...{ id, hash, times: all.length, at: Math.max(...all.map(({ observed }) => observed.at)) },
      confidence: Math.max(...all.map(({ observed }) => observed.confidence)),
    })),
  });
  const counted = new Map(memories.map((memory): [string, MemoryRecord] => [memory.id, memory]));
  for (const { wanted, memory } of repeats) {
    const after = counted.get(memory.id);
    if (after === undefined) continue;
    done.set(wanted, { memory: memoryAnswer(after), action: "merged", mergedInto: memory.id, version });
  }
}
