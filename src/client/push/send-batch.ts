import type { Refused } from "../../documents/contract.ts";
import { AnsweredError, FIRST_SERVER_ERROR } from "../failure.ts";

/** Statuses that every other upload would meet too: not allowed, or throttled longer than a push waits. */
const STOPS: readonly number[] = [401, 403, 429];
/**
 * Single files that the server fails over (5xx, each after its retries) with no success between them: from here on it is
 * the server. At half a minute of retries each and four uploads at once, a server in trouble is given minutes, not hours.
 */
const MAX_SERVER_FAILURES = 20;

/** A later push of the root goes on with what is left: every other upload of this one would be refused too. */
const isSuperseded = ({ code, details }: AnsweredError): boolean =>
  code === "conflict" && (details as { reason?: unknown } | undefined)?.reason === "push_superseded";

const TOO_DENSE = "it is too dense to be indexed in one write: split it";

/** The server names the documents whose index it cannot write at once: here it is one, and fewer there are not. */
const isTooDense = ({ code, details }: AnsweredError): boolean =>
  code === "too_large" && typeof details === "object" && details !== null && "documents" in details;

interface Upload<File> {
  /** One request with these files; notes what was answered. */
  readonly upload: (files: readonly File[]) => Promise<void>;
  /** Receives the file that a refused request was about; none when the request held several, which are sent in halves. */
  readonly onRefused: (failed: readonly Refused[]) => void;
}

/** Sends one batch. */
export type SendBatch<File> = (files: readonly File[]) => Promise<void>;

/**
 * A sender of batches, which may run at once. A batch that the server refuses or fails over is sent in halves, down to the
 * single file at fault, which is reported with the server's code. Throws what other batches would meet too: no
 * connection, 401, 403, 429, a later push, a server that fails over everything.
 */
export function batchSender<File extends { readonly path: string }>({
  upload,
  onRefused,
}: Upload<File>): SendBatch<File> {
  let serverFailures = 0;
  return async function send(files) {
    try {
      await upload(files);
      serverFailures = 0;
    } catch (error) {
      if (!(error instanceof AnsweredError) || STOPS.includes(error.answeredStatus)) throw error;
      if (isSuperseded(error)) throw error;
      const [first] = files;
      if (first === undefined) throw error;
      if (files.length > 1) {
        onRefused([]);
        const half = Math.ceil(files.length / 2);
        await send(files.slice(0, half));
        return send(files.slice(half));
      }
      const isServers = error.answeredStatus >= FIRST_SERVER_ERROR;
      if (isServers && ++serverFailures >= MAX_SERVER_FAILURES) throw error;
      const message = isTooDense(error) ? TOO_DENSE : error.message;
      onRefused([{ path: first.path, code: error.code, message }]);
    }
  };
}
