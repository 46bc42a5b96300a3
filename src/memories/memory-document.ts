import { MEMORY_ROOT } from "../config.ts";
import { readGivenNames } from "../database/fragments/given-names.ts";
import { conflictReason } from "../database/failures/write-guards.ts";
import { prepareDocument } from "../documents/prepare-document.ts";
import type { DocumentWrite } from "../documents/sql/document-types.ts";
import { shortHash } from "../text/hash.ts";
import { isoTime } from "../text/dates/utc-day.ts";
import type { OpenWorkspace } from "../workspaces/open-workspace.ts";
import type { Memory } from "./contract/memories.ts";
import { normalHash } from "./duplicates/same-text.ts";
import type { MemoryRecord } from "./memory-record.ts";
import { type MemoriesWrite, writeMemories } from "./sql/memory-writes.ts";

/** How the running Worker treats memories. */
export interface MemoryRunning {
  /** Embeddings of the workspace's identity tell what texts mean: near-duplicates can be found by them. */
  readonly knowsMeaning: (identity: string) => boolean;
  /** Memories of one batch, and those of it that take a write of their own. */
  readonly batch: { readonly memories: number; readonly alone: number };
}

/** Tries of one write before its caller hears of a conflict: each time another writer of the same memory got through. */
const WRITE_TRIES = 40;

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

/** A memory as it is answered. */
export function memoryAnswer(memory: MemoryRecord): Memory {
  const { hash, normalHash: _, isCompared, leftAt, firstObserved, lastObserved, ...answer } = memory;
  const { votes = { up: 0, down: 0 } } = memory;
  // Votes on a memory that was superseded do not fade any more, and nobody computes what they come to.
  const { quality = (1 + votes.up) / (2 + votes.up + votes.down) } = memory;
  return {
    ...answer,
    ...{ votes, quality },
    firstObserved: isoTime(firstObserved) ?? "",
    lastObserved: isoTime(lastObserved) ?? "",
    dedupe: isCompared ? "done" : "pending",
  };
}

/** A text's hashes, of its bytes and of what it says. */
export const hashesOf = async (text: string): Promise<Pick<MemoryRecord, "hash" | "normalHash">> => ({
  hash: await shortHash(text),
  normalHash: await normalHash(text),
});

/** A memory cut and analysed, with what it names, as it is written. `toCompare`: its text is another than before. */
export async function memoryDocument(
  memory: MemoryRecord,
  {
    workspace,
    toCompare,
    given,
  }: { readonly workspace: number; readonly toCompare: boolean; readonly given?: readonly string[] },
): Promise<DocumentWrite> {
  const { id, state, text, hash, firstObserved, source, ...others } = memory;
  const { supersededBy, isCompared, version, leftAt, votes, quality, ...said } = others;
  const part = { ...said, compared: isCompared ? (1 as const) : (0 as const) };
  const upload = { path: id, text, hash, mtime: firstObserved, ...(source !== null && { source }) };
  const document = await prepareDocument(upload, { workspace, root: MEMORY_ROOT, memory: part, given });
  const { metadata: _, ...fields } = part;
  // A vector of a long text's part says nothing of the whole.
  const compared = document.chunks.length > 1 ? 1 : toCompare ? 0 : part.compared;
  return { ...document, memory: { ...fields, compared } };
}

interface MemoryWrite extends Partial<Omit<MemoriesWrite, "expects">> {
  /** Version of it that must still stand, 0 for none. */
  readonly expects: number;
  readonly toCompare: boolean;
}

/** Writes one memory with what goes along. Answers it as the document says whether it is compared, in its new version. */
export async function writeMemory(
  {
    session: db,
    workspace,
    row: { identity },
    nowMs,
  }: Pick<OpenWorkspace, "session" | "workspace" | "nowMs"> & {
    readonly row: Pick<OpenWorkspace["row"], "identity">;
  },
  memory: MemoryRecord,
  { expects, toCompare, ...others }: MemoryWrite,
): Promise<{ readonly memory: Memory; readonly version: number }> {
  const given = await readGivenNames(db, workspace);
  const document = await memoryDocument(memory, { workspace, toCompare, given });
  const version = await writeMemories(db, {
    ...{ workspace, identity, nowMs, documents: [document], expects: new Map([[memory.id, expects]]) },
    ...others,
  });
  return { memory: memoryAnswer(written(memory, document, version)), version };
}

/** The memory as the document says whether it is compared, with the version that the write made. */
export const written = (memory: MemoryRecord, document: DocumentWrite, version: number): MemoryRecord => ({
  ...memory,
  isCompared: document.memory?.compared !== 0,
  version,
});
