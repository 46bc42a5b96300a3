import { parseJson } from "../../text/parse-json.ts";
import { type BackupList, BackupList as BackupListShape, isBackupName } from "./contract.ts";
import type { BackupPlace } from "./place.ts";

/** What is used of R2: https://developers.cloudflare.com/r2/api/workers/workers-api-reference/ */
export interface BackupBucket {
  get(key: string): Promise<{ text(): Promise<string>; readonly etag: string } | null>;
  /** Null: the condition did not hold. */
  put(key: string, text: string, options?: PutOptions): Promise<unknown>;
  delete(keys: string | string[]): Promise<unknown>;
  list(options: { prefix: string; cursor?: string }): Promise<{
    readonly objects: readonly { readonly key: string }[];
    readonly truncated: boolean;
    readonly cursor?: string;
  }>;
}

interface PutOptions {
  /** SHA-256 in hex: a text that arrives otherwise is refused. */
  readonly sha256?: string;
  readonly onlyIf?: { readonly etagMatches: string } | { readonly etagDoesNotMatch: string };
}

const LISTS = "backups/";
const PIECES = "pieces/";
const END = ".json";
/** Objects that one deletion may name. */
const MAX_DELETED = 1_000;

const listKey = (name: string): string => `${LISTS}${name}${END}`;

export interface Piece {
  readonly backup: string;
  readonly slug: string;
  readonly attempt: number;
  /** From 0. */
  readonly at: number;
}

const pieceKey = ({ backup, slug, attempt, at }: Piece): string =>
  `${PIECES}${backup}/${slug}/${attempt}-${String(at).padStart(6, "0")}.ndjson`;

async function keysWith(bucket: BackupBucket, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await bucket.list({ prefix, ...(cursor !== undefined && { cursor }) });
    keys.push(...page.objects.map(({ key }) => key));
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor !== undefined);
  return keys;
}

/** Removes the pieces of a backup, also of one that was never finished. */
export async function removePieces(bucket: BackupBucket, backup: string): Promise<void> {
  const keys = await keysWith(bucket, `${PIECES}${backup}/`);
  for (let at = 0; at < keys.length; at += MAX_DELETED) await bucket.delete(keys.slice(at, at + MAX_DELETED));
}

/** Backups in a bucket: a list each, and pieces of exports under its name. */
export const bucketPlace = (bucket: BackupBucket): BackupPlace => ({
  async names() {
    const keys = await keysWith(bucket, LISTS);
    return keys
      .map((key) => key.slice(LISTS.length, -END.length))
      .filter(isBackupName)
      .sort()
      .reverse();
  },
  async list(name) {
    const found = await bucket.get(listKey(name));
    const { success, data } = BackupListShape.safeParse(parseJson((await found?.text()) ?? ""));
    return success ? data : undefined;
  },
  async publish(name, list: BackupList) {
    await bucket.put(listKey(name), JSON.stringify(list));
  },
  async remove(name) {
    await bucket.delete(listKey(name));
    await removePieces(bucket, name);
  },
});

/** Keeps a piece; the bucket refuses one that does not arrive as it was sent. */
export const putPiece = (
  bucket: BackupBucket,
  piece: Piece,
  { text, sha256 }: { text: string; sha256: string },
) => bucket.put(pieceKey(piece), text, { sha256 });

/** The text of a piece; undefined: the bucket has none. */
export const readPiece = async (bucket: BackupBucket, piece: Piece): Promise<string | undefined> =>
  (await bucket.get(pieceKey(piece)))?.text();
