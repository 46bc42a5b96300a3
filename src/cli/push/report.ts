import type { Refused, UploadAnswer } from "../../documents/contract.ts";
import type { AppError } from "../../errors.ts";
import type { TextFile } from "../folder/read-text.ts";

/** What uploads came to. */
export interface Uploaded {
  readonly requests: number;
  readonly uploaded: number;
  readonly bytes: number;
  readonly indexed: number;
  readonly chunks: number;
  readonly toEmbed: number;
  readonly failed: readonly Refused[];
  /** The workspace's after the last of them; 0: nothing was acknowledged. */
  readonly version: number;
}

export const NOTHING: Uploaded = {
  requests: 0,
  uploaded: 0,
  bytes: 0,
  indexed: 0,
  chunks: 0,
  toEmbed: 0,
  failed: [],
  version: 0,
};

/** Both together; what the second one does not name is nothing. */
export function sum(one: Uploaded, part: Partial<Uploaded>): Uploaded {
  const other = { ...NOTHING, ...part };
  return {
    requests: one.requests + other.requests,
    uploaded: one.uploaded + other.uploaded,
    bytes: one.bytes + other.bytes,
    indexed: one.indexed + other.indexed,
    chunks: one.chunks + other.chunks,
    toEmbed: one.toEmbed + other.toEmbed,
    failed: [...one.failed, ...other.failed],
    version: Math.max(one.version, other.version),
  };
}

/** What the answer to one upload of these files says. */
export const answered = (answer: UploadAnswer, files: readonly TextFile[]): Uploaded => ({
  requests: 1,
  uploaded: files.length - answer.failed.length,
  bytes: files.reduce((bytes, file) => bytes + file.bytes, 0),
  indexed: answer.indexed,
  chunks: answer.chunks,
  toEmbed: answer.toEmbed,
  failed: answer.failed,
  version: answer.version,
});

/** What a push did, as `--json` prints it. */
export interface PushReport {
  readonly root: string;
  /** Text files in the folder: those sent, unchanged and failed, and after a stop those not reached. */
  readonly files: number;
  /** Requests that were answered, repeats after a failure not counted. */
  readonly requests: number;
  /** Files sent and taken. */
  readonly uploaded: number;
  /** Files not sent, because the server has them. */
  readonly unchanged: number;
  readonly indexed: number;
  readonly chunks: number;
  /** Chunks that the queue will send to the model. */
  readonly toEmbed: number;
  readonly deleted: number;
  /** Documents of the root that the folder does not have, and that were not deleted. */
  readonly gone: number;
  readonly failed: readonly Refused[];
  /** UTF-8 text sent, bytes. */
  readonly bytes: number;
}

export const emptyReport = (root: string): PushReport => ({
  root,
  files: 0,
  requests: 0,
  uploaded: 0,
  unchanged: 0,
  indexed: 0,
  chunks: 0,
  toEmbed: 0,
  deleted: 0,
  gone: 0,
  failed: [],
  bytes: 0,
});

/** A push as far as it came. */
export interface PushOutcome {
  readonly report: PushReport;
  /** The workspace's after the push's last write; undefined: it wrote nothing. */
  readonly version?: number | undefined;
  /** Paths of the report's `gone`. */
  readonly gone?: readonly string[];
  /** Files that the server lacks and that were not sent, because they were deleted there. */
  readonly left?: number;
  /** Nothing of the root is there any more, and nothing was sent. */
  readonly isRemoved?: boolean;
  /** What ended it early: the rest is sent by the next push. */
  readonly stopped?: AppError;
  /** The server's refusal to delete so much without `--yes`. */
  readonly pruneRefused?: AppError;
}
