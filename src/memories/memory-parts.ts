import { MEMORY_ROOT, UNDO_MS } from "../config.ts";
import { prepareDocument } from "../documents/prepare-document.ts";
import type { DocumentWrite } from "../documents/sql/document-types.ts";
import { AppError } from "../errors.ts";
import { named } from "../names/with-names.ts";
import { shortHash } from "../text/hash.ts";
import type { WorkspaceContext } from "../workspaces/context.ts";
import { isoTime } from "../workspaces/iso-time.ts";
import type { WorkspaceRow } from "../workspaces/sql/workspace-store.ts";
import type { Memory } from "./contract/memories.ts";
import { normalHash } from "./duplicates/normal-text.ts";
import { createMemoryStore } from "./sql/memory-store.ts";
import type { MemoryRecord, Named } from "./sql/memory-types.ts";

export type MemoryContext = WorkspaceContext & { readonly row: WorkspaceRow };

/** How the running Worker treats memories. */
export interface MemoryRunning {
  /** Embeddings of the workspace's identity tell what texts mean: near-duplicates can be told by them. */
  readonly knowsMeaning: (identity: string) => boolean;
  /** Memories of one batch, and those of it that take a write of their own. */
  readonly batch: { readonly memories: number; readonly alone: number };
}

/** Tries of one write before its caller hears of a conflict: each time another writer of the same memory got through. */
const WRITE_TRIES = 40;

const conflictReason = (error: unknown): unknown =>
  error instanceof AppError && error.code === "conflict"
    ? (error.details as { reason?: unknown } | undefined)?.reason
    : undefined;

/** Reads and writes again what others have changed meanwhile. Throws `conflict`. */
export async function retrying<Answer>(write: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      const reason = conflictReason(error);
      const isRace = reason === "document_changed" || reason === "same_text";
      if (!isRace || attempt === WRITE_TRIES) throw error;
    }
  }
}

const TIME_MISSING = "";

/** A memory as it is answered. */
export const memoryAnswer = (memory: MemoryRecord): Memory => {
  const { id, state, text, type, importance, priority, confidence, timesObserved, version } = memory;
  const { session, source, supersedes, supersededBy } = memory;
  return {
    ...{ id, state, text, type, importance, priority, confidence, timesObserved },
    firstObserved: isoTime(memory.firstObserved) ?? TIME_MISSING,
    lastObserved: isoTime(memory.lastObserved) ?? TIME_MISSING,
    ...{ session, source },
    tags: [...memory.tags],
    entities: [...memory.entities],
    metadata: { ...memory.metadata },
    ...{ supersedes, supersededBy },
    dedupe: memory.isCompared ? "done" : "pending",
    version,
  };
};

/** A memory cut and analysed, with what it names, as it is written. `toCompare`: its text is another than before. */
export async function memoryDocument(
  memory: MemoryRecord,
  { workspace, toCompare }: { readonly workspace: number; readonly toCompare: boolean },
): Promise<DocumentWrite> {
  const { id, text, hash, firstObserved, source } = memory;
  const { session, type, importance, priority, confidence, timesObserved, lastObserved } = memory;
  const { tags, entities, supersedes, normalHash, metadata } = memory;
  const part = {
    ...{ session, type, importance, priority, confidence, timesObserved, lastObserved },
    ...{ tags, entities, supersedes, normalHash, metadata },
    compared: memory.isCompared ? (1 as const) : (0 as const),
  };
  const upload = { path: id, text, hash, mtime: firstObserved, ...(source !== null && { source }) };
  const document = await prepareDocument(upload, { workspace, root: MEMORY_ROOT, memory: part });
  // A vector of a long text's part says nothing of the whole.
  const compared = document.chunks.length > 1 ? 1 : toCompare ? 0 : part.compared;
  return named({ ...document, memory: { ...part, compared } });
}

/** What the document says of the comparison, with the version that the write made. */
export const written = (memory: MemoryRecord, document: DocumentWrite, version: number): MemoryRecord => ({
  ...memory,
  isCompared: document.memory?.compared !== 0,
  version,
});

/** The one memory that an id or a start of it names, live or past. Throws `not_found`, `ambiguous`. */
export async function oneMemory(context: MemoryContext, idStart: string): Promise<Named> {
  const { session, workspace, nowMs } = context;
  const found = await createMemoryStore(session).named({ workspace, idStart, nowMs });
  const idOf = ({ memory, merged }: Named) => merged ?? memory.id;
  const exact = found.filter((named) => idOf(named) === idStart);
  const [named, ...others] = exact.length > 0 ? exact : found;
  if (named === undefined) throw new AppError("not_found", `There is no memory "${idStart}"`);
  if (others.every((other) => idOf(other) === idOf(named))) return named;
  const candidates = [named, ...others].map(idOf);
  throw new AppError("ambiguous", `"${idStart}" begins several ids: ${candidates.join(", ")}`, {
    details: { candidates },
  });
}

/** The same, where only a live one will do; one that was merged leads to the one that tells it. Throws `conflict` too. */
export async function liveMemory(context: MemoryContext, idStart: string): Promise<MemoryRecord> {
  const { memory } = await oneMemory(context, idStart);
  if (memory.state === "live") return memory;
  throw past(memory, await isWithoutSuccessor(context, memory));
}

/** Superseded by a memory that is gone for good: nothing says any more what it said. */
export async function isWithoutSuccessor(
  { session, workspace, nowMs }: MemoryContext,
  { state, supersededBy }: MemoryRecord,
): Promise<boolean> {
  if (state === "live" || supersededBy === null) return false;
  const found = await createMemoryStore(session).named({ workspace, idStart: supersededBy, nowMs });
  return found.length === 0;
}

/** The memory that another takes the place of: a live one, or one whose successor is gone. Throws as `liveMemory`. */
export async function replaceable(context: MemoryContext, idStart: string): Promise<MemoryRecord> {
  const { memory } = await oneMemory(context, idStart);
  if (memory.state === "live") return memory;
  const isAlone = await isWithoutSuccessor(context, memory);
  if (memory.state === "superseded" && isAlone) return memory;
  throw past(memory, isAlone);
}

/** A text's hashes, of its bytes and of what it says. */
export const hashesOf = async (text: string): Promise<Pick<MemoryRecord, "hash" | "normalHash">> => ({
  hash: await shortHash(text),
  normalHash: await normalHash(text),
});

/** `conflict`: another memory has the same text. */
export const saidBy = ({ id }: MemoryRecord): AppError =>
  new AppError("conflict", `The memory ${id} says this already: forget one of them`, { details: { id } });

/** Until when a memory that left can be brought back, as ISO time. */
export const undoUntil = ({ leftAt }: MemoryRecord): string | null => isoTime((leftAt ?? 0) + UNDO_MS);

/** Why a memory that is not live cannot be worked with. */
function past(memory: MemoryRecord, isAlone: boolean): AppError {
  const { id, supersededBy } = memory;
  if (memory.state === "forgotten")
    return new AppError("not_found", `The memory ${id} was forgotten; undo brings it back`, {
      details: { undoUntil: undoUntil(memory) },
    });
  const way = isAlone ? "which is gone: undo brings it back" : "name that one";
  return new AppError("conflict", `The memory ${id} was superseded by ${supersededBy}: ${way}`, {
    details: { supersededBy },
  });
}
