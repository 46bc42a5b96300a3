import type { Session } from "../../database/session.ts";
import { AppError } from "../../errors.ts";
import { writeMemory } from "../memory-document.ts";
import type { MemoryRecord } from "../memory-record.ts";
import { olderText } from "../remember.ts";
import { merge } from "./merge.ts";

interface Joining {
  readonly workspace: number;
  readonly identity: string;
  readonly nowMs: number;
  readonly first: MemoryRecord;
  readonly second: MemoryRecord;
}

/**
 * The second memory becomes a part of the first, which says the later of both texts and keeps the older one as an
 * observation; the second's id leads to it from then on. False: one of them has changed meanwhile.
 */
export async function joinMemories(db: Session, joining: Joining): Promise<boolean> {
  const { workspace, identity, nowMs, first, second } = joining;
  const [older, later] = first.lastObserved > second.lastObserved ? [second, first] : [first, second];
  const observed = { ...second, text: later.text, hash: later.hash };
  const joined: MemoryRecord = {
    ...merge(first, { ...observed, times: second.timesObserved, at: second.lastObserved }),
    normalHash: later.normalHash,
    supersedes: first.supersedes ?? second.supersedes,
    isCompared: true,
  };
  try {
    await writeMemory({ session: db, workspace, row: { identity }, nowMs }, joined, {
      ...{ expects: first.version, toCompare: false },
      observations: [{ ...olderText(older, second.id), memory: first.id }],
      merged: { memory: second, into: first.id },
    });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "conflict") return false;
    throw error;
  }
}
