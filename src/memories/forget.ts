import { AppError } from "../errors.ts";
import type { OpenWorkspace } from "../workspaces/open-workspace.ts";
import type { ForgetAnswer, MemoryChangeAnswer } from "./contract/memories.ts";
import { hasSameText, isWithoutSuccessor, oneMemory, undoUntil } from "./find-memory.ts";
import { hashesOf, memoryAnswer, memoryDocument, retrying, written } from "./memory-document.ts";
import type { MemoryRecord, NamedMemory, Retirement } from "./memory-record.ts";
import { memoriesByText } from "./sql/memory-reads.ts";
import { destroyMemory, retireMemories, writeMemories } from "./sql/memory-writes.ts";

/** Takes a memory out of everything; for 24 hours undo brings it back, unless it goes `now`. Throws `not_found`. */
export async function forgetMemory(
  context: OpenWorkspace,
  id: string,
  { now }: { readonly now: boolean },
): Promise<ForgetAnswer> {
  const { session: db, workspace, nowMs } = context;
  return retrying(async () => {
    const named = await oneMemory(context, id);
    const { memory } = named;
    checkOwnId(named);
    if (now) {
      const version = await destroyMemory(db, { workspace, nowMs, memory });
      return { id: memory.id, undoUntil: null, supersedes: memory.supersedes, version };
    }
    if (memory.state === "forgotten")
      return {
        ...{ id: memory.id, supersedes: memory.supersedes },
        ...{ undoUntil: undoUntil(memory), version: context.row.version },
      };
    const retirement: Retirement = { memory, state: "forgotten", supersededBy: memory.supersededBy };
    const version = await retireMemories(db, { workspace, nowMs, retirements: [retirement] });
    return {
      ...{ id: memory.id, supersedes: memory.supersedes },
      ...{ undoUntil: undoUntil({ ...memory, leftAt: nowMs }), version },
    };
  });
}

/** What another memory says too is not deleted by a merged id that leads there. */
function checkOwnId({ memory, merged }: NamedMemory): void {
  if (merged === null) return;
  throw new AppError("conflict", `The memory ${merged} was merged into ${memory.id}: name that one`, {
    details: { mergedInto: memory.id },
  });
}

/**
 * Brings a forgotten memory back as it was: text, votes, links and older texts; and a superseded one where what took its
 * place is gone for good. Throws `not_found`, `conflict`.
 */
export async function undoForget(context: OpenWorkspace, id: string): Promise<MemoryChangeAnswer> {
  return retrying(async () => {
    const { memory } = await oneMemory(context, id);
    if (memory.state === "live") return undone(memory, context.row.version);
    if (memory.supersededBy === null || (await isWithoutSuccessor(context, memory)))
      return bringBack(context, memory);
    if (memory.state === "superseded")
      throw new AppError(
        "conflict",
        `The memory ${memory.id} was not forgotten: ${memory.supersededBy} superseded it`,
        {
          details: { supersededBy: memory.supersededBy },
        },
      );
    return backToThePast(context, memory);
  });
}

const undone = (memory: MemoryRecord, version: number): MemoryChangeAnswer => ({
  memory: memoryAnswer(memory),
  redacted: [],
  version,
});

/** It was superseded when it was forgotten, and is so again. */
async function backToThePast(
  { session: db, workspace, nowMs }: OpenWorkspace,
  memory: MemoryRecord,
): Promise<MemoryChangeAnswer> {
  const retirement: Retirement = { memory, state: "superseded", supersededBy: memory.supersededBy };
  const version = await retireMemories(db, { workspace, nowMs, retirements: [retirement] });
  return undone({ ...memory, state: "superseded" }, version);
}

async function bringBack(
  { session: db, workspace, row, nowMs }: OpenWorkspace,
  past: MemoryRecord,
): Promise<MemoryChangeAnswer> {
  const { normalHash, hash } = await hashesOf(past.text);
  const memory: MemoryRecord = {
    ...past,
    ...{ state: "live", supersededBy: null, hash, normalHash, leftAt: null },
  };
  const other = (await memoriesByText(db, workspace, [normalHash])).get(normalHash);
  if (other !== undefined) throw hasSameText(other);
  const document = await memoryDocument(memory, { workspace, toCompare: false });
  const version = await writeMemories(db, {
    ...{ workspace, identity: row.identity, nowMs, documents: [document], returning: [memory] },
    expects: new Map([[memory.id, 0]]),
  });
  return undone(written(memory, document, version), version);
}
