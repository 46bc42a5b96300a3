import { MEMORY_ROOT } from "../config.ts";
import { readGivenNames } from "../database/fragments/given-names.ts";
import type { Session } from "../database/session.ts";
import { refusal } from "../documents/prepare-document.ts";
import type { DocumentWrite } from "../documents/sql/document-types.ts";
import { AppError } from "../errors.ts";
import { normalHash } from "../memories/duplicates/same-text.ts";
import { memoryDocument, retrying } from "../memories/memory-document.ts";
import type { MemoryRecord } from "../memories/memory-record.ts";
import { pastIds, writeObservations } from "../memories/sql/memory-backup.ts";
import { memoriesById, memoriesByText } from "../memories/sql/memory-reads.ts";
import { writeMemories, writePastMemories } from "../memories/sql/memory-writes.ts";
import { redact } from "../redaction/redact.ts";
import { redactFields } from "../redaction/redact-fields.ts";
import { shortHash } from "../text/hash.ts";
import { takingTurns } from "../text/steps.ts";
import type { OpenWorkspace } from "../workspaces/open-workspace.ts";
import type { ImportAnswer, RecordOf } from "./contract.ts";

type Imported = RecordOf<"memory">;
type Counts = Pick<ImportAnswer, "written" | "unchanged" | "failed">;
type Failure = Counts["failed"][number];

/** Without secrets, as one that is remembered would be. */
async function memoryOf({ type: _, memoryType, ...given }: Imported): Promise<MemoryRecord> {
  const { fields } = redactFields(given);
  const { text } = redact(given.text);
  // A wrong hash stays wrong, and is refused.
  const isWhole = text === given.text || (await shortHash(given.text)) !== given.hash;
  const record = { ...fields, text, hash: isWhole ? given.hash : await shortHash(text) };
  const session = sessionOf(given.session);
  const rest = { isCompared: true, version: 0, normalHash: await normalHash(text) };
  return { ...record, session, type: memoryType, ...rest };
}

/** A session with a secret names none. */
const sessionOf = (session: string | null): string | null =>
  session === null || redact(session).redacted.length > 0 ? null : session;

const failed = (id: string, error: unknown): Failure => ({ root: MEMORY_ROOT, ...refusal(id, error) });

/** Takes memories in with their ids; what is there already stays, unless other contents are to be merged over it. */
export async function takeMemories(
  context: OpenWorkspace,
  records: readonly Imported[],
  { merge }: { readonly merge: boolean },
): Promise<Counts> {
  const memories: MemoryRecord[] = [];
  const turn = takingTurns();
  for (const record of records) {
    memories.push(await memoryOf(record));
    await turn(record.text.length);
  }
  const live = await takeLive(
    context,
    memories.filter(({ state }) => state === "live"),
    merge,
  );
  const superseded = memories.filter(({ state }) => state === "superseded");
  const past = await retrying(() => takePast(context, superseded, merge));
  return {
    written: live.written + past.written,
    unchanged: live.unchanged + past.unchanged,
    failed: [...live.failed, ...past.failed],
  };
}

const NONE: Counts = { written: 0, unchanged: 0, failed: [] };

/** What a new observation of the same text changes too. */
const isSame = (a: MemoryRecord, b: MemoryRecord): boolean =>
  a.hash === b.hash && a.timesObserved === b.timesObserved && a.type === b.type;

interface Judged {
  readonly memory: MemoryRecord;
  readonly document: DocumentWrite;
  readonly replaces: number;
}

async function takeLive(
  { session, workspace, row, nowMs }: OpenWorkspace,
  memories: readonly MemoryRecord[],
  merge: boolean,
): Promise<Counts> {
  if (memories.length === 0) return NONE;
  const ids = memories.map(({ id }) => id);
  const known = new Map((await memoriesById(session, workspace, ids)).map((memory) => [memory.id, memory]));
  const byText = new Map(
    await memoriesByText(
      session,
      workspace,
      memories.map((memory) => memory.normalHash),
    ),
  );
  const given = await readGivenNames(session, workspace);
  const failures: Failure[] = [];
  const turn = takingTurns();
  const writes = new Map<string, Judged>();
  let unchanged = 0;
  for (const memory of memories) {
    const before = known.get(memory.id);
    if (before !== undefined && isSame(before, memory)) {
      unchanged += 1;
      continue;
    }
    try {
      checkFree(memory, { before, saying: byText.get(memory.normalHash), merge });
      const document = await memoryDocument(memory, { workspace, toCompare: false, given });
      await turn(memory.text.length);
      writes.set(memory.id, { memory, document, replaces: before?.version ?? 0 });
      byText.set(memory.normalHash, memory);
    } catch (error) {
      failures.push(failed(memory.id, error));
    }
  }
  const all = [...writes.values()];
  if (all.length > 0)
    await writeMemories(session, {
      ...{ workspace, identity: row.identity, nowMs, documents: all.map(({ document }) => document) },
      expects: new Map(all.map(({ memory, replaces }) => [memory.id, replaces])),
      replacesPast: true,
    });
  return { written: all.length, unchanged, failed: failures };
}

interface Standing {
  readonly before: MemoryRecord | undefined;
  readonly saying: MemoryRecord | undefined;
  readonly merge: boolean;
}

function checkFree({ id }: MemoryRecord, { before, saying, merge }: Standing): void {
  if (before !== undefined && !merge)
    throw new AppError(
      "conflict",
      `The memory ${id} is here with another content: merge (--merge) replaces it`,
    );
  if (saying !== undefined && saying.id !== id)
    throw new AppError("conflict", `The memory ${saying.id} says this already: forget one of them`);
}

const isLive = (id: string): AppError =>
  new AppError(
    "conflict",
    `The memory ${id} is superseded in the file and live here: forget it, and import again`,
  );
const leftOtherwise = (id: string): AppError =>
  new AppError(
    "conflict",
    `The memory ${id} was forgotten or superseded here in another way: merge (--merge) replaces it`,
  );

async function takePast(
  { session, workspace }: OpenWorkspace,
  memories: readonly MemoryRecord[],
  merge: boolean,
): Promise<Counts> {
  if (memories.length === 0) return NONE;
  const ids = memories.map(({ id }) => id);
  const same = await pastIds(session, workspace, { memories, same: true });
  const past = merge ? same : await pastIds(session, workspace, { memories, same: false });
  const live = new Set((await memoriesById(session, workspace, ids)).map(({ id }) => id));
  const failures: Failure[] = [];
  const fresh: MemoryRecord[] = [];
  for (const memory of memories) {
    const { id } = memory;
    if (live.has(id)) failures.push(failed(id, isLive(id)));
    else if (!past.has(id)) fresh.push(memory);
    else if (!same.has(id)) failures.push(failed(id, leftOtherwise(id)));
  }
  if (fresh.length > 0) await writePastMemories(session, workspace, fresh);
  const unchanged = memories.length - fresh.length - failures.length;
  return { written: fresh.length, unchanged, failed: failures };
}

/** Older texts go with their memories. */
export const takeObservations = (
  { session, workspace }: { readonly session: Session; readonly workspace: number },
  records: readonly RecordOf<"observation">[],
): Promise<void> =>
  writeObservations(
    session,
    workspace,
    records.map(({ type: _, memoryType, text, session, source, ...observation }) => ({
      ...observation,
      ...{ text: redact(text).text, session: sessionOf(session), type: memoryType },
      source: source === null ? null : redact(source).text,
    })),
  );
