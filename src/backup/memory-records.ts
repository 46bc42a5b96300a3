import type { Session } from "../database/session.ts";
import type { MemoryPart } from "../documents/sql/document-types.ts";
import type { StoredDocument } from "../documents/sql/stored-documents.ts";
import { readObservations, readSuperseded } from "../memories/sql/memory-backup.ts";
import { shortHash } from "../text/hash.ts";
import type { RecordOf } from "./contract.ts";

/** Rows one step reads: a memory may have some hundred kilobytes, most have less than one. */
const MEMORIES_A_STEP = 100;

interface Parts {
  readonly session: Session;
  readonly workspace: number;
}

interface Step<Type extends "memory" | "observation"> {
  readonly records: readonly RecordOf<Type>[];
  readonly next: string | undefined;
}

/** A live memory, from the document that it is. */
export function memoryRecord(
  { path, hash, mtime, source }: StoredDocument,
  memory: MemoryPart,
  text: string,
): RecordOf<"memory"> {
  const { type: memoryType, normalHash, compared, ...said } = memory;
  return {
    ...{ type: "memory", id: path, state: "live", text, hash, memoryType, ...said, source },
    ...{ firstObserved: mtime, leftAt: null, supersededBy: null },
  };
}

/** Superseded memories; the live ones come as documents. */
export async function supersededStep({ session, workspace }: Parts, after: string): Promise<Step<"memory">> {
  const past = await readSuperseded(session, { workspace, after, limit: MEMORIES_A_STEP });
  const records = past.map(async (memory): Promise<RecordOf<"memory">> => {
    const { type: memoryType, normalHash, isCompared, version, ...said } = memory;
    const hash = await shortHash(memory.text);
    return { ...said, type: "memory", state: "superseded", memoryType, hash };
  });
  const next = past.length < MEMORIES_A_STEP ? undefined : past.at(-1)?.id;
  return { records: await Promise.all(records), next };
}

/** Texts that memories had before, after a number of theirs; no `next`: there are no more. */
export async function observationStep(
  { session, workspace }: Parts,
  after: string,
): Promise<Step<"observation">> {
  const query = { workspace, after: Number(after) || 0, limit: MEMORIES_A_STEP };
  const observations = await readObservations(session, query);
  const records = observations.map(({ num: _, type, ...observation }) => ({
    type: "observation" as const,
    ...observation,
    memoryType: type,
  }));
  const last = observations.at(-1)?.num;
  const next = observations.length < MEMORIES_A_STEP || last === undefined ? undefined : String(last);
  return { records, next };
}
