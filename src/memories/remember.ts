import type { MayContradictText } from "../contract/may-contradict.ts";
import { type MemoryFields, memoryFields } from "../contract/memory-fields.ts";
import { AppError } from "../errors.ts";
import { checkNoSecret, type Redaction, redact } from "../redaction/redact.ts";
import { addCounts, redactFields } from "../redaction/redact-fields.ts";
import { type NoiseReason, noiseReason } from "../text/words/noise.ts";
import type { OpenWorkspace } from "../workspaces/open-workspace.ts";
import type { RememberAnswer, RememberRequest } from "./contract/memories.ts";
import { findRivals } from "./contradictions/find-rivals.ts";
import { offeredFor } from "./contradictions/offered.ts";
import { isPlainRepeat, merge, type Observed } from "./duplicates/merge.ts";
import { replaceable } from "./find-memory.ts";
import { hashesOf, type MemoryRunning, memoryAnswer, retrying, writeMemory } from "./memory-document.ts";
import type { MemoryRecord, ObservationRecord, Retirement } from "./memory-record.ts";
import { checkType } from "./memory-types.ts";
import { memoriesByText } from "./sql/memory-reads.ts";
import { observeMemories } from "./sql/memory-writes.ts";

/** What is asked to be remembered, looked at: without secrets, not noise, of a known type. */
export interface Wanted {
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
    throw new AppError("invalid_input", `Not remembered: ${NOISE[reason]}; with force it is kept`, {
      details: { reason },
    });
  return { text: clean.text, ...(await hashesOf(clean.text)), redacted: clean.redacted };
}

/** The request with its secrets out. Throws `invalid_input` for noise, an unknown type, a secret in the session's name. */
export async function lookAt({ row }: OpenWorkspace, request: RememberRequest): Promise<Wanted> {
  checkType(row, request.type);
  checkNoSecret("session", request.session);
  const { fields, redacted } = redactFields(request);
  const clean = await cleanText(request.text, request);
  return { request: fields, ...clean, redacted: addCounts(clean.redacted, redacted) };
}

/** An id that no memory has. */
export const newId = (): string => crypto.randomUUID().replaceAll("-", "");

/** The fields of a memory as the request gives them; those that it leaves out have their usual value. */
function fieldsOf(request: RememberRequest): MemoryFields {
  const entries = memoryFields.map(([name, { usual }]): [string, unknown] => {
    const value = request[name] ?? usual;
    return [name, Array.isArray(value) ? [...new Set(value)] : value];
  });
  return Object.fromEntries(entries) as unknown as MemoryFields;
}

/** A live memory seen once, under an id of its own. */
export function newMemory({ request, text, hash, normalHash }: Wanted, nowMs: number): MemoryRecord {
  return {
    id: newId(),
    state: "live",
    ...{ text, hash, normalHash },
    ...fieldsOf(request),
    timesObserved: 1,
    firstObserved: nowMs,
    lastObserved: nowMs,
    supersedes: null,
    supersededBy: null,
    isCompared: true,
    version: 0,
    leftAt: null,
  };
}

/** What is wanted, as one more observation: a confidence that nobody said counts for nothing. */
export function observedOf(wanted: Wanted, nowMs: number): Observed {
  const confidence = wanted.request.confidence ?? 0;
  return { ...newMemory(wanted, nowMs), confidence, times: 1, at: nowMs };
}

/** A text of a memory that another wording stands for. */
export const olderText = (
  { id: memory, text, type, confidence, session, source, lastObserved: at }: MemoryRecord,
  merged: string | null,
): ObservationRecord => ({ memory, merged, text, type, confidence, session, source, at });

export type Answered = Omit<RememberAnswer, "redacted" | "dedupe" | "mayContradict">;

/** Creates it, or counts it as one more observation of the memory that says so already. */
export async function rememberOne(
  context: OpenWorkspace,
  running: MemoryRunning,
  wanted: Wanted,
): Promise<Answered> {
  const { session: db, workspace, row, nowMs } = context;
  const known = (await memoriesByText(db, workspace, [wanted.normalHash])).get(wanted.normalHash);
  const { supersedes } = wanted.request;
  const target = supersedes === undefined ? undefined : await replaceable(context, supersedes);
  const fresh = newMemory(wanted, nowMs);
  const isItself = target !== undefined && target.id === known?.id;
  const observed = observedOf(wanted, nowMs);
  if (known !== undefined && (target === undefined || isItself) && isPlainRepeat(known, observed)) {
    const { id, hash } = known;
    const seen = [{ id, hash, confidence: observed.confidence, times: 1, at: nowMs }];
    const { memories, version } = await observeMemories(db, { workspace, observed: seen });
    const [memory] = memories;
    if (memory === undefined) throw changedMeanwhile(id);
    return { memory: memoryAnswer(memory), action: "merged", mergedInto: id, version };
  }
  const merged = known === undefined ? fresh : merge(known, observed);
  const retirements: readonly Retirement[] =
    target === undefined || isItself
      ? []
      : [{ memory: target, state: "superseded", supersededBy: merged.id }];
  const memory = { ...merged, supersedes: retirements[0]?.memory.id ?? merged.supersedes };
  const isNewText = known?.hash !== memory.hash;
  const toCompare = isNewText && running.knowsMeaning(row.identity);
  const observations = known === undefined ? [] : otherWording(known, { memory, fresh });
  const replaces = retirements.map((gone) => gone.memory.id);
  const pairs = known === undefined ? await findRivals(db, workspace, [{ ...memory, replaces }]) : [];
  const answer = await writeMemory(context, memory, {
    expects: known?.version ?? 0,
    ...{ toCompare, retirements, observations, pairs },
  });
  return { ...answer, action: known === undefined ? "created" : "merged", mergedInto: known?.id ?? null };
}

/** What the memory does not say, of what it said and what is said now. */
function otherWording(
  known: MemoryRecord,
  { memory, fresh }: { readonly memory: MemoryRecord; readonly fresh: MemoryRecord },
): readonly ObservationRecord[] {
  if (known.hash === fresh.hash) return [];
  return [memory.hash === known.hash ? olderText({ ...fresh, id: known.id }, null) : olderText(known, null)];
}

const changedMeanwhile = (id: string): AppError =>
  new AppError("conflict", `The memory ${id} changed at the same time: send the text again`, {
    details: { reason: "document_changed" },
  });

/** The answer: what became of the text, the secrets that were taken out, by kind, and what it may contradict. */
export const answerOf = (
  answered: Answered,
  { redacted }: Wanted,
  offered: ReadonlyMap<string, MayContradictText[]>,
): RememberAnswer => ({
  ...answered,
  dedupe: answered.memory.dedupe,
  redacted: redacted.map((one) => ({ ...one })),
  mayContradict: offered.get(answered.memory.id) ?? [],
});

/** Remembers one text: searchable by keyword when it is answered. Throws `invalid_input`, `conflict`, `not_found`. */
export async function remember(
  context: OpenWorkspace,
  running: MemoryRunning,
  request: RememberRequest,
): Promise<RememberAnswer> {
  const wanted = await lookAt(context, request);
  const answered = await retrying(() => rememberOne(context, running, wanted));
  const { session: db, workspace } = context;
  return answerOf(answered, wanted, await offeredFor(db, workspace, [answered.memory.id]));
}
