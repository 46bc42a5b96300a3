import { readGivenNames } from "../database/fragments/given-names.ts";
import { AppError } from "../errors.ts";
import { addCounts } from "../redaction/redact-fields.ts";
import type { OpenWorkspace } from "../workspaces/open-workspace.ts";
import type {
  MemoryChangeAnswer,
  MemoryMergeRequest,
  MemorySplitAnswer,
  MemorySplitRequest,
} from "./contract/memories.ts";
import { findRivals } from "./contradictions/find-rivals.ts";
import { merge, withOthers } from "./duplicates/merge.ts";
import { checkTexts, liveMemory } from "./find-memory.ts";
import { memoryAnswer, memoryDocument, retrying, writeMemory } from "./memory-document.ts";
import type { MemoryRecord } from "./memory-record.ts";
import { cleanText, newId, olderText } from "./remember.ts";
import { memoriesById } from "./sql/memory-reads.ts";
import { writeMemories } from "./sql/memory-writes.ts";

// What a person makes of memories. Nothing joins them afterwards: it would undo what was just said.

/**
 * Makes two memories one: the first, with its text or the one given. The other's id leads to it from then on, its text
 * stays among the older ones, and its votes, tags, counts and the metadata that the first lacks go along. Throws `invalid_input`, `not_found`, `conflict`.
 */
export async function mergeMemories(
  context: OpenWorkspace,
  id: string,
  { other: otherId, text, force }: MemoryMergeRequest,
): Promise<MemoryChangeAnswer> {
  const clean = text === undefined ? undefined : await cleanText(text, { force });
  const { redacted = [], ...said } = clean ?? {};
  return retrying(async () => {
    const [kept, other] = await Promise.all([liveMemory(context, id), liveMemory(context, otherId)]);
    if (kept.id === other.id) throw new AppError("invalid_input", `${id} and ${otherId} are one memory`);
    const { text: own, hash, normalHash, lastObserved } = kept;
    const both = merge(kept, { ...other, times: other.timesObserved, at: other.lastObserved });
    const joined: MemoryRecord = {
      ...both,
      // The date is that of the text that stays: the other was said then, this one was not.
      ...{ text: own, hash, normalHash, lastObserved },
      metadata: withOthers(kept.metadata, other.metadata),
      supersedes: kept.supersedes ?? other.supersedes,
      isCompared: true,
      ...(clean && { ...said, lastObserved: Math.max(lastObserved, context.nowMs) }),
    };
    const isNewText = joined.hash !== hash;
    const replaces = [other.id];
    // The other leaves in the same transaction: its text is free.
    if (joined.normalHash !== other.normalHash) await checkTexts(context, [joined], joined.id);
    const older = [{ ...olderText(other, other.id), memory: kept.id }];
    const { version } = await writeMemory(context, joined, {
      ...{ expects: kept.version, toCompare: false },
      observations: isNewText ? [...older, olderText(kept, null)] : older,
      pairs: isNewText ? await findRivals(context.session, context.workspace, [{ ...joined, replaces }]) : [],
      merged: { memory: other, into: kept.id },
    });
    const [memory = joined] = await memoriesById(context.session, context.workspace, [kept.id]);
    return { memory: memoryAnswer(memory), redacted: redacted.map((one) => ({ ...one })), version };
  });
}

/**
 * Makes one memory several, in one transaction: it keeps its id, votes and history and says the first text, and each
 * other text is a memory with the same fields. Throws `invalid_input`, `not_found`, `conflict`.
 */
export async function splitMemory(
  context: OpenWorkspace,
  id: string,
  { texts, force }: MemorySplitRequest,
): Promise<MemorySplitAnswer> {
  const said = await Promise.all(texts.map((text) => cleanText(text, { force })));
  if (new Set(said.map(({ normalHash }) => normalHash)).size < said.length)
    throw new AppError("invalid_input", "texts: two of them say the same");
  const redacted = said.map((one) => one.redacted).reduce(addCounts, []);
  return retrying(async () => {
    const memory = await liveMemory(context, id);
    const parts = said.map(({ redacted: _, ...text }, at) => partOf(memory, { ...text, isFirst: at === 0 }));
    await checkTexts(context, parts, memory.id);
    const { session: db, workspace, row, nowMs } = context;
    const given = await readGivenNames(db, workspace);
    const documents = await Promise.all(
      parts.map((part) => memoryDocument(part, { workspace, toCompare: false, given })),
    );
    const replaces = parts.map((part) => part.id);
    const pairs = await findRivals(
      db,
      workspace,
      parts.map((part) => ({ ...part, replaces })),
    );
    const version = await writeMemories(db, {
      ...{ workspace, identity: row.identity, nowMs, documents, observations: [olderText(memory, null)] },
      pairs,
      expects: new Map(parts.map((part) => [part.id, part.id === memory.id ? memory.version : 0])),
    });
    const memories = parts.map((part) => memoryAnswer({ ...part, version }));
    return { memories, redacted: redacted.map((one) => ({ ...one })), version };
  });
}

type Part = Pick<MemoryRecord, "text" | "hash" | "normalHash"> & { readonly isFirst: boolean };

/** A new one has neither the votes nor what the whole took the place of. */
function partOf(memory: MemoryRecord, { isFirst, ...text }: Part): MemoryRecord {
  if (isFirst) return { ...memory, ...text, isCompared: true };
  const { votes: _, quality: __, ...fields } = memory;
  return { ...fields, ...text, id: newId(), supersedes: null, isCompared: true, version: 0 };
}
