import { createHash } from "node:crypto";
import { join } from "node:path";
import { type Environment, userConfigFolder } from "./config-folder.ts";
import { isErrno, readIfExists, writePrivateFile } from "./private-file.ts";

/** A bookmark names a state of the server's database: whoever sends it reads at least that state. */
interface Kept {
  readonly bookmark: string;
  readonly keptAt: string;
}

/** Servers and workspaces remembered; the oldest go first. */
const MAX_KEPT = 200;
/** Enough to tell tokens apart. */
const TOKEN_HASH_CHARS = 16;

const fileIn = (env: Environment): string => join(userConfigFolder(env), "bookmarks.json");

/** rcl_<key id>.<token id>.<workspace>.…: the key id names the server's secret, and so one life of its database. */
const TOKEN = /^rcl_([^.]{1,64})\.[^.]{1,64}\.(\d{1,16})\./;

/** Names the server and the workspace; no secret part of the token is in it. A token of another form stands for itself. */
export function bookmarkKey(url: string, token: string): string {
  const [, keyId, workspace] = TOKEN.exec(token) ?? [];
  if (keyId !== undefined) return `${url} ${keyId} ${workspace}`;
  return `${url} ${createHash("sha256").update(token).digest("hex").slice(0, TOKEN_HASH_CHARS)}`;
}

async function readAll(env: Environment): Promise<Readonly<Record<string, Kept>>> {
  const text = await readIfExists(fileIn(env));
  if (text === undefined) return {};
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null ? (parsed as Record<string, Kept>) : {};
  } catch (error) {
    // A damaged file costs freshness for seconds, never a command.
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

/** The bookmark of our last write there, if any. */
export async function readBookmark(env: Environment, key: string): Promise<string | undefined> {
  const kept = (await readAll(env))[key]?.bookmark;
  return typeof kept === "string" && /^[\x21-\x7e]{1,500}$/.test(kept) ? kept : undefined;
}

/** Remembers it. A folder that cannot be written (read-only home) is no failure: reads are then a little later. */
export async function keepBookmark(env: Environment, key: string, bookmark: string): Promise<void> {
  const { [key]: _, ...others } = await readAll(env);
  const recent = Object.entries(others).slice(1 - MAX_KEPT);
  const all = Object.fromEntries([...recent, [key, { bookmark, keptAt: new Date().toISOString() }]]);
  try {
    await writePrivateFile(fileIn(env), `${JSON.stringify(all, null, 2)}\n`);
  } catch (error) {
    if (!isErrno(error, "EACCES", "EPERM", "EROFS", "ENOSPC", "ENOTDIR")) throw error;
  }
}
