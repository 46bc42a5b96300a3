import { DEFAULTS } from "../../config.ts";
import type { UploadAnswer, UploadDocument } from "../../documents/contract.ts";
import { uploadDocuments } from "../../documents/push.ts";
import { AppError } from "../../errors.ts";
import { withoutSecrets } from "../../redaction/redact.ts";
import { shortHash } from "../../text/hash.ts";
import type { SourceText } from "../adapter.ts";
import type { ClaimedSource } from "../sql/claims.ts";
import type { PullDeps } from "./deps.ts";

/** What was written of some texts: like a push's answer, with the secrets that were taken out. */
export type Written = Pick<UploadAnswer, "indexed" | "unchanged" | "failed">;

/** The origin that a source pushes by. */
export const originOf = ({ id }: Pick<ClaimedSource, "id">): string => id.replaceAll("-", "");

export interface ReadyText {
  readonly document: UploadDocument;
  readonly bytes: number;
  readonly secrets: number;
}

const encoder = new TextEncoder();
const MAX_SOURCE_CHARS = 500;
const MAX_TITLE_CHARS = 500;

/** A text as a push would send it: without its secrets, hashed. */
export async function readyText(
  path: string,
  { text: given, title, source, mtime }: SourceText,
  nowMs: number,
): Promise<ReadyText> {
  const { text, found } = withoutSecrets(given.toWellFormed());
  const bytes = encoder.encode(text);
  const document = {
    ...{ path, text, hash: await shortHash(bytes), mtime: mtime ?? nowMs },
    source: source.slice(0, MAX_SOURCE_CHARS),
    ...(title !== undefined && {
      title: withoutSecrets(title).text.slice(0, MAX_TITLE_CHARS).toWellFormed(),
    }),
  };
  return { document, bytes: bytes.length, secrets: found.length };
}

/** Whether a text may be a document at all, beside what an upload looks at. */
export const isTooLong = ({ bytes }: ReadyText): boolean => bytes > DEFAULTS.maxFileBytes;

/** Writes the texts of a slice, as an upload does. Throws `quota_exceeded`, `conflict`, `root_exists`. */
export async function writeTexts(
  { db, identity, upload: limits, now }: PullDeps,
  source: ClaimedSource,
  texts: readonly ReadyText[],
): Promise<Written> {
  if (texts.length === 0) return { indexed: 0, unchanged: 0, failed: [] };
  const { workspace, root } = source;
  try {
    return await uploadDocuments(
      { db, workspace, root, limits, identity, nowMs: now() },
      { origin: originOf(source), documents: texts.map(({ document }) => document) },
    );
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "root_exists") throw error;
    throw new AppError(
      "root_exists",
      `A folder is pushed to the root "${root}": remove this source, or that root`,
    );
  }
}
