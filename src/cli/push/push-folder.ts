import { AppError } from "../../errors.ts";
import type { FolderPage } from "../folder/folder-pages.ts";
import type { PushClient } from "../session/recall-client.ts";
import { type Asked, askPage, countFiles, trulyGone } from "./ask-page.ts";
import { pruneGone } from "./prune-gone.ts";
import type { PushPlan } from "./push-plan.ts";
import {
  addCounts,
  emptyReport,
  type PushOutcome,
  type PushReport,
  redactedOf,
  type Uploaded,
  withRecoded,
} from "./report.ts";
import { uploadMissing } from "./upload-missing.ts";

/** What ended the uploads early, as a failure to report; a bug is thrown on. */
function stopOf(error: unknown, signal: AbortSignal | undefined): AppError {
  if (error instanceof AppError) return error;
  if (signal?.aborted) return new AppError("unavailable", "Stopped");
  throw error;
}

/** A push so far; the first page's answer decides its number. */
interface Pushing {
  plan: PushPlan;
  first: Asked | undefined;
  report: PushReport;
  readonly gone: string[];
  left: number;
  version: number;
  /** Somebody deleted the root, of which only changes were to be sent. */
  isRemoved: boolean;
  /** Of all files that were to be sent. */
  toSend: number;
  sent: number;
}

/** Asks for a page; the first one under another name where the root is taken and that can be settled. */
async function askSettled(client: PushClient, pushing: Pushing, page: FolderPage): Promise<Asked> {
  const { plan, first } = pushing;
  try {
    return await askPage(client, plan, page, first?.push);
  } catch (error) {
    const isTaken = error instanceof AppError && error.code === "root_exists" && first === undefined;
    if (!isTaken || plan.settle === undefined) throw error;
    pushing.plan = { ...plan, ...(await plan.settle(plan.root)) };
    pushing.report = { ...pushing.report, root: pushing.plan.root };
    return askSettled(client, pushing, page);
  }
}

/** Asks for a page and sends what is missing of it; answers what ended that early. */
async function pushPage(client: PushClient, pushing: Pushing, page: FolderPage): Promise<unknown> {
  const asked = await askSettled(client, pushing, page);
  const { plan } = pushing;
  pushing.first ??= asked;
  pushing.isRemoved = plan.before !== undefined && plan.before.size > 0 && pushing.first.documents === 0;
  if (pushing.isRemoved) return undefined;
  pushing.toSend += asked.missing.length;
  const tell = () => plan.onProgress?.(pushing.sent, page.upTo === null ? pushing.toSend : undefined);
  const job = {
    ...plan,
    limits: asked.limits,
    push: pushing.first.push,
    onUploaded: (files: number) => {
      pushing.sent += files;
      tell();
    },
  };
  tell();
  const { done, stopped } = await uploadMissing(client, job, asked.missing);
  addPage(pushing, page, asked, done);
  plan.onPage?.(page, [...asked.refused, ...done.failed]);
  return stopped;
}

function addPage(pushing: Pushing, page: FolderPage, asked: Asked, done: Uploaded): void {
  const { report } = pushing;
  const unchanged = page.files.length - asked.missing.length - asked.refused.length - asked.left;
  pushing.report = {
    ...addCounts(report, done),
    files: report.files + countFiles(page),
    requests: report.requests + 1 + done.requests,
    unchanged: report.unchanged + unchanged,
    failed: [...report.failed, ...page.failed, ...asked.refused, ...done.failed],
    recoded: withRecoded(report.recoded, page.files),
    redacted: [...report.redacted, ...redactedOf(page.files)],
  };
  pushing.gone.push(...asked.gone);
  pushing.left += asked.left;
  pushing.version = Math.max(pushing.version, done.version);
}

/** Pushes page by page until one fails; throws where not even the first one was answered. */
async function pushPages(client: PushClient, pushing: Pushing): Promise<unknown> {
  try {
    for await (const page of pushing.plan.pages) {
      const stopped = await pushPage(client, pushing, page);
      if (stopped !== undefined || pushing.isRemoved) return stopped;
    }
    return undefined;
  } catch (error) {
    if (pushing.first === undefined) throw error;
    return error;
  }
}

/**
 * Brings a root up to the folder's files, a page at a time: manifest, missing files, and with `mirror` the deletion of what is gone, last
 * and only when everything before went through. Can be stopped and run again anywhere: the next manifest knows.
 * Throws AppError when not even the first manifest passes.
 */
export async function pushFolder(client: PushClient, plan: PushPlan): Promise<PushOutcome> {
  const pushing: Pushing = {
    ...{ plan, first: undefined, report: emptyReport(plan.root), gone: [] },
    ...{ left: 0, version: 0, isRemoved: false, toSend: 0, sent: 0 },
  };
  const stopped = await pushPages(client, pushing);
  if (pushing.isRemoved) return { report: emptyReport(plan.root), isRemoved: true };
  const { first, report, left, version } = pushing;
  const gone = trulyGone(pushing.gone, report.failed);
  const found = { ...report, gone: gone.length };
  const outcome = { report: found, version: version > 0 ? version : undefined, gone, left };
  if (stopped !== undefined) return { ...outcome, stopped: stopOf(stopped, plan.signal) };
  if (!plan.mirror || gone.length === 0) return outcome;
  return pruneGone(client, { ...pushing.plan, push: first?.push }, outcome, gone);
}
