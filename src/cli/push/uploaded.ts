import type { Refused, UploadAnswer } from "../../documents/contract.ts";
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
