import { AppError } from "../errors.ts";
import type { OpenWorkspace } from "../workspaces/open-workspace.ts";
import type { ForgetAnswer, MemoryChangeAnswer } from "./contract/memories.ts";
import { findRivals } from "./contradictions/find-rivals.ts";
import { checkTexts, isWithoutSuccessor, oneMemory, undoUntil } from "./find-memory.ts";
import { hashesOf, memoryAnswer, retrying, writeMemory } from "./memory-document.ts";
import type { MemoryRecord, NamedMemory, Retirement } from "./memory-record.ts";
import { memoriesById } from "./sql/memory-reads.ts";
import { destroyMemory, retireMemories } from "./sql/memory-writes.ts";

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
    const answer = { id: memory.id, supersedes: memory.supersedes };
    if (now) {
      const version = await destroyMemory(db, { workspace, nowMs, memory });
      return { ...answer, undoUntil: null, version };
    }
    if (memory.state === "forgotten")
      return { ...answer, undoUntil: undoUntil(memory), version: context.row.version };
    const version = await retire(context, memory, "forgotten");
    return { ...answer, undoUntil: undoUntil({ ...memory, leftAt: nowMs }), version };
  });
}

const retire = (
  { session: db, workspace, nowMs }: OpenWorkspace,
  memory: MemoryRecord,
  state: Retirement["state"],
): Promise<number> =>
  retireMemories(db, {
    ...{ workspace, nowMs },
    retirements: [{ memory, state, supersededBy: memory.supersededBy }],
  });

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
        { details: { supersededBy: memory.supersededBy } },
      );
    // It was superseded when it was forgotten, and is so again.
    const version = await retire(context, memory, "superseded");
    return undone({ ...memory, state: "superseded" }, version);
  });
}

const undone = (memory: MemoryRecord, version: number): MemoryChangeAnswer => ({
  memory: memoryAnswer(memory),
  redacted: [],
  version,
});

async function bringBack(context: OpenWorkspace, past: MemoryRecord): Promise<MemoryChangeAnswer> {
  const { normalHash, hash } = await hashesOf(past.text);
  const memory: MemoryRecord = {
    ...past,
    ...{ state: "live", supersededBy: null, hash, normalHash, leftAt: null },
  };
  await checkTexts(context, [memory], memory.id);
  const pairs = await findRivals(context.session, context.workspace, [memory]);
  const returned = { expects: 0, toCompare: false, returning: [memory], pairs };
  const written = await writeMemory(context, memory, returned);
  // Its votes have counted again in the same transaction.
  const [back] = await memoriesById(context.session, context.workspace, [memory.id]);
  return { ...written, ...(back && { memory: memoryAnswer(back) }), redacted: [] };
}
