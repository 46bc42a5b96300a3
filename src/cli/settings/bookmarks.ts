import { createHash } from "node:crypto";
import { isRecord } from "../../text/parse-json.ts";
import { type Environment, keepEntry, readKept } from "./config-folder.ts";

const MAX_KEPT = 200;
/** Enough to tell tokens apart. */
const TOKEN_HASH_CHARS = 16;

const FILE = "bookmarks.json";

/** rcl_<key id>.<token id>.<place>.…: the key id names the server's secret, and so one life of its databases. */
const TOKEN = /^rcl_([^.]{1,64})\.[^.]{1,64}\.(\d{1,16}(?:-\d{1,4})?)\./;

/** Names the server and the workspace; no secret part of the token is in it. A token of another form stands for itself. */
export function bookmarkKey(url: string, token: string): string {
  const [, keyId, place] = TOKEN.exec(token) ?? [];
  if (keyId !== undefined) return `${url} ${keyId} ${place}`;
  return `${url} ${createHash("sha256").update(token).digest("hex").slice(0, TOKEN_HASH_CHARS)}`;
}

/** The bookmarks of the last writes there, if any (client/bookmarks.ts): who sends them reads at least that state of the database. */
export async function readBookmark(env: Environment, key: string): Promise<string | undefined> {
  const known = (await readKept(env, FILE))[key];
  const kept = isRecord(known) ? known.bookmark : undefined;
  return typeof kept === "string" && /^[\x21-\x7e]{1,4000}$/.test(kept) ? kept : undefined;
}

/** Remembers them. A folder that cannot be written (read-only home) is no failure: reads are then a little later. */
export const keepBookmark = (env: Environment, key: string, bookmark: string): Promise<void> =>
  keepEntry(env, FILE, [key, { bookmark, keptAt: new Date().toISOString() }], MAX_KEPT);
