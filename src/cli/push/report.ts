import type { Refused } from "../../documents/contract.ts";
import type { AppError } from "../../errors.ts";

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
