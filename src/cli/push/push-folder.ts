import { planPages } from "../../client/push/plan-pages.ts";
import { DEFAULTS } from "../../config.ts";
import type { ManifestAnswer, ManifestRequest, Refused } from "../../documents/contract.ts";
import { AppError } from "../../errors.ts";
import type { HashedFile } from "../folder/read-text.ts";
import { UNREADABLE } from "../folder/walk.ts";
import type { PushClient } from "../session/recall-client.ts";
import { contentKey, type KnownRefusals } from "./refused-files.ts";
import { emptyReport, type PushOutcome, type PushReport, redactedOf } from "./report.ts";
import { type UploadJob, type UploadLimits, uploadMissing } from "./upload-missing.ts";

export interface PushPlan {
  readonly root: string;
  readonly origin: string;
  readonly join: boolean;
  /** Only ask: the server makes and joins no root. */
  readonly dryRun: boolean;
  readonly mirror: boolean;
  /** Delete them though they are most of the root. */
  readonly confirm: boolean;
  /** Switches written contexts of the root on or off; undefined leaves them as they are. */
  readonly contextualize?: boolean | undefined;
  /** The same for names that a text model finds. */
  readonly entities?: boolean | undefined;
  /** By path, in UTF-8 byte order. */
  readonly files: readonly HashedFile[];
  readonly failed: readonly Refused[];
  /** What this server refused before: not sent again. */
  readonly knownRefusals?: KnownRefusals;
  /** Hashes by path as they were pushed before: what is still so here and missing there was deleted there, and stays so. */
  readonly before?: ReadonlyMap<string, string> | undefined;
  readonly convert?: UploadJob["convert"];
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface Manifest {
  readonly requests: number;
  readonly missing: readonly HashedFile[];
  readonly gone: readonly string[];
  readonly refused: readonly Refused[];
  /** Files that are missing, and stay so. */
  readonly left: number;
  readonly documents: number;
  readonly limits: UploadLimits;
  /** The push's number; undefined: a server that gives none. */
  readonly push: number | undefined;
  /** The root's chunks get a written context, are asked for names, and the text model that does it. */
  readonly contextualized?: boolean | undefined;
  readonly entities?: boolean | undefined;
  readonly generator?: string | undefined;
}

/** Asks what is missing, a page at a time: an unchanged folder of up to 10,000 files is one request. */
export async function sendManifest(client: PushClient, plan: PushPlan): Promise<Manifest> {
  const answers: ManifestAnswer[] = [];
  for (const { files, after, upTo } of planPages(plan.files, DEFAULTS.maxManifestFiles)) {
    type Row = ManifestRequest["files"][number];
    const rows = files.map(({ path, hash, bytes, mtimeMs }): Row => [path, hash, bytes, mtimeMs]);
    const { origin, join, dryRun, contextualize, entities } = plan;
    const push = dryRun ? undefined : answers[0]?.push;
    answers.push(
      await client.manifest(plan.root, {
        ...{ origin, join, dryRun, push, files: rows, after, upTo },
        ...(contextualize !== undefined && { contextualize }),
        ...(entities !== undefined && { entities }),
      }),
    );
  }
  const missing = new Set(answers.flatMap((answer) => answer.missing));
  const { documents = 0, limits, push, contextualized, entities, generator } = answers.at(-1) ?? {};
  if (limits === undefined) throw new AppError("internal", "A manifest has at least one page");
  const lacking = plan.files.filter(({ path }) => missing.has(path));
  const wanted = lacking.filter(({ path, hash }) => plan.before?.get(path) !== hash);
  const before = wanted.flatMap((file) => plan.knownRefusals?.get(contentKey(file)) ?? []);
  const isRefused = new Set(before.map(({ path }) => path));
  return {
    requests: answers.length,
    missing: wanted.filter(({ path }) => !isRefused.has(path)),
    left: lacking.length - wanted.length,
    gone: answers.flatMap((answer) => answer.gone),
    refused: [...answers.flatMap((answer) => answer.refused), ...before],
    ...{ documents, limits, push, contextualized, entities, generator },
  };
}

/** Text files of the folder, with those that could not be read; an unreadable folder does not count. */
export const countFiles = ({ files, failed }: Pick<PushPlan, "files" | "failed">): number =>
  files.length + failed.filter(({ path }) => !path.endsWith("/")).length;

/** Documents of files that are there but could not be read this time stay: nobody removed them. */
export function trulyGone(gone: readonly string[], failed: readonly Refused[]): readonly string[] {
  const unread = failed.filter(({ code }) => code === UNREADABLE).map(({ path }) => path);
  const files = new Set(unread);
  const folders = unread.filter((path) => path.endsWith("/"));
  return gone.filter((path) => !files.has(path) && !folders.some((folder) => path.startsWith(folder)));
}

/** Deletes the documents of paths that are gone, after a push with this outcome. */
async function prune(
  client: PushClient,
  plan: PushPlan & Pick<Manifest, "push">,
  before: PushOutcome,
  paths: readonly string[],
): Promise<PushOutcome> {
  const { report } = before;
  let { requests, deleted } = report;
  let { version } = before;
  try {
    for (let start = 0; start < paths.length; start += DEFAULTS.maxManifestFiles) {
      const page = paths.slice(start, start + DEFAULTS.maxManifestFiles);
      const request = { origin: plan.origin, push: plan.push, paths: page, confirm: plan.confirm };
      requests++;
      const answer = await client.prune(plan.root, request);
      deleted += answer.deleted;
      version = answer.version;
    }
    return { ...before, report: { ...report, requests, deleted, gone: 0 }, version, gone: [] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const soFar = { ...report, requests, deleted, gone: paths.length - deleted };
    const refusal = error.code === "too_many_deletions" ? { pruneRefused: error } : { stopped: error };
    return { ...before, report: soFar, version, ...refusal };
  }
}

/** What ended the uploads early, as a failure to report; a bug is thrown on. */
function stopOf(error: unknown, signal: AbortSignal | undefined): AppError {
  if (error instanceof AppError) return error;
  if (signal?.aborted) return new AppError("unavailable", "Stopped");
  throw error;
}

/**
 * Brings a root up to the folder's files: manifest, missing files, and with `mirror` the deletion of what is gone, last
 * and only when everything before went through. Can be stopped and run again anywhere: the next manifest knows.
 * Throws AppError when not even the manifest passes.
 */
export async function pushFolder(client: PushClient, plan: PushPlan): Promise<PushOutcome> {
  const manifest = await sendManifest(client, plan);
  if (plan.before !== undefined && plan.before.size > 0 && manifest.documents === 0)
    return { report: emptyReport(plan.root), isRemoved: true };
  const total = manifest.missing.length;
  let sent = 0;
  const job = {
    ...plan,
    limits: manifest.limits,
    push: manifest.push,
    onUploaded: (files: number) => {
      sent += files;
      plan.onProgress?.(sent, total);
    },
  };
  plan.onProgress?.(0, total);
  const { done: all, stopped } = await uploadMissing(client, job, manifest.missing);
  const { version: written, ...done } = all;
  const gone = trulyGone(manifest.gone, plan.failed);
  const report: PushReport = {
    ...emptyReport(plan.root),
    ...done,
    files: countFiles(plan),
    requests: manifest.requests + done.requests,
    unchanged: plan.files.length - total - manifest.refused.length - manifest.left,
    gone: gone.length,
    failed: [...plan.failed, ...manifest.refused, ...done.failed],
    redacted: redactedOf(plan.files),
  };
  const { left } = manifest;
  const outcome = { report, version: written > 0 ? written : undefined, gone, left };
  if (stopped !== undefined) return { ...outcome, stopped: stopOf(stopped, plan.signal) };
  if (!plan.mirror || gone.length === 0) return outcome;
  return prune(client, job, outcome, gone);
}
