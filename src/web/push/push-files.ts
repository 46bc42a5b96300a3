import { answerOf } from "../../client/client.ts";
import { planBatches } from "../../client/push/plan-batches.ts";
import { planPages } from "../../client/push/plan-pages.ts";
import { batchSender } from "../../client/push/send-batch.ts";
import { DEFAULTS } from "../../config.ts";
import type {
  ManifestAnswer,
  ManifestRequest,
  Refused,
  UploadAnswer,
  UploadDocument,
} from "../../documents/contract.ts";
import type { FoundSecret } from "../../redaction/redact.ts";
import type { Api } from "../api.ts";
import { pushStrings } from "../strings/push.ts";
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

interface PushParts {
  readonly api: Api;
  /** Id of the browser that pushes. */
  readonly browser: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: PushProgress) => void;
}

/** A file as the manifest names it. Its text is read again when it is sent, so that thousands of files do not fill the memory. */
interface Named extends DroppedFile {
  readonly bytes: number;
  readonly hash: string;
  readonly mtime: number;
}

/** A secret that a mark stands for in what is sent. */
interface Redacted extends FoundSecret {
  readonly path: string;
}

async function readAll({ files }: PushPlan, { signal, onProgress }: PushParts) {
  const texts: Named[] = [];
  const failed: Refused[] = [];
  const redacted: (readonly Redacted[])[] = [];
  const binary: string[] = [];
  for (const [at, file] of files.entries()) {
    signal.throwIfAborted();
    onProgress({ phase: "reading", done: at, total: files.length });
    const read = await readDropped(file, DEFAULTS.maxFileBytes);
    if (read.kind === "text") {
      const { hash, mtime } = read.document;
      texts.push({ ...file, bytes: read.bytes, hash, mtime });
      redacted.push(read.secrets.map((secret) => ({ path: file.path, ...secret })));
    } else if (read.kind === "refused") failed.push(read.refused);
    else binary.push(file.path);
  }
  return { texts, failed, redacted: redacted.flat(), binary };
}

/** Tells the server what there is, page by page. */
async function compare(
  plan: PushPlan,
  { api, browser, signal, onProgress }: PushParts,
  texts: readonly Named[],
) {
  const { root, join } = plan;
  const origin = await originOf(browser, root);
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

interface Part extends Partial<Omit<UploadAnswer, "failed">> {
  readonly failed?: readonly Refused[];
}

type OnSent = (part: Part) => void;

/** Reads the files again; one that is no longer text, or cannot be read, is reported. */
async function readAgain(batch: readonly Named[], onSent: OnSent): Promise<readonly UploadDocument[]> {
  const documents: UploadDocument[] = [];
  for (const file of batch) {
    const read = await readDropped(file, DEFAULTS.maxFileBytes);
    const binary = { path: file.path, code: "not_text", message: pushStrings.refused.notText };
    if (read.kind === "text") documents.push(read.document);
    else onSent({ failed: [read.kind === "refused" ? read.refused : binary] });
  }
  return documents;
}

/**
 * Pushes files into a root; files that the server has are not sent. A stopped push can be repeated: the next one continues
 * it. Throws AppError when the manifest or everything after it fails (`root_exists`: another one pushed that root).
 */
export async function pushFiles(plan: PushPlan, parts: PushParts) {
  const { texts, failed, redacted, binary } = await readAll(plan, parts);
  const { origin, answers } = await compare(plan, parts, texts);
  const missing = new Set(answers.flatMap((answer) => answer.missing));
  const refused = answers.flatMap((answer) => answer.refused);
  const wanted = texts.filter(({ path }) => missing.has(path));
  const unchanged = texts.length - wanted.length - refused.length;
  const report = { sent: 0, unchanged, chunks: 0, binary, redacted, failed: [...failed, ...refused] };
  let done = 0;
  const onSent: OnSent = ({ indexed = 0, unchanged = 0, chunks = 0, failed = [] }) => {
    report.sent += indexed;
    report.unchanged += unchanged;
    report.chunks += chunks;
    report.failed.push(...failed);
  };
  const { limits, push } = answers.at(-1) ?? {};
  const { documents: sent } = parts.api.v1.roots[":root"];
  const sendBatch = batchSender<UploadDocument>({
    upload: async (documents) => {
      const asked = { param: { root: plan.root }, json: { origin, push, documents: [...documents] } };
      onSent(await answerOf(sent.$post(asked, { init: { signal: parts.signal } })));
    },
    onRefused: (failed) => onSent({ failed }),
  });
  for (const batch of limits === undefined ? [] : planBatches(wanted, limits)) {
    parts.signal.throwIfAborted();
    parts.onProgress({ phase: "sending", done, total: wanted.length });
    const documents = await readAgain(batch, onSent);
    if (documents.length > 0) await sendBatch(documents);
    done += batch.length;
  }
  parts.onProgress({ phase: "done", done, total: wanted.length });
  return report;
}
