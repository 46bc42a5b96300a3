import { AppError } from "../errors.ts";
import { checkNoSecret } from "../redaction/redact.ts";
import { addCounts, redactFields } from "../redaction/redact-fields.ts";
import { cursorList, wrongCursor } from "../workspaces/cursor.ts";
import { isoTime } from "../text/dates/utc-day.ts";
import type { OpenWorkspace } from "../workspaces/open-workspace.ts";
import {
  type MemoryAnswer,
  type MemoryChange,
  type MemoryChangeAnswer,
  type MemoryParameters,
  SHOWN_OBSERVATIONS,
} from "./contract/memories.ts";
import { findRivals } from "./contradictions/find-rivals.ts";
import { offeredFor } from "./contradictions/offered.ts";
import { checkTexts, isForgotten, liveMemory, oneMemory } from "./find-memory.ts";
import { type MemoryRunning, memoryAnswer, retrying, writeMemory } from "./memory-document.ts";
import type { MemoryRecord, ObservationRecord } from "./memory-record.ts";
import { checkType } from "./memory-types.ts";
import { cleanText, olderText } from "./remember.ts";
import { memoryChain, memoryObservations, type ObservationPlace } from "./sql/memory-reads.ts";

const observationAnswer = ({ text, type, confidence, session, source, at }: ObservationRecord) => ({
  ...{ text, type, confidence, session, source },
  at: isoTime(at) ?? "",
});

/**
 * One memory by its id or a start of it; the id of one that was merged leads to the memory that says it. What was
 * superseded is read with its history only. Older texts come in pages. Throws `not_found`, `ambiguous`, `invalid_input`.
 */
export async function readMemory(
  context: OpenWorkspace,
  id: string,
  {
    history,
    limit = SHOWN_OBSERVATIONS,
    cursor,
  }: Pick<MemoryParameters, "history"> & Partial<MemoryParameters>,
): Promise<MemoryAnswer> {
  const { memory, merged } = await oneMemory(context, id);
  checkReadable(memory, history);
  const { session: db, workspace } = context;
  const query = { workspace, id: memory.id, after: observationPlace(cursor), limit: limit + 1 };
  const [found, offered] = await Promise.all([
    memoryObservations(db, query),
    offeredFor(db, workspace, [memory.id]),
  ]);
  const observations = found.slice(0, limit);
  const last = found.length > limit ? observations.at(-1) : undefined;
  const answer = {
    memory: memoryAnswer(memory),
    mergedInto: merged === null ? null : memory.id,
    mayContradict: offered.get(memory.id) ?? [],
    observations: observations.map(observationAnswer),
    nextCursor: last === undefined ? null : JSON.stringify([last.at, last.num]),
  };
  if (!history) return answer;
  return { ...answer, history: (await memoryChain(db, workspace, memory.id)).map(memoryAnswer) };
}

/** Where a page of older texts ended. Throws `invalid_input`. */
function observationPlace(cursor: string | undefined): ObservationPlace | undefined {
  if (cursor === undefined) return undefined;
  const [at, num] = cursorList(cursor);
  if (Number.isSafeInteger(at) && Number.isSafeInteger(num)) return { at: at as number, num: num as number };
  throw wrongCursor();
}

function checkReadable(memory: MemoryRecord, history: boolean): void {
  const { id, state, supersededBy } = memory;
  if (state === "live" || (state === "superseded" && history)) return;
  if (state === "superseded")
    throw new AppError(
      "not_found",
      `The memory ${id} was superseded by ${supersededBy}; with history it is shown`,
      { details: { supersededBy } },
    );
  throw isForgotten(memory);
}

/** Changes what a memory says of itself, also its text: the old one stays in its history. Throws `conflict` when another memory says the text already. */
export async function changeMemory(
  context: OpenWorkspace,
  running: MemoryRunning,
  { id, change }: { readonly id: string; readonly change: MemoryChange },
): Promise<MemoryChangeAnswer> {
  checkType(context.row, change.type);
  checkNoSecret("session", change.session);
  const { text, expects, force: _, ...given } = change;
  const isEmpty = text === undefined && Object.values(given).every((value) => value === undefined);
  const { fields, redacted: beside } = redactFields(given);
  const clean = text === undefined ? undefined : await cleanText(text, change);
  const redacted = addCounts(clean?.redacted ?? [], beside).map((one) => ({ ...one }));
  const answer = await retrying(async () => {
    const memory = await liveMemory(context, id);
    if (expects !== undefined && expects !== memory.version)
      throw new AppError(
        "conflict",
        `The memory ${memory.id} has changed: its version is ${memory.version}`,
        { details: { version: memory.version } },
      );
    if (isEmpty) return { memory: memoryAnswer(memory), version: context.row.version };
    const { redacted: __, ...said } = clean ?? { redacted: [] };
    const changed = { ...memory, ...defined(fields), ...said };
    const lastObserved = statesAnew(memory, changed)
      ? Math.max(memory.lastObserved, context.nowMs)
      : memory.lastObserved;
    return writeChange(context, running, { memory, changed: { ...changed, lastObserved } });
  });
  return { ...answer, redacted };
}

/** Whether it states something now that it did not: what it says or the facts in its metadata, not how it is filed. */
const statesAnew = (memory: MemoryRecord, changed: MemoryRecord): boolean =>
  changed.hash !== memory.hash || JSON.stringify(changed.metadata) !== JSON.stringify(memory.metadata);

/** Without the fields that are undefined: spread over another, they would take its away. */
const defined = <Fields extends object>(fields: Fields): Partial<MemoryRecord> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

async function writeChange(
  context: OpenWorkspace,
  running: MemoryRunning,
  { memory, changed }: { readonly memory: MemoryRecord; readonly changed: MemoryRecord },
): Promise<Omit<MemoryChangeAnswer, "redacted">> {
  await checkTexts(context, [changed], changed.id);
  const isNewText = changed.hash !== memory.hash;
  const toCompare = isNewText && running.knowsMeaning(context.row.identity);
  const { session: db, workspace } = context;
  return writeMemory(context, changed, {
    ...{ expects: memory.version, toCompare },
    observations: isNewText ? [olderText(memory, null)] : [],
    pairs: isNewText ? await findRivals(db, workspace, [changed]) : [],
  });
}
