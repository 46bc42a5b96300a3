import { CHUNKER_VERSION, DEFAULTS, MEMORY_ROOT, type PlanLimits } from "../config.ts";
import type { Session } from "../database/session.ts";
import { quotaExceeded } from "../database/quotas.ts";
import { conflict, conflictReason } from "../database/failures/write-guards.ts";
import { AppError } from "../errors.ts";
import { takingTurns } from "../text/steps.ts";
import type {
  DeletionAnswer,
  ManifestAnswer,
  ManifestRequest,
  PruneRequest,
  Refused,
  UploadAnswer,
  UploadDocument,
  UploadRequest,
} from "./contract.ts";
import { isSameMetadata, withoutSecrets } from "./given-metadata.ts";
import { type DocumentPlace, fileProblem, prepareDocument, refusal } from "./prepare-document.ts";
import type { DocumentWrite } from "./sql/document-types.ts";
import { removeDocuments, writeDocuments } from "./sql/document-writes.ts";
import {
  type KnownDocument,
  type OpenedRoot,
  type OpenRootQuery,
  openRoot as openRootRows,
} from "./sql/roots.ts";

export interface PushContext {
  readonly db: Session;
  readonly workspace: number;
  readonly root: string;
  readonly limits: PlanLimits;
  /** What a request should carry, bytes, where that is less than it may. @default as much as it may */
  readonly batchBytes?: number | undefined;
  /** Name of the text model that writes contexts and finds names; undefined: there is none. */
  readonly generator?: string | undefined;
  readonly nowMs: number;
}

/**
 * Which of the named files' contents are lacking, and which indexed documents the page does not name. Throws
 * `quota_exceeded` where the lacking ones have no room.
 */
export async function compareManifest(
  context: PushContext,
  request: ManifestRequest,
): Promise<ManifestAnswer> {
  const { after, upTo, dryRun } = request;
  const { generator } = context;
  if (generator === undefined) refuseModelWork(request);
  const beginsPush = !dryRun && request.push === undefined;
  const { known, total, push, isContextualized, isNamed, held } = await openRoot(context, {
    ...request,
    beginsPush,
    documents: { after, upTo },
  });
  if (request.push !== undefined && request.push !== push) throw conflict("push_superseded");
  const byPath = new Map(known.map((document) => [document.path, document]));
  const named = new Set<string>();
  const missing: string[] = [];
  const refused: Refused[] = [];
  for (const [path, hash, bytes] of request.files) {
    const problem = named.has(path) ? namedTwice() : fileProblem(path, bytes);
    const document = byPath.get(path);
    named.add(path);
    if (problem !== undefined) refused.push(refusal(path, problem));
    else if (document?.hash !== hash || document.chunker !== CHUNKER_VERSION) missing.push(path);
  }
  const lacking = new Set(missing);
  checkRoom(held, { files: request.files.filter(([path]) => lacking.has(path)), known: byPath });
  const { limits, batchBytes: maxBatchBytes = limits.maxBatchBytes } = context;
  const { maxBatchFiles } = limits;
  const { maxFileBytes, maxManifestFiles, maxPathChars } = DEFAULTS;
  return {
    missing,
    gone: known.map(({ path }) => path).filter((path) => !named.has(path)),
    refused,
    documents: total,
    contextualized: (dryRun ? undefined : request.contextualize) ?? isContextualized,
    entities: (dryRun ? undefined : request.entities) ?? isNamed,
    ...(generator !== undefined && { generator }),
    push,
    limits: { maxFileBytes, maxBatchBytes, maxBatchFiles, maxManifestFiles, maxPathChars },
  };
}

const namedTwice = (): AppError => new AppError("invalid_input", "The same path twice in one request");

interface Missing {
  readonly files: ManifestRequest["files"];
  readonly known: ReadonlyMap<string, KnownDocument>;
}

