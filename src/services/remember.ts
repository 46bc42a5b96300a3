import {
  MEMORY_DEFAULTS,
  RememberRequest,
  type RememberAnswer,
  type RememberBatchAnswer,
  type RememberBatchRequest,
} from "../contract/memories.ts";
import { AppError } from "../errors.ts";
import { isPlainRepeat, merge, type Observed } from "../memory/merge.ts";
import { redact, type Redaction } from "../memory/redact.ts";
import { type NoiseReason, noiseReason } from "../retrieval/noise.ts";
import { createMemoryStore } from "../storage/memory-store.ts";
import type { Leaving, MemoryRecord, ObservationRecord } from "../stores/memories.ts";
import {
  hashesOf,
  liveMemory,
  type MemoryContext,
  type MemoryRunning,
  memoryAnswer,
  memoryDocument,
  retrying,
  written,
} from "./memory-parts.ts";
import { checkType } from "./memory-types.ts";

/** What is asked to be remembered, looked at: without secrets, not noise, of a known type. */
interface Wanted {
  readonly request: RememberRequest;
  readonly text: string;
  readonly hash: string;
  readonly normalHash: string;
  readonly redacted: Redaction["redacted"];
}

const NOISE: Readonly<Record<NoiseReason, string>> = {
  too_short: "it is too short to say anything",
  greeting: "it is a greeting",
  denial: "it only says that nothing is known",
  memory_question: "it is a question about memory itself",
  boilerplate: "it is what tools write by rote",
};

/** A text to remember, secrets out. Throws `invalid_input` for noise, unless it is forced. */
export async function cleanText(
  text: string,
  { force }: { readonly force: boolean },
): Promise<Pick<Wanted, "text" | "hash" | "normalHash" | "redacted">> {
  const clean = redact(text);
  const reason = force ? undefined : noiseReason(clean.text);
  if (reason !== undefined)
    throw new AppError("invalid_input", `Not remembered: ${NOISE[reason]}; force keeps it all the same`, {
      details: { reason },
    });
  return { text: clean.text, ...(await hashesOf(clean.text)), redacted: clean.redacted };
}

async function lookAt({ row }: MemoryContext, request: RememberRequest): Promise<Wanted> {
  checkType(row, request.type);
  return { request, ...(await cleanText(request.text, request)) };
}

const newId = (): string => crypto.randomUUID().replaceAll("-", "");

function newMemory({ request, text, hash, normalHash }: Wanted, nowMs: number): MemoryRecord {
  return {
    id: newId(),
    state: "live",
    ...{ text, hash, normalHash },
    type: request.type ?? MEMORY_DEFAULTS.type,
    importance: request.importance ?? MEMORY_DEFAULTS.importance,
    priority: request.priority ?? MEMORY_DEFAULTS.priority,
    confidence: request.confidence ?? MEMORY_DEFAULTS.confidence,
    timesObserved: 1,
    firstObserved: nowMs,
    lastObserved: nowMs,
    session: request.session ?? null,
    source: request.source ?? null,
    tags: [...new Set(request.tags)],
    entities: [...new Set(request.entities)],
    metadata: request.metadata ?? {},
    supersedes: null,
    supersededBy: null,
    isCompared: true,
    version: 0,
    leftAt: null,
    votes: [],
  };
}

const observedOf = (memory: MemoryRecord): Observed => ({
  ...memory,
  times: memory.timesObserved,
  at: memory.lastObserved,
});

/** An older text of a memory, before it says a later one. */
export const olderText = (memory: MemoryRecord, merged: string | null): ObservationRecord => ({
  memory: memory.id,
  merged,
  text: memory.text,
  type: memory.type,
  confidence: memory.confidence,
  session: memory.session,
  source: memory.source,
  at: memory.lastObserved,
});

const superseded = (memory: MemoryRecord, by: string): Leaving => ({
  memory,
  state: "superseded",
  supersededBy: by,
});

type Answered = Omit<RememberAnswer, "redacted" | "dedupe">;

/** Creates it, or counts it as one more observation of the memory that says so already. */
async function rememberOne(
  context: MemoryContext,
  running: MemoryRunning,
  wanted: Wanted,
): Promise<Answered> {
  const { session, workspace, row, nowMs } = context;
  const store = createMemoryStore(session);
  const known = (await store.byText(workspace, [wanted.normalHash])).get(wanted.normalHash);
  const { supersedes } = wanted.request;
  const target = supersedes === undefined ? undefined : await liveMemory(context, supersedes);
  const fresh = newMemory(wanted, nowMs);
  const isItself = target !== undefined && target.id === known?.id;
  const observed = observedOf({ ...fresh, confidence: wanted.request.confidence ?? 0 });
  if (known !== undefined && (target === undefined || isItself) && isPlainRepeat(known, observed)) {
    const { id, hash } = known;
    const counted = await store.observe({ workspace, id, hash, confidence: observed.confidence, nowMs });
    if (counted === undefined) throw new AppError("conflict", "It has just changed", RACE);
    const { memory, version } = counted;
    return { memory: memoryAnswer(memory), action: "merged", mergedInto: id, version };
  }
  const merged = known === undefined ? fresh : merge(known, observed);
  const leaving = target === undefined || isItself ? [] : [superseded(target, merged.id)];
  const memory = { ...merged, supersedes: leaving[0]?.memory.id ?? merged.supersedes };
  const isNewText = known?.hash !== memory.hash;
  const toCompare = isNewText && running.knowsMeaning(row.identity);
  const document = await memoryDocument(memory, { workspace, toCompare });
  const observations = known !== undefined && isNewText ? [olderText(known, null)] : [];
  const version = await store.write({
    ...{ workspace, identity: row.identity, nowMs, documents: [document], leaving, observations },
    expects: new Map([[memory.id, known?.version ?? 0]]),
  });
  return {
    memory: memoryAnswer(written(memory, document, version)),
    action: known === undefined ? "created" : "merged",
    mergedInto: known?.id ?? null,
    version,
  };
}

