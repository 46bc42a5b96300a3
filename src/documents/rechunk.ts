import type { StoredDocument } from "../audit/sql/audit-types.ts";
import type { Counts } from "../background/run-task.ts";
import { AppError } from "../errors.ts";
import { CHUNKER_VERSION } from "./chunkers/chunk-document.ts";
import { prepareDocument } from "./prepare-document.ts";
import type { DocumentStore, DocumentWrite } from "./sql/document-types.ts";
import type { RechunkStore, RechunkWork } from "./sql/rechunk-types.ts";
import { asUpload, rebuild } from "./stored-document.ts";

export interface RechunkParts {
  readonly store: RechunkStore;
  readonly documents: Pick<DocumentStore, "write">;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface RechunkLimits {
  readonly workspace: number | undefined;
  /** Documents of a slice. */
  readonly limit: number;
  /** Bytes of their texts together; one document may have more. */
  readonly bytes: number;
}

interface Recut {
  readonly document: StoredDocument;
  readonly write: DocumentWrite;
}

/**
 * Cuts a slice of documents anew, from the text that their chunks hold: texts that stay the same keep their embeddings,
 * documents their numbers. Undefined: no workspace has begun with it.
 */
export async function rechunkSlice(parts: RechunkParts, limits: RechunkLimits): Promise<Counts | undefined> {
  const { store } = parts;
  const work = await store.next({ ...limits, chunker: CHUNKER_VERSION });
  if (work === undefined) return undefined;
  if (work.upTo === undefined) {
    await store.finish(work.workspace);
    return { finished: 1 };
  }
  const recut: Recut[] = [];
  let lost = 0;
  for (const document of work.documents) {
    const write = await recutOf(document, work.workspace);
    if (write === undefined) {
      await store.giveUp(document, CHUNKER_VERSION);
      lost += 1;
    } else recut.push({ document, write });
  }
  for (const one of byRoot(recut)) await writeRoot(parts, work, one);
  await store.done({ workspace: work.workspace, upTo: work.upTo, documents: work.documents.length });
  return { documents: recut.length, lost };
}

/** Undefined: the pushed text cannot be had from the chunks, or cannot be cut. */
async function recutOf(document: StoredDocument, workspace: number): Promise<DocumentWrite | undefined> {
  const rebuilt = await rebuild(document);
  if (rebuilt === undefined) return undefined;
  try {
    const { root, memory } = document;
    return await prepareDocument(asUpload(document, rebuilt), { workspace, root, memory });
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

function byRoot(recut: readonly Recut[]): readonly (readonly Recut[])[] {
  const roots = new Map<string, Recut[]>();
  for (const one of recut) {
    const others = roots.get(one.document.root) ?? [];
    others.push(one);
    roots.set(one.document.root, others);
  }
  return [...roots.values()];
}

/** One transaction for all of a root; when it is too large, or one of them was pushed meanwhile, one for each. */
async function writeRoot(parts: RechunkParts, work: RechunkWork, recut: readonly Recut[]): Promise<void> {
  const { documents, now } = parts;
  const root = recut[0]?.document.root;
  if (root === undefined) return;
  try {
    await documents.write({
      workspace: work.workspace,
      root,
      identity: work.identity,
      nowMs: now(),
      documents: recut.map(({ write }) => write),
      expects: new Map(recut.map(({ document }) => [document.path, document.version])),
    });
  } catch (error) {
    const isExpected = error instanceof AppError && (error.code === "conflict" || error.code === "too_large");
    if (!isExpected) throw error;
    // Alone, a conflict means that a push has just cut it, and what is too large keeps its chunks.
    if (recut.length === 1) return error.code === "conflict" ? undefined : giveUpAll(parts, recut);
    for (const one of recut) await writeRoot(parts, work, [one]);
  }
}

async function giveUpAll({ store }: RechunkParts, recut: readonly Recut[]): Promise<void> {
  for (const { document } of recut) await store.giveUp(document, CHUNKER_VERSION);
}
