import { AnsweredError } from "../../client/failure.ts";
import type { UploadDocument } from "../../documents/contract.ts";
import type { TextFile } from "../folder/read-text.ts";
import type { PushClient } from "../session/recall-client.ts";
import { answered, type Uploaded } from "./report.ts";

/** Statuses that every other upload would meet too: not allowed, or throttled longer than a push waits. */
const STOPS: readonly number[] = [401, 403, 429];
const FIRST_SERVER_ERROR = 500;
/**
 * Single files that the server fails over (5xx, each after its retries) with no success between them: from here on it is
 * the server. At half a minute of retries each and four uploads at once, a server in trouble is given minutes, not hours.
 */
const MAX_SERVER_FAILURES = 20;

/** A later push of the root goes on with what is left: every other upload of this one would be refused too. */
const isSuperseded = ({ code, details }: AnsweredError): boolean =>
  code === "conflict" && (details as { reason?: unknown } | undefined)?.reason === "push_superseded";

/** Sends batches to one root. */
export interface BatchSender {
  readonly upload: (files: readonly TextFile[]) => Promise<Uploaded>;
  /** Receives the result of each answered request. */
  readonly onSent: (part: Partial<Uploaded>) => void;
  /** Notes how a request ended; answers how many single files the server failed over since the last success. */
  readonly serverFailures: (event: "success" | "failure") => number;
}

const documentOf = ({ path, hash, mtimeMs: mtime, text }: TextFile): UploadDocument => ({
  path,
  hash,
  mtime,
  text,
});

/** A sender to a root; its count of failures is shared by all uploads under way. */
export function batchSender(
  client: Pick<PushClient, "upload">,
  root: string,
  request: { readonly origin: string; readonly push: number | undefined },
  onSent: BatchSender["onSent"],
): BatchSender {
  let failures = 0;
  return {
    upload: async (files) =>
      answered(await client.upload(root, { ...request, documents: files.map(documentOf) }), files),
    onSent,
    serverFailures: (event) => {
      failures = event === "success" ? 0 : failures + 1;
      return failures;
    },
  };
}

const TOO_DENSE = "it is too dense to be indexed in one write: split it";

/** The server names the documents whose index it cannot write at once: here it is one, and fewer there are not. */
const isTooDense = ({ code, details }: AnsweredError): boolean =>
  code === "too_large" && typeof details === "object" && details !== null && "documents" in details;

/** Reports one file that the server refused or failed over. Throws the failure when the server itself is at fault. */
function reportRefused(sender: BatchSender, file: TextFile, failure: AnsweredError): void {
  const isServers = failure.answeredStatus >= FIRST_SERVER_ERROR;
  if (isServers && sender.serverFailures("failure") >= MAX_SERVER_FAILURES) throw failure;
  const { code, message: reason } = failure;
  const message = isTooDense(failure) ? TOO_DENSE : reason;
  sender.onSent({ requests: 1, failed: [{ path: file.path, code, message }] });
}

/**
 * Sends one batch. One that the server refuses or fails over is sent in halves, down to the single file at fault, which
 * is reported with the server's code. Throws what other batches would meet too: no connection, 401, 403, 429, a later push, a
 * server that fails over everything.
 */
export async function sendBatch(sender: BatchSender, files: readonly TextFile[]): Promise<void> {
  try {
    sender.onSent(await sender.upload(files));
    sender.serverFailures("success");
  } catch (error) {
    if (!(error instanceof AnsweredError) || STOPS.includes(error.answeredStatus)) throw error;
    if (isSuperseded(error)) throw error;
    const [first] = files;
    if (first !== undefined && files.length === 1) return reportRefused(sender, first, error);
    sender.onSent({ requests: 1 });
    const half = Math.ceil(files.length / 2);
    await sendBatch(sender, files.slice(0, half));
    await sendBatch(sender, files.slice(half));
  }
}