/** Throws `quota_exceeded` before the first of these files is sent, where not all of them have room. */
function checkRoom(held: OpenedRoot["held"], { files, known }: Missing): void {
  const adding = {
    documents: files.filter(([path]) => !known.has(path)).length,
    bytes: files.reduce((sum, [path, , bytes]) => sum + bytes - (known.get(path)?.bytes ?? 0), 0),
  };
  for (const quota of ["documents", "bytes"] as const) {
    const { used, allowed } = held[quota];
    if (allowed > 0 && adding[quota] > 0 && used + adding[quota] > allowed)
      throw quotaExceeded(quota, used, allowed, adding[quota]);
  }
}

function refuseModelWork({ contextualize, entities }: ManifestRequest): void {
  if (contextualize !== true && entities !== true) return;
  const asked = contextualize === true ? "contextualize" : "entities";
  throw new AppError(
    "invalid_input",
    `${asked} needs a text model: on a laptop set GENERATE_URL and GENERATE_MODEL`,
  );
}

/** Throws `invalid_input` for the root of the memories. */
export function checkPushable(root: string): void {
  if (root === MEMORY_ROOT)
    throw new AppError(
      "invalid_input",
      `The root "${root}" holds the memories: give the folder another name`,
    );
}

/** Throws `root_exists` for an origin that may not push to the root. */
async function openRoot(
  { db, workspace, root, nowMs }: PushContext,
  opening: Omit<OpenRootQuery, "workspace" | "root" | "nowMs">,
): Promise<OpenedRoot> {
  checkPushable(root);
  const opened = await openRootRows(db, { ...opening, workspace, root, nowMs });
  if (opened.isMember) return opened;
  throw new AppError(
    "root_exists",
    `Another machine, folder or source writes to the root "${root}": join it, or name another`,
    { details: { root } },
  );
}

/** Tries of one upload before its caller hears of a conflict: others write the same documents again and again. */
const WRITE_TRIES = 3;

/**
 * Indexes the documents of one request in one transaction; what is wrong with a single file is reported by file. A
 * document that another request wrote meanwhile is read and compared again. Throws `conflict`.
 */
export async function uploadDocuments(
  context: PushContext & { readonly identity: string },
  request: SentDocuments,
): Promise<UploadAnswer> {
  checkBatch(request.documents, context.limits);
  const clean = { ...request, documents: request.documents.map(withoutSecrets) };
  for (let attempt = 1; ; attempt++) {
    try {
      return await uploadOnce(context, clean);
    } catch (error) {
      if (conflictReason(error) !== "document_changed" || attempt === WRITE_TRIES) throw error;
    }
  }
}

async function uploadOnce(
  context: PushContext & { readonly identity: string },
  request: SentDocuments,
): Promise<UploadAnswer> {
  const { db, workspace, root, identity, nowMs } = context;
  const { origin, push = NO_PUSH } = request;
  const paths = request.documents.map(({ path }) => path);
  const opened = await openRoot(context, { origin, documents: { paths } });
  if (push !== NO_PUSH && push !== opened.push) throw conflict("push_superseded");
  const known = new Map(opened.known.map((document) => [document.path, document]));
  const changed = request.documents.filter((document) => !isCurrent(document, known.get(document.path)));
  const isLater = ({ path }: UploadDocument): boolean => (known.get(path)?.push ?? NO_PUSH) > push;
  const place = { workspace, root, hasNames: opened.hasNames, given: opened.given };
  const { prepared, failed } = await prepareAll(changed, place, (document) => {
    if (isLater(document)) throw conflict(push === NO_PUSH ? "push_needed" : "push_later");
  });
  const unchanged = request.documents.length - changed.length;
  if (prepared.length === 0)
    return { indexed: 0, unchanged, chunks: 0, toEmbed: 0, failed, version: opened.version };
  const expects = new Map(prepared.map(({ path }) => [path, known.get(path)?.version ?? 0]));
  const write = { workspace, root, identity, nowMs, documents: prepared, expects, push };
  const { toEmbed, version } = await writeDocuments(db, write);
  const chunks = prepared.reduce((sum, document) => sum + document.chunks.length, 0);
  return { indexed: prepared.length, unchanged, chunks, toEmbed, failed, version };
}

