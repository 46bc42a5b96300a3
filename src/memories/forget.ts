import { AppError } from "../errors.ts";
import type { ForgetAnswer, MemoryChangeAnswer } from "./contract/memories.ts";
import {
  hashesOf,
  isWithoutSuccessor,
  type MemoryContext,
  memoryAnswer,
  memoryDocument,
  oneMemory,
  retrying,
  saidBy,
  undoUntil,
  written,
} from "./memory-parts.ts";
import { createMemoryStore } from "./sql/memory-store.ts";
import type { MemoryRecord, Named } from "./sql/memory-types.ts";

/** Takes a memory out of everything; for 24 hours undo brings it back, unless it goes `now`. Throws `not_found`. */
export async function forgetMemory(
  context: MemoryContext,
  id: string,
  { now }: { readonly now: boolean },
): Promise<ForgetAnswer> {
  const { session, workspace, nowMs } = context;
  const store = createMemoryStore(session);
  return retrying(async () => {
    const named = await oneMemory(context, id);
    const { memory } = named;
    checkOwnId(named);
    if (now) {
      const version = await store.destroy({ workspace, nowMs, memory });
      return { id: memory.id, undoUntil: null, supersedes: memory.supersedes, version };
    }
    if (memory.state === "forgotten")
      return {
        ...{ id: memory.id, supersedes: memory.supersedes },
        ...{ undoUntil: undoUntil(memory), version: context.row.version },
      };
    const leaving = { memory, state: "forgotten" as const, supersededBy: memory.supersededBy };
    const version = await store.leave({ workspace, nowMs, leaving });
    return {
      ...{ id: memory.id, supersedes: memory.supersedes },
      ...{ undoUntil: undoUntil({ ...memory, leftAt: nowMs }), version },
    };
  });
}

/** What another memory says too is not deleted by a merged id that leads there. */
function checkOwnId({ memory, merged }: Named): void {
  if (merged === null) return;
  throw new AppError("conflict", `The memory ${merged} was merged into ${memory.id}: name that one`, {
    details: { mergedInto: memory.id },
  });
}

/**
 * Brings a forgotten memory back as it was: text, votes, links and older texts; and a superseded one where what took its
 * place is gone for good. Throws `not_found`, `conflict`.
 */
export async function undoForget(context: MemoryContext, id: string): Promise<MemoryChangeAnswer> {
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
  { session, workspace, nowMs }: MemoryContext,
  memory: MemoryRecord,
): Promise<MemoryChangeAnswer> {
  const { supersededBy } = memory;
  const leaving = { memory, state: "superseded" as const, supersededBy };
  const version = await createMemoryStore(session).leave({ workspace, nowMs, leaving });
  return undone({ ...memory, state: "superseded" }, version);
}

async function bringBack(
  { session, workspace, row, nowMs }: MemoryContext,
  past: MemoryRecord,
): Promise<MemoryChangeAnswer> {
  const store = createMemoryStore(session);
  const { normalHash, hash } = await hashesOf(past.text);
  const memory: MemoryRecord = {
    ...past,
    ...{ state: "live", supersededBy: null, hash, normalHash, leftAt: null },
  };
  const other = (await store.byText(workspace, [normalHash])).get(normalHash);
  if (other !== undefined) throw saidBy(other);
  const document = await memoryDocument(memory, { workspace, toCompare: false });
  const version = await store.write({
    ...{ workspace, identity: row.identity, nowMs, documents: [document], returning: [memory] },
    expects: new Map([[memory.id, 0]]),
  });
  return undone(written(memory, document, version), version);
}