const RACE = { details: { reason: "document_changed" } };

const answerOf = (answered: Answered, { redacted }: Wanted): RememberAnswer => ({
  ...answered,
  dedupe: answered.memory.dedupe,
  redacted: redacted.map((one) => ({ ...one })),
});

/** Remembers one text: searchable by keyword when it is answered. Throws `invalid_input`, `conflict`, `not_found`. */
export async function remember(
  context: MemoryContext,
  running: MemoryRunning,
  request: RememberRequest,
): Promise<RememberAnswer> {
  const wanted = await lookAt(context, request);
  return answerOf(await retrying(() => rememberOne(context, running, wanted)), wanted);
}

type Outcome = RememberBatchAnswer["answers"][number];

function failure(error: unknown): Outcome {
  if (!(error instanceof AppError)) throw error;
  const { code, message, details } = error;
  return { error: { code, message, ...(details !== undefined && { details }) } };
}

async function lookAtOne(context: MemoryContext, input: unknown): Promise<Wanted | Outcome> {
  const parsed = RememberRequest.safeParse(input);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const at = issue?.path.join(".") ?? "";
    return { error: { code: "invalid_input", message: `${at === "" ? "" : `${at}: `}${issue?.message}` } };
  }
  return lookAt(context, parsed.data).catch(failure);
}

const isWanted = (looked: Wanted | Outcome): looked is Wanted => "request" in looked;

/** Remembers many; what is new goes into one transaction, and each is answered as if it had come alone, in their order. */
export async function rememberMany(
  context: MemoryContext,
  running: MemoryRunning,
  { memories }: RememberBatchRequest,
): Promise<RememberBatchAnswer> {
  const looked = await Promise.all(memories.map((input) => lookAtOne(context, input)));
  const together = await createTogether(context, running, looked.filter(isWanted));
  const answers: Outcome[] = [];
  for (const one of looked) {
    if (!isWanted(one)) answers.push(one);
    else {
      const made = together.get(one);
      const answer = made ?? (await retrying(() => rememberOne(context, running, one)).catch(failure));
      answers.push("error" in answer ? answer : answerOf(answer, one));
    }
  }
  const count = (action: RememberAnswer["action"]) =>
    answers.filter((answer) => "action" in answer && answer.action === action).length;
  const failed = answers.filter((answer) => "error" in answer).length;
  return { answers, created: count("created"), merged: count("merged"), failed };
}

/** Those that nobody has said before, the first of each text, in one write; none when others write the same meanwhile. */
async function createTogether(
  { session, workspace, row, nowMs }: MemoryContext,
  running: MemoryRunning,
  all: readonly Wanted[],
): Promise<ReadonlyMap<Wanted, Answered>> {
  const store = createMemoryStore(session);
  const known = await store.byText(
    workspace,
    all.map((wanted) => wanted.normalHash),
  );
  const firsts = new Map<string, Wanted>();
  for (const wanted of all)
    if (!known.has(wanted.normalHash) && !firsts.has(wanted.normalHash))
      firsts.set(wanted.normalHash, wanted);
  const fresh = [...firsts.values()].filter(({ request }) => request.supersedes === undefined);
  if (fresh.length < 2) return new Map();
  const toCompare = running.knowsMeaning(row.identity);
  const made = await Promise.all(
    fresh.map(async (wanted) => {
      const memory = newMemory(wanted, nowMs);
      return { wanted, memory, document: await memoryDocument(memory, { workspace, toCompare }) };
    }),
  );
  try {
    const version = await store.write({
      ...{ workspace, identity: row.identity, nowMs, documents: made.map(({ document }) => document) },
      expects: new Map(made.map(({ memory }) => [memory.id, 0])),
    });
    return new Map(
      made.map(({ wanted, memory, document }) => {
        const answer = memoryAnswer(written(memory, document, version));
        return [wanted, { memory: answer, action: "created" as const, mergedInto: null, version }];
      }),
    );
  } catch (error) {
    if (error instanceof AppError && ["conflict", "too_large"].includes(error.code)) return new Map();
    throw error;
  }
}