type SentDocuments = Omit<UploadRequest, "documents"> & { readonly documents: readonly SentDocument[] };

/** A document as it is sent. */
export interface SentDocument extends UploadDocument {
  /** Whoever sends it says when it was changed, so that another time is a change; a file that was only touched is none. */
  readonly isDated?: boolean;
}

/** The number of what no push writes: older than any push. */
const NO_PUSH = 0;

/** Whether a document is indexed as it is sent. Own boundaries may differ where the text does not. */
export const isCurrent = (
  sent: Pick<SentDocument, "hash" | "title" | "source" | "metadata" | "chunks" | "mtime" | "isDated">,
  known: Omit<KnownDocument, "bytes"> | undefined,
): boolean =>
  known?.hash === sent.hash &&
  known.source === (sent.source ?? null) &&
  (sent.title ?? known.title) === known.title &&
  !(sent.isDated === true && Math.trunc(sent.mtime) !== known.mtime) &&
  isSameMetadata(sent.metadata, known.givenMetadata) &&
  known.chunker === CHUNKER_VERSION &&
  sent.chunks === undefined;

/** Throws `too_large` for more texts, or more text, than a request may carry. */
export function checkBatch(
  documents: readonly Pick<UploadDocument, "text">[],
  { maxBatchBytes, maxBatchFiles }: Pick<PlanLimits, "maxBatchBytes" | "maxBatchFiles">,
): void {
  const chars = documents.reduce((sum, { text }) => sum + text.length, 0);
  // Every UTF-16 unit is at least one byte: a cheap lower bound, checked before anything is encoded.
  if (documents.length <= maxBatchFiles && (chars <= maxBatchBytes || documents.length === 1)) return;
  throw new AppError(
    "too_large",
    `One request carries at most ${maxBatchFiles} texts of ${maxBatchBytes} bytes together`,
    { details: { maxBatchFiles, maxBatchBytes } },
  );
}

/** Prepares each document that nothing is wrong with; what `check` throws of one is reported by file, too. */
export async function prepareAll(
  documents: readonly UploadDocument[],
  place: Omit<DocumentPlace, "memory">,
  check: (document: UploadDocument) => void = () => undefined,
): Promise<{ prepared: DocumentWrite[]; failed: Refused[] }> {
  const prepared = new Map<string, DocumentWrite>();
  const failed: Refused[] = [];
  const turn = takingTurns();
  for (const document of documents) {
    await turn(document.text.length);
    try {
      check(document);
      if (prepared.has(document.path)) throw namedTwice();
      prepared.set(document.path, await prepareDocument(document, place));
    } catch (error) {
      failed.push(refusal(document.path, error));
    }
  }
  return { prepared: [...prepared.values()], failed };
}

/**
 * Deletes what is gone from a folder, inside its root only, but for what a later push wrote. Throws `conflict`, also where
 * it names no push and a push wrote one of them; `too_many_deletions` unless confirmed.
 */
export async function pruneDocuments(context: PushContext, request: PruneRequest): Promise<DeletionAnswer> {
  const { db, workspace, root, nowMs } = context;
  const { push, origin, paths: gone } = request;
  // Where there are twice as many, it does not matter how many more.
  const countTo = request.confirm ? 0 : 2 * gone.length;
  const paths = push === undefined ? gone : [];
  const { total, known, ...opened } = await openRoot(context, { origin, documents: { paths, countTo } });
  if (push !== undefined && push !== opened.push) throw conflict("push_superseded");
  if (known.some((document) => document.push > NO_PUSH)) throw conflict("push_needed");
  if (total > DEFAULTS.smallRootDocuments && gone.length > total / 2)
    throw new AppError(
      "too_many_deletions",
      `This would delete ${gone.length} of the ${total} documents in "${root}": confirm it`,
      { details: { deletions: gone.length, documents: total } },
    );
  return removeDocuments(db, { workspace, root, paths: gone, nowMs, push: push ?? NO_PUSH });
}
