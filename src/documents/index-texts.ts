import { AppError, type ErrorCode } from "../errors.ts";
import { shortHash } from "../text/hash.ts";
import {
  DEFAULT_ROOT,
  type IndexRequest,
  PROGRAMS_ORIGIN,
  type TextDocument,
  type UploadAnswer,
} from "./contract.ts";
import { type PushContext, uploadDocuments } from "./push.ts";

/**
 * Indexes the texts that a program sends without a manifest: each is hashed here, and dated now unless it says when. Any
 * number of programs may write to a root; of two texts at one path the one that is written last stays. In a list what is
 * wrong with one text is told in `failed` and the others are indexed; a text that is sent alone throws what refuses it.
 * Throws `root_exists` for the root of a pushed folder: a mirroring push would delete the texts.
 */
export async function indexTexts(
  context: PushContext & { readonly identity: string },
  request: IndexRequest,
): Promise<UploadAnswer> {
  const texts = Array.isArray(request) ? request : [request];
  const documents = await Promise.all(texts.map((text) => asDocument(text, context.nowMs)));
  const answer = await ownRoot(context.root, () =>
    uploadDocuments(context, { origin: PROGRAMS_ORIGIN, documents }),
  );
  const [refused] = answer.failed;
  if (Array.isArray(request) || refused === undefined) return answer;
  throw new AppError(refused.code as ErrorCode, refused.message);
}

const asDocument = async (text: TextDocument, nowMs: number) => ({
  ...text,
  mtime: text.mtime ?? nowMs,
  isDated: text.mtime !== undefined,
  hash: await shortHash(text.text.toWellFormed()),
});

async function ownRoot<Answer>(root: string, write: () => Promise<Answer>): Promise<Answer> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "root_exists") throw error;
    throw new AppError(
      "root_exists",
      `A folder or a source writes to the root "${root}", and would delete what it does not hold: choose another root, such as "${DEFAULT_ROOT}"`,
      { details: { root } },
    );
  }
}
