import { answerOf } from "../../client/client.ts";
import { planBatches } from "../../client/push/plan-batches.ts";
import { planPages } from "../../client/push/plan-pages.ts";
import { DEFAULTS } from "../../config.ts";
import type {
  ManifestAnswer,
  ManifestRequest,
  Refused,
  UploadAnswer,
  UploadDocument,
} from "../../documents/contract.ts";
import { type Api, ApiFailure } from "../api.ts";
import { strings } from "../strings.ts";
import { type DroppedFile, readDropped } from "./dropped-files.ts";
import { originOf } from "./root-name.ts";

export interface PushPlan {
  readonly root: string;
  /** Joins a root that another machine, folder or browser pushed. */
  readonly join: boolean;
  readonly files: readonly DroppedFile[];
}

export interface PushProgress {
  readonly phase: "reading" | "comparing" | "sending" | "done";
  readonly done: number;
  readonly total: number;
}

/** The result of a push. A push from the page never deletes. */
export type PushReport = Awaited<ReturnType<typeof pushFiles>>;

export interface PushParts {
  readonly api: Api;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: PushProgress) => void;
}

/** A file as the manifest names it. Its text is read again when it is sent, so that thousands of files do not fill the memory. */
interface Named extends DroppedFile {
  readonly bytes: number;
  readonly hash: string;
  readonly mtime: number;
}

/** Failures that every other upload would have too. */
const STOPS: readonly string[] = ["unauthorized", "forbidden", "rate_limited", "offline", "conflict"];

async function readAll({ files }: PushPlan, { signal, onProgress }: PushParts) {
  const texts: Named[] = [];
  const failed: Refused[] = [];
  let binary = 0;
  for (const [at, file] of files.entries()) {
    signal.throwIfAborted();
    onProgress({ phase: "reading", done: at, total: files.length });
    const read = await readDropped(file, DEFAULTS.maxFileBytes);
    if (read.kind === "text") {
      const { hash, mtime } = read.document;
      texts.push({ ...file, bytes: read.bytes, hash, mtime });
    } else if (read.kind === "refused") failed.push(read.refused);
    else binary += 1;
  }
  return { texts, failed, binary };
}

/** Tells the server what there is, page by page. */
async function compare(plan: PushPlan, { api, signal, onProgress }: PushParts, texts: readonly Named[]) {
  const { root, join } = plan;
  const origin = await originOf(root);
  const answers: ManifestAnswer[] = [];
  onProgress({ phase: "comparing", done: 0, total: texts.length });
  for (const { files, after, upTo } of planPages(texts, DEFAULTS.maxManifestFiles)) {
    const named: ManifestRequest["files"] = files.map((file) => [
      file.path,
      file.hash,
      file.bytes,
      file.mtime,
    ]);
    const json = { origin, join, push: answers[0]?.push, files: named, after, upTo };
    const asked = api.v1.roots[":root"].manifest.$post({ param: { root }, json }, { init: { signal } });
    answers.push(await answerOf(asked));
  }
  return { origin, answers };
}

interface Sending {
  readonly parts: PushParts;
  readonly root: string;
  readonly origin: string;
  readonly push: number | undefined;
  readonly onSent: (answer: Partial<UploadAnswer>) => void;
}

/** Reads the files again; one that is no longer text, or cannot be read, is reported. */
async function readAgain(sending: Sending, batch: readonly Named[]): Promise<readonly UploadDocument[]> {
  const documents: UploadDocument[] = [];
  for (const file of batch) {
    const read = await readDropped(file, DEFAULTS.maxFileBytes);
    const binary = { path: file.path, code: "not_text", message: strings.push.refused.notText };
    if (read.kind === "text") documents.push(read.document);
    else sending.onSent({ failed: [read.kind === "refused" ? read.refused : binary] });
  }
  return documents;
}

/** Sends a batch; a refused batch is sent in halves, down to the single file at fault, which is reported. */
async function sendBatch(sending: Sending, batch: readonly UploadDocument[]): Promise<void> {
  const { parts, root, origin, push, onSent } = sending;
  try {
    const { documents: sent } = parts.api.v1.roots[":root"];
    const json = { origin, push, documents: [...batch] };
    onSent(await answerOf(sent.$post({ param: { root }, json }, { init: { signal: parts.signal } })));
  } catch (error) {
    if (!(error instanceof ApiFailure) || STOPS.includes(error.code)) throw error;
    const { code, message } = error;
    if (batch.length === 1) return onSent({ failed: batch.map(({ path }) => ({ path, code, message })) });
    const half = Math.ceil(batch.length / 2);
    await sendBatch(sending, batch.slice(0, half));
    await sendBatch(sending, batch.slice(half));
  }
}

/**
 * Pushes files into a root; files that the server has are not sent. A stopped push can be repeated: the next one continues
 * it. Throws ApiFailure when the manifest or everything after it fails (`root_exists`: another one pushed that root).
 */
export async function pushFiles(plan: PushPlan, parts: PushParts) {
  const { texts, failed, binary } = await readAll(plan, parts);
  const { origin, answers } = await compare(plan, parts, texts);
  const missing = new Set(answers.flatMap((answer) => answer.missing));
  const refused = answers.flatMap((answer) => answer.refused);
  const wanted = texts.filter(({ path }) => missing.has(path));
  const unchanged = texts.length - wanted.length - refused.length;
  const report = { sent: 0, unchanged, chunks: 0, binary, failed: [...failed, ...refused] };
  let done = 0;
  const onSent: Sending["onSent"] = ({ indexed = 0, unchanged = 0, chunks = 0, failed = [] }) => {
    report.sent += indexed;
    report.unchanged += unchanged;
    report.chunks += chunks;
    report.failed.push(...failed);
  };
  const { limits, push } = answers.at(-1) ?? {};
  const sending: Sending = { parts, root: plan.root, origin, push, onSent };
  for (const batch of limits === undefined ? [] : planBatches(wanted, limits)) {
    parts.signal.throwIfAborted();
    parts.onProgress({ phase: "sending", done, total: wanted.length });
    const documents = await readAgain(sending, batch);
    if (documents.length > 0) await sendBatch(sending, documents);
    done += batch.length;
  }
  parts.onProgress({ phase: "done", done, total: wanted.length });
  return report;
}
