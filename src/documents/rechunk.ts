import { readGivenNames } from "../database/fragments/given-names.ts";
import type { Session } from "../database/session.ts";
import { AppError } from "../errors.ts";
import { prepareDocument } from "./prepare-document.ts";
import { takingTurns } from "../text/steps.ts";
import type { DocumentWrite } from "./sql/document-types.ts";
import { writeDocuments } from "./sql/document-writes.ts";
import {
  ADVANCE_RECHUNK,
  FINISH_RECHUNK,
  giveUpRechunk,
  nextToRechunk,
  type RechunkWork,
} from "./sql/rechunks.ts";
import type { StoredDocument } from "./sql/stored-documents.ts";
import { asUpload, rebuild } from "./stored-document.ts";

interface RechunkDeps {
  readonly db: Session;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface RechunkLimits {
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

/** Cuts a slice of documents anew; unchanged texts keep their embeddings. Undefined: none has begun. */
export async function rechunkSlice(
  deps: RechunkDeps,
  limits: RechunkLimits,
): Promise<{ readonly [count: string]: number } | undefined> {
  const { db } = deps;
  const work = await nextToRechunk(db, limits);
  if (work === undefined) return undefined;
  if (work.upTo === undefined) {
    await db.all(FINISH_RECHUNK, { workspace: work.workspace });
    return { finished: 1 };
  }
  const given = await readGivenNames(db, work.workspace);
  const recut: Recut[] = [];
  let lost = 0;
  const turn = takingTurns();
  for (const document of work.documents) {
    await turn(document.bytes);
    const write = await recutOf(document, work.workspace, given);
    if (write === undefined) {
      await giveUpRechunk(db, document);
      lost += 1;
    } else recut.push({ document, write });
  }
  for (const one of Map.groupBy(recut, ({ document }) => document.root).values())
    await writeRoot(deps, work, one);
  const { workspace, upTo, documents } = work;
  await db.all(ADVANCE_RECHUNK, { workspace, upTo, documents: documents.length });
  return { documents: recut.length, lost };
}

/** Undefined: the pushed text cannot be had from the chunks, or cannot be cut. */
async function recutOf(
  document: StoredDocument,
  workspace: number,
  given: readonly string[],
): Promise<DocumentWrite | undefined> {
  const rebuilt = await rebuild(document);
  if (rebuilt === undefined) return undefined;
  try {
    const { root, memory } = document;
    return await prepareDocument(asUpload(document, rebuilt), { workspace, root, memory, given });
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** One transaction for all of a root; when it is too large, or one of them was pushed meanwhile, one for each. */
async function writeRoot(deps: RechunkDeps, work: RechunkWork, recut: readonly Recut[]): Promise<void> {
  const { db, now } = deps;
  const [first] = recut;
  if (first === undefined) return;
  try {
    await writeDocuments(db, {
      workspace: work.workspace,
      root: first.document.root,
      identity: work.identity,
      nowMs: now(),
      documents: recut.map(({ write }) => write),
      expects: new Map(recut.map(({ document }) => [document.path, document.version])),
    });
  } catch (error) {
    const isExpected = error instanceof AppError && (error.code === "conflict" || error.code === "too_large");
    if (!isExpected) throw error;
    // Alone, a conflict means that a push has just cut it, and what is too large keeps its chunks.
    if (recut.length > 1) for (const one of recut) await writeRoot(deps, work, [one]);
    else if (error.code === "too_large") await giveUpRechunk(db, first.document);
  }
}
