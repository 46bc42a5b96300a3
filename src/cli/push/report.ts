import type { Encoding } from "../../text/coding/decode-text.ts";
import type { Refused, UploadAnswer } from "../../documents/contract.ts";
import type { AppError } from "../../errors.ts";
import type { FoundSecret } from "../../redaction/redact.ts";
import type { TextFile } from "../folder/read-text.ts";
import type { HashedFile } from "../folder/seen-file.ts";

/** What counts in each request of a push. */
const NO_COUNTS = {
  /** Requests that were answered, repeats after a failure not counted. */
  requests: 0,
  /** Files sent and taken. */
  uploaded: 0,
  indexed: 0,
  chunks: 0,
  /** Chunks that the queue will send to the model. */
  toEmbed: 0,
  /** UTF-8 text sent, bytes. */
  bytes: 0,
};

type Counts = Readonly<typeof NO_COUNTS>;

/** What uploads came to. */
export interface Uploaded extends Counts {
  readonly failed: readonly Refused[];
  /** The workspace's after the last of them; 0: nothing was acknowledged. */
  readonly version: number;
}

export const NOTHING: Uploaded = { ...NO_COUNTS, failed: [], version: 0 };

/** The first with the second's counts added. */
export function addCounts<Whole extends Counts>(one: Whole, other: Counts): Whole {
  const names = Object.keys(NO_COUNTS) as (keyof Counts)[];
  return { ...one, ...Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) };
}

/** Both together; what the second one does not name is nothing. */
export function sum(one: Uploaded, part: Partial<Uploaded>): Uploaded {
  const other = { ...NOTHING, ...part };
  const failed = [...one.failed, ...other.failed];
  return { ...addCounts(one, other), failed, version: Math.max(one.version, other.version) };
}

/** What the answer to one upload of these files says. */
export const answered = (
  { indexed, chunks, toEmbed, failed, version }: UploadAnswer,
  files: readonly TextFile[],
): Uploaded => ({
  requests: 1,
  uploaded: files.length - failed.length,
  bytes: files.reduce((bytes, file) => bytes + file.bytes, 0),
  ...{ indexed, chunks, toEmbed, failed, version },
});

/** What a push did, as `--json` prints it. */
export interface PushReport extends Counts {
  readonly root: string;
  /** Text files in the folder: those sent, unchanged and failed, and after a stop those not reached. */
  readonly files: number;
  /** Files not sent, because the server has them. */
  readonly unchanged: number;
  readonly deleted: number;
  /** Documents of the root that the folder does not have, and that were not deleted. */
  readonly gone: number;
  readonly failed: readonly Refused[];
  /** Files in other encodings, which are sent as UTF-8: the first `MAX_LISTED`. */
  readonly recoded: readonly Recoded[];
  /** Secrets in the folder's files that are not sent: a mark stands in the place of each. */
  readonly redacted: readonly Redacted[];
}

export interface Recoded {
  readonly path: string;
  readonly encoding: Encoding;
}

/** Paths that a report lists where any file may be one: a list of a million would fill the memory. */
export const MAX_LISTED = 10_000;

/** The list with those of the files that are not in UTF-8, as far as it may be long. */
export function withRecoded(
  known: readonly Recoded[],
  files: readonly Pick<HashedFile, "path" | "encoding">[],
): readonly Recoded[] {
  const more = files.flatMap(({ path, encoding }) => (encoding === undefined ? [] : [{ path, encoding }]));
  return known.length >= MAX_LISTED || more.length === 0 ? known : [...known, ...more].slice(0, MAX_LISTED);
}

/** Where a secret was, and of what kind. */
export interface Redacted extends FoundSecret {
  readonly path: string;
}

/** The secrets of these files. */
export const redactedOf = (files: readonly Pick<HashedFile, "path" | "secrets">[]): readonly Redacted[] =>
  files.flatMap(({ path, secrets }) => (secrets ?? []).map(({ kind, line }) => ({ path, line, kind })));

export const emptyReport = (root: string): PushReport => ({
  root,
  files: 0,
  ...NO_COUNTS,
  unchanged: 0,
  deleted: 0,
  gone: 0,
  failed: [],
  recoded: [],
  redacted: [],
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
