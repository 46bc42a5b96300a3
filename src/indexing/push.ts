import { DEFAULTS, type PlanLimits } from "../config.ts";
import { pathProblem } from "../contract/common.ts";
import type {
  DeletionAnswer,
  ManifestAnswer,
  ManifestRequest,
  PruneRequest,
  Refused,
  UploadAnswer,
  UploadDocument,
  UploadRequest,
} from "../contract/documents.ts";
import { AppError } from "../errors.ts";
import type { DocumentStore, DocumentWrite, OpenedRoot, OpenRootQuery } from "../stores/documents.ts";
import { CHUNKER_VERSION } from "./chunk-document.ts";
import { prepareDocument, refusal } from "./prepare-document.ts";

/** Where a push goes and what bounds it. */
export interface PushContext {
  readonly store: DocumentStore;
  readonly workspace: number;
  readonly root: string;
  readonly limits: PlanLimits;
  readonly nowMs: number;
}

/** More than half of a root of over so many documents is not deleted without being asked twice. */
const SMALL_ROOT = 20;

/** Which of the named files' contents are lacking, and which indexed documents the page does not name. */
export async function compareManifest(
  context: PushContext,
  request: ManifestRequest,
): Promise<ManifestAnswer> {
  const { after, upTo } = request;
  const { known, total } = await openRoot(context, { ...request, documents: { after, upTo } });
  const byPath = new Map(known.map((document) => [document.path, document]));
  const named = new Set(request.files.map(([path]) => path));
  const missing: string[] = [];
  const refused: Refused[] = [];
  for (const [path, hash, bytes] of request.files) {
    const problem = fileProblem(path, bytes);
    const document = byPath.get(path);
    if (problem !== undefined) refused.push(problem);
    else if (document?.hash !== hash || document.chunker !== CHUNKER_VERSION) missing.push(path);
  }
  const { maxBatchBytes, maxBatchFiles } = context.limits;
  const { maxFileBytes, maxManifestFiles, maxPathChars } = DEFAULTS;
  return {
    missing,
    gone: known.map(({ path }) => path).filter((path) => !named.has(path)),
    refused,
    documents: total,
    limits: { maxFileBytes, maxBatchBytes, maxBatchFiles, maxManifestFiles, maxPathChars },
  };
}

function fileProblem(path: string, bytes: number): Refused | undefined {
  const problem = pathProblem(path);
  if (problem !== undefined) return { path, code: "invalid_input", message: problem };
  if (bytes <= DEFAULTS.maxFileBytes) return undefined;
  return {
    path,
    code: "too_large",
    message: `A file has at most ${DEFAULTS.maxFileBytes} bytes; this one has ${bytes}`,
  };
}

type Opening = Pick<OpenRootQuery, "origin" | "documents"> & Partial<Pick<OpenRootQuery, "join" | "dryRun">>;

/** Throws `root_exists` for an origin that may not push to the root. */
async function openRoot(
  { store, workspace, root, nowMs }: PushContext,
  { origin, documents, join = false, dryRun = false }: Opening,
): Promise<OpenedRoot> {
  const opened = await store.openRoot({ workspace, root, origin, join, dryRun, nowMs, documents });
  if (opened.isMember) return opened;
  throw new AppError(
    "root_exists",
    `Another machine or folder pushes to the root "${root}": join it, or name another`,
    {
      details: { root },
    },
  );
}

/** Indexes the documents of one request in one transaction; what is wrong with a single file is reported by file. */
export async function uploadDocuments(
  context: PushContext & { readonly identity: string },
  request: UploadRequest,
): Promise<UploadAnswer> {
  const { store, workspace, root, identity, nowMs } = context;
  checkBatch(request.documents, context.limits);
  const paths = request.documents.map(({ path }) => path);
  const opened = await openRoot(context, { origin: request.origin, documents: { paths } });
  const known = new Map(opened.known.map((document) => [document.path, document]));
  const isCurrent = ({ path, hash, source, chunks }: UploadDocument) => {
    const document = known.get(path);
    const isSame = document?.hash === hash && document.source === (source ?? null);
    return isSame && chunks === undefined && document.chunker === CHUNKER_VERSION;
  };
  const changed = request.documents.filter((document) => !isCurrent(document));
  const { prepared, failed } = await prepareAll(changed, { workspace, root });
  const unchanged = request.documents.length - changed.length;
  if (prepared.length === 0)
    return { indexed: 0, unchanged, chunks: 0, toEmbed: 0, failed, version: opened.version };
  const receipt = await store.write({ workspace, root, identity, nowMs, documents: prepared });
  const chunks = prepared.reduce((sum, document) => sum + document.chunks.length, 0);
  const { toEmbed, version } = receipt;
  return { indexed: prepared.length, unchanged, chunks, toEmbed, failed, version };
}

function checkBatch(
  documents: readonly UploadDocument[],
  { maxBatchBytes, maxBatchFiles }: PlanLimits,
): void {
  const chars = documents.reduce((sum, { text }) => sum + text.length, 0);
  // Every UTF-16 unit is at least one byte: a cheap lower bound, checked before anything is encoded.
  if (documents.length <= maxBatchFiles && (chars <= maxBatchBytes || documents.length === 1)) return;
  throw new AppError(
    "too_large",
    `One upload carries at most ${maxBatchFiles} files and ${maxBatchBytes} bytes of text`,
    {
      details: { maxBatchFiles, maxBatchBytes },
    },
  );
}

async function prepareAll(
  documents: readonly UploadDocument[],
  place: { workspace: number; root: string },
): Promise<{ prepared: DocumentWrite[]; failed: Refused[] }> {
  const prepared = new Map<string, DocumentWrite>();
  const failed: Refused[] = [];
  for (const document of documents) {
    try {
      if (prepared.has(document.path))
        throw new AppError("invalid_input", "The same path twice in one upload");
      prepared.set(document.path, await prepareDocument(document, place));
    } catch (error) {
      failed.push(refusal(document.path, error));
    }
  }
  return { prepared: [...prepared.values()], failed };
}

/** Deletes what is gone from a folder, inside its root only. Throws `too_many_deletions` unless confirmed. */
export async function pruneDocuments(context: PushContext, request: PruneRequest): Promise<DeletionAnswer> {
  const { store, workspace, root, nowMs } = context;
  const { total } = await openRoot(context, { origin: request.origin, documents: { paths: [] } });
  if (!request.confirm && total > SMALL_ROOT && request.paths.length > total / 2)
    throw new AppError(
      "too_many_deletions",
      `This would delete ${request.paths.length} of the ${total} documents in "${root}": confirm it`,
      { details: { deletions: request.paths.length, documents: total } },
    );
  return store.remove({ workspace, root, paths: request.paths, nowMs });
}
